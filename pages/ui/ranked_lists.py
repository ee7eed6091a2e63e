"""The ranked lists of one query side by side."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.formulas import is_relevant
from core.ranked_list import ranked_list
from pages.ui import results
from pages.ui.names import title_of
from pages.ui.state import Settings
from pages.ui.theme import pill
from pages.ui.words import MISSING, figure, plain

MOST_ROWS = 100
"""Nobody reads further down a list on a page."""
_LISTS_A_ROW = 3
_ARROWS = {1: "▲", -1: "▼", 0: "="}


def show(chosen: Settings, query_id: str, letters: Sequence[str], *, depth: int) -> None:
    """Show a list per letter (``Fused`` may be among them), down to ``depth``, with grades where there are qrels.

    More than three lists stand in rows of three. A caption explains arrows and colours.
    """
    systems = {letter: results.list_of(chosen, letter, query_id) for letter in letters}
    judgements = results.qrels()
    grades = judgements.of_query(query_id) if judgements else None
    width = min(len(letters), _LISTS_A_ROW)
    for start in range(0, len(letters), width):
        columns = st.columns(width, gap="small")
        for column, letter in zip(columns, letters[start : start + width], strict=False):
            others = {other: ranking for other, ranking in systems.items() if other != letter}
            rows = ranked_list(
                systems[letter], query_id, depth=min(depth, MOST_ROWS), grades=grades or {}, others=others
            )
            with column:
                st.markdown(_header(chosen, query_id, letter))
                _list(rows, chosen, letter, query_id, judged=grades is not None)
    st.caption(_notes(chosen, several=len(letters) > 1, judged=grades is not None, depth=depth))


def grade_words(grade: float, relevant_from: float | None) -> str:
    """Return a grade as it stands in a table: ``2 relevant``, ``unjudged``."""
    if pd.isna(grade):
        return "unjudged"
    if grade == 0:
        return "0 not rel."
    return f"{grade:g} relevant" if is_relevant(grade, relevant_from) else f"{grade:g} below threshold"


def grade_column(grades: Sequence[float], relevant_from: float | None) -> Any:
    """Return the column that shows these grades as pills."""
    pills = {grade_words(grade, relevant_from): pill(_meaning(grade, relevant_from)) for grade in grades}
    return st.column_config.MultiselectColumn("Grade", options=list(pills), color=list(pills.values()))


def _meaning(grade: float, relevant_from: float | None) -> str:
    if pd.isna(grade):
        return "warning"
    if grade == 0 or not is_relevant(grade, relevant_from):
        return "plain"
    return "grade2" if grade >= 2 else "grade1"


def _value(chosen: Settings, query_id: str, letter: str) -> float:
    table = results.table_of(chosen, letter)
    return float(table[chosen.column].get(query_id, float("nan")))


def _header(chosen: Settings, query_id: str, letter: str) -> str:
    title = title_of(chosen, letter)
    if results.qrels() is None:
        return title
    return f"{title} · {plain(chosen.column)} **{figure(_value(chosen, query_id, letter))}**"


def _list(rows: pd.DataFrame, chosen: Settings, letter: str, query_id: str, *, judged: bool) -> None:
    if rows.empty:
        scored = judged and _value(chosen, query_id, letter) == 0
        st.caption("Returned nothing for this query" + (": it counts as 0." if scored else "."))
        return
    threshold = chosen.conventions.relevant_from
    others = [column for column in rows.columns if column not in {"rank", "document", "grade", "score"}]
    shown = {"#": rows["rank"]}
    columns: dict[str, Any] = {"#": st.column_config.NumberColumn(width=40, help="Rank")}
    if judged:
        shown["Grade"] = rows["grade"].map(lambda grade: [grade_words(grade, threshold)])
        columns["Grade"] = grade_column(rows["grade"].tolist(), threshold)
    shown["Document"] = rows["document"]  # before the ranks elsewhere: a narrow window cuts the last columns
    for column in others:
        shown[f"in {column}"] = rows.apply(_standing, axis=1, args=(column,))
        columns[f"in {column}"] = st.column_config.TextColumn(
            alignment="right", help=f"Rank in {column}. ▲ higher here, ▼ lower here, – not retrieved there."
        )
    st.dataframe(
        pd.DataFrame(shown),
        hide_index=True,
        column_config=columns,
        row_height=29,
        height="content",
        alt=f"The first {len(rows)} documents of {letter}",
    )


def _standing(row: "pd.Series[object]", other: str) -> str:
    there = row[other]
    if pd.isna(there):
        return MISSING
    return f"{_ARROWS[(there > row['rank']) - (there < row['rank'])]} {there:,}"


def _notes(chosen: Settings, *, several: bool, judged: bool, depth: int) -> str:
    notes = []
    if depth > MOST_ROWS:
        notes.append(f"The first {MOST_ROWS} of {depth:,} ranks are shown.")
    if several:
        notes.append("▲ ranked higher here than in the other list, ▼ lower, = at the same rank, – not retrieved there.")
    if judged:
        threshold = chosen.conventions.relevant_from
        relevant = "Grades above 0 count" if threshold is None else f"Grades from {threshold:g} on count"
        notes.append(f"{relevant} as relevant (violet); unjudged (yellow) counts as not relevant.")
    return " ".join(notes)
