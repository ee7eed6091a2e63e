"""TREC qrels files: ``query iteration document grade``, any blanks between."""

from typing import Literal

import numpy as np
import pyarrow as pa

from core.errors import Fault, FaultyLinesError, UnreadableError
from core.groups import offsets_of
from core.ids import Ids
from core.model import Finding, Qrels, Report
from core.reading.columns import Columns, Format, shortened, split
from core.reading.source import Source, Text, load

COLUMNS = ("query", "iteration", "document", "grade")
_QUERY, _ITERATION, _DOCUMENT, _GRADE = range(4)
FORMAT = Format(
    COLUMNS,
    numbers=frozenset({_GRADE}),
    repeated=frozenset({_QUERY}),
    labels=frozenset(),
    unused=frozenset({_ITERATION}),
)
_SHOWN = 5
Negative = Literal["refuse", "zero"]


class NegativeGradeError(FaultyLinesError):
    """A grade below 0; whoever reads can still choose to count such grades as 0."""


def read_qrels(source: Source, *, negative: Negative = "refuse", name: str | None = None) -> Qrels:
    """Read TREC qrels, plain or gzip, in UTF-8 or marked UTF-16.

    Parameters
    ----------
    source
        A path, the bytes of a file, or a binary file object.
    negative
        What happens to a grade below 0: ``"refuse"`` the file, or count it as ``"zero"`` as trec_eval does.
    name
        What the file is called in messages; by default its own name.

    Raises
    ------
    InputError
        If the file is empty or not text, a line has other than four columns, a grade is not a finite
        number or (unless ``negative="zero"``) below 0, or a pair is judged twice with different grades.
    ValueError
        If ``negative`` is neither choice.
    """
    if negative not in ("refuse", "zero"):
        message = f"negative must be 'refuse' or 'zero', found {negative!r}"
        raise ValueError(message)
    return parse_qrels(load(source, name), negative=negative)


def parse_qrels(text: Text, *, negative: Negative = "refuse") -> Qrels:
    """Read TREC qrels from text that was opened before; see :func:`read_qrels`."""
    table = split(text, FORMAT)
    if not len(table):
        rule = "qrels must hold at least one line of data"
        raise UnreadableError(text.file, rule, "an empty file (comments only)")
    grades, below = _grades(table, negative)
    query_ids, query_index = table.repeated[_QUERY]
    documents = table.texts[_DOCUMENT]
    kept, repeats = _one_per_pair(text.file, table, query_ids, query_index, documents, grades)
    findings = []
    if below:
        findings.append(Finding("warning", "Grade below 0", "Counted as 0", below, "lines"))
    if len(repeats):
        places = tuple(str(table.line_of(row)) for row in repeats[:_SHOWN].tolist())
        done = "Counted once"
        findings.append(Finding("note", "The same judgement repeated", done, len(repeats), "lines", places))
    kept = kept[np.argsort(query_index[kept], kind="stable")]
    report = Report(
        file=text.file,
        kind="qrels",
        form="TREC, 4 columns" + (", gzip" if text.packed else ""),
        lines=len(grades),
        queries=len(query_ids),
        low=float(grades.min()),
        high=float(grades.max()),
        findings=tuple(findings),
    )
    offsets = offsets_of(np.bincount(query_index[kept], minlength=len(query_ids)))
    return Qrels(query_ids, offsets, Ids.of(documents.take(pa.array(kept))), grades[kept], report)


def _grades(table: Columns, negative: Negative) -> tuple[np.ndarray, int]:
    grades = table.numbers[_GRADE]
    order = f"The columns are: {' '.join(COLUMNS)}."
    unusable = np.flatnonzero(~np.isfinite(grades))
    table.raise_for(_GRADE, unusable, lambda _: "the grade must be a finite number", order)
    below = np.flatnonzero(grades < 0)
    if negative == "refuse":
        remedy = "Remove these lines, or choose to count negative grades as 0, as trec_eval does."
        table.raise_for(_GRADE, below, lambda _: "the grade must not be negative", remedy, error=NegativeGradeError)
    return np.maximum(grades, 0.0), len(below)


def _one_per_pair(
    file: str,
    table: Columns,
    query_ids: tuple[str, ...],
    query_index: np.ndarray,
    documents: pa.Array,
    grades: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of the first judgement of each pair, in file order, and those of its repetitions."""
    codes = documents.dictionary_encode()
    pair = query_index * np.int64(len(codes.dictionary)) + codes.indices.to_numpy(zero_copy_only=False)
    _, first, group = np.unique(pair, return_index=True, return_inverse=True)
    conflicts = np.flatnonzero(grades != grades[first[group]])
    if len(conflicts):
        faults = []
        for row in conflicts[:_SHOWN].tolist():
            earlier = int(first[group[row]])
            query, document = query_ids[query_index[row]], documents[row].as_py()
            rule = f"query {shortened(query)} and document {shortened(document)} must have one grade"
            found = f"{grades[row]:g} here and {grades[earlier]:g} in line {table.line_of(earlier)}"
            faults.append(Fault(table.line_of(row), rule, found))
        remedy = "Keep the judgement that holds and remove the other."
        raise FaultyLinesError(file, faults, remedy, total=len(conflicts))
    return np.sort(first), np.setdiff1d(np.arange(len(pair)), first)
