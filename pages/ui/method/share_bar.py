"""A stacked bar inside a table: what each list adds to a fused score."""

from collections.abc import Sequence

from pages.ui.roles import BAR_AXIS
from pages.ui.svg import Part, picture
from pages.ui.theme import hue

_WIDTH, _HEIGHT = 96, 20


def share_bar(shares: Sequence[float], largest: float, letters: Sequence[str]) -> str:
    """Return a bar as the address of an SVG image: one part per letter, on a scale from 0 to ``largest``."""
    start, parts = 0.0, []
    for share, letter in zip(shares, letters, strict=True):
        width = share / largest * _WIDTH if largest else 0.0
        parts.append(Part(start, 3, width, _HEIGHT - 6, hue(letter) or BAR_AXIS))
        start += width
    return picture(_WIDTH, _HEIGHT, parts)
