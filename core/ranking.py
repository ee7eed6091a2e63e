"""From the lines of a run to ranked lists: the one place that decides order, equal scores and repeats."""

import numpy as np

from core.conventions import Conventions
from core.errors import InputError
from core.groups import offsets_of
from core.id_order import by_id
from core.lines import Lines
from core.model import Rankings, Run
from core.order import chained, ordered, within


def rank(run: Run, conventions: Conventions = Conventions()) -> Rankings:  # noqa: B008 - a frozen value
    """Order a run and count each document once per query, at its best place.

    ``order_by`` and ``ties`` of the conventions decide; ranks are places in the resulting list, from 1,
    whatever the rank column says. Queries stay in the order of the file.

    Raises
    ------
    InputError
        If the order is to come from the rank column and a line has no number there.
    """
    if not can_rank(run, conventions):
        rule = "every line must have a number in the rank column to be ordered by it"
        raise InputError(run.report.file, rule, "lines without one", "Order this run by score.")
    lines = run.lines
    order = _order(lines, conventions)
    order, offsets = _once(lines, order)
    ids = lines.ids if order is None else lines.ids.select(order)
    return Rankings(run.name, run.query_ids, offsets, ids, ordered(lines.scores, order))


def can_rank(run: Run, conventions: Conventions) -> bool:
    """Tell whether the conventions can order this run: by rank, every line must have a number there."""
    return conventions.order_by != "rank" or not np.isnan(run.ranks).any()


def _order(lines: Lines, conventions: Conventions) -> np.ndarray | None:
    """Return the lines in order, query after query; ``None`` if they stand so in the file."""
    if conventions.order_by == "file":
        return lines.by_query
    if conventions.order_by == "score":
        values, order = lines.scores, lines.by_score
    else:
        values = lines.ranks
        order = chained(lines.by_query, within(lines.offsets, ordered(values, lines.by_query)))
    if conventions.ties == "file":
        return order
    return _with_ties_by_id(lines, ordered(values, order), order, descending=conventions.ties == "id_descending")


def _with_ties_by_id(
    lines: Lines, values: np.ndarray, order: np.ndarray | None, *, descending: bool
) -> np.ndarray | None:
    """Put documents whose ``values`` the order leaves equal into the order of their ids."""
    equal = values[1:] == values[:-1]
    equal[lines.offsets[1:-1] - 1] = False
    if not equal.any():
        return order
    tied = np.concatenate([equal, [False]])
    tied[1:] |= equal
    places = np.flatnonzero(tied)
    group = np.cumsum(~equal[places[1:] - 1])
    rows = places if order is None else order[places]
    turn = by_id(lines.ids, rows, np.concatenate([[0], group]), descending=descending)
    settled = np.arange(len(lines)) if order is None else order.copy()
    settled[places] = rows[turn]
    return settled


def _once(lines: Lines, order: np.ndarray | None) -> tuple[np.ndarray | None, np.ndarray]:
    """Return the order without the lines whose query and document stood earlier in it, and where queries begin."""
    rows, pair = lines.repeats
    if not len(rows):
        return order, lines.offsets
    whole = np.arange(len(lines)) if order is None else order
    place = np.empty(len(lines), dtype=np.int64)
    place[whole] = np.arange(len(lines))
    in_pair = np.lexsort((place[rows], pair))
    again = rows[in_pair[1:][pair[in_pair[1:]] == pair[in_pair[:-1]]]]
    kept = np.ones(len(lines), dtype=bool)
    kept[place[again]] = False
    fewer = np.bincount(lines.query_index[again], minlength=lines.queries)
    return whole[kept], offsets_of(np.diff(lines.offsets) - fewer)
