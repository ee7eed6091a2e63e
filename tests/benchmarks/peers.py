"""Measure the product and its peers side by side at the same work, and hold their figures against each other.

    python -m tests.benchmarks.peers [--ids text] [--queries 6980] [--depth 1000] [--rounds 3] [--only one fusion]

The tasks:

one       one run file and qrels to nDCG, RR, P, Recall and AP of every query, all at 10
fusion    two run files and qrels to the same measures of their fusion (RRF, c = 60); measures need no more of a
          fusion than the ranks of judged documents, so the product is measured once more with every list in order
curve     one point of the curve of the mean nDCG@10 over c (10, 20, ... 100), the files being loaded
unclean   ``one`` with files that are not clean, against the clean file; the product alone

Every measurement has a process of its own, memory is touched before it, contestants take turns, and nobody's
imports or compilation is timed. The peak of memory is that of the whole task; what the imports alone hold is told
apart. Ratios are those of a peer to the product in the same round: 3.00 means that the peer took three times as long.

Files are made in a temporary folder. With ``--folder`` they are made there, in ``clean``, ``blanks`` and so on,
and those that are there already are taken as they are. Ends with status 1 if a contestant fails or if figures for
one file differ by more than 1e-6; those of fusions may, as equal sums are then ordered in different ways.
"""

import argparse
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import get_args

from tests.benchmarks import contestants
from tests.benchmarks.make_files import Files, Ids, Unclean, make
from tests.benchmarks.measuring import Figures, Measured, in_child, machine, spread, table, touch_memory

PRODUCT = "Rankscope"
PEERS = ("pytrec_eval", "ir_measures", "ranx")
PACKAGES = ("numpy", "pyarrow", "pandas", "pytrec_eval-terrier", "ir_measures", "ranx", "numba")
TASKS = ("one", "fusion", "curve", "unclean")
TOLERANCE = 1e-6

Contestants = dict[str, Callable[[], Measured]]
Rounds = list[dict[str, Measured]]


@dataclass(frozen=True)
class Sizes:
    """Which files to make; the fields are those of :func:`make`."""

    queries: int
    depth: int
    ids: Ids
    judged: float
    grades: int

    def files(self, folder: Path, unclean: Unclean = "none") -> Files:
        """Return the files of a kind in a folder, made if they are not there."""
        own = folder / ("clean" if unclean == "none" else unclean)
        if (own / "qrels.txt").exists():
            return Files.of(own)
        return make(own, unclean=unclean, **vars(self))


def scan(file: Path) -> int:
    """Print the size of a file, which is in the cache of the system then; return its longest document id's length."""
    count = longest = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            count += 1
            longest = max(longest, len(line.split(maxsplit=3)[2]))
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB, {count:,} lines", flush=True)
    return longest


def measure(takers: Contestants, rounds: int) -> Rounds:
    """Let every contestant have its turn in each round; a different one begins each time."""
    names = list(takers)
    done: Rounds = []
    for turn in range(rounds):
        done.append({})
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            touch_memory()
            try:
                done[-1][name] = takers[name]()
            except subprocess.CalledProcessError as failure:
                print(f"  {name} failed with status {failure.returncode}", flush=True)
    return done


def failed(rounds: Rounds, takers: Contestants) -> bool:
    """Tell whether somebody lacks a result."""
    return any(len(turn) < len(takers) for turn in rounds)


def show(rounds: Rounds, value: Callable[[Measured], float], *, base: str = PRODUCT, of: str = "seconds") -> None:
    """Print seconds, ratios to the base, the seconds of the steps and memory of each contestant."""
    rows = []
    for name in dict.fromkeys(name for turn in rounds for name in turn):
        mine = [turn[name] for turn in rounds if name in turn]
        ratios = [value(turn[name]) / value(turn[base]) for turn in rounds if name in turn and base in turn]
        steps = {step: median(each.seconds[step] for each in mine) for step in mine[0].seconds}
        rows.append(
            [
                name,
                spread([value(each) for each in mine]),
                spread(ratios) if ratios and name != base else "",
                spread([each.peak for each in mine]),
                spread([each.beyond for each in mine]),
                ", ".join(f"{step} {seconds:.3f}" for step, seconds in steps.items()),
            ]
        )
    table(["", of, f"/ {base}", "peak of memory, MB", "beyond imports, MB", "steps, seconds"], rows)


def differences(rounds: Rounds, *, checked: bool) -> bool:
    """Print the largest differences between the figures of peers and product; tell whether they are too large."""
    differ = False
    for name in dict.fromkeys(name for turn in rounds for name in turn if name != PRODUCT):
        pairs = [(turn[PRODUCT].figures, turn[name].figures) for turn in rounds if PRODUCT in turn and name in turn]
        found = [_difference(ours, theirs) for ours, theirs in pairs]
        if found:
            of_mean, of_query = (max(largest) for largest in zip(*found, strict=True))
            wrong = max(of_mean, of_query) > TOLERANCE
            differ |= wrong
            verdict = "equal sums are ordered differently" if not checked else "TOO MUCH" if wrong else "same figures"
            print(f"  {name} differs by {of_mean:.1e} in a mean and {of_query:.1e} in a value at most: {verdict}")
    print(flush=True)
    return checked and differ


def _difference(ours: Figures, theirs: Figures) -> tuple[float, float]:
    """Return the largest difference of the means and of single values, over the queries that have a value here."""
    of_mean, of_query = 0.0, 0.0
    for measure, values in ours.items():
        pairs = [(value, theirs[measure].get(key, 0.0)) for key, value in values.items() if value == value]
        means = [fmean(column) for column in zip(*pairs, strict=True)]
        of_mean = max(of_mean, _apart(*means))
        of_query = max(of_query, *(_apart(mine, other) for mine, other in pairs))
    return of_mean, of_query


def _apart(mine: float, other: float) -> float:
    return abs(mine - other) if other == other else math.inf  # NaN would get lost in a maximum


def one(files: Files, peers: Sequence[str], rounds: int, longest: tuple[int, int]) -> bool:
    """Compare the evaluation of one file; tell whether figures differ or somebody failed."""
    print("One run file and qrels to the measures of every query", flush=True)
    run = files.runs[0]
    all_of_them: Contestants = {
        PRODUCT: partial(in_child, contestants.product_one, files.qrels, run),
        "pytrec_eval": partial(in_child, contestants.pytrec_eval_one, files.qrels, run),
        "ir_measures": partial(in_child, contestants.ir_measures_one, files.qrels, run),
        "ranx": partial(in_child, contestants.ranx_one, files.qrels, run, longest),
    }
    takers = {name: each for name, each in all_of_them.items() if name in (PRODUCT, *peers)}
    done = measure(takers, rounds)
    show(done, lambda each: each.total)
    return differences(done, checked=True) or failed(done, takers)


def fusion(files: Files, peers: Sequence[str], rounds: int, longest: tuple[int, int]) -> bool:
    """Compare the evaluated fusion of two files, and the memory that takes; tell whether somebody failed."""
    print("Two run files and qrels to the measures of every query of their fusion", flush=True)
    runs = files.runs[:2]
    ordered = f"{PRODUCT}, lists in order"
    takers: Contestants = {
        PRODUCT: partial(in_child, contestants.product_fusion, files.qrels, runs),
        ordered: partial(in_child, contestants.product_fusion, files.qrels, runs, in_order=True),
    }
    if "ranx" in peers:
        takers["ranx"] = partial(in_child, contestants.ranx_fusion, files.qrels, runs, longest)
    done = measure(takers, rounds)
    show(done, lambda each: each.total)
    compared = [{name: turn[name] for name in turn if name != ordered} for turn in done]
    return differences(compared, checked=False) or failed(done, takers)


def curve(files: Files, peers: Sequence[str], rounds: int, longest: tuple[int, int]) -> bool:
    """Compare one point of the curve over c; tell whether somebody failed."""
    print("One point of the curve over c, the files being loaded (product: and matched)", flush=True)
    runs = files.runs[:2]
    takers: Contestants = {
        PRODUCT: partial(in_child, contestants.product_curve, files.qrels, runs, 10),
        f"{PRODUCT}, k = 100": partial(in_child, contestants.product_curve, files.qrels, runs, 100),
    }
    if "ranx" in peers:
        takers["ranx"] = partial(in_child, contestants.ranx_curve, files.qrels, runs, longest)
    done = measure(takers, rounds)
    show(done, lambda each: each.seconds["points"] / len(contestants.CONSTANTS), of="seconds per point")
    deeper = f"{PRODUCT}, k = 100"  # has no peer
    compared = [{name: turn[name] for name in turn if name != deeper} for turn in done]
    return differences(compared, checked=False) or failed(done, takers)


def unclean(folder: Path, sizes: Sizes, rounds: int) -> bool:
    """Compare files that are not clean with the clean one; tell whether one could not be read."""
    print("One run file and qrels to the measures of every query: unclean files", flush=True)
    kinds: Contestants = {}
    for kind in get_args(Unclean):
        files = sizes.files(folder, kind)
        kinds["clean" if kind == "none" else kind] = partial(
            in_child, contestants.product_one, files.qrels, files.runs[0]
        )
    done = measure(kinds, rounds)
    show(done, lambda each: each.total, base="clean")
    return failed(done, kinds)


def main() -> int:
    """Run the tasks that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where files are, or are made and kept")
    parser.add_argument("--ids", choices=get_args(Ids), default="numeric")
    parser.add_argument("--queries", type=int, default=6980)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--judged", type=float, default=1.1, help="judged documents per query in the mean")
    parser.add_argument("--grades", type=int, default=1, help="highest grade; above 1, grade 0 is judged too")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=TASKS, default=TASKS, metavar="TASK")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=PEERS, metavar="PEER")
    asked = parser.parse_args()
    sizes = Sizes(asked.queries, asked.depth, asked.ids, asked.judged, asked.grades)
    print(machine(PACKAGES))
    with tempfile.TemporaryDirectory() as temporary:
        folder = (asked.folder or Path(temporary)).resolve()
        wrong = []
        if set(asked.only) & {"one", "fusion", "curve"}:
            files = sizes.files(folder)
            scanned = [scan(file) for file in (files.qrels, *files.runs[:2])]
            longest = scanned[0], max(scanned[1:])
            print(flush=True)
            for name, task in (("one", one), ("fusion", fusion), ("curve", curve)):
                if name in asked.only:
                    wrong.append(task(files, asked.peers, asked.rounds, longest))
        if "unclean" in asked.only:
            wrong.append(unclean(folder, sizes, asked.rounds))
    return int(any(wrong))


if __name__ == "__main__":
    sys.exit(main())
