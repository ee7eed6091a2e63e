"""What stands above every page: the choice of systems and measure, the conventions, the files."""

import pandas as pd
import streamlit as st

from pages.ui import drop_zone, routes, state
from pages.ui.roles import badge
from pages.ui.words import plain


def show() -> None:
    """Show the toolbar; at the first visit also what the sample is and where to drop files; then refusals."""
    state.take_address()
    state.restore_emptied()
    loaded = state.workspace()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        _systems()
        st.selectbox("Measure", state.HEADLINES, key="measure", persist_state="session", width=115)
        st.number_input("Cut-off k", 1, int(state.LARGEST), None, 1, key="k", persist_state="session", width=95)
        st.space("stretch")
        with st.popover("Conventions", icon=":material/tune:"):
            _conventions()
        if not loaded.is_sample:
            noun = "file" if len(loaded.files) == 1 else "files"
            with st.popover(f"{len(loaded.files)} {noun}", icon=":material/upload_file:"):
                _files()
    state.write_address()
    if loaded.is_sample:
        _first_visit()
    drop_zone.show_refusals()


def _systems() -> None:
    runs = {each.letter: f"{each.letter} · {each.run.name}" for each in state.workspace().runs}
    chosen = state.settings()
    _selectbox("Baseline", "baseline", list(runs), chosen.baseline, runs, "No run loaded")
    others = [letter for letter in runs if letter != chosen.baseline]
    _selectbox("Compared with", "system", others, chosen.system, runs, "Add a second run")


def _selectbox(label: str, key: str, letters: list[str], value: str, names: dict[str, str], empty: str) -> None:
    if not letters:
        # a key of its own: under the other the browser would go on showing the choice that is gone
        st.selectbox(label, [], key=f"no_{key}", disabled=True, placeholder=empty, width=160)
        return
    st.session_state[key] = value
    st.selectbox(label, letters, key=key, format_func=lambda letter: names.get(letter, letter), width=160)


def _conventions() -> None:
    left, right = st.columns(2)
    left.selectbox(
        "Gain of nDCG",
        list(state.GAINS),
        key="gain",
        persist_state="session",
        help="Exponential: 2^grade − 1. Linear: the grade itself, as trec_eval has it.",
    )
    right.number_input(
        "Relevant from grade",
        0.0,
        state.LARGEST,
        None,
        1.0,
        format="%g",
        key="relevant",
        persist_state="session",
        help="Touches recall, reciprocal rank, precision and which queries have nothing relevant. "
        "0: every grade above 0. Gains stay as graded.",
    )
    left.selectbox("Order of a run", list(state.ORDERS), key="order", persist_state="session")
    right.selectbox(
        "Equal scores",
        list(state.TIES),
        key="ties",
        persist_state="session",
        help="Id descending is trec_eval's rule. Equal fused scores are always ordered by id, ascending.",
    )
    st.caption("The conventions in force stand under every page and in the address of the page.")


def _files() -> None:
    loaded = state.workspace()
    rows = [
        {
            "": badge(each.letter) if each.letter else "",
            "File": plain(each.file),
            "Read as": each.kind,
            "Lines": each.report.lines,
        }
        for each in loaded.files
    ]
    if rows:
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    drop_zone.show("toolbar_drop", label="Add or replace files: runs, qrels, query texts")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Back to the sample", icon=":material/restart_alt:", type="tertiary", on_click=state.load_sample)
        st.page_link(routes.page("inputs"), label="Full report in Inputs")


def _first_visit() -> None:
    with st.container(border=True):
        left, right = st.columns([7, 6], gap="medium")
        left.markdown(
            "**This is the sample collection:** a keyword and a dense run on searches about beekeeping, judged."
        )
        left.caption(
            "Drop your own files to replace it: two or more TREC runs and a qrels file, plain or gzip; query texts are "
            "optional. What each file is, is read from its content. Nothing is kept after the session."
        )
        with right:
            drop_zone.show("first_drop")
