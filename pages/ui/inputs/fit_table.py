"""Whether the ids of the files meet: in one sentence, and run by run."""

from typing import Any

import pandas as pd
import streamlit as st

from core.coverage import Fit, shared_queries
from core.ranking import can_rank
from pages.ui import results, routes, state
from pages.ui.theme import pill
from pages.ui.words import MISSING, counted, queries
from pages.ui.workspace import Loaded

_PILLS = {"ok": "ok", "note": "plain", "warning": "warning", "error": "error"}
_SHOWN = 3
_MOST_NAMED = 3


def sentence() -> str:
    """Say how the queries of runs and qrels meet; harmless Markdown."""
    loaded = state.workspace()
    judged = len(results.ideal().query_ids) if loaded.qrels else 0
    if not loaded.runs:
        parts = [f"The qrels judge {queries(judged)}."] if judged else []
        if loaded.texts:
            parts.append(f"The texts of {queries(len(loaded.texts))} are known.")
        return " ".join([*parts, "There is no run to score."])
    if not judged:
        return f"{_without_qrels(loaded.runs)} There are no qrels to score with."
    fits = {each.letter: results.fit_of(each) for each in loaded.runs}
    lost = [letter for letter, each in fits.items() if not each.shared]
    if len(lost) == len(fits):
        return f"No query of the qrels is in {'the run' if len(fits) == 1 else 'any run'}: the ids do not fit."
    parts = [f"No query of {' and '.join(lost)} is in the qrels: the ids do not fit."] if lost else []
    short = {letter: each for letter, each in fits.items() if each.shared and each.unanswered}
    if not short and not lost:
        what = f"All **{judged:,}** queries of the qrels are" if judged > 1 else "The one query of the qrels is"
        parts.append(f"{what} in {_in_words(loaded.runs)}.")
    elif len(short) > _MOST_NAMED:
        most = max(len(each.unanswered) for each in short.values())
        parts.append(
            f"{len(short):,} of {len(fits):,} runs do not answer all {judged:,} queries of the qrels: up to {most:,} "
            "are missing from one."
        )
    else:
        same: dict[tuple[str, ...], list[str]] = {}
        for letter, each in short.items():
            same.setdefault(each.unanswered, []).append(letter)
        parts += [_unanswered(letters, short[letters[0]]) for letters in same.values()]
    unknown = {query for run in loaded.runs for query in results.fit_of(run).unknown}
    if not lost and unknown:
        are = "is" if len(unknown) == 1 else "are"
        runs = "run" if len(loaded.runs) == 1 else "runs"
        parts.append(f"{queries(len(unknown))} of the {runs} {are} not in the qrels: not scored.")
    return " ".join(parts)


def show() -> None:
    """Show a row per run: its queries against those of the qrels and the query texts, and what was judged."""
    loaded = state.workspace()
    rows = pd.DataFrame([_row(each) for each in loaded.runs])
    k = state.settings().conventions.k
    rows = rows.drop(columns="Queries") if loaded.qrels else rows[["Run", "Queries", "With text"]]
    if not loaded.texts:
        rows = rows.drop(columns="With text")
    st.dataframe(
        rows,
        hide_index=True,
        column_config={
            "Fit": st.column_config.MultiselectColumn(
                width=74, options=list(_PILLS), color=[pill(meaning) for meaning in _PILLS.values()]
            ),
            "Run": st.column_config.TextColumn(width=112),
            "Queries": st.column_config.NumberColumn(width=80, format="localized"),
            "In the qrels": _right(82, "Queries of the run that the qrels know: these are scored"),
            "Top k judged": _right(
                98,
                f"Judged@{k}: judged documents among those returned in the top {k:,}, mean over queries",
                label=f"Top {k:,} judged",
            ),
            "Not answered": st.column_config.TextColumn(
                width=104, help="Queries of the qrels that the run does not answer; one with a relevant document is 0"
            ),
            "Not in the qrels": st.column_config.TextColumn(
                width=104, help="Queries of the run that the qrels do not know: not scored, but fused"
            ),
            "With text": _right(72, "Queries of the run whose text is known"),
        },
        placeholder=MISSING,
        row_height=33,
        height="content" if len(rows) <= 8 else 300,
        alt=f"How the queries of {counted(len(rows), 'run')} and of the other files meet",
    )
    for note in _notes():
        st.caption(note)
    if loaded.qrels and any(fit.shared and (fit.unanswered or fit.unknown) for fit in map(results.fit_of, loaded.runs)):
        st.page_link(routes.page("zero_relevance"), label="All such queries on Zero relevance", icon=":material/rule:")


def _row(each: Loaded) -> dict[str, object]:
    run, texts = each.run, state.workspace().texts
    known = sum(query in texts for query in run.query_ids)
    row: dict[str, object] = {"Run": f"{each.letter} · {run.name}", "Queries": len(run.query_ids)}
    row["With text"] = f"{known:,} of {len(run.query_ids):,}"
    if state.workspace().qrels is None:
        return row
    fit = results.fit_of(each)
    return {
        "Fit": [_status(fit)],
        "Run": row["Run"],
        "In the qrels": f"{fit.shared:,} of {fit.answered:,}",
        "Top k judged": _judged(each),
        "Not answered": _first(fit.unanswered, fit.judged),
        "Not in the qrels": _first(fit.unknown, fit.answered),
        "Queries": row["Queries"],
        "With text": row["With text"],
    }


def _right(width: int, meaning: str, *, label: str | None = None) -> Any:
    return st.column_config.TextColumn(label, width=width, alignment="right", help=meaning)


def _status(fit: Fit) -> str:
    if not fit.shared:
        return "error"
    return "warning" if fit.unanswered else "note" if fit.unknown else "ok"


def _first(ids: tuple[str, ...], of: int) -> str:
    if len(ids) in (0, of):
        return f"all {of:,}" if ids else "0"
    more = f" and {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else ""
    return f"{len(ids):,}: {', '.join(ids[:_SHOWN])}{more}"


def _judged(each: Loaded) -> str | None:
    conventions = state.settings().conventions
    if not can_rank(each.run, conventions):
        return None
    shares = results.judged_share_of(each, (conventions.k,))
    return f"{shares['share'].iloc[-1]:.1%}" if len(shares) else None


def _unanswered(letters: list[str], fit: Fit) -> str:
    number = len(fit.unanswered)
    are = "is" if number == 1 else "are"
    if fit.counted_as_0 == number:
        zero = "counted as 0"
    elif fit.counted_as_0:
        zero = f"the {fit.counted_as_0:,} with a relevant document counted as 0"
    else:
        zero = "without a relevant document, left out"
    return f"{number:,} of {queries(fit.judged)} of the qrels {are} not answered by {' and '.join(letters)}: {zero}."


def _without_qrels(runs: list[Loaded]) -> str:
    if len(runs) == 1:
        return f"{runs[0].letter} answers {queries(len(runs[0].run.query_ids))}."
    shared = shared_queries([each.run.query_ids for each in runs])
    return f"{queries(shared)} {'is' if shared == 1 else 'are'} in {_in_words(runs)}."


def _in_words(runs: list[Loaded]) -> str:
    return {1: "the run", 2: "both runs"}.get(len(runs), f"all {len(runs):,} runs")


def _notes() -> list[str]:
    """Name query texts that belong to no query of another file."""
    loaded = state.workspace()
    if not loaded.texts:
        return []
    known = {query for each in loaded.runs for query in each.run.query_ids}
    known |= set(results.ideal().query_ids) if loaded.qrels else set()
    unused = sum(query not in known for query in loaded.texts)
    if not unused:
        return []
    return [f"The texts of {queries(unused)} are in no run and not in the qrels."]
