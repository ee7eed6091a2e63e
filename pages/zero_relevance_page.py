"""Zero relevance: queries with nothing relevant, why each is one, and what counting them would do to the means."""

import pandas as pd
import streamlit as st

from core.zero_relevance import BELOW_THRESHOLD, NONE_RELEVANT, difference_with_zeros, mean_with_zeros
from pages.ui import guards, results, state
from pages.ui.charts.means_with_zeros import means_with_zeros_chart
from pages.ui.roles import FUSED, role_of
from pages.ui.state import Settings
from pages.ui.words import conventions_line, figure, queries, signed
from pages.ui.zero_relevance import causes_table, query_table


def _content() -> None:
    chosen = state.settings()
    causes = results.zero_relevance(chosen)
    counts = causes["cause"].value_counts().to_dict()
    below = counts.get(BELOW_THRESHOLD, 0)
    without = counts.get(NONE_RELEVANT, 0) + below
    known = len(results.ideal().query_ids)
    st.title(_title(without), anchor=False)
    st.markdown(_sentence(chosen, without, below, known))
    left, right = st.columns([8, 5], gap="medium")
    with left:
        st.subheader("Why they have none" if without else "Why a query would have none", anchor=False)
        causes_table.show(chosen, counts)
    if without:
        with right:
            _means(chosen)
    st.subheader("The queries", anchor=False)
    query_table.show(chosen, causes)
    fused = {"c": chosen.c, "weights": chosen.weights} if chosen.is_fused else {}
    st.caption(conventions_line(chosen.conventions, **fused))  # type: ignore[arg-type]


def _title(without: int) -> str:
    if not without:
        return "Every query has a relevant document"
    have, are = ("has", "is") if without == 1 else ("have", "are")
    return f"{queries(without)} {have} no relevant document and {are} left out of the means"


def _sentence(chosen: Settings, without: int, below: int, known: int) -> str:
    if not without:
        return f"All {queries(known)} of the qrels are in the means." if known > 1 else "It is in the means."
    if without == known:
        return "No query is left to take a mean over."
    left = known - without
    mean_of = (
        f"The means are over the other {queries(left)}." if left > 1 else "The means are over the one other query."
    )
    if not chosen.system:
        return mean_of
    pair = results.comparison(chosen, chosen.system)
    baseline, system = results.table_of(chosen, chosen.baseline), results.table_of(chosen, chosen.system)
    as_zero = difference_with_zeros(baseline[chosen.column], system[chosen.column])
    them = "it" if without == 1 else "them"
    change = (
        f"Counting {them} as 0 would turn {chosen.system} − {chosen.baseline} on {chosen.column} "
        f"from **{signed(pair.difference)}** into **{signed(as_zero)}**; "
    )
    if below and chosen.measure == "nDCG":
        some = f"{below:,} of them {'has' if below == 1 else 'have'}"
        all_ = "it has" if below == 1 else "they have"
        have = all_ if below == without else some
        return f"{change}{have} graded documents below the threshold, from which trec\\_eval would still take a gain."
    they = "it only dilutes" if without == 1 else "they only dilute"
    return f"{change}no ranking can score on {them}, so {they} the difference."


def _means(chosen: Settings) -> None:
    st.subheader("Means with and without them", anchor=False)
    fused = [FUSED] if chosen.is_fused else []
    systems = pd.DataFrame([_system(chosen, letter) for letter in [*_letters(), *fused]])
    st.altair_chart(
        means_with_zeros_chart(systems, measure=chosen.column),
        alt=f"Mean {chosen.column} of each system with these queries left out and counted as 0",
    )
    st.caption("Filled: left out, as on all pages. Hollow: counted as 0, as trec_eval -c, ir\\_measures and ranx do.")
    with st.expander("The means as a table"):
        shown = pd.DataFrame(
            {
                "System": [*_letters(), *fused],
                "Left out": systems["left_out"].map(figure),
                "Counted as 0": systems["as_zero"].map(figure),
            }
        )
        st.table(shown, border="horizontal", hide_index=True)


def _letters() -> list[str]:
    return [each.letter for each in state.workspace().runs]


def _system(chosen: Settings, letter: str) -> dict[str, object]:
    values = results.table_of(chosen, letter)[chosen.column]
    name = letter if letter == FUSED else f"{letter} {state.workspace().run(letter).run.name}"
    return {
        "system": name,
        "role": role_of(letter),
        "left_out": float(values.mean()),
        "as_zero": mean_with_zeros(values),
    }


if guards.ready():
    _content()
