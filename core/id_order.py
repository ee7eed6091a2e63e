"""Ids compared eight bytes at a time: which are equal, how many there are, and how they are put in order."""

import sys

import numpy as np
import pyarrow.compute as pc

from core.groups import groups_of, offsets_of, ranges, slices_of
from core.ids import LONG, WORD, Ids
from core.order import grouped
from core.parallel import each
from core.same_keys import representatives

_BEGINNING = 16
"""Bits of a hash by which ids are counted apart from each other."""


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

    def rest(self, place: int) -> bytes:
        """Return what is behind the first words of the id at a place."""
        column = self._columns[0 if self._column_of is None else self._column_of[place]]
        return column.rest(int(self._starts[place]), int(self.lengths[place]))


def same(left: Ids, left_places: np.ndarray, right: Ids, right_places: np.ndarray) -> np.ndarray:
    """Tell for each pair of places, one in ``left`` and one in ``right``, whether the same id stands there."""
    equal = np.empty(len(left_places), dtype=bool)

    def compare(part: slice) -> None:
        ours, theirs = _Words(left, left_places[part]), _Words(right, right_places[part])
        verdict = ours.lengths == theirs.lengths
        open_places = np.flatnonzero(verdict & (ours.lengths > 0))
        number = 0
        while len(open_places) and number < LONG:
            agree = ours(number, open_places) == theirs(number, open_places)
            verdict[open_places[~agree]] = False
            number += 1
            open_places = open_places[agree & (ours.lengths[open_places] > number * WORD)]
        for place in open_places.tolist():
            verdict[place] = ours.rest(place) == theirs.rest(place)
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
        while len(places) and number < LONG:
            members = order[places]
            reaching = words_of.lengths[members] > number * WORD
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
        for part in np.split(places, np.flatnonzero(group[1:] != group[:-1]) + 1) if len(places) else []:
            order[part] = sorted(order[part].tolist(), key=words_of.rest, reverse=descending)
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
