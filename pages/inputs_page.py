"""Inputs: what was read from each file, what was found in it, and whether the files fit together."""

import pandas as pd
import streamlit as st

from core.ranking import can_rank
from pages.ui import guards, results, state
from pages.ui.charts.judged_by_depth import judged_by_depth_chart
from pages.ui.inputs import file_report, fit_table
from pages.ui.roles import role_of
from pages.ui.words import conventions_line

_NARROWEST = 520
"""In less space the table and the chart of the last row stand below each other."""


def _content() -> None:
    loaded = state.workspace()
    st.title(file_report.title(), anchor=False)
    st.markdown(fit_table.sentence())
    file_report.show()
    st.subheader("Findings", anchor=False)
    file_report.show_findings()
    if loaded.runs:
        pair = st.grid(2, min_column_width=_NARROWEST, gap="medium")
        with pair.cell():
            st.subheader("Do the ids fit together?", anchor=False)
            fit_table.show()
        with pair.cell():
            _judged()
    st.caption(conventions_line(state.settings().conventions))


def _judged() -> None:
    st.subheader("How much of each ranking was judged", anchor=False)
    if state.workspace().qrels is None:
        st.caption("Add a qrels file to see it.")
        return
    conventions = state.settings().conventions
    curves = [
        results.judged_share_of(each).assign(system=f"{each.letter} {each.run.name}", role=role_of(each.letter))
        for each in state.workspace().runs
        if can_rank(each.run, conventions)
    ]
    shares = pd.concat(curves) if curves else pd.DataFrame()
    if shares.empty:
        st.caption("No query with a relevant document is answered.")
        return
    st.altair_chart(judged_by_depth_chart(shares), alt="Share of judged documents down to each depth, per run")
    st.caption(
        "Judged documents among those returned, mean over the queries with a relevant document. Unjudged ones count "
        "as not relevant: the lower a curve falls, the less a measure that deep can be trusted."
    )


if state.workspace().files:
    _content()
else:
    guards.ready()
