"""TREC run files: ``query Q0 document rank score tag``, any blanks between."""

import numpy as np

from core.errors import UnreadableError
from core.ids import Ids
from core.lines import Lines
from core.model import Report, Run
from core.reading.columns import Columns, Format, split
from core.reading.run_findings import findings
from core.reading.source import NAMELESS, Source, Text, load, stem

COLUMNS = ("query", "Q0", "document", "rank", "score", "tag")
_QUERY, _Q0, _DOCUMENT, _RANK, _SCORE, _TAG = range(6)
FORMAT = Format(
    COLUMNS,
    numbers=frozenset({_RANK, _SCORE}),
    repeated=frozenset({_QUERY}),
    labels=frozenset({_TAG}),
    unused=frozenset({_Q0}),
)
_ORDER_OF_COLUMNS = f"The columns are: {' '.join(COLUMNS)}."


def read_run(source: Source, *, name: str | None = None) -> Run:
    """Read a TREC run, plain or gzip, in UTF-8 or marked UTF-16.

    Parameters
    ----------
    source
        A path, the bytes of a file, or a binary file object.
    name
        What the run is called, in messages too; by default the file's name without its ending, or
        the run tag where there is no file name.

    Raises
    ------
    InputError
        If the file is empty or not text, a line has other than six columns, or a score is not a number,
        is NaN, or is one of several equal infinities of a query, which nothing could put in order.
    """
    return parse_run(load(source, name), name=name)


def parse_run(text: Text, *, name: str | None = None) -> Run:
    """Read a TREC run from text that was opened before; see :func:`read_run`."""
    table = split(text, FORMAT)
    if not len(table):
        raise UnreadableError(text.file, "a run must hold at least one line of data", "an empty run (comments only)")
    scores = table.numbers[_SCORE]
    _refuse_missing(table, scores)
    query_ids, query_index = table.repeated[_QUERY]
    _refuse_equal_infinities(table, query_index, scores)
    tags = table.labels[_TAG]
    ids = Ids.of(table.texts[_DOCUMENT])
    lines = Lines(len(query_ids), query_index, ids, ranks=table.numbers[_RANK], scores=scores)
    counts = np.diff(lines.offsets)
    report = Report(
        file=text.file,
        kind="run",
        form="TREC, 6 columns" + (", gzip" if text.packed else ""),
        lines=len(lines),
        queries=len(query_ids),
        low=int(counts.min()),
        high=int(counts.max()),
        findings=findings(lines, query_ids, tags, table.line_of),
    )
    called = name or (tags[0] if text.file == NAMELESS else stem(text.file))
    return Run(called, query_ids, lines, report)


def _refuse_missing(table: Columns, scores: np.ndarray) -> None:
    missing = np.isnan(scores)
    if missing.any():
        table.raise_for(
            _SCORE,
            np.flatnonzero(missing),
            lambda value: (
                "the score must be a number" + (" (NaN has no place in an order)" if "nan" in value.lower() else "")
            ),
            _ORDER_OF_COLUMNS,
        )


def _refuse_equal_infinities(table: Columns, query_index: np.ndarray, scores: np.ndarray) -> None:
    infinite = np.flatnonzero(np.isinf(scores))
    if len(infinite):
        key = query_index[infinite] * np.int64(2) + (scores[infinite] > 0)
        _, group, counts = np.unique(key, return_inverse=True, return_counts=True)
        table.raise_for(
            _SCORE,
            infinite[counts[group] > 1],
            lambda _: "an infinite score must be the only one of its sign in the query",
            "Write the scores that the system computed, or finite ones in the order of the ranks.",
        )
