"""What must hold of each measure in the registry; a measure that declares nothing here fails."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Conventions, evaluate, rank, read_qrels, read_run
from core.measures import MEASURES
from tests.core.generated import Line, conventions, judgements, qrels_text, run_lines, run_text, thorough


class Properties(NamedTuple):
    """Properties of a measure.

    ``grades`` tells whether it tells one relevant grade from another, ``order`` whether it depends on the order
    within the top k, ``unanswered`` its value for a query that the run does not answer.
    """

    grades: bool
    order: bool
    unanswered: float = 0.0


PROPERTIES = {
    "nDCG": Properties(grades=True, order=True),
    "Recall": Properties(grades=False, order=False),
    "RR": Properties(grades=False, order=True),
    "P": Properties(grades=False, order=False),
    "AP": Properties(grades=False, order=True),
    "Success": Properties(grades=False, order=False),
    "Judged": Properties(grades=False, order=False, unanswered=np.nan),
}

each_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.key)


def values(ranking: str, qrels: bytes, k: int = 3):
    """Return the figures of one query for a ranking given as letters."""
    lines = [Line("q", document, place, f"{-place}") for place, document in enumerate(ranking, start=1)]
    return evaluate(rank(read_run(run_text(lines))), read_qrels(qrels), Conventions(k=k)).loc["q"]


def test_every_measure_declares_its_properties():
    assert list(PROPERTIES) == [measure.key for measure in MEASURES]


@each_measure
def test_a_measure_has_its_texts(measure):
    assert measure.at(10) == f"{measure.key}@10"
    assert all((measure.title, measure.meaning.endswith("."), measure.source))


@thorough
@given(run_lines, judgements, conventions)
def test_values_lie_between_0_and_1(lines, grades, how):
    table = evaluate(rank(read_run(run_text(lines)), how), read_qrels(qrels_text(grades)), how)
    for measure in MEASURES:
        assert table[measure.at(how.k)].dropna().between(0, 1 + 1e-12).all()


@each_measure
def test_the_best_order_has_1(measure):
    assert values("abcx", b"q 0 a 3\nq 0 b 2\nq 0 c 1\n")[measure.at(3)] == 1


@each_measure
def test_nothing_relevant_in_the_top_has_0(measure):
    expected = 1 if measure.key == "Judged" else 0
    assert values("xyzab", b"q 0 a 3\nq 0 x 0\nq 0 y 0\nq 0 z 0\n")[measure.at(3)] == expected


@each_measure
def test_grades_matter_where_declared(measure):
    low, high = (values("ba", f"q 0 a {grade}\nq 0 b 1\n".encode())[measure.at(3)] for grade in (1, 3))
    assert (low != high) == PROPERTIES[measure.key].grades


@each_measure
def test_order_within_the_top_matters_where_declared(measure):
    qrels = b"q 0 a 1\nq 0 b 0\n"
    assert (values("ab", qrels)[measure.at(3)] != values("ba", qrels)[measure.at(3)]) == PROPERTIES[measure.key].order


@each_measure
def test_what_stands_below_the_cut_changes_nothing(measure):
    qrels = b"q 0 a 1\nq 0 b 2\nq 0 c 3\n"
    assert values("xab", qrels)[measure.at(3)] == values("xabcyz", qrels)[measure.at(3)]


@each_measure
def test_an_unanswered_query_has_the_declared_value(measure):
    table = evaluate(rank(read_run(b"other Q0 a 1 1 t\n")), read_qrels(b"q 0 a 1\n"), Conventions(k=3))
    np.testing.assert_equal(table.loc["q", measure.at(3)], PROPERTIES[measure.key].unanswered)
    assert table.loc["q", "status"] == "missing"


@thorough
@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=12),
    judgements,
    st.sampled_from([0.5, 2, 1024]),
    st.integers(0, 999),
)
def test_shifting_and_stretching_scores_changes_nothing(scores, grades, factor, shift):
    documents = [document for _, document in grades][: len(scores)]
    runs = [
        [Line("q1", document, 1, repr(change(score))) for document, score in zip(documents, scores, strict=False)]
        for change in (float, lambda score: score * factor + shift)
    ]
    plain, changed = (evaluate(rank(read_run(run_text(lines))), read_qrels(qrels_text(grades))) for lines in runs)
    assert plain.equals(changed)
