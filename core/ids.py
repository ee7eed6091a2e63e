"""Ids as they lie in memory, hashed eight bytes at a time: no Python object exists per id.

A hash only finds candidates: :func:`core.id_order.same` tells whether ids are equal.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from core.groups import offsets_of, ranges
from core.parallel import each

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(29)
WORD = 8
"""Bytes of an id that are worked on as one number."""

LONG = 128
"""Words of an id that are worked on one after the other; what is behind them is taken as a whole."""

_FEW = 4
"""Of a selection with less than one in this many ids of its store, only its own hashes are looked at."""

Places = slice | np.ndarray


class Column:
    """A column of Arrow text, with what is worked out from it once."""

    def __init__(self, text: pa.Array) -> None:
        self.text = text
        _, offsets, data = text.buffers()
        self._offsets = np.frombuffer(offsets, dtype=np.int64)[text.offset : text.offset + len(text) + 1]
        content = np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)
        if len(content) < WORD:
            content = np.concatenate([content, np.zeros(WORD, dtype=np.uint8)])
        self._content = content
        self._last = len(content) - WORD
        # every place of the buffer as the start of a word
        self._words = np.ndarray((self._last + 1,), np.dtype("<u8"), content, strides=(1,))

    def __reduce__(self) -> tuple[type["Column"], tuple[pa.Array]]:
        return Column, (self.text,)  # a copy of the words would take eight times the room of the text

    def spans(self, rows: Places) -> tuple[np.ndarray, np.ndarray]:
        """Return where the ids of some rows start in memory, and their lengths in bytes."""
        if isinstance(rows, slice):
            starts = self._offsets[:-1][rows]
            return starts, self._offsets[1:][rows] - starts
        starts = self._offsets[rows]
        return starts, self._offsets[rows + 1] - starts

    def word(self, number: int, starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """Return the word with this number of ids that reach into it, filled with zeros where they end in it."""
        places = starts + number * WORD
        if len(places) and places.max() > self._last:
            over = np.maximum(places - self._last, 0)
            words = self._words[places - over] >> (over * 8).view(np.uint64)
        else:
            words = self._words[places]
        if len(lengths) and lengths.min() < (number + 1) * WORD:
            behind = (np.maximum((number + 1) * WORD - lengths, 0) * 8).view(np.uint64)
            words <<= behind
            words >>= behind
        return words

    def rest(self, start: int, length: int) -> bytes:
        """Return what is behind the first :data:`LONG` words of an id."""
        return self._content[start + LONG * WORD : start + length].tobytes()

    def hash_into(self, numbers: np.ndarray, rows: slice) -> None:
        """Fill in a number of 64 bits for some ids: equal ids have equal numbers, and others hardly ever."""
        starts, lengths = self.spans(rows)
        mixed = lengths.astype(np.uint64)
        mixed *= _MULTIPLIER
        shortest, longest = (int(lengths.min()), int(lengths.max())) if len(lengths) else (0, 0)
        reaching = np.arange(len(lengths))
        for number in range(min(-(-longest // WORD), LONG)):
            if shortest > number * WORD:
                _stir(mixed, self.word(number, starts, lengths))
            else:
                reaching = reaching[lengths[reaching] > number * WORD]
                some = mixed[reaching]
                _stir(some, self.word(number, starts[reaching], lengths[reaching]))
                mixed[reaching] = some
        if longest > LONG * WORD:
            reaching = np.flatnonzero(lengths > LONG * WORD)
            rest = [zlib.crc32(self.rest(*span)) for span in zip(starts[reaching], lengths[reaching], strict=True)]
            some = mixed[reaching]
            _stir(some, np.array(rest, dtype=np.uint64))
            mixed[reaching] = some
        numbers[:] = mixed


def _stir(mixed: np.ndarray, words: np.ndarray) -> None:
    mixed ^= words
    mixed *= _MULTIPLIER
    mixed ^= mixed >> _MIX


class Store:
    """Columns laid end to end, whose rows are counted through, and the hash of every row.

    A store of the columns of others takes the hashes from them.
    """

    def __init__(self, columns: Sequence[Column], parents: Sequence["Store"] = ()) -> None:
        self.columns = tuple(columns)
        self.ends = np.cumsum([len(column.text) for column in columns])
        self._parents = parents

    @classmethod
    def of(cls, chunks: Iterable[pa.Array]) -> "Store":
        """Return a store of columns of large text."""
        return cls([Column(chunk) for chunk in chunks])

    def __len__(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else 0

    @cached_property
    def hashes(self) -> np.ndarray:
        """A number of 64 bits for each row: equal ids have equal numbers, and others hardly ever."""
        if self._parents:
            return np.concatenate([parent.hashes for parent in self._parents])
        numbers = np.empty(len(self), dtype=np.uint64)
        work = [
            (column, numbers[end - len(column.text) : end][rows], rows)
            for column, end in zip(self.columns, self.ends.tolist(), strict=True)
            for rows in ranges(len(column.text))
        ]
        each(lambda piece: piece[0].hash_into(piece[1], piece[2]), work)
        return numbers

    def by_column(self, rows: np.ndarray) -> list[tuple[Column, np.ndarray | None, np.ndarray]]:
        """Return for each column the places of the rows that stand in it (``None``: all), and these rows there."""
        if not len(rows):
            return []
        first, last = np.searchsorted(self.ends, [rows.min(), rows.max()], side="right").tolist()
        starts = self.ends - [len(column.text) for column in self.columns]
        if first == last:
            return [(self.columns[first], None, rows - starts[first])]
        column_of = np.searchsorted(self.ends, rows, side="right")
        places = [(number, np.flatnonzero(column_of == number)) for number in range(first, last + 1)]
        return [(self.columns[number], here, rows[here] - starts[number]) for number, here in places if len(here)]


@dataclass(frozen=True, eq=False)
class Ids:
    """Ids that stand in a store, without copies of their text.

    Attributes
    ----------
    store
        Where the text stands.
    rows
        For each id its row there; ``None``: all rows in order.
    """

    store: Store
    rows: np.ndarray | None = None

    @classmethod
    def of(cls, text: pa.Array | Sequence[str]) -> "Ids":
        """Return the ids of one column of large text, or of a list."""
        return cls(Store.of([text if isinstance(text, pa.Array) else pa.array(text, pa.large_string())]))

    def __len__(self) -> int:
        return len(self.store) if self.rows is None else len(self.rows)

    @cached_property
    def hashes(self) -> np.ndarray:
        """The hash of each id; see :attr:`Store.hashes`."""
        return self.store.hashes if self.rows is None else self.store.hashes[self.rows]

    def flagged(self, test: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """Return the places of the ids whose hash passes a test, which takes and returns arrays."""
        few = self.rows is not None and len(self.rows) * _FEW < len(self.store)
        hashes = self.hashes if few else self.store.hashes
        verdicts = np.concatenate(
            [np.zeros(0, dtype=bool), *each(lambda part: test(hashes[part]), ranges(len(hashes)))]
        )
        return np.flatnonzero(verdicts if few or self.rows is None else verdicts[self.rows])

    def rows_at(self, places: Places) -> np.ndarray:
        """Return the rows of the ids at some places."""
        if self.rows is not None:
            return self.rows[places]
        return np.arange(*places.indices(len(self))) if isinstance(places, slice) else places

    def select(self, places: Places) -> "Ids":
        """Return the ids at some places."""
        return Ids(self.store, self.rows_at(places))

    def text(self, places: Places = slice(None)) -> pa.Array:
        """Return the ids at some places, by default all, as Arrow text."""
        if self.rows is None and len(self.store.columns) == 1 and isinstance(places, slice):
            return self.store.columns[0].text[places]
        rows = self.rows_at(places)
        parts = [(column.text.take(pa.array(own)), here) for column, here, own in self.store.by_column(rows)]
        if not parts:
            return pa.array([], pa.large_string())
        whole = pa.concat_arrays([text for text, _ in parts]) if len(parts) > 1 else parts[0][0]
        if parts[0][1] is None:
            return whole
        order = np.concatenate([here for _, here in parts])
        if (order[1:] > order[:-1]).all():
            return whole
        back = np.empty(len(rows), dtype=np.int64)
        back[order] = np.arange(len(rows))
        return whole.take(pa.array(back))


def joined(parts: Sequence[Ids]) -> Ids:
    """Return the ids of several selections behind each other, without copies of their text."""
    stores = list(dict.fromkeys(part.store for part in parts))
    store = stores[0] if len(stores) == 1 else Store([column for each_ in stores for column in each_.columns], stores)
    if all(part.rows is None for part in parts) and len(stores) == len(parts):
        return Ids(store)
    starts = dict(zip(stores, offsets_of([len(each_) for each_ in stores]).tolist(), strict=False))
    return Ids(store, np.concatenate([part.rows_at(slice(None)) + starts[part.store] for part in parts]))
