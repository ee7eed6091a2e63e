"""Independent pieces of work on all cores: NumPy and Arrow let go of the interpreter while they work.

Pieces must not be the first to ask for a cached property whose value is itself worked out in pieces: up to Python
3.11 all instances share its lock, and whoever holds it would wait for workers that wait for it.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_WORKERS = min(_CORES, 8)
_inside = threading.local()


def _enter() -> None:
    _inside.worker = True


def _new_pool() -> None:
    global _POOL
    _POOL = ThreadPoolExecutor(_WORKERS, thread_name_prefix="rankscope", initializer=_enter)


_POOL: ThreadPoolExecutor
_new_pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_pool)


def each(work: Callable[[S], T], pieces: Iterable[S]) -> list[T]:
    """Return ``work`` of each piece, in their order."""
    known = list(pieces)
    # work that divides itself further goes on alone: waiting for others here could leave no one to wait for
    if len(known) < 2 or getattr(_inside, "worker", False):
        return [work(piece) for piece in known]
    return list(_POOL.map(work, known))


def ahead(work: Callable[[S], T], pieces: Iterable[S]) -> Iterator[T]:
    """Yield ``work`` of each piece, in their order, with few pieces in memory at a time.

    What raises while pieces are made, or in ``work``, raises here.
    """
    if getattr(_inside, "worker", False):
        yield from map(work, pieces)
        return
    waiting: deque[Future[T]] = deque()
    try:
        for piece in pieces:
            waiting.append(_POOL.submit(work, piece))
            if len(waiting) > 2 * _WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
