"""Groups that stand one behind the other in an array, given by where each begins and ends."""

import itertools
from collections.abc import Sequence

import numpy as np

SLICE = 1 << 16
"""Members that are worked on together: few enough for the caches of a core, enough to make calls cheap."""


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
    places = np.arange(1, offsets[-1] + 1)
    places -= np.repeat(offsets[:-1], np.diff(offsets))
    return places


def slices_of(offsets: np.ndarray, size: int | None = None) -> list[tuple[int, int]]:
    """Cut the groups into slices of whole groups with about ``size`` members each, by default :data:`SLICE`.

    Returns
    -------
    list
        For each slice its first group and the one after its last. No group is in two, none is left out.

    >>> slices_of(offsets_of([2, 0, 1, 2, 1]), 3)
    [(0, 3), (3, 5)]
    """
    groups, size = len(offsets) - 1, size or SLICE
    cuts = np.searchsorted(offsets, np.arange(size, int(offsets[-1]), size))
    ends = np.unique(np.concatenate([[0], cuts, [groups]])).tolist()
    return list(itertools.pairwise(ends))


def ranges(length: int, size: int | None = None) -> list[slice]:
    """Cut ``length`` members without groups into slices of ``size``, by default :data:`SLICE`.

    >>> ranges(5, 3)
    [slice(0, 3, None), slice(3, 5, None)]
    """
    size = size or SLICE
    return [slice(start, min(start + size, length)) for start in range(0, length, size)]


def bits_for(numbers: int) -> int:
    """Return how many bits tell this many numbers apart.

    >>> bits_for(1), bits_for(2), bits_for(5)
    (0, 1, 3)
    """
    return max(numbers - 1, 0).bit_length()
