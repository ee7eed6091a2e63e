"""What the layers of all charts share: colour by role, and the look of the whole."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from pages.ui.roles import ROLES


def by_role(field: str = "role") -> alt.Color:
    """Colour marks by a column that holds roles; the theme maps roles to colours, light and dark."""
    return alt.Color(f"{field}:N", scale=alt.Scale(domain=list(ROLES)), legend=None)


def paint(chart: alt.Chart, role: str) -> alt.Chart:
    """Colour a whole layer by one role. Every layer needs it: unpainted marks take the colour of system A."""
    return chart.transform_calculate(_role=f"'{role}'").encode(color=by_role("_role"))


def query_tooltip() -> list[alt.Tooltip]:
    """Return what a mark that stands for a query of two systems says under the pointer."""
    return [
        alt.Tooltip("query:N", title="Query"),
        alt.Tooltip("text:N", title="Text"),
        alt.Tooltip("baseline:Q", title="Baseline", format=".4f"),
        alt.Tooltip("system:Q", title="System", format=".4f"),
        alt.Tooltip("difference:Q", title="Difference", format="+.4f"),
    ]


def query_pick() -> alt.Parameter:
    """Return the selection by which a click names a query: by its id, which no new order or k changes."""
    return alt.selection_point(name="pick", fields=["query"], on="click", empty=False)


class Shown(alt.LayerChart):
    """A layered chart that is not held against Altair's schema each time it is shown, which takes as long as all else.

    The tests hold every chart against it instead.
    """

    def to_dict(self, validate: bool = False, **options: Any) -> dict[str, Any]:
        """Return the specification; see :meth:`altair.LayerChart.to_dict`."""
        return super().to_dict(validate=validate, **options)


def finish(layers: Sequence[alt.Chart], height: int) -> alt.LayerChart:
    """Lay layers over each other, bottom first, with a height and the look of the pages for axes and titles."""
    # in one call: each call of a chart's methods copies all its layers
    return Shown(
        layer=list(layers),
        height=height,
        padding={"left": 2, "right": 2, "top": 4, "bottom": 2},
        config=alt.Config(
            axis=alt.AxisConfig(labelFontSize=12, titleFontSize=12, titlePadding=8, labelPadding=6, gridOpacity=0.55),
            title=alt.TitleConfig(fontSize=14, fontWeight=600, offset=12),
            view=alt.ViewConfig(strokeWidth=0),
        ),
    )
