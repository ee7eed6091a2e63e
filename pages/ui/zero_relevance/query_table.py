"""The queries that have nothing relevant or no answer, one by one: by cause, to download, to open."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.zero_relevance import (
    BELOW_THRESHOLD,
    CAUSES,
    NO_JUDGEMENTS,
    NONE_RELEVANT,
    NOT_IN_QRELS,
    NOT_IN_RUN,
    top_scores,
)
from pages.ui import results, routes, state
from pages.ui.roles import FUSED
from pages.ui.state import Settings, workspace
from pages.ui.theme import pill
from pages.ui.words import MISSING, plain, queries

MOST_ROWS = 1_000
_ALL = "All"
_TALLEST, _MOST_OPEN = 352, 10
_ROW = 30
_PILLS = {
    NONE_RELEVANT: "plain",
    BELOW_THRESHOLD: "grade1",
    NO_JUDGEMENTS: FUSED,
    NOT_IN_QRELS: "warning",
    NOT_IN_RUN: "error",
}


def show(chosen: Settings, causes: pd.DataFrame) -> None:
    """Show the table of :func:`core.zero_relevance.causes`, filtered by cause; a selected row can be opened."""
    if causes.empty:
        st.caption("None: every known query is judged, has a relevant document and is answered by every run.")
        return
    rows = _rows(causes)
    cause = _filter(causes["cause"].value_counts().to_dict())
    filtered = rows if cause == _ALL else rows[rows["cause"] == cause]
    picked = _table(filtered.head(MOST_ROWS))
    # the toolbar of the table would lie over a button above it
    with st.container(horizontal=True, vertical_alignment="center"):
        _open(chosen, picked)
        if len(filtered) > MOST_ROWS:
            st.caption(f"The first {MOST_ROWS:,} of {queries(len(filtered))}; the CSV has all.", width="content")
        st.space("stretch")
        st.download_button(
            "All as CSV",
            lambda: as_csv(rows, chosen),
            "zero_relevance.csv",
            "text/csv",
            icon=":material/download:",
            help="All of these queries whatever the filter, with the conventions in force.",
            on_click="ignore",
        )


def as_csv(rows: pd.DataFrame, chosen: Settings) -> bytes:
    """Return the list with the names of the runs, which outlive their letters, and the conventions it holds under."""
    names = {run.letter: run.run.name for run in workspace().runs}
    named = rows.rename(columns={f"top_score_{letter}": f"top_score {name}" for letter, name in names.items()})
    missing = [" + ".join(names[letter] for letter in letters.split()) for letters in rows["not_answered_by"]]
    return named.assign(not_answered_by=missing, **chosen.exported).to_csv(index=False).encode()


def _rows(causes: pd.DataFrame) -> pd.DataFrame:
    """Return the list with texts, letters and top scores: what the CSV holds."""
    runs = workspace().runs
    texts = workspace().texts
    rows = pd.DataFrame({"query": causes.index})
    if texts:
        rows["text"] = [texts.get(query) for query in causes.index]
    rows["cause"] = causes["cause"].to_numpy()
    rows["judged"] = causes["judged"].to_numpy()
    rows["highest_grade"] = causes["highest"].to_numpy()
    rows["not_answered_by"] = [" ".join(runs[place].letter for place in places) for places in causes["missing_from"]]
    scores = {f"top_score_{run.letter}": top_scores(results.rankings(run), causes.index) for run in runs}
    return rows.assign(**scores)


def _filter(counts: Mapping[str, int]) -> str:
    labels = {_ALL: f"{_ALL} {sum(counts.values()):,}"}
    labels |= {cause: f"{cause} {counts[cause]:,}" for cause in CAUSES if counts.get(cause)}
    if st.session_state.get("zero_relevance_cause") not in labels:
        st.session_state["zero_relevance_cause"] = _ALL
    return str(
        st.segmented_control(
            "Cause",
            list(labels),
            required=True,
            format_func=lambda cause: labels.get(cause, cause),
            key="zero_relevance_cause",
            label_visibility="collapsed",
        )
    )


def _table(rows: pd.DataFrame) -> str | None:
    """Show the rows and return the selected query."""
    letters = [column.removeprefix("top_score_") for column in rows.columns if column.startswith("top_score_")]
    titles = {"query": "Query", "text": "Text", "judged": "Judged", "highest_grade": "Highest grade"}
    titles |= {"cause": "Cause", "not_answered_by": "Not answered by"}
    titles |= {f"top_score_{letter}": f"Top-1 score, {letter}" for letter in letters}
    shown = rows.assign(
        cause=[[cause] for cause in rows["cause"]], not_answered_by=_or_missing(rows["not_answered_by"])
    )
    config: dict[str, Any] = {
        "Query": st.column_config.TextColumn(width=90),
        "Text": st.column_config.TextColumn(width=250),
        "Cause": st.column_config.MultiselectColumn(
            width=175, options=list(_PILLS), color=[pill(meaning) for meaning in _PILLS.values()]
        ),
        "Judged": st.column_config.NumberColumn(width=65, help="Judged documents", format="localized"),
        "Highest grade": st.column_config.NumberColumn(width=110, help="Of its judged documents"),
        "Not answered by": st.column_config.TextColumn(width=125, help="Runs that return nothing for it"),
    }
    for letter in letters:
        config[f"Top-1 score, {letter}"] = st.column_config.NumberColumn(
            help="Score of the first document. Scores of different runs are not on one scale.",
            format=_score_format(rows[f"top_score_{letter}"]),
        )
    ids = tuple(rows["query"])
    # another list is another table, so that no row of the old one stays selected
    key = f"zero_relevance_{hash(ids)}"
    event = st.dataframe(
        shown.rename(columns=titles),
        hide_index=True,
        column_config=config,
        placeholder=MISSING,
        row_height=_ROW,
        height="content" if len(rows) <= _MOST_OPEN else _TALLEST,
        on_select=lambda: _choose(key, ids),
        selection_mode="single-row",
        key=key,
        alt=f"{queries(len(rows))} without a relevant document or without an answer",
    )
    picked = [ids[row] for row in event.selection.rows if row < len(ids)]
    return picked[0] if picked else None


def _open(chosen: Settings, query_id: str | None) -> None:
    if query_id is None:
        st.caption("Select a row to open its query.", width="content")
    elif _can_be_opened(chosen, query_id):
        label = f"Open query {plain(query_id)} on Queries"
        st.page_link(routes.page("queries"), label=label, icon=":material/manage_search:")
    else:
        st.caption(f"No run that is compared answers {plain(query_id)}, and nobody judged it.", width="content")


def _can_be_opened(chosen: Settings, query_id: str) -> bool:
    compared = chosen.compared
    return query_id in results.ideal().query_ids or query_id in results.queries_of(compared)


def _choose(key: str, ids: tuple[str, ...]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(ids):
        state.choose_query(ids[rows[0]])


def _or_missing(letters: pd.Series) -> pd.Series:
    return letters.where(letters != "", None)


def _score_format(scores: pd.Series) -> str:
    """Four decimals line up; whole scores need none, and the smallest are shown by their leading digits."""
    known = scores.dropna()
    if (known % 1 == 0).all():
        return "%d"
    return "%.4f" if known.abs().max() >= 0.01 else "%.4g"
