"""TREC run files: ``query Q0 document rank score tag``, any blanks between."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.errors import UnreadableError
from core.model import Finding, Report, Run
from core.reading import columns as cols
from core.reading.columns import Columns
from core.reading.source import NAMELESS, Source, Text, load, stem

COLUMNS = ("query", "Q0", "document", "rank", "score", "tag")
_QUERY, _DOCUMENT, _RANK, _SCORE, _TAG = 0, 2, 3, 4, 5
_SHOWN = 5
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
    """Read a TREC run from text that was loaded before; see :func:`read_run`."""
    table = cols.split(text, COLUMNS)
    if not len(table.lines):
        raise UnreadableError(text.file, "a run must hold at least one line of data", "an empty run (comments only)")
    scores = _scores(text.file, table)
    ranks = cols.lenient_numbers(table.columns[_RANK])
    encoded = table.columns[_QUERY].dictionary_encode()
    query_ids = tuple(encoded.dictionary.to_pylist())
    query_index = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    _refuse_equal_infinities(text.file, table, query_index, scores)
    documents = table.columns[_DOCUMENT]
    tags = pc.unique(table.columns[_TAG]).to_pylist()
    counts = np.bincount(query_index)
    report = Report(
        file=text.file,
        kind="run",
        form="TREC, 6 columns" + (", gzip" if text.packed else ""),
        lines=len(scores),
        queries=len(query_ids),
        documents=pc.count_distinct(documents).as_py(),
        low=int(counts.min()),
        high=int(counts.max()),
        findings=_findings(query_ids, query_index, documents, ranks, scores, table.lines, tags, counts),
    )
    called = name or (tags[0] if text.file == NAMELESS else stem(text.file))
    return Run(called, query_ids, query_index, documents, ranks, scores, report)


def _scores(file: str, table: Columns) -> np.ndarray:
    column = table.columns[_SCORE]
    scores = cols.lenient_numbers(column)
    cols.raise_for(
        file,
        table,
        _SCORE,
        np.flatnonzero(np.isnan(scores)),
        lambda value: (
            "the score must be a number" + (" (NaN has no place in an order)" if "nan" in value.lower() else "")
        ),
        _ORDER_OF_COLUMNS,
    )
    return scores


def _refuse_equal_infinities(file: str, table: Columns, query_index: np.ndarray, scores: np.ndarray) -> None:
    infinite = np.flatnonzero(np.isinf(scores))
    if len(infinite):
        key = query_index[infinite] * 2 + (scores[infinite] > 0)
        _, group, counts = np.unique(key, return_inverse=True, return_counts=True)
        cols.raise_for(
            file,
            table,
            _SCORE,
            infinite[counts[group] > 1],
            lambda _: "an infinite score must be the only one of its sign in the query",
            "Write the scores that the system computed, or finite ones in the order of the ranks.",
        )


def _findings(
    query_ids: tuple[str, ...],
    query_index: np.ndarray,
    documents: pa.Array,
    ranks: np.ndarray,
    scores: np.ndarray,
    lines: np.ndarray,
    tags: list[str],
    counts: np.ndarray,
) -> tuple[Finding, ...]:
    def queries(rows: np.ndarray) -> tuple[int, tuple[str, ...]]:
        touched = np.unique(query_index[rows])
        return len(touched), tuple(query_ids[query] for query in touched[:_SHOWN])

    found = []
    codes = documents.dictionary_encode()
    pair = query_index * len(codes.dictionary) + codes.indices.to_numpy(zero_copy_only=False)
    _, first = np.unique(pair, return_index=True)
    if len(first) < len(pair):
        repeats = np.setdiff1d(np.arange(len(pair)), first)
        places = tuple(str(line) for line in lines[repeats[:_SHOWN]])
        done = "Counted once, at its best place"
        found.append(Finding("warning", "Repeated document in a query", done, len(repeats), "lines", places))
    by_score = np.lexsort((-scores, query_index))
    tied = (np.diff(query_index[by_score]) == 0) & (scores[by_score[1:]] == scores[by_score[:-1]])
    if tied.any():
        number, places = queries(by_score[1:][tied])
        done = "Ordered as the conventions say"
        found.append(Finding("note", "Equal scores (ties) in a query", done, number, "queries", places))
    by_rank = np.lexsort((ranks, query_index))
    same_query = np.diff(query_index[by_rank]) == 0
    later, sooner = by_rank[1:], by_rank[:-1]
    against = same_query & (scores[later] > scores[sooner]) & (ranks[later] > ranks[sooner])
    if against.any():
        number, places = queries(by_rank[1:][against])
        done = "Score order is used unless the conventions say otherwise"
        found.append(Finding("note", "Rank column and score order disagree", done, number, "queries", places))
    if np.isnan(ranks).any():
        rows = np.flatnonzero(np.isnan(ranks))
        places = tuple(str(line) for line in lines[rows[:_SHOWN]])
        found.append(
            Finding("note", "Rank is not a number", "Score order does not need it", len(rows), "lines", places)
        )
    lowest = np.full(len(query_ids), np.inf)
    np.fmin.at(lowest, query_index, ranks)
    if (lowest == 0).any():
        number = int((lowest == 0).sum())
        places = tuple(query_ids[query] for query in np.flatnonzero(lowest == 0)[:_SHOWN])
        done = "The place in the list gives the rank, from 1"
        found.append(Finding("note", "Ranks start at 0", done, number, "queries", places))
    if len(tags) > 1:
        done = "Read as one run"
        found.append(Finding("warning", "Several run tags in one file", done, len(tags), "tags", tuple(tags[:_SHOWN])))
    if counts.min() < counts.max():
        short = np.flatnonzero(counts < counts.max())
        places = tuple(query_ids[query] for query in short[:_SHOWN])
        what = f"Fewer documents than the deepest query ({counts.min():,} to {counts.max():,})"
        found.append(Finding("note", what, "Kept as they are", len(short), "queries", places))
    return tuple(found)
