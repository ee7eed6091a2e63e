"""What the reader of a run should know about it: counted, with the first places, and none of it an error."""

from collections.abc import Callable, Sequence

import numpy as np

from core.groups import offsets_of, places_of
from core.lines import Lines
from core.model import Finding
from core.order import ordered

_SHOWN = 5


def findings(
    lines: Lines, query_ids: Sequence[str], tags: Sequence[str], line_of: Callable[[int], int]
) -> tuple[Finding, ...]:
    """Return what is peculiar about a run.

    Parameters
    ----------
    lines
        The lines of the run.
    query_ids, tags
        Its distinct query ids and run tags, in order of first occurrence.
    line_of
        Returns the line number in the file of a line that holds data.
    """

    def queries(found: np.ndarray) -> tuple[int, tuple[str, ...]]:
        return len(found), tuple(query_ids[query] for query in found[:_SHOWN])

    def numbers(rows: np.ndarray) -> tuple[int, tuple[str, ...]]:
        return len(rows), tuple(str(line_of(row)) for row in rows[:_SHOWN].tolist())

    found = []
    rows, pair = lines.repeats
    if len(rows):
        again = np.sort(rows[1:][pair[1:] == pair[:-1]])
        done = "Counted once, at its best place"
        found.append(Finding("warning", "Repeated document in a query", done, *_split(numbers(again), "lines")))
    scores = ordered(lines.scores, lines.by_score)
    if len(tied := _queries_where(scores[1:] == scores[:-1], lines.offsets)):
        done = "Ordered as the conventions say"
        found.append(Finding("note", "Equal scores (ties) in a query", done, *_split(queries(tied), "queries")))
    if len(against := _against_ranks(lines, scores)):
        done = "Score order is used unless the conventions say otherwise"
        found.append(
            Finding("note", "Rank column and score order disagree", done, *_split(queries(against), "queries"))
        )
    if (odd := np.isnan(lines.ranks)).any():
        done = "Score order does not need it"
        found.append(Finding("note", "Rank is not a number", done, *_split(numbers(np.flatnonzero(odd)), "lines")))
    lowest = np.fmin.reduceat(ordered(lines.ranks, lines.by_query), lines.offsets[:-1])
    if len(from_0 := np.flatnonzero(lowest == 0)):
        done = "The place in the list gives the rank, from 1"
        found.append(Finding("note", "Ranks start at 0", done, *_split(queries(from_0), "queries")))
    if len(tags) > 1:
        done = "Read as one run"
        found.append(Finding("warning", "Several run tags in one file", done, len(tags), "tags", tuple(tags[:_SHOWN])))
    counts = np.diff(lines.offsets)
    if len(short := np.flatnonzero(counts < counts.max())):
        what = f"Fewer documents than the deepest query ({counts.min():,} to {counts.max():,})"
        found.append(Finding("note", what, "Kept as they are", *_split(queries(short), "queries")))
    return tuple(found)


def _split(counted: tuple[int, tuple[str, ...]], unit: str) -> tuple[int, str, tuple[str, ...]]:
    count, places = counted
    return count, unit, places


def _queries_where(step: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return the queries in which something holds between neighbours; ``step[i]`` is about places i and i + 1."""
    places = np.flatnonzero(step)
    query = np.searchsorted(offsets, places, side="right") - 1
    return np.unique(query[places + 1 < offsets[query + 1]])


def _against_ranks(lines: Lines, scores: np.ndarray) -> np.ndarray:
    """Return the queries in which some line has both a higher score and a higher rank number than another."""
    ranks = ordered(lines.ranks, lines.by_score)
    suspects = _queries_where(~(ranks[1:] >= ranks[:-1]), lines.offsets)
    if not len(suspects):
        return suspects
    # equal scores may stand in any order of ranks, so a fall among them proves nothing: sort these by rank first
    depths = np.diff(lines.offsets)[suspects]
    rows = np.repeat(lines.offsets[suspects], depths) + places_of(offsets_of(depths)) - 1
    query = np.repeat(suspects, depths)
    known = ~np.isnan(ranks[rows])
    rows, query = rows[known], query[known]
    order = np.lexsort((ranks[rows], -scores[rows], query))
    rows, query = rows[order], query[order]
    fall = (scores[rows[1:]] < scores[rows[:-1]]) & (ranks[rows[1:]] < ranks[rows[:-1]]) & (query[1:] == query[:-1])
    return np.unique(query[1:][fall])
