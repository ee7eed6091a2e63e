"""What the queries say in one title and one sentence."""

from collections.abc import Sequence

import streamlit as st

from core.comparison import BETTER, TIED, WORSE, Comparison
from core.query_list import Spread
from pages.ui.names import title_of
from pages.ui.state import Settings
from pages.ui.words import figure, plain, queries, signed

_NO_VALUE = "No query has a relevant document, so none has a value."


def show_pair(chosen: Settings, pair: Comparison, without: Sequence[str], unknown: Sequence[str]) -> None:
    """Say how many queries got worse; ``without`` have no relevant document, ``unknown`` are not in the qrels."""
    worse = pair.count(WORSE)
    got_worse = f"{queries(worse)} got worse" if worse else "No query got worse"
    title = f"{got_worse} with {title_of(chosen, chosen.system)}" if pair.n else "No query can be compared"
    st.title(title, anchor=False)
    sentence = (
        f"{chosen.system} − {chosen.baseline} on {plain(pair.measure)}: mean **{signed(pair.difference)}** over "
        f"{queries(pair.n)}, better on **{pair.count(BETTER):,}**, worse on **{worse:,}**, tied on "
        f"**{pair.count(TIED):,}**."
    )
    st.markdown((sentence if pair.n else _NO_VALUE) + _left_out(without, unknown))


def show_one(chosen: Settings, spread: Spread, without: Sequence[str], unknown: Sequence[str]) -> None:
    """Say on how many queries the only run scores nothing."""
    scores_nothing = f"{queries(spread.zeros)} score 0" if spread.zeros > 1 else "1 query scores 0"
    start = scores_nothing if spread.zeros else "No query scores 0"
    title = f"{start} with {title_of(chosen, chosen.baseline)}" if spread.n else "No query can be scored"
    st.title(title, anchor=False)
    sentence = (
        f"{plain(chosen.column)}: mean **{figure(spread.mean)}** over {queries(spread.n)}, from "
        f"{figure(spread.lowest)} to {figure(spread.highest)}."
    )
    st.markdown((sentence if spread.n else _NO_VALUE) + _left_out(without, unknown))


def show_unjudged(number: int) -> None:
    """Say that there are rankings and no judgements."""
    st.title(f"{queries(number)} ranked, none judged", anchor=False)
    st.markdown("Add a qrels file to score these rankings.")


def _left_out(without: Sequence[str], unknown: Sequence[str]) -> str:
    text = ""
    if without:
        text += f" {queries(len(without))} without a relevant document left out."
    if unknown:
        text += f" {queries(len(unknown))} not in the qrels, not scored."
    return text
