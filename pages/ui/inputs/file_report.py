"""What was read from each file, and what was found while reading it."""

from typing import Any

import pandas as pd
import streamlit as st

from core.model import Finding
from pages.ui import drop_zone, results, state
from pages.ui.theme import pill
from pages.ui.words import MISSING, counted, nouns
from pages.ui.workspace import Loaded

OK, NOTE, WARNING = "ok", "note", "warning"
_PILLS = {OK: "ok", NOTE: "plain", WARNING: "warning"}
_READ_AS = {"qrels": "qrels", "queries": "query texts"}
_ROW = 33
_WIDTH = 915
_SHOWN = 3


def status(findings: tuple[Finding, ...]) -> str:
    """Return the worst that was found: ``ok``, ``note`` or ``warning``."""
    severities = {finding.severity for finding in findings}
    return WARNING if WARNING in severities else NOTE if severities else OK


def title() -> str:
    """Say how many files were read and how many of them need a look."""
    files = state.workspace().files
    found = [status(results.findings_of(each)) for each in files]
    read = f"{counted(len(files), 'file')} read"
    for severity in (WARNING, NOTE):
        if number := found.count(severity):
            what = f"a {severity}" if number == 1 else f"{severity}s"
            return f"{read}, {number:,} with {what}" if len(files) > 1 else f"{read}, with {what}"
    return f"{read}, nothing to note"


def show() -> None:
    """Show a row per file beside a drop zone; a selected file can be removed.

    The sample is not taken apart, and its drop zone stands above every page already.
    """
    loaded = state.workspace()
    rows = pd.DataFrame([_row(each) for each in loaded.files])
    if loaded.is_sample:
        _table(rows, selectable=False)
        return
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=_WIDTH):
            picked = _table(rows, selectable=True)
        with st.container(width="stretch"):
            drop_zone.show("inputs_drop")
            if picked is None:
                st.caption("A run under a name in use replaces that run. Select a file to remove it.")
            elif st.button("Remove the file", icon=":material/delete:"):
                state.keep(loaded.without(picked))
                st.rerun()


def show_findings() -> None:
    """Show everything found in the files, warnings first."""
    rows = [
        _finding_row(each, finding)
        for severity in (WARNING, NOTE)
        for each in state.workspace().files
        for finding in results.findings_of(each)
        if finding.severity == severity
    ]
    if not rows:
        st.caption("No findings: nothing in these files needs a decision.")
        return
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "Status": _status_column(),
            "File": st.column_config.TextColumn(width=125),
            "Finding": st.column_config.TextColumn(width=315),
            "What was done": st.column_config.TextColumn(width=275),
            "Count": st.column_config.TextColumn(width=88, alignment="right"),
        },
        placeholder=MISSING,
        row_height=_ROW,
        height="content" if len(rows) <= 12 else 440,
        alt=f"{counted(len(rows), 'finding')} in the files",
    )


def _table(rows: pd.DataFrame, *, selectable: bool) -> str | None:
    """Show the files and return the selected one."""
    right: dict[str, Any] = {
        name: st.column_config.NumberColumn(width=width, format="localized")
        for name, width in (("Lines", 72), ("Queries", 66), ("Documents", 84))
    }
    files = rows["File"].tolist()
    event: Any = st.dataframe(
        rows,
        hide_index=True,
        column_config={
            "Status": _status_column(),
            "File": st.column_config.TextColumn(width=140),
            "Read as": st.column_config.TextColumn(width=84),
            "Format": st.column_config.TextColumn(width=148),
            "Depth": st.column_config.TextColumn(width=86, alignment="right", help="Documents per query; grades"),
            "Findings": st.column_config.TextColumn(width=128),
            **right,
        },
        placeholder=MISSING,
        row_height=_ROW,
        height="content" if len(rows) <= 12 else 440,
        # another set of files is another table, so that no row of the old one stays selected
        key=f"inputs_files_{hash(tuple(files))}",
        alt=f"What was read from {counted(len(rows), 'file')}",
        on_select="rerun" if selectable else "ignore",
        selection_mode="single-row",
    )
    picked = event.selection.rows if selectable else []
    return files[picked[0]] if picked and picked[0] < len(files) else None


def _row(each: Loaded) -> dict[str, object]:
    report, findings = each.report, results.findings_of(each)
    return {
        "Status": [status(findings)],
        "File": each.file,
        "Read as": f"run {each.letter}" if each.letter else _READ_AS[each.kind],
        "Format": report.form,
        "Lines": report.lines,
        "Queries": report.queries,
        "Documents": each.documents,
        "Depth": _depth(each),
        "Findings": _number(findings),
    }


def _depth(each: Loaded) -> str | None:
    low, high = each.report.low, each.report.high
    if low is None or high is None:
        return None
    if each.kind == "qrels":
        return f"grades {low:g}–{high:g}" if low < high else f"grade {low:g}"
    return f"{low:,.0f}–{high:,.0f}" if low < high else f"{low:,.0f}"


def _number(findings: tuple[Finding, ...]) -> str | None:
    severities = [finding.severity for finding in findings]
    parts = [counted(severities.count(each), each) for each in (WARNING, NOTE) if each in severities]
    return ", ".join(parts) or None


def _finding_row(each: Loaded, finding: Finding) -> dict[str, object]:
    return {
        "Status": [finding.severity],
        "File": each.file,
        "Finding": finding.what,
        "What was done": finding.done,
        "Count": counted(finding.count, *nouns(finding.unit)),
        "Lines or queries": _places(each, finding),
    }


def _places(each: Loaded, finding: Finding) -> str | None:
    if finding.unit == "queries" and finding.count == each.report.queries > len(finding.places[:_SHOWN]):
        return "all queries"
    shown = finding.places if finding.count <= len(finding.places) else finding.places[:_SHOWN]
    if not shown:
        return None
    more = finding.count - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")


def _status_column() -> Any:
    colours = [pill(name) for name in _PILLS.values()]
    return st.column_config.MultiselectColumn(width=75, options=list(_PILLS), color=colours)
