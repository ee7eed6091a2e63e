"""Two systems query by query: the baseline across, the other system upwards."""

import altair as alt
import numpy as np
import pandas as pd

from core.comparison import BETTER, TIED, WORSE
from pages.ui.charts.layers import by_role, finish, paint, query_pick, query_tooltip

HEIGHT = 330
MOST_POINTS = 1_000
"""Above so many queries the points are counted on a grid."""

_GRID = 0.1
_AXIS = {
    "scale": alt.Scale(domain=[-0.03, 1.03], nice=False),
    "axis": alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f"),
}
_SHAPES = alt.Scale(domain=[BETTER, TIED, WORSE], range=["triangle-up", "circle", "triangle-down"])


def scatter_chart(
    queries: pd.DataFrame, *, measure: str, baseline: str, system: str, chosen: str | None
) -> alt.LayerChart:
    """Draw every query as a point, or the number of queries on a grid where there are too many.

    ``queries`` has ``query``, ``text``, ``baseline``, ``system``, ``difference`` and ``outcome``; ``baseline``
    and ``system`` are the letters of the two. Selection ``pick`` gives the ``query`` of a click on a point.
    """
    x = alt.X("baseline:Q", title=f"{measure} of {baseline}", **_AXIS)
    y = alt.Y("system:Q", title=f"{measure} of {system}", **_AXIS)
    ends = pd.DataFrame({"baseline": [-0.03, 1.03], "system": [-0.03, 1.03]})
    layers = [paint(alt.Chart(ends).mark_line(strokeDash=[4, 3], strokeWidth=1), "guide").encode(x=x, y=y)]
    if len(queries) > MOST_POINTS:
        layers.append(_counted(queries, x, y))
    else:
        layers += _points(queries, x, y, chosen)
    better, worse = ((queries["outcome"] == outcome).sum() for outcome in (BETTER, WORSE))
    corners = (
        (f"▲ {system} better on {better:,}", "betterText", -0.03, "left"),
        (f"▼ {baseline} better on {worse:,}", "worseText", 1.03, "right"),
    )
    for label, role, left, align in corners:  # above the frame, where no point can lie
        at = pd.DataFrame({"baseline": [left], "system": [1.03], "label": [label]})
        text = alt.Chart(at).mark_text(align=align, dy=-9, fontSize=12, fontWeight=600)
        layers.append(paint(text, role).encode(x=x, y=y, text=alt.Text("label:N")))
    return finish(layers, HEIGHT)


def _points(queries: pd.DataFrame, x: alt.X, y: alt.Y, chosen: str | None) -> list[alt.Chart]:
    frame = queries.assign(role=queries["outcome"])
    points = (
        alt.Chart(frame)
        .mark_point(filled=True, size=42, opacity=0.7)
        .encode(
            x=x,
            y=y,
            color=by_role(),
            shape=alt.Shape("outcome:N", scale=_SHAPES, legend=None),
            tooltip=query_tooltip(),
        )
        .add_params(query_pick())
    )
    marked = frame[frame["query"] == chosen].assign(label=lambda row: row["query"].str.slice(0, 16))
    if marked.empty:
        return [points]
    right = bool(marked["baseline"].iloc[0] > 0.5)  # the name goes to the side that has room
    ring = paint(alt.Chart(marked).mark_point(filled=False, size=150, strokeWidth=2), "fused").encode(x=x, y=y)
    name = alt.Chart(marked).mark_text(align="right" if right else "left", dx=-12 if right else 12, fontWeight=600)
    return [points, ring, paint(name, "fused").encode(x=x, y=y, text=alt.Text("label:N"))]


def _counted(queries: pd.DataFrame, x: alt.X, y: alt.Y) -> alt.Chart:
    cells = queries.assign(
        baseline=(queries["baseline"] / _GRID).round() * _GRID, system=(queries["system"] / _GRID).round() * _GRID
    )
    counts = cells.groupby(["baseline", "system"], as_index=False).size()
    counts = counts.assign(
        role=np.select(
            [counts["system"] > counts["baseline"] + 1e-9, counts["system"] < counts["baseline"] - 1e-9],
            [BETTER, WORSE],
            TIED,
        )
    )
    return (
        alt.Chart(counts)
        .mark_circle(opacity=0.8)
        .encode(
            x=x,
            y=y,
            color=by_role(),
            size=alt.Size("size:Q", scale=alt.Scale(type="sqrt", range=[6, 900]), legend=None),
            tooltip=[
                alt.Tooltip("size:Q", title="Queries", format=","),
                alt.Tooltip("baseline:Q", title="Baseline, about", format=".1f"),
                alt.Tooltip("system:Q", title="System, about", format=".1f"),
            ],
        )
    )
