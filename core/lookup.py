"""Which of many ids are judged: a search that looks at every id once, and at its text only where that can matter."""

from collections.abc import Callable

import numpy as np

from core.groups import bits_for
from core.id_order import same
from core.ids import Ids
from core.same_keys import salted

_SPARSE = 6
"""The table of judged hashes has 2 to this power as many places as judgements: 1 in 64 other documents passes it."""


def judged_places(
    ids: Ids,
    rows_at: Callable[[np.ndarray], np.ndarray],
    judged: Ids,
    offsets: np.ndarray,
    by_key: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of ``ids`` that are judged, and for each the place of its judgement.

    Parameters
    ----------
    ids
        The ids that were returned.
    rows_at
        Returns for places in ``ids`` the rows of their queries in the qrels, below 0 if they do not know them.
    judged
        The ids of the qrels; row i has those from ``offsets[i]`` to ``offsets[i + 1]``.
    offsets
        Where the rows begin and end.
    by_key
        An order of the judgements by a key of row and id, and the keys in that order.
    """
    bits = min(max(bits_for(len(judged)) + _SPARSE, 12), 22)
    shift = np.uint64(64 - bits)
    in_qrels = np.zeros(1 << bits, dtype=bool)
    in_qrels[judged.hashes >> shift] = True
    places = ids.flagged(lambda hashes: in_qrels[hashes >> shift])
    rows = rows_at(places)
    places, rows = places[rows >= 0], rows[rows >= 0]
    keys = salted(ids.select(places).hashes, rows)
    order, known = by_key
    start = np.searchsorted(known, keys)
    found_places, found_judgements = [places[:0]], [places[:0]]
    # several judgements have one key only where hashes collide; then each of them is tried
    while len(places):
        inside = start < len(known)
        inside[inside] = known[start[inside]] == keys[inside]
        places, rows, keys, start = places[inside], rows[inside], keys[inside], start[inside]
        judgements = order[start]
        equal = (offsets[rows] <= judgements) & (judgements < offsets[rows + 1])
        equal[equal] = same(ids, places[equal], judged, judgements[equal])
        found_places.append(places[equal])
        found_judgements.append(judgements[equal])
        places, rows, keys, start = places[~equal], rows[~equal], keys[~equal], start[~equal] + 1
    return np.concatenate(found_places), np.concatenate(found_judgements)
