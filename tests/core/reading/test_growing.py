"""Columns that grow hold what was appended, however wrong the estimate of their length was."""

import numpy as np
import pyarrow as pa
import pytest

from core.reading.growing import GrowingArray, GrowingCodes, GrowingDistinct, GrowingText

PIECES = [["b", "a", "b"], ["é", "", "a"], ["日本" * 9]]


@pytest.mark.parametrize("expected", [0, 1, 4, 1000])
def test_numbers(expected):
    column = GrowingArray(np.float64, expected)
    for piece in ([1.5], [], [2.5, 3.5], list(range(20))):
        column.append(np.array(piece))
    assert column.done().tolist() == [1.5, 2.5, 3.5, *range(20)]


@pytest.mark.parametrize("bytes_each", [0, 0.5, 100])
@pytest.mark.parametrize("expected", [0, 1, 1000])
def test_texts(expected, bytes_each):
    column = GrowingText(expected, bytes_each)
    for piece in PIECES:
        column.append(pa.array(["not this", *piece], pa.large_string()).slice(1))
    column.append(pa.array([], pa.large_string()))
    assert column.done().to_pylist() == [text for piece in PIECES for text in piece]
    column.done().validate(full=True)


def test_texts_that_repeat():
    codes, distinct = GrowingCodes(1), GrowingDistinct()
    for piece in PIECES:
        column = pa.array(piece).dictionary_encode()
        codes.append(column)
        distinct.append(column)
    names, numbers = codes.done()
    assert names == distinct.done() == ("b", "a", "é", "", "日本" * 9)
    assert [names[number] for number in numbers] == [text for piece in PIECES for text in piece]
