"""Seconds, peaks of memory and fresh processes for the benchmarks, and how their figures are printed.

Imports nothing but the standard library, so that a fresh process holds only what it is to be measured with.
"""

import contextlib
import os
import pickle
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import ParamSpec, TypeVar

ROOT = Path(__file__).parents[2]

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Figures = dict[str, dict[str, float]]
"""For each measure, its value for each query."""


def timed(action: Callable[[], object]) -> float:
    """Return the seconds an action takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def report(what: str, seconds: list[float]) -> None:
    """Print the median and the range of some repetitions."""
    print(f"{what:58s} {statistics.median(seconds):6.3f} s   ({min(seconds):.3f} to {max(seconds):.3f})", flush=True)


def spread(values: Sequence[float]) -> str:
    """Return the median and the range of some repetitions, to three digits or so: ``0.520 (0.504 to 0.551)``."""
    middle = statistics.median(values)
    digits = 4 if middle < 0.1 else 3 if middle < 1 else 2 if middle < 10 else 1 if middle < 100 else 0
    return f"{middle:.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns as wide as need be."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print(flush=True)


def machine(packages: Sequence[str]) -> str:
    """Return what the figures were measured on: the processor, the memory and the versions in use."""
    model = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{model}, {os.cpu_count()} cores, {gigabytes:.0f} GB; Python {platform.python_version()}, {versions}"


def peak_memory() -> float:
    """Return the most memory that this process has held so far, in MB."""
    # the kernel hands the peak of the parent on to getrusage of a child, but not to the status of the process
    with contextlib.suppress(OSError):
        return status("VmHWM")
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def memory_before() -> float:
    """Return the memory that this process holds, in MB, and let its peak begin anew where the kernel can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # what compiling took before is not part of the peak
        return status("VmRSS")
    return peak_memory()


def status(key: str, process: int | str = "self") -> float:
    """Return what the kernel says of a process, in MB: ``VmRSS`` (memory held), ``VmHWM`` (its peak)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith(f"{key}:"))


@dataclass(frozen=True)
class Measured:
    """What was measured in one process.

    Attributes
    ----------
    seconds
        The seconds of each step.
    imports
        Memory in MB before the first step, with everything imported.
    peak
        The most memory in MB until the end of the last step.
    figures
        What was computed.
    """

    seconds: dict[str, float]
    imports: float
    peak: float
    figures: Figures = field(repr=False)

    @property
    def total(self) -> float:
        """The seconds of all steps."""
        return sum(self.seconds.values())

    @property
    def beyond(self) -> float:
        """The peak of memory beyond the imports, in MB."""
        return self.peak - self.imports


class Gauge:
    """Takes the time and the memory of one step after another; begins when it is made."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._imports = self._peak = memory_before()
        self._mark = perf_counter()

    def step(self, name: str) -> None:
        """End a step; the next one begins."""
        self._seconds[name] = perf_counter() - self._mark
        self._peak = peak_memory()
        self._mark = perf_counter()

    def measured(self, figures: Figures) -> Measured:
        """Return the steps so far."""
        return Measured(self._seconds, self._imports, self._peak, figures)


def touch_memory(share: float = 0.4) -> None:
    """Write to this share of the memory once, in a process of its own.

    A virtual machine may have to ask its host for memory that it has not used for a while. Whoever comes first would
    pay for that; after this, nobody does.
    """
    size = int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * share)
    subprocess.run([sys.executable, "-c", f"b'x' * {size}"], check=True)


def in_child(function: Callable[Arguments, Answer], *given: Arguments.args, **named: Arguments.kwargs) -> Answer:
    """Call a function in a fresh process that has imported nothing but its module.

    Raises
    ------
    subprocess.CalledProcessError
        If the process fails; it has said why.
    """
    with tempfile.TemporaryFile() as answer:
        subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.measuring", str(answer.fileno())],
            cwd=ROOT,
            input=pickle.dumps((function, given, named)),
            pass_fds=[answer.fileno()],
            check=True,
        )
        answer.seek(0)
        result: Answer = pickle.load(answer)
        return result


def _answer() -> None:
    """Be the fresh process of :func:`in_child`."""
    function, given, named = pickle.load(sys.stdin.buffer)
    with os.fdopen(int(sys.argv[1]), "wb") as answer:
        pickle.dump(function(*given, **named), answer)


if __name__ == "__main__":
    _answer()
