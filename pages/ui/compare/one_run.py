"""What one run alone can show: its means and the scores of its queries."""

import pandas as pd
import streamlit as st

from pages.ui import drop_zone, measures_table, results, state
from pages.ui.charts.scores import scores_chart
from pages.ui.compare import health
from pages.ui.names import title_of
from pages.ui.roles import role_of
from pages.ui.state import Settings
from pages.ui.words import figure, plain, queries


def show(chosen: Settings) -> None:
    """Show the only run, and ask for a second."""
    letter = chosen.baseline
    scores = results.table_of(chosen, letter)[chosen.column].dropna().sort_values(ascending=False)
    name = title_of(chosen, letter)
    if scores.empty:
        st.title(f"{name} has no score: no query has a relevant document", anchor=False)
    else:
        what = f"{figure(scores.mean())} on {plain(chosen.column)} over {queries(len(scores))}"
        st.title(f"{name} scores {what}", anchor=False)
        st.markdown(f"**{int((scores == 0).sum()):,}** of them score 0. Add a second run to see which is better.")
    health.show(chosen, [letter])
    left, right = st.columns([8, 5], gap="medium")
    with left:
        measures_table.show(chosen, [letter], against=letter, key="compare_measures")
    with right:
        drop_zone.show("compare_drop", label="Add a second run to compare")
    if not scores.empty:
        st.subheader("Scores of all queries", anchor=False)
        frame = state.with_texts(pd.DataFrame({"query": scores.index, "score": scores.to_numpy()}))
        chart = scores_chart(frame, measure=chosen.column, role=role_of(letter), mean=float(scores.mean()))
        st.altair_chart(chart, alt=f"{chosen.column} of {queries(len(scores))}, highest first")
