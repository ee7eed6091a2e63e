import gzip
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.decimals import decimal_text
from core.formulas import dcg, metrics, rrf, rrf_scores
from pages.ui.workspace import Workspace
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

A = ["d1", "d2", "d3", "d4", "d5"]
B = ["d6", "d3", "d7", "d2", "d8"]
GRADES = {"d1": 0.0, "d2": 1.0, "d3": 2.0, "d4": 0.0, "d6": 3.0, "d9": 2.0}
HOSTILE = ["<b>x</b>", "*a*_b_", ":red[x]", "$x$", "日本語", "x" * 300]
PAGE = "pages/method_page.py"


@pytest.fixture
def method(app: AppTest) -> AppTest:
    """Return the page at the first visit."""
    return opened(app)


def opened(at: AppTest) -> AppTest:
    at.switch_page(PAGE).run()
    assert not at.exception
    return at


def put(at: AppTest, **values: Any) -> AppTest:
    """Set values of the worked example, as its widgets do, or settings."""
    for key, value in values.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def graded(at: AppTest, grades: Sequence[tuple[str, float]]) -> AppTest:
    """Edit the grades: the table itself cannot be typed into without a browser."""
    return put(at, method_grades=list(grades), method_turn=at.session_state["method_turn"] + 1)


def ndcg(ranking: Sequence[str], **options: Any) -> str:
    value = metrics(ranking, options.pop("grades", GRADES), options.pop("k", 5), **options)["ndcg"]
    return "–" if value is None else f"{value:.4f}"


def shares(at: AppTest) -> Any:
    return at.dataframe[1].value


def terms(at: AppTest) -> Any:
    return at.dataframe[2].value


def tables(at: AppTest) -> list[Any]:
    """Return the tables of the page, without that of the files."""
    return [each.value for each in at.table if "Here" in each.value]


def figures(at: AppTest) -> dict[str, dict[str, str]]:
    """Return the figures to reproduce, by measure."""
    table = tables(at)[0]
    rows = {str(row.iloc[0]).replace("\\", ""): row for _, row in table.iterrows()}
    return {name: {key: str(value).strip("*") for key, value in row.items()} for name, row in rows.items()}


# The worked example


def test_the_example_in_a_title_and_a_sentence(method: AppTest) -> None:
    assert method.title[0].value == ":gray-badge[Fused] d3 comes first, though neither list puts it there"
    scores = rrf_scores([A, B])
    fused = rrf([A, B])
    sentence = next(each.value for each in method.markdown if "add up to" in each.value)
    assert f"d3: rank 3 in A and rank 2 in B add up to **{decimal_text(scores['d3'])}**" in sentence
    assert f"one first place alone gives {decimal_text(scores['d1'])}" in sentence
    for value in (ndcg(A), ndcg(B), f"**{ndcg(fused)}**"):
        assert value in sentence
    assert (ndcg(A), ndcg(B), ndcg(fused)) == ("0.1969", "0.8614", "0.6140")
    assert sentence.endswith("so here fusing falls behind B.")


def test_shares_are_exact_and_rounded_once(method: AppTest) -> None:
    table = shares(method)
    scores = rrf_scores([A, B])
    assert table["", "Document"].tolist() == rrf([A, B])
    assert table["Fused", "Sum"].tolist() == [decimal_text(scores[document]) for document in rrf([A, B])]
    group = "Share, weight / (60 + rank)"
    assert table[group, "of A"].tolist()[:3] == ["1/63 = 0.015873", "1/62 = 0.016129", "1/61 = 0.016393"]
    assert table[group, "of B"].tolist()[2] == "–"
    assert [list(tie) for tie in table["Fused", "Tie"]] == [[], [], ["tie"], ["tie"], [], [], ["tie"], ["tie"]]
    assert "Exact ties: d1 = d6 at 1/61 and d5 = d8 at 1/65; the id that sorts first goes first" in text_of(method)


def test_the_list_is_judged_line_by_line(method: AppTest) -> None:
    table = terms(method)
    fused = rrf([A, B])
    gained = dcg([GRADES.get(document, 0) for document in fused[:5]], "exponential")
    best = dcg(sorted(GRADES.values(), reverse=True)[:5], "exponential")
    assert table["Fused list", "Gain / log₂"].tolist()[-1] == f"{gained:.4f}"
    assert table["Ideal list", "Gain / log₂"].tolist()[-1] == f"{best:.4f}"
    assert [pill[0] for pill in table["Fused list", "Grade"] if len(pill)] == [
        *("2 relevant", "1 relevant", "0 not rel.", "3 relevant", "unjudged")
    ]
    text = text_of(method)
    assert "Unjudged, counted as not relevant: d7." in text
    assert "In no list, but counted below the line: d9." in text
    assert rf"\dfrac{{3}}{{4}} = \mathbf{{{3 / 4:.4f}}}" in text
    assert rf"\dfrac{{{gained:.4f}}}{{{best:.4f}}} = \mathbf{{{gained / best:.4f}}}" in text


def test_another_list_can_be_judged(method: AppTest) -> None:
    put(method, method_judged="B")
    assert terms(method)["List B", "Document"].tolist() == [*B, "DCG@5"]
    assert rf"= \mathbf{{{ndcg(B)}}}" in text_of(method)


@pytest.mark.parametrize(
    ("changed", "options"),
    [
        ({"method_k": 3}, {"k": 3}),
        ({"method_gain": "linear"}, {"gain": "linear"}),
        ({"relevant": 2.0}, {"relevant_from": 2.0}),
    ],
)
def test_inputs_change_the_figures(method: AppTest, changed: dict[str, Any], options: dict[str, Any]) -> None:
    put(method, **changed)
    text = text_of(method)
    values = metrics(rrf([A, B]), GRADES, options.get("k", 5), **{k: v for k, v in options.items() if k != "k"})
    for value in values.values():
        assert rf"\mathbf{{{value:.4f}}}" in text
    assert f"{ndcg(A, **options)} ·" in text


def test_c_and_weights_change_the_shares(method: AppTest) -> None:
    put(method, method_c=0.0, method_weight_1=0.5)
    scores = rrf_scores([A, B], c=0, weights=[0.5, 1])
    fused = rrf([A, B], c=0, weights=[0.5, 1])
    assert shares(method)["", "Document"].tolist() == fused
    assert shares(method)["Fused", "Sum"].tolist() == [decimal_text(scores[document]) for document in fused]
    assert shares(method)["Share, weight / (0 + rank)", "of A"].tolist()[fused.index("d1")] == "0.5/1 = 0.500000"
    assert "At c = 0 rank 10 still weighs 10% of rank 1; with equal weights, rank 10 in both lists weighs less" in (
        text_of(method)
    )


def test_the_example_does_not_touch_the_settings(method: AppTest) -> None:
    put(method, method_k=3, method_gain="linear", method_c=10.0, method_weight_1=2.0)
    assert "Conventions: k = 10 · gain 2^grade − 1" in method.caption[-1].value
    assert "fused with c = 60" in method.caption[-1].value
    assert not method.query_params


def test_reset(method: AppTest) -> None:
    put(method, method_list_1="x", method_k=3)
    graded(method, [("x", 1.0)])
    method.button(key="method_reset").click().run()
    assert "d3 comes first" in method.title[0].value
    assert dict(method.session_state["method_grades"]) == GRADES


def test_the_example_is_kept_on_other_pages(method: AppTest) -> None:
    put(method, method_list_1="x y")
    graded(method, [("x", 1.0)])
    method.switch_page("pages/inputs_page.py").run()
    opened(method)
    assert method.text_input(key="method_list_1").value == "x y"
    assert method.session_state["method_grades"] == [("x", 1.0)]


# States of the worked example


@pytest.mark.parametrize("changed", [{"method_list_1": "", "method_list_2": " , "}, {"method_weight_1": 0.0}])
def test_without_a_list_and_a_weight(method: AppTest, changed: dict[str, Any]) -> None:
    put(method, **{"method_list_2": "", **changed})
    assert method.title[0].value == "The worked example needs a list and a weight"
    assert len(method.dataframe) == 1, "only the grades"


def test_one_list_alone(method: AppTest) -> None:
    put(method, method_list_2="")
    text = text_of(method)
    assert method.title[0].value.endswith("d1 comes first")
    assert "d1: rank 1 in A gives **0.016393**." in text
    assert "so here fusing gains nothing over A." in text


def test_a_tie_for_the_first_place(method: AppTest) -> None:
    put(method, method_list_1="d1 d2", method_list_2="d6 d7")
    assert method.title[0].value.endswith("d1 and d6 tie for the first place")


def test_repeats_count_once_and_are_named(method: AppTest) -> None:
    put(method, method_list_1="d1 d1 d2")
    assert "Repeated, counts once, at its first place: d1" in text_of(method)
    assert shares(method)["Rank", "in A"].max() == 2


def test_only_so_many_documents_are_shown(method: AppTest) -> None:
    put(method, method_list_1=" ".join(f"x{number}" for number in range(1_000)))
    assert "Only the first 50 of 1,000 documents take part." in text_of(method)
    assert len(shares(method)) == 50 + len(B)


def test_no_relevant_grade_has_no_value(method: AppTest) -> None:
    graded(method, [("d1", 0.0)])
    text = text_of(method)
    assert r"nDCG\@5: –, because no document is relevant." in text
    assert "there is no value, which is not 0" in text
    assert "0.0000$" not in text


def test_k_beyond_the_lists(method: AppTest) -> None:
    put(method, method_list_1="d1", method_list_2="d2", method_k=4)
    table = terms(method)
    assert table["Fused list", "Document"].tolist() == ["d1", "d2", "", "", "DCG@4"]
    assert table["Fused list", "Gain / log₂"].tolist()[2:4] == ["–", "–"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [([("d1", 1200.0)], "at most 1000, found 1200"), ([("d*1", 1.0), ("d*1", 2.0)], r"d\*1 must have one grade")],
)
def test_an_impossible_grade(method: AppTest, rows: list[tuple[str, float]], message: str) -> None:
    graded(method, rows)
    assert method.title[0].value == "The worked example cannot be computed with this grade"
    assert message in text_of(method)
    assert len(method.dataframe) == 1


def test_typed_ids_are_data(method: AppTest) -> None:
    put(method, method_list_1=" ".join(HOSTILE), method_list_2=" ".join(HOSTILE[::-1]))
    graded(method, [(document, 1.0) for document in HOSTILE])
    assert sorted(shares(method)["", "Document"]) == sorted(HOSTILE)
    text = text_of(method)
    for document in HOSTILE[:4]:
        assert document not in text.replace("\\" + document, "")
        assert not any(document in latex.value for latex in method.latex)


# Queries of the loaded files


def test_use_query_takes_lists_grades_and_settings(two_runs: Callable[[str], AppTest]) -> None:
    at = put(two_runs("method"), query="q3", k=3, gain="linear", c=1.0)
    button = at.button(key="method_use")
    assert button.label == "Use query q3"
    button.click().run()
    assert shares(at)["", "Document"].tolist() == rrf([["d5"], ["d6", "d5"]], c=1)
    grades = {"d5": 1.0}
    for ranking in (["d5"], ["d6", "d5"]):
        assert ndcg(ranking, grades=grades, k=3, gain="linear") in text_of(at)
    assert at.session_state["method_k"] == 3
    assert "From query q3: the top 3 of both rankings" in text_of(at)


def test_use_query_keeps_letters(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("c.run", RUN_A), ("q.txt", QRELS), page="method")
    put(at, baseline="C", system="B", query="q2")
    at.button(key="method_use").click().run()
    assert ("Rank", "in C") in shares(at)
    assert shares(at)["Rank", "in B"].tolist() == [2, 1]


def test_documents_that_change_nothing_are_left_out(upload: Upload) -> None:
    qrels = QRELS + b"".join(b"q1 0 other%d 0\n" % number for number in range(900)) + b"q1 0 missed 3\n"
    at = put(upload(("a.run", RUN_A), ("q.txt", qrels), page="method"), query="q1")
    at.button(key="method_use").click().run()
    grades = dict(at.session_state["method_grades"])
    assert grades == {"missed": 3.0, "d1": 2.0, "d2": 0.0}
    assert "grade 0 outside, 900 documents" in text_of(at)
    assert ndcg(["d1", "d2"], grades={"d1": 2, "d2": 0, "missed": 3}, k=10) in text_of(at)


# Formulas


def formula(at: AppTest, place: int) -> str:
    return str(at.latex[place].value) + str([each.value for each in at.caption if each.value.startswith("**")][place])


def test_formulas_have_the_values_in_force(two_runs: Callable[[str], AppTest]) -> None:
    at = put(two_runs("method"), k=7, c=12.5, weight_B=0.5)
    assert r"\frac{w_l}{12.5+\mathrm{rank}_l(d)}" in formula(at, 0)
    assert "Weights 1, 0.5; c = 12.5" in formula(at, 0)
    assert r"\mathrm{Recall@7}" in formula(at, 1)
    assert "Relevant above grade 0." in formula(at, 1)
    assert "2^{g_i}-1" in formula(at, 2)
    assert r"\mathrm{AP@7}" in formula(at, 3)
    assert "n\u00a0=\u00a03" in formula(at, 4), "q4 has nothing relevant"
    put(at, gain="linear", relevant=2.0)
    assert "2^{g_i}" not in formula(at, 2)
    assert "as trec_eval has it" in formula(at, 2)
    assert "Relevant from grade 2." in formula(at, 3)
    assert "n\u00a0=\u00a01" in formula(at, 4), "only q1 has a document of grade 2"


# Commands


def test_commands_name_the_files_and_say_what_to_expect(two_runs: Callable[[str], AppTest]) -> None:
    at = two_runs("method")
    assert at.code[0].value.endswith("trec_eval -c -M 10 -m recip_rank qrels.txt a.run")
    grades = {"q1": {"d1": 2, "d2": 0}, "q2": {"d4": 1}, "q3": {"d5": 1}}
    lists = {"q1": ["d1", "d2"], "q2": ["d3", "d4"], "q3": ["d5"]}

    def total(gain: Any) -> float:
        return math.fsum(metrics(lists[query], grades[query], 10, gain=gain)["ndcg"] or 0 for query in lists)

    row = figures(at)["nDCG@10"]
    assert row["Here"] == f"{total('exponential') / 3:.4f}"
    assert row["To expect"] == f"{total('linear') / 4:.4f}", "trec_eval counts q4 as 0"
    assert row["Name there"] == r"ndcg\_cut\_10"
    assert "over all 4 queries of the qrels: the 1 without a relevant document counts as 0" in text_of(at)


def test_no_figure_to_expect_where_it_would_be_the_same(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("q.txt", b"q1 0 d1 1\nq2 0 d4 1\n"), page="method")
    assert "To expect" not in tables(at)[0]
    assert "With grades 0 and 1 the gain is the grade" in text_of(at)


def test_no_figure_to_expect_where_equal_scores_are_ordered_differently(upload: Upload) -> None:
    tied = b"q1 Q0 d1 1 1 a\nq1 Q0 d2 2 1 a\n"
    at = put(upload(("a.run", tied), ("q.txt", QRELS), page="method"), method_tool="ranx")
    assert figures(at)["nDCG@10"]["To expect"] == "–"
    put(at, method_tool="trec_eval")
    assert (
        figures(at)["nDCG@10"]["To expect"] == f"{metrics(['d2', 'd1'], {'d1': 2}, 10, gain='linear')['ndcg'] / 4:.4f}"
    )
    put(at, ties="id ascending")
    assert figures(at)["nDCG@10"]["To expect"] == "–"


def test_python_gives_the_figures_of_the_page(
    two_runs: Callable[[str], AppTest], tmp_path, monkeypatch, capsys
) -> None:
    at = two_runs("method")
    monkeypatch.chdir(tmp_path)
    for name, data in (("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS)):
        (tmp_path / name).write_bytes(data)
    for letter in ("A", "B", "Fused"):
        put(at, method_tool="Python", method_system=letter)
        exec(compile(at.code[0].value, "printed", "exec"), {})
        printed = dict(line.split() for line in capsys.readouterr().out.splitlines() if "@" in line)
        for name, row in figures(at).items():
            if name != "Recall@100":
                assert f"{float(printed[name]):.4f}" == row["Here"]


def test_packed_files_and_hostile_names(upload: Upload) -> None:
    at = upload(("$(x) 'y'.run.gz", gzip.compress(RUN_A)), ("q`z`.txt", QRELS), page="method")
    assert at.code[0].value.startswith("gunzip -k '$(x) '\"'\"'y'\"'\"'.run.gz'")
    assert "'q`z`.txt'" in at.code[0].value


# States of the files


def test_limits_have_the_readers_own_numbers(two_runs: Callable[[str], AppTest]) -> None:
    at = two_runs("method")
    here = dict(zip(tables(at)[1]["What"], tables(at)[1]["Here"], strict=True))
    assert here["Unjudged documents"] == f"Judged\\@10: A {(1 + 0.5 + 1) / 3:.4f}, B {(1 + 0.5 + 0.5) / 3:.4f}"
    assert here["Queries with nothing relevant"] == "1 of 4 queries"
    assert here["RRF scores"] == "2/61 = 0.0328 at most, for any query"
    assert here["Other judges, other collections"] == "3 queries, one set of judgements"


def without_figures(at: AppTest) -> None:
    """Assert that the example and the formulas are there, and that figures of files are dashes or absent."""
    assert "d3 comes first" in at.title[0].value
    assert len(at.latex) == 6
    assert len(tables(at)) == 1
    assert not at.exception


def test_nothing_loaded(method: AppTest) -> None:
    put(method, workspace=Workspace())
    without_figures(method)
    assert set(tables(method)[0]["Here"]) == {"–"}
    assert method.code[0].value.endswith("qrels.txt a.run")
    assert method.button(key="method_use").disabled
    for tool in ("ir_measures", "ranx", "Python"):
        for letter in ("A", "B", "Fused"):
            put(method, method_tool=tool, method_system=letter)
            assert "qrels.txt" in method.code[0].value


def test_one_run(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS), page="method")
    assert figures(at)["nDCG@10"]["Here"] != "–"
    at.button(key="method_use").click().run()
    assert not at.exception
    assert at.text_input(key="method_list_2").value == ""


def test_three_runs(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("c.run", RUN_A), ("q.txt", QRELS), page="method")
    assert r"l\in\{A,B,C\}" in at.latex[0].value
    put(at, method_system="Fused")
    assert "rrf_c60_A_B_C.run" in at.code[0].value


def test_no_qrels(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), page="method")
    without_figures(at)
    at.button(key="method_use").click().run()
    assert not at.exception
    assert at.session_state["method_grades"] == []
    assert "because no document is relevant" in text_of(at)


def test_files_that_do_not_fit(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", b"other 0 d1 1\n"), page="method")
    without_figures(at)


def test_an_order_that_cannot_be_had(upload: Upload) -> None:
    run = b"q1 Q0 d1 - 3 a\nq1 Q0 d2 - 2 a\n"
    at = upload(("a.run", run), ("qrels.txt", QRELS), page="method")
    put(at, order="rank column")
    without_figures(at)
    at.button(key="method_use").click().run()
    assert not at.exception
    assert "every line must have a number in the rank column" in text_of(at)


def test_sample(method: AppTest) -> None:
    assert figures(method)["nDCG@10"]["Here"] != "–"
    assert any("queries of the qrels" in each.value for each in method.caption)
