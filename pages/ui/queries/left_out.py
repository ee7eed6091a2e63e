"""The relevant documents that a system left out of its top k."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.ranked_list import left_out, relevant_documents
from pages.ui import results
from pages.ui.ranked_lists import grade_column, grade_words
from pages.ui.state import Settings
from pages.ui.words import MISSING, counted

MOST_ROWS = 100
_HEIGHT, _FITS = 350, 11


def show(chosen: Settings, query_id: str, letter: str, letters: Sequence[str]) -> None:
    """Show what ``letter`` left out, with the ranks in each of ``letters``; only where there are qrels."""
    judgements = results.qrels()
    assert judgements is not None
    grades = judgements.of_query(query_id)
    k, threshold = chosen.conventions.k, chosen.conventions.relevant_from
    relevant = len(relevant_documents(grades, threshold))
    if not relevant:
        return
    st.subheader(f"Relevant documents {letter} left out of its top {k:,}", anchor=False)
    systems = {each: results.list_of(chosen, each, query_id) for each in letters}
    rows = left_out(letter, systems, query_id, k=k, grades=grades, relevant_from=threshold)
    if rows.empty:
        st.caption(f"None: its top {k:,} holds every relevant document ({relevant:,}).")
        return
    _table(rows.head(MOST_ROWS), letters, threshold)
    nowhere = int(rows[list(letters)].isna().all(axis=1).sum())
    capped = f", the first {MOST_ROWS} of them listed" if len(rows) > MOST_ROWS else ""
    st.caption(
        f"{len(rows):,} of {counted(relevant, 'relevant document')}{capped}; {nowhere:,} "
        f"{'is' if nowhere == 1 else 'are'} in no list. Numbers are ranks, – not retrieved."
    )


def _table(rows: pd.DataFrame, letters: Sequence[str], threshold: float | None) -> None:
    grades = rows["grade"].map(lambda grade: [grade_words(grade, threshold)])
    columns: dict[str, Any] = {letter: st.column_config.NumberColumn(width=66) for letter in letters}
    columns["document"] = st.column_config.TextColumn("Document")
    columns["grade"] = grade_column(rows["grade"].tolist(), threshold)
    st.dataframe(
        rows.assign(grade=grades)[["document", *letters, "grade"]],
        hide_index=True,
        column_config=columns,
        row_height=29,
        height=_HEIGHT if len(rows) > _FITS else "content",
        placeholder=MISSING,
        alt=f"{len(rows)} relevant documents with their ranks",
    )
