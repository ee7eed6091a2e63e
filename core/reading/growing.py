"""Columns that grow block by block into one array each, without being held twice at the end."""

import numpy as np
import pyarrow as pa


class GrowingArray:
    """Numbers of one type, appended in pieces.

    ``expected`` is how many there may be in the end. Memory that is not written to is not taken from the system, so
    a generous estimate costs nothing; a low one costs a copy.
    """

    def __init__(self, dtype: type, expected: int) -> None:
        self._values: np.ndarray = np.empty(max(expected, 1), dtype=dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, piece: np.ndarray) -> None:
        """Add a piece at the end."""
        end = self._length + len(piece)
        if end > len(self._values):
            larger = np.empty(2 * end, dtype=self._values.dtype)
            larger[: self._length] = self._values[: self._length]
            self._values = larger
        self._values[self._length : end] = piece
        self._length = end

    def done(self) -> np.ndarray:
        """Return all of them."""
        return self._values[: self._length]


class GrowingText:
    """Texts, appended as Arrow columns."""

    def __init__(self, expected: int, bytes_each: float) -> None:
        self._ends = GrowingArray(np.int64, expected + 1)
        self._ends.append(np.zeros(1, dtype=np.int64))
        self._data = GrowingArray(np.uint8, int(expected * bytes_each))

    def append(self, piece: pa.Array) -> None:
        """Add a column of large text at the end."""
        _, offsets, data = piece.buffers()
        ends = np.frombuffer(offsets, dtype=np.int64)[piece.offset : piece.offset + len(piece) + 1]
        self._ends.append(ends[1:] - (ends[0] - len(self._data)))
        if ends[-1] > ends[0]:
            self._data.append(np.frombuffer(data, dtype=np.uint8)[ends[0] : ends[-1]])

    def done(self) -> pa.Array:
        """Return all of them as one Arrow column."""
        ends = self._ends.done()
        buffers = [None, pa.py_buffer(ends), pa.py_buffer(self._data.done())]
        return pa.Array.from_buffers(pa.large_string(), len(ends) - 1, buffers)


class GrowingDistinct:
    """Texts that repeat, appended as Arrow dictionary columns: of them only which there are is kept."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def append(self, piece: pa.DictionaryArray) -> None:
        """Add a column at the end."""
        self._texts.update(dict.fromkeys(piece.dictionary.to_pylist()))

    def done(self) -> tuple[str, ...]:
        """Return the distinct texts in order of first occurrence."""
        return tuple(self._texts)


class GrowingCodes:
    """Texts that repeat, appended as Arrow dictionary columns: kept as numbers, from 0 in order of first occurrence."""

    def __init__(self, expected: int) -> None:
        self._place: dict[str, int] = {}
        self._codes = GrowingArray(np.int32, expected)

    def append(self, piece: pa.DictionaryArray) -> None:
        """Add a column at the end."""
        place = self._place
        known = np.array([place.setdefault(text, len(place)) for text in piece.dictionary.to_pylist()], dtype=np.int32)
        self._codes.append(known[piece.indices.to_numpy(zero_copy_only=False)])

    def done(self) -> tuple[tuple[str, ...], np.ndarray]:
        """Return the distinct texts, and the number of the text in each row."""
        return tuple(self._place), self._codes.done()
