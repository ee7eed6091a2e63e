"""Why queries are scored on nothing, or nowhere: each cause with its number of queries."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.zero_relevance import (
    BELOW_THRESHOLD,
    CAUSES,
    NO_JUDGEMENTS,
    NONE_RELEVANT,
    NOT_IN_QRELS,
    NOT_IN_RUN,
    next_threshold,
)
from pages.ui import results
from pages.ui.state import Settings
from pages.ui.words import queries

_IN_THE_MEAN = {
    NONE_RELEVANT: "left out",
    BELOW_THRESHOLD: "left out",
    NO_JUDGEMENTS: "not scored",
    NOT_IN_QRELS: "not scored",
    NOT_IN_RUN: "counted as 0",
}


def show(chosen: Settings, counts: Mapping[str, int]) -> None:
    """Show all causes, those without a query too, and tell the three groups apart."""
    rows = [
        {
            "Cause": cause,
            "Queries": counts.get(cause, 0),
            "In the mean": _IN_THE_MEAN[cause],
            "What it means": meaning + (_next(chosen) if cause == BELOW_THRESHOLD else ""),
        }
        for cause, meaning in CAUSES.items()
    ]
    shown = pd.DataFrame(rows).style.format("{:,}", subset=["Queries"])
    st.table(shown, border="horizontal", hide_index=True)
    st.caption(
        "Left out: in the qrels, without a relevant document. Not scored: unknown to the qrels, so in no mean of any "
        "tool; those that a run answers are still fused. Counted as 0: in every mean, as there is something to find."
    )


def _next(chosen: Settings) -> str:
    judgements = results.qrels()
    following = next_threshold(judgements, chosen.conventions.relevant_from) if judgements else None
    if following is None:
        return ""
    grade, more = following
    return f" From grade {grade:g}, {queries(more)} more." if more else ""
