"""What the constant c does to the first ranks: how much each still weighs against rank 1."""

from typing import Any

import altair as alt
import pandas as pd

from pages.ui.charts.layers import by_role, finish, paint

HEIGHT = 262
_APART = 0.075
"""Labels nearer than this on the scale of shares would overlap."""


def head_curve(curves: pd.DataFrame, *, c: float) -> Any:
    """Draw a line per constant, the one in force in ink with its points, each labelled at its right end.

    ``curves`` has ``c``, ``rank`` and ``share`` (of what rank 1 adds, 0 to 1). A grey label that would
    touch that of the constant in force is left out.
    """
    curves = curves.assign(
        role=["fused" if each == c else "tied" for each in curves["c"]],
        label=[f"c = {each:,.15g}" for each in curves["c"]],
    )
    deepest = int(curves["rank"].max())
    x = alt.X(
        "rank:Q",
        title="Rank",
        scale=alt.Scale(domain=[1, deepest], nice=False),
        axis=alt.Axis(values=[1, *range(5, deepest + 1, 5)], format="d", grid=False),
    )
    y = alt.Y(
        "share:Q",
        title="Share relative to rank 1",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=".0%"),
    )
    tooltip = [
        alt.Tooltip("label:N", title="Constant"),
        alt.Tooltip("rank:Q", title="Rank"),
        alt.Tooltip("share:Q", title="Relative to rank 1", format=".1%"),
    ]
    in_force = curves[curves["c"] == c]
    grey = alt.Chart(curves[curves["c"] != c]).mark_line(strokeWidth=1.5)
    grey = grey.encode(x=x, y=y, detail=alt.Detail("c:Q"), color=by_role(), tooltip=tooltip)
    line = paint(alt.Chart(in_force).mark_line(strokeWidth=2.5), "fused").encode(x=x, y=y)
    points = paint(alt.Chart(in_force).mark_circle(size=30, opacity=1), "fused").encode(x=x, y=y, tooltip=tooltip)
    labels = _labels(curves[curves["rank"] == deepest], y, c=c)
    return finish((grey, line, points, *labels), HEIGHT)


def _labels(ends: pd.DataFrame, y: alt.Y, *, c: float) -> list[Any]:
    in_force = ends[ends["c"] == c]
    free = [all(abs(share - taken) >= _APART for taken in in_force["share"]) for share in ends["share"]]
    shown = ends[pd.Series(free, index=ends.index) & (ends["c"] != c)]
    text = {"align": "left", "dx": 8, "fontSize": 12}
    return [
        paint(alt.Chart(shown).mark_text(**text), "guide").encode(x=alt.XValue("width"), y=y, text=alt.Text("label:N")),
        paint(alt.Chart(in_force).mark_text(fontWeight=600, **text), "fused").encode(
            x=alt.XValue("width"), y=y, text=alt.Text("label:N")
        ),
    ]
