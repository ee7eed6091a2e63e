"""Queries in the order in which a person looks at them: what got worse first, what has no value last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.comparison import BETTER, Comparison
from core.measures import ZERO_RELEVANCE

UNSCORED = "unscored"
"""Outcome of a query without a value: nothing relevant is known, or the qrels do not know the query."""


def unscored(table: pd.DataFrame, answered: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the queries that have no value in any system, by reason.

    Parameters
    ----------
    table
        Measures of :func:`core.evaluate`.
    answered
        The queries that some system answers.

    Returns
    -------
    tuple
        Those of the qrels without a relevant document, in the order of ``table``, and those that are
        answered and that the qrels do not know, in the order of ``answered``.
    """
    without = table.index[table["status"] == ZERO_RELEVANCE].tolist()
    known = set(table.index)
    return without, [query for query in answered if query not in known]


@dataclass(frozen=True)
class Spread:
    """The values of one system: their number ``n``, ``mean``, ends, and how many are ``zeros``; NaN if none."""

    n: int
    mean: float
    lowest: float
    highest: float
    zeros: int

    @classmethod
    def of(cls, values: pd.Series) -> "Spread":
        """Describe the values of the queries that have one."""
        there = values.dropna()
        return cls(len(there), float(there.mean()), float(there.min()), float(there.max()), int((there == 0).sum()))


def by_difference(pair: Comparison, without_value: Iterable[str] = ()) -> pd.DataFrame:
    """List the queries of a comparison, largest loss first.

    Equal differences stay in the order of the baseline; ``without_value`` come last, with NaN.

    Returns
    -------
    pandas.DataFrame
        Indexed by query id: ``baseline``, ``system``, ``difference`` and ``outcome`` (``better``, ``tied``,
        ``worse`` or :data:`UNSCORED`).
    """
    scored = pair.queries.sort_values("difference", kind="stable")
    return _with_unscored(scored, without_value)


def by_value(values: pd.Series, without_value: Iterable[str] = ()) -> pd.DataFrame:
    """List the queries of one system, lowest value first.

    Returns
    -------
    pandas.DataFrame
        Indexed by query id: ``baseline``, the value, and ``outcome``, which is empty or :data:`UNSCORED`.
    """
    scored = values.dropna().sort_values(kind="stable").to_frame("baseline").assign(outcome="")
    return _with_unscored(scored, without_value)


def of_outcome(rows: pd.DataFrame, outcome: str | None) -> pd.DataFrame:
    """Return the queries of one outcome, largest change first; of ``None``, all of them."""
    if outcome is None:
        return rows
    chosen = rows[rows["outcome"] == outcome]
    return chosen.sort_values("difference", ascending=False, kind="stable") if outcome == BETTER else chosen


def containing(query_ids: Iterable[str], words: str, texts: Mapping[str, str]) -> list[str]:
    """Return the queries whose id contains these words as they stand, or whose text contains each of them.

    Case does not matter. Without words, all queries are returned.
    """
    sought = words.casefold().strip()
    parts = sought.split()
    found = []
    for query in query_ids:
        text = texts.get(query, "").casefold()
        if sought in query.casefold() or (text and all(part in text for part in parts)):
            found.append(query)
    return found


def largest_difference(rows: pd.DataFrame) -> float:
    """Return the largest difference of :func:`by_difference`, whatever its sign: the end of a scale; 0 if none."""
    return float(np.nan_to_num(rows["difference"].abs().max()))


def _with_unscored(scored: pd.DataFrame, without_value: Iterable[str]) -> pd.DataFrame:
    rest = pd.Index(list(without_value), dtype="str")
    rows = scored.reindex(scored.index.append(rest))
    return rows.assign(outcome=rows["outcome"].fillna(UNSCORED)).rename_axis("query")
