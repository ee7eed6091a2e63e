"""Measure how the time and the memory that the product needs grow with its files.

    python -m tests.benchmarks.growth [--millions 1 2 4 8] [--rounds 3] [--ids text]

Two runs of each size are made in a temporary folder, with 1,000 documents per query and half of them shared. Each
measurement has a process of its own; sizes take turns. The exponent is the slope of the logarithm of the medians
over that of the lines: 1 is growth in proportion, 2 with the square. Memory is the peak beyond the imports of a
process that does the whole task, reading included.
"""

import argparse
import math
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import linear_regression, median
from typing import get_args

from tests.benchmarks import contestants
from tests.benchmarks.make_files import Files, Ids, make
from tests.benchmarks.measuring import Measured, in_child, machine, spread, table, touch_memory

Part = Callable[[dict[str, Measured]], float]

SECONDS: dict[str, Part] = {
    "one run: read, rank, evaluate": lambda done: done["one"].total,
    "two runs: fuse, evaluate": lambda done: done["fusion"].seconds["fuse"] + done["fusion"].seconds["evaluate"],
    "two runs: from files to the evaluated fusion": lambda done: done["fusion"].total,
    "match of two runs": lambda done: done["curve"].seconds["match"],
    "a point of the curve over c": lambda done: done["curve"].seconds["points"] / len(contestants.CONSTANTS),
}
MEMORY: dict[str, Part] = {
    "one run": lambda done: done["one"].beyond,
    "two runs and their fusion": lambda done: done["fusion"].beyond,
    "two runs and the curve": lambda done: done["curve"].beyond,
}


def measure(files: Files) -> dict[str, Measured]:
    """Measure each task once with files of one size."""
    return {
        "one": in_child(contestants.product_one, files.qrels, files.runs[0]),
        "fusion": in_child(contestants.product_fusion, files.qrels, files.runs),
        "curve": in_child(contestants.product_curve, files.qrels, files.runs, 10),
    }


def show(title: str, parts: dict[str, Part], done: dict[int, list[dict[str, Measured]]]) -> None:
    """Print each part of the work at each size, and how it grows."""
    rows = []
    for name, part in parts.items():
        values = {lines: [part(turn) for turn in turns] for lines, turns in done.items()}
        growth = exponent(list(values), [median(each) for each in values.values()])
        rows.append([name, *map(spread, values.values()), growth])
    table([title, *(f"{lines:,} lines" for lines in done), "exponent"], rows)


def exponent(sizes: Sequence[int], values: Sequence[float]) -> str:
    """Return the power of the size with which the values grow, fitted by least squares of the logarithms."""
    if len(sizes) < 2 or min(values) <= 0:
        return ""
    return f"{linear_regression(list(map(math.log, sizes)), list(map(math.log, values))).slope:.2f}"


def main() -> None:
    """Measure the sizes that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=float, nargs="+", default=[1, 2, 4, 8], help="lines per run")
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--ids", choices=get_args(Ids), default="numeric")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    print(machine(["numpy", "pyarrow", "pandas"]), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for millions in asked.millions:
            queries = max(round(millions * 1e6 / asked.depth), 1)
            own = Path(folder) / str(queries)
            files[queries * asked.depth] = make(own, queries=queries, depth=asked.depth, ids=asked.ids)
        done: dict[int, list[dict[str, Measured]]] = {lines: [] for lines in files}
        for _ in range(asked.rounds):
            for lines, each in files.items():
                touch_memory()
                done[lines].append(measure(each))
    show("seconds", SECONDS, done)
    show("MB", MEMORY, done)


if __name__ == "__main__":
    main()
