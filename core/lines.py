"""The lines of a run in file order, and what is worked out from them once, when first asked for."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from core.groups import offsets_of
from core.ids import Ids
from core.order import chained, grouped, ordered, within
from core.repeats import candidates


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a run in file order, and what is worked out from them once, when first asked for.

    Attributes
    ----------
    queries
        How many distinct queries there are.
    query_index
        For each line, the number of its query, from 0 in order of first occurrence.
    ids
        For each line, the document id.
    ranks
        For each line, the rank column as a number; NaN where it holds none.
    scores
        For each line, the score as a double.
    """

    queries: int
    query_index: np.ndarray
    ids: Ids
    ranks: np.ndarray = field(repr=False)
    scores: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return len(self.query_index)

    @cached_property
    def by_query(self) -> np.ndarray | None:
        """The order that puts the lines of each query together, in file order; ``None`` if they stand so."""
        return grouped(self.query_index, self.queries)

    @cached_property
    def offsets(self) -> np.ndarray:
        """Where each query begins and ends among the lines in that order."""
        if self.by_query is None:
            begins = np.flatnonzero(self.query_index[1:] != self.query_index[:-1]) + 1
            return np.concatenate([[0], begins, [len(self)]])
        return offsets_of(np.bincount(self.query_index, minlength=self.queries))

    @cached_property
    def by_score(self) -> np.ndarray | None:
        """The order by query and falling score, equal scores in file order; ``None`` if the file has it."""
        within_queries = within(self.offsets, ordered(self.scores, self.by_query), descending=True)
        return chained(self.by_query, within_queries)

    @cached_property
    def repeats(self) -> tuple[np.ndarray, np.ndarray]:
        """The lines whose pair of query and document stands on several lines, and for each the number of its pair.

        Ordered by pair, and within a pair as in the file.
        """
        rows = candidates(self.offsets, self.ids.hashes, self.by_query)
        if not len(rows):
            return rows, rows
        # equality decides: hashes only kept most lines out of this
        codes = self.ids.text(rows).dictionary_encode()
        document = codes.indices.to_numpy(zero_copy_only=False)
        _, pair, counts = np.unique(
            self.query_index[rows] * np.int64(len(codes.dictionary)) + document, return_inverse=True, return_counts=True
        )
        several = np.flatnonzero(counts[pair] > 1)
        several = several[np.lexsort((rows[several], pair[several]))]
        return rows[several], pair[several]
