"""The Queries page, fed with files; figures are computed here from the definitions."""

import json
import math
from collections.abc import Callable
from urllib.parse import unquote

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.formulas import further_metrics, metrics, rrf
from pages.ui.queries.difference_bar import difference_bar
from pages.ui.ranked_lists import grade_words
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

TwoRuns = Callable[[str], AppTest]

LISTS = {
    "q1": (["d1", "d2"], ["d2", "d1"]),
    "q2": (["d3", "d4"], ["d4", "d3"]),
    "q3": (["d5"], ["d6", "d5"]),
}
GRADES = {"q1": {"d1": 2, "d2": 0}, "q2": {"d4": 1}, "q3": {"d5": 1}}
THIRD = b"q1 Q0 d7 1 9 c\nq1 Q0 d1 2 8 c\nq2 Q0 d4 1 9 c\nq3 Q0 d5 1 9 c\n"
TEXTS = b"q1\tbees in winter\nq2\twax foundation\nq3\tqueen\nq4\tno *answer*\n"


def ndcg(query: str, letter: str, k: int = 10, **how: object) -> float:
    first, second = LISTS[query]
    ranking = {"A": first, "B": second, "Fused": rrf([first, second])}[letter]
    value = metrics(ranking, GRADES[query], k, **how)["ndcg"]
    assert value is not None
    return value


def listed(at: AppTest) -> pd.DataFrame:
    return at.dataframe[0].value.set_index("query")


def choose(at: AppTest, outcome: str) -> AppTest:
    at.segmented_control(key="queries_filter").set_value(outcome).run()
    assert not at.exception
    return at


def heading(at: AppTest) -> str:
    return at.subheader[0].value


def ranked(at: AppTest, place: int) -> pd.DataFrame:
    return at.dataframe[1 + place].value


# what is said


def test_title_and_sentence_say_what_got_worse(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    assert at.title[0].value == "2 queries got worse with :orange-badge[B] b"
    mean = sum(ndcg(query, "B") - ndcg(query, "A") for query in GRADES) / 3
    sentence = text_of(at)
    assert f"**−{abs(mean):.4f}** over 3 queries, better on **1**, worse on **2**, tied on **0**" in sentence
    assert "1 query without a relevant document left out" in sentence
    assert at.caption[-1].value.startswith("Conventions: k = 10")


def test_one_query_is_one_query(upload: Upload) -> None:
    qrels = ("qrels.txt", b"q1 0 d1 2\n")
    assert upload(("a.run", RUN_A), ("b.run", RUN_B), qrels, page="queries").title[0].value.startswith("1 query got")


def test_nothing_got_worse(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_A), ("qrels.txt", QRELS), page="queries")
    assert at.title[0].value.startswith("No query got worse with")
    assert at.segmented_control(key="queries_filter").value == "all"
    assert len(listed(at)) == 4


# the list


def test_list_has_the_figures_of_the_definition(two_runs: TwoRuns) -> None:
    rows = listed(choose(two_runs("queries"), "all"))
    assert rows.index.tolist() == ["q1", "q3", "q2", "q4"]
    for query in GRADES:
        values = [ndcg(query, letter) for letter in ("A", "B", "Fused")]
        assert rows.loc[query, ["baseline", "system", "fused"]].tolist() == pytest.approx(values)
        assert rows.loc[query, "difference"] == pytest.approx(values[1] - values[0])


def test_query_without_a_value_is_listed_last_and_never_as_zero(two_runs: TwoRuns) -> None:
    last = listed(choose(two_runs("queries"), "all")).iloc[-1]
    assert last.name == "q4"
    assert last[["difference", "bar", "baseline", "system", "fused"]].isna().all()


def test_filter_counts_and_lists_outcomes(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    assert list(at.segmented_control(key="queries_filter").options) == ["Worse 2", "Better 1", "Tied 0", "All 4"]
    assert listed(at).index.tolist() == ["q1", "q3"]
    assert listed(choose(at, "better")).index.tolist() == ["q2"]
    choose(at, "tied")
    assert "No query here" in text_of(at)
    assert not at.dataframe


def test_no_text_column_without_texts(two_runs: TwoRuns) -> None:
    assert "text" not in listed(two_runs("queries"))


def test_search_looks_in_ids_and_texts(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", QRELS), ("queries.tsv", TEXTS), page="queries")
    choose(at, "all")
    assert listed(at)["text"].tolist() == ["bees in winter", "queen", "wax foundation", "no *answer*"]
    assert heading(at) == "q1 · bees in winter"
    at.text_input(key="queries_search").set_value("WAX").run()
    assert listed(at).index.tolist() == ["q2"]
    assert heading(at) == "q2 · wax foundation"
    at.text_input(key="queries_search").set_value("nowhere").run()
    assert "No query here" in text_of(at)


def test_query_missing_from_a_run_counts_as_zero(upload: Upload) -> None:
    without = RUN_B.replace(b"q3 Q0 d6 1 2 b\nq3 Q0 d5 2 1 b\n", b"")
    at = upload(("a.run", RUN_A), ("b.run", without), ("qrels.txt", QRELS), page="queries")
    assert listed(at).loc["q3", ["baseline", "system"]].tolist() == [1.0, 0.0]
    at.session_state["query"] = "q3"
    at.run()
    assert "Returned nothing for this query: it counts as 0." in text_of(at)


def test_long_lists_are_capped_and_say_so(upload: Upload) -> None:
    numbers = range(1_205)
    first = "".join(f"q{n} Q0 d 1 1 a\n" for n in numbers).encode()
    second = "".join(f"q{n} Q0 e 1 1 b\n" for n in numbers).encode()
    qrels = "".join(f"q{n} 0 d 1\n" for n in numbers).encode()
    at = upload(("a.run", first), ("b.run", second), ("qrels.txt", qrels), page="queries")
    assert len(listed(at)) == 1_000
    assert "1,000 of 1,205 queries are listed: narrow the filter or the search for the other 205." in text_of(at)
    at.session_state["query"] = "q1204"
    at.run()
    assert len(listed(at)) == 1_001
    assert listed(at).index[-1] == "q1204"
    assert heading(at) == "q1204"
    assert "1,205 of 1,205" in text_of(at)


# the chosen query


def test_next_and_previous_go_through_the_filtered_list(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    assert heading(at) == "q1"
    assert at.button(key="queries_previous").disabled
    at.button(key="queries_next").click().run()
    assert heading(at) == "q3"
    assert at.session_state["query"] == "q3"
    assert at.query_params["q"] in ("q3", ["q3"])
    assert at.button(key="queries_next").disabled
    at.button(key="queries_previous").click().run()
    assert heading(at) == "q1"


def test_filter_keeps_the_chosen_query_or_takes_the_first(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.button(key="queries_next").click().run()
    assert heading(choose(at, "all")) == "q3"
    assert heading(choose(at, "better")) == "q2"
    assert at.session_state["query"] == "q2"


def test_query_chosen_elsewhere_is_shown_whatever_the_filter(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.text_input(key="queries_search").set_value("q1").run()
    for query, outcome in (("q2", "better"), ("q4", "all")):
        at.session_state["query"] = query
        at.run()
        assert heading(at) == query
        assert at.segmented_control(key="queries_filter").value == outcome
        assert at.text_input(key="queries_search").value == ""


def test_unknown_query_in_the_address_shows_the_first(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.session_state["query"] = "q99"
    at.run()
    assert heading(at) == "q1"
    assert at.session_state["query"] == "q99"


def test_selected_row_stands_for_the_query_of_the_rows_that_were_passed() -> None:
    def script() -> None:
        import streamlit as st

        from pages.ui.queries.listing import _choose

        st.session_state["list"] = {"selection": {"rows": [1], "columns": [], "cells": []}}
        _choose("list", ["q9", "q2", "q1"])
        st.write(st.session_state["query"])

    assert AppTest.from_function(script).run().markdown[0].value == "q2"


def test_row_of_the_chosen_query_is_selected(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.button(key="queries_next").click().run()
    assert json.loads(at.dataframe[0].proto.selection_state)["selection"]["rows"] == [1]


def test_measures_of_the_chosen_query(two_runs: TwoRuns) -> None:
    table = two_runs("queries").table[-1].value
    assert table.iloc[:, 0].tolist() == [":blue-badge[A]", ":orange-badge[B]", ":gray-badge[Fused]"]
    for row, ranking in zip(range(3), (*LISTS["q1"], rrf(list(LISTS["q1"]))), strict=True):
        first, further = metrics(ranking, GRADES["q1"], 10), further_metrics(ranking, GRADES["q1"], 10)
        expected = [first["ndcg"], first["recall"], first["rr"], further["ap"], further["p"]]
        columns = ["nDCG@10", "Recall@10", "RR@10", "AP@10", "P@10"]
        assert table[columns].iloc[row].tolist() == pytest.approx(expected)


def test_sentence_counts_relevant_and_unjudged(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.session_state["query"] = "q3"
    at.run()
    assert (
        "Relevant in the top 10: A **1**, B **1**, Fused **1**, of 1 relevant document among 1 judged. "
        "Unjudged in the top 10: A **0**, B **1**, Fused **1**."
    ) in text_of(at)


def test_query_without_a_relevant_document_can_be_looked_at(upload: Upload) -> None:
    at = upload(("a.run", RUN_A + b"q4 Q0 d9 1 1 a\n"), ("b.run", RUN_B), ("qrels.txt", QRELS), page="queries")
    at.session_state["query"] = "q4"
    at.run()
    assert "None of its 1 judged document is relevant" in text_of(at)
    assert "nDCG\\@10 **–**" in text_of(at)
    assert "Returned nothing for this query." in text_of(at)
    assert ranked(at, 0)["Grade"].tolist() == [["0 not rel."]]
    assert "left out of its top" not in text_of(at)


def test_query_that_the_qrels_do_not_know_can_be_looked_at(upload: Upload) -> None:
    at = upload(("a.run", RUN_A + b"q8 Q0 d9 1 1 a\n"), ("b.run", RUN_B), ("qrels.txt", QRELS), page="queries")
    assert "1 query not in the qrels, not scored" in text_of(at)
    at.session_state["query"] = "q8"
    at.run()
    assert heading(at) == "q8"
    assert "The qrels do not know this query" in text_of(at)
    assert ranked(at, 0)["Grade"].tolist() == [["unjudged"]]
    assert at.table[-1].value.iloc[:, 1:].isna().all(axis=None)


# the documents


def test_ranked_lists_stand_side_by_side_with_grades_and_ranks_elsewhere(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    first, second, fused = (ranked(at, place) for place in range(3))
    assert list(first.columns) == ["#", "Grade", "Document", "in B", "in Fused"]
    assert list(fused.columns) == ["#", "Grade", "Document", "in A", "in B"]
    assert first["Document"].tolist() == ["d1", "d2"]
    assert first["Grade"].tolist() == [["2 relevant"], ["0 not rel."]]
    assert first["in B"].tolist() == ["▲ 2", "▼ 1"]
    assert second["in A"].tolist() == ["▲ 2", "▼ 1"]
    assert fused["Document"].tolist() == rrf(list(LISTS["q1"]))
    assert fused["in A"].tolist() == ["= 1", "= 2"]
    assert f"nDCG\\@10 **{ndcg('q1', 'B'):.4f}**" in text_of(at)


def test_document_that_the_other_list_lacks_has_a_dash(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.session_state["query"] = "q3"
    at.run()
    assert ranked(at, 1)["in A"].tolist() == ["–", "▼ 1"]
    assert ranked(at, 1)["Grade"].tolist() == [["unjudged"], ["1 relevant"]]


@pytest.mark.parametrize(
    ("grade", "relevant_from", "words"),
    [
        (2, None, "2 relevant"),
        (0.5, None, "0.5 relevant"),
        (0, None, "0 not rel."),
        (1, 2, "1 below threshold"),
        (2, 2, "2 relevant"),
        (math.nan, None, "unjudged"),
    ],
)
def test_grade_words(grade: float, relevant_from: float | None, words: str) -> None:
    assert grade_words(grade, relevant_from) == words


def test_relevant_documents_that_were_left_out(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    assert "None: its top 10 holds every relevant document (1)." in text_of(at)
    at.number_input(key="k").set_value(1).run()
    assert "Relevant documents B left out of its top 1" in text_of(at)
    rows = at.dataframe[-1].value
    assert rows["document"].tolist() == ["d1"]
    assert rows[["A", "B", "Fused"]].iloc[0].tolist() == [1, 2, 1]
    assert "1 of 1 relevant document; 0 are in no list." in text_of(at)


def test_deep_lists_are_capped_and_say_so(upload: Upload) -> None:
    run = "".join(f"q1 Q0 d{n} {n} {1000 - n} a\n" for n in range(1, 301)).encode()
    qrels = "".join(f"q1 0 x{n} 1\n" for n in range(150)).encode()
    at = upload(("a.run", run), ("b.run", run), ("qrels.txt", qrels), page="queries")
    at.number_input(key="k").set_value(250).run()
    assert len(ranked(at, 0)) == 100
    assert "The first 100 of 250 ranks are shown." in text_of(at)
    assert len(at.dataframe[-1].value) == 100
    assert "150 of 150 relevant documents, the first 100 of them listed; 150 are in no list." in text_of(at)


# settings change the figures


def test_cutoff_gain_and_constant_change_the_figures(two_runs: TwoRuns) -> None:
    at = choose(two_runs("queries"), "all")
    at.number_input(key="k").set_value(1).run()
    assert listed(at).loc["q1", ["baseline", "system"]].tolist() == pytest.approx(
        [ndcg("q1", "A", 1), ndcg("q1", "B", 1)]
    )
    assert "nDCG@1" in at.table[-1].value.columns
    at.number_input(key="k").set_value(10).run()
    at.selectbox(key="gain").set_value("linear").run()
    assert listed(at).loc["q1", "system"] == pytest.approx(ndcg("q1", "B", gain="linear"))


def test_constant_changes_the_fused_list(upload: Upload) -> None:
    first, second = ["x", "y", "z", "d1"], ["d1", *[f"n{n}" for n in range(20)], "x"]
    run = [
        "".join(f"q1 Q0 {doc} {n} {100 - n} r\n" for n, doc in enumerate(docs, start=1)).encode()
        for docs in (first, second)
    ]
    at = upload(("a.run", run[0]), ("b.run", run[1]), ("qrels.txt", QRELS), page="queries")
    at.session_state["query"] = "q1"
    for c in (60.0, 0.0):
        at.session_state["c"] = c
        at.run()
        assert ranked(at, 2)["Document"].tolist() == rrf([first, second], c=c)[:10]


def test_threshold_changes_what_is_relevant(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.number_input(key="relevant").set_value(2.0).run()
    assert "3 queries without a relevant document left out" in text_of(at)
    at.session_state["query"] = "q2"
    at.run()
    assert ranked(at, 0)["Grade"].tolist() == [["unjudged"], ["1 below threshold"]]
    at.number_input(key="relevant").set_value(9.0).run()
    assert "No query has a relevant document" in text_of(at)
    assert len(listed(choose(at, "all"))) == 4


def test_measure_of_the_toolbar_is_the_measure_of_the_list(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.selectbox(key="measure").set_value("Success").run()
    assert "Success\\@10" in text_of(at)
    assert at.table[-1].value.columns[1] == "Success@10"
    assert at.title[0].value.startswith("No query got worse")
    assert at.segmented_control(key="queries_filter").value == "all"


def test_swapped_baseline(two_runs: TwoRuns) -> None:
    at = two_runs("queries")
    at.selectbox(key="baseline").set_value("B").run()
    assert at.title[0].value == "1 query got worse with :blue-badge[A] a"
    assert "A − B on" in text_of(at)


# states


def test_sample(app: AppTest) -> None:
    app.switch_page("pages/queries_page.py").run()
    assert not app.exception
    assert app.title[0].value.startswith("22 queries got worse with")
    assert "better on **26**, worse on **22**, tied on **10**" in text_of(app)


def test_three_runs_fuse_all_and_compare_two(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("c.run", THIRD), ("qrels.txt", QRELS), page="queries")
    assert "RRF of A, B and C" in text_of(at)
    assert ranked(at, 2)["Document"].tolist() == rrf([*LISTS["q1"], ["d7", "d1"]])
    at.selectbox(key="system").set_value("C").run()
    assert not at.exception
    assert at.title[0].value.endswith("with :gray-badge[C] c")


def test_one_run_is_listed_from_the_lowest_value(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS), page="queries")
    assert at.title[0].value == "No query scores 0 with :blue-badge[A] a"
    mean = sum(ndcg(query, "A") for query in GRADES) / 3
    assert f"mean **{mean:.4f}** over 3 queries, from {ndcg('q2', 'A'):.4f} to 1.0000" in text_of(at)
    assert listed(at).index.tolist() == ["q2", "q1", "q3", "q4"]
    assert list(ranked(at, 0).columns) == ["#", "Grade", "Document"]
    assert not at.segmented_control


def test_one_run_that_scores_nothing(upload: Upload) -> None:
    at = upload(("a.run", b"q1 Q0 x 1 1 a\n"), ("qrels.txt", QRELS), page="queries")
    assert at.title[0].value == "3 queries score 0 with :blue-badge[A] a"


def test_without_qrels_there_are_lists_and_no_measures(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), page="queries")
    assert at.title[0].value == "3 queries ranked, none judged"
    assert "Add a qrels file to score these rankings" in text_of(at)
    assert list(at.dataframe[0].value.columns) == ["query"]
    assert list(ranked(at, 0).columns) == ["#", "Document", "in B", "in Fused"]
    assert len(at.table) == 1  # the files
    assert "nDCG" not in "\n".join(str(each.value) for each in at.markdown)
    at.button(key="queries_next").click().run()
    assert heading(at) == "q2"


def test_one_run_without_qrels(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), page="queries")
    assert ranked(at, 0)["Document"].tolist() == ["d1", "d2"]


def test_qrels_alone_ask_for_runs(upload: Upload) -> None:
    at = upload(("qrels.txt", QRELS), page="queries")
    assert "no run" in at.title[0].value


def test_files_that_do_not_fit(upload: Upload) -> None:
    qrels = ("qrels.txt", b"301 0 d1 1\n")
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), qrels, page="queries")
    assert at.title[0].value == "No query is in both a run and the qrels"


HOSTILE = ["<b>x</b>", "*a*_b_", ":red[x]", "$x$", "日本語", "x" * 300]


def test_ids_are_shown_letter_by_letter(upload: Upload) -> None:
    run = "".join(f"{each} Q0 {each} 1 1 x\n" for each in HOSTILE).encode()
    qrels = "".join(f"{each} 0 {each} 1\n" for each in HOSTILE).encode()
    at = upload(("<i>*a*.run", run), (":red[b].run", run), ("qrels.txt", qrels), page="queries")
    assert listed(at).index.tolist() == HOSTILE
    for query in HOSTILE:
        at.session_state["query"] = query
        at.run()
        assert not at.exception
        shown = heading(at).replace("\\", "")
        assert shown == query or (len(query) > 100 and query.startswith(shown.rstrip("…")))
        assert ranked(at, 0)["Document"].tolist() == [query]
        assert query[0] not in "<*:$" or query not in text_of(at)


# the bar in the list


def test_bar_shows_sign_and_size_on_one_scale() -> None:
    loss, gain = (unquote(str(difference_bar(value, 0.5))) for value in (-0.5, 0.25))
    assert loss.startswith("data:image/svg+xml,<svg")
    assert 'x="1.00" y="3" width="47.00"' in loss
    assert 'x="48.00" y="3" width="23.50"' in gain
    assert "#C7364F" in loss
    assert "#079D81" in gain


def test_bar_of_nothing() -> None:
    assert difference_bar(math.nan, 0.5) is None
    assert 'width="0.00"' in unquote(str(difference_bar(0.0, 0.0)))
