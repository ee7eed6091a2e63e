"""The inputs of the worked example. They are its own: no setting of the other pages changes with them."""

from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.decimals import number_text
from core.errors import InputError
from core.formulas import first_occurrences
from core.sensitivity import C_STEPS
from core.worked_example import WorkedExample
from pages.ui import results, state
from pages.ui.method.typed import grades_by_document, repeated, typed_ids, written_ids
from pages.ui.roles import badge
from pages.ui.state import Settings
from pages.ui.words import counted, plain, short

LONGEST = 50
"""Nobody reads longer lists line by line."""
_ROWS_SHOWN = 8
_ROW = 29
_GRADES = {"d1": 0.0, "d2": 1.0, "d3": 2.0, "d4": 0.0, "d6": 3.0, "d9": 2.0}
_DEFAULTS: dict[str, Any] = {
    "method_letters": ("A", "B"),
    "method_list_1": "d1 d2 d3 d4 d5",
    "method_list_2": "d6 d3 d7 d2 d8",
    "method_weight_1": 1.0,
    "method_weight_2": 1.0,
    "method_c": 60.0,
    "method_k": 5,
    "method_gain": "exponential",
    "method_source": "",
}
"""An example that flatters nobody: ties, an unjudged document, and a fusion that falls behind one of its lists."""
_GAIN_LABELS = {"exponential": "2^g − 1", "linear": "linear"}


@dataclass(frozen=True)
class Inputs:
    """What was typed: the example, the letters of its lists, and why it cannot be computed, if so."""

    example: WorkedExample
    letters: tuple[str, str]
    problem: str = ""


def show() -> Inputs:
    """Show the inputs and return them."""
    if "method_grades" not in st.session_state:
        _set(_DEFAULTS, _GRADES)
    chosen = state.settings()
    letters: tuple[str, str] = st.session_state["method_letters"]
    lists = tuple(_ranking(place, letter) for place, letter in enumerate(letters, start=1))
    with st.container(horizontal=True, gap="small"):
        weights = tuple(_weight(place, letter) for place, letter in enumerate(letters, start=1))
    c = _constant()
    k, gain = _cut_off_and_gain()
    st.caption("Grades of the judged documents")  # leaves room for the tools that a table shows above itself
    grades, problem = _grades()
    _caption()
    _buttons(chosen)
    example = WorkedExample(lists, weights, c, grades, k, gain, chosen.conventions.relevant_from)
    return Inputs(example, letters, problem or _problem_of(example))


def _problem_of(example: WorkedExample) -> str:
    try:
        example.judge(())
    except ValueError as error:
        return str(error)
    return ""


def _ranking(place: int, letter: str) -> tuple[str, ...]:
    key = f"method_list_{place}"
    typed = st.text_input(
        f"Ranking {badge(letter)}, best first",
        key=key,
        persist_state="session",
        help="Document ids, separated by blanks or commas. An id that holds one of these goes in double quotes.",
    )
    ids = typed_ids(typed or "")
    if twice := repeated(ids):
        names = ", ".join(plain(document) for document in twice[:3]) + (" …" if len(twice) > 3 else "")
        st.caption(f"Repeated, counts once, at its first place: {names}")
    distinct = first_occurrences(ids)
    if len(distinct) > LONGEST:
        st.caption(f"Only the first {LONGEST} of {len(distinct):,} documents take part.")
    return tuple(distinct[:LONGEST])


def _weight(place: int, letter: str) -> float:
    weight = st.number_input(
        f"Weight of {badge(letter)}",
        0.0,
        state.LARGEST,
        step=0.1,
        format="%g",
        key=f"method_weight_{place}",
        persist_state="session",
    )
    return float(f"{weight or 0:.15g}")


def _constant() -> float:
    steps = sorted({*map(float, C_STEPS), float(st.session_state["method_c"])})
    c = st.select_slider("Constant c", steps, format_func=number_text, key="method_c", persist_state="session")
    return float(c)


def _cut_off_and_gain() -> tuple[int, Any]:
    left, right = st.columns([2, 3], gap="small")
    k = left.number_input("Cut-off k", 1, LONGEST, step=1, key="method_k", persist_state="session")
    gain = right.segmented_control(
        "Gain",
        list(state.GAINS),
        format_func=lambda gain: _GAIN_LABELS[gain],
        required=True,
        key="method_gain",
        persist_state="session",
        width="stretch",
    )
    return int(k or 1), state.GAINS[gain or "exponential"]


def _grades() -> tuple[dict[str, float], str]:
    """Show the grades as a table to edit; what was edited is still there after a visit to another page."""
    key = f"method_editor_{st.session_state['method_turn']}"
    if key not in st.session_state:
        st.session_state["method_base"] = st.session_state["method_grades"]
    base = pd.DataFrame(st.session_state["method_base"], columns=["Document", "Grade"])
    edited = st.data_editor(
        base.astype({"Document": "str", "Grade": "float64"}),
        num_rows="dynamic",
        hide_index=True,
        row_height=_ROW,
        height="content" if len(base) <= _ROWS_SHOWN else (_ROWS_SHOWN + 2) * _ROW,
        column_config={
            "Document": st.column_config.TextColumn(required=True),
            "Grade": st.column_config.NumberColumn(required=True, min_value=0, format="%g", width=80),
        },
        key=key,
        alt="Grades of the judged documents, to be edited",
    )
    complete = edited.dropna()
    rows = list(zip(complete["Document"].tolist(), complete["Grade"].tolist(), strict=True))
    st.session_state["method_grades"] = rows
    try:
        return grades_by_document(rows), ""
    except ValueError as error:
        return {}, str(error)


def _caption() -> None:
    source = st.session_state["method_source"]
    st.caption(source or "A document without a row is unjudged. The tables follow every edit.")


def _buttons(chosen: Settings) -> None:
    letters = chosen.compared
    query = results.shown_query(chosen, results.queries_of(letters))
    with st.container(horizontal=True, gap="small"):
        st.button("Reset", icon=":material/restart_alt:", on_click=_set, args=(_DEFAULTS, _GRADES), key="method_reset")
        st.button(
            "Use a query" if query is None else f"Use query {plain(short(query, 14))}",
            icon=":material/input:",
            disabled=query is None,
            on_click=_use,
            args=(chosen, query),
            key="method_use",
            width="stretch",
            help="Fills in the top of both rankings, the grades and the settings in force.",
        )


def _set(values: dict[str, Any], grades: dict[str, float]) -> None:
    st.session_state.update(values)
    st.session_state["method_grades"] = list(grades.items())
    st.session_state["method_turn"] = st.session_state.get("method_turn", 0) + 1


def _use(chosen: Settings, query: str) -> None:
    """Fill in a query of the loaded files: the top k of both rankings, its grades, and the settings in force."""
    depth = min(chosen.conventions.k, LONGEST)
    used = chosen.compared
    try:
        tops = [results.list_of(chosen, letter, query).ranking(query, depth) for letter in used]
    except InputError as error:
        st.session_state["method_source"] = plain(str(error))
        return
    tops += [[]] * (2 - len(tops))
    weights = dict(zip(chosen.fused, chosen.weights, strict=True))
    judgements = results.qrels()
    judged = judgements.of_query(query) if judgements else {}
    seen = {document for top in tops for document in top}
    kept = {
        document: grade
        for document, grade in sorted(judged.items(), key=lambda pair: -pair[1])
        if document in seen or grade > 0
    }
    values = {
        "method_letters": used if len(used) == 2 else (*used, "B" if used != ("B",) else "A"),
        "method_c": chosen.c,
        "method_k": depth,
        "method_gain": chosen.conventions.gain,
        "method_source": _source(query, depth, len(judged) - len(kept), len(used) > 1),
    }
    for place, top in enumerate(tops, start=1):
        values[f"method_list_{place}"] = written_ids(top)
        values[f"method_weight_{place}"] = weights.get(used[place - 1], 1.0) if place <= len(used) else 1.0
    _set(values, kept)


def _source(query: str, depth: int, left_out: int, both: bool) -> str:
    text = f"From query {plain(short(query, 40))}: the top {depth} of {'both rankings' if both else 'the ranking'}"
    text += ", fused from these alone." if both else "."
    if left_out:
        text += f" Left out, as it changes nothing: grade 0 outside, {counted(left_out, 'document')}."
    return text
