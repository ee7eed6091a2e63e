"""Colours as hex, where a page cannot leave them to the theme: pills and pictures inside tables."""

from typing import Final

import streamlit as st

from pages.ui.roles import FUSED, ROLES, role_of

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


def is_dark() -> bool:
    """Tell whether the reader has chosen the dark theme."""
    return st.context.theme.type == "dark"


def pill(name: str) -> str:
    """Return the colour of a pill in a table: a letter, ``Fused``, or a meaning such as ``warning``."""
    light, dark = _PILLS.get(name, _PILLS["plain"])
    return dark if is_dark() else light


def hue(letter: str) -> str | None:
    """Return the colour of a system as hex, for pictures inside tables; charts take roles, which follow the theme."""
    palette = st.get_option(f"theme.{'dark' if is_dark() else 'light'}.chartCategoricalColors")
    return palette[ROLES.index(role_of(letter))] if palette else None
