"""Which of many 64-bit keys are equal: found by scattering them into a table, which is faster than sorting them."""

import numpy as np

from core.groups import bits_for

_MULTIPLIERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0xD6E8FEB86659FD93))
_ROOM = 4
"""Places of the table per key: the more, the fewer keys meet in one."""


def representatives(keys: np.ndarray) -> np.ndarray:
    """Return for each key the place of one key that equals it: of any, but the same one for all that are equal.

    In every round each place of the table has a winner, so the rounds end, however keys meet.

    >>> representatives(np.array([7, 8, 7], dtype=np.uint64)).tolist() in ([0, 1, 0], [2, 1, 2])
    True
    """
    bits = max(bits_for(_ROOM * len(keys)), 1)
    table = np.empty(1 << bits, dtype=np.int32 if len(keys) < 1 << 31 else np.int64)
    found = np.arange(len(keys), dtype=table.dtype)
    # in each round one of the keys that meet in a place wins it, and all that equal it are done
    left, own = found.copy(), keys
    turn = 0
    while len(left):
        places = own * _MULTIPLIERS[turn % len(_MULTIPLIERS)]
        places >>= np.uint64(64 - bits)
        table[places] = left
        winners = table[places]
        lost = np.flatnonzero(keys[winners] != own)
        found[left] = winners
        left, own = left[lost], own[lost]
        turn += 1
    return found


def salted(keys: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return keys that are equal only in the same group, hardly ever otherwise; ``groups`` are numbers from 0."""
    return keys ^ ((groups + 1).astype(np.uint64) * _MULTIPLIERS[1])
