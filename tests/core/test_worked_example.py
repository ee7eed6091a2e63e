import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.decimals import decimal_text, number_text
from core.formulas import dcg, metrics, rrf, rrf_scores
from core.worked_example import WorkedExample, largest_score, share_of_first, standing

A = ("d1", "d2", "d3", "d4", "d5")
B = ("d6", "d3", "d7", "d2", "d8")
GRADES = {"d1": 0.0, "d2": 1.0, "d3": 2.0, "d4": 0.0, "d6": 3.0, "d9": 2.0}
EXAMPLE = WorkedExample((A, B), (1, 1), 60, GRADES, 5)


def log2(number: int) -> float:
    return math.log2(number)


IDEAL = 7 / log2(2) + 3 / log2(3) + 3 / log2(4) + 1 / log2(5)


def test_the_first_place_goes_to_a_document_that_no_list_puts_there() -> None:
    first = EXAMPLE.fused_lines[0]
    assert first.document == "d3"
    assert A[0] != "d3"
    assert B[0] != "d3"
    assert first.total == Fraction(1, 63) + Fraction(1, 62)
    assert decimal_text(first.total) == "0.032002"
    assert [share.rank for share in first.shares if share] == [3, 2]


def test_order_and_ties() -> None:
    assert EXAMPLE.fused == ["d3", "d2", "d1", "d6", "d7", "d4", "d5", "d8"]
    assert EXAMPLE.ties == [(Fraction(1, 61), ["d1", "d6"]), (Fraction(1, 65), ["d5", "d8"])]
    assert [line.document for line in EXAMPLE.fused_lines if line.tied] == ["d1", "d6", "d5", "d8"]


@pytest.mark.parametrize(
    ("ranking", "gained", "value"),
    [
        (A, 1 / log2(3) + 3 / log2(4), "0.1969"),
        (B, 7 + 3 / log2(3) + 1 / log2(5), "0.8614"),
        (tuple(EXAMPLE.fused), 3 + 1 / log2(3) + 7 / log2(5), "0.6140"),
    ],
)
def test_ndcg_by_closed_form(ranking: tuple[str, ...], gained: float, value: str) -> None:
    judged = EXAMPLE.judge(ranking)
    assert judged.dcg == pytest.approx(gained, abs=1e-12)
    assert judged.ideal_dcg == pytest.approx(IDEAL, abs=1e-12)
    assert judged.ndcg == pytest.approx(gained / IDEAL, abs=1e-12)
    assert f"{judged.ndcg:.4f}" == value


def test_fused_list_is_judged() -> None:
    judged = EXAMPLE.judge(EXAMPLE.fused)
    assert (judged.hits, judged.recall, judged.rr, judged.first) == (3, 3 / 4, 1.0, ("d3", 1))
    assert judged.unjudged == ("d7",)
    assert EXAMPLE.nowhere == ["d9"]


def test_gain_lines() -> None:
    third, fifth = EXAMPLE.gain_lines(EXAMPLE.fused)[2::2]
    assert (third.document, third.grade, third.gain, third.term) == ("d1", 0, 0, 0)
    assert (third.discount, third.ideal_grade, third.ideal_gain, third.ideal_term) == (2, 2, 3, 1.5)
    assert (fifth.document, fifth.grade, fifth.gain) == ("d7", None, 0)


def test_k_beyond_both_lists() -> None:
    last = WorkedExample((("a",),), (1,), 60, {"a": 1.0}, 3).gain_lines(["a"])[-1]
    assert (last.rank, last.discount) == (3, 2)
    assert {last.document, last.grade, last.gain, last.term, last.ideal_grade, last.ideal_term} == {None}


def test_nothing_relevant_has_no_value() -> None:
    judged = WorkedExample((A, B), (1, 1), 60, {"d1": 0.0}, 5).judge(A)
    assert (judged.ndcg, judged.recall, judged.rr, judged.hits, judged.first) == (None, None, None, 0, None)


def test_threshold_moves_relevance_but_not_gain() -> None:
    judged = WorkedExample((A, B), (1, 1), 60, GRADES, 5, relevant_from=2.0).judge(A)
    assert (judged.hits, judged.recall, judged.first) == (1, 1 / 3, ("d3", 3))
    assert judged.ndcg == EXAMPLE.judge(A).ndcg


def test_a_repeat_counts_once() -> None:
    lines = WorkedExample((("a", "a", "b"),), (1,), 0, {}, 2).fused_lines
    assert [(line.document, line.total) for line in lines] == [("a", 1), ("b", Fraction(1, 2))]


@pytest.mark.parametrize(
    ("lists", "weights", "possible"),
    [
        ((A, B), (1, 1), True),
        ((A, B), (0, 0), False),
        ((), (), False),
        ((A, ()), (0, 1), False),
        ((A, ()), (1, 0), True),
    ],
)
def test_fusion_needs_a_list_with_a_weight(
    lists: tuple[tuple[str, ...], ...], weights: tuple[float, ...], possible: bool
) -> None:
    assert WorkedExample(lists, weights, 60, {}, 5).can_be_fused is possible


def test_unusable_grade_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 1000, found 1200"):
        WorkedExample((A,), (1,), 60, {"d1": 1200.0}, 5).judge(A)


@pytest.mark.parametrize(
    ("fused", "lists", "expected"),
    [
        (0.9, [0.1, 0.8], ("ahead", 1)),
        (0.8, [0.8, 0.1], ("level", 0)),
        (0.8 + 1e-12, [0.8, 0.1], ("level", 0)),
        (0.5, [0.1, 0.8], ("behind", 1)),
        (0.05, [0.1, 0.8], ("last", 1)),
        (0.05, [0.1], ("behind", 0)),
    ],
)
def test_standing(fused: float, lists: list[float], expected: tuple[str, int]) -> None:
    assert standing(fused, lists) == expected


def test_decimals_are_rounded_half_up_from_the_exact_value() -> None:
    assert decimal_text(Fraction(1, 64), 5) == "0.01563"
    assert f"{1 / 64:.5f}" == "0.01562", "why floats are not printed"
    assert decimal_text(Fraction(2), 6) == "2.000000"
    assert decimal_text(Fraction(1999999, 2000000), 6) == "1.000000"


def test_numbers_as_written() -> None:
    assert [number_text(value) for value in (60.0, 0.1, Fraction(121, 2), Fraction(2, 121))] == [
        "60",
        "0.1",
        "60.5",
        "2/121",
    ]


def test_share_of_first_and_largest_score() -> None:
    assert share_of_first(60, 10) == Fraction(61, 70)
    assert share_of_first(0, 10) == Fraction(1, 10)
    assert 2 * share_of_first(8, 10) == 1
    assert largest_score(60, [1, 1]) == Fraction(2, 61)
    assert largest_score(0, [0.1, 0.2]) == Fraction(3, 10)


documents = st.sampled_from("abcdefg")
lists = st.lists(documents, max_size=6).map(tuple)


@given(
    st.tuples(lists, lists),
    st.tuples(st.integers(0, 3), st.integers(1, 3)),
    st.sampled_from([0, 0.5, 1, 60]),
    st.dictionaries(documents, st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0]), max_size=7),
    st.integers(1, 8),
    st.sampled_from(["exponential", "linear"]),
)
def test_lines_add_up_to_the_formulas(rankings, weights, c, grades, k, gain) -> None:
    example = WorkedExample(rankings, weights, c, grades, k, gain)
    scores = rrf_scores(rankings, c=c, weights=weights)
    assert [line.document for line in example.fused_lines] == rrf(rankings, c=c, weights=weights)
    for line in example.fused_lines:
        assert line.total == scores[line.document] == sum(share.value for share in line.shares if share)
    lines = example.gain_lines(example.fused)
    judged = example.judge(example.fused)
    assert judged.dcg == pytest.approx(math.fsum(line.term or 0 for line in lines))
    assert judged.ideal_dcg == pytest.approx(math.fsum(line.ideal_term or 0 for line in lines))
    assert judged.ndcg == metrics(example.fused, grades, k, gain=gain)["ndcg"]
    assert judged.ideal_dcg == dcg(sorted(grades.values(), reverse=True)[:k], gain)
    assert judged.recall is None or judged.recall == judged.hits / len(example.relevant)
