"""Better, tied and worse as one bar, for a card."""

from pages.ui.roles import BAR_AXIS, BAR_BETTER, BAR_WORSE
from pages.ui.svg import Part, picture

_WIDTH, _HEIGHT = 300, 8


def outcome_bar(better: int, tied: int, worse: int) -> str:
    """Return a bar as the address of an SVG image: three numbers of queries as shares of its length."""
    total = max(better + tied + worse, 1)
    parts, start = [], 0.0
    for number, colour in ((better, BAR_BETTER), (tied, BAR_AXIS), (worse, BAR_WORSE)):
        width = _WIDTH * number / total
        parts.append(Part(start, 0, width, _HEIGHT, colour))
        start += width
    return picture(_WIDTH, _HEIGHT, parts)
