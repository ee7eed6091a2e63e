"""A written run cannot be put into another order: scores fall strictly, in single precision too."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import rank, read_run
from core.ids import Ids
from core.writing import as_trec, separated_scores
from tests.core.generated import thorough

score_lists = st.lists(st.lists(st.floats(allow_nan=False) | st.sampled_from([0.0, -0.0, 1.0, 1e-45]), max_size=8))


def separated(*lists: list[float]) -> list[list[float]]:
    offsets = np.cumsum([0, *map(len, lists)])
    scores = separated_scores(np.array(list(itertools.chain(*lists)), dtype=float), offsets)
    assert scores.dtype == np.float32
    return [scores[start:end].tolist() for start, end in itertools.pairwise(offsets.tolist())]


def lowered_where_needed(scores: list[float]) -> list[float]:
    """Walk down the list and step below the last score where the next would not be lower; the plain way."""
    limit = np.finfo(np.float32).max
    done: list[np.float32] = []
    for score in scores:
        single = np.float32(np.clip(score, -limit, limit))
        if done and single >= done[-1]:
            if done[-1] == -limit:
                return list(range(len(scores), 0, -1))
            single = np.nextafter(done[-1], -limit)
        done.append(single)
    return [float(score) for score in done]


@thorough
@given(score_lists)
@example([[np.inf, 1e300, 3.5e38]])
@example([[-3e38, -np.inf], [-np.inf]])
@example([[1e-45, 1e-45, 1e-45]])
def test_each_score_is_lowered_only_as_far_as_needed(lists):
    assert separated(*lists) == [lowered_where_needed(scores) for scores in lists]


@thorough
@given(score_lists)
def test_scores_fall_strictly(lists):
    for scores in separated(*lists):
        assert all(later < earlier for earlier, later in itertools.pairwise(scores))


@thorough
@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), unique=True))
def test_scores_that_fall_in_single_precision_stay(scores):
    falling = sorted(set(scores), reverse=True)
    assert separated(falling) == [falling]


@thorough
@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=8))
def test_scores_fall_also_after_they_were_written_and_read_in_single_precision(scores):
    ids = [f"{place}" for place in range(len(scores))]
    text = as_trec(["q"], np.array([0, len(ids)]), Ids.of(ids), np.array(scores), "t")
    read = [np.float32(float(line.split()[4])) for line in text.splitlines()]
    assert all(later < earlier for earlier, later in itertools.pairwise(read))


def test_lines_have_six_columns_and_ranks_from_1():
    run = rank(read_run(b"q2 Q0 b 7 1 t\nq2 Q0 a 8 2.5 t\nq1 Q0 \xc3\xa4 9 -1 t\n"))
    assert run.to_trec() == "q2 Q0 a 1 2.5 t\nq2 Q0 b 2 1 t\nq1 Q0 ä 1 -1 t\n".encode()


@pytest.mark.parametrize(("name", "tag"), [("my run\t2", "my_run_2"), (" a ", "a"), ("", "run"), (" \n", "run")])
def test_blanks_in_the_name_do_not_add_columns(name, tag):
    text = as_trec(["q"], np.array([0, 1]), Ids.of(["d"]), np.array([1.0]), name)
    assert text == f"q Q0 d 1 1 {tag}\n".encode()


def test_no_lists_give_no_lines():
    assert as_trec([], np.array([0]), Ids.of([]), np.array([]), "t") == b""
