"""The list of queries: filtered, searched, one of them chosen."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.comparison import BETTER, TIED, WORSE
from core.query_list import containing, largest_difference, of_outcome
from pages.ui import state
from pages.ui.queries.difference_bar import difference_bar
from pages.ui.words import MISSING, figure, queries, signed

MOST_ROWS = 1_000
"""More rows nobody scrolls through; the filter narrows the list."""
ALL = "all"
_OUTCOMES = {WORSE: "Worse", BETTER: "Better", TIED: "Tied"}
_FILTER, _SEARCH, _SEEN, _COUNTS = "queries_filter", "queries_search", "queries_seen", "queries_counts"
_HEIGHT, _HEIGHT_UNJUDGED = 352, 232


def show(rows: pd.DataFrame, names: Mapping[str, str]) -> tuple[list[str], str | None]:
    """Show the queries and return those that pass the filter, in order, and the chosen one among them.

    Parameters
    ----------
    rows
        Indexed by query id, in order. Columns that ``names`` lists are shown; with a column ``outcome`` of
        :func:`core.query_list.by_difference` there is a filter.
    names
        Titles of the columns of ``rows`` to show: ``baseline``, ``system``, ``difference``, ``fused``.
    """
    compared = "difference" in rows
    _follow(rows)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        outcome = _filter(rows) if compared else ALL
        words = st.text_input(
            "Search",
            key=_SEARCH,
            persist_state="session",
            type="search",
            placeholder="Query id or words",
            label_visibility="collapsed",
            icon=":material/search:",
            width="stretch",
        )
    texts = state.workspace().texts
    listed = of_outcome(rows, None if outcome == ALL else outcome) if compared else rows
    found = containing(listed.index, words or "", texts)
    chosen = state.chosen_query(found)
    if chosen is None:
        st.caption("No query here: change the filter or the search.")
        return [], None
    _remember(chosen, rows)
    shown = found[:MOST_ROWS]
    if chosen not in shown:
        shown = [*shown, chosen]
    _table(listed.loc[shown], names, chosen, texts, largest_difference(rows) if compared else 0.0)
    if len(found) > len(shown):
        st.caption(
            f"{len(shown):,} of {queries(len(found))} are listed: narrow the filter or the search for the other "
            f"{len(found) - len(shown):,}."
        )
    return found, chosen


def _filter(rows: pd.DataFrame) -> str:
    counts = {outcome: int((rows["outcome"] == outcome).sum()) for outcome in _OUTCOMES} | {ALL: len(rows)}
    labels = {outcome: f"{word} {counts[outcome]:,}" for outcome, word in (_OUTCOMES | {ALL: "All"}).items()}
    changed = st.session_state.get(_COUNTS) != counts
    st.session_state[_COUNTS] = counts
    held = st.session_state.get(_FILTER)
    if held not in labels or (changed and not counts[held]):  # other figures may have emptied what was held
        st.session_state[_FILTER] = WORSE if counts[WORSE] else ALL
    outcome = st.segmented_control(
        "Queries that got",
        list(labels),
        format_func=lambda outcome: labels[outcome],
        required=True,
        key=_FILTER,
        persist_state="session",
        label_visibility="collapsed",
    )
    return str(outcome)


def _follow(rows: pd.DataFrame) -> None:
    """Open the filter for a query that was chosen elsewhere, so that it is not hidden by what was set here."""
    wanted = st.session_state.get("query")
    if wanted == st.session_state.get(_SEEN) or wanted not in rows.index:
        return
    st.session_state[_SEARCH] = ""
    if "outcome" in rows and st.session_state.get(_FILTER) != ALL:
        outcome = rows.loc[wanted, "outcome"]
        st.session_state[_FILTER] = outcome if outcome in _OUTCOMES else ALL


def _remember(chosen: str, rows: pd.DataFrame) -> None:
    """Keep what this page shows on all pages, in place of a query that the filter has just hidden.

    A query that is not in these files stays: the files it belongs to may follow.
    """
    st.session_state[_SEEN] = chosen
    wanted = st.session_state.get("query")
    if wanted != chosen and wanted in rows.index:
        state.choose_query(chosen)
        state.write_address()


def _table(rows: pd.DataFrame, names: Mapping[str, str], chosen: str, texts: Mapping[str, str], largest: float) -> None:
    ids = rows.index.tolist()
    # the positions of a selection belong to these rows: another list is another widget
    key = "queries_list_" + hashlib.sha256("\n".join(ids).encode()).hexdigest()[:16]
    position = ids.index(chosen)
    held = st.session_state.get(key)
    if held is None or list(held["selection"]["rows"]) != [position]:
        st.session_state[key] = {"selection": {"rows": [position], "columns": [], "cells": []}}
    shown, columns = _columns(rows, names, texts, largest)
    figures = [column for column in ("baseline", "system", "fused") if column in shown]
    styled = shown.style.format(figure, subset=figures)
    if "difference" in shown:
        styled = styled.format(signed, subset=["difference"])
    st.dataframe(
        styled,
        hide_index=True,
        column_config=columns,
        key=key,
        on_select=partial(_choose, key, ids),
        selection_mode="single-row-required",
        row_height=30,
        height=_HEIGHT if names else _HEIGHT_UNJUDGED,
        placeholder=MISSING,
        alt=f"{queries(len(rows))}; the chosen one is shown beside and below",
    )


def _columns(
    rows: pd.DataFrame, names: Mapping[str, str], texts: Mapping[str, str], largest: float
) -> tuple[pd.DataFrame, dict[str, Any]]:
    shown: dict[str, object] = {"query": rows.index}
    columns: dict[str, Any] = {"query": st.column_config.TextColumn("Query")}
    if texts:
        shown["text"] = [texts.get(query) for query in rows.index]
        columns["text"] = st.column_config.TextColumn("Text", width=150)
    if "difference" in names:
        shown["difference"] = rows["difference"].to_numpy()
        shown["bar"] = [difference_bar(value, largest) for value in rows["difference"]]
        columns["difference"] = st.column_config.NumberColumn(names["difference"], width=72)
        columns["bar"] = st.column_config.ImageColumn("Worse | better", width=104)
    for column in ("baseline", "system", "fused"):
        if column in names:
            shown[column] = rows[column].to_numpy()
            columns[column] = st.column_config.NumberColumn(names[column], width=66)
    return pd.DataFrame(shown), columns


def _choose(key: str, ids: Sequence[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows:
        state.choose_query(ids[rows[0]])
