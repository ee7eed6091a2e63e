"""The Fusion page: its figures against the definition, one query at a time, and what it does with odd choices."""

import random
import re
from collections.abc import Sequence

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.conventions import Conventions
from core.formulas import metrics, rrf
from core.sensitivity import C_STEPS
from pages.ui.fusion.c_sensitivity import as_csv
from pages.ui.state import Settings
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

Lists = dict[str, list[str]]

QUERIES = [f"q{number}" for number in range(1, 9)]
GRADES = {
    query: {f"d{number}": random.Random(query).choices([0, 1, 2, 3], k=30)[number] for number in range(30)}
    for query in QUERIES
} | {"nothing": {"d1": 0}}


def lists(seed: int, *, without: Sequence[str] = ()) -> Lists:
    shuffled = random.Random(seed)
    return {
        query: shuffled.sample([f"d{number}" for number in range(40)], 25) for query in GRADES if query not in without
    }


A, B, C = lists(1), lists(2, without=["q2"]), lists(3, without=["q2", "q5"])


def trec(run: Lists) -> bytes:
    rows = [
        f"{query} Q0 {doc} {place} {99 - place} t" for query, docs in run.items() for place, doc in enumerate(docs, 1)
    ]
    return "\n".join(rows).encode()


def qrels() -> bytes:
    return "\n".join(f"{query} 0 {doc} {grade}" for query, of in GRADES.items() for doc, grade in of.items()).encode()


def mean(*runs: Lists, k: int = 10, c: float = 60, weights: Sequence[float] | None = None, **how: object) -> float:
    key = str(how.pop("key", "ndcg"))
    scores = []
    for query, grades in GRADES.items():
        ranking = rrf([run.get(query, []) for run in runs], c=c, weights=weights)
        scores.append(metrics(ranking, grades, k, **how)[key])  # type: ignore[arg-type]
    known = [score for score in scores if score is not None]
    return sum(known) / len(known)


@pytest.fixture
def three_runs(upload: Upload) -> AppTest:
    return upload(("a.run", trec(A)), ("b.run", trec(B)), ("c.run", trec(C)), ("q.txt", qrels()), page="fusion")


@pytest.fixture
def pair(upload: Upload) -> AppTest:
    return upload(("a.run", trec(A)), ("b.run", trec(B)), ("q.txt", qrels()), page="fusion")


def shown_mean(at: AppTest) -> str:
    return re.findall(r"Mean \S+ \*\*([\d.]+)\*\* over 8 queries", text_of(at))[0]


def set_c(at: AppTest, c: float) -> None:
    at.number_input(key="fusion_c_exact").set_value(c).run()


def test_two_runs_the_finding_names_both(pair: AppTest) -> None:
    fused, a, b = mean(A, B), mean(A), mean(B)
    title = pair.title[0].value
    assert title.startswith(":gray-badge[Fused] RRF of A and B is ")
    for difference, name in ((fused - a, ":blue-badge[A] a"), (fused - b, ":orange-badge[B] b")):
        word = "ahead of" if difference > 0 else "behind"
        assert f"{abs(difference):.4f} {word} {name}" in title
    assert title.endswith("on nDCG@10")
    assert shown_mean(pair) == f"{fused:.4f}"
    for value in (a, b):
        assert f"({value:.4f}) better on " in text_of(pair)


def test_three_runs_the_finding_names_the_best_input(three_runs: AppTest) -> None:
    best = max([mean(A), mean(B), mean(C)])
    difference = mean(A, B, C) - best
    assert (
        f"{abs(difference):.4f} {'ahead of' if difference > 0 else 'behind'} its best input"
        in three_runs.title[0].value
    )
    assert shown_mean(three_runs) == f"{mean(A, B, C):.4f}"
    assert three_runs.pills(key="fused").value == ["A", "B", "C"]


def test_outcomes_are_counted_by_query(two_runs) -> None:
    at = two_runs("fusion")
    # q1: tie of d1 and d2, d1 first by id: 1 in the fusion and in A; q2: d3 and d4 tie, d3 first: as A, below B
    assert "Against :blue-badge[A] a (0.8770) better on 0, worse on 0, tied on 3." in at.markdown[0].value
    assert "Against :orange-badge[B] b (0.7540) better on 2, worse on 1, tied on 0." in at.markdown[0].value


@pytest.mark.parametrize("c", [0.0, 10.0, 33.5])
def test_c_changes_the_figures_and_stands_everywhere(pair: AppTest, c: float) -> None:
    set_c(pair, c)
    assert shown_mean(pair) == f"{mean(A, B, c=c):.4f}"
    assert pair.select_slider(key="fusion_c_step").value == c
    assert f"fused with c = {c:g}" in text_of(pair)
    assert pair.query_params["c"] == f"{c:g}"


def test_c_by_the_slider(pair: AppTest) -> None:
    pair.select_slider(key="fusion_c_step").set_value(5.0).run()
    assert shown_mean(pair) == f"{mean(A, B, c=5):.4f}"
    assert pair.number_input(key="fusion_c_exact").value == 5


def test_conventions_change_the_figures(pair: AppTest) -> None:
    pair.number_input(key="k").set_value(5).run()
    assert shown_mean(pair) == f"{mean(A, B, k=5):.4f}"
    pair.selectbox(key="gain").set_value("linear").run()
    assert shown_mean(pair) == f"{mean(A, B, k=5, gain='linear'):.4f}"
    pair.selectbox(key="measure").set_value("Recall").run()
    pair.number_input(key="relevant").set_value(2.0).run()
    assert shown_mean(pair) == f"{mean(A, B, k=5, key='recall', relevant_from=2.0):.4f}"


def test_weights_mean_the_decimals_typed(pair: AppTest) -> None:
    pair.number_input(key="weight_A").set_value(0.1 + 0.2).run()
    assert shown_mean(pair) == f"{mean(A, B, weights=[0.3, 1]):.4f}"
    assert pair.title[0].value.startswith(":gray-badge[Fused] Weighted RRF of A and B")
    assert "weights 0.3, 1," in text_of(pair)


def test_runs_can_be_left_out(three_runs: AppTest) -> None:
    three_runs.pills(key="fused").set_value(["A", "C"]).run()
    assert shown_mean(three_runs) == f"{mean(A, C):.4f}"
    assert "RRF of A and C" in three_runs.title[0].value


def test_fewer_than_two_runs_are_refused_in_a_sentence(three_runs: AppTest) -> None:
    three_runs.pills(key="fused").set_value(["A", "B"]).run()
    three_runs.pills(key="fused").set_value(["B"]).run()
    assert [alert.value for alert in three_runs.error] == ["A fusion needs at least two runs, so this one stays."]
    assert shown_mean(three_runs) == f"{mean(A, B):.4f}"
    assert three_runs.pills(key="fused").value == ["A", "B"]
    three_runs.run()
    assert not three_runs.error


def test_weights_of_zero_are_refused_in_a_sentence(pair: AppTest) -> None:
    pair.number_input(key="weight_A").set_value(0.0).run()
    assert not pair.error
    assert shown_mean(pair) == f"{mean(A, B, weights=[0, 1]):.4f}"
    pair.number_input(key="weight_B").set_value(0.0).run()
    assert [alert.value for alert in pair.error] == ["At least one weight must be above 0, so the ones before stay."]
    assert not pair.exception
    assert shown_mean(pair) == f"{mean(A, B, weights=[0, 1]):.4f}"
    assert pair.number_input(key="weight_B").value == 1


def test_leaving_out_the_only_weight_above_zero_is_refused(three_runs: AppTest) -> None:
    three_runs.number_input(key="weight_A").set_value(0.0).run()
    three_runs.number_input(key="weight_B").set_value(0.0).run()
    three_runs.pills(key="fused").set_value(["A", "B"]).run()
    assert "At least one weight" in three_runs.error[0].value
    assert three_runs.pills(key="fused").value == ["A", "B", "C"]


def test_choices_survive_other_pages(three_runs: AppTest) -> None:
    three_runs.pills(key="fused").set_value(["A", "B"]).run()
    three_runs.number_input(key="weight_A").set_value(0.7).run()
    set_c(three_runs, 12.5)
    three_runs.switch_page("pages/inputs_page.py").run()
    three_runs.switch_page("pages/fusion_page.py").run()
    assert three_runs.pills(key="fused").value == ["A", "B"]
    assert three_runs.number_input(key="weight_A").value == 0.7
    assert three_runs.number_input(key="fusion_c_exact").value == 12.5
    assert shown_mean(three_runs) == f"{mean(A, B, c=12.5, weights=[0.7, 1]):.4f}"


def test_a_run_loaded_after_the_choice_takes_part(app: AppTest, upload: Upload) -> None:
    app.switch_page("pages/fusion_page.py").run()
    assert app.pills(key="fused").value == ["A", "B"]
    at = upload(("a.run", trec(A)), ("b.run", trec(B)), ("c.run", trec(C)), ("q.txt", qrels()))
    assert at.pills(key="fused").value == ["A", "B", "C"]


def test_constants_of_the_address(app: AppTest) -> None:
    at = AppTest.from_file(app._script_path, default_timeout=60)
    at.query_params["c"] = "0.1234567"
    at.run()
    at.switch_page("pages/fusion_page.py").run()
    assert at.number_input(key="fusion_c_exact").value == 0.1234567
    assert at.query_params["c"] == "0.1234567"


def test_a_constant_beyond_all_reason_is_passed_over(app: AppTest) -> None:
    at = AppTest.from_file(app._script_path, default_timeout=60)
    at.query_params["c"] = "1e300"
    at.run()
    at.switch_page("pages/fusion_page.py").run()
    assert not at.exception
    assert at.number_input(key="fusion_c_exact").value == 60


def test_heading_of_the_curve_says_how_far_it_moves(pair: AppTest) -> None:
    means = {c: mean(A, B, c=c) for c in C_STEPS}
    lowest, highest = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    assert pair.subheader[0].value == (
        f"How much c matters: nDCG@10 from {means[lowest]:.4f} (c = {lowest}) to {means[highest]:.4f} (c = {highest})"
    )


def test_curve_has_a_text_alternative(pair: AppTest) -> None:
    chart = pair.get("vega_lite_chart")[0].proto
    assert f"{mean(A, B):.4f} at c = 60" in chart.alt
    assert f"A {mean(A):.4f}, B {mean(B):.4f}" in chart.alt


def test_curve_as_csv_says_what_it_holds_under() -> None:
    curve = pd.DataFrame({"nDCG@10": [0.5, 0.25]}, index=pd.Index([0.0, 60.0], name="c"))
    chosen = Settings("nDCG", Conventions(), 60.0, "A", "B", ("A", "B"), (0.7, 0.3))
    assert as_csv(curve, chosen, ["bm25", "dense"]).decode().splitlines() == [
        "c,nDCG@10,runs,weights,k,gain,relevant_from,order_by,ties",
        "0.0,0.5,bm25 + dense,0.7 0.3,10,exponential,above 0,score,id_descending",
        "60.0,0.25,bm25 + dense,0.7 0.3,10,exponential,above 0,score,id_descending",
    ]


def test_query_of_all_pages(pair: AppTest) -> None:
    assert pair.selectbox(key="fusion_query").value == "q6"  # the largest loss of the compared system
    pair.selectbox(key="fusion_query").set_value("q3").run()
    assert pair.session_state["query"] == "q3"
    assert pair.query_params["q"] == "q3"


def test_without_qrels_there_are_rankings_and_no_figures(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), page="fusion")
    assert at.title[0].value == ":gray-badge[Fused] RRF of A and B is not judged"
    assert "Mean" not in at.markdown[0].value
    assert not at.get("vega_lite_chart")
    assert len(at.dataframe) == 3
    assert list(at.dataframe[0].value["Document"]) == ["d1", "d2"]
    set_c(at, 0.0)
    assert "fused with c = 0" in text_of(at)


def test_without_a_relevant_document_there_are_rankings_and_no_figures(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", b"q1 0 d1 0\n"), page="fusion")
    assert at.title[0].value.endswith("has no value on nDCG@10: no query has a relevant document")
    assert "0.0000" not in text_of(at)
    assert not at.get("vega_lite_chart")
    assert len(at.dataframe) == 3


def test_one_run_and_files_that_do_not_fit(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS), page="fusion")
    assert at.title[0].value == "This page needs 2 runs"


def test_qrels_of_other_queries(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", b"other 0 d1 1\n"), page="fusion")
    assert at.title[0].value == "No query is in both a run and the qrels"


def test_sample(app: AppTest) -> None:
    app.switch_page("pages/fusion_page.py").run()
    assert not app.exception
    assert app.title[0].value.startswith(":gray-badge[Fused] RRF of A and B is")


def test_names_and_ids_are_data(upload: Upload) -> None:
    run = "\n".join(f"*a*_b_ Q0 <b>{place}</b> {place} {9 - place} t" for place in range(1, 5)).encode()
    names = ("<b>x<i>.run", ":red[x] $y$ *z*.run")
    at = upload(*((name, run) for name in names), ("q.txt", b"*a*_b_ 0 <b>1</b> 1\n"), page="fusion")
    assert r"\<b\>x\<i\>" in at.title[0].value
    assert r"\:red\[x\] \$y\$ \*z\*" in at.title[0].value
    assert at.selectbox(key="fusion_query").options == ["*a*_b_"]
