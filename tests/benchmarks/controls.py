"""Measure how long a changed control takes, in the engine and on the page.

    python -m tests.benchmarks.controls QRELS RUN RUN [RUN ...]

The files are uploaded to a dashboard started for the purpose, in headless Chromium (Debian's ``chromium``). A
control counts as answered when the script has run and the page has taken its result. Every change is a value
not asked for before, so that no cache answers. Prints the median, smallest and largest of the repetitions.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from core import Conventions, evaluate, fuse, rank, read_qrels, read_run
from core.matching import match
from core.measures import Ideal
from core.sensitivity import JudgedMatch, sweep
from tests.benchmarks.measuring import report, timed
from tests.browser.driver import CHROMIUM, FLAGS, Reader, dashboard

REPEATS = 7


def engine(qrels_file: Path, run_files: list[Path]) -> None:
    """Time the calls of core that a changed control repeats."""
    qrels = read_qrels(qrels_file)
    rankings = [rank(read_run(file)) for file in run_files]
    report("engine: read and rank one run", [timed(lambda: rank(read_run(run_files[0]))) for _ in range(REPEATS)])
    report("engine: evaluate one run", [timed(lambda: evaluate(rankings[0], qrels)) for _ in range(REPEATS)])
    report("engine: fuse all runs in full", [timed(lambda: fuse(rankings)) for _ in range(REPEATS)])
    judged = JudgedMatch.of(match(rankings), qrels, Ideal.of(qrels))
    constants = [20 * step for step in range(50)]
    for k in (10, 100):
        curve = [timed(lambda k=k: sweep(judged, Conventions(k=k), constants)) for _ in range(REPEATS)]
        report(f"engine: curve of 50 constants (0 to 980), k = {k}", curve)


def page(qrels_file: Path, run_files: list[Path]) -> None:
    """Time the controls on the page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        dashboard(Path(folder) / "log.txt") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        reader = Reader(browser.new_page(viewport={"width": 1440, "height": 1200}))
        reader.open(address)
        report("page: one drop of all files to the verdict", [timed(lambda: reader.drop([*run_files, qrels_file]))])
        for title in ("Compare", "Fusion"):
            report(f"page: open {title}", [timed(lambda title=title: reader.go(title))])
            ks = [timed(lambda k=k: reader.number("Cut-off k", k)) for k in range(11, 11 + REPEATS)]
            report(f"page: {title}, another k", ks)
            reader.number("Cut-off k", 10)
        cs = [timed(lambda c=c: reader.number("Exact value", c)) for c in range(61, 61 + REPEATS)]
        report("page: Fusion, another c", cs)
        reader.go("Compare")
        gains = []
        for k in range(30, 30 + REPEATS):  # a new k each time, so that no table is known
            reader.number("Cut-off k", k)
            with reader.conventions():
                gain = "linear" if reader.chosen("Gain of nDCG") == "exponential" else "exponential"
                gains.append(timed(lambda gain=gain: reader.choose("Gain of nDCG", gain)))
        report("page: Compare, another gain", gains)
        browser.close()


def main() -> None:
    """Run both parts on the files of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qrels", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    files = parser.parse_args()
    engine(files.qrels, files.runs)
    page(files.qrels, files.runs)


if __name__ == "__main__":
    main()
