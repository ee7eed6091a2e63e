"""Reciprocal rank fusion of all queries at once, with the exact order of :func:`core.formulas.rrf`.

Documents are matched between the systems once (:mod:`core.matching`); after that every c and weight is
arithmetic on ranks. Floats sort; sums too close for floats are settled with exact fractions (:mod:`core.exact_sums`).
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from core.decimals import number_text
from core.exact_sums import Shares
from core.formulas import Number
from core.fused_order import Packed, exact_order
from core.fused_ranks import Sought, fused_ranks
from core.groups import offsets_of
from core.ids import Ids
from core.matching import Matched, Part, match
from core.model import Qrels, Rankings
from core.parallel import each


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


def fuse_matched(matched: Matched, *, c: Number = 60.0, weights: Sequence[Number] | None = None) -> Rankings:
    """Fuse documents that were matched before; see :func:`fuse`."""
    shares = Shares.of(c, weights, len(matched.systems), matched.deepest)
    return Fused(_name(matched.names, c, weights), matched, shares)


class Fused(Rankings):
    """A fusion, whose lists are put in order when they are looked at.

    What is judged in them is found without that: see :mod:`core.fused_ranks`.
    """

    _matched: Matched
    _shares: Shares
    _parts: dict[int, tuple[Ids, np.ndarray]]

    def __init__(self, name: str, matched: Matched, shares: Shares) -> None:
        known = {"name": name, "query_ids": matched.query_ids, "offsets": offsets_of(matched.counts)}
        vars(self).update(known, _matched=matched, _shares=shares, _parts={})

    @cached_property
    def ids(self) -> Ids:
        """Document ids in rank order."""
        parts = self._all_parts
        rows = np.concatenate([ids.rows_at(slice(None)) for ids, _ in parts]) if parts else np.zeros(0, dtype=np.int64)
        return Ids(parts[0][0].store, rows) if parts else Ids.of([])

    @cached_property
    def all_scores(self) -> np.ndarray:
        """Their scores."""
        return np.concatenate([np.zeros(0), *(scores for _, scores in self._all_parts)])

    @property
    def _all_parts(self) -> list[tuple[Ids, np.ndarray]]:
        return each(self._part, range(len(self._matched.parts)))

    def _part(self, number: int) -> tuple[Ids, np.ndarray]:
        """Return the documents and scores of a part in order, which are kept."""
        if number not in self._parts:
            self._parts[number] = _in_order(self._matched, self._matched.parts[number], self._shares)
        return self._parts[number]

    def only(self, query_id: str) -> Rankings:
        """Return the rankings of one query alone; of none for an unknown query."""
        row = self.row_of.get(query_id)
        if row is None or "ids" in vars(self):
            return super().only(query_id)
        first_queries = [part.first_query for part in self._matched.parts]
        number = bisect_right(first_queries, row) - 1
        ids, scores = self._part(number)
        start = int(self.offsets[row] - self.offsets[first_queries[number]])
        own = slice(start, start + int(self.offsets[row + 1] - self.offsets[row]))
        return Rankings(self.name, (query_id,), offsets_of([own.stop - own.start]), ids.select(own), scores[own])

    def judged(self, qrels: Qrels, depth: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the judgements whose document is returned down to a rank, and the rank of each."""
        sought = Sought.of(self._matched, qrels)
        ranks = fused_ranks(self._matched, sought, self._shares, depth)
        return sought.judgements[ranks > 0], ranks[ranks > 0]


def _in_order(matched: Matched, part: Part, shares: Shares) -> tuple[Ids, np.ndarray]:
    """Return the documents of a part in fused order, query after query, and their scores."""
    ids = matched.ids(part.first_query + part.query.astype(np.int64), part.ranks)
    sums = shares.sums(part.ranks)
    packed = Packed.of(part.query, part.queries, sums)
    order = exact_order(part.query, part.ranks, ids, shares, packed, sums)
    return ids.select(order), shares.unscaled(sums[order])


def _name(names: Sequence[str], c: Number, weights: Sequence[Number] | None) -> str:
    """Return a name that two fusions share only if they are the same, as far as names tell systems apart."""
    if weights is not None and len(set(weights)) > 1:
        names = [f"{number_text(weight)}*{name}" for name, weight in zip(names, weights, strict=True)]
    return f"RRF of {', '.join(names)}, c={number_text(c)}"
