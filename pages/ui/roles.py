"""Who a system is and what a colour means: roles, never hues, so that light and dark each have their own."""

from typing import Final

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

BAR_BETTER, BAR_WORSE, BAR_AXIS = "#079D81", "#C7364F", "#8A94A3"
"""Bars drawn inside tables; one value for light and dark."""


def role_of(letter: str) -> str:
    """Return the colour role of a system by its letter; grey beyond the sixth, which labels tell apart."""
    if letter == FUSED:
        return "fused"
    place = ord(letter) - ord("A") if len(letter) == 1 else len(ROLES)
    return f"run{place + 1}" if place < 6 else "tied"


def badge(letter: str) -> str:
    """Return the Markdown badge of a system: blue for A, orange for B, grey for all others."""
    colour = {"A": "blue", "B": "orange"}.get(letter, "gray")
    return f":{colour}-badge[{letter}]"
