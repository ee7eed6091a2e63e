"""Fusion: what reciprocal rank fusion of the runs gains over each of them, and how much c and the weights matter."""

import streamlit as st

from pages.ui import drop_zone, guards, measures_table, ranked_lists, results, state
from pages.ui.fusion import c_sensitivity, controls, verdict
from pages.ui.names import title_of
from pages.ui.roles import FUSED
from pages.ui.state import Settings
from pages.ui.words import conventions_line


def _page(chosen: Settings) -> None:
    scored = _finding(chosen)
    left, right = st.columns([3, 10], gap="medium")
    with left:
        controls.show(chosen)
    with right:
        if scored:
            c_sensitivity.show(chosen)
        else:
            if results.qrels() is None:
                drop_zone.show("fusion_drop", label="Add a qrels file")
            _ranking(chosen)
    if scored:
        st.subheader("Fused against its inputs", anchor=False)
        systems = [*chosen.fused, FUSED]
        measures_table.show(chosen, systems, against=FUSED, fused_minus=True, key="fusion_measures")
        st.caption("Δ fused: fused minus that run. The best mean of each measure is bold.")
        _ranking(chosen)
    st.caption(conventions_line(chosen.conventions, c=chosen.c, weights=chosen.weights))


def _finding(chosen: Settings) -> bool:
    """Say what the fusion does to the mean; tell whether there is one."""
    if results.qrels() is None:
        st.title(f"{title_of(chosen, FUSED)} is not judged", anchor=False)
        st.markdown("Add a qrels file to score these rankings. Without one, the fused run can be read and downloaded.")
        return False
    pairs = {title_of(chosen, letter): results.comparison(chosen, FUSED, letter) for letter in chosen.fused}
    st.title(verdict.title(title_of(chosen, FUSED), pairs, chosen.column), anchor=False)
    st.markdown(verdict.paragraph(pairs, chosen.column))
    return any(pair.n for pair in pairs.values())


def _ranking(chosen: Settings) -> None:
    st.subheader("The fused ranking beside its inputs", anchor=False)
    query_ids = results.queries_of(chosen.fused)
    texts = state.workspace().texts
    st.session_state["fusion_query"] = query = results.shown_query(chosen, query_ids)
    st.selectbox(
        "Query",
        query_ids,
        key="fusion_query",
        format_func=lambda each: f"{each} · {texts[each]}" if each in texts else each,
        on_change=lambda: state.choose_query(st.session_state["fusion_query"]),
        width=520,
    )
    if query is not None:
        ranked_lists.show(chosen, query, [FUSED, *chosen.fused], depth=chosen.conventions.k)


if guards.ready(runs=2, judged=results.qrels() is not None):
    _page(state.settings())
