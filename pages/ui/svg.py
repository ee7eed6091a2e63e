"""Small pictures made of bars, for places that no chart fits: cells of a table, cards."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote


class Part(NamedTuple):
    """A filled rectangle; lengths in pixels from the upper left corner, ``colour`` as hex."""

    left: float
    top: float
    width: float
    height: float
    colour: str


def picture(width: int, height: int, parts: Iterable[Part]) -> str:
    """Return an SVG image as an address that can stand where the address of an image is wanted."""
    drawn = "".join(
        f'<rect x="{part.left:.2f}" y="{part.top:g}" width="{part.width:.2f}" height="{part.height:g}" '
        f'fill="{part.colour}"/>'
        for part in parts
    )
    frame = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "data:image/svg+xml," + quote(f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>{drawn}</svg>')
