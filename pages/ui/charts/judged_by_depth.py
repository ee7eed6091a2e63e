"""Which share of each ranking was judged, down to each depth."""

import altair as alt
import pandas as pd

from pages.ui.charts.layers import by_role, finish
from pages.ui.charts.spread import spread

HEIGHT = 300
_PLOT = 230
"""About the height between the axes, in pixels."""
_LINE = 16
"""Height of a label, in pixels."""
_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]


def judged_by_depth_chart(shares: pd.DataFrame) -> alt.LayerChart:
    """Draw the judged share over depth, a line per run, named at its end.

    ``shares`` has ``system`` (the label, distinct), ``role``, ``depth`` and ``share`` (0 to 1), by system and
    depth. As many lines are named as fit; the tooltip names all.
    """
    deepest = int(shares["depth"].max())
    scale = alt.Scale(type="log", domain=[1, max(deepest, 2)], nice=False)
    # the deepest list ends the axis, so a tick just before it makes way
    ticks = [tick for tick in _TICKS if tick * 1.3 < deepest] + [deepest]
    x = alt.X(
        "depth:Q",
        title="Depth k, logarithmic",
        scale=scale,
        axis=alt.Axis(values=ticks, format=",d", labelFlush=False, labelOverlap="greedy"),
    )
    y = alt.Y(
        "share:Q",
        title="Judged documents in the top k",
        scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(labelFlush=False, format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    tooltip = [
        alt.Tooltip("system:N", title="Run"),
        alt.Tooltip("depth:Q", title="Depth k", format=",d"),
        alt.Tooltip("share:Q", title="Judged", format=".1%"),
    ]
    lines = alt.Chart(shares).encode(x=x, y=y, color=by_role(), detail=alt.Detail("system:N"))
    ends = _labels(shares)
    # where the text of a run is ink, dots in the colours of the runs tell whose it is
    dotted = ends if (ends["text_role"] != ends["role"]).any() else ends.head(0)
    at = alt.Y("at:Q", scale=alt.Scale(domain=[0, 1]))
    dots = alt.Chart(dotted).mark_point(size=36, filled=True, opacity=1, xOffset=14)
    labels = alt.Chart(ends).mark_text(
        align="left", dx=8 if dotted.empty else 22, fontSize=12, fontWeight=600, limit=170
    )
    return finish(
        (
            lines.mark_line(strokeWidth=2),
            lines.mark_point(size=36, filled=True, opacity=1).encode(tooltip=tooltip),
            dots.encode(x=alt.XValue("width"), y=at, color=by_role()),
            labels.encode(
                x=alt.XValue("width"), y=at, text=alt.Text("label:N"), color=by_role("text_role"), tooltip=tooltip
            ),
        ),
        HEIGHT,
    )


def _labels(shares: pd.DataFrame) -> pd.DataFrame:
    """Return a label per line with the height it stands at: that of the line's end, moved where labels would meet."""
    most = _PLOT // _LINE
    ends = shares.drop_duplicates("system", keep="last").head(most)
    at = spread(ends["share"].tolist(), gap=_LINE / _PLOT, low=0.0, high=1.0)
    deepest = shares["depth"].max()
    text = [
        f"{end.system} {end.share:.0%}" + (f" at {end.depth:,}" if end.depth < deepest else "")
        for end in ends.itertuples()
    ]
    role = ends["role"].where(ends["role"].isin(["run1", "run2"]), "fused")
    return ends.assign(at=at, label=text, text_role=role)
