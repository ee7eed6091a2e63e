from streamlit.testing.v1 import AppTest

from pages.ui.routes import PAGES
from tests.pages.conftest import APP, QRELS, RUN_A, Upload, text_of


def test_first_visit_shows_the_sample(app: AppTest) -> None:
    assert "This is the sample collection" in text_of(app)
    assert list(app.selectbox(key="baseline").options) == ["A · bm25", "B · dense"]


def test_upload_ends_the_sample(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS))
    assert "sample collection" not in text_of(at)
    assert list(at.selectbox(key="baseline").options) == ["A · a"]


def test_every_page_but_the_first_hands_over_at_a_cold_start() -> None:
    folder = APP.parent / "pages"
    starts = {file.stem for file in folder.glob("*.py") if "hand_over()" in file.read_text(encoding="utf-8")}
    assert starts == set(PAGES) - {next(iter(PAGES))}
    assert {file.stem for file in folder.glob("*_page.py")} == {f"{slug}_page" for slug in PAGES}


def test_the_address_sets_and_states_the_settings() -> None:
    at = AppTest.from_file(APP, default_timeout=60)
    at.query_params.update({"k": "3", "gain": "linear", "measure": "RR", "relevant": "2", "c": "7.5", "baseline": "B"})
    at.run()
    assert at.number_input(key="k").value == 3
    assert at.selectbox(key="gain").value == "linear"
    assert at.selectbox(key="measure").value == "RR"
    assert at.selectbox(key="baseline").value == "B"
    assert dict(at.query_params) == {
        "k": "3", "gain": "linear", "measure": "RR", "relevant": "2", "c": "7.5", "baseline": "B", "system": "A",
    }  # fmt: skip


def test_an_address_with_nonsense_gives_the_defaults() -> None:
    at = AppTest.from_file(APP, default_timeout=60)
    at.query_params.update({"k": "1e99", "gain": "${7*7}", "measure": "<b>", "relevant": "nan", "c": "-1", "q": "?"})
    at.run()
    assert not at.exception
    assert at.number_input(key="k").value == 10
    assert at.selectbox(key="measure").value == "nDCG"
