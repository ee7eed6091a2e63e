"""Compare: which system is better, by how much, and on which queries."""

import streamlit as st

from pages.ui import guards, measures_table, results, state
from pages.ui.compare import cards, health, one_run, pair_charts, verdict
from pages.ui.names import title_of
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings
from pages.ui.words import conventions_line


def _page(chosen: Settings) -> None:
    if chosen.system:
        _pair(chosen, [run.letter for run in state.workspace().runs] + [FUSED] * chosen.is_fused)
    else:
        one_run.show(chosen)
    st.caption(conventions_line(chosen.conventions, c=chosen.c if chosen.is_fused else None, weights=chosen.weights))


def _pair(chosen: Settings, letters: list[str]) -> None:
    pair = results.comparison(chosen, chosen.system)
    system, baseline = title_of(chosen, chosen.system), title_of(chosen, chosen.baseline)
    st.title(verdict.title(pair, system=system, baseline=baseline), anchor=False)
    st.markdown(verdict.sentence(pair, system=badge(chosen.system)))
    health.show(chosen, [letter for letter in letters if letter != FUSED])
    if len(letters) <= cards.MOST:
        cards.show(chosen, letters)
    if pair.n:
        pair_charts.show(chosen, pair)
    st.subheader("All measures", anchor=False)
    measures_table.show(chosen, letters, against=chosen.baseline, key="compare_measures")


if guards.ready():
    _page(state.settings())
