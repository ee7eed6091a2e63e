"""What the means would be with every query in them, and what a higher threshold would cost."""

import pandas as pd
import pytest

from core import Conventions, evaluate, rank, read_qrels, read_run
from core.zero_relevance import BELOW_THRESHOLD, NONE_RELEVANT, causes, difference_with_zeros, next_threshold

QRELS = read_qrels(b"q1 0 a 2\nq1 0 b 1\nq2 0 a 1\nq3 0 a 0\nq4 0 a 3\n")
RANKINGS = rank(read_run(b"q1 Q0 a 1 1 t\n"))


@pytest.mark.parametrize(
    ("relevant_from", "expected"), [(None, (2.0, 1)), (1.0, (2.0, 1)), (2.0, (3.0, 1)), (3.0, None), (9.0, None)]
)
def test_next_threshold(relevant_from, expected):
    assert next_threshold(QRELS, relevant_from) == expected


@pytest.mark.parametrize("relevant_from", [None, 1.0, 2.0])
def test_next_threshold_foretells_the_causes(relevant_from):
    following = next_threshold(QRELS, relevant_from)
    assert following is not None
    grade, more = following
    now, then = (
        (causes(QRELS, [RANKINGS], relevant_from=threshold)["cause"] == BELOW_THRESHOLD).sum()
        for threshold in (relevant_from, grade)
    )
    assert then - now == more


@pytest.mark.parametrize("relevant_from", [None, 1.0, 2.0, 3.0, 4.0])
def test_causes_agree_with_the_status_of_evaluate(relevant_from):
    table = evaluate(RANKINGS, QRELS, Conventions(relevant_from=relevant_from))
    found = causes(QRELS, [RANKINGS], relevant_from=relevant_from)
    without = found.index[found["cause"].isin([NONE_RELEVANT, BELOW_THRESHOLD])]
    assert set(without) == set(table.index[table["status"] == "zero_relevance"])


def test_difference_with_zeros_has_every_query_in_it():
    baseline, system = pd.Series([0.5, float("nan"), 0.0]), pd.Series([1.0, float("nan"), 0.5])
    assert difference_with_zeros(baseline, system) == pytest.approx(1 / 3)
