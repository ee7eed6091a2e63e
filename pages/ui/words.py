"""Text on pages: user text made harmless, numbers in one form, the line that states the conventions."""

import re
from collections.abc import Sequence

import pandas as pd

from core.comparison import TOLERANCE
from core.conventions import Conventions
from core.decimals import number_text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&^=\"'/@])")
MISSING = "–"


def plain(text: str) -> str:
    """Escape text from users so that Markdown shows it letter by letter, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def short(text: str, most: int) -> str:
    """Return a text cut to so many letters, with … where letters are missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figure(value: float) -> str:
    """Return a measure with four decimals, or a dash where there is none."""
    return MISSING if pd.isna(value) else f"{value:.4f}"


def signed(value: float) -> str:
    """Return a difference with sign and four decimals; a difference that rounds to nothing has no sign."""
    if pd.isna(value):
        return MISSING
    text = f"{abs(value):.4f}"
    if float(text) == 0:
        return text
    return ("+" if value > 0 else "−") + text


def standing(difference: float) -> str:
    """Return what a difference says: ``0.0907 ahead of``, ``0.0907 behind``, ``level with``."""
    if abs(difference) <= TOLERANCE:
        return "level with"
    size = signed(abs(difference)).lstrip("+")
    return f"{'less than 0.0001' if float(size) == 0 else size} {'ahead of' if difference > 0 else 'behind'}"


def arrow(value: float) -> str:
    """Return ▲ for a gain, ▼ for a loss and = where four decimals show neither."""
    text = signed(value)
    return {"+": "▲", "−": "▼"}.get(text[0], "=")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 query``, ``2 queries``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def nouns(unit: str) -> tuple[str, str]:
    """Return the singular and the plural of the unit of a finding."""
    return "query" if unit == "queries" else unit.removesuffix("s"), unit


def queries(number: int) -> str:
    """Return a number of queries in words."""
    return counted(number, "query", "queries")


def conventions_line(conventions: Conventions, *, c: float | None = None, weights: Sequence[float] = ()) -> str:
    """Return the conventions in force as one line; ``c`` is named where fused figures are shown, as are weights."""
    order = {"score": "by score", "rank": "by rank column", "file": "in file order"}[conventions.order_by]
    ties = {"id_descending": "by id, descending", "id_ascending": "by id, ascending", "file": "in file order"}
    threshold = conventions.relevant_from
    parts = [
        f"k = {conventions.k:,}",
        "gain 2^grade − 1" if conventions.gain == "exponential" else "gain is the grade",
        "ideal list cut at k",
        "relevant above grade 0" if threshold is None else f"relevant from grade {threshold:g}",
        f"ordered {order}",
    ]
    if conventions.order_by != "file":
        parts.append(f"ties {ties[conventions.ties]}")
    parts += ["unjudged = not relevant", "missing query = 0", "queries without a relevant document left out"]
    if c is not None:
        weighted = f", weights {', '.join(map(number_text, weights))}" if len(set(weights)) > 1 else ""
        parts.append(f"fused with c = {number_text(c)}{weighted}, ranks from 1, ties by id, ascending")
    return "Conventions: " + " · ".join(parts)
