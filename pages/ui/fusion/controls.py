"""What is fused, and how: the runs, a weight for each, the constant c. Choices that cannot be fused are not taken."""

import streamlit as st

from core.decimals import number_text
from core.sensitivity import C_STEPS
from pages.ui import results, state
from pages.ui.names import fused_file_of, title_of
from pages.ui.roles import badge
from pages.ui.state import Settings

FORMULA = (
    "score = Σ weight / (c + rank); ranks start at 1; a document a run did not return adds 0; "
    "equal sums by id, ascending."
)


def show(chosen: Settings) -> None:
    """Show the controls, and the fused run as a download."""
    runs = state.workspace().runs
    st.session_state["fused"] = list(chosen.fused)
    st.session_state["fused_among"] = {(run.letter, run.file) for run in runs}
    for letter, weight in zip(chosen.fused, chosen.weights, strict=True):
        st.session_state[f"weight_{letter}"] = weight
    st.session_state["fusion_in_force"] = dict(zip(chosen.fused, chosen.weights, strict=True))
    names = {run.letter: title_of(chosen, run.letter) for run in runs}
    with st.container(border=True):
        st.pills(
            "Runs to fuse",
            list(names),
            selection_mode="multi",
            format_func=names.__getitem__,
            key="fused",
            persist_state="session",
            on_change=_check,
        )
        with st.container(horizontal=True, gap="small"):
            for letter in chosen.fused:
                _weight(letter)
        if refused := st.session_state.pop("fusion_refused", ""):
            st.error(refused, icon=":material/error:")
        _constant(chosen)
        st.caption(FORMULA)
        _download(chosen)


def take_c(value: float | None) -> None:
    """Put a constant in force; an emptied field changes nothing."""
    if value is not None:
        st.session_state["c"] = float(value)


def _check() -> None:
    """Go back to the fusion in force, and say why, where the controls ask for one that there is not."""
    in_force = st.session_state["fusion_in_force"]
    letters = st.session_state["fused"]
    weights = [st.session_state.get(f"weight_{letter}", 1.0) for letter in letters]
    if len(letters) < 2:
        refused = "A fusion needs at least two runs, so this one stays."
    elif None in weights:
        refused = "A weight must be a number of at least 0, so the one before stays."
    elif not any(weights):
        refused = "At least one weight must be above 0, so the ones before stay."
    else:
        return
    st.session_state["fusion_refused"] = refused
    st.session_state["fused"] = list(in_force)
    for letter, weight in in_force.items():
        st.session_state[f"weight_{letter}"] = weight


def _weight(letter: str) -> None:
    st.number_input(
        f"Weight of {badge(letter)}",
        0.0,
        state.LARGEST,
        None,
        0.1,
        format="%g",
        key=f"weight_{letter}",
        persist_state="session",
        on_change=_check,
        width=112,
    )


def _constant(chosen: Settings) -> None:
    for key in ("fusion_c_step", "fusion_c_exact"):
        st.session_state[key] = chosen.c
    st.select_slider(
        "Constant c",
        sorted({*map(float, C_STEPS), chosen.c}),
        format_func=number_text,
        key="fusion_c_step",
        on_change=lambda: take_c(st.session_state["fusion_c_step"]),
        help="A small c lets the first ranks decide; with a large one it counts more how many runs return a document. "
        "60 is the value of Cormack, Clarke and Büttcher 2009.",
    )
    st.number_input(
        "Exact value",
        0.0,
        state.LARGEST,
        None,
        1.0,
        format="%g",
        key="fusion_c_exact",
        on_change=lambda: take_c(st.session_state["fusion_c_exact"]),
    )


def _download(chosen: Settings) -> None:
    st.download_button(
        "Fused run, TREC format",
        data=results.fused_file(chosen),
        file_name=fused_file_of(chosen),
        mime="text/plain",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
        help="All documents of all queries. Scores are written so that no two of a query are equal, so every tool "
        "reads back this order.",
    )
