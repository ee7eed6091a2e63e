from streamlit.testing.v1 import AppTest

from tests.pages.conftest import QRELS, RUN_A, Upload, text_of


def test_first_visit_shows_the_sample(app: AppTest) -> None:
    assert "This is the sample collection" in text_of(app)
    assert list(app.selectbox(key="baseline").options) == ["A · bm25", "B · dense"]


def test_upload_ends_the_sample(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS))
    assert "sample collection" not in text_of(at)
    assert list(at.selectbox(key="baseline").options) == ["A · a"]
