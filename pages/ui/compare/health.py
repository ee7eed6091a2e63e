"""What about the data can change a figure: said where the figures stand, and only if there is something to say."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.measures import MISSING, without_relevant
from pages.ui import results, state
from pages.ui.roles import badge
from pages.ui.state import Settings
from pages.ui.words import counted, nouns, plain, queries

_NAMED = 3


def sentences(chosen: Settings, letters: Sequence[str]) -> list[str]:
    """Return one sentence per fact about these systems and the qrels, as Markdown; equal facts are said once."""
    facts: dict[str, list[str]] = {}
    for letter in letters:
        run = state.workspace().run(letter)
        table = results.table(run)
        missing = table.index[table["status"] == MISSING]
        if len(missing):
            fact = f"no documents for {_named(missing)}: missing from the run, counted as 0."
            facts.setdefault(fact, []).append(letter)
        extra = pd.Index([query for query in run.run.query_ids if query not in table.index])
        if len(extra):
            facts.setdefault(f"{_named(extra)} not in the qrels: not judged, so not scored.", []).append(letter)
        for finding in run.report.findings:
            if finding.severity == "warning":
                number = counted(finding.count, *nouns(finding.unit))
                fact = f"{plain(finding.what.lower())} ({number}): {plain(finding.done.lower())}."
                facts.setdefault(fact, []).append(letter)
    said = [f"{' '.join(map(badge, who))} {fact}" for fact, who in facts.items()]
    without = without_relevant(results.table_of(chosen, letters[0]))
    if without:
        verb = "has" if without == 1 else "have"
        said.append(f"{queries(without)} {verb} no relevant document and no value: left out of all means.")
    return [*said, _judged(chosen, letters)]


def _named(ids: pd.Index) -> str:
    shown = ", ".join(plain(each) for each in ids[:_NAMED])
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return f"{queries(len(ids))} ({shown}{more})"


def _judged(chosen: Settings, letters: Sequence[str]) -> str:
    column = f"Judged@{chosen.conventions.k}"
    shares = []
    for letter in letters:
        mean = results.table_of(chosen, letter)[column].mean()
        shares.append(f"{badge(letter)} {'–' if pd.isna(mean) else f'{mean:.1%}'}")
    return f"Judged in the top {chosen.conventions.k}: {' '.join(shares)}. An unjudged document counts as not relevant."


def show(chosen: Settings, letters: Sequence[str]) -> None:
    """Show what there is to say as one note."""
    st.caption(":material/info: " + " · ".join(sentences(chosen, letters)))
