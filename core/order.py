"""Stable orders of many groups at once."""

import numpy as np

from core.groups import groups_of, slices_of
from core.parallel import each

_DIGIT = 16
"""Bits of a number by which NumPy sorts in linear time."""


def grouped(codes: np.ndarray, groups: int) -> np.ndarray | None:
    """Return the order that puts the members of each group together, stable; ``None`` if they stand so already.

    ``codes`` has the group of each member, from 0 and below ``groups``.
    """
    if (codes[1:] >= codes[:-1]).all():
        return None
    order = np.argsort((codes & ((1 << _DIGIT) - 1)).astype(np.uint16), kind="stable")
    for shift in range(_DIGIT, max(groups - 1, 0).bit_length(), _DIGIT):
        digit = ((codes >> shift) & ((1 << _DIGIT) - 1)).astype(np.uint16)
        order = order[np.argsort(digit[order], kind="stable")]
    return order


def within(offsets: np.ndarray, values: np.ndarray, *, descending: bool = False) -> np.ndarray | None:
    """Return the order that sorts each group by value, stable; ``None`` if all are in order.

    No value may be NaN, and no group empty.
    """
    parts = slices_of(offsets)

    def sort(groups: tuple[int, int]) -> np.ndarray | None:
        start, end = int(offsets[groups[0]]), int(offsets[groups[1]])
        own = values[start:end]
        fits = own[1:] <= own[:-1] if descending else own[1:] >= own[:-1]
        fits[offsets[groups[0] + 1 : groups[1]] - start - 1] = True  # the next group begins anew
        if fits.all():
            return None
        local = groups_of(offsets[groups[0] : groups[1] + 1])
        return start + np.lexsort((-own if descending else own, local))

    orders = each(sort, parts)
    if all(order is None for order in orders):
        return None
    whole = np.arange(offsets[-1])
    for groups, order in zip(parts, orders, strict=True):
        if order is not None:
            whole[offsets[groups[0]] : offsets[groups[1]]] = order
    return whole


def chained(first: np.ndarray | None, then: np.ndarray | None) -> np.ndarray | None:
    """Return the order that is ``then`` of what ``first`` put in order; ``None`` stands for what is in order."""
    if first is None or then is None:
        return then if first is None else first
    return first[then]


def ordered(values: np.ndarray, order: np.ndarray | None) -> np.ndarray:
    """Return values in an order; ``None`` leaves them as they are."""
    return values if order is None else values[order]
