"""Zero relevance: queries without a relevant document, and what they would do to the means."""

import csv
import io
import json
from statistics import fmean
from typing import Any

import pandas as pd
import pytest
from streamlit import dataframe_util
from streamlit.testing.v1 import AppTest

from core.formulas import metrics, rrf
from pages.ui import state
from pages.ui.zero_relevance import query_table
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

A = {"q1": ["d1", "d2"], "q2": ["d3", "d4"], "q3": ["d5"]}
B = {"q1": ["d2", "d1"], "q2": ["d4", "d3"], "q3": ["d6", "d5"]}
GRADES = {"q1": {"d1": 2, "d2": 0}, "q2": {"d4": 1}, "q3": {"d5": 1}, "q4": {"d9": 0}}
"""The files of conftest, best document first."""

MORE_QRELS = QRELS + b"q5 0 d1 1\n"
EXTRA_RUN = RUN_A + b"q8 Q0 d1 1 7.5 a\n"
TEXTS = b"q4\tfour *words*\nq7\tseven\nq1\tone\n"


def mean(lists: dict[str, list[str]], *, zeros: bool = False, k: int = 10, **options: Any) -> float:
    values = [metrics(lists.get(query, []), grades, k, **options)["ndcg"] for query, grades in GRADES.items()]
    return fmean((value or 0.0) for value in values if zeros or value is not None)


def signed(value: float) -> str:
    return f"{'+' if value > 0 else '−'}{abs(value):.4f}"


def chart_rows(at: AppTest) -> pd.DataFrame:
    proto = at.get("vega_lite_chart")[0].proto
    assert json.loads(proto.spec)
    frames = [dataframe_util.convert_arrow_bytes_to_pandas_df(each.data.data) for each in proto.datasets]
    return next(frame for frame in frames if "as_zero" in frame)


def table_of(at: AppTest, column: str) -> pd.DataFrame:
    return next(each.value for each in at.table if column in each.value)


def select(at: AppTest, row: int) -> None:
    key = f"zero_relevance_{hash(tuple(at.dataframe[0].value['Query']))}"
    at.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    at.run()
    assert not at.exception


def causes_of(at: AppTest) -> dict[str, int]:
    table = table_of(at, "Cause")
    return dict(zip(table["Cause"], table["Queries"], strict=True))


def test_two_runs(two_runs: Any) -> None:
    at = two_runs("zero_relevance")
    assert at.title[0].value == "1 query has no relevant document and is left out of the means"
    left_out, as_zero = (mean(B, zeros=zeros) - mean(A, zeros=zeros) for zeros in (False, True))
    assert f"from **{signed(left_out)}** into **{signed(as_zero)}**; no ranking can score on it" in text_of(at)
    assert causes_of(at) == {
        "Judged, none relevant": 1,
        "Below threshold": 0,
        "No judgements": 0,
        "Not in qrels": 0,
        "Not in run": 0,
    }


def test_means_with_and_without_them_for_each_system_and_the_fusion(two_runs: Any) -> None:
    at = two_runs("zero_relevance")
    fused = {query: rrf([A[query], B[query]]) for query in A}
    rows = chart_rows(at)
    assert rows["system"].tolist() == ["A a", "B b", "Fused"]
    assert rows["left_out"].tolist() == pytest.approx([mean(A), mean(B), mean(fused)])
    assert rows["as_zero"].tolist() == pytest.approx([mean(each, zeros=True) for each in (A, B, fused)])
    table = table_of(at, "System")
    assert table["System"].tolist() == ["A", "B", "Fused"]
    assert table["Left out"].tolist() == [f"{mean(each):.4f}" for each in (A, B, fused)]
    assert table["Counted as 0"].tolist() == [f"{mean(each, zeros=True):.4f}" for each in (A, B, fused)]


@pytest.mark.parametrize(("key", "value", "options"), [("k", 1, {"k": 1}), ("gain", "linear", {"gain": "linear"})])
def test_settings_change_the_figures(two_runs: Any, key: str, value: Any, options: dict[str, Any]) -> None:
    at = two_runs("zero_relevance")
    widget = at.number_input(key=key) if key == "k" else at.selectbox(key=key)
    widget.set_value(value).run()
    assert chart_rows(at)["left_out"].tolist()[:2] == pytest.approx([mean(A, **options), mean(B, **options)])


def test_c_changes_the_fusion(two_runs: Any) -> None:
    at = two_runs("zero_relevance")
    at.session_state["c"] = 0.0
    at.run()
    fused = {query: rrf([A[query], B[query]], c=0) for query in A}
    assert chart_rows(at)["left_out"].tolist()[2] == pytest.approx(mean(fused))
    assert "fused with c = 0" in at.caption[-1].value


def test_the_threshold_moves_queries_below_it_at_once(two_runs: Any) -> None:
    at = two_runs("zero_relevance")
    assert "From grade 2, 2 queries more." in table_of(at, "Cause")["What it means"][1]
    at.number_input(key="relevant").set_value(2.0).run()
    assert not at.exception
    assert at.title[0].value == "3 queries have no relevant document and are left out of the means"
    assert causes_of(at)["Below threshold"] == 2
    assert "From grade" not in table_of(at, "Cause")["What it means"][1]
    assert "2 of them have graded documents below the threshold" in text_of(at)
    assert chart_rows(at)["left_out"].tolist()[0] == pytest.approx(mean(A, relevant_from=2))
    listed = at.dataframe[0].value
    assert dict(zip(listed["Query"], listed["Cause"].map(lambda cell: cell[0]), strict=True)) == {
        "q2": "Below threshold",
        "q3": "Below threshold",
        "q4": "Judged, none relevant",
    }
    at.selectbox(key="measure").set_value("RR").run()
    assert "no ranking can score on them" in text_of(at), "binary measures have no gain below the threshold"


def test_a_threshold_above_all_grades_leaves_no_mean(two_runs: Any) -> None:
    at = two_runs("zero_relevance")
    at.number_input(key="relevant").set_value(9.0).run()
    assert not at.exception
    assert "No query is left to take a mean over." in text_of(at)
    assert table_of(at, "System")["Left out"].tolist() == ["–", "–", "–"]


def test_three_groups_are_kept_apart(upload: Upload) -> None:
    at = upload(("a.run", EXTRA_RUN), ("b.run", RUN_B), ("qrels.txt", MORE_QRELS), ("texts.tsv", TEXTS))
    at.switch_page("pages/zero_relevance_page.py").run()
    assert at.title[0].value.startswith("1 query has"), "only queries of the qrels without a relevant document"
    assert causes_of(at) == {
        "Judged, none relevant": 1,
        "Below threshold": 0,
        "No judgements": 1,
        "Not in qrels": 1,
        "Not in run": 1,
    }
    means = dict(zip(table_of(at, "Cause")["Cause"], table_of(at, "Cause")["In the mean"], strict=True))
    assert means["Not in qrels"] == means["No judgements"] == "not scored"
    assert means["Not in run"] == "counted as 0"
    listed = at.dataframe[0].value.set_index("Query")
    assert listed.index.tolist() == ["q4", "q5", "q8", "q7"]
    assert listed["Text"].to_dict()["q4"] == "four *words*"
    assert listed["Not answered by"].tolist() == ["A B", "A B", "B", "A B"]
    assert listed["Judged"].tolist() == [1, 1, 0, 0]
    assert listed["Top-1 score, A"]["q8"] == 7.5
    assert listed["Top-1 score, B"].isna().all()


def test_filter_by_cause(upload: Upload) -> None:
    at = upload(("a.run", EXTRA_RUN), ("qrels.txt", MORE_QRELS), page="zero_relevance")
    control = at.get("button_group")[0]
    assert [option.content for option in control.proto.options] == [
        "All 3",
        "Judged, none relevant 1",
        "Not in qrels 1",
        "Not in run 1",
    ]
    at.session_state["zero_relevance_cause"] = "Not in qrels"
    at.run()
    assert at.dataframe[0].value["Query"].tolist() == ["q8"]
    at.number_input(key="relevant").set_value(1.0).run()
    assert at.dataframe[0].value["Query"].tolist() == ["q8"], "the filter stays"


def test_a_selected_row_opens_its_query(upload: Upload) -> None:
    at = upload(("a.run", EXTRA_RUN), ("qrels.txt", MORE_QRELS), ("texts.tsv", TEXTS), page="zero_relevance")
    assert "Select a row" in text_of(at)
    select(at, 2)
    assert at.get("page_link")[-1].proto.label == "Open query q8 on Queries"
    select(at, 3)
    assert "No run that is compared answers q7, and nobody judged it." in text_of(at)


def test_one_run_has_no_difference(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", QRELS), page="zero_relevance")
    assert "The means are over the other 3 queries." in text_of(at)
    assert "−" not in at.markdown[-1].value
    assert chart_rows(at)["system"].tolist() == ["A a"]


def test_three_runs_stand_in_the_chart(upload: Upload) -> None:
    runs = [("a.run", RUN_A), ("b.run", RUN_B), ("c.run", EXTRA_RUN)]
    at = upload(*runs, ("qrels.txt", QRELS), page="zero_relevance")
    assert chart_rows(at)["system"].tolist() == ["A a", "B b", "C c", "Fused"]


def test_every_query_has_a_relevant_document(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("qrels.txt", b"q1 0 d1 1\n"), page="zero_relevance")
    assert at.title[0].value == "Every query has a relevant document"
    assert not at.get("vega_lite_chart")
    assert causes_of(at)["Judged, none relevant"] == 0


def test_nothing_to_list(upload: Upload) -> None:
    at = upload(("a.run", b"q1 Q0 d1 1 1 a\n"), ("qrels.txt", b"q1 0 d1 1\n"), page="zero_relevance")
    assert "None: every known query is judged" in text_of(at)
    assert not at.dataframe


def test_sample(app: AppTest) -> None:
    app.switch_page("pages/zero_relevance_page.py").run()
    assert not app.exception
    assert app.title[0].value.startswith("4 queries have no relevant document")
    assert chart_rows(app)["left_out"].round(4).tolist() == [0.5671, 0.6146, 0.6372]
    assert causes_of(app) == {
        "Judged, none relevant": 4,
        "Below threshold": 0,
        "No judgements": 1,
        "Not in qrels": 2,
        "Not in run": 3,
    }


def test_without_qrels_or_without_a_shared_query(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), page="zero_relevance")
    assert at.title[0].value == "These rankings are not judged"
    at = upload(("other.txt", b"301 0 d1 1\n"), page="zero_relevance")
    assert at.title[0].value == "No query is in both a run and the qrels"


def test_ids_are_shown_as_they_are(upload: Upload) -> None:
    ids = ["<b>x</b>", "*a*_b_", ":red[x]", "$x$", "日本語", "001"]
    qrels = "".join(f"{query} 0 d 0\n" for query in ids) + "q1 0 d1 1\n"
    at = upload(("*a*_b_.run", RUN_A), ("qrels.txt", qrels.encode()), page="zero_relevance")
    assert at.dataframe[0].value["Query"].tolist() == [*ids, "q2", "q3"]
    select(at, 1)
    assert at.get("page_link")[-1].proto.label == r"Open query \*a\*\_b\_ on Queries"


def test_the_list_is_capped_and_the_csv_is_not(upload: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    qrels = "".join(f"{number:04} 0 d 0\n" for number in range(1500)) + "q1 0 d1 1\n"
    make = query_table._rows

    def recorded(causes: pd.DataFrame) -> pd.DataFrame:
        table = make(causes)
        written.append(query_table.as_csv(table, state.settings()).decode())
        return table

    monkeypatch.setattr(query_table, "_rows", recorded)
    at = upload(("a.run", RUN_A), ("qrels.txt", qrels.encode()), page="zero_relevance")
    assert len(at.dataframe[0].value) == 1000
    assert "The first 1,000 of 1,502 queries" in text_of(at)
    rows = list(csv.DictReader(io.StringIO(written[-1])))
    assert len(rows) == 1502
    assert rows[0]["query"] == "0000"
    assert rows[0] | {"cause": "Judged, none relevant", "judged": "1", "highest_grade": "0.0"} == rows[0]
    assert (rows[0]["k"], rows[0]["gain"], rows[0]["not_answered_by"]) == ("10", "exponential", "a")
