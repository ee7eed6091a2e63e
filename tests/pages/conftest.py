"""The dashboard without a browser: started, fed with files, read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"

RUN_A = b"q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d3 1 2 a\nq2 Q0 d4 2 1 a\nq3 Q0 d5 1 1 a\n"
RUN_B = b"q3 Q0 d6 1 2 b\nq3 Q0 d5 2 1 b\nq1 Q0 d2 1 3 b\nq1 Q0 d1 2 2 b\nq2 Q0 d4 1 2 b\nq2 Q0 d3 2 1 b\n"
QRELS = b"q1 0 d1 2\nq1 0 d2 0\nq2 0 d4 1\nq3 0 d5 1\nq4 0 d9 0\n"
"""On nDCG@10 B is worse than A on q1 and q3, better on q2; q4 has nothing relevant."""

Upload = Callable[..., AppTest]


@pytest.fixture
def app() -> AppTest:
    """Return the dashboard at its first visit: the sample is loaded."""
    at = AppTest.from_file(APP, default_timeout=60).run()
    assert not at.exception
    return at


@pytest.fixture
def upload(app: AppTest) -> Upload:
    """Return a function that drops files (name=bytes pairs) into the first drop zone of a page."""

    def drop(*files: tuple[str, bytes], page: str = "") -> AppTest:
        app.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files]).run()
        if page:
            app.switch_page(f"pages/{page}_page.py").run()
        assert not app.exception
        return app

    return drop


@pytest.fixture
def two_runs(upload: Upload) -> Callable[[str], AppTest]:
    """Return a function that opens a page with two runs and qrels loaded."""
    return lambda page: upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS), page=page)


def text_of(at: AppTest) -> str:
    """Return all words of a page: titles, Markdown, captions, alerts."""
    parts = [*at.title, *at.header, *at.subheader, *at.markdown, *at.caption, *at.error, *at.warning, *at.info]
    return "\n".join(str(part.value) for part in parts)
