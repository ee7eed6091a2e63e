from itertools import pairwise

import pytest

from pages.ui.charts.spread import spread


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([1, 9, 5], gap=2, low=0, high=10) == [1, 9, 5]


def test_labels_that_collide_move_apart_by_as_much() -> None:
    assert spread([5, 5], gap=2, low=0, high=10) == [4, 6]
    assert spread([5, 5.5, 9], gap=2, low=0, high=10) == [4.25, 6.25, 9]


def test_a_group_that_grows_takes_in_its_neighbours() -> None:
    assert spread([4, 5, 6], gap=2, low=0, high=10) == [3, 5, 7]


def test_edges_hold() -> None:
    assert spread([0, 0], gap=3, low=0, high=10) == [0, 3]
    assert spread([10, 10, 10], gap=3, low=0, high=10) == [4, 7, 10]


@pytest.mark.parametrize("number", [1, 2, 7, 30])
def test_too_many_share_the_room(number: int) -> None:
    placed = spread([5.0] * number, gap=2, low=0, high=10)
    assert all(0 <= place <= 10 for place in placed)
    assert all(after > before for before, after in pairwise(placed))


def test_nothing_to_place() -> None:
    assert spread([], gap=2, low=0, high=10) == []
