"""Better, tied and worse as one bar, for a card."""

import altair as alt
import pandas as pd

from core.comparison import BETTER, TIED, WORSE
from pages.ui.roles import by_role, paint


def outcome_bar(better: int, tied: int, worse: int) -> alt.LayerChart:
    """Draw the three numbers of queries as shares of one bar, with better and worse in words below it."""
    edges = [0, better, better + tied, better + tied + worse]
    frame = pd.DataFrame({"role": [BETTER, TIED, WORSE], "left": edges[:-1], "right": edges[1:]})
    hidden = alt.Axis(labels=False, ticks=False, domain=False, grid=False, title=None)
    x = alt.X("left:Q", axis=hidden, scale=alt.Scale(domain=[0, max(edges[-1], 1)], nice=False))
    bar = alt.Chart(frame).mark_bar(size=8).encode(x=x, x2="right", y=alt.value(6), color=by_role())
    layers = [bar]
    for label, role, align, at in (
        (f"▲ {better:,} better", "betterText", "left", 0),
        (f"▼ {worse:,} worse", "worseText", "right", "width"),
    ):
        text = alt.Chart(pd.DataFrame({"label": [label]})).mark_text(align=align, fontSize=12)
        layers.append(paint(text, role).encode(x=alt.value(at), y=alt.value(22), text="label:N"))
    return (
        alt.layer(*layers)
        .properties(height=30, padding={"left": 0, "right": 0, "top": 0, "bottom": 0})
        .configure_view(strokeWidth=0)
    )
