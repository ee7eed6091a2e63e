"""Where judged documents stand in a fusion, without putting all other documents in order.

What a measure needs of a fused list is the ranks of its judged documents. Each is one more than the number of
documents before it: those with a larger sum, and those with the same sum and a smaller id.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from core.exact_sums import Shares
from core.fused_order import Packed, exact_order
from core.groups import offsets_of, places_of
from core.id_order import by_id
from core.ids import Ids, joined
from core.matching import Matched, Part
from core.model import DEEPEST, Qrels
from core.parallel import each

_FEW = 4
"""Up to this many times the documents of a part, couples of close sums are looked at one by one."""


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
        lowest = _lowest(own_query, sums[mine], part.queries, shares)
        pairs, pair_sums = _candidates(matched, part, shares, k, lowest)
        packed = Packed.of(part.query[pairs], part.queries, pair_sums)
        couples = _around(packed, len(pairs), own_query, sums[mine], shares)
        if couples is None:
            before = _places(matched, part, pairs, packed, pair_sums, own_query, sought.ranks[:, mine], shares)
            return before, part.ranks[:, :0], np.zeros(0, dtype=np.int64)
        before, near, near_of = _told_apart(*couples, pair_sums, sums[mine], shares)
        return before, part.ranks[:, pairs[near]], start + near_of

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
    least = np.array([float(shares.weights[heaviest]) / (float(shares.c) + k)])
    return np.where(matched.lengths[heaviest] < k, 0.0, least - shares.uncertainty(least))


def _heaviest(shares: Shares) -> int:
    return max(range(len(shares.weights)), key=lambda system: shares.weights[system])


def _lowest(query: np.ndarray, sums: np.ndarray, queries: int, shares: Shares) -> np.ndarray:
    """Return the lowest of the sums of each query, less what floats may err; infinity where there is none."""
    lowest = np.full(queries, np.inf)
    np.minimum.at(lowest, query, sums)
    some = np.isfinite(lowest)
    lowest[some] -= shares.uncertainty(lowest[some])
    return lowest


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
    packed: Packed, documents: int, query: np.ndarray, sums: np.ndarray, shares: Shares
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return how many documents stand clearly before each sought one, and the couples too close for the bits to tell.

    A couple is the place of a document and the number of a sought one. ``None`` if they are so many that
    putting all documents in their exact order is less work: when c drowns the ranks, or weights are 0.
    """
    width = shares.uncertainty(sums)
    first = packed.before(query, sums + width)
    counts = packed.through(query, sums - width) - first
    if counts.sum() > _FEW * documents:
        return None
    in_order = np.repeat(first, counts) + places_of(offsets_of(counts)) - 1
    before = first - packed.before(query, np.full(len(query), np.inf))
    return before, packed.places(in_order), np.repeat(np.arange(len(query)), counts)


def _told_apart(
    before: np.ndarray, near: np.ndarray, near_of: np.ndarray, sums: np.ndarray, own_sums: np.ndarray, shares: Shares
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the same with only the couples too close for floats, which tell more than the bits did."""
    width = shares.uncertainty(own_sums)[near_of]
    gap = sums[near] - own_sums[near_of]
    before += np.bincount(near_of[gap > width], minlength=len(before))
    close = np.abs(gap) <= width
    return before, near[close], near_of[close]


def _places(
    matched: Matched,
    part: Part,
    pairs: np.ndarray,
    packed: Packed,
    sums: np.ndarray,
    query: np.ndarray,
    ranks: np.ndarray,
    shares: Shares,
) -> np.ndarray:
    """Return how many documents stand before each sought one, given by query and ranks, from their exact order."""
    pair_query, pair_ranks = part.query[pairs].astype(np.int64), part.ranks[:, pairs]
    ids = matched.ids(part.first_query + pair_query, pair_ranks)
    order = exact_order(pair_query, pair_ranks, ids, shares, packed, sums)
    begins = offsets_of(np.bincount(pair_query, minlength=part.queries))
    before = np.empty(len(order), dtype=np.int64)
    before[order] = np.arange(len(order)) - begins[pair_query[order]]
    # the first system with the document and its rank there name it
    known, sought = _names(pair_query, pair_ranks, matched.deepest), _names(query, ranks, matched.deepest)
    by_name = np.argsort(known)
    found = by_name[np.minimum(np.searchsorted(known[by_name], sought), len(known) - 1)]
    # one that is no candidate has at least k documents before it, as all candidates of its query and more
    return np.where(known[found] == sought, before[found], DEEPEST)


def _names(query: np.ndarray, ranks: np.ndarray, deepest: int) -> np.ndarray:
    """Return a number for each document, given by query and ranks, that no other one has."""
    system = (ranks > 0).argmax(axis=0)
    rank = np.take_along_axis(ranks, system[None], axis=0)[0].astype(np.int64)
    return (query * len(ranks) + system) * (deepest + 1) + rank


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
