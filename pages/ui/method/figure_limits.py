"""What the figures of these pages do not say, each with the reader's own number."""

import pandas as pd
import streamlit as st

from core.decimals import decimal_text
from core.measures import without_relevant
from core.worked_example import largest_score
from pages.ui import results, routes
from pages.ui.state import Settings
from pages.ui.words import MISSING, figure, plain, queries


def show(chosen: Settings, n: int) -> None:
    """Show the limits as a table, and where each can be looked at; ``n`` queries are in the means."""
    st.subheader("What these figures do not say", anchor=False)
    rows = [
        (
            "Unjudged documents",
            "Count as not relevant: a system unlike the pooled ones scores low",
            _judged(chosen) if n else MISSING,
        ),
        (
            "Queries with nothing relevant",
            "Have no value and are left out; right silence earns nothing",
            _without(chosen) if n else MISSING,
        ),
        (
            "RRF scores",
            "Come from ranks alone: no calibration, no probability",
            _largest(chosen) if chosen.is_fused else MISSING,
        ),
        (
            "Other judges, other collections",
            "The means describe these queries and these judgements only",
            f"{queries(n)}, one set of judgements" if n else MISSING,
        ),
    ]
    st.table(
        pd.DataFrame(rows, columns=["What", "What it does to the figures", "Here"]),
        border="horizontal",
        hide_index=True,
    )
    with st.container(horizontal=True, gap="medium"):
        for slug, label in (
            ("queries", "Unjudged documents: Queries"),
            ("zero_relevance", "Nothing relevant: Zero relevance"),
            ("fusion", "RRF scores: Fusion"),
            ("compare", "The means: Compare"),
        ):
            st.page_link(routes.page(slug), label=label)


def _judged(chosen: Settings) -> str:
    k = chosen.conventions.k
    letters = chosen.compared
    shares = [f"{letter} {figure(results.table_of(chosen, letter)[f'Judged@{k}'].mean())}" for letter in letters]
    return f"{plain(f'Judged@{k}')}: {', '.join(shares)}"


def _without(chosen: Settings) -> str:
    table = results.table_of(chosen, chosen.baseline)
    return f"{without_relevant(table):,} of {queries(len(table))}"


def _largest(chosen: Settings) -> str:
    largest = largest_score(chosen.c, chosen.weights)
    return f"{largest} = {decimal_text(largest, 4)} at most, for any query"
