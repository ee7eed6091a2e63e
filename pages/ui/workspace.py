"""The files a user has loaded: what each is, which letter a run has, what was refused. Free of Streamlit."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from core.errors import InputError
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
    letter
        Of a run: A, B, C ..., given at upload and kept.
    """

    file: str
    kind: Kind
    key: str
    content: Run | Qrels | Queries
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
    """All files in use, in the order of upload, and what the last upload refused."""

    files: tuple[Loaded, ...] = ()
    is_sample: bool = False
    refusals: tuple[Refusal, ...] = ()

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
        """Return the workspace with files added.

        A run under a name that is in use replaces that run and keeps its letter; two files of one name in one
        upload are two runs. Qrels and query texts replace those before them. A file that cannot be read is
        refused and leaves everything else as it was. The first file taken ends the sample.
        """
        taken: list[Loaded] = []
        refusals: list[Refusal] = []
        for file, data in uploads:
            try:
                taken.append(_read(file, data, negative_as_zero=negative_as_zero))
            except NegativeGradeError as error:
                refusals.append(Refusal(file, str(error), data))
            except InputError as error:
                refusals.append(Refusal(file, str(error)))
        files = [] if self.is_sample and taken else list(self.files)
        before = {each.file for each in files}
        added: set[str] = set()
        for new in taken:
            if new.kind != "run":
                if any(each.kind == new.kind and each.file in added for each in files):
                    first = next(each.file for each in files if each.kind == new.kind)
                    refusals.append(Refusal(new.file, _two_of(new, first)))
                    continue
                files = [each for each in files if each.kind != new.kind]
                name = new.file
            elif new.file in before and new.file not in added:
                name = new.file
            else:
                name = _free_name(new.file, {each.file for each in files})
            place = next((index for index, each in enumerate(files) if each.file == name), None)
            letter = "" if new.kind != "run" else _free_letter(files) if place is None else files[place].letter
            named = _named(replace(new, file=name, letter=letter))
            if place is None:
                files.append(named)
            else:
                files[place] = named
            added.add(name)
        return Workspace(tuple(files), self.is_sample and not taken, tuple(refusals))


def sample() -> Workspace:
    """Return the sample collection."""
    uploads = [(name, (SAMPLE_FOLDER / name).read_bytes()) for name in SAMPLE_FILES]
    return replace(Workspace().with_uploads(uploads), is_sample=True)


def _read(file: str, data: bytes, *, negative_as_zero: bool) -> Loaded:
    text = load(data, file)
    kind = recognise(text)
    content: Run | Qrels | Queries
    if kind == "run":
        content = parse_run(text)
    elif kind == "qrels":
        content = parse_qrels(text, negative="zero" if negative_as_zero else "refuse")
    else:
        content = parse_queries(text)
    digest = hashlib.sha256(data)
    digest.update(f"{kind} {negative_as_zero}".encode())
    return Loaded(file, kind, digest.hexdigest(), content)


def _named(loaded: Loaded) -> Loaded:
    """Give a run whose file name was taken the distinct name, so that pages can tell the two apart."""
    content = loaded.content
    number = loaded.file.rpartition(" (")[2] if loaded.file != content.report.file else ""
    if isinstance(content, Run) and number:
        return replace(loaded, content=replace(content, name=f"{content.name} ({number}"))
    return loaded


def _two_of(new: Loaded, first: str) -> str:
    noun = "qrels file" if new.kind == "qrels" else "queries file"
    return f"{new.file}: an upload must hold one {noun}, found a second one. {first} is in use; drop the other alone."


def _free_name(file: str, used: set[str]) -> str:
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
