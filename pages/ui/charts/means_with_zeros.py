"""Means without and with the queries that have nothing relevant, a dumbbell per system."""

import altair as alt
import pandas as pd

from pages.ui.charts.layers import by_role, finish, paint

_ROW, _LOW_ROW, _MOST_TALL = 38, 24, 8
"""Pixels per system, and per system where there are many."""
_AXES = 52
_GAP = 10
"""Pixels between a point and its figure."""


def means_with_zeros_chart(systems: pd.DataFrame, *, measure: str) -> alt.LayerChart:
    """Draw for each system the mean with such queries left out (filled) and counted as 0 (hollow).

    ``systems`` has ``system`` (the label, distinct), ``role``, ``left_out`` and ``as_zero``; a system without a
    mean has no filled point.
    """
    frame = systems.assign(
        left_out_text=systems["left_out"].map("{:.4f}".format), as_zero_text=systems["as_zero"].map("{:.4f}".format)
    )
    x = alt.X(
        "as_zero:Q",
        title=f"Mean {measure}",
        scale=alt.Scale(domain=_domain(frame), nice=False, zero=False),
        axis=alt.Axis(tickCount=5, labelFlush=False, labelExpr="datum.value < 0 || datum.value > 1 ? '' : datum.label"),
    )
    y = alt.Y(
        "system:N",
        title=None,
        sort=frame["system"].tolist(),
        axis=alt.Axis(grid=False, ticks=False, domain=False, labelLimit=140, labelPadding=8, labelFlush=False),
    )
    tooltip = [
        alt.Tooltip("system:N", title="System"),
        alt.Tooltip("left_out_text:N", title="Left out"),
        alt.Tooltip("as_zero_text:N", title="Counted as 0"),
    ]
    filled = frame.dropna(subset=["left_out"])
    base, scored = alt.Chart(frame).encode(y=y, tooltip=tooltip), alt.Chart(filled).encode(y=y, tooltip=tooltip)
    # the line starts beside the hollow point, so that it does not run through it
    line = scored.mark_rule(strokeWidth=3, opacity=0.35, xOffset=5)
    hollow = base.mark_point(size=60, strokeWidth=2, filled=False, opacity=1)
    point = scored.mark_point(size=75, filled=True, opacity=1)
    left = base.mark_text(align="right", dx=-_GAP, fontSize=12)
    right = scored.mark_text(align="left", dx=_GAP, fontSize=12, fontWeight=600)
    return finish(
        (
            line.encode(x=x, x2=alt.X2("left_out:Q"), color=by_role()),
            hollow.encode(x=x, color=by_role()),
            point.encode(x=alt.X("left_out:Q"), color=by_role()),
            paint(left, "guide").encode(x=x, text=alt.Text("as_zero_text:N")),
            paint(right, "guide").encode(x=alt.X("left_out:Q"), text=alt.Text("left_out_text:N")),
        ),
        (_ROW if len(frame) <= _MOST_TALL else _LOW_ROW) * len(frame) + _AXES,
    )


def _domain(frame: pd.DataFrame) -> list[float]:
    """Leave room beside the outermost points for their figures; the axis does not start at 0, as for any point."""
    ends = pd.concat([frame["left_out"], frame["as_zero"]]).dropna()
    low, high = float(ends.min()), float(ends.max())
    margin = max(0.4 * (high - low), 0.01)
    return [low - margin, high + margin]
