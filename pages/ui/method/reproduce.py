"""How to get the figures of these pages from other tools, and where these differ by their own rules."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.measures import without_relevant
from core.zero_relevance import mean_with_zeros
from pages.ui import results
from pages.ui.method import commands
from pages.ui.method.commands import TOOLS, Subject
from pages.ui.method.example_controls import Inputs
from pages.ui.names import fused_file_of
from pages.ui.results import DEEP
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings, workspace
from pages.ui.words import MISSING, figure, plain, queries

_THERE = {
    "trec_eval": ("ndcg_cut_{}", "recall_{}", "recip_rank", "P_{}", "map_cut_{}", "success_{}"),
    "ir_measures": ("nDCG@{}", "R@{}", "RR@{}", "P@{}", "AP@{}", "Success@{}"),
    "ranx": ("ndcg@{}", "recall@{}", "mrr@{}", "precision@{}", "map@{}", "hit_rate@{}"),
}
_LONG, _TALLEST = 900, 330
"""Code of more characters than this scrolls in a box of this height."""
_MEASURES = ("nDCG", "Recall", "RR", "P", "AP", "Success")


def show(chosen: Settings, inputs: Inputs, n: int) -> None:
    """Show commands, and the figures to expect where ``n`` queries are in the means."""
    st.subheader("Reproduce these figures", anchor=False)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=508, gap="small"):
            with st.container(horizontal=True, horizontal_alignment="distribute", gap="small"):
                tool, letter = _tool(), _letter(chosen)
            subject = _subject(chosen, letter)
            st.code(TOOLS[tool](subject), language=None, wrap_lines=True)
            notes = " ".join(_notes(chosen, subject, tool, letter, n))
            if n:
                st.caption(notes)
            if tool == "Python" and not inputs.problem and inputs.example.can_be_fused:
                st.caption("The worked example above, as calls of the definition:")
                text = commands.worked_example(inputs.example)
                height: Any = _TALLEST if len(text) > _LONG else "content"
                st.code(text, language=None, wrap_lines=True, height=height)
        with st.container(width="stretch", gap="small"):
            if n:
                _figures(chosen, subject, tool, letter)
            else:
                st.caption(notes)


def _tool() -> str:
    options = list(TOOLS)
    if st.session_state.get("method_tool") not in options:
        st.session_state["method_tool"] = options[0]
    return str(
        st.segmented_control(
            "Tool", options, key="method_tool", required=True, persist_state="session", label_visibility="collapsed"
        )
    )


def _letter(chosen: Settings) -> str:
    letters = chosen.compared
    options = [*letters, *([FUSED] if chosen.is_fused else [])] if letters else ["A", "B", FUSED]
    if st.session_state.get("method_system") not in options:
        st.session_state["method_system"] = options[0]
    return str(
        st.segmented_control(
            "System", options, key="method_system", required=True, persist_state="session", label_visibility="collapsed"
        )
    )


def _subject(chosen: Settings, letter: str) -> Subject:
    loaded, judgements = workspace(), results.qrels()
    files = {run.letter: run.report.file for run in loaded.runs} or {"A": "a.run", "B": "b.run"}
    fused = chosen.fused or ("A", "B")
    return Subject(
        conventions=chosen.conventions,
        qrels=loaded.qrels.report.file if loaded.qrels else "qrels.txt",
        run=fused_file_of(chosen) if letter == FUSED else files[letter],
        grades=tuple(np.unique(judgements.grades).tolist()) if judgements else (),
        deep=DEEP,
        fused_from=tuple(files[each] for each in fused) if letter == FUSED else (),
        c=chosen.c,
        weights=chosen.weights or (1.0,) * len(fused),
    )


def _figures(chosen: Settings, subject: Subject, tool: str, letter: str) -> None:
    here = results.table_of(chosen, letter)
    rows = []
    for place, key in enumerate(_MEASURES):
        for cutoff in subject.recall_cutoffs if key == "Recall" else [chosen.conventions.k]:
            name = f"{key}@{cutoff}"
            row = {"Measure": plain(name), "Here": figure(float(here[name].mean()))}
            if tool in _THERE:
                row["Name there"] = plain(_THERE[tool][place].format(cutoff))
                expected = _expected(chosen, subject, tool, letter, name)
                row["To expect"] = expected if expected in (row["Here"], MISSING) else f"**{expected}**"
            rows.append(row)
    frame = pd.DataFrame(rows)
    if "To expect" in frame and (frame["To expect"] == frame["Here"]).all():
        frame = frame.drop(columns="To expect")
    frame = frame.rename(columns={"Measure": badge(letter)})
    order = [column for column in (badge(letter), "Name there", "Here", "To expect") if column in frame]
    st.table(frame[order], border="horizontal", hide_index=True)
    if "To expect" in order:
        st.caption(
            f"To expect: Rankscope's own means under the rules of {plain(tool)}, as far as these follow from the files."
        )


def _expected(chosen: Settings, subject: Subject, tool: str, letter: str, name: str) -> str:
    """Return the mean by the rules of a tool; a dash where it orders documents by rules of its own."""
    if not subject.whole_grades or not _same_order(chosen, tool, letter, name.startswith("RR")):
        return MISSING
    rules = chosen.conventions
    if name.startswith("nDCG"):  # thresholds of these tools do not touch it
        mapped = tool == "ranx" or (tool == "ir_measures" and subject.maps_gains)
        rules = replace(rules, relevant_from=None, gain=rules.gain if mapped else "linear")
    return figure(mean_with_zeros(results.table_of(replace(chosen, conventions=rules), letter)[name]))


def _same_order(chosen: Settings, tool: str, letter: str, reciprocal_rank: bool) -> bool:
    """Tell whether a tool has the documents in the order of these pages."""
    if letter == FUSED:  # the downloaded file leaves no choice
        return True
    if chosen.conventions.order_by != "score":
        return False
    if not _has_ties(chosen, letter):
        return True
    wanted = {"trec_eval": "id_descending", "ir_measures": "id_ascending" if reciprocal_rank else "id_descending"}
    return chosen.conventions.ties == wanted.get(tool)


def _has_ties(chosen: Settings, letter: str) -> bool:
    return results.ties_reach(workspace().run(letter), max(chosen.conventions.k, DEEP))


def _notes(chosen: Settings, subject: Subject, tool: str, letter: str, n: int) -> list[str]:
    k = chosen.conventions.k
    notes = []
    if tool == "Python":
        notes.append("Run it in the folder of this program, with the files beside it: these are its own figures.")
    else:
        if letter == FUSED:
            notes.append("Download the fused run on Fusion first: its scores are written so that no tool reorders it.")
        notes += [
            _gain_note(subject, tool),
            _order_note(chosen, tool, letter, known=bool(n)),
            _zero_note(chosen, letter, n),
        ]
        if subject.level > 1:
            notes.append(
                f"The threshold touches all but {plain(f'nDCG@{k}')}: these tools have a value for every query with a "
                "graded document there."
            )
        if not subject.whole_grades:
            cut = "trec\\_eval cuts them to whole ones" if tool == "trec_eval" else f"{plain(tool)} does not read them"
            notes.append(f"The qrels hold fractional grades: {cut}.")
    return [note for note in notes if note]


def _gain_note(subject: Subject, tool: str) -> str:
    k, linear = subject.conventions.k, subject.conventions.gain == "linear"
    name = plain(f"nDCG@{k}")
    if not linear and subject.binary:
        return "With grades 0 and 1 the gain is the grade, as in these tools."
    if tool == "trec_eval":
        return (
            "Its gain is the grade, as here."
            if linear
            else f"Its gain is the grade, so its {name} is another one: set the gain to linear in Conventions, or take "
            "ir\\_measures."
        )
    if tool == "ir_measures":
        if linear:
            return "Its gain is the grade, as here."
        if not subject.maps_gains:
            return f"Its gain is the grade, so its {name} is another one: grades of this size cannot be mapped there."
        same = plain(f"nDCG(dcg='exp-log2')@{k}")
        return f"The gains are 2^grade − 1. {same} means the same, but takes numeric query ids and grades up to 4 only."
    return "" if linear else f"ndcg\\_burges has the gain 2^grade − 1, plain ndcg the grade: {name} is the former."


def _order_note(chosen: Settings, tool: str, letter: str, *, known: bool) -> str:
    if letter == FUSED:
        return ""
    by_score = "It orders by score whatever is chosen here. " if chosen.conventions.order_by != "score" else ""
    if known and not by_score and not _has_ties(chosen, letter):
        return "No equal scores reach the top here, so their order does not matter."
    rules = {
        "trec_eval": "Equal scores by id, descending. Versions before 10 compare scores in single precision.",
        "ir_measures": f"Equal scores by id, descending; in {plain(f'RR@{chosen.conventions.k}')} by id, ascending. "
        "Scores are compared in single precision.",
        "ranx": "Equal scores stand in an order of its own, so figures can differ.",
    }
    return by_score + rules[tool]


def _zero_note(chosen: Settings, letter: str, n: int) -> str:
    if not n:
        return "A query without a relevant document counts as 0 there and is left out here."
    table = results.table_of(chosen, letter)
    without = without_relevant(table)
    if not without:
        return ""
    count = "counts as 0 there and is" if without == 1 else "count as 0 there and are"
    return (
        f"It averages over all {queries(len(table))} of the qrels: the {without:,} without a relevant document "
        f"{count} left out here."
    )
