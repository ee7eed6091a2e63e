"""Which lines may repeat a document in a query: a search by hashes that misses none."""

import numpy as np

from core.groups import groups_of, slices_of
from core.parallel import each
from core.same_keys import representatives, salted


def candidates(offsets: np.ndarray, hashes: np.ndarray, order: np.ndarray | None) -> np.ndarray:
    """Return the lines that may share query and document with another: all that do, hardly any other.

    Parameters
    ----------
    offsets
        Where each query begins and ends among the lines in ``order``.
    hashes
        For each line, the hash of its document.
    order
        The order that puts the lines of each query together; ``None`` if they stand so.
    """

    def search(queries: tuple[int, int]) -> np.ndarray:
        part = slice(int(offsets[queries[0]]), int(offsets[queries[1]]))
        lines = np.arange(part.start, part.stop) if order is None else order[part]
        local = groups_of(offsets[queries[0] : queries[1] + 1])
        first = representatives(salted(hashes[part] if order is None else hashes[lines], local))
        again = first != np.arange(len(first))
        if not again.any():
            return np.zeros(0, dtype=np.int64)  # an empty view would keep all lines in memory
        again[first[again]] = True
        return lines[again]

    return np.concatenate(each(search, slices_of(offsets)))
