"""The chosen query: its text, the way to its neighbours, what each system scores and finds."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.ranked_list import TopCounts, relevant_documents, top_counts
from pages.ui import results, state
from pages.ui.measures_table import SHOWN
from pages.ui.roles import badge
from pages.ui.state import Settings
from pages.ui.words import counted, figure, plain, short

_HEADING_LENGTH = 90
_TEXT_LENGTH = 1_000


def show(chosen: Settings, query_id: str, letters: Sequence[str], listed: Sequence[str]) -> None:
    """Show a query that is one of ``listed``, with what these systems (letters, or ``Fused``) make of it."""
    _heading(query_id, listed)
    judgements = results.qrels()
    if judgements is None:
        return
    st.table(
        _measures(chosen, query_id, letters).style.format(figure, subset=_columns(chosen)),
        border="horizontal",
        hide_index=True,
        alt=f"Measures of {len(letters)} systems for this query",
    )
    grades = judgements.of_query(query_id)
    k, threshold = chosen.conventions.k, chosen.conventions.relevant_from
    counts = {
        letter: top_counts(
            results.list_of(chosen, letter, query_id), query_id, k=k, grades=grades, relevant_from=threshold
        )
        for letter in letters
    }
    st.markdown(_sentence(counts, relevant=len(relevant_documents(grades, threshold)), judged=len(grades), k=k))


def _heading(query_id: str, listed: Sequence[str]) -> None:
    text = state.workspace().texts.get(query_id, "")
    fitting = text if len(text) <= _HEADING_LENGTH else ""
    place = listed.index(query_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(
            plain(short(query_id, _HEADING_LENGTH)) + (f" · {plain(fitting)}" if fitting else ""), anchor=False
        )
        _step("Previous", "chevron_left", listed[place - 1] if place else None, "left")
        st.caption(f"{place + 1:,} of {len(listed):,}", width="content")
        _step("Next", "chevron_right", listed[place + 1] if place + 1 < len(listed) else None, "right")
    if text and not fitting:
        st.caption(plain(short(text, _TEXT_LENGTH)))


def _step(label: str, icon: str, query_id: str | None, side: str) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        icon_position=side,  # type: ignore[arg-type]
        type="tertiary",
        disabled=query_id is None,
        on_click=state.choose_query,
        args=(query_id,),
        key=f"queries_{label.lower()}",
        help=f"{label} query of the list, in the order of the filter",
    )


def _columns(chosen: Settings) -> list[str]:
    return [f"{key}@{chosen.conventions.k}" for key in dict.fromkeys([chosen.measure, *SHOWN])]


def _measures(chosen: Settings, query_id: str, letters: Sequence[str]) -> pd.DataFrame:
    rows = [results.table_of(chosen, letter).reindex([query_id])[_columns(chosen)] for letter in letters]
    table = pd.concat(rows, ignore_index=True)
    table.insert(0, "", [badge(letter) for letter in letters])
    return table


def _sentence(counts: dict[str, TopCounts], *, relevant: int, judged: int, k: int) -> str:
    if not judged:
        return "The qrels do not know this query: its documents are unjudged, and it has no value."
    unjudged = ", ".join(f"{letter} **{each.unjudged:,}**" for letter, each in counts.items())
    if not relevant:
        return (
            f"None of its {counted(judged, 'judged document')} is relevant, so it has no value and is in no mean. "
            f"Unjudged in the top {k:,}: {unjudged}."
        )
    found = ", ".join(f"{letter} **{each.relevant:,}**" for letter, each in counts.items())
    return (
        f"Relevant in the top {k:,}: {found}, of {counted(relevant, 'relevant document')} among "
        f"{judged:,} judged. Unjudged in the top {k:,}: {unjudged}."
    )
