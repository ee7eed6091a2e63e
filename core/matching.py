"""Which documents of several systems are the same, query by query: found once, for every fusion of them."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.conventions import checked_cutoff
from core.groups import offsets_of, places_of, slices_of
from core.id_order import same
from core.ids import Ids, joined
from core.model import Rankings
from core.parallel import each
from core.same_keys import representatives, salted

_PART = 1 << 19
"""Documents of all systems that are kept as one part: what c and k change is worked out part by part."""


@dataclass(frozen=True, eq=False)
class Part:
    """The pairs of query and document of some queries that stand one behind the other.

    Attributes
    ----------
    first_query, queries
        The first of the queries, and how many they are.
    query
        For each pair, its query, from 0 for the first one.
    ranks
        Shape (systems, pairs): the rank from 1, or 0 where the system lacks the document.
    best
        For each pair, the best rank that any system gives it. Pairs are ordered by it.
    """

    first_query: int
    queries: int
    query: np.ndarray
    ranks: np.ndarray
    best: np.ndarray

    @cached_property
    def counts(self) -> np.ndarray:
        """How many documents the systems return together for each query."""
        return np.bincount(self.query, minlength=self.queries)


@dataclass(frozen=True, eq=False)
class Matched:
    """Every pair of query and document that some system returned, with its rank in each system.

    Attributes
    ----------
    systems
        The systems.
    query_ids
        All their queries, sorted.
    rows
        Shape (systems, queries): the row of the query in the system, below 0 where it does not answer it.
    lengths
        Shape (systems, queries): how many documents of the system take part.
    parts
        The pairs, for some queries after the others.
    """

    systems: tuple[Rankings, ...]
    query_ids: tuple[str, ...]
    rows: np.ndarray
    lengths: np.ndarray
    parts: tuple[Part, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(system.name for system in self.systems)

    @cached_property
    def deepest(self) -> int:
        """The largest rank."""
        return int(self.lengths.max(initial=0))

    @cached_property
    def counts(self) -> np.ndarray:
        """How many documents the systems return together for each query."""
        return np.concatenate([np.zeros(0, dtype=np.int64), *(part.counts for part in self.parts)])

    @cached_property
    def _all_ids(self) -> Ids:
        return joined([system.ids for system in self.systems])

    @cached_property
    def _begins(self) -> np.ndarray:
        """Shape (systems, queries): the place in all ids before that of rank 1."""
        sizes = offsets_of([len(system.ids) for system in self.systems])[:-1]
        own = [system.offsets[rows] for system, rows in zip(self.systems, self.rows, strict=True)]
        return np.array(own) + sizes[:, None] - 1

    def ids(self, query: np.ndarray, ranks: np.ndarray) -> Ids:
        """Return the ids of documents, given their queries and, in shape (systems, documents), their ranks."""
        places = np.zeros(len(query), dtype=np.int64)
        for begins, own in zip(self._begins[::-1], ranks[::-1], strict=True):
            there = begins.take(query)
            there += own
            np.copyto(places, there, where=own > 0)
        return self._all_ids.select(places)


def match(rankings: Sequence[Rankings], *, depth: int | None = None) -> Matched:
    """Match the documents of several systems, query by query.

    Parameters
    ----------
    rankings
        One or more systems.
    depth
        How many documents of each list take part; by default all.

    Raises
    ------
    ValueError
        If there is no system, or ``depth`` is not a whole number of at least 1.
    """
    if not rankings:
        message = "fusion needs at least one ranking, found none"
        raise ValueError(message)
    if depth is not None:
        depth = checked_cutoff(depth, "depth")
    systems = tuple(rankings)
    query_ids = tuple(sorted({query for system in systems for query in system.query_ids}))
    rows = np.array([[system.row_of.get(query, -1) for query in query_ids] for system in systems], dtype=np.int64)
    # a query that a system lacks has row -1, the one appended
    lengths = np.array([np.append(np.diff(system.offsets), 0)[own] for system, own in zip(systems, rows, strict=True)])
    if depth is not None:
        lengths = np.minimum(lengths, depth)
    for system in systems:
        system.ids.hashes  # noqa: B018 - pieces must not be the first to ask, see core.parallel
    spans = slices_of(offsets_of(lengths.sum(axis=0)), _PART)
    parts = each(lambda span: _matched(systems, rows, lengths, *span), spans)
    return Matched(systems, query_ids, rows, lengths, tuple(parts))


def _matched(systems: Sequence[Rankings], rows: np.ndarray, lengths: np.ndarray, first: int, end: int) -> Part:
    """Match the documents of the queries from ``first`` to ``end``, and order them by best rank."""
    sizes = offsets_of(lengths[:, first:end].sum(axis=0))
    slices = [
        _pairs(systems, rows[:, first + start : first + stop], lengths[:, first + start : first + stop], start)
        for start, stop in slices_of(sizes)
    ]
    query = np.concatenate([query for query, _ in slices]).astype(np.min_scalar_type(end - first))
    deepest = int(lengths[:, first:end].max(initial=0))
    ranks = np.concatenate([ranks for _, ranks in slices], axis=1, dtype=np.min_scalar_type(deepest), casting="unsafe")
    one = ranks.dtype.type(1)
    best = (ranks - one).min(axis=0) + one  # less one, a rank of 0 turns into the largest number
    order = np.argsort(best, kind="stable")
    return Part(first, end - first, query.take(order), ranks.take(order, axis=1), best.take(order))


def _pairs(
    systems: Sequence[Rankings], rows: np.ndarray, lengths: np.ndarray, first: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the query of each pair, counted from ``first``, and its ranks in shape (systems, pairs)."""
    hashes, local, ranks, places = [], [], [], []
    for system, own_rows, own_lengths in zip(systems, rows, lengths, strict=True):
        starts = system.offsets[own_rows]
        spans = zip(starts.tolist(), (starts + own_lengths).tolist(), strict=True)
        hashes += [system.ids.hashes[start:stop] for start, stop in spans]
        local.append(np.repeat(np.arange(len(own_rows)), own_lengths))
        ranks.append(places_of(offsets_of(own_lengths)))
        places.append(np.repeat(starts, own_lengths) + ranks[-1] - 1)
    query = np.concatenate(local)
    pair_of = representatives(salted(np.concatenate(hashes), query))
    others = np.flatnonzero(pair_of != np.arange(len(pair_of)))
    ids = joined([system.ids.select(place) for system, place in zip(systems, places, strict=True)])
    # equality decides
    if not ((query[others] == query[pair_of[others]]).all() and same(ids, others, ids, pair_of[others]).all()):
        pair_of = _exactly(ids, query)
    is_pair = pair_of == np.arange(len(pair_of))
    pairs = (np.cumsum(is_pair) - 1)[pair_of]
    matrix = np.zeros((len(systems), int(is_pair.sum())), dtype=np.int32)
    bounds = offsets_of([len(rank) for rank in ranks]).tolist()
    for row, rank, (start, stop) in zip(matrix, ranks, itertools.pairwise(bounds), strict=True):
        row[pairs[start:stop]] = rank
    return query[is_pair] + first, matrix


def _exactly(ids: Ids, query: np.ndarray) -> np.ndarray:
    """Return for each id the place of the first one that equals it in the same query, without hashes."""
    codes = ids.text().dictionary_encode()
    pair = query * len(codes.dictionary) + codes.indices.to_numpy(zero_copy_only=False)
    _, first, group = np.unique(pair, return_index=True, return_inverse=True)
    return first[group]
