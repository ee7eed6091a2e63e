"""Groups that stand one behind the other, and their orders, against sorting in plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.groups import groups_of, offsets_of, places_of, ranges, slices_of
from core.order import chained, grouped, ordered, within
from tests.core.generated import thorough

sizes = st.lists(st.integers(0, 9), max_size=30)


@thorough
@given(sizes, st.integers(1, 20))
def test_slices_hold_every_group_once_and_whole(counts, size):
    slices = slices_of(offsets_of(counts), size)
    assert [group for start, end in slices for group in range(start, end)] == list(range(len(counts)))
    assert all(start < end for start, end in slices)
    # none can be cut into two that are large enough, and none but the last is too small
    for start, end in slices[:-1]:
        assert sum(counts[start : end - 1]) < 2 * size


@given(st.integers(0, 50), st.integers(1, 20))
def test_ranges_hold_every_member_once(length, size):
    members = [member for part in ranges(length, size) for member in range(part.start, part.stop)]
    assert members == list(range(length))


@given(sizes)
def test_groups_and_places(counts):
    offsets = offsets_of(counts)
    assert groups_of(offsets).tolist() == [group for group, count in enumerate(counts) for _ in range(count)]
    assert places_of(offsets).tolist() == [place + 1 for count in counts for place in range(count)]


def in_order(codes):
    return sorted(range(len(codes)), key=lambda member: codes[member])


@pytest.mark.parametrize("groups", [1, 2, 255, 257, 65_535, 65_536, 65_537, 70_000, 1 << 33])
def test_members_of_a_group_come_together_in_their_order(groups):
    random = np.random.default_rng(groups)
    codes = random.integers(0, groups, 5_000)
    codes[::7] = codes[0]
    codes[-1], codes[1] = 0, groups - 1
    found = grouped(codes, groups)
    assert (np.arange(len(codes)) if found is None else found).tolist() == in_order(codes.tolist())
    assert grouped(np.sort(codes), groups) is None


@thorough
@given(st.lists(st.lists(st.sampled_from([-1.0, -0.0, 0.0, 0.5, 2.0, 1e300, float("inf")]), min_size=1)), st.booleans())
def test_groups_are_sorted_each_by_itself(groups, descending):
    values = np.array([value for group in groups for value in group], dtype=float)
    offsets = offsets_of([len(group) for group in groups])
    expected = []
    for start, group in zip(offsets.tolist(), groups, strict=False):
        turn = sorted(range(len(group)), key=lambda place: -group[place] if descending else group[place])
        expected += [start + place for place in turn]
    found = within(offsets, values, descending=descending)
    assert (found is None) == (expected == list(range(len(values))))
    assert ordered(np.arange(len(values)), found).tolist() == expected


def test_orders_are_chained():
    first, then = np.array([2, 0, 1]), np.array([1, 2, 0])
    values = np.array([10, 20, 30])
    assert ordered(values, chained(first, then)).tolist() == ordered(ordered(values, first), then).tolist()
    assert chained(None, None) is None
    assert chained(first, None) is first
    assert chained(None, then) is then
