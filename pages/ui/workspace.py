"""The files a user has loaded: what each is, which letter a run has, what was refused. Free of Streamlit."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from core.errors import InputError
from core.id_order import distinct
from core.model import Qrels, Report, Run
from core.reading.qrels_file import NegativeGradeError, parse_qrels
from core.reading.queries_file import Queries, parse_queries
from core.reading.recognition import Kind, recognise
from core.reading.run_file import parse_run
from core.reading.source import load

SAMPLE_FOLDER = Path(__file__).parents[2] / "sample_runs"
SAMPLE_FILES = ("bm25.run", "dense.run", "qrels.txt", "queries.tsv")


@dataclass(frozen=True, eq=False)
class Loaded:
    """One file as it was read.

    Attributes
    ----------
    file
        Its name, distinct among the files loaded.
    kind
        What it was read as.
    key
        Digest of its content: equal content has equal results, whatever the name.
    content
        The run, qrels or query texts.
    documents
        Number of different document ids, of a run or of qrels.
    letter
        Of a run: A, B, C ..., given at upload and kept.
    """

    file: str
    kind: Kind
    key: str
    content: Run | Qrels | Queries
    documents: int | None = None
    letter: str = ""

    @property
    def report(self) -> Report:
        """What was found while reading."""
        return self.content.report

    @property
    def run(self) -> Run:
        """The content of a run file."""
        assert isinstance(self.content, Run)
        return self.content


@dataclass(frozen=True)
class Refusal:
    """A file that was not taken, with the sentence that says why.

    ``data`` is kept only where the user can still accept it (negative grades counted as 0).
    """

    file: str
    reason: str
    data: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Workspace:
    """All files in use, in the order of upload, what the last upload refused, and how many files of it were taken."""

    files: tuple[Loaded, ...] = ()
    is_sample: bool = False
    refusals: tuple[Refusal, ...] = ()
    last_taken: int = 0

    @property
    def runs(self) -> list[Loaded]:
        """The runs, by letter."""
        return sorted((each for each in self.files if each.kind == "run"), key=lambda each: _place(each.letter))

    @property
    def qrels(self) -> Loaded | None:
        """The judgements in use."""
        return next((each for each in self.files if each.kind == "qrels"), None)

    @property
    def texts(self) -> dict[str, str]:
        """The query texts by id; empty without a queries file."""
        contents = (each.content for each in self.files)
        return next((content.texts for content in contents if isinstance(content, Queries)), {})

    def run(self, letter: str) -> Loaded:
        """Return the run with this letter."""
        return next(each for each in self.runs if each.letter == letter)

    def without(self, file: str) -> "Workspace":
        """Return the workspace without one file."""
        return replace(self, files=tuple(each for each in self.files if each.file != file), refusals=())

    def with_uploads(self, uploads: Iterable[tuple[str, bytes]], *, negative_as_zero: bool = False) -> "Workspace":
        """Read files and return the workspace with them added; see :meth:`with_read`."""
        return self.with_read([read(file, data, negative_as_zero=negative_as_zero) for file, data in uploads])

    def with_read(self, files_read: Iterable["Loaded | Refusal"]) -> "Workspace":
        """Return the workspace with files added that :func:`read` returned for one upload.

        A run under the name of a loaded run replaces it and keeps its letter; two runs of one name in one upload are
        two runs, and replace two of that name. Qrels and query texts replace those before them. A file that cannot
        be read is refused and leaves everything else as it was. The first file taken ends the sample.
        """
        outcomes = list(files_read)
        taken = [each for each in outcomes if isinstance(each, Loaded)]
        refusals = [each for each in outcomes if isinstance(each, Refusal)]
        files = [] if self.is_sample and taken else list(self.files)
        seen: Counter[str] = Counter()
        for new in taken:
            if new.kind == "run":
                _put_run(files, new, nth=seen[new.file])
                seen[new.file] += 1
            elif seen[new.kind]:
                first = next(each.file for each in files if each.kind == new.kind)
                refusals.append(Refusal(new.file, _two_of(new, first)))
            else:
                files = [each for each in files if each.kind != new.kind]
                files.append(replace(new, file=_free_name(new.file, files)))
                seen[new.kind] += 1
        return Workspace(tuple(files), self.is_sample and not taken, tuple(refusals), len(taken))


def sample() -> Workspace:
    """Return the sample collection."""
    uploads = [(name, (SAMPLE_FOLDER / name).read_bytes()) for name in SAMPLE_FILES]
    return replace(Workspace().with_uploads(uploads), is_sample=True)


def read(file: str, data: bytes, *, negative_as_zero: bool = False) -> Loaded | Refusal:
    """Read one file; one that cannot be read is refused with the sentence that says why."""
    try:
        return _loaded(file, data, negative_as_zero=negative_as_zero)
    except NegativeGradeError as error:
        return Refusal(file, str(error), data)
    except InputError as error:
        return Refusal(file, str(error))


def _loaded(file: str, data: bytes, *, negative_as_zero: bool) -> Loaded:
    text = load(data, file)
    kind = recognise(text)
    content: Run | Qrels | Queries
    documents = None
    if kind == "run":
        content = parse_run(text)
        documents = distinct(content.lines.ids)
    elif kind == "qrels":
        content = parse_qrels(text, negative="zero" if negative_as_zero else "refuse")
        documents = distinct(content.ids)
    else:
        content = parse_queries(text)
    digest = hashlib.sha256(data)
    digest.update(f"{kind} {negative_as_zero}".encode())
    return Loaded(file, kind, digest.hexdigest(), content, documents)


def _put_run(files: list[Loaded], new: Loaded, *, nth: int) -> None:
    """Let the n-th run of a name in an upload replace the n-th loaded one of that name, or add it under a free name."""
    same = [place for place, each in enumerate(files) if each.kind == "run" and each.report.file == new.file]
    if nth < len(same):
        before = files[same[nth]]
        files[same[nth]] = _named(replace(new, file=before.file, letter=before.letter))
    else:
        files.append(_named(replace(new, file=_free_name(new.file, files), letter=_free_letter(files))))


def _named(loaded: Loaded) -> Loaded:
    """Give a run whose file name was taken a distinct name too, so that pages can tell the two apart."""
    number = loaded.file.removeprefix(loaded.report.file)
    return replace(loaded, content=replace(loaded.run, name=loaded.run.name + number)) if number else loaded


def _two_of(new: Loaded, first: str) -> str:
    noun = "qrels file" if new.kind == "qrels" else "queries file"
    return f"{new.file}: an upload must hold one {noun}, found a second one. {first} is in use; drop the other alone."


def _free_name(file: str, files: list[Loaded]) -> str:
    used = {each.file for each in files}
    if file not in used:
        return file
    return next(name for number in count(2) if (name := f"{file} ({number})") not in used)


def _free_letter(files: list[Loaded]) -> str:
    used = {each.letter for each in files}
    return next(letter for place in count() if (letter := _letter(place)) not in used)


def _letter(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else f"R{place + 1}"


def _place(letter: str) -> int:
    return ord(letter) - ord("A") if len(letter) == 1 else int(letter[1:]) - 1
