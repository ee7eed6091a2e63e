"""How much the constant c of a fusion matters: the curve, with a heading that says it, and as a file."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.decimals import number_text
from core.sensitivity import Extremes, extremes
from pages.ui import results, state
from pages.ui.charts.c_curve import c_curve
from pages.ui.fusion import controls
from pages.ui.names import name_of
from pages.ui.roles import role_of
from pages.ui.state import Settings
from pages.ui.words import figure


def show(chosen: Settings) -> None:
    """Show the curve on the headline measure, if it has a value; a click on a point puts its c in force."""
    curve = results.sensitivity(chosen)
    tables = {letter: results.table_of(chosen, letter)[chosen.column] for letter in chosen.fused}
    inputs = _inputs(tables)
    scored = int(next(iter(tables.values())).notna().sum())
    found = extremes(curve[chosen.column])
    if found is None:
        return
    st.subheader(heading(found, chosen.column), anchor=False)
    chart = c_curve(
        curve[chosen.column].rename("mean").reset_index(), inputs, c=chosen.c, measure=chosen.column, queries=scored
    )
    # a chart that was clicked says nothing when the same point is clicked again, so each click gets a new one
    key = f"fusion_curve_{st.session_state.setdefault('fusion_clicks', 0)}"
    runs = [name_of(chosen, letter) for letter in chosen.fused]
    words = _described(chosen, found, curve, inputs)
    st.altair_chart(chart, key=key, on_select=lambda: _take_click(key), alt=words)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "Line: mean of the fused run. Dashed: its inputs. The mean axis does not start at 0. "
            "Click a point to put its c in force.",
            width="stretch",
        )
        st.download_button(
            "Curve as CSV",
            data=lambda: as_csv(curve, chosen, runs),
            file_name=f"c_curve_{'_'.join(chosen.fused)}.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
            help="Every measure at every c, with the weights and conventions in force.",
        )


def heading(found: Extremes, measure: str) -> str:
    """Return how far the mean moves over the curve."""
    lowest, highest = figure(found.lowest), figure(found.highest)
    if lowest == highest:
        return f"How much c matters: {measure} is {lowest} at every c"
    return (
        f"How much c matters: {measure} from {lowest} (c = {number_text(found.lowest_c)}) "
        f"to {highest} (c = {number_text(found.highest_c)})"
    )


def as_csv(curve: pd.DataFrame, chosen: Settings, runs: Sequence[str]) -> bytes:
    """Return the curve with a row per c, each with the runs, weights and conventions that it holds under."""
    weights = " ".join(map(number_text, chosen.weights))
    return curve.assign(runs=" + ".join(runs), weights=weights, **chosen.exported).to_csv().encode()


def _inputs(tables: dict[str, pd.Series]) -> pd.DataFrame:
    names = [state.workspace().run(letter).run.name for letter in tables]
    roles = [role_of(letter) for letter in tables]
    means = [values.mean() for values in tables.values()]
    return pd.DataFrame({"letter": list(tables), "name": names, "role": roles, "mean": means})


def _take_click(key: str) -> None:
    picks: Sequence[dict[str, float]] = st.session_state[key]["selection"].get("pick", [])
    if picks:
        controls.take_c(picks[0]["c"])
        st.session_state["fusion_clicks"] += 1


def _described(chosen: Settings, found: Extremes, curve: pd.DataFrame, inputs: pd.DataFrame) -> str:
    here = figure(curve.loc[chosen.c, chosen.column])
    means = ", ".join(f"{letter} {figure(mean)}" for letter, mean in zip(inputs["letter"], inputs["mean"], strict=True))
    return (
        f"Mean {chosen.column} of the fused run by c: {here} at c = {number_text(chosen.c)}; "
        f"lowest {figure(found.lowest)} at c = {number_text(found.lowest_c)}, "
        f"highest {figure(found.highest)} at c = {number_text(found.highest_c)}. "
        f"Inputs: {means}."
    )
