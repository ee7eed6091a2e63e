"""Groups that stand one behind the other in an array, given by where each begins and ends."""

from collections.abc import Sequence

import numpy as np


def offsets_of(counts: Sequence[int] | np.ndarray) -> np.ndarray:
    """Return where groups of these sizes begin and end: one position more than there are groups.

    >>> offsets_of([2, 0, 1]).tolist()
    [0, 2, 2, 3]
    """
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def groups_of(offsets: np.ndarray) -> np.ndarray:
    """Return for each member the number of its group, from 0.

    >>> groups_of(offsets_of([2, 0, 1])).tolist()
    [0, 0, 2]
    """
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def places_of(offsets: np.ndarray) -> np.ndarray:
    """Return for each member its place in its group, from 1.

    >>> places_of(offsets_of([2, 0, 1])).tolist()
    [1, 2, 1]
    """
    return np.arange(1, offsets[-1] + 1) - np.repeat(offsets[:-1], np.diff(offsets))
