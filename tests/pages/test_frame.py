from streamlit.testing.v1 import AppTest

from pages.ui.routes import PAGES
from tests.pages.conftest import APP, QRELS, RUN_A, RUN_B, Upload, text_of


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


def test_an_emptied_cutoff_goes_back_to_the_one_before(two_runs) -> None:
    at = two_runs("compare")
    at.number_input(key="k").set_value(3).run()
    at.number_input(key="k").set_value(None).run()
    assert at.number_input(key="k").value == 3
    assert at.query_params["k"] == "3"


def test_the_fusion_stands_in_the_address(two_runs) -> None:
    at = two_runs("fusion")
    at.number_input(key="weight_B").set_value(0.5).run()
    assert at.query_params["fuse"] == "A,B*0.5"
    again = AppTest.from_file(APP, default_timeout=60)
    again.query_params["fuse"] = "A*2,B*0.5"
    again.run()
    assert "Weighted RRF of A and B" in "\n".join(metric.label for metric in again.metric)
    assert again.query_params["fuse"] == "A*2,B*0.5"


def test_a_grade_too_large_for_the_gain_is_said_on_every_page(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", b"q1 0 d1 2000\n"))
    for slug in PAGES:
        at.switch_page(f"pages/{slug}_page.py").run()
        assert not at.exception
    at.switch_page("pages/compare_page.py").run()
    assert "too large for the gain" in at.title[0].value
    at.selectbox(key="gain").set_value("linear").run()
    assert "ahead of" in at.title[0].value or "behind" in at.title[0].value


def test_a_run_that_its_ranks_cannot_order_is_said_on_every_page(upload: Upload) -> None:
    at = upload(("a.run", RUN_A.replace(b" 1 3 a", b" x 3 a")), ("b.run", RUN_B), ("qrels.txt", QRELS))
    at.selectbox(key="order").set_value("rank column").run()
    for slug in PAGES:
        at.switch_page(f"pages/{slug}_page.py").run()
        assert not at.exception
    at.switch_page("pages/queries_page.py").run()
    assert "cannot be ordered by the rank column" in at.title[0].value


def test_refusals_can_be_dismissed(upload: Upload) -> None:
    at = upload(("bad.run", b"q1 Q0 d1 1 x a\n"))
    assert at.error
    next(button for button in at.button if button.label == "Dismiss").click().run()
    assert not at.error
