"""What a session keeps: how much memory a result takes, what leaves, and what must not stay behind."""

import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.testing.v1 import AppTest

from core import Conventions, rank, read_run
from core.matching import Matched, match
from pages.ui import drop_zone, kept, workspace
from pages.ui.kept import Kept, size_of
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload

KILOBYTE = np.zeros(1000, dtype=np.uint8)


def fresh() -> np.ndarray:
    return KILOBYTE.copy()


def test_memory_is_counted_once() -> None:
    array = fresh()
    assert size_of(array) == size_of(array[10:20]) == 1000  # the slice keeps the whole
    assert size_of(SimpleNamespace(one=array, other=array[:500], third=array.view(np.int64))) == 1000
    assert size_of(SimpleNamespace(one=array, other=fresh())) == 2000


def test_columns_and_frames_are_counted() -> None:
    column = pa.array(["abc"] * 1000, pa.large_string())
    assert size_of(column) == size_of(column[5:9]) >= 11_000
    assert size_of(
        SimpleNamespace(column=column, offsets=np.frombuffer(column.buffers()[1], dtype=np.int64))
    ) == size_of(column)
    assert 8_000 <= size_of(pd.DataFrame({"value": np.zeros(1000)})) < 9_000
    assert 8_000 <= size_of(pd.Series(np.zeros(1000))) < 9_000


def test_texts_collections_and_circles_are_counted() -> None:
    circle: list[object] = ["x" * 1000, fresh()]
    circle.append(circle)
    assert 2_000 < size_of(circle) < 2_500
    assert size_of({"key": fresh()}) > 1_000
    assert size_of(lambda: circle) == 0


def test_a_ranking_in_the_order_of_its_file_takes_no_room_beside_the_run() -> None:
    lines = b"".join(b"q Q0 d%d 1 %d t\n" % (number, 1000 - number) for number in range(1000))
    run = read_run(lines)
    sorted_, by_id = rank(run), match([rank(run), rank(run)])
    seen: dict[int, object] = {}
    assert size_of(run, seen) > 30_000
    assert size_of(sorted_, seen) < 1_000
    assert size_of(by_id.parts, seen) > 5_000
    assert size_of(by_id, seen) < 2_000
    other = rank(read_run(b"\n".join(lines.splitlines()[::-1])), Conventions())
    assert size_of(other.all_scores) == 8_000


def test_what_was_not_asked_for_longest_leaves() -> None:
    results = Kept(floor=2_500)
    results.get("a", fresh)
    results.get("b", fresh)
    assert results.get("a", lambda: pytest.fail("it is known")) is not None
    results.get("c", fresh)
    assert ("a" in results, "b" in results, "c" in results) == (True, False, True)


def test_what_grows_later_is_noticed() -> None:
    results = Kept(floor=2_500)
    growing = results.get("growing", lambda: SimpleNamespace(first=fresh()))
    growing.later = np.zeros(5_000, dtype=np.uint8)
    results.get("next", fresh)
    assert "growing" not in results


def test_the_newest_result_stays_whatever_its_size() -> None:
    results = Kept(floor=10)
    results.get("large", fresh)
    assert len(results) == 1
    results.get("larger", fresh)
    assert "larger" in results
    assert len(results) == 1


def test_large_files_make_room_for_large_results_and_do_not_count_themselves() -> None:
    files = [np.zeros(3_000, dtype=np.uint8)]
    results = Kept(floor=10)
    results.get("view", lambda: files[0][:100], files=files)
    for key in "abc":
        results.get(key, fresh, files=files)
    assert len(results) == 4
    results.get("d", fresh, files=files)
    assert "a" not in results


def test_a_computation_that_is_broken_off_leaves_nothing() -> None:
    results = Kept()

    def broken() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        results.get("a", broken)
    assert len(results) == 0
    assert results.get("a", lambda: 1) == 1


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    """Return the results of the session, which no longer depend on what a test gives for a session."""
    results = Kept()
    monkeypatch.setattr(kept, "of_session", lambda: results)
    monkeypatch.setattr("pages.ui.results.of_session", lambda: results)
    return [results]


def test_other_files_let_go_of_all_results(sessions: list[Kept], upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS))
    before = set(sessions[0]._results)
    at.number_input(key="k").set_value(3).run()
    assert before < set(sessions[0]._results)
    next(button for button in at.button if button.label == "Back to the sample").click().run()
    assert not before & set(sessions[0]._results)


def test_a_refused_file_leaves_the_results(sessions: list[Kept], upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS))
    before = set(sessions[0]._results)
    at.file_uploader[0].set_value([("bad.run", b"one two\n", "text/plain")]).run()
    assert at.error
    assert before <= set(sessions[0]._results)


@pytest.mark.parametrize("data", [RUN_A, b"one two\n"], ids=["taken", "refused"])
def test_uploaded_bytes_do_not_stay_on_the_server(app: AppTest, monkeypatch, data: bytes) -> None:
    managers: list[MemoryUploadedFileManager] = []
    added: list[str] = []
    add_file = MemoryUploadedFileManager.add_file

    def noted(self: MemoryUploadedFileManager, session: str, file: object) -> None:
        managers.append(self)
        added.append(session)
        add_file(self, session, file)  # type: ignore[arg-type]

    monkeypatch.setattr(MemoryUploadedFileManager, "add_file", noted)
    app.file_uploader[0].set_value([("a.run", data, "text/plain")]).run()
    assert added
    assert not any(manager.file_storage.get(session) for manager, session in zip(managers, added, strict=True))


def test_reading_goes_on_with_the_next_file_where_it_was_broken_off(app: AppTest, monkeypatch) -> None:
    read_names: list[str] = []
    read = workspace.read

    def counted(file: str, data: bytes, **options: bool) -> object:
        if file == "b.run" and "b.run" not in read_names:
            read_names.append(file)
            raise ConnectionAbortedError
        read_names.append(file)
        return read(file, data, **options)

    monkeypatch.setattr(workspace, "read", counted)
    uploads = [(name, data, "text/plain") for name, data in (("a.run", RUN_A), ("b.run", RUN_B), ("q", QRELS))]
    app.file_uploader[0].set_value(uploads).run()
    assert app.exception
    app.run()
    assert not app.exception
    assert read_names == ["a.run", "b.run", "b.run", "q"]
    assert list(app.selectbox(key="baseline").options) == ["A · a", "B · b"]


@pytest.mark.parametrize("quick", [0, drop_zone.QUICK])
def test_while_large_files_are_read_the_page_says_which(app: AppTest, monkeypatch, quick: int) -> None:
    said: list[tuple[float, str]] = []
    monkeypatch.setattr(drop_zone, "QUICK", quick)
    monkeypatch.setattr(DeltaGenerator, "progress", lambda _, value, text: said.append((round(value, 1), text)))
    app.file_uploader[0].set_value([(name, RUN_A, "text/plain") for name in ("one", "two")]).run()
    expected = [(0.0, "Reading one (1 of 2)"), (0.5, "Reading two (2 of 2)")]
    assert said == ([] if quick else expected)


def test_the_files_before_leave_at_once(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS))
    before = [weakref.ref(each) for each in at.session_state["workspace"].files]
    next(button for button in at.button if button.label == "Back to the sample").click().run()
    gc.collect()
    assert [each() for each in before] == [None] * 3


def test_a_run_in_order_is_matched_once_for_all_orders(sessions: list[Kept], upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS))

    def matches() -> int:
        return sum(isinstance(each, Matched) for each in sessions[0]._results.values())

    title = at.title[0].value
    for order in ("rank column", "file"):
        at.selectbox(key="order").set_value(order).run()
        assert (at.title[0].value, matches()) == (title, 1)
    upload(("a.run", RUN_A.replace(b" 1 3 a", b" 3 3 a")))  # the ranks contradict the scores
    assert (at.title[0].value, matches()) == (title, 1)
    at.selectbox(key="order").set_value("rank column").run()
    assert (at.title[0].value == title, matches()) == (False, 2)
