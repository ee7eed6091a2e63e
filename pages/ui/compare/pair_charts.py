"""Where the difference of two systems comes from, query by query; a click chooses a query for all pages."""

import altair as alt
import pandas as pd
import streamlit as st

from core.comparison import Comparison
from pages.ui import results, routes, state
from pages.ui.charts.differences import MOST_STEPS, difference_chart
from pages.ui.charts.scatter import MOST_POINTS, scatter_chart
from pages.ui.compare.cards import COLOURS
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings
from pages.ui.words import arrow, figure, plain, queries, signed


def show(chosen: Settings, pair: Comparison) -> None:
    """Show the differences of all queries, both systems against each other, and the chosen query."""
    frame = state.with_texts(pair.queries.reset_index())
    query = results.shown_query(chosen, list(frame["query"]))
    names = f"{chosen.system} − {chosen.baseline}"
    left, right = st.columns([7, 4], gap="medium")
    with left:
        st.subheader("Where the difference comes from", anchor=False)
        chart = difference_chart(frame, measure=chosen.column, pair=names, mean=pair.difference, chosen=query)
        words = f"Difference of {queries(pair.n)}, {names}, largest gain first"
        _show(chart, "compare_differences", words, clicks=len(frame) <= MOST_STEPS)
    with right:
        st.subheader(f"Query by query, {chosen.baseline} against {chosen.system}", anchor=False)
        chart = scatter_chart(
            frame, measure=chosen.column, baseline=chosen.baseline, system=chosen.system, chosen=query
        )
        words = f"{chosen.column} of both systems, query by query"
        _show(chart, "compare_scatter", words, clicks=len(frame) <= MOST_POINTS)
    if query:
        _strip(chosen, frame.set_index("query").loc[query], query)


def _show(chart: alt.LayerChart, name: str, words: str, *, clicks: bool) -> None:
    if not clicks:
        st.altair_chart(chart, key=name, alt=words)
        return
    # a chart that was clicked says nothing when the same query is clicked again, so each click gets a new one
    key = f"{name}_{st.session_state.setdefault('compare_clicks', 0)}"

    def choose() -> None:
        picks = st.session_state[key]["selection"].get("pick")
        if picks:
            st.session_state["compare_clicks"] += 1
            state.choose_query(picks[0]["query"])

    st.altair_chart(chart, key=key, alt=words, on_select=choose)


def _strip(chosen: Settings, row: pd.Series, query: str) -> None:
    figures = {chosen.baseline: row["baseline"], chosen.system: row["system"]}
    if chosen.is_fused:
        figures[FUSED] = results.fused_table(chosen)[chosen.column][query]
    mark = arrow(row["difference"])
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(query)}** {plain(row['text'])} &nbsp; "
            + " &nbsp; ".join(f"{badge(letter)} {figure(value)}" for letter, value in figures.items())
            + f" &nbsp; :{COLOURS[mark]}[{mark} {signed(row['difference'])}] {chosen.system} − {chosen.baseline}",
            width="stretch",
        )
        st.caption("Click a bar or point", width="content")
        link = "Open side by side"
        st.page_link(routes.page("queries"), label=link, icon=":material/arrow_forward:", query_params={"q": query})
