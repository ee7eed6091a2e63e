"""The definitions, on cases that can be worked out on paper."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from core.formulas import cosine, dcg, further_metrics, gain_of, metrics, rrf, rrf_scores

LOG3 = math.log2(3)
INFINITE = [math.nan, math.inf, -math.inf]


# --- reciprocal rank fusion


def test_rrf_sums_over_lists():
    assert rrf([["a", "b"], ["b", "c"]], c=0) == ["b", "a", "c"]
    assert rrf_scores([["a", "b"], ["b", "c"]], c=0) == {"a": 1, "b": Fraction(3, 2), "c": Fraction(1, 2)}


def test_rrf_constant_is_60_unless_given():
    assert rrf_scores([["a"], ["b", "a"]])["a"] == Fraction(1, 61) + Fraction(1, 62)


def test_rrf_counts_a_repeated_document_once_and_closes_the_gap():
    assert rrf([["a", "a", "b"]], c=0) == ["a", "b"]
    assert rrf_scores([["a", "a", "b"]], c=0)["b"] == Fraction(1, 2)


def test_rrf_orders_equal_sums_by_id_ascending_as_text():
    assert rrf([["9"], ["10"]]) == ["10", "9"]


def test_rrf_of_a_third_and_a_sixth_ties_with_a_half():
    lists = [["p", "b"], ["p", "q", "a"], ["p", "q", "r", "s", "t", "a"]]
    scores = rrf_scores(lists, c=0)
    assert scores["a"] == scores["b"] == Fraction(1, 2)
    assert rrf(lists, c=0).index("a") < rrf(lists, c=0).index("b")


def test_rrf_of_three_shares_that_floats_sum_to_1_in_one_order_only():
    assert 1 / 6 + 1 / 3 + 1 / 2 == 1 != 1 / 2 + 1 / 3 + 1 / 6
    lists = [["p", "b"], ["p", "q", "b"], ["p", "q", "r", "s", "t", "b"], ["a"]]
    assert rrf_scores(lists, c=0)["b"] == rrf_scores(lists, c=0)["a"] == 1
    for order in itertools.permutations(lists):
        fused = rrf(order, c=0)
        assert fused.index("b") == fused.index("a") + 1


def test_rrf_weight_means_the_decimal_typed():
    assert 0.3 / 3 != 0.1 / 1
    scores = rrf_scores([["b"], ["x", "y", "a"]], c=0, weights=[0.1, 0.3])
    assert scores["a"] == scores["b"] == Fraction(1, 10)
    assert rrf([["b"], ["x", "y", "a"]], c=0, weights=[0.1, 0.3]) == ["x", "y", "a", "b"]


def test_rrf_constant_means_the_decimal_typed():
    assert rrf_scores([["a"]], c=0.1)["a"] == Fraction(10, 11)


@pytest.mark.parametrize("c", [60, 60.0, Decimal(60), Fraction(60)])
def test_rrf_takes_any_kind_of_number(c):
    assert rrf_scores([["a"]], c=c, weights=[c])["a"] == Fraction(60, 61)


def test_rrf_list_with_weight_0_adds_nothing_but_its_documents():
    assert rrf([["a"], ["z", "a"]], weights=[1, 0]) == ["a", "z"]


def test_rrf_of_no_lists_and_of_empty_lists_is_empty():
    assert rrf([]) == rrf([[], []]) == []


@pytest.mark.parametrize("c", [-1, -1e-9, 10**400, True, *INFINITE])
def test_rrf_refuses_constants_below_0_or_not_finite(c):
    with pytest.raises(ValueError, match=r"^c must be a finite number of at least 0, found "):
        rrf([["a"]], c=c)


@pytest.mark.parametrize("weight", [-1, -1e-9, *INFINITE])
def test_rrf_refuses_weights_below_0_or_not_finite(weight):
    with pytest.raises(ValueError, match=r"^a weight must be a finite number of at least 0, found "):
        rrf([["a"], ["b"]], weights=[1, weight])


@pytest.mark.parametrize("weights", [[], [1], [1, 1, 1]])
def test_rrf_refuses_another_number_of_weights(weights):
    with pytest.raises(ValueError, match=rf"one weight for each of the 2 lists, found {len(weights)}$"):
        rrf([["a"], ["b"]], weights=weights)


def test_rrf_refuses_weights_that_are_all_0():
    with pytest.raises(ValueError, match=r"^at least one weight must be above 0, found only zeros$"):
        rrf([["a"], ["b"]], weights=[0, 0.0])


# --- recall, reciprocal rank, nDCG


def test_metrics_of_one_of_two_relevant_at_rank_2():
    ndcg = (1 / LOG3) / (1 + 1 / LOG3)
    assert metrics(["x", "a", "b"], {"a": 1, "b": 1}, 2) == {"recall": 0.5, "rr": 0.5, "ndcg": pytest.approx(ndcg)}


def test_metrics_cut_after_repeats_are_dropped():
    assert metrics(["a", "a", "b"], {"a": 2, "b": 1}, 2) == {"recall": 1, "rr": 1, "ndcg": 1}


def test_metrics_of_a_query_without_relevant_documents_have_no_value():
    nothing = {"recall": None, "rr": None, "ndcg": None}
    assert metrics(["a"], {}, 1) == metrics(["a"], {"a": 0}, 1) == metrics([], {"a": 0}, 1) == nothing


def test_metrics_of_irrelevant_candidates_only_are_0():
    assert metrics(["x", "y"], {"a": 1, "x": 0}, 5) == {"recall": 0, "rr": 0, "ndcg": 0}


def test_metrics_of_an_empty_ranking_are_0():
    assert metrics([], {"a": 1}, 3) == {"recall": 0, "rr": 0, "ndcg": 0}


def test_recall_counts_all_relevant_documents_also_beyond_k():
    assert metrics(["a", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}, 1)["recall"] == 0.25


def test_rr_is_0_beyond_the_cut():
    assert metrics(["x", "y", "a"], {"a": 1}, 2)["rr"] == 0
    assert metrics(["x", "y", "a"], {"a": 1}, 3)["rr"] == 1 / 3


def test_ndcg_gains_are_2_to_the_grade_less_1():
    assert metrics(["c", "a"], {"a": 3, "c": 2}, 2)["ndcg"] == pytest.approx((3 + 7 / LOG3) / (7 + 3 / LOG3))


def test_ndcg_linear_gains_are_the_grades():
    linear = metrics(["c", "a"], {"a": 3, "c": 2}, 2, gain="linear")["ndcg"]
    assert linear == pytest.approx((2 + 3 / LOG3) / (3 + 2 / LOG3))


def test_ndcg_ideal_is_of_all_judged_documents_cut_at_k():
    assert metrics(["b"], {"a": 3, "b": 1, "c": 1}, 1)["ndcg"] == pytest.approx(1 / 7)
    assert metrics(["a", "b"], {"a": 1, "b": 1, "c": 1}, 2)["ndcg"] == 1


def test_fractional_grades_are_relevant_and_gain():
    assert metrics(["a"], {"a": 0.5, "b": 0}, 1) == {"recall": 1, "rr": 1, "ndcg": 1}
    assert metrics(["a"], {"a": 0.5, "b": 1}, 1)["ndcg"] == pytest.approx(math.sqrt(2) - 1)


def test_a_tiny_grade_keeps_its_digits():
    assert gain_of(1e-20, "exponential") == pytest.approx(1e-20 * math.log(2))


def test_threshold_touches_binary_measures_only():
    ranking, grades = ["b", "a"], {"a": 2, "b": 1}
    plain, strict = metrics(ranking, grades, 2), metrics(ranking, grades, 2, relevant_from=2)
    assert (plain["rr"], strict["rr"]) == (1, 0.5)
    assert plain["ndcg"] == strict["ndcg"]
    assert further_metrics(ranking, grades, 2)["p"] == 1
    assert further_metrics(ranking, grades, 2, relevant_from=2)["p"] == 0.5


def test_threshold_above_all_grades_leaves_no_value():
    assert set(metrics(["a"], {"a": 2}, 1, relevant_from=3).values()) == {None}
    assert set(further_metrics(["a"], {"a": 2}, 1, relevant_from=3).values()) == {None}


def test_dcg_discounts_by_the_logarithm_of_the_rank():
    assert dcg([1, 1, 1], "linear") == pytest.approx(1 + 1 / LOG3 + 1 / 2)


@pytest.mark.parametrize("k", [0, -1, True, 1.5, 1.0, "1", None, math.nan])
def test_cutoff_must_be_a_positive_whole_number(k):
    for measures in (metrics, further_metrics):
        with pytest.raises(ValueError, match=r"^k must be a positive whole number, found "):
            measures(["a"], {"a": 1}, k)


@pytest.mark.parametrize("grade", [-1, -0.5, *INFINITE])
def test_grades_must_be_finite_and_not_negative(grade):
    for measures in (metrics, further_metrics):
        with pytest.raises(ValueError, match=r"^a grade must be a finite number of at least 0, found "):
            measures(["a"], {"a": 1, "b": grade}, 1)


@pytest.mark.parametrize("threshold", [0, -1, math.nan, math.inf])
def test_threshold_must_be_a_grade_above_0(threshold):
    for measures in (metrics, further_metrics):
        with pytest.raises(ValueError, match=r"^relevant_from must be a grade above 0, found "):
            measures(["a"], {"a": 0}, 1, relevant_from=threshold)


@pytest.mark.parametrize(("gain", "grade"), [("exponential", 1001), ("linear", 2e300)])
def test_grades_must_leave_the_sums_finite(gain, grade):
    with pytest.raises(ValueError, match=rf"^with the {gain} gain a grade must be at most "):
        metrics(["a"], {"a": grade}, 1, gain=gain)


def test_gain_must_be_known():
    with pytest.raises(ValueError, match=r"^gain must be one of exponential, linear, found 'log'$"):
        metrics(["a"], {"a": 1}, 1, gain="log")


# --- precision, average precision, success, judged share


def test_further_metrics_by_hand():
    values = further_metrics(["a", "x", "b", "c"], {"a": 1, "b": 2, "c": 0, "d": 1}, 4)
    assert values == {"p": 2 / 4, "ap": (1 / 1 + 2 / 3) / 3, "success": 1, "judged": 3 / 4}


def test_precision_divides_by_k_also_where_less_was_returned():
    assert further_metrics(["a"], {"a": 1}, 10)["p"] == 0.1


def test_ap_divides_by_all_relevant_documents():
    assert further_metrics(["a"], {"a": 1, "b": 1, "c": 1, "d": 1}, 1)["ap"] == 0.25


def test_success_is_0_or_1():
    assert further_metrics(["x", "a"], {"a": 1}, 1)["success"] == 0
    assert further_metrics(["x", "a"], {"a": 1}, 2)["success"] == 1


def test_judged_share_is_of_the_documents_returned():
    assert further_metrics(["a", "x"], {"a": 0, "b": 1}, 10)["judged"] == 0.5


def test_further_metrics_of_an_empty_ranking_are_0_but_the_judged_share_has_no_value():
    assert further_metrics([], {"a": 1}, 3) == {"p": 0, "ap": 0, "success": 0, "judged": None}


# --- cosine


def test_cosine_by_hand():
    assert cosine([1, 0], [1, 1]) == pytest.approx(math.sqrt(0.5))
    assert cosine([1, 2], [-2, 1]) == 0
    assert cosine([3], [-2]) == -1


def test_cosine_of_a_vector_with_itself_is_exactly_1():
    assert cosine([0.1, 0.2, 0.3], [0.1, 0.2, 0.3]) == 1


@pytest.mark.parametrize("size", [1e-320, 1e-200, 1e200, 1.7e308])
def test_cosine_does_not_depend_on_length(size):
    assert cosine([size, size], [1, 0]) == pytest.approx(math.sqrt(0.5))


@pytest.mark.parametrize("zero", [[0, 0], [0.0, -0.0]])
def test_cosine_refuses_the_zero_vector(zero):
    for pair in ((zero, [1, 1]), ([1, 1], zero)):
        with pytest.raises(ValueError, match=r"^a vector must not be zero: the zero vector has no direction$"):
            cosine(*pair)


@pytest.mark.parametrize(("left", "right"), [([], []), ([1], []), ([1, 2], [1])])
def test_cosine_refuses_vectors_of_no_or_different_length(left, right):
    with pytest.raises(ValueError, match=rf"found {len(left)} and {len(right)} values$"):
        cosine(left, right)


@pytest.mark.parametrize("value", [10**400, *INFINITE])
def test_cosine_refuses_values_that_are_not_finite(value):
    with pytest.raises(ValueError, match=r"^a vector must hold finite numbers only"):
        cosine([1, value], [1, 1])
