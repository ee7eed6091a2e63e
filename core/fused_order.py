"""The order of fused documents: by query, exact sum and id. Floats sort; what is too close for them is settled after.

Query, sum and place of a document are packed into one number of 64 bits: sorting such numbers is several times
as fast as sorting an order, and bounds are found among them by bisection.
"""

from dataclasses import dataclass

import numpy as np

from core.exact_sums import Shares
from core.groups import bits_for
from core.id_order import by_id
from core.ids import Ids

_MANTISSA = 52


@dataclass(frozen=True, eq=False)
class Packed:
    """Numbers that order documents by query and falling sum, as far as the bits left for sums can tell.

    Attributes
    ----------
    keys
        The numbers, sorted: the query in the high bits, then the sum, in the low ones the place of the document.
    place_bits, sum_bits
        How many bits hold the place, and the sum.
    highest
        No sum is larger.
    """

    keys: np.ndarray
    place_bits: int
    sum_bits: int
    highest: float

    @classmethod
    def of(cls, query: np.ndarray, queries: int, sums: np.ndarray) -> "Packed":
        """Pack documents of ``queries`` queries, numbered from 0, and sort them."""
        place_bits = bits_for(len(sums))
        sum_bits = min(64 - bits_for(queries) - place_bits, _MANTISSA)
        packed = cls(np.arange(len(sums), dtype=np.uint64), place_bits, sum_bits, float(sums.max(initial=0.0)) or 1.0)
        keys = packed._bare(query, sums)
        keys |= packed.keys
        keys.sort()
        return cls(keys, place_bits, sum_bits, packed.highest)

    def _bare(self, query: np.ndarray, sums: np.ndarray) -> np.ndarray:
        keys = ((1.0 - np.clip(sums / self.highest, 0.0, 1.0)) * float(2**self.sum_bits - 1)).astype(np.uint64)
        keys |= query.astype(np.uint64) << np.uint64(self.sum_bits)
        keys <<= np.uint64(self.place_bits)
        return keys

    def places(self, some: slice | np.ndarray = slice(None)) -> np.ndarray:
        """Return the places of documents, given where these stand in the order; by default of all."""
        return (self.keys[some] & self._last).astype(np.int64)

    @property
    def _last(self) -> np.uint64:
        return np.uint64(2**self.place_bits - 1)

    def before(self, query: np.ndarray, sums: np.ndarray) -> np.ndarray:
        """Return how many documents stand before the first one that may have one of these sums in its query."""
        return np.searchsorted(self.keys, self._bare(query, sums))

    def through(self, query: np.ndarray, sums: np.ndarray) -> np.ndarray:
        """Return how many documents stand before and at the last one that may have one of these sums."""
        return np.searchsorted(self.keys, self._bare(query, sums) | self._last, side="right")


def exact_order(
    query: np.ndarray, ranks: np.ndarray, ids: Ids, shares: Shares, packed: Packed, sums: np.ndarray
) -> np.ndarray:
    """Return the order of documents by query, falling exact sum and id, each ascending.

    Parameters
    ----------
    query
        For each document its query, from 0.
    ranks
        Shape (systems, documents): its rank in each system, or 0.
    ids
        Its id.
    shares
        What each rank adds to a sum.
    packed
        The documents packed by ``query`` and ``sums``.
    sums
        The float sums. Those that floats could not tell from unequal ones are replaced by the nearest to the exact sum.
    """
    order = _by_sum(packed, sums)
    _settle(query, ranks, ids, shares, sums, order)
    return order


def _by_sum(packed: Packed, sums: np.ndarray) -> np.ndarray:
    """Return the order by query and falling sum; equal sums in any order."""
    order = packed.places()
    levels = packed.keys >> np.uint64(packed.place_bits)
    # sums that differ by less than the bits can say stand in any order so far
    in_order = sums[order]
    turned = (in_order[1:] > in_order[:-1]) & (levels[1:] == levels[:-1])
    if turned.any():
        run = np.concatenate([[0], np.cumsum(levels[1:] != levels[:-1])])
        mixed = np.zeros(run[-1] + 1, dtype=bool)
        mixed[run[1:][turned]] = True
        members = np.flatnonzero(mixed[run])
        order[members] = order[members][np.lexsort((-in_order[members], run[members]))]
    return order


def _settle(
    query: np.ndarray, ranks: np.ndarray, ids: Ids, shares: Shares, sums: np.ndarray, order: np.ndarray
) -> None:
    """Put sums too close for floats in their exact order, equal ones by document id; round their sums exactly.

    Such sums stand next to each other in ``order``, which is changed in place, as ``sums`` is.
    """
    in_order, query = sums[order], query[order]
    close = (query[1:] == query[:-1]) & (in_order[:-1] - in_order[1:] <= shares.uncertainty(in_order[:-1]))
    if not close.any():
        return
    touched = np.concatenate([close, [False]])
    touched[1:] |= close
    members = np.flatnonzero(touched)
    cluster = np.concatenate([[0], np.cumsum(~close[members[1:] - 1])])
    pairs = order[members]
    codes = shares.codes(ranks.take(pairs, axis=1))
    differ = (codes[:, 1:] != codes[:, :-1]).any(axis=0) & (cluster[1:] == cluster[:-1])
    if differ.any():
        mixed = np.zeros(cluster[-1] + 1, dtype=bool)
        mixed[cluster[1:][differ]] = True
        odd = np.flatnonzero(mixed[cluster])
        place, exact = shares.exactly(codes[:, odd])
        sums[pairs[odd]] = exact
        turn = np.lexsort((place, cluster[odd]))
        pairs[odd], place = pairs[odd[turn]], place[turn]
        apart = np.zeros(len(members), dtype=bool)
        apart[odd[1:]] = place[1:] != place[:-1]
        cluster = np.cumsum(np.concatenate([[0], (cluster[1:] != cluster[:-1]) | apart[1:]]))
    order[members] = pairs[by_id(ids, pairs, cluster)]
