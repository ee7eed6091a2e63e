"""Systems by measures: means, differences to one system, and on how many queries each is better."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from core.comparison import BETTER, TIED, WORSE, mean_differences
from core.measures import MEASURES
from pages.ui import results
from pages.ui.names import name_of
from pages.ui.state import Settings
from pages.ui.theme import pill
from pages.ui.words import MISSING, figure, signed

_MEANINGS = {measure.key: measure.meaning for measure in MEASURES}

SHOWN = ("nDCG", "Recall", "RR", "AP", "P")


def columns_of(chosen: Settings) -> list[str]:
    """Return the measures of the table: the headline one first, and recall at a second, deeper cut-off."""
    k = chosen.conventions.k
    keys = dict.fromkeys([chosen.measure, *SHOWN])
    deep = [] if k == results.DEEP else [f"Recall@{results.DEEP}"]
    return [f"{key}@{k}" for key in keys] + deep


def frame(chosen: Settings, letters: Sequence[str], *, against: str, fused_minus: bool = False) -> pd.DataFrame:
    """Return the figures of the table, a row per system.

    Columns are pairs: ``("", "system")``, ``("", "name")``, ``("", "queries")`` (how many are in the means), per
    measure ``mean`` and ``difference``, and for the headline measure ``outcomes``. Differences are system minus
    ``against``, or with ``fused_minus`` the other way round; they are missing for ``against`` itself.
    """
    rows = []
    measures = columns_of(chosen)
    for letter in letters:
        system, baseline = (against, letter) if fused_minus else (letter, against)
        tables = results.table_of(chosen, baseline), results.table_of(chosen, system)
        means, differences = results.table_of(chosen, letter)[measures].mean(), mean_differences(*tables, measures)
        row: dict[tuple[str, str], object] = {("", "system"): [letter], ("", "name"): name_of(chosen, letter)}
        row["", "queries"] = int(results.table_of(chosen, letter)[measures[0]].count())
        for column in measures:
            row[column, "mean"] = means[column]
            row[column, "difference"] = float("nan") if letter == against else differences[column]
            if column == measures[0]:
                pair = results.comparison(chosen, system, baseline)
                counts = " / ".join(f"{pair.count(each):,}" for each in (BETTER, TIED, WORSE))
                row[column, "outcomes"] = counts if letter != against and pair.n else MISSING
        rows.append(row)
    return pd.DataFrame(rows, columns=pd.MultiIndex.from_tuples(rows[0]))


def show(chosen: Settings, letters: Sequence[str], *, against: str, key: str, fused_minus: bool = False) -> None:
    """Show the table; the best mean of each measure is bold."""
    data = frame(chosen, letters, against=against, fused_minus=fused_minus)
    if list(letters) == [against]:  # one system differs from nothing
        data = data.drop(columns=[pair for pair in data.columns if pair[1] in ("difference", "outcomes")])
    versus = f"Δ {against.lower()}" if fused_minus else f"Δ vs {against}"
    config = {
        place: _column(measure, column, versus, letters)
        for place, (measure, column) in enumerate(data.columns, start=1)
    }
    st.dataframe(
        _styled(data),
        hide_index=True,
        column_config=config,  # type: ignore[arg-type]  # keyed by position: the columns are pairs
        placeholder=MISSING,
        height="content" if len(letters) <= 12 else 460,
        key=key,
        alt=f"Means of {len(letters)} systems on {len(columns_of(chosen))} measures, with differences",
    )


def _column(measure: str, column: str, versus: str, letters: Sequence[str]) -> Any:
    if column == "system":
        colours = [pill(letter) for letter in letters]
        return st.column_config.MultiselectColumn("", width=75, options=list(letters), color=colours, pinned=True)
    if column == "name":
        return st.column_config.TextColumn("System", pinned=True)
    if column == "queries":
        return st.column_config.NumberColumn(
            "Queries", width=70, help="Queries in the means: those with a relevant document"
        )
    if column == "outcomes":
        return st.column_config.TextColumn("Better / tied / worse", width=140, alignment="right")
    if column == "difference":
        return st.column_config.NumberColumn(versus, width=76)
    return st.column_config.NumberColumn("Mean", width=68, help=_MEANINGS[measure.partition("@")[0]])


def _styled(data: pd.DataFrame) -> Styler:
    means = [pair for pair in data.columns if pair[1] == "mean"]
    differences = [pair for pair in data.columns if pair[1] == "difference"]

    def bold_best(values: pd.Series) -> list[str]:
        best = values.round(12) == values.round(12).max()
        return ["font-weight: 600" if each and len(values) > 1 else "" for each in best]

    return data.style.format(figure, subset=means).format(signed, subset=differences).apply(bold_best, subset=means)
