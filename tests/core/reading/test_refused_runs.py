"""Runs that are refused, and in which words."""

import pytest

from core import Conventions, rank, read_run
from core.errors import FaultyLinesError
from tests.core.reading.messages import RUN_ORDER, SIX, WHOLE, refused


def test_wrong_number_of_columns():
    with refused(f"the file, line 2: {SIX}, found 5. {WHOLE}"):
        read_run(b"q Q0 a 1 1 t\nq Q0 b 2 1\n")


def test_id_with_a_blank():
    with refused(f"the file, line 1: {SIX}, found 7. {WHOLE}"):
        read_run(b"q Q0 my doc 1 1 t\n")


def test_lines_are_counted_with_blank_ones_and_comments():
    with refused(f"the file, line 4: {SIX}, found 1. {WHOLE}"):
        read_run(b"# run\n\nq Q0 a 1 1 t\nq\n")


def test_several_faulty_lines_are_told_together():
    more = "; ".join(f"line {number}: {SIX}, found 1" for number in (2, 3, 4, 5))
    with refused(f"the file, line 1: {SIX}, found 1. Also {more}. 3 more faulty lines. {WHOLE}"):
        read_run(b"x\n" * 8)


def test_one_more_faulty_line_than_shown_is_singular():
    with pytest.raises(FaultyLinesError, match=r" 1 more faulty line\. ") as caught:
        read_run(b"x\n" * 6)
    assert caught.value.total == 6


def test_all_faulty_lines_are_counted():
    with pytest.raises(FaultyLinesError, match=r" 9,995 more faulty lines\. ") as caught:
        read_run(b"x\n" * 10_000)
    assert caught.value.total == 10_000


@pytest.mark.parametrize("score", ["high", "1,5", "0x10", "1_000", "--1", "1e", "٣", "-"])
def test_score_that_is_no_number(score):
    with refused(f"the file, line 1: the score must be a number, found {score!r}. {RUN_ORDER}"):
        read_run(f"q Q0 a 1 {score} t\n".encode())


@pytest.mark.parametrize("score", ["nan", "NaN", "-nan"])
def test_score_that_is_nan(score):
    rule = "the score must be a number (NaN has no place in an order)"
    with refused(f"the file, line 2: {rule}, found {score!r}. {RUN_ORDER}"):
        read_run(f"q Q0 a 1 1 t\nq Q0 b 2 {score} t\n".encode())


def test_equal_infinities():
    rule = "an infinite score must be the only one of its sign in the query"
    remedy = "Write the scores that the system computed, or finite ones in the order of the ranks."
    message = f"the file, line 1: {rule}, found 'inf'. Also line 3: {rule}, found '1e999'. {remedy}"
    with refused(message):
        read_run(b"q Q0 a 1 inf t\nq Q0 b 2 -inf t\nq Q0 c 3 1e999 t\n")


def test_run_of_comments_only():
    with refused("the file: a run must hold at least one line of data, found an empty run (comments only)."):
        read_run(b"# nothing\n")


def test_order_by_rank_needs_ranks():
    rule = "every line must have a number in the rank column to be ordered by it, found lines without one"
    with refused(f"the file: {rule}. Order this run by score."):
        rank(read_run(b"q Q0 a - 1 t\n"), Conventions(order_by="rank"))
