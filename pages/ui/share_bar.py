"""A stacked bar inside a table: what each list adds to a fused score."""

from collections.abc import Sequence
from urllib.parse import quote

from pages.ui.roles import BAR_AXIS, hue

_WIDTH, _HEIGHT = 96, 20


def share_bar(parts: Sequence[float], largest: float, letters: Sequence[str]) -> str:
    """Return a bar as the address of an SVG image: one part per letter, on a scale from 0 to ``largest``."""
    start, pieces = 0.0, []
    for part, letter in zip(parts, letters, strict=True):
        width = part / largest * _WIDTH if largest else 0.0
        colour = hue(letter) or BAR_AXIS
        pieces.append(f'<rect x="{start:.2f}" y="3" width="{width:.2f}" height="{_HEIGHT - 6}" fill="{colour}"/>')
        start += width
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">{"".join(pieces)}</svg>'
    return "data:image/svg+xml," + quote(svg)
