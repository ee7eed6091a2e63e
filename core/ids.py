"""Ids compared as they lie in memory: hashed, tested for equality and put in order, eight bytes at a time.

No Python object exists per id. A hash only finds candidates: :func:`same` tells whether ids are equal.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from core.groups import groups_of, ranges, slices_of
from core.parallel import each

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(29)
_WORD = 8

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
        over = places - self._last
        if len(over) and over.max() > 0:
            over = np.maximum(over, 0)
            words = self._words[places - over] >> (over * 8).view(np.uint64)
        else:
            words = self._words[places]
        behind = np.maximum((number + 1) * _WORD - lengths, 0) * 8
        if behind.any():
            words <<= behind.view(np.uint64)
            words >>= behind.view(np.uint64)
        return words

    @cached_property
    def hashes(self) -> np.ndarray:
        """A number of 64 bits for each id: equal ids have equal numbers, and others hardly ever."""
        numbers = np.empty(len(self.text), dtype=np.uint64)

        def fill(rows: slice) -> None:
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
            numbers[rows] = mixed

        each(fill, ranges(len(numbers)))
        return numbers


def _stir(mixed: np.ndarray, words: np.ndarray) -> None:
    mixed ^= words
    mixed *= _MULTIPLIER
    mixed ^= mixed >> _MIX


@dataclass(frozen=True, eq=False)
class Ids:
    """Ids that stand in columns, without copies of their text.

    Attributes
    ----------
    columns
        Where the text stands.
    rows
        For each id its row there; ``None``: all rows of the only column.
    column_of
        For each id the number of its column; ``None`` if there is only one.
    """

    columns: tuple[Column, ...]
    rows: np.ndarray | None = None
    column_of: np.ndarray | None = None

    @classmethod
    def of(cls, text: pa.Array | Sequence[str]) -> "Ids":
        """Return the ids of one column of large text, or of a list."""
        return cls((Column(text if isinstance(text, pa.Array) else pa.array(text, pa.large_string())),))

    def __len__(self) -> int:
        return len(self.columns[0].text) if self.rows is None else len(self.rows)

    @cached_property
    def hashes(self) -> np.ndarray:
        """The hash of each id; see :attr:`Column.hashes`."""
        if self.rows is None:
            return self.columns[0].hashes
        if self.column_of is None:
            return self.columns[0].hashes[self.rows]
        found = np.empty(len(self.rows), dtype=np.uint64)
        for number, column in enumerate(self.columns):
            here = self.column_of == number
            found[here] = column.hashes[self.rows[here]]
        return found

    def select(self, places: Places) -> "Ids":
        """Return the ids at some places."""
        if self.rows is None:
            rows = np.arange(*places.indices(len(self))) if isinstance(places, slice) else places
            return Ids(self.columns, rows)
        return Ids(self.columns, self.rows[places], None if self.column_of is None else self.column_of[places])

    def text(self, places: Places = slice(None)) -> pa.Array:
        """Return the ids at some places, by default all, as Arrow text."""
        if self.rows is None and isinstance(places, slice):
            return self.columns[0].text[places]
        picked = self.select(places)
        assert picked.rows is not None
        if picked.column_of is None:
            return self.columns[0].text.take(pa.array(picked.rows))
        # the few columns behind each other, and the ids taken from there in order
        parts, order = [], []
        for number, column in enumerate(picked.columns):
            here = np.flatnonzero(picked.column_of == number)
            parts.append(column.text.take(pa.array(picked.rows[here])))
            order.append(here)
        back = np.empty(len(picked.rows), dtype=np.int64)
        back[np.concatenate(order)] = np.arange(len(back))
        return pa.concat_arrays(parts).take(pa.array(back))


def joined(parts: Sequence[Ids]) -> Ids:
    """Return the ids of several selections behind each other, without copies of their text."""
    columns: list[Column] = []
    rows, column_of = [], []
    for part in parts:
        columns += [column for column in part.columns if column not in columns]
        own = [columns.index(column) for column in part.columns]
        rows.append(np.arange(len(part)) if part.rows is None else part.rows)
        dtype = np.min_scalar_type(len(columns))
        if part.column_of is None:
            column_of.append(np.full(len(part), own[0], dtype=dtype))
        else:
            column_of.append(np.array(own, dtype=dtype)[part.column_of])
    return Ids(tuple(columns), np.concatenate(rows), np.concatenate(column_of) if len(columns) > 1 else None)


class _Words:
    """The words of some ids, whatever column each stands in."""

    def __init__(self, ids: Ids, places: np.ndarray) -> None:
        self._columns = ids.columns
        rows = places if ids.rows is None else ids.rows[places]
        self._column_of = None if ids.column_of is None else ids.column_of[places]
        if self._column_of is not None and len(places) and (self._column_of == self._column_of[0]).all():
            self._columns, self._column_of = (ids.columns[self._column_of[0]],), None
        if self._column_of is None:
            self._starts, self.lengths = self._columns[0].spans(rows)
        else:
            self._starts, self.lengths = np.empty((2, len(rows)), dtype=np.int64)
            for number, column in enumerate(ids.columns):
                here = self._column_of == number
                self._starts[here], self.lengths[here] = column.spans(rows[here])

    def __call__(self, number: int, some: np.ndarray) -> np.ndarray:
        starts, lengths = self._starts[some], self.lengths[some]
        if self._column_of is None:
            return self._columns[0].word(number, starts, lengths)
        words = np.empty(len(some), dtype=np.uint64)
        column_of = self._column_of[some]
        for column_number, column in enumerate(self._columns):
            here = column_of == column_number
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
