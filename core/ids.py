"""Ids compared as they lie in memory: hashed, tested for equality and put in order, eight bytes at a time.

No Python object exists per id. A hash only finds candidates: :func:`same` tells whether ids are equal.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.groups import groups_of, offsets_of, ranges, slices_of
from core.order import grouped
from core.parallel import each
from core.same_keys import representatives

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(29)
_WORD = 8
_BEGINNING = 16

Places = slice | np.ndarray


class Column:
    """A column of Arrow text, with what is worked out from it once."""

    def __init__(self, text: pa.Array) -> None:
        self.text = text
        _, offsets, data = text.buffers()
        self._offsets = np.frombuffer(offsets, dtype=np.int64)[text.offset : text.offset + len(text) + 1]
        content = np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)
        if len(content) < _WORD:
            content = np.concatenate([content, np.zeros(_WORD, dtype=np.uint8)])
        self._last = len(content) - _WORD
        # every place of the buffer as the start of a word
        self._words = np.ndarray((self._last + 1,), np.dtype("<u8"), content, strides=(1,))

    def spans(self, rows: Places) -> tuple[np.ndarray, np.ndarray]:
        """Return where the ids of some rows start in memory, and their lengths in bytes."""
        if isinstance(rows, slice):
            starts = self._offsets[:-1][rows]
            return starts, self._offsets[1:][rows] - starts
        starts = self._offsets[rows]
        return starts, self._offsets[rows + 1] - starts

    def word(self, number: int, starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """Return the word with this number of ids that reach into it, filled with zeros where they end in it."""
        places = starts + number * _WORD
        if len(places) and places.max() > self._last:
            over = np.maximum(places - self._last, 0)
            words = self._words[places - over] >> (over * 8).view(np.uint64)
        else:
            words = self._words[places]
        if len(lengths) and lengths.min() < (number + 1) * _WORD:
            behind = (np.maximum((number + 1) * _WORD - lengths, 0) * 8).view(np.uint64)
            words <<= behind
            words >>= behind
        return words

    def hash_into(self, numbers: np.ndarray, rows: slice) -> None:
        """Fill in a number of 64 bits for some ids: equal ids have equal numbers, and others hardly ever."""
        starts, lengths = self.spans(rows)
        mixed = lengths.astype(np.uint64)
        mixed *= _MULTIPLIER
        shortest, longest = (int(lengths.min()), int(lengths.max())) if len(lengths) else (0, 0)
        for number in range(-(-longest // _WORD)):
            if shortest > number * _WORD:
                _stir(mixed, self.word(number, starts, lengths))
            else:
                reaching = np.flatnonzero(lengths > number * _WORD)
                some = mixed[reaching]
                _stir(some, self.word(number, starts[reaching], lengths[reaching]))
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
        hashes = self.store.hashes
        verdicts = np.concatenate(
            [np.zeros(0, dtype=bool), *each(lambda part: test(hashes[part]), ranges(len(hashes)))]
        )
        return np.flatnonzero(verdicts if self.rows is None else verdicts[self.rows])

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


class _Words:
    """The words of some ids, whatever column each stands in."""

    def __init__(self, ids: Ids, places: np.ndarray) -> None:
        parts = ids.store.by_column(ids.rows_at(places))
        self._columns = [column for column, _, _ in parts]
        self._column_of = None
        if len(parts) < 2:
            self._starts, self.lengths = parts[0][0].spans(parts[0][2]) if parts else (places, places)
            return
        self._column_of = np.empty(len(places), dtype=np.int64)
        self._starts, self.lengths = np.empty((2, len(places)), dtype=np.int64)
        for number, (column, here, rows) in enumerate(parts):
            self._column_of[here] = number
            self._starts[here], self.lengths[here] = column.spans(rows)

    def __call__(self, number: int, some: np.ndarray) -> np.ndarray:
        starts, lengths = self._starts[some], self.lengths[some]
        if self._column_of is None:
            return self._columns[0].word(number, starts, lengths)
        words = np.empty(len(some), dtype=np.uint64)
        column_of = self._column_of[some]
        for column_number, column in enumerate(self._columns):
            here = np.flatnonzero(column_of == column_number)
            words[here] = column.word(number, starts[here], lengths[here])
        return words


def same(left: Ids, left_places: np.ndarray, right: Ids, right_places: np.ndarray) -> np.ndarray:
    """Tell for each pair of places, one in ``left`` and one in ``right``, whether the same id stands there."""
    equal = np.empty(len(left_places), dtype=bool)

    def compare(part: slice) -> None:
        ours, theirs = _Words(left, left_places[part]), _Words(right, right_places[part])
        verdict = ours.lengths == theirs.lengths
        open_places = np.flatnonzero(verdict & (ours.lengths > 0))
        number = 0
        while len(open_places):
            agree = ours(number, open_places) == theirs(number, open_places)
            verdict[open_places[~agree]] = False
            number += 1
            open_places = open_places[agree & (ours.lengths[open_places] > number * _WORD)]
        equal[part] = verdict

    each(compare, ranges(len(equal)))
    return equal


def distinct(ids: Ids) -> int:
    """Return how many different ids there are."""
    # equal ids share the beginning of their hash: those of one beginning fit the caches
    beginning = (ids.hashes >> np.uint64(64 - _BEGINNING)).astype(np.int64)
    order = grouped(beginning, 1 << _BEGINNING)
    offsets = offsets_of(np.bincount(beginning, minlength=1 << _BEGINNING))

    def count(span: tuple[int, int]) -> int | None:
        part = slice(int(offsets[span[0]]), int(offsets[span[1]]))
        places = np.arange(part.start, part.stop) if order is None else order[part]
        first = representatives(ids.hashes[places])
        others = np.flatnonzero(first != np.arange(len(first)))
        equal = same(ids, places[others], ids, places[first[others]]).all()
        return len(first) - len(others) if equal else None

    counts = each(count, slices_of(offsets))
    if None in counts:  # hashes collide, as they hardly ever do
        return int(pc.count_distinct(ids.text()).as_py())
    return sum(filter(None, counts))


def by_id(ids: Ids, places: np.ndarray, groups: np.ndarray, *, descending: bool = False) -> np.ndarray:
    """Return the order that puts the members of each group by id.

    Parameters
    ----------
    ids
        The ids.
    places
        Places in them: the members.
    groups
        The group of each member, never falling.
    descending
        Whether the largest id comes first. Ids are compared by their UTF-8 bytes, as trec_eval does.

    Returns
    -------
    numpy.ndarray
        An order of ``places``: ``places[by_id(...)]`` is in order. Equal ids stay as they are.
    """
    if not len(places):
        return np.zeros(0, dtype=np.int64)
    offsets = np.concatenate([[0], np.flatnonzero(groups[1:] != groups[:-1]) + 1, [len(groups)]])
    order = np.empty(len(places), dtype=np.int64)

    def settle(span: tuple[int, int]) -> None:
        part = slice(int(offsets[span[0]]), int(offsets[span[1]]))
        local = groups_of(offsets[span[0] : span[1] + 1])
        order[part] = part.start + _by_bytes(_Words(ids, places[part]), local, descending=descending)

    each(settle, slices_of(offsets))
    return order


def _by_bytes(words_of: _Words, groups: np.ndarray, *, descending: bool) -> np.ndarray:
    """Order by the first word of the ids, what is equal there by the next, and so on."""
    order = np.arange(len(groups))
    sizes = np.bincount(groups)[groups]
    # groups of two, the usual tie, need no sort: apart from the others they are swapped or not
    for places in (np.flatnonzero(sizes == 2), np.flatnonzero(sizes > 2)):
        group = groups[places]
        number = 0
        while len(places):
            members = order[places]
            reaching = words_of.lengths[members] > number * _WORD
            words = np.zeros(len(members), dtype=np.uint64)
            words[reaching] = words_of(number, members[reaching])
            if sys.byteorder == "little":
                words.byteswap(inplace=True)  # the first byte of an id counts most
            if descending:
                np.invert(words, out=words)
            apart = group[1:] != group[:-1]
            if (words != words[0]).any():
                turn = _in_order(words, group)
                order[places] = members[turn]
                words, reaching = words[turn], reaching[turn]
                apart |= words[1:] != words[:-1]
            alone = np.concatenate([[True], apart]) & np.concatenate([apart, [True]])
            unsettled = reaching & ~alone
            group = np.concatenate([[0], np.cumsum(apart)])[unsettled]
            places = places[unsettled]
            number += 1
    return order


def _in_order(words: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return the order by group and word; ``groups`` never falls."""
    if len(groups) % 2 == 0:
        first, second = groups[::2], groups[1::2]
        if (first == second).all() and (first[1:] != first[:-1]).all():
            swapped = words[1::2] < words[::2]
            turn = np.arange(len(words))
            turn[::2] += swapped
            turn[1::2] -= swapped
            return turn
    return np.lexsort((words, groups))
