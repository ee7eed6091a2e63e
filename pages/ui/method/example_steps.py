"""The worked example line by line: ranks become shares, then the list is judged."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.decimals import decimal_text, number_text
from core.formulas import is_relevant
from core.worked_example import Judgement, Share, WorkedExample, pair_against_first, share_of_first
from pages.ui.charts.head_curve import head_curve
from pages.ui.method.example_controls import Inputs
from pages.ui.method.example_verdict import listed, named
from pages.ui.method.share_bar import share_bar
from pages.ui.roles import FUSED, badge
from pages.ui.theme import pill
from pages.ui.words import MISSING, figure, plain

_TABLE, _ROW, _MOST_ROWS = 612, 29, 14
_CONSTANTS = (0.0, 10.0, 60.0, 200.0)
_DEEPEST, _MIDDLING = 20, 10
_SHORT_ID = 8


def show(inputs: Inputs) -> None:
    """Show both steps."""
    example = inputs.example
    st.subheader("1 · Ranks become shares, shares are added", anchor=False)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=_TABLE, gap="small"):
            _shares(example, inputs.letters)
        with st.container(width="stretch", gap="small"):
            _constant(example)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(f"2 · The list is judged, line by line to {example.k}", anchor=False, width="stretch")
        lists = dict(zip((*inputs.letters, FUSED), (*example.lists, tuple(example.fused)), strict=True))
        judgements = {letter: example.judge(ranking) for letter, ranking in lists.items()}
        letter = _which(judgements)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=_TABLE, gap="small"):
            _gains(example, letter, lists[letter], judgements[letter])
        with st.container(width="stretch", gap="small"), st.container(border=True, gap="small"):
            _results(example, judgements[letter])


def _height(rows: int) -> Any:
    return "content" if rows <= _MOST_ROWS else (_MOST_ROWS + 2) * _ROW


def _by_position(*columns: Any) -> Any:
    """Configure the columns of a table with grouped heads: it takes their positions, and 0 is the index."""
    return dict(enumerate(columns, start=1))


def _documents(documents: list[str]) -> Any:
    """Return a column as wide as its ids, up to what the other columns leave."""
    longest = max(map(len, documents))
    return st.column_config.TextColumn(width=None if longest <= _SHORT_ID else min(8 * longest, 134))


def _width(texts: "pd.Series[str]") -> int:
    """Return a width that shows shares in full, also those of weights and constants with decimals."""
    return max(104, 7 * int(texts.str.len().max()))


def _shares(example: WorkedExample, letters: tuple[str, str]) -> None:
    lines = example.fused_lines
    group = f"Share, weight / ({number_text(example.c)} + rank)"
    frame = pd.DataFrame(
        {("", "#"): [line.rank for line in lines], ("", "Document"): [line.document for line in lines]}
    )
    for place, letter in enumerate(letters):
        column = [line.shares[place] for line in lines]
        frame["Rank", f"in {letter}"] = pd.array([share.rank if share else None for share in column], dtype="Int64")
    for place, letter in enumerate(letters):
        frame[group, f"of {letter}"] = [_share_text(line.shares[place]) for line in lines]
    largest = float(lines[0].total)
    frame["Fused", "Sum"] = [decimal_text(line.total) for line in lines]
    frame["Fused", "Shares"] = [
        share_bar([float(share.value) if share else 0.0 for share in line.shares], largest, letters) for line in lines
    ]
    frame["Fused", "Tie"] = [["tie"] if line.tied else [] for line in lines]
    right: Any = {"alignment": "right"}
    st.dataframe(
        frame,
        hide_index=True,
        column_config=_by_position(
            st.column_config.NumberColumn(width=28, help="Rank in the fused list"),
            _documents([line.document for line in lines]),
            st.column_config.NumberColumn(width=40),
            st.column_config.NumberColumn(width=40),
            st.column_config.TextColumn(width=_width(frame[group, f"of {letters[0]}"]), **right),
            st.column_config.TextColumn(width=_width(frame[group, f"of {letters[1]}"]), **right),
            st.column_config.TextColumn(width=64, **right),
            st.column_config.ImageColumn(width=52),
            st.column_config.MultiselectColumn(width=42, options=["tie"], color=[pill("plain")]),
        ),
        row_height=_ROW,
        height=_height(len(lines)),
        placeholder=MISSING,
        alt="Ranks, shares and fused score of every document",
    )
    st.caption(_ties(example))


def _share_text(share: Share | None) -> str:
    if share is None:
        return MISSING
    return f"{number_text(share.weight)}/{number_text(share.below)} = {decimal_text(share.value)}"


def _ties(example: WorkedExample) -> str:
    groups = [
        f"{' = '.join(named(document) for document in documents[:4])}{' = …' if len(documents) > 4 else ''} at {total}"
        for total, documents in example.ties
    ]
    if not groups:
        return "No two sums are equal. A list without the document adds nothing."
    more = f" and {len(groups) - 3} more" if len(groups) > 3 else ""
    exact = " and ".join([", ".join(groups[:-1]), groups[-1]] if 1 < len(groups) <= 3 else [", ".join(groups[:3])])
    return f"Exact ties: {exact}{more}; the id that sorts first goes first. A list without the document adds nothing."


def _constant(example: WorkedExample) -> None:
    c = float(example.c)
    curves = pd.DataFrame(
        [
            (each, rank, float(share_of_first(each, rank)))
            for each in sorted({*_CONSTANTS, c})
            for rank in range(1, _DEEPEST + 1)
        ],
        columns=["c", "rank", "share"],
    )
    st.markdown("**What c does to the first ranks**")
    st.altair_chart(
        head_curve(curves, c=c), alt=f"Share of each rank relative to rank 1, at c = {number_text(c)} and others"
    )
    outcome = {
        1: "outweighs one first place",
        0: "weighs as much as one first place",
        -1: "weighs less than one first place",
    }[pair_against_first(c, _MIDDLING)]
    weight = f"{float(share_of_first(c, _MIDDLING)):.0%}"
    st.caption(
        f"At c = {number_text(c)} rank {_MIDDLING} still weighs {weight} of rank 1; with equal weights, "
        f"rank {_MIDDLING} in both lists {outcome}."
    )


def _which(judgements: dict[str, Judgement]) -> str:
    if st.session_state.get("method_judged") not in judgements:
        st.session_state["method_judged"] = FUSED
    return str(
        st.segmented_control(
            "List to judge",
            list(judgements),
            format_func=lambda letter: f"{badge(letter)} {figure(_number(judgements[letter].ndcg))}",
            required=True,
            key="method_judged",
            persist_state="session",
            label_visibility="collapsed",
        )
    )


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _gains(example: WorkedExample, letter: str, ranking: tuple[str, ...], judged: Judgement) -> None:
    lines = example.gain_lines(ranking)
    own, ideal = "Fused list" if letter == FUSED else f"List {letter}", "Ideal list"
    threshold = example.relevant_from
    frame = pd.DataFrame(
        {
            ("", "i"): [*(str(line.rank) for line in lines), "Sum"],
            ("", "log₂(i+1)"): [*(f"{line.discount:.4f}" for line in lines), ""],
            (own, "Document"): [*(line.document or "" for line in lines), f"DCG@{example.k}"],
            (own, "Grade"): [
                *([_words(line.grade, threshold)] if line.document is not None else [] for line in lines),
                [],
            ],
            (own, "Gain"): [*(_gain(line.gain) for line in lines), ""],
            (own, "Gain / log₂"): [*(figure(_number(line.term)) for line in lines), figure(judged.dcg)],
            (ideal, "Grade"): [
                *([_words(line.ideal_grade, threshold)] if line.ideal_grade is not None else [] for line in lines),
                [],
            ],
            (ideal, "Gain"): [*(_gain(line.ideal_gain) for line in lines), ""],
            (ideal, "Gain / log₂"): [*(figure(_number(line.ideal_term)) for line in lines), figure(judged.ideal_dcg)],
        }
    )
    right: Any = {"alignment": "right"}
    last = len(frame) - 1
    st.dataframe(
        frame.style.apply(lambda row: ["font-weight: bold" if row.name == last else ""] * len(row), axis=1),
        hide_index=True,
        column_config=_by_position(
            st.column_config.TextColumn(width=38, **right),
            st.column_config.TextColumn(width=56, **right),
            _documents([line.document or "" for line in lines]),
            _grades([line.grade for line in lines if line.document is not None], threshold),
            st.column_config.TextColumn(width=38, **right),
            st.column_config.TextColumn(width=70, **right),
            _grades([line.ideal_grade for line in lines if line.ideal_grade is not None], threshold),
            st.column_config.TextColumn(width=38, **right),
            st.column_config.TextColumn(width=70, **right),
        ),
        row_height=_ROW,
        height=_height(len(frame)),
        alt=f"The terms of DCG at {example.k}, of the list and of the ideal list",
    )
    gain = "2^grade − 1" if example.gain == "exponential" else "the grade"
    notes = [f"Gain is {gain}. The ideal list sorts all grades and is cut at {example.k} too."]
    if judged.unjudged:
        notes.append(f"Unjudged, counted as not relevant: {listed(list(judged.unjudged))}.")
    st.caption(" ".join(notes))


def _words(grade: float | None, relevant_from: float | None) -> str:
    if grade is None:
        return "unjudged"
    return f"{grade:g} relevant" if is_relevant(grade, relevant_from) else f"{grade:g} not rel."


def _grades(grades: Sequence[float | None], relevant_from: float | None) -> Any:
    """Return the column that shows these grades as pills."""
    pills = {}
    for grade in grades:
        meaning = "plain"
        if grade is None:
            meaning = "warning"
        elif is_relevant(grade, relevant_from):
            meaning = "grade2" if grade >= 2 else "grade1"
        pills[_words(grade, relevant_from)] = pill(meaning)
    return st.column_config.MultiselectColumn(width=82, options=list(pills), color=list(pills.values()))


def _gain(gain: float | None) -> str:
    return MISSING if gain is None else f"{gain:.6g}"


def _results(example: WorkedExample, judged: Judgement) -> None:
    k, relevant = example.k, len(example.relevant)
    if judged.ndcg is None or judged.recall is None or judged.rr is None:
        for name in ("Recall", "RR", "nDCG"):
            st.markdown(plain(f"{name}@{k} =") + f" **{MISSING}**")
        st.caption("No document is relevant, so no ranking can do well or badly: there is no value, which is not 0.")
        return
    st.markdown(rf"$\mathrm{{Recall@{k}}} = \dfrac{{{judged.hits}}}{{{relevant}}} = \mathbf{{{judged.recall:.4f}}}$")
    missed = f" In no list, but counted below the line: {listed(example.nowhere)}." if example.nowhere else ""
    threshold = f" (from grade {example.relevant_from:g})" if example.relevant_from else ""
    st.caption(f"Relevant{threshold} in the top {k} / all judged relevant.{missed}")
    if judged.first:
        document, rank = judged.first
        st.markdown(rf"$\mathrm{{RR@{k}}} = \dfrac{{1}}{{{rank}}} = \mathbf{{{judged.rr:.4f}}}$")
        st.caption(f"{named(document)} at rank {rank} is the first relevant document.")
    else:
        st.markdown(rf"$\mathrm{{RR@{k}}} = \mathbf{{{judged.rr:.4f}}}$")
        st.caption(f"No relevant document in the top {k}.")
    st.markdown(
        rf"$\mathrm{{nDCG@{k}}} = \dfrac{{{judged.dcg:.4f}}}{{{judged.ideal_dcg:.4f}}} = \mathbf{{{judged.ndcg:.4f}}}$"
    )
    st.caption("DCG of the list / DCG of the ideal list.")
