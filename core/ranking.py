"""From the lines of a run to ranked lists: the one place that decides order, equal scores and repeats."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.conventions import Conventions
from core.errors import InputError
from core.groups import offsets_of
from core.model import Rankings, Run


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
    best_first = {
        "score": -run.scores,
        "rank": run.ranks,
        "file": np.zeros(len(run.scores)),
    }[conventions.order_by]
    if _in_order(run.query_index, best_first):
        order = np.arange(len(best_first))
    else:
        order = np.lexsort((best_first, run.query_index))
    if conventions.ties != "file" and conventions.order_by != "file":
        order = _settle_ties(order, run, best_first, descending=conventions.ties == "id_descending")
    order = _first_occurrences(order, run)
    counts = np.bincount(run.query_index[order], minlength=len(run.query_ids))
    documents = run.documents.take(pa.array(order))
    return Rankings(run.name, run.query_ids, offsets_of(counts), documents, run.scores[order])


def can_rank(run: Run, conventions: Conventions) -> bool:
    """Tell whether the conventions can order this run: by rank, every line must have a number there."""
    return conventions.order_by != "rank" or not np.isnan(run.ranks).any()


def _in_order(query_index: np.ndarray, best_first: np.ndarray) -> bool:
    step = np.diff(query_index)
    return bool(np.all((step > 0) | ((step == 0) & (best_first[1:] >= best_first[:-1]))))


def _settle_ties(order: np.ndarray, run: Run, best_first: np.ndarray, *, descending: bool) -> np.ndarray:
    """Put documents that the order leaves equal into the order of their ids."""
    query, value = run.query_index[order], best_first[order]
    equal = (query[1:] == query[:-1]) & (value[1:] == value[:-1])
    if not equal.any():
        return order
    tied = np.concatenate([equal, [False]]) | np.concatenate([[False], equal])
    places = np.flatnonzero(tied)
    group = np.cumsum(np.concatenate([[True], ~equal]))[places]
    ids = run.documents.take(pa.array(order[places]))
    by_id = pc.rank(ids, sort_keys="descending" if descending else "ascending", tiebreaker="dense").to_numpy()
    settled = order.copy()
    settled[places] = order[places][np.lexsort((by_id, group))]
    return settled


def _first_occurrences(order: np.ndarray, run: Run) -> np.ndarray:
    """Drop the lines whose query and document stood earlier in the order."""
    codes = run.documents.dictionary_encode()
    pair = run.query_index * len(codes.dictionary) + codes.indices.to_numpy(zero_copy_only=False)
    _, first = np.unique(pair[order], return_index=True)
    return order if len(first) == len(order) else order[np.sort(first)]
