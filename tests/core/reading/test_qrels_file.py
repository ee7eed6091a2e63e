"""Qrels that are refused, and in which words; judgements below 0 and judgements given twice."""

import pytest

from core import read_qrels
from core.model import Finding
from tests.core.reading.messages import FOUR, QRELS_ORDER, WHOLE, refused


def test_qrels_with_a_wrong_number_of_columns():
    with refused(f"the file, line 1: {FOUR}, found 3. {WHOLE}"):
        read_qrels(b"q a 1\n")


@pytest.mark.parametrize("grade", ["high", "nan", "inf", "1e999", "½"])
def test_grade_that_is_no_finite_number(grade):
    with refused(f"the file, line 1: the grade must be a finite number, found {grade!r}. {QRELS_ORDER}"):
        read_qrels(f"q 0 a {grade}\n".encode())


def test_negative_grades_are_refused_with_the_choice_to_count_them_as_0():
    rule = "the grade must not be negative"
    remedy = "Remove these lines, or choose to count negative grades as 0, as trec_eval does."
    with refused(f"the file, line 2: {rule}, found '-1'. Also line 3: {rule}, found '-0.5'. {remedy}"):
        read_qrels(b"q 0 a 1\nq 0 b -1\nq 0 c -0.5\n")


def test_negative_grades_count_as_0_by_choice():
    qrels = read_qrels(b"q 0 a 1\nq 0 b -1\nq 0 c -0.5\nq 0 b 0\n", negative="zero")
    assert qrels.of_query("q") == {"a": 1, "b": 0, "c": 0}
    assert Finding("warning", "Grade below 0", "Counted as 0", 2, "lines") in qrels.report.findings


def test_choice_for_negative_grades_must_be_known():
    with pytest.raises(ValueError, match=r"^negative must be 'refuse' or 'zero', found 'drop'$"):
        read_qrels(b"q 0 a 1\n", negative="drop")


def test_two_grades_for_one_pair():
    rule = "query q and document a must have one grade, found 0 here and 2 in line 1"
    with refused(f"the file, line 3: {rule}. Keep the judgement that holds and remove the other."):
        read_qrels(b"q 0 a 2\nq 0 b 1\nq 0 a 0\n")


def test_the_same_grade_twice_is_said_and_counted_once():
    qrels = read_qrels(b"q 0 a 1\np 0 a 1\nq 0 b 0.5\nq 0 a 1.0\n")
    assert qrels.query_ids == ("q", "p")
    assert qrels.of_query("q") == {"a": 1, "b": 0.5}
    assert qrels.report.findings == (
        Finding("note", "The same judgement repeated", "Counted once", 1, "lines", ("4",)),
    )


def test_queries_and_their_documents_stand_in_the_order_of_the_file():
    qrels = read_qrels(b"q 0 b 1\np 0 a 1\np 0 9 1\nq 0 9 1\nq 0 b 1\nq 0 a 0\n")
    assert [(query, list(qrels.of_query(query))) for query in qrels.query_ids] == [
        ("q", ["b", "9", "a"]),
        ("p", ["a", "9"]),
    ]


def test_qrels_of_comments_only():
    with refused("the file: qrels must hold at least one line of data, found an empty file (comments only)."):
        read_qrels(b"# nothing\n")
