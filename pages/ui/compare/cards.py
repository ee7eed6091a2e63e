"""A card per system: its mean, the difference to the baseline, and on how many queries it is better."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core.comparison import BETTER, TIED, WORSE
from pages.ui import results
from pages.ui.compare.outcome_bar import outcome_bar
from pages.ui.names import title_of
from pages.ui.state import Settings
from pages.ui.words import arrow, figure, queries, signed

MOST = 4
"""With more systems the table of measures alone is clearer."""

Colour = Literal["green", "red", "gray"]
COLOURS: dict[str, Colour] = {"▲": "green", "▼": "red", "=": "gray"}


def show(chosen: Settings, letters: Sequence[str]) -> None:
    """Show the cards in a row."""
    for column, letter in zip(st.columns(max(len(letters), 3), gap="small"), letters, strict=False):
        with column.container(border=True, height="stretch", gap="xsmall"):
            _card(chosen, letter)


def _card(chosen: Settings, letter: str) -> None:
    values = results.table_of(chosen, letter)[chosen.column]
    label = title_of(chosen, letter)
    if letter == chosen.baseline:
        st.metric(label, figure(values.mean()), delta="baseline", delta_color="off", delta_arrow="off")
        st.caption(f"{chosen.column}, {queries(int(values.notna().sum()))}")
        return
    pair = results.comparison(chosen, letter)
    st.metric(
        label,
        figure(values.mean()),
        delta=f"{arrow(pair.difference)} {signed(pair.difference)}",
        delta_arrow="off",
        delta_color=COLOURS[arrow(pair.difference)],
        delta_description=f"vs {chosen.baseline}",
    )
    if not pair.n:
        return
    better, tied, worse = (pair.count(outcome) for outcome in (BETTER, TIED, WORSE))
    st.image(outcome_bar(better, tied, worse), width="stretch")
    st.markdown(f":small[:green[▲ {better:,} better] · {tied:,} tied · :red[▼ {worse:,} worse]]")
