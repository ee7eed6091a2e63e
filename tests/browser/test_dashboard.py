"""The main job in a real browser, on the files of the sample collection as uploads."""

import re
from pathlib import Path

import pytest

from tests.browser.driver import ROOT, Reader, dashboard

SAMPLE = ROOT / "sample_runs"
FILES = [SAMPLE / name for name in ("late-interaction.run", "dense.run", "qrels.txt")]
PAGES = ("Compare", "Queries", "Fusion", "Zero relevance", "Inputs", "Method")


def without_errors(reader: Reader) -> None:
    assert reader.exceptions() == []
    assert "Traceback" not in reader.text()


def test_one_drop_gives_the_verdict_with_no_further_click(tab) -> None:
    reader = tab()
    assert reader.title() == "B dense is 0.0475 ahead of A bm25 on nDCG@10"
    reader.drop(FILES)
    assert reader.title() == "B dense is 0.1397 behind A late-interaction on nDCG@10"
    assert reader.metrics()[:2] == ["0.7543", "0.6146"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens_and_keeps_the_data_and_the_settings(tab, scheme: str) -> None:
    reader = tab(color_scheme=scheme)
    reader.drop(FILES)
    reader.number("Cut-off k", 5)
    for title in (*PAGES, "Compare"):
        reader.go(title)
        without_errors(reader)
        assert "k=5" in reader.page.url
        assert reader.chosen("Baseline") == "A · late-interaction"
    assert "nDCG@5" in reader.title()


def test_a_shared_address_opens_with_its_settings(tab) -> None:
    first = tab()
    first.number("Cut-off k", 3)
    first.gain("linear")
    first.choose("Measure", "RR")
    second = tab(first.page.url.rpartition("/")[2])
    assert second.title() == first.title()
    assert second.metrics() == first.metrics()


def test_a_wrong_file_is_one_sentence_and_nothing_is_lost(tab) -> None:
    reader = tab()
    reader.drop(FILES)
    before = (reader.title(), reader.metrics())
    wrong = b"q01 Q0 waggle-dance.1 1 0.9 t\nq01 Q0 waggle-dance.2 2 0.8\n"
    reader.page.get_by_role("button", name=re.compile("files")).click()
    reader.drop([{"name": "wrong.run", "mimeType": "text/plain", "buffer": wrong}])
    alert = reader.page.get_by_test_id("stAlert").inner_text()
    assert "wrong.run, line 2: a line must have 6 columns (query Q0 document rank score tag), found 5." in alert
    assert (reader.title(), reader.metrics()) == before
    without_errors(reader)


def test_a_click_on_a_bar_opens_that_query(tab) -> None:
    reader = tab()
    chart = reader.page.get_by_test_id("stVegaLiteChart").filter(has_text="largest gain first")
    box = chart.bounding_box()
    assert box is not None
    with reader.rerun():
        reader.page.mouse.click(box["x"] + 90, box["y"] + 60)  # among the largest gains, at the left
    clicked = re.search(r"q=(q\d\d)", reader.page.url)
    assert clicked is not None
    with reader.rerun():
        reader.page.get_by_test_id("stPageLink-NavLink").filter(has_text="Open side by side").first.click()
    assert "/queries" in reader.page.url
    assert reader.page.locator("h3").filter(has_text=clicked[1]).is_visible()


def test_the_fused_run_is_downloaded_and_read_back_with_the_same_figures(tab, tmp_path: Path) -> None:
    reader = tab()
    reader.go("Fusion")
    assert "0.6372" in reader.text()
    with reader.page.expect_download() as started:
        reader.page.get_by_role("button", name=re.compile("Fused run")).click()
    fused = tmp_path / "fused.run"
    started.value.save_as(fused)
    reader.go("Compare")
    reader.drop([SAMPLE / "bm25.run", fused, SAMPLE / "qrels.txt"])
    assert reader.metrics()[:2] == ["0.5671", "0.6372"]


@pytest.mark.parametrize("path", ["fusion?c=10&k=20", "zero_relevance"])
def test_the_first_request_of_a_server_may_ask_for_any_page(chromium, tmp_path: Path, path: str) -> None:
    with dashboard(tmp_path / "log.txt") as address:
        reader = Reader(chromium.new_page())
        reader.open(f"{address}/{path}")
        assert reader.page.get_by_role("dialog").count() == 0
        assert reader.page.url == f"{address}/{path}"
        assert reader.page.get_by_test_id("stTopNavLink").count() == len(PAGES)
        without_errors(reader)
        reader.page.close()
