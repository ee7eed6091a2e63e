"""The fast way of splitting lines and reading numbers says the same as the plain ones."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import FaultyLinesError, UnreadableError
from core.reading import columns, source
from core.reading.run_file import FORMAT
from core.reading.source import load
from tests.core.generated import thorough

tokens = st.text("ab1é日\"'\\,;#\u00a0", min_size=1, max_size=4)
usual_line = st.lists(tokens, min_size=6, max_size=6).map(" ".join)
odd_line = st.text("a1 \t\v\"'#é", max_size=14)
# six columns where every single blank separates, but not where runs of blanks do, or the other way round
gap_line = st.permutations(["", "a", "b", "c", "d", "e"]).map(" ".join)
inner_line = st.permutations(["a\vb", "a", "b", "c", "d", "e"]).map(" ".join)


def outcome(data: str):
    try:
        found = columns.split(load(data.encode(), "f"), FORMAT)
    except FaultyLinesError as error:
        return str(error)
    except UnreadableError:  # nothing but blanks
        return [], [], []
    rows = range(len(found))
    return found.fields_of(rows), [found.line_of(row) for row in rows], held(found)


def held(found):
    """Return what the columns hold, row by row."""
    if not len(found):
        return []
    numbers = [column.tolist() for column in found.numbers.values()]
    texts = [column.to_pylist() for column in found.texts.values()]
    repeated = [[texts[code] for code in codes] for texts, codes in found.repeated.values()]
    return [str(row) for row in zip(*texts, *repeated, *numbers, strict=True)]


@thorough
@given(st.lists(usual_line, max_size=3), gap_line | inner_line | odd_line | st.just(""), st.sampled_from([" ", "\t"]))
def test_fast_and_general_splitting_agree(lines, odd, blank):
    text = "\n".join([*lines, odd, *lines]).replace(" ", blank)
    # the comment makes the text one that only the general way takes
    assert outcome(text) == outcome(f"{text}\n#")


@thorough
@given(
    st.lists(usual_line | gap_line | odd_line, max_size=6), st.integers(1, 40), st.sampled_from(["\n", "\r", "\r\n"])
)
def test_where_blocks_end_does_not_matter(lines, size, end):
    text = end.join(lines)
    whole = outcome(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(source, "_BLOCK", size)
        assert outcome(text) == whole
        assert outcome(f"{text}{end}") == whole


@thorough
@given(st.lists(usual_line, min_size=1))
def test_any_blanks_separate_as_one_does(lines):
    text = "\n".join(lines)
    assert outcome(text) == outcome(text.replace(" ", "\t")) == outcome(text.replace(" ", " \t"))


@thorough
@given(
    st.lists(st.floats(allow_nan=False).map(repr) | st.from_regex(r"[+-]?[0-9]{1,25}(\.[0-9]{0,25})?", fullmatch=True))
)
def test_numbers_are_read_as_python_reads_them(texts):
    read = columns.numbers(pa.array(texts, pa.large_string()))
    np.testing.assert_array_equal(read, [float(text) for text in texts])


@thorough
@given(st.lists(st.text("0123456789.+-eEinfax", max_size=6)))
def test_lenient_numbers_agree_with_reading_one_by_one(texts):
    one_by_one = [columns.numbers(pa.array([text], pa.large_string())) for text in texts]
    expected = [np.nan if value is None else value[0] for value in one_by_one]
    np.testing.assert_array_equal(columns.lenient_numbers(pa.array(texts, pa.large_string())), expected)


@thorough
@given(st.lists(st.text("0123456789.+-eEinfax", min_size=1, max_size=6), min_size=1, max_size=5))
def test_a_number_does_not_depend_on_those_beside_it(texts):
    # where all are numbers Arrow converts them while it splits, elsewhere they are converted one by one
    alone = [split_ranks([text])[0] for text in texts]
    np.testing.assert_array_equal(split_ranks(texts), alone)
    np.testing.assert_array_equal(split_ranks([*texts, "?"])[:-1], alone)


def split_ranks(texts):
    return columns.split(load("".join(f"q Q0 d {text} 1 t\n" for text in texts).encode()), FORMAT).numbers[3]
