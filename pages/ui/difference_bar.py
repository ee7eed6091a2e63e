"""A diverging bar inside a table: losses left of the middle, gains right of it."""

from urllib.parse import quote

import pandas as pd

from pages.ui.roles import BAR_AXIS, BAR_BETTER, BAR_WORSE

_WIDTH, _HEIGHT = 96, 20


def difference_bar(difference: float, largest: float) -> str | None:
    """Return a bar as the address of an SVG image, on a scale from ``-largest`` to ``largest``.

    A difference that is missing has no bar; one of 0 has the line in the middle only.
    """
    if pd.isna(difference):
        return None
    middle = _WIDTH / 2
    length = abs(difference) / largest * (middle - 1) if largest else 0.0
    start = middle - length if difference < 0 else middle
    colour = BAR_WORSE if difference < 0 else BAR_BETTER
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">'
        f'<rect x="{start:.2f}" y="3" width="{length:.2f}" height="{_HEIGHT - 6}" fill="{colour}"/>'
        f'<rect x="{middle - 0.5}" y="0" width="1" height="{_HEIGHT}" fill="{BAR_AXIS}"/></svg>'
    )
    return "data:image/svg+xml," + quote(svg)
