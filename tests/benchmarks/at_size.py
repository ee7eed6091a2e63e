"""Measure the dashboard with large files: seconds, bytes sent to the browser, memory of the server.

    python -m tests.benchmarks.at_size [--folder FOLDER] [--parts controls visits comparisons users] [--repeats 5]

Without a folder the files are made: two runs and qrels. They are dropped together into a dashboard started for the
purpose, in headless Chromium (Debian's ``chromium``). A step has ended when the script has run and the page has taken
its result. Every change is to a value not asked for before in that session, so that no cache answers. Parts:

``controls``
    Every control on every page; each page has a session of its own.
``visits``
    The first and later visits of every page, the download of the fused run, going back to the sample.
``comparisons``
    Ten drops by one user, one after the other, each with other content.
``users``
    Ten users at the same time, and what is left when they have gone.
"""

import argparse
import itertools
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, get_args

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.make_files import Files, Ids, make
from tests.benchmarks.measuring import machine, spread, status, table
from tests.browser.driver import CHROMIUM, FLAGS, IDLE, Reader, served

PAGES = ("Compare", "Queries", "Fusion", "Zero relevance", "Inputs", "Method")
MEASURES = ("Recall", "RR", "P", "AP", "Success", "nDCG")
GRID = [(order, ties) for ties in ("id descending", "id ascending", "file order")
        for order in ("score", "rank column", "file")]  # fmt: skip
READING, CONTROL, SWITCH = 15.0, 2.0, 1.0
"""Seconds that a drop, a control and a switch of pages may take."""
MOST_SENT = 1.0
"""MB that one step may send: more than that nobody looks at."""
USERS = COMPARISONS = 10
KEPT = 120
"""Seconds for which Streamlit keeps the session of a closed tab; it leaves when the next tab closes after that."""

Act = Callable[[Reader, int], None]


@dataclass
class Step:
    """What was measured of one kind of step, once per repetition; ``held`` is the memory after the last, in MB."""

    seconds: list[float] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    held: float = 0.0
    peak: float = 0.0


class Meter:
    """Collects steps, in the order in which they first occur, and prints them."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._steps: dict[tuple[str, str], tuple[Step, float | None]] = {}

    def add(self, where: str, what: str, seconds: float, sent: float = 0.0, target: float | None = None) -> None:
        """Note a step, the MB it sent, and the memory of the server after it."""
        step, _ = self._steps.setdefault((where, what), (Step(), target))
        step.seconds.append(seconds)
        step.sent.append(sent)
        step.held, step.peak = status("VmRSS", self._process), status("VmHWM", self._process)
        print(f"{where:16s} {what:44s} {seconds:7.2f} s {sent:7.3f} MB sent, {step.held:6.0f} MB held", flush=True)

    def forget_peak(self) -> None:
        """Let the peak of the server begin anew, where the kernel can."""
        Path(f"/proc/{self._process}/clear_refs").write_text("5")

    def show(self) -> None:
        """Print all steps; an exclamation mark is at what exceeds its target."""
        rows = []
        for (where, what), (step, target) in self._steps.items():
            middle, most = sorted(step.seconds)[len(step.seconds) // 2], max(step.sent)
            late = " !" if target is not None and middle > target else ""
            large = " !" if most > MOST_SENT else ""
            goal = f"{target:g}" if target is not None else ""
            figures = [spread(step.seconds) + late, goal, f"{most:.3f}{large}", f"{step.held:.0f}", f"{step.peak:.0f}"]
            rows.append([where, what, *figures])
        table(["page", "step", "seconds", "target", "MB sent", "MB held", "MB peak"], rows)


class User:
    """One browser with the dashboard open, whose steps are measured."""

    def __init__(self, browser: Browser, address: str, meter: Meter) -> None:
        self._context = browser.new_context(viewport={"width": 1440, "height": 1200}, accept_downloads=True)
        self._context.set_default_timeout(120_000)
        page = self._context.new_page()
        self._bytes = 0
        self._uploaded = 0.0
        page.on("websocket", lambda socket: socket.on("framereceived", self._receive))
        page.on("response", self._respond)
        self.reader = Reader(page)
        self._meter = meter
        self.reader.open(address)

    def _receive(self, frame: str | bytes) -> None:
        self._bytes += len(frame)

    def _respond(self, response: Any) -> None:
        if response.request.method in ("PUT", "POST") and "upload_file" in response.url:
            self._uploaded = perf_counter()

    @contextmanager
    def step(self, where: str, what: str, target: float | None = None) -> Iterator[None]:
        """Measure what is done inside; a drop counts from the end of its upload."""
        self.quiet()
        before, self._uploaded = self._bytes, 0.0
        start = perf_counter()
        yield
        seconds = perf_counter() - (self._uploaded or start)
        self.quiet()  # what arrives after the run counts as sent
        self._meter.add(where, what, seconds, (self._bytes - before) / 1e6, target)

    def quiet(self) -> None:
        """Wait until nothing has run for a while: a table that is drawn anew may ask for another run."""
        runs = -1
        while runs != (now := self.reader.page.evaluate("window.runs")):
            runs = now
            self.reader.page.wait_for_timeout(300)
            self.reader.page.wait_for_function(IDLE, arg=-1)

    def drop(self, files: Files, where: str = "Compare", what: str = "drop of all files, after the upload") -> None:
        """Drop the files in one go and wait for the verdict."""
        with self.step(where, what, READING):
            self.reader.drop([*files.runs, files.qrels])
        title = self.reader.title()
        if " on nDCG@" not in title or self.reader.exceptions():
            message = f"no verdict after the drop, but {title!r} {self.reader.exceptions()}"
            raise RuntimeError(message)

    def leave(self) -> None:
        """Close the browser."""
        self._context.close()


def _next_query(reader: Reader, _: int) -> None:
    reader.press("Next")


def _earlier_query(reader: Reader, _: int) -> None:
    reader.press("Previous")


def _other_filter(reader: Reader, turn: int) -> None:
    reader.segment(("All", "Better", "Tied", "Worse")[turn % 4])


def _search(reader: Reader, turn: int) -> None:
    reader.search(f"{turn + 1}")


def _fusion_query(reader: Reader, turn: int) -> None:
    reader.choose_nth("Query", 3 + turn)


def _c(reader: Reader, turn: int) -> None:
    reader.number("Exact value", 61 + turn)


def _weight(reader: Reader, turn: int) -> None:
    reader.number("Weight of B", 0.5 + turn / 100)


OWN: dict[str, dict[str, Act]] = {
    "Queries": {
        "next query": _next_query,
        "previous query": _earlier_query,
        "filter": _other_filter,
        "search": _search,
    },
    "Fusion": {"c": _c, "weight": _weight, "query": _fusion_query},
}
"""Controls that stand on one page only."""


def controls(user: User, title: str, repeats: int) -> None:
    """Measure every control of the page that is open."""
    reader = user.reader
    new_k = itertools.count(11)
    for _ in range(repeats):
        with user.step(title, "k", CONTROL):
            reader.number("Cut-off k", next(new_k))
    for k in (100, 1000):
        with user.step(title, f"k = {k}", CONTROL):
            reader.number("Cut-off k", k)
    for turn in range(repeats):
        with user.step(title, "measure", CONTROL):
            reader.choose("Measure", MEASURES[turn % len(MEASURES)])
    user.quiet()
    reader.choose("Measure", "nDCG")
    user.quiet()
    for turn in range(repeats):
        reader.number("Cut-off k", next(new_k))  # no table is known under it
        with reader.conventions(), user.step(title, "gain", CONTROL):
            reader.choose("Gain of nDCG", "exponential" if turn % 2 else "linear")
    with reader.conventions():
        for turn in range(repeats):
            with user.step(title, "relevance threshold", CONTROL):
                reader.number("Relevant from grade", 0.5 + turn / 100)
        user.quiet()
        reader.number("Relevant from grade", 0)
        user.quiet()
    for what, act in OWN.get(title, {}).items():
        for turn in range(repeats):
            with user.step(title, what, CONTROL):
                act(reader, turn)
    with reader.conventions():
        for (order, ties), (next_order, next_ties) in itertools.pairwise(GRID[: repeats + 4]):
            if next_ties != ties:
                with user.step(title, "ties", CONTROL):
                    reader.choose("Equal scores", next_ties)
            if next_order != order:
                with user.step(title, "order of a run", CONTROL):
                    reader.choose("Order of a run", next_order)


def visits(user: User, repeats: int) -> None:
    """Measure the visits of all pages, the download and the way back to the sample."""
    reader = user.reader
    for turn in range(repeats + 1):
        for title in (*PAGES[1:], PAGES[0]):
            first = turn == 0 and title != PAGES[0]  # the drop has shown the verdict
            with user.step(title, "first visit" if first else "later visit", SWITCH):
                reader.go(title)
    reader.go("Fusion")
    with user.step("Fusion", "download of the fused run"), reader.page.expect_download() as started:
        reader.page.get_by_role("button", name="Fused run, TREC format").click()
        started.value.path()
    with user.step("Compare", "after the download", SWITCH):
        reader.go("Compare")
    reader.page.get_by_role("button", name="files").click()
    with user.step("Compare", "back to the sample"), reader.rerun():
        reader.page.get_by_role("button", name="Back to the sample").first.click()


def comparisons(user: User, files: Files, folder: Path) -> None:
    """Measure drops one after the other, with files that differ in a comment, and the way back to the sample."""
    for turn in range(COMPARISONS):
        own = altered(files, folder, f"comparison {turn}")
        if turn:
            user.reader.page.get_by_role("button", name="files").click()
        user.drop(own, "one user", f"drop {turn + 1} of {COMPARISONS}, after the upload")
        for title in ("Fusion", "Compare"):
            with user.step("one user", f"{title} after each drop"):
                user.reader.go(title)
    user.reader.page.get_by_role("button", name="files").click()
    with user.step("one user", "back to the sample"), user.reader.rerun():
        user.reader.page.get_by_role("button", name="Back to the sample").first.click()


def altered(files: Files, folder: Path, comment: str) -> Files:
    """Write files of the same names that hold the same after a comment, so that nothing known of the others fits."""
    folder.mkdir(exist_ok=True)
    for file in (files.qrels, *files.runs):
        (folder / file.name).write_bytes(f"# {comment}\n".encode() + file.read_bytes())
    return Files.of(folder)


def users(browser: Browser, address: str, meter: Meter, files: Files) -> None:
    """Measure the memory that several users need at the same time, and what is left when they have gone."""
    present = []
    for number in range(USERS):
        user = User(browser, address, meter)
        user.drop(files, "ten users", f"user {number + 1} drops")
        with user.step("ten users", "Fusion, each"):
            user.reader.go("Fusion")
        present.append(user)
    for user in present:
        with user.step("ten users", "another k, each"):
            user.reader.number("Cut-off k", 20)
    for user in present:
        user.leave()
    time.sleep(1)
    meter.add("ten users", "all have left", 1)
    time.sleep(KEPT + 5)
    for number in range(3):
        visitor = User(browser, address, meter)
        visitor.leave()
        time.sleep(1)
        meter.add("ten users", f"{KEPT} s later, {number + 1} other came and went", 1)


def measure(files: Files, small: Files, parts: Sequence[str], repeats: int, log: Path) -> None:
    """Run the parts, each on a dashboard of its own, and print what was measured."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for part in parts:
            with served(log) as (address, process):
                meter = Meter(process)
                try:
                    if part == "controls":
                        for title in PAGES:
                            user = User(browser, address, meter)
                            user.drop(files)
                            if title != PAGES[0]:
                                user.reader.go(title)
                            controls(user, title, repeats)
                            user.leave()
                    elif part == "users":
                        users(browser, address, meter, small)
                    else:
                        user = User(browser, address, meter)
                        if part == "visits":
                            user.drop(files)
                            visits(user, repeats)
                        else:
                            comparisons(user, small, log.parent / "altered")
                        user.leave()
                finally:
                    print(f"\n{part}", flush=True)
                    meter.show()
        browser.close()


def main() -> None:
    """Measure what the command line asks for."""
    parts = ("controls", "visits", "comparisons", "users")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="files of make_files; made where none is given")
    parser.add_argument("--ids", choices=get_args(Ids), default="text")
    parser.add_argument("--queries", type=int, default=6980)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--parts", nargs="+", choices=parts, default=parts)
    parser.add_argument("--small", type=int, default=500, help="queries per run for comparisons and users; 0: as given")
    given = parser.parse_args()
    print(machine(["streamlit", "pandas", "pyarrow", "numpy"]), "\n")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        files = (
            Files.of(given.folder)
            if given.folder
            else make(folder / "files", queries=given.queries, depth=given.depth, ids=given.ids)
        )
        small = make(folder / "small", queries=given.small, depth=1000, ids=given.ids) if given.small else files
        measure(files, small, given.parts, given.repeats, folder / "log.txt")


if __name__ == "__main__":
    main()
