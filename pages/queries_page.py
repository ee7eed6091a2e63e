"""Queries: which got worse, and the ranked lists of one of them side by side."""

import pandas as pd
import streamlit as st

from core.query_list import Spread, by_difference, by_value, unscored
from pages.ui import guards, ranked_lists, results, state
from pages.ui.queries import detail, finding, left_out, listing
from pages.ui.roles import FUSED
from pages.ui.state import Settings
from pages.ui.words import conventions_line


def page() -> None:
    """Show the list of queries, and below and beside it the chosen one."""
    chosen = state.settings()
    judged = results.qrels() is not None
    runs = chosen.compared
    letters = [*runs, FUSED] if len(runs) > 1 else [*runs]
    rows, names = _judged(chosen, runs) if judged else (_unjudged(runs), {})
    left, right = st.columns([12, 13], gap="medium")
    with left:
        listed, query_id = listing.show(rows, names)
    if query_id is not None:
        with right:
            detail.show(chosen, query_id, letters, listed)
        _documents(chosen, query_id, letters, judged=judged)
    c = chosen.c if FUSED in letters else None
    st.caption(conventions_line(chosen.conventions, c=c, weights=chosen.weights))


def _documents(chosen: Settings, query_id: str, letters: list[str], *, judged: bool) -> None:
    """Show the ranked lists, and what the system left out: below them, or beside a list that stands alone."""
    k = chosen.conventions.k
    first, second = st.columns(2, gap="medium") if len(letters) == 1 else (st.container(), st.columns(2)[0])
    with first:
        st.subheader(f"Ranked {'list' if len(letters) == 1 else 'lists'}, top {k:,}", anchor=False)
        ranked_lists.show(chosen, query_id, letters, depth=k)
    if judged:
        with second:
            left_out.show(chosen, query_id, chosen.system or chosen.baseline, letters)


def _judged(chosen: Settings, runs: tuple[str, ...]) -> tuple[pd.DataFrame, dict[str, str]]:
    """Say what the figures say, and return the queries with the titles of their columns."""
    baseline = results.table_of(chosen, chosen.baseline)
    without, unknown = unscored(baseline, results.queries_of(runs))
    if not chosen.system:
        finding.show_one(chosen, Spread.of(baseline[chosen.column]), without, unknown)
        return by_value(baseline[chosen.column], [*without, *unknown]), {"baseline": chosen.column}
    pair = results.comparison(chosen, chosen.system)
    finding.show_pair(chosen, pair, without, unknown)
    rows = by_difference(pair, [*without, *unknown])
    names = {"difference": f"{chosen.system} − {chosen.baseline}", "baseline": chosen.baseline, "system": chosen.system}
    return rows.assign(fused=results.table_of(chosen, FUSED)[chosen.column]), {**names, "fused": FUSED}


def _unjudged(runs: tuple[str, ...]) -> pd.DataFrame:
    ids = results.queries_of(runs)
    finding.show_unjudged(len(ids))
    return pd.DataFrame(index=pd.Index(ids, dtype="str", name="query"))


if guards.ready(judged=results.qrels() is not None):
    page()
