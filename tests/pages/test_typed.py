"""Lists and grades typed into the worked example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.method.typed import grades_by_document, repeated, typed_ids, written_ids


def test_typed_ids() -> None:
    assert typed_ids(" d1,d2 ,  d3\n日本語 <b>x</b> ") == ["d1", "d2", "d3", "日本語", "<b>x</b>"]
    assert typed_ids('"a') == ['"a']
    assert typed_ids(' ,, "" ') == []


@given(st.lists(st.text(min_size=1)))
def test_written_ids_are_read_back(ids: list[str]) -> None:
    assert typed_ids(written_ids(ids)) == ids


def test_repeated_ids() -> None:
    assert repeated(["a", "b", "a", "a"]) == ["a"]


def test_grades_by_document() -> None:
    assert grades_by_document([(" d1 ", 1.0), ("d1", 1.0), ("  ", 3.0)]) == {"d1": 1.0}
    with pytest.raises(ValueError, match="d1 must have one grade, found 1 and 2"):
        grades_by_document([("d1", 1.0), ("d1", 2.0)])
