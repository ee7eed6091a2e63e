"""Which queries are listed, in which order."""

import math

import pandas as pd
import pytest

from core import Qrels, evaluate, rank, read_qrels, read_run
from core.comparison import BETTER, TIED, WORSE, Comparison, compare
from core.query_list import (
    UNSCORED,
    Spread,
    by_difference,
    by_value,
    containing,
    largest_difference,
    of_outcome,
    unscored,
)


def table(**values: float) -> pd.DataFrame:
    return pd.DataFrame({"nDCG@10": values}).rename_axis("query")


@pytest.fixture
def pair() -> Comparison:
    baseline = table(q1=0.5, q2=0.5, q3=0.5, q4=0.5, q5=0.5, q6=0.0)
    system = table(q1=0.4, q2=0.7, q3=0.5, q4=0.1, q5=0.9, q6=0.0)
    return compare(baseline, system, "nDCG@10")


def test_largest_loss_comes_first_and_what_has_no_value_last(pair: Comparison) -> None:
    rows = by_difference(pair, ["q9", "q8"])
    assert rows.index.tolist() == ["q4", "q1", "q3", "q6", "q2", "q5", "q9", "q8"]
    assert rows["outcome"].tolist() == [WORSE, WORSE, TIED, TIED, BETTER, BETTER, UNSCORED, UNSCORED]
    assert rows.loc[["q9", "q8"], ["baseline", "system", "difference"]].isna().all(axis=None)
    assert rows.loc["q6", "baseline"] == 0


def test_outcomes_are_listed_with_the_largest_change_first(pair: Comparison) -> None:
    rows = by_difference(pair, ["q9"])
    assert of_outcome(rows, WORSE).index.tolist() == ["q4", "q1"]
    assert of_outcome(rows, BETTER).index.tolist() == ["q5", "q2"]
    assert of_outcome(rows, TIED).index.tolist() == ["q3", "q6"]
    assert of_outcome(rows, None).index.tolist() == rows.index.tolist()


def test_largest_difference_has_no_sign(pair: Comparison) -> None:
    assert largest_difference(by_difference(pair)) == pytest.approx(0.4)


def test_nothing_to_compare() -> None:
    rows = by_difference(compare(table(q1=math.nan), table(q1=math.nan), "nDCG@10"), ["q1"])
    assert rows.index.tolist() == ["q1"]
    assert rows["outcome"].tolist() == [UNSCORED]
    assert largest_difference(rows) == 0
    assert of_outcome(rows, WORSE).empty


def test_values_of_one_system_start_with_the_lowest() -> None:
    rows = by_value(pd.Series({"q1": 0.5, "q2": 0.0, "q3": math.nan, "q4": 0.5}), ["q3"])
    assert rows.index.tolist() == ["q2", "q1", "q4", "q3"]
    assert math.isnan(rows.loc["q3", "baseline"])


def test_spread_leaves_missing_values_out() -> None:
    assert Spread.of(pd.Series([0.0, 1.0, math.nan])) == Spread(2, 0.5, 0.0, 1.0, 1)
    assert Spread.of(pd.Series([math.nan])).n == 0


def qrels() -> Qrels:
    return read_qrels(b"q1 0 a 1\nq2 0 a 0\n", name="qrels")


def test_unscored_queries_by_reason() -> None:
    run = rank(read_run(b"q3 Q0 a 1 2 x\nq1 Q0 a 1 2 x\nq2 Q0 a 1 2 x\n", name="x"))
    assert unscored(evaluate(run, qrels()), run.query_ids) == (["q2"], ["q3"])


TEXTS = {"q1": "Antarctica exploration", "q2": "marine vegetation", "q12": "Peace talks of Ireland"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ["q1", "q2", "q12", "x"]),
        ("  ", ["q1", "q2", "q12", "x"]),
        ("Q1", ["q1", "q12"]),
        ("marine", ["q2"]),
        ("TALKS peace", ["q12"]),
        ("explor", ["q1"]),
        ("marine peace", []),
        ("[", []),
    ],
)
def test_containing_looks_in_ids_and_texts(words: str, expected: list[str]) -> None:
    assert containing(["q1", "q2", "q12", "x"], words, TEXTS) == expected


def test_containing_works_without_texts() -> None:
    assert containing(["日本1", "a"], "本", {}) == ["日本1"]
