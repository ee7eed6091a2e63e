"""Results that a session keeps, bounded in bytes: those not asked for longest leave first.

The bound is what the loaded files take, and at least :data:`FLOOR`. So there is always room for what the settings in
force need, and a session takes about twice its files at most. The size of a result is that of the arrays and texts it
holds beyond those of the loaded files; what several results share counts once. It is worked out anew whenever a
result is added, because results grow: a ranking keeps what is first asked of it later.
"""

import contextlib
import ctypes
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

T = TypeVar("T")

FLOOR = 256_000_000
"""Bytes of results that a session may always keep: about 400 tables of 7,000 queries."""
_PLAIN = (str, bytes, int, float, bool, type(None), type, np.generic)
_COLLECTIONS = (tuple, list, set, frozenset)


class Kept:
    """Results by key.

    Parameters
    ----------
    floor
        How many bytes there is room for, however small the loaded files are.
    """

    def __init__(self, floor: int = FLOOR) -> None:
        self._floor = floor
        self._results: OrderedDict[str, object] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, key: str) -> bool:
        return key in self._results

    def get(self, key: str, compute: Callable[[], T], *, files: Iterable[object] = ()) -> T:
        """Return the result of this key, computed and kept where there is none.

        A computation that is broken off leaves nothing behind. ``files`` are what the bound is measured by.
        """
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]  # type: ignore[return-value]  # what this key was computed as
        result = compute()
        with self._lock:
            self._results[key] = result
            self._results.move_to_end(key)
            self._leave(files)
        return result

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._results.clear()

    def _leave(self, files: Iterable[object]) -> None:
        """Let go of what has no room; the newest result stays in any case."""
        seen: dict[int, object] = {}
        most = max(self._floor, sum(size_of(each, seen) for each in files))
        held = 0
        for place, key in enumerate(reversed(list(self._results))):
            held += size_of(self._results[key], seen)
            if held > most and place:
                del self._results[key]


@st.cache_resource(scope="session", show_spinner=False)
def of_session() -> Kept:
    """Return the results of this session; Streamlit lets go of them when the browser leaves."""
    return Kept()


def give_back() -> None:
    """Hand memory that is no longer used back to the system, where the C library would hold on to it (glibc)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def size_of(value: object, seen: dict[int, object] | None = None) -> int:
    """Return about how many bytes of memory an object holds.

    Parameters
    ----------
    value
        Anything made of arrays, Arrow columns, frames, collections and objects with attributes.
    seen
        What was counted before and counts no more; what is counted now is added.
    """
    seen = {} if seen is None else seen
    total, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, _PLAIN) or callable(each) or id(each) in seen:
            continue
        seen[id(each)] = each  # held, so that its number stays its own
        if isinstance(each, np.ndarray):
            total += _of_memory(*_root(each), seen)
        elif isinstance(each, (pa.Array, pa.ChunkedArray)):
            chunks = each.chunks if isinstance(each, pa.ChunkedArray) else [each]
            buffers = [buffer for chunk in chunks for buffer in chunk.buffers() if buffer is not None]
            total += sum(_of_memory(buffer.address, buffer.size, seen) for buffer in buffers)
        elif isinstance(each, pd.DataFrame):
            total += int(each.memory_usage(index=True, deep=True).sum())
        elif isinstance(each, (pd.Series, pd.Index)):
            total += int(each.memory_usage(deep=True))
        elif isinstance(each, dict):
            total += sys.getsizeof(each) + _of_texts(each)
            waiting += each.values()
        elif isinstance(each, _COLLECTIONS):
            total += sys.getsizeof(each) + _of_texts(each)
            waiting += each
        else:
            waiting += getattr(each, "__dict__", {}).values()
    return total


def _root(array: np.ndarray) -> tuple[int, int]:
    """Return where the memory that an array looks at begins, and its bytes."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array.__array_interface__["data"][0], array.nbytes


def _of_memory(address: int, size: int, seen: dict[int, object]) -> int:
    """Return the bytes at an address that nobody has counted."""
    counted = seen.get(-1 - address)  # below 0, where no object has its number
    known = counted if isinstance(counted, int) else 0
    seen[-1 - address] = max(known, size)
    return max(size - known, 0)


def _of_texts(values: Iterable[object]) -> int:
    return sum(sys.getsizeof(each) for each in values if isinstance(each, (str, bytes)))
