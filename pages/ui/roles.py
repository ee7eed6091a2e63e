"""Colours by role, never by hue: who a system is, whether something is better, what is relevant."""

from collections.abc import Sequence
from typing import Any, Final

import altair as alt
import streamlit as st

ROLES: Final = (
    "run1",
    "run2",
    "run3",
    "run4",
    "run5",
    "run6",
    "fused",
    "better",
    "worse",
    "tied",
    "guide",
    "relevance",
    "betterText",
    "worseText",
)
"""The order of ``chartCategoricalColors`` in ``.streamlit/config.toml``."""

FUSED: Final = "Fused"
"""Badge of the fusion of systems; it has no letter because it is made of those that have."""

_PILLS: Final = {
    "A": ("#D3E4F6", "#1C3B5C"),
    "B": ("#FAE2CB", "#54371A"),
    "C": ("#EBD8E1", "#4E3542"),
    "D": ("#E3E1FE", "#2F2A5C"),
    "E": ("#F4E3EF", "#2E4A2C"),
    "F": ("#E5E1DC", "#173C40"),
    FUSED: ("#DCE1E8", "#3A4450"),
    "grade2": ("#6B4FA0", "#C9B8EC"),
    "grade1": ("#DDD2F2", "#5B4790"),
    "plain": ("#E9EDF2", "#2A323D"),
    "warning": ("#F8E7AE", "#5E4C12"),
    "ok": ("#CFEBE5", "#12443B"),
    "error": ("#F6D5DC", "#5B2230"),
}
BAR_BETTER, BAR_WORSE, BAR_AXIS = "#079D81", "#C7364F", "#8A94A3"
"""Bars drawn inside tables; one value for light and dark."""


def is_dark() -> bool:
    """Tell whether the reader has chosen the dark theme."""
    return st.context.theme.type == "dark"


def pill(name: str) -> str:
    """Return the colour of a pill in a table: a letter, ``Fused``, or a meaning such as ``warning``."""
    light, dark = _PILLS.get(name, _PILLS["plain"])
    return dark if is_dark() else light


def role_of(letter: str) -> str:
    """Return the colour role of a system by its letter; grey beyond the sixth, which labels tell apart."""
    if letter == FUSED:
        return "fused"
    place = ord(letter) - ord("A") if len(letter) == 1 else len(ROLES)
    return f"run{place + 1}" if place < 6 else "tied"


def hue(letter: str) -> str | None:
    """Return the colour of a system as hex, for pictures inside tables; charts take roles, which follow the theme."""
    palette = st.get_option(f"theme.{'dark' if is_dark() else 'light'}.chartCategoricalColors")
    return palette[ROLES.index(role_of(letter))] if palette else None


def badge(letter: str) -> str:
    """Return the Markdown badge of a system: blue for A, orange for B, grey for all others."""
    colour = {"A": "blue", "B": "orange"}.get(letter, "gray")
    return f":{colour}-badge[{letter}]"


def by_role(field: str = "role") -> alt.Color:
    """Colour marks by a column that holds roles; the theme maps roles to colours, light and dark."""
    return alt.Color(f"{field}:N", scale=alt.Scale(domain=list(ROLES)), legend=None)


def paint(chart: alt.Chart, role: str) -> alt.Chart:
    """Colour a whole layer by one role. Every layer needs it: unpainted marks take the colour of system A."""
    return chart.transform_calculate(_role=f"'{role}'").encode(color=by_role("_role"))


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
