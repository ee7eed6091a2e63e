"""A diverging bar inside a table: losses left of the middle, gains right of it."""

import pandas as pd

from pages.ui.roles import BAR_AXIS, BAR_BETTER, BAR_WORSE
from pages.ui.svg import Part, picture

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
    bar = Part(start, 3, length, _HEIGHT - 6, colour)
    return picture(_WIDTH, _HEIGHT, [bar, Part(middle - 0.5, 0, 1, _HEIGHT, BAR_AXIS)])
