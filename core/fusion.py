"""Reciprocal rank fusion of all queries at once, with the exact order of :func:`core.formulas.rrf`.

Documents are matched between the runs once (:func:`match`); after that every c, weight and depth is
arithmetic on ranks. Floats sort; sums too close for floats are settled with exact fractions.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.conventions import checked_cutoff
from core.decimals import number_text
from core.formulas import Number, checked_weights, exact
from core.groups import groups_of, offsets_of, places_of
from core.model import DEEPEST, Rankings

_EPSILON = float(np.finfo(float).eps)
_SMALLEST = float(np.finfo(float).smallest_subnormal)


@dataclass(frozen=True, eq=False)
class Matched:
    """Every pair of query and document that some run returned, with its rank in each run.

    Attributes
    ----------
    names
        Names of the runs.
    query_ids
        All queries of all runs, sorted.
    offsets
        The pairs of query i stand at ``offsets[i]`` to ``offsets[i + 1]``, ordered by document id.
    documents
        The distinct document ids, sorted.
    document_index
        For each pair, the place of its document in ``documents``.
    ranks
        Shape (runs, pairs): the rank from 1, or 0 where the run lacks the document.
    """

    names: tuple[str, ...]
    query_ids: tuple[str, ...]
    offsets: np.ndarray
    documents: pa.Array
    document_index: np.ndarray
    ranks: np.ndarray

    @cached_property
    def query_index(self) -> np.ndarray:
        """For each pair, the place of its query in ``query_ids``."""
        return groups_of(self.offsets)

    @cached_property
    def best_ranks(self) -> np.ndarray:
        """For each pair, the best rank that any run gives it."""
        return np.where(self.ranks > 0, self.ranks, np.iinfo(self.ranks.dtype).max).min(axis=0)

    @cached_property
    def lengths(self) -> np.ndarray:
        """Shape (runs, queries): how many documents the run returned."""
        queries = len(self.query_ids)
        return np.array([np.bincount(self.query_index[row > 0], minlength=queries) for row in self.ranks])


def fuse(
    rankings: Sequence[Rankings],
    *,
    c: Number = 60.0,
    weights: Sequence[Number] | None = None,
    depth: int | None = None,
) -> Rankings:
    """Fuse systems by weighted reciprocal rank fusion: the sum of ``weight / (c + rank)``, ranks from 1.

    Parameters
    ----------
    rankings
        One or more systems. A query that one lacks is fused from the others.
    c
        The constant, finite and at least 0. It means the decimal that was typed.
    weights
        One per system, finite and at least 0, not all 0; by default 1 each. They too mean the decimals typed.
    depth
        How many documents of each list take part; by default all.

    Returns
    -------
    Rankings
        All documents of the lists. Equal sums are ordered by document id, ascending, and are equal sums
        exactly, so the result never depends on the order of the systems. Queries are sorted by id.

    Raises
    ------
    ValueError
        If there is no system, or ``c``, ``weights`` or ``depth`` are not as stated.

    Source: Cormack, Clarke and Büttcher 2009.
    """
    return fuse_matched(match(rankings, depth=depth), c=c, weights=weights)


def match(rankings: Sequence[Rankings], *, depth: int | None = None) -> Matched:
    """Match the documents of several systems, query by query; see :func:`fuse` for the parameters."""
    if not rankings:
        message = "fusion needs at least one ranking, found none"
        raise ValueError(message)
    if depth is not None:
        depth = checked_cutoff(depth, "depth")
    query_ids = tuple(sorted({query for each in rankings for query in each.query_ids}))
    place = {query: index for index, query in enumerate(query_ids)}
    documents = _sorted_distinct([each.documents for each in rankings])
    keys, ranks = [], []
    for each in rankings:
        rank = places_of(each.offsets)
        query = np.array([place[query] for query in each.query_ids], dtype=np.int64)[groups_of(each.offsets)]
        document = pc.index_in(each.documents, documents).to_numpy(zero_copy_only=False)
        kept = slice(None) if depth is None else rank <= depth
        keys.append((query * len(documents) + document)[kept])
        ranks.append(rank[kept])
    pairs, where = np.unique(np.concatenate(keys), return_inverse=True)
    matrix = np.zeros((len(rankings), len(pairs)), dtype=np.int32)
    start = 0
    for row, rank in enumerate(ranks):
        matrix[row, where[start : start + len(rank)]] = rank
        start += len(rank)
    query_index, document_index = np.divmod(pairs, max(len(documents), 1))
    offsets = offsets_of(np.bincount(query_index, minlength=len(query_ids)))
    names = tuple(each.name for each in rankings)
    return Matched(names, query_ids, offsets, documents, document_index, matrix)


def fuse_matched(matched: Matched, *, c: Number = 60.0, weights: Sequence[Number] | None = None) -> Rankings:
    """Fuse documents that were matched before; see :func:`fuse`."""
    scores, order, offsets = fused_top(matched, c=c, weights=weights)
    documents = matched.documents.take(pa.array(matched.document_index[order]))
    name = _name(matched.names, c, weights)
    return Rankings(name, matched.query_ids, offsets, documents, scores)


def _name(names: Sequence[str], c: Number, weights: Sequence[Number] | None) -> str:
    """Return a name that two fusions share only if they are the same, as far as names tell systems apart."""
    if weights is not None and len(set(weights)) > 1:
        names = [f"{number_text(weight)}*{name}" for name, weight in zip(names, weights, strict=True)]
    return f"RRF of {', '.join(names)}, c={number_text(c)}"


def fused_top(
    matched: Matched, *, c: Number = 60.0, weights: Sequence[Number] | None = None, k: int | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the scores in fused order, the pairs they belong to, and where each query begins among them.

    With ``k`` only the first k documents of each query are put in order and returned.
    """
    constant = exact(c, "c")
    k = None if k is None else min(k, DEEPEST)
    shares = checked_weights(weights, len(matched.ranks))
    # a common power of two changes no order, and keeps the float sums from overflowing
    exponent = math.frexp(max(map(float, shares)))[1]
    shares = [share / Fraction(2) ** exponent for share in shares]
    kept = np.arange(matched.ranks.shape[1]) if k is None else _within_reach(matched, constant, shares, k)
    ranks, query = matched.ranks[:, kept], matched.query_index[kept]
    scores = _float_sums(ranks, float(constant), [float(share) for share in shares])
    if k is not None:
        near = _near_top(scores, offsets_of(np.bincount(query, minlength=len(matched.query_ids))), k, len(shares))
        kept, ranks, query, scores = kept[near], ranks[:, near], query[near], scores[near]
    # pairs stand in the order of document ids, and the sort is stable: equal sums stay in that order
    order = np.lexsort((-scores, query))
    _settle(order, scores, query, ranks, constant, shares)
    counts = np.bincount(query, minlength=len(matched.query_ids))
    if k is not None:
        order = order[places_of(offsets_of(counts)) <= k]
        counts = np.minimum(counts, k)
    with np.errstate(over="ignore"):  # weights near the largest double can sum to infinity
        return np.ldexp(scores[order], exponent), kept[order], offsets_of(counts)


def _sorted_distinct(columns: list[pa.Array]) -> pa.Array:
    distinct = pc.unique(pa.chunked_array(columns, pa.large_string()))
    return distinct.take(pc.array_sort_indices(distinct))


def _float_sums(ranks: np.ndarray, c: float, weights: list[float]) -> np.ndarray:
    """Sum the shares from the smallest up, so that the sum does not depend on the order of the lists."""
    shares = np.zeros(ranks.shape)
    for row, weight in enumerate(weights):
        np.divide(weight, c + ranks[row], out=shares[row], where=ranks[row] > 0)
    if len(weights) > 2:
        shares.sort(axis=0)
    return shares.sum(axis=0)


def _uncertainty(scores: np.ndarray, lists: int) -> np.ndarray:
    """Return how far apart float sums near these scores may be although the exact sums are equal.

    A share errs by at most three units of rounding (c, the addition, the division; the weight is a fourth), a sum
    of n shares by n - 1 more; two sums may err in opposite ways, and the bound is taken twice as wide.
    """
    return scores * (4 * (lists + 4) * _EPSILON) + 4 * lists * _SMALLEST


def _within_reach(matched: Matched, c: Fraction, weights: list[Fraction], k: int) -> np.ndarray:
    """Return the pairs whose best rank alone does not rule them out of the top k.

    The first k documents of the list with the largest weight w score at least ``w / (c + k)`` each. One whose
    best rank is r scores at most ``W / (c + r)``, with W the sum of the weights. So it is out of reach if
    ``r > (W / w) (c + k) - c``: beyond rank c + 2k for two lists of equal weight. Queries in which that list
    has fewer than k documents keep all pairs.
    """
    heaviest = max(range(len(weights)), key=lambda row: weights[row])
    deepest = sum(weights) / weights[heaviest] * (c + k) - c
    if deepest >= int(matched.ranks.max(initial=0)):
        return np.arange(matched.ranks.shape[1])
    short = matched.lengths[heaviest] < k
    return np.flatnonzero((matched.best_ranks <= int(deepest)) | short[matched.query_index])


def _near_top(scores: np.ndarray, offsets: np.ndarray, k: int, lists: int) -> np.ndarray:
    """Return the pairs that may stand in the top k: not clearly below the k-th score of their query."""
    kept = [np.zeros(0, dtype=np.int64)]
    for start, end in itertools.pairwise(offsets.tolist()):
        if end - start <= k:
            kept.append(np.arange(start, end))
        else:
            own = scores[start:end]
            kth = np.partition(own, end - start - k)[end - start - k]
            kept.append(start + np.flatnonzero(own >= kth - _uncertainty(kth, lists)))
    return np.concatenate(kept)


def _settle(
    order: np.ndarray, scores: np.ndarray, query: np.ndarray, ranks: np.ndarray, c: Fraction, weights: list[Fraction]
) -> None:
    """Put sums too close for floats in their exact order, and round their scores from the exact sums.

    Such sums stand next to each other in ``order``, which is changed in place, as ``scores`` is. A cluster
    of them all made of the same shares has equal floats and stands in order already.
    """
    in_order = scores[order]
    close = np.diff(query[order]) == 0
    close &= -np.diff(in_order) <= _uncertainty(in_order[:-1], len(weights))
    if not close.any():
        return
    shares, decode = _canonical_shares(ranks[:, order], weights)
    same = np.all(shares[:, 1:] == shares[:, :-1], axis=0)
    cluster = np.cumsum(np.concatenate([[True], ~close])) - 1
    mixed = np.zeros(cluster[-1] + 1, dtype=bool)
    mixed[cluster[1:][close & ~same]] = True
    members = np.flatnonzero(mixed[cluster])
    if not len(members):
        return
    distinct, which = np.unique(shares[:, members], axis=1, return_inverse=True)
    sums = [
        sum((weight / (c + rank) for weight, rank in decode(column)), start=Fraction(0))
        for column in distinct.T.tolist()
    ]
    # number the sums in their order, so that arrays can sort by them
    place_of = {value: place for place, value in enumerate(sorted(set(sums), reverse=True))}
    place = np.array([place_of[value] for value in sums])[which]
    moved = order[members]
    scores[moved] = np.array([float(value) for value in sums])[which]
    order[members] = moved[np.lexsort((moved, place, cluster[members]))]


def _canonical_shares(
    ranks: np.ndarray, weights: list[Fraction]
) -> tuple[np.ndarray, Callable[[list[int]], list[tuple[Fraction, int]]]]:
    """Return the shares of each column as sorted numbers, equal where the shares are, and their decoder."""
    stride = int(ranks.max(initial=0)) + 1
    classes = sorted(set(weights))
    codes = np.zeros(ranks.shape, dtype=np.int64)
    for row, weight in enumerate(weights):
        if weight:
            codes[row] = np.where(ranks[row] > 0, classes.index(weight) * stride + ranks[row], 0)
    codes.sort(axis=0)

    def decode(column: list[int]) -> list[tuple[Fraction, int]]:
        return [(classes[code // stride], code % stride) for code in column if code]

    return codes, decode
