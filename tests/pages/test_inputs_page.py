"""Inputs: what was read, what was found, and whether the files fit together."""

from typing import Any

import pandas as pd
import pytest
from streamlit import dataframe_util
from streamlit.testing.v1 import AppTest

from core.formulas import further_metrics
from tests.pages.conftest import QRELS, RUN_A, RUN_B, Upload, text_of

UNEVEN = b"q1 Q0 d1 1 2 t\nq1 Q0 d2 2 2 t\nq1 Q0 d2 3 1 t\nq8 Q0 d1 1 1 u\nq2 Q0 d4 x 1 u\n"
"""A tie, a repeated document, a query the qrels do not know, a rank that is no number, two tags."""


def files_of(at: AppTest) -> pd.DataFrame:
    return at.dataframe[0].value


def findings_of(at: AppTest) -> pd.DataFrame:
    return next(each.value for each in at.dataframe if "Finding" in each.value)


def fit_of(at: AppTest) -> pd.DataFrame:
    return next(each.value for each in at.dataframe if "Run" in each.value)


def curve_of(at: AppTest) -> pd.DataFrame:
    proto = at.get("vega_lite_chart")[0].proto
    frames = [dataframe_util.convert_arrow_bytes_to_pandas_df(each.data.data) for each in proto.datasets]
    return next(frame for frame in frames if "depth" in frame and "label" not in frame)


def test_sample(app: AppTest) -> None:
    app.switch_page("pages/inputs_page.py").run()
    assert not app.exception
    assert app.title[0].value == "4 files read, 1 with a note"
    assert "3 of 62 queries of the qrels are not answered by A: counted as 0." in text_of(app)
    assert "2 queries of the runs are not in the qrels: not scored." in text_of(app)
    files = files_of(app)
    assert files["Read as"].tolist() == ["run A", "run B", "qrels", "query texts"]
    assert files["Lines"].tolist() == [2309, 3200, 1197, 65]
    assert files["Depth"].tolist()[:3] == ["1–50", "50", "grades 0–3"]
    assert fit_of(app)["In the qrels"].tolist() == ["59 of 61", "62 of 64"]
    assert fit_of(app)["With text"].tolist() == ["61 of 61", "64 of 64"]
    assert fit_of(app)["Not answered"].tolist() == ["3: q12, q29, q39", "0"]
    assert "The texts of 1 query are in no run and not in the qrels." in text_of(app)
    assert not app.button, "the sample is not taken apart"


def test_two_runs_that_fit(two_runs: Any) -> None:
    at = two_runs("inputs")
    assert at.title[0].value == "3 files read, 2 with notes"
    assert files_of(at)["Status"].map(lambda cell: cell[0]).tolist() == ["note", "note", "ok"]
    text = text_of(at)
    assert "1 of 4 queries of the qrels is not answered by A and B: without a relevant document, left out." in text
    found = findings_of(at)
    few = found[found["Finding"] == "Fewer than k = 10 documents returned"]
    assert few["File"].tolist() == ["a.run", "b.run"]
    assert few["Count"].tolist() == ["3 queries", "3 queries"]
    assert few["Lines or queries"].tolist() == ["q1, q2, q3", "q3, q1, q2"]
    assert at.caption[-1].value.startswith("Conventions: k = 10")


def test_k_decides_what_is_shallow_and_how_much_was_judged(two_runs: Any) -> None:
    at = two_runs("inputs")
    at.number_input(key="k").set_value(2).run()
    found = findings_of(at)
    few = found[found["Finding"] == "Fewer than k = 2 documents returned"]
    assert few[["File", "Count", "Lines or queries"]].to_numpy().tolist() == [["a.run", "1 query", "q3"]]
    at.number_input(key="k").set_value(1).run()
    lists = {"q1": ["d2", "d1"], "q2": ["d4", "d3"], "q3": ["d6", "d5"]}
    grades = {"q1": {"d1": 2, "d2": 0}, "q2": {"d4": 1}, "q3": {"d5": 1}}
    for k, column in ((1, 1), (2, 2)):
        values = [further_metrics(lists[query], grades[query], k)["judged"] for query in lists]
        curve = curve_of(at)
        expected = sum(value or 0.0 for value in values) / len(values)
        assert curve[(curve["system"] == "B b") & (curve["depth"] == column)]["share"].tolist() == [
            pytest.approx(expected)
        ]
        if k == 1:
            assert fit_of(at)["Top k judged"].tolist()[1] == f"{expected:.1%}"


def test_findings_say_what_was_done_and_where(upload: Upload) -> None:
    at = upload(("odd.run", UNEVEN), ("qrels.txt", QRELS), page="inputs")
    assert at.title[0].value == "2 files read, 1 with a warning"
    found = findings_of(at).set_index("Finding")
    assert found["Status"].map(lambda cell: cell[0]).tolist()[:2] == ["warning", "warning"]
    assert found.loc["Repeated document in a query", ["Count", "Lines or queries"]].tolist() == ["1 line", "3"]
    assert found.loc["Several run tags in one file", ["Count", "Lines or queries"]].tolist() == ["2 tags", "t, u"]
    assert found.loc["Equal scores reach the top 10", ["Count", "Lines or queries"]].tolist() == ["1 query", "q1"]
    assert found.loc["Fewer than k = 10 documents returned", "Count"] == "2 queries", "q8 is not judged"
    assert files_of(at)["Findings"].tolist()[0].startswith("2 warnings, ")
    assert fit_of(at)["Not in the qrels"].tolist() == ["1: q8"]
    assert fit_of(at)["Not answered"].tolist() == ["2: q3, q4"]


def test_ties_across_the_cut_off_are_said(upload: Upload) -> None:
    at = upload(("odd.run", UNEVEN), ("qrels.txt", QRELS), page="inputs")
    at.number_input(key="k").set_value(1).run()
    assert "Equal scores reach the top 1, in 1 across rank 1" in findings_of(at)["Finding"].tolist()
    at.selectbox(key="ties").set_value("id ascending").run()
    ties = findings_of(at).set_index("Finding").loc["Equal scores reach the top 1, in 1 across rank 1"]
    assert ties["What was done"] == "Ordered by id, ascending"


def test_a_run_that_has_no_order_by_rank_is_reported_and_the_page_stays(upload: Upload) -> None:
    at = upload(("odd.run", UNEVEN), ("a.run", RUN_A), ("qrels.txt", QRELS), page="inputs")
    at.selectbox(key="order").set_value("rank column").run()
    assert not at.exception
    assert "Cannot be ordered by the rank column" in findings_of(at)["Finding"].tolist()
    assert set(curve_of(at)["system"]) == {"B a"}
    assert fit_of(at)["Top k judged"].isna().tolist() == [True, False]


def test_a_selected_file_is_removed_and_letters_stay(two_runs: Any) -> None:
    at = two_runs("inputs")
    assert "Select a file to remove it." in text_of(at)
    key = f"inputs_files_{hash(('a.run', 'b.run', 'qrels.txt'))}"
    at.session_state[key] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    at.run()
    next(each for each in at.button if each.label == "Remove the file").click().run()
    assert not at.exception
    assert files_of(at)["File"].tolist() == ["b.run", "qrels.txt"]
    assert files_of(at)["Read as"].tolist() == ["run B", "qrels"]
    assert "Select a file to remove it." in text_of(at)


def test_all_files_removed(upload: Upload) -> None:
    at = upload(("qrels.txt", QRELS), page="inputs")
    at.session_state[f"inputs_files_{hash(('qrels.txt',))}"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    at.run()
    next(each for each in at.button if each.label == "Remove the file").click().run()
    assert not at.exception
    assert at.title[0].value == "Nothing is loaded"


def test_a_file_dropped_here_is_taken(two_runs: Any) -> None:
    at = two_runs("inputs")
    zone = next(each for each in at.file_uploader if str(each.key).startswith("inputs_drop"))
    zone.set_value([("c.run", RUN_A, "text/plain")]).run()
    assert files_of(at)["Read as"].tolist() == ["run A", "run B", "qrels", "run C"]


def test_three_runs_that_fit(upload: Upload) -> None:
    qrels = b"q1 0 d1 1\nq2 0 d4 1\nq3 0 d5 1\n"
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("c.run", RUN_A), ("qrels.txt", qrels), page="inputs")
    assert "All **3** queries of the qrels are in all 3 runs." in text_of(at)
    assert fit_of(at)["Fit"].map(lambda cell: cell[0]).tolist() == ["ok", "ok", "ok"]
    assert curve_of(at)["system"].unique().tolist() == ["A a", "B b", "C c"]


def test_files_that_do_not_fit_are_shown_all_the_same(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", RUN_B), ("qrels.txt", b"301 0 d1 1\n"), page="inputs")
    assert "No query of the qrels is in any run: the ids do not fit." in text_of(at)
    assert fit_of(at)["Fit"].map(lambda cell: cell[0]).tolist() == ["error", "error"]
    assert fit_of(at)["Not answered"].tolist() == ["all 1", "all 1"]
    assert not at.get("vega_lite_chart")


def test_one_run_of_two_does_not_fit(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", b"301 Q0 d1 1 1 t\n"), ("qrels.txt", b"q1 0 d1 1\n"), page="inputs")
    assert "No query of B is in the qrels: the ids do not fit." in text_of(at)
    assert fit_of(at)["Fit"].map(lambda cell: cell[0]).tolist() == ["note", "error"]


def test_without_qrels(upload: Upload) -> None:
    at = upload(("a.run", RUN_A), ("b.run", b"q1 Q0 d1 1 1 t\n"), page="inputs")
    assert "1 query is in both runs. There are no qrels to score with." in text_of(at)
    assert fit_of(at)["Queries"].tolist() == [3, 1]
    assert "Add a qrels file to see it." in text_of(at)


def test_qrels_alone(upload: Upload) -> None:
    at = upload(("qrels.txt", QRELS), page="inputs")
    assert at.title[0].value == "1 file read, nothing to note"
    assert "The qrels judge 4 queries. There is no run to score." in text_of(at)
    assert "No findings" in text_of(at)
    assert files_of(at)["Depth"].tolist() == ["grades 0–2"]


def test_query_texts_alone(upload: Upload) -> None:
    at = upload(("texts.tsv", b"q1\tone\nq2\ttwo\n"), page="inputs")
    assert "The texts of 2 queries are known. There is no run to score." in text_of(at)
    assert files_of(at)["Read as"].tolist() == ["query texts"]


def test_one_query(upload: Upload) -> None:
    at = upload(("a.run", b"q1 Q0 d1 1 1 t\n"), ("qrels.txt", b"q1 0 d1 1\n"), page="inputs")
    assert "The one query of the qrels is in the run." in text_of(at)
    assert curve_of(at)["share"].tolist() == [1.0]


def test_names_are_shown_as_they_are(upload: Upload) -> None:
    name = "<b>x *a*_b_ :red[x] $x$.run"
    at = upload((name, RUN_A), ("qrels.txt", QRELS), page="inputs")
    assert files_of(at)["File"].tolist()[0] == name
    assert fit_of(at)["Run"].tolist() == [f"A · {name.removesuffix('.run')}"]
