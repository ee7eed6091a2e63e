"""The scores of all queries of one system, highest first."""

import altair as alt
import numpy as np
import pandas as pd

from pages.ui.charts.layers import finish, paint

HEIGHT = 330
MOST_BARS = 400


def scores_chart(queries: pd.DataFrame, *, measure: str, role: str, mean: float) -> alt.LayerChart:
    """Draw the scores of all queries and their mean.

    ``queries`` has ``query``, ``text`` and ``score``, sorted downwards. Above ``MOST_BARS`` queries each bar is
    the mean of neighbours.
    """
    n = len(queries)
    frame = queries.assign(place=np.arange(1, n + 1))
    if n > MOST_BARS:
        frame = frame.groupby(pd.cut(frame["place"], MOST_BARS, labels=False)).agg(
            query=("query", "first"), text=("text", "first"), score=("score", "mean"), place=("place", "first")
        )
    half = 0.4 if n <= 150 else 0.5 * max(1.0, n / MOST_BARS)
    frame = frame.assign(left=frame["place"] - half, right=frame["place"] + half, zero=0.0)
    x = alt.X(
        "left:Q",
        title=f"{n:,} {'query' if n == 1 else 'queries'}, highest score first",
        scale=alt.Scale(domain=[0.5, n + 0.5], nice=False),
        axis=alt.Axis(grid=False, format=",d", tickMinStep=1),
    )
    y = alt.Y("score:Q", title=measure, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format=".1f"))
    bars = alt.Chart(frame).mark_rect()
    tooltip = [
        alt.Tooltip("query:N", title="Query"),
        alt.Tooltip("text:N", title="Text"),
        alt.Tooltip("score:Q", title=measure, format=".4f"),
    ]
    line = pd.DataFrame({"mean": [mean], "label": [f"mean {mean:.4f}"]})
    text = alt.Chart(line).mark_text(align="left", dx=8, fontSize=12, fontWeight=600)
    return finish(
        (
            paint(bars, role).encode(x=x, x2=alt.X2("right"), y=y, y2=alt.Y2("zero"), tooltip=tooltip),
            paint(alt.Chart(line).mark_rule(strokeDash=[4, 3]), "guide").encode(y=alt.Y("mean:Q")),
            paint(text, "guide").encode(x=alt.XValue("width"), y=alt.Y("mean:Q"), text=alt.Text("label:N")),
        ),
        HEIGHT,
    )
