"""Browser tests need Chromium and Playwright; without them they are skipped, unless they are required."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.driver import CHROMIUM, FLAGS, Reader, dashboard

REQUIRED = os.environ.get("RANKSCOPE_REQUIRE_BROWSER") == "1"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return a running headless Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        _missing("Playwright is not installed (pip install -r requirements-dev.txt)")
    if CHROMIUM is None:
        _missing("no chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def _missing(what: str) -> None:
    if REQUIRED:
        pytest.fail(f"browser tests are required, but {what}")
    pytest.skip(f"browser test: {what}")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a running dashboard."""
    with dashboard(tmp_path_factory.mktemp("dashboard") / "log.txt") as running:
        yield running


@pytest.fixture
def tab(chromium: Any, address: str) -> Iterator[Callable[..., Reader]]:
    """Return a function that opens the dashboard in a fresh tab, with options such as ``color_scheme``."""
    contexts = []

    def opened(path: str = "", **options: Any) -> Reader:
        context = chromium.new_context(viewport={"width": 1440, "height": 1200}, accept_downloads=True, **options)
        contexts.append(context)
        context.set_default_timeout(60_000)
        reader = Reader(context.new_page())
        reader.open(f"{address}/{path}")
        return reader

    yield opened
    for context in contexts:
        context.close()
