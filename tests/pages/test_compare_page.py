"""Compare: from files to the verdict and its figures."""

import json

import pytest
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from core.formulas import metrics
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

LISTS = {
    "A": {"q1": ["d1", "d2"], "q2": ["d3", "d4"], "q3": ["d5"]},
    "B": {"q1": ["d2", "d1"], "q2": ["d4", "d3"], "q3": ["d6", "d5"]},
}
GRADES = {"q1": {"d1": 2, "d2": 0}, "q2": {"d4": 1}, "q3": {"d5": 1}}


def mean(letter: str, measure: str, k: int = 10, **options) -> float:
    values = [metrics(LISTS[letter][query], GRADES[query], k, **options)[measure] for query in GRADES]
    return sum(values) / len(values)


def metric_values(at: AppTest) -> list[str]:
    return [metric.value for metric in at.metric]


def drawn(at: AppTest, key: str) -> list:
    """Return the data sets of the chart whose specification mentions this words."""
    charts = [chart for chart in at.get("vega_lite_chart") if key in chart.proto.spec]
    return [convert_arrow_bytes_to_pandas_df(each.data.data) for chart in charts for each in chart.proto.datasets]


def test_two_runs_give_a_verdict_with_no_further_step(two_runs) -> None:
    at = two_runs("compare")
    ahead = mean("A", "ndcg") - mean("B", "ndcg")
    assert at.title[0].value == (rf":orange-badge[B] b is {ahead:.4f} behind :blue-badge[A] a on nDCG\@10")
    assert "better on **1** of 3 queries, worse on **2**, tied on **0**" in text_of(at)
    assert metric_values(at)[:2] == [f"{mean('A', 'ndcg'):.4f}", f"{mean('B', 'ndcg'):.4f}"]


def test_a_zero_relevance_query_is_left_out_and_said(two_runs) -> None:
    assert "1 query has no relevant document and no value: left out of all means" in text_of(two_runs("compare"))


@pytest.mark.parametrize("k", [1, 2])
def test_another_cutoff_gives_its_figures(two_runs, k: int) -> None:
    at = two_runs("compare")
    at.number_input(key="k").set_value(k).run()
    assert metric_values(at)[:2] == [f"{mean('A', 'ndcg', k):.4f}", f"{mean('B', 'ndcg', k):.4f}"]


def test_another_gain_and_measure_give_their_figures(two_runs) -> None:
    at = two_runs("compare")
    at.selectbox(key="gain").set_value("linear").run()
    assert metric_values(at)[1] == f"{mean('B', 'ndcg', gain='linear'):.4f}"
    at.selectbox(key="measure").set_value("RR").run()
    assert metric_values(at)[:2] == [f"{mean('A', 'rr'):.4f}", f"{mean('B', 'rr'):.4f}"]


def test_a_higher_threshold_leaves_fewer_queries_in_the_mean(two_runs) -> None:
    at = two_runs("compare")
    at.number_input(key="relevant").set_value(2.0).run()
    assert "of 1 query" in text_of(at)
    assert metric_values(at)[:2] == ["1.0000", "0.6309"]


def test_settings_go_back_to_the_same_figures(two_runs) -> None:
    at = two_runs("compare")
    before = metric_values(at)
    at.number_input(key="k").set_value(1).run()
    at.number_input(key="k").set_value(10).run()
    assert metric_values(at) == before


def test_identical_runs_with_queries_in_opposite_order_are_tied_on_every_query(upload: Upload) -> None:
    reverse = b"".join(sorted(RUN_A.splitlines(keepends=True), reverse=True))
    at = upload(("a.run", RUN_A), ("b.run", reverse), ("qrels.txt", QRELS))
    assert at.title[0].value.startswith("No difference")
    assert "better on **0** of 3 queries, worse on **0**, tied on **3**" in text_of(at)


def test_a_corrected_file_under_the_old_name_shows_its_own_figures(two_runs) -> None:
    at = two_runs("compare")
    assert metric_values(at)[1] == f"{mean('B', 'ndcg'):.4f}"
    corrected = RUN_B.replace(b"d2 1 3", b"d9 1 3").replace(b"q3 Q0 d6 1 2", b"q3 Q0 d6 3 0")
    at.file_uploader[0].set_value([("b.run", corrected, "text/plain")]).run()
    assert metric_values(at)[1] == "0.8770"  # q1 0.6309, q2 1, q3 1
    assert list(at.selectbox(key="baseline").options) == ["A · a", "B · b"]


def test_one_changed_line_of_a_hundred_thousand_is_seen(upload: Upload) -> None:
    lines = [f"q{query} Q0 d{rank} {rank} {1000 - rank} x" for query in range(100) for rank in range(1, 1001)]
    qrels = "\n".join(f"q{query} 0 d1 1" for query in range(100)).encode()
    at = upload(("x.run", "\n".join(lines).encode()), ("qrels.txt", qrels))
    assert "scores 1.0000" in at.title[0].value
    lines[57_000] = lines[57_000].replace("d1 ", "e1 ")
    at.file_uploader[0].set_value([("x.run", "\n".join(lines).encode(), "text/plain")]).run()
    assert "scores 0.9900" in at.title[0].value


def test_a_refused_file_is_named_and_leaves_everything_as_it_was(two_runs) -> None:
    at = two_runs("compare")
    before = metric_values(at)
    broken = RUN_B.replace(b"d1 2 2 b", b"d1 2 two b")
    at.file_uploader[0].set_value([("broken.run", broken, "text/plain")]).run()
    assert metric_values(at) == before
    assert [error.value.replace("\\", "") for error in at.error] == [
        "broken.run, line 4: the score must be a number, found 'two'. "
        "The columns are: query Q0 document rank score tag."
    ]


def test_names_and_ids_are_shown_as_data(upload: Upload) -> None:
    hostile = "<b>x :red[y] *z*"
    run = RUN_A.replace(b"q1", b"q_1_$x$")
    at = upload(
        (f"{hostile}.run", run), ("b.run", RUN_B.replace(b"q1", b"q_1_$x$")), ("q", QRELS.replace(b"q1", b"q_1_$x$"))
    )
    assert ":red[y" not in text_of(at)
    assert r"\<b\>x \:red\[y\] \*z\*" in at.title[0].value


def test_two_files_of_one_name_are_two_runs(upload: Upload) -> None:
    at = upload(("run.txt", RUN_A), ("run.txt", RUN_B), ("qrels.txt", QRELS))
    assert list(at.selectbox(key="baseline").options) == ["A · run", "B · run (2)"]
    assert metric_values(at)[:2] == [f"{mean('A', 'ndcg'):.4f}", f"{mean('B', 'ndcg'):.4f}"]


def test_swapping_the_baseline_turns_the_sign_and_keeps_the_letters(two_runs) -> None:
    at = two_runs("compare")
    at.selectbox(key="baseline").set_value("B").run()
    assert at.title[0].value.startswith(":blue-badge[A] a is ")
    assert " ahead of :orange-badge[B] b " in at.title[0].value


def test_one_run_shows_its_scores_and_asks_for_a_second(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS))
    assert at.title[0].value.startswith(f":blue-badge[A] a scores {mean('A', 'ndcg'):.4f}")
    assert "Add a second run" in text_of(at)


def test_runs_without_qrels_ask_for_them(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B))
    assert "Add a qrels file to score these rankings" in text_of(at)


def test_files_that_do_not_fit_say_so_instead_of_zeros(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS.replace(b"q", b"topic")))
    assert at.title[0].value == "No query is in both a run and the qrels"
    assert not at.metric


def test_three_runs_have_the_same_fusion_in_any_order_of_upload(upload: Upload) -> None:
    files = [("a.run", RUN_A), ("b.run", RUN_B), ("c.run", b"q1 Q0 d2 1 1 c\nq2 Q0 d9 1 2 c\nq2 Q0 d4 2 1 c\n")]
    fused = []
    for order in (files, files[::-1]):
        at = upload(*order, ("qrels.txt", QRELS))
        fused.append(metric_values(at)[-1])
        for key in range(3):
            at.session_state["workspace"] = at.session_state["workspace"].without(files[key][0])
    assert fused[0] == fused[1]


def test_missing_is_not_drawn_as_zero(two_runs) -> None:
    at = two_runs("compare")
    frames = drawn(at, "largest gain first")
    queries = {query for frame in frames if "query" in frame for query in frame["query"]}
    assert queries == {"q1", "q2", "q3"}
    assert json.loads(at.get("vega_lite_chart")[0].proto.spec)


def test_a_click_in_a_chart_chooses_the_query_for_all_pages(two_runs) -> None:
    at = two_runs("compare")
    at.session_state["query"] = "q2"
    at.run()
    assert at.query_params["q"] == "q2"
    assert "**q2**" in text_of(at)
