"""Every page where there is little or nothing to show: it says what is missing, and never a figure that is none."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.routes import PAGES
from pages.ui.workspace import Workspace
from tests.pages.conftest import QRELS, RUN_A, RUN_B, text_of

NO_FILES_NEEDED = "method"


def opened(app: AppTest, page: str, *uploads: tuple[str, bytes]) -> AppTest:
    app.session_state["workspace"] = Workspace().with_uploads(uploads)
    app.switch_page(f"pages/{page}_page.py").run()
    assert not app.exception
    return app


@pytest.mark.parametrize("page", [page for page in PAGES if page != NO_FILES_NEEDED])
def test_nothing_loaded_asks_for_files_and_offers_the_sample(app: AppTest, page: str) -> None:
    at = opened(app, page)
    assert at.title[0].value == "Nothing is loaded"
    assert len(at.file_uploader) >= 1
    next(button for button in at.button if button.label == "Back to the sample").click().run()
    assert "This is the sample collection" in text_of(at)


@pytest.mark.parametrize("page", [page for page in PAGES if page not in (NO_FILES_NEEDED, "inputs")])
@pytest.mark.parametrize(
    ("file", "title"),
    [(QRELS, "Qrels are loaded, but no run"), (b"q1\tsome words\n", "Query texts are loaded, but no run")],
)
def test_no_run_names_what_is_there(app: AppTest, page: str, file: bytes, title: str) -> None:
    assert opened(app, page, ("file", file)).title[0].value == title


@pytest.mark.parametrize("page", PAGES)
def test_where_nothing_is_relevant_no_page_shows_a_mean(app: AppTest, page: str) -> None:
    nothing = re.sub(rb"[12]\n", b"0\n", QRELS)
    at = opened(app, page, ("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", nothing))
    assert {metric.value for metric in at.metric} <= {"–"}
    assert not re.search(r"\bnan\b|\bNone\b(?! of its)", text_of(at))  # a value, not the word


@pytest.mark.parametrize("page", PAGES)
def test_no_page_fails_where_files_do_not_fit(app: AppTest, page: str) -> None:
    at = opened(app, page, ("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS.replace(b"q", b"topic")))
    assert not at.metric
