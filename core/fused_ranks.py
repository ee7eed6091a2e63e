"""Where judged documents stand in a fusion, without putting all other documents in order.

What a measure needs of a fused list is the ranks of its judged documents. Each is one more than the number of
documents before it: those with a larger sum, and those with the same sum and a smaller id.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from core.exact_sums import Shares
from core.groups import bits_for, offsets_of, places_of
from core.ids import Ids, by_id, joined
from core.matching import Matched, Part
from core.model import DEEPEST, Qrels
from core.parallel import each

_MARGIN = 1e-9
"""Relative width by which float bounds are drawn too wide rather than too narrow."""


@dataclass(frozen=True, eq=False)
class Sought:
    """Judged documents that some system returned, ordered by query: those whose ranks are sought.

    Attributes
    ----------
    judgements
        The place of each in the qrels.
    query
        Its query, as in the matched documents.
    ranks
        Shape (systems, documents): its rank in each system, or 0.
    ids
        Their ids.
    """

    judgements: np.ndarray
    query: np.ndarray
    ranks: np.ndarray
    ids: Ids

    @classmethod
    def of(cls, matched: Matched, qrels: Qrels) -> "Sought":
        """Look up the judged documents of all systems."""
        ranks = np.zeros((len(matched.systems), len(qrels.grades)), dtype=np.int64)
        for own, system in zip(ranks, matched.systems, strict=True):
            judgements, found = system.judged(qrels, DEEPEST)
            own[judgements] = found
        rows = qrels.rows_of(matched.query_ids)
        query_of_row = np.zeros(len(qrels.query_ids), dtype=np.int64)
        query_of_row[rows[rows >= 0]] = np.flatnonzero(rows >= 0)
        query = np.repeat(query_of_row, np.diff(qrels.offsets))
        judgements = np.flatnonzero((ranks > 0).any(axis=0))
        judgements = judgements[np.argsort(query[judgements], kind="stable")]
        query, ranks = query[judgements], ranks[:, judgements]
        ranks[ranks > matched.lengths[:, query]] = 0  # deeper than takes part
        left = (ranks > 0).any(axis=0)
        judgements, query, ranks = judgements[left], query[left], ranks[:, left]
        return cls(judgements, query, ranks, qrels.ids.select(judgements))


def fused_ranks(matched: Matched, sought: Sought, shares: Shares, k: int) -> np.ndarray:
    """Return the rank of each sought document in the fusion, or 0 where it is not among the first ``k``."""
    sums = shares.sums(sought.ranks)
    floor = _floor(matched, shares, k)
    able = np.flatnonzero(sums >= floor[sought.query])
    begins = np.searchsorted(sought.query[able], [part.first_query for part in matched.parts]).tolist()
    bounds = itertools.pairwise([*begins, len(able)])

    def look(piece: tuple[Part, tuple[int, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        part, (start, end) = piece
        if start == end:
            return np.zeros(0, dtype=np.int64), part.ranks[:, :0], np.zeros(0, dtype=np.int64)
        mine = able[start:end]
        own_query = sought.query[mine] - part.first_query
        pairs, pair_sums = _candidates(matched, part, shares, k, _lowest(own_query, sums[mine], part.queries))
        before, near, near_of = _around(part, pairs, pair_sums, own_query, sums[mine], shares)
        return before, part.ranks[:, near], start + near_of

    found = each(look, zip(matched.parts, bounds, strict=True))
    ranks = np.zeros(len(sought.query), dtype=np.int64)
    if found:
        before = np.concatenate([counts for counts, _, _ in found])
        near = np.concatenate([near for _, near, _ in found], axis=1)
        near_of = np.concatenate([near_of for _, _, near_of in found])
        before += _exactly_before(matched, shares, sought, able, near, near_of)
        ranks[able] = np.where(before < k, before + 1, 0)
    return ranks


def _floor(matched: Matched, shares: Shares, k: int) -> np.ndarray:
    """Return for each query a sum below which no document is among the first k.

    The first k documents of the system with the largest weight w have at least ``w / (c + k)`` each. Where that
    system has fewer, the floor is 0.
    """
    heaviest = _heaviest(shares)
    least = float(shares.weights[heaviest]) / (float(shares.c) + k) * (1 - _MARGIN)
    return np.where(matched.lengths[heaviest] < k, 0.0, least)


def _heaviest(shares: Shares) -> int:
    return max(range(len(shares.weights)), key=lambda system: shares.weights[system])


def _lowest(query: np.ndarray, sums: np.ndarray, queries: int) -> np.ndarray:
    """Return the lowest of the sums of each query, a little less; infinity where there is none."""
    lowest = np.full(queries, np.inf)
    np.minimum.at(lowest, query, sums)
    return lowest * (1 - _MARGIN)


def _candidates(
    matched: Matched, part: Part, shares: Shares, k: int, lowest: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs of which some may stand before a sought document, and their sums.

    ``lowest`` has the lowest sum that matters for each query. A document whose best rank is r has at most
    ``W / (c + r)``, with W the sum of the weights, so that all beyond rank ``(W / w) (c + k) - c`` are below the floor
    of :func:`_floor` without a look at them: beyond c + 2k for two systems of equal weight.
    """
    heaviest = _heaviest(shares)
    reach = sum(shares.weights) / shares.weights[heaviest] * (shares.c + k) - shares.c
    all_ = len(part.best)
    near_top = all_ if reach >= matched.deepest else int(np.searchsorted(part.best, int(reach), side="right"))
    sums = shares.sums(part.ranks[:, :near_top])
    pairs = np.flatnonzero(sums >= lowest[part.query[:near_top]])
    sums = sums[pairs]
    short = matched.lengths[heaviest, part.first_query : part.first_query + part.queries] < k
    if near_top < all_ and short.any():
        rest = near_top + np.flatnonzero(short[part.query[near_top:]])
        pairs = np.concatenate([pairs, rest])
        sums = np.concatenate([sums, shares.sums(part.ranks[:, rest])])
    return pairs, sums


def _around(
    part: Part, pairs: np.ndarray, sums: np.ndarray, query: np.ndarray, own_sums: np.ndarray, shares: Shares
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how many pairs stand clearly before each sought document, and the pairs too close for floats to tell.

    The latter are given as pairs, and for each the number of the sought document.
    """
    query_bits, place_bits = bits_for(part.queries), bits_for(len(pairs))
    score_bits = min(64 - query_bits - place_bits, 52)
    highest = max(float(sums.max(initial=0.0)), float(own_sums.max())) or 1.0
    steps = float(2**score_bits - 1)

    def level(values: np.ndarray) -> np.ndarray:
        return ((1.0 - np.clip(values / highest, 0.0, 1.0)) * steps).astype(np.uint64)

    def key(query: np.ndarray, levels: np.ndarray) -> np.ndarray:
        return ((query.astype(np.uint64) << np.uint64(score_bits)) + levels) << np.uint64(place_bits)

    keys = key(part.query[pairs], level(sums)) | np.arange(len(pairs), dtype=np.uint64)
    keys.sort()
    width = shares.uncertainty(own_sums)
    first = np.searchsorted(keys, key(query, level(own_sums + width)))
    last_place = np.uint64(2**place_bits - 1)
    last = np.searchsorted(keys, key(query, level(own_sums - width)) | last_place, side="right")
    before = first - np.searchsorted(keys, key(query, np.zeros(len(query), dtype=np.uint64)))
    counts = last - first
    near_of = np.repeat(np.arange(len(query)), counts)
    places = np.repeat(first, counts) + places_of(offsets_of(counts)) - 1
    place = (keys[places] & last_place).astype(np.int64)
    # levels are coarser than floats: some of these can be told apart after all
    gap = sums[place] - own_sums[near_of]
    before += np.bincount(near_of[gap > width[near_of]], minlength=len(query))
    close = np.abs(gap) <= width[near_of]
    return before, pairs[place[close]], near_of[close]


def _exactly_before(
    matched: Matched, shares: Shares, sought: Sought, places: np.ndarray, near: np.ndarray, near_of: np.ndarray
) -> np.ndarray:
    """Return how many of the documents near each of the sought ones at ``places`` stand before it by sum and id.

    ``near`` has the ranks of documents, ``near_of`` which of ``places`` each is close to.
    """
    own = sought.ranks[:, places[near_of]]
    others = (own != near).any(axis=0)  # two documents never share a rank in a system
    near, near_of, own = near[:, others], near_of[others], own[:, others]
    codes, own_codes = shares.codes(near), shares.codes(own)
    ahead, equal = np.zeros(len(near_of), dtype=bool), (codes == own_codes).all(axis=0)
    unequal = np.flatnonzero(~equal)
    if len(unequal):
        place, _ = shares.exactly(np.concatenate([codes[:, unequal], own_codes[:, unequal]], axis=1))
        theirs, ours = place[: len(unequal)], place[len(unequal) :]
        ahead[unequal] = theirs < ours
        equal[unequal] = theirs == ours
    tied = np.flatnonzero(equal)
    mine = places[near_of[tied]]
    both = joined([matched.ids(sought.query[mine], near[:, tied]), sought.ids.select(mine)])
    couples = np.arange(2 * len(tied)).reshape(2, -1).T.ravel()
    order = by_id(both, couples, np.repeat(np.arange(len(tied)), 2))
    ahead[tied] = order[::2] % 2 == 0
    return np.bincount(near_of[ahead], minlength=len(places))
