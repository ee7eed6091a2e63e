"""The running dashboard and a headless Chromium, for tests and benchmarks."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-sync",
]
COUNT_RUNS = """
(() => {
    window.runs = window.still = 0;
    const ends = bytes => {
        let at = 0;
        const number = () => {
            let value = 0, shift = 0, byte;
            do {
                byte = bytes[at++];
                value += (byte & 127) * 2 ** shift;
                shift += 7;
            } while (byte & 128);
            return value;
        };
        while (at < bytes.length) {
            const tag = number();
            if (tag === 6 << 3) return number() !== 2;
            const length = number();
            if ((tag & 7) === 2) at += length;
            else if (tag & 7) return false;
        }
        return false;
    };
    window.WebSocket = class extends window.WebSocket {
        constructor(...given) {
            super(...given);
            this.addEventListener('message', async message => {
                const data = message.data instanceof Blob ? await message.data.arrayBuffer() : message.data;
                if (data instanceof ArrayBuffer && ends(new Uint8Array(data))) window.runs += 1;
            });
        }
    };
})();
"""
"""Counts in the page how often a script run has ended, by the message that says so: field 6 of those that the server
sends, 2 where another run follows at once. A short run may be over before the page has drawn that it is running."""

IDLE = """runs => {
    const app = document.querySelector('[data-testid="stApp"]');
    const idle = window.runs > runs && app && app.getAttribute('data-test-script-state') === 'notRunning'
        && !document.querySelector('[data-testid="stAppSkeleton"]')
        && !document.querySelector('[data-stale="true"]');
    // asked once per frame: the page may still have to draw what came before the end
    window.still = idle ? window.still + 1 : 0;
    return window.still > 2;
}"""
"""Tells whether a run has ended since, and everything on the page is its result."""


@contextlib.contextmanager
def dashboard(log: Path) -> Iterator[str]:
    """Start the dashboard on a free port of this machine and yield its address."""
    with served(log) as (address, _):
        yield address


@contextlib.contextmanager
def served(log: Path) -> Iterator[tuple[str, int]]:
    """Start the dashboard on a free port of this machine and yield its address and the number of its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    command += ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"]
    with log.open("wb") as out:
        server = subprocess.Popen(
            command, cwd=ROOT, stdout=out, stderr=out, env={**os.environ, "PYTHONWARNINGS": "default"}
        )
        try:
            _wait_until_healthy(f"http://127.0.0.1:{port}", server, log)
            yield f"http://127.0.0.1:{port}", server.pid
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait_until_healthy(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            message = f"the dashboard did not start:\n{log.read_text()}"
            raise RuntimeError(message)
        with contextlib.suppress(URLError, OSError), urlopen(f"{address}/_stcore/health", timeout=5) as answer:
            if answer.read() == b"ok":
                return
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(timeout=0.1)
    message = f"the dashboard did not become healthy:\n{log.read_text()}"
    raise RuntimeError(message)


class Reader:
    """One browser tab with the dashboard open: acts and reads as a person would."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(COUNT_RUNS)

    def open(self, address: str) -> None:
        """Open an address and wait for the page."""
        self.page.goto(address)
        self.page.wait_for_function(IDLE, arg=0)
        self.page.wait_for_load_state("networkidle")  # parts of the page come as files of their own

    @contextlib.contextmanager
    def rerun(self) -> Iterator[None]:
        """Wait until the run that an action starts has ended and the page has taken its result."""
        before = self.page.evaluate("window.still = 0, window.runs")
        yield
        self.page.wait_for_function(IDLE, arg=before)

    def drop(self, files: Sequence[Path] | Sequence[dict[str, Any]]) -> None:
        """Give files to the first drop zone of the page in one go."""
        zone = self.page.locator('[data-testid="stFileUploader"] input[type="file"]').first
        emptied = zone.element_handle()
        with self.rerun():
            zone.set_input_files([str(file) if isinstance(file, Path) else file for file in files])
            # a fresh drop zone takes its place once the files are taken
            self.page.wait_for_function("zone => !zone.isConnected", arg=emptied)

    def go(self, title: str) -> None:
        """Open a page through the navigation."""
        with self.rerun():
            self.page.locator('[data-testid="stTopNavLink"]').filter(has_text=title).click()

    def title(self) -> str:
        """Return the heading of the page as one line."""
        return " ".join(self.page.locator("h1").first.inner_text().split())

    def text(self) -> str:
        """Return all visible words of the page."""
        return self.page.locator('[data-testid="stMain"]').inner_text()

    def metrics(self) -> list[str]:
        """Return the large figures of the page."""
        return self.page.locator('[data-testid="stMetricValue"]').all_inner_texts()

    def number(self, label: str, value: float) -> None:
        """Type a number into the field with this label."""
        field = self._widget("stNumberInput", label).locator("input")
        if field.input_value() != f"{value:g}":
            with self.rerun():
                field.fill(f"{value:g}")
                field.press("Enter")

    def chosen(self, label: str) -> str:
        """Return what the menu with this label shows."""
        return self._widget("stSelectbox", label).locator("input").input_value()

    def choose(self, label: str, option: str) -> None:
        """Choose an option of the menu with this label."""
        menu = self._widget("stSelectbox", label).locator("input")
        if menu.input_value() != option:
            menu.click()
            with self.rerun():
                self.page.get_by_role("option", name=option, exact=True).click()

    def choose_nth(self, label: str, place: int) -> None:
        """Choose the option at this place, from 0, of the menu with this label."""
        self._widget("stSelectbox", label).locator("input").click()
        with self.rerun():
            self.page.get_by_role("option").nth(place).click()

    def press(self, label: str) -> None:
        """Click the button with this label."""
        with self.rerun():
            self.page.get_by_role("button", name=label, exact=True).click()

    def segment(self, label: str) -> None:
        """Choose the segment whose label begins so, of the first control with segments."""
        with self.rerun():
            self.page.locator('[data-testid="stButtonGroup"] button').filter(has_text=label).first.click()

    def search(self, words: str) -> None:
        """Type words into the first search field."""
        field = self.page.locator('[data-testid="stTextInput"] input').first
        with self.rerun():
            field.fill(words)
            field.press("Enter")

    def gain(self, option: str) -> None:
        """Choose the gain in the conventions."""
        with self.conventions():
            self.choose("Gain of nDCG", option)

    @contextlib.contextmanager
    def conventions(self) -> Iterator[None]:
        """Hold the conventions open."""
        self.page.get_by_role("button", name=re.compile("Conventions")).click()
        yield
        self.page.keyboard.press("Escape")

    def exceptions(self) -> list[str]:
        """Return the uncaught exceptions that the page shows."""
        return self.page.locator('[data-testid="stException"]').all_inner_texts()

    def _widget(self, kind: str, label: str) -> Any:
        exact = re.compile(rf"^\s*{re.escape(label)}\s*$")
        widgets = self.page.locator(f'[data-testid="{kind}"]')
        return widgets.filter(has=self.page.locator('[data-testid="stWidgetLabel"]').filter(has_text=exact)).first
