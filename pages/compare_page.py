"""Compare: which system is better, by how much, and on which queries."""

from typing import Literal

import altair as alt
import pandas as pd
import streamlit as st

from core.comparison import BETTER, TIED, WORSE, Comparison
from pages.ui import drop_zone, guards, health, measures_table, results, routes, state, verdict
from pages.ui.charts.differences import MOST_STEPS, difference_chart
from pages.ui.charts.outcomes import outcome_bar
from pages.ui.charts.scatter import MOST_POINTS, scatter_chart
from pages.ui.charts.scores import scores_chart
from pages.ui.roles import FUSED, badge, role_of
from pages.ui.state import Settings
from pages.ui.words import arrow, conventions_line, figure, plain, queries, signed

_CARDS = 4
"""Systems that get a card each; with more, the table alone is clearer."""


def _page(chosen: Settings) -> None:
    if chosen.system:
        _pair(chosen)
    else:
        _single(chosen)
    st.caption(conventions_line(chosen.conventions, c=chosen.c if len(chosen.fused) > 1 else None))


def _pair(chosen: Settings) -> None:
    pair = results.comparison(chosen, chosen.system)
    named = {letter: f"{badge(letter)} {_name(chosen, letter)}" for letter in (chosen.system, chosen.baseline)}
    st.title(verdict.title(pair, system=named[chosen.system], baseline=named[chosen.baseline]), anchor=False)
    st.markdown(verdict.sentence(pair, system=badge(chosen.system), baseline=badge(chosen.baseline)))
    _health(chosen, [chosen.baseline, chosen.system])
    shown = _systems(chosen)
    if len(shown) <= _CARDS:
        for column, letter in zip(st.columns(max(len(shown), 3), gap="small"), shown, strict=False):
            with column.container(border=True, height="stretch", gap="xsmall"):
                _card(chosen, letter)
    if pair.n:
        _charts(chosen, pair)
    st.subheader("All measures", anchor=False)
    measures_table.show(chosen, shown, against=chosen.baseline, key="compare_measures")


def _systems(chosen: Settings) -> list[str]:
    letters = [run.letter for run in state.workspace().runs]
    return [*letters, FUSED] if len(chosen.fused) > 1 else letters


def _single(chosen: Settings) -> None:
    letter = chosen.baseline
    table = results.table_of(chosen, letter)
    scores = table[chosen.column].dropna().sort_values(ascending=False)
    name = f"{badge(letter)} {_name(chosen, letter)}"
    if scores.empty:
        st.title(f"{name} has no score: no query has a relevant document", anchor=False)
    else:
        what = f"{figure(scores.mean())} on {plain(chosen.column)} over {queries(len(scores))}"
        st.title(f"{name} scores {what}", anchor=False)
    st.markdown(f"**{int((scores == 0).sum()):,}** of them score 0. Add a second run to see which is better.")
    _health(chosen, [letter])
    left, right = st.columns([8, 5], gap="medium")
    with left:
        measures_table.show(chosen, [letter], against=letter, key="compare_measures")
    with right:
        drop_zone.show("compare_drop", label="Add a second run to compare")
    if not scores.empty:
        st.subheader("Scores of all queries", anchor=False)
        frame = pd.DataFrame({"query": scores.index, "score": scores.to_numpy()})
        chart = scores_chart(_with_texts(frame), measure=chosen.column, role=role_of(letter), mean=scores.mean())
        st.altair_chart(chart, alt=f"{chosen.column} of {queries(len(scores))}, highest first")


def _card(chosen: Settings, letter: str) -> None:
    mean = results.table_of(chosen, letter)[chosen.column].mean()
    label = f"{badge(letter)} {_name(chosen, letter)}"
    if letter == chosen.baseline:
        scored = int(results.table_of(chosen, letter)[chosen.column].notna().sum())
        st.metric(label, figure(mean), delta="baseline", delta_color="off", delta_arrow="off")
        st.caption(f"{chosen.column}, {queries(scored)}")
        return
    pair = results.comparison(chosen, letter)
    delta = f"{arrow(pair.difference)} {signed(pair.difference)}"
    colour: Literal["green", "red", "gray"] = {"▲": "green", "▼": "red"}.get(delta[0], "gray")  # type: ignore[assignment]
    versus = f"vs {chosen.baseline}"
    st.metric(label, figure(mean), delta=delta, delta_arrow="off", delta_color=colour, delta_description=versus)
    counts = [pair.count(outcome) for outcome in (BETTER, TIED, WORSE)]
    words = "better on {}, tied on {}, worse on {}".format(*counts)
    st.altair_chart(outcome_bar(*counts), alt=words, key=f"compare_outcomes_{letter}")


def _charts(chosen: Settings, pair: Comparison) -> None:
    frame = _with_texts(pair.queries.reset_index())
    query = state.chosen_query(list(frame["query"])) if st.session_state.get("query") else frame["query"].iloc[-1]
    names = f"{chosen.system} − {chosen.baseline}"
    left, right = st.columns([7, 4], gap="medium")
    with left:
        st.subheader("Where the difference comes from", anchor=False)
        chart = difference_chart(frame, measure=chosen.column, pair=names, mean=pair.difference, chosen=query)
        _show(
            chart, "compare_differences", f"Difference of {queries(pair.n)}, {names}", clicks=len(frame) <= MOST_STEPS
        )
    with right:
        st.subheader(f"Query by query, {chosen.baseline} against {chosen.system}", anchor=False)
        chart = scatter_chart(
            frame, measure=chosen.column, baseline=chosen.baseline, system=chosen.system, chosen=query
        )
        _show(chart, "compare_scatter", f"{chosen.column} of both systems by query", clicks=len(frame) <= MOST_POINTS)
    if query:
        _strip(chosen, frame.set_index("query").loc[query], query)


def _show(chart: alt.LayerChart, key: str, words: str, *, clicks: bool) -> None:
    """Show a chart; a click on a query makes it the chosen one on all pages."""

    def choose() -> None:
        picks = st.session_state[key]["selection"].get("pick")
        if picks:
            state.choose_query(picks[0]["query"])

    if clicks:
        st.altair_chart(chart, key=key, alt=words, on_select=choose)
    else:
        st.altair_chart(chart, key=key, alt=words)


def _strip(chosen: Settings, row: pd.Series, query: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        mark = {"▲": "green", "▼": "red"}.get(arrow(row["difference"]), "gray")
        st.markdown(
            f"**{plain(query)}** {plain(row['text'])} &nbsp; {badge(chosen.baseline)} {figure(row['baseline'])} &nbsp; "
            f"{badge(chosen.system)} {figure(row['system'])} &nbsp; :{mark}[{arrow(row['difference'])} "
            f"{signed(row['difference'])}] {chosen.system} − {chosen.baseline}",
            width="stretch",
        )
        st.caption("Click a bar or point", width="content")
        st.page_link(
            routes.page("queries"),
            label="Open side by side",
            icon=":material/arrow_forward:",
            query_params={"q": query},
        )


def _health(chosen: Settings, letters: list[str]) -> None:
    st.caption(":material/info: " + " · ".join(health.sentences(chosen, letters)))


def _name(chosen: Settings, letter: str) -> str:
    return plain(measures_table.name_of(chosen, letter))


def _with_texts(frame: pd.DataFrame) -> pd.DataFrame:
    texts = state.workspace().texts
    return frame.assign(text=[texts.get(query, "") for query in frame["query"]])


if guards.ready():
    _page(state.settings())
