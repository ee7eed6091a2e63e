"""The mean of the fused run for each constant c, with the runs it is made of as reference lines."""

import math
from itertools import takewhile

import altair as alt
import pandas as pd

from core.decimals import number_text
from pages.ui.charts.layers import by_role, finish, paint
from pages.ui.charts.spread import spread
from pages.ui.words import figure

HEIGHT = 350
MOST_NAMES = 8
"""Runs whose labels hold a name; with more there is room for letters only."""

_PLOT = 295
"""About the height inside the axes: decides how far apart labels must be, nothing else."""
_CONSTANT = 4
"""Where the scale turns from linear to logarithmic: c = 0 has a place on it, and small c have room."""
_TICKS = (0, *(digit * 10**power for power in range(7) for digit in (1, 2, 5)))
_LINE, _LINES = 15, 31
_LABEL_WIDTH = 0.2
_POSSIBLE = "datum.value < -1e-9 || datum.value > 1 + 1e-9 ? '' : datum.label"
"""No measure lies outside 0 and 1, also where the axis has room there."""


def c_curve(curve: pd.DataFrame, inputs: pd.DataFrame, *, c: float, measure: str, queries: int) -> alt.LayerChart:
    """Draw the curve, a dashed line for each input, and a diamond at the c in force.

    ``curve`` has ``c`` (the one in force among them) and ``mean``; ``inputs`` has ``letter``, ``name``,
    ``role`` and ``mean``. Selection ``pick`` gives the ``c`` of a click on a point.
    """
    curve, inputs = curve.dropna(subset=["mean"]), inputs.dropna(subset=["mean"])
    bottom, top = _padded([*curve["mean"], *inputs["mean"]])
    x = alt.X(
        "c:Q",
        title="c in weight / (c + rank), log-like scale",
        scale=alt.Scale(type="symlog", constant=_CONSTANT, domain=[0, _end(curve)], nice=False),
        axis=alt.Axis(
            values=list(takewhile(lambda tick: tick <= _end(curve), _TICKS)), format=",d", labelOverlap="greedy"
        ),
    )
    y = alt.Y(
        "mean:Q",
        title=f"Mean {measure} over {queries:,} {_noun(queries)}",
        scale=_scale(bottom, top),
        axis=alt.Axis(format=".2f" if top - bottom > 0.05 else ".3f", tickCount=7, labelExpr=_POSSIBLE),
    )
    line = alt.Chart(curve).mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=40))
    line = paint(line, "fused").encode(x=x, y=y)
    tooltip = [alt.Tooltip("c:Q", title="c"), alt.Tooltip("mean:Q", title=f"Mean {measure}", format=".4f")]
    # invisible and larger than the points, so that they are easy to hit
    clicks = paint(alt.Chart(curve).mark_circle(size=420, opacity=0), "fused")
    clicks = clicks.encode(x=x, y=y, tooltip=tooltip).add_params(
        alt.selection_point(name="pick", fields=["c"], on="click", empty=False)
    )
    references = _references(inputs, y, measure=measure, bottom=bottom, top=top)
    current = _current(curve, inputs, x, y, c=c, bottom=bottom, top=top)
    return finish((*references, line, *current, clicks), HEIGHT)


def _end(curve: pd.DataFrame) -> float:
    return max([1_000.0, *curve["c"]])


def _noun(queries: int) -> str:
    return "query" if queries == 1 else "queries"


def _padded(values: list[float]) -> tuple[float, float]:
    """Return a range with room for marks below and for a label above; never so narrow that noise looks large."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    span = max(high - low, 0.02)
    middle = (low + high) / 2
    return middle - span * 0.58, middle + span * 0.66


def _scale(bottom: float, top: float) -> alt.Scale:
    return alt.Scale(domain=[bottom, top], nice=False, zero=False)


def _references(inputs: pd.DataFrame, y: alt.Y, *, measure: str, bottom: float, top: float) -> list[alt.Chart]:
    named = len(inputs) <= MOST_NAMES
    unit = (top - bottom) / _PLOT
    half = (_LINES if named else _LINE) / 2 * unit
    frame = inputs.assign(
        label=inputs["letter"] + " " + (inputs["name"] if named else inputs["mean"].map(figure)),
        figure=inputs["mean"].map(figure),
        at=spread(list(inputs["mean"]), gap=2 * half, low=bottom + half, high=top - half),
        # the colours of the other runs are too pale for text
        ink=[role if role in {"run1", "run2"} else "fused" for role in inputs["role"]],
    )
    at = alt.Y("at:Q", scale=_scale(bottom, top))
    edge, beside = alt.XValue("width"), alt.X2Value(alt.ExprRef("width + 8"))
    tooltip = [
        alt.Tooltip("letter:N", title="Run"),
        alt.Tooltip("name:N", title="Name"),
        alt.Tooltip("mean:Q", title=f"Mean {measure}", format=".4f"),
    ]
    lines = alt.Chart(frame).mark_rule(strokeDash=[6, 4], strokeWidth=1.6)
    leaders = alt.Chart(frame).mark_rule(strokeWidth=1.2)
    names = alt.Chart(frame).mark_text(
        align="left", dx=12, dy=-7 if named else 0, fontSize=12, fontWeight=600, limit=130
    )
    layers = [
        lines.encode(y=y, color=by_role(), tooltip=tooltip),
        leaders.encode(x=edge, x2=beside, y=y, y2=alt.Y2("at:Q"), color=by_role()),
        names.encode(x=edge, y=at, text=alt.Text("label:N"), color=by_role("ink")),
    ]
    if named:
        figures = alt.Chart(frame).mark_text(align="left", dx=12, dy=8, fontSize=12)
        layers.append(paint(figures, "guide").encode(x=edge, y=at, text=alt.Text("figure:N")))
    return layers


def _current(
    curve: pd.DataFrame, inputs: pd.DataFrame, x: alt.X, y: alt.Y, *, c: float, bottom: float, top: float
) -> list[alt.Chart]:
    here = curve[curve["c"] == c]
    if here.empty:
        return []
    here = here.assign(label=f"c = {number_text(c)} · " + here["mean"].map(figure), bottom=bottom)
    right = _along(c, _end(curve)) > 0.75  # the label goes to the side that has room
    above = _above(curve, inputs, c=c, right=right, unit=(top - bottom) / _PLOT)
    drop = alt.Chart(here).mark_rule(strokeDash=[2, 3], strokeWidth=1.2)
    diamond = alt.Chart(here).mark_point(shape="diamond", filled=True, size=150, opacity=1)
    label = alt.Chart(here).mark_text(
        align="right" if right else "left",
        dx=-9 if right else 9,
        dy=-15 if above else 16,
        fontSize=12,
        fontWeight=600,
    )
    return [
        paint(drop, "fused").encode(x=x, y=y, y2=alt.Y2("bottom:Q")),
        paint(diamond, "fused").encode(x=x, y=y),
        paint(label, "fused").encode(x=x, y=y, text=alt.Text("label:N")),
    ]


def _along(c: float, end: float) -> float:
    """Return how far along the axis c lies, from 0 to 1."""
    return math.log1p(c / _CONSTANT) / math.log1p(end / _CONSTANT)


def _above(curve: pd.DataFrame, inputs: pd.DataFrame, *, c: float, right: bool, unit: float) -> bool:
    """Tell whether the label of the current c is freer of lines above its point than below."""
    end = _end(curve)
    start = _along(c, end)
    reach = (start - _LABEL_WIDTH, start) if right else (start, start + _LABEL_WIDTH)
    beside = [reach[0] <= _along(other, end) <= reach[1] for other in curve["c"]]
    lines = [*curve["mean"][beside], *inputs["mean"]]
    mean = float(curve.loc[curve["c"] == c, "mean"].iloc[0])

    def clearance(offset: float) -> float:
        return min(abs(mean + offset * unit - line) for line in lines)

    return clearance(15) >= min(10 * unit, clearance(-16))
