"""The grade of every ranked document: one join of rankings and judgements, used by all measures."""

from dataclasses import dataclass

import numpy as np

from core.groups import bits_for, ranges
from core.ids import Ids, same
from core.model import Qrels, Rankings
from core.parallel import each
from core.same_keys import salted

_SPARSE = 6
"""The table of judged hashes has 2 to this power as many places as judgements: 1 in 64 other documents passes it."""


@dataclass(frozen=True, eq=False)
class Judged:
    """The judged documents of ranked lists, ordered by row and rank; a row is a query of the qrels.

    Attributes
    ----------
    rows, ranks, grades
        For each judged document that was returned: the row of its query, its rank from 1, its grade.
    judgements
        For each of them, the place of its judgement in the qrels.
    returned
        For each row, how many documents the list has; 0 where the system did not answer the query.
    """

    rows: np.ndarray
    ranks: np.ndarray
    grades: np.ndarray
    judgements: np.ndarray
    returned: np.ndarray

    @classmethod
    def of(cls, judgements: np.ndarray, ranks: np.ndarray, returned: np.ndarray, qrels: Qrels) -> "Judged":
        """Put judged documents in order, given by the places of their judgements and their ranks."""
        rows = np.searchsorted(qrels.offsets, judgements, side="right") - 1
        order = np.lexsort((ranks, rows))
        judgements = judgements[order]
        return cls(rows[order], ranks[order], qrels.grades[judgements], judgements, returned)


def judge(rankings: Rankings, qrels: Qrels) -> Judged:
    """Look up the judged documents of every query of the qrels; queries they do not know are passed over."""
    counts = np.diff(rankings.offsets)
    row_of_query = np.array([qrels.row_of.get(query, -1) for query in rankings.query_ids], dtype=np.int64)
    returned = np.zeros(len(qrels.query_ids), dtype=np.int64)
    returned[row_of_query[row_of_query >= 0]] = counts[row_of_query >= 0]
    places, judgements = _judged_places(rankings.offsets, row_of_query, rankings.ids, qrels)
    query = np.searchsorted(rankings.offsets, places, side="right") - 1
    return Judged.of(judgements, places - rankings.offsets[query] + 1, returned, qrels)


def _judged_places(
    offsets: np.ndarray, row_of_query: np.ndarray, ids: Ids, qrels: Qrels
) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of ``ids`` that are judged, and for each the place of its judgement.

    Query i has the ids from ``offsets[i]`` to ``offsets[i + 1]`` and is row ``row_of_query[i]`` of the qrels,
    below 0 if they do not know it.
    """
    hashes = ids.hashes
    bits = min(max(bits_for(len(qrels.grades)) + _SPARSE, 12), 22)
    shift = np.uint64(64 - bits)
    in_qrels = np.zeros(1 << bits, dtype=bool)
    in_qrels[qrels.ids.hashes >> shift] = True
    parts = each(lambda part: part.start + np.flatnonzero(in_qrels[hashes[part] >> shift]), ranges(len(ids)))
    places = np.concatenate([np.zeros(0, dtype=np.int64), *parts])
    rows = row_of_query[np.searchsorted(offsets, places, side="right") - 1]
    places, rows = places[rows >= 0], rows[rows >= 0]
    keys = salted(hashes[places], rows)
    order, known = qrels.by_key
    start = np.searchsorted(known, keys)
    found_places, found_judgements = [], []
    # several judgements have one key only where hashes collide; then each of them is tried
    while len(places):
        inside = start < len(known)
        inside[inside] = known[start[inside]] == keys[inside]
        places, rows, keys, start = places[inside], rows[inside], keys[inside], start[inside]
        judgements = order[start]
        equal = (qrels.offsets[rows] <= judgements) & (judgements < qrels.offsets[rows + 1])
        equal[equal] = same(ids, places[equal], qrels.ids, judgements[equal])
        found_places.append(places[equal])
        found_judgements.append(judgements[equal])
        places, rows, keys, start = places[~equal], rows[~equal], keys[~equal], start[~equal] + 1
    none = np.zeros(0, dtype=np.int64)
    return np.concatenate([none, *found_places]), np.concatenate([none, *found_judgements])


def ranks_by_judgement(judged: Judged, qrels: Qrels) -> np.ndarray:
    """Return for each judgement of the qrels the rank of its document, or 0 where it was not returned."""
    ranks = np.zeros(len(qrels.grades), dtype=np.int64)
    ranks[judged.judgements] = judged.ranks
    return ranks
