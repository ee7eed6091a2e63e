"""Calls of core that pages share, each done once per content and settings.

Keys are digests of what a result depends on: the content of files and plain settings. Objects are never hashed,
because hashing a large frame looks at a sample of it only and would take a corrected file for the old one. Results
belong to one session, are bounded in bytes (:mod:`pages.ui.kept`) and leave with the files they come from. What
takes long says what it does.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from typing import TypeVar

import pandas as pd
import streamlit as st

from core.comparison import Comparison, compare
from core.conventions import Conventions
from core.coverage import DEPTHS, Fit, findings, fit, judged_share, tied, unordered
from core.formulas import LARGEST_GRADE
from core.fusion import fuse, fuse_matched
from core.judging import Judged, judge
from core.matching import Matched, match
from core.measures import Ideal, measure
from core.model import Finding, Qrels, Rankings
from core.ranking import can_rank, rank
from core.sensitivity import JudgedMatch, means_by_constant, tops
from core.zero_relevance import causes
from pages.ui import state
from pages.ui.kept import of_session
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings, settings, workspace
from pages.ui.words import plain
from pages.ui.workspace import Loaded

S = TypeVar("S")
T = TypeVar("T")
DEEP = 100
"""A second cut-off for recall, beside the k in force: what fusion buys shows at depth."""


def _key(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _kept(key: str, compute: Callable[[], T]) -> T:
    """Return a result, computed where it is not known."""
    return of_session().get(key, compute, files=workspace().files)


def _slow(key: str, doing: str, needed: Callable[[], S], compute: Callable[[S], T]) -> T:
    """Return a result; while it is computed from what it needs, the page says what is being done."""
    if key in (known := of_session()):
        return known.get(key, lambda: compute(needed()))
    ready = needed()
    with st.spinner(doing):  # kept inside: at its end a newer run may break this one off
        return _kept(key, lambda: compute(ready))


def _order_of(conventions: Conventions) -> tuple[str, str]:
    return conventions.order_by, conventions.ties


def rankings(loaded: Loaded, conventions: Conventions | None = None) -> Rankings:
    """Return the ranked lists of a run, by default under the conventions in force."""
    conventions = conventions or settings().conventions
    key = _key("rank", loaded.file, loaded.key, _order_of(conventions))
    return _slow(key, f"Ordering {plain(loaded.run.name)}", lambda: loaded.run, lambda run: rank(run, conventions))


def _order_in(loaded: Loaded, conventions: Conventions) -> tuple[str, ...]:
    """Return what tells the ranked lists of a run from those in another order.

    A run whose lines stand in order is ranked as it stands, whatever the conventions: nothing is worked out twice.
    """
    key = _key("order", loaded.key, _order_of(conventions))
    in_order = _kept(key, lambda: rankings(loaded, conventions).ids is loaded.run.lines.ids)
    return ("as it stands",) if in_order else _order_of(conventions)


def qrels() -> Qrels | None:
    """Return the judgements in use."""
    loaded = workspace().qrels
    return loaded.content if loaded and isinstance(loaded.content, Qrels) else None


def ideal() -> Ideal:
    """Return the sorted grades of the qrels; only where there are qrels."""
    loaded, judgements = workspace().qrels, qrels()
    assert loaded is not None
    assert judgements is not None
    return _kept(_key("ideal", loaded.key), lambda: Ideal.of(judgements))


def table(loaded: Loaded, conventions: Conventions | None = None) -> pd.DataFrame:
    """Return the per-query measures of a run, by default under the conventions in force; only where there are qrels."""
    conventions = conventions or settings().conventions
    key = _key("table", loaded.key, _judgements_key(), astuple(conventions))
    return _kept(key, lambda: _with_deep_recall(_judged(loaded, conventions), ideal(), conventions))


def matched(letters: tuple[str, ...]) -> Matched:
    """Return the documents of these runs, matched."""
    runs = [workspace().run(letter) for letter in letters]
    conventions = settings().conventions
    key = _key("match", [(run.file, run.key, _order_in(run, conventions)) for run in runs])
    doing = f"Matching the documents of {' and '.join(letters)}"
    return _slow(key, doing, lambda: [rankings(run) for run in runs], match)


def fused_file(chosen: Settings) -> Callable[[], bytes]:
    """Return what writes the fused run in TREC format, to be called at a download: it touches every document."""
    documents = matched(chosen.fused)
    return lambda: fuse_matched(documents, c=chosen.c, weights=chosen.weights).to_trec()


def queries_of(letters: tuple[str, ...]) -> list[str]:
    """Return the queries that any of these runs answers, in the order of their files."""
    return list(dict.fromkeys(query for letter in letters for query in workspace().run(letter).run.query_ids))


def fused_table(chosen: Settings) -> pd.DataFrame:
    """Return the per-query measures of the fusion; only where there are qrels."""
    conventions = chosen.conventions
    key = _key("fused table", _fusion_key(chosen), _judgements_key(), astuple(conventions))

    def compute() -> pd.DataFrame:
        deepest = max(conventions.k, DEEP)
        judged = _judged_match(chosen).judged(deepest, c=chosen.c, weights=chosen.weights)
        return _with_deep_recall(judged, ideal(), conventions)

    return _kept(key, compute)


def sensitivity(chosen: Settings) -> pd.DataFrame:
    """Return the means of the fusion at each constant of the curve, the chosen c among them."""
    key = _key("sweep", _fusion_key(replace(chosen, c=0.0)), _judgements_key(), astuple(chosen.conventions))
    curve = _kept(key, lambda: means_by_constant(_tops_by_constant(chosen), ideal(), chosen.conventions))
    if chosen.c in curve.index:
        return curve
    means = fused_table(chosen)[list(curve.columns)].mean()
    return pd.concat([curve, means.rename(chosen.c).to_frame().T]).sort_index().rename_axis("c")


def comparison(chosen: Settings, letter: str, against: str | None = None) -> Comparison:
    """Compare a system (a letter, or ``Fused``) with the baseline, or with ``against``, on the headline measure."""
    return compare(table_of(chosen, against or chosen.baseline), table_of(chosen, letter), chosen.column)


def obstacle(chosen: Settings) -> tuple[str, str] | None:
    """Return why nothing can be computed under the conventions in force, and what to do; ``None`` if all can."""
    conventions, judgements = chosen.conventions, qrels()
    unordered = [run for run in workspace().runs if not can_rank(run.run, conventions)]
    if unordered:
        names = " and ".join(f"{badge(run.letter)} {plain(run.run.name)}" for run in unordered)
        advice = "Some lines have no number there. Choose another order of a run in Conventions."
        return f"{names} cannot be ordered by the rank column", advice
    largest = LARGEST_GRADE[conventions.gain]
    if judgements is not None and judgements.distinct_grades[-1] > largest:
        grade = judgements.distinct_grades[-1]
        advice = f"The {conventions.gain} gain takes grades up to {largest:g}. Choose the other gain in Conventions."
        return f"The grade {grade:g} is too large for the gain", advice
    return None


def can_score(chosen: Settings) -> bool:
    """Tell whether there are a run and qrels that share a query, and nothing stands in the way of figures."""
    judgements = qrels()
    if judgements is None or not chosen.baseline or obstacle(chosen):
        return False
    return any(query in judgements.row_of for run in workspace().runs for query in run.run.query_ids)


def shown_query(chosen: Settings, query_ids: Sequence[str]) -> str | None:
    """Return the query that all pages show: the chosen one if it is among these, else the one that lost most."""
    if not chosen.system or not can_score(chosen):
        return state.chosen_query(query_ids)
    known = set(query_ids)
    losses = [query for query in comparison(chosen, chosen.system).queries.index[::-1] if query in known]
    return state.chosen_query([*losses, *query_ids])


def table_of(chosen: Settings, letter: str) -> pd.DataFrame:
    """Return the per-query measures of a system by its letter, or of the fusion."""
    return fused_table(chosen) if letter == FUSED else table(workspace().run(letter), chosen.conventions)


def zero_relevance(chosen: Settings) -> pd.DataFrame:
    """Return the queries without a relevant document, or without an answer, with their cause; only with qrels."""
    judgements, loaded = qrels(), workspace()
    assert judgements is not None
    texts, threshold = loaded.texts, chosen.conventions.relevant_from
    keys = [[each.key for each in loaded.runs], [each.key for each in loaded.files if each.kind != "run"]]
    systems = [rankings(run) for run in loaded.runs]
    return _kept(
        _key("zero relevance", keys, threshold),
        lambda: causes(judgements, systems, relevant_from=threshold, query_ids=texts),
    )


def fit_of(loaded: Loaded) -> Fit:
    """Return how the queries of a run and of the qrels meet; only where there are qrels."""
    threshold = settings().conventions.relevant_from
    key = _key("fit", loaded.key, _judgements_key(), threshold)
    return _kept(key, lambda: fit(loaded.run.query_ids, ideal(), relevant_from=threshold))


def judged_share_of(loaded: Loaded, depths: tuple[int, ...] = DEPTHS) -> pd.DataFrame:
    """Return which share of a ranking was judged, down to each depth; only where there are qrels."""
    conventions = settings().conventions
    threshold = conventions.relevant_from
    key = _key("judged share", loaded.key, _judgements_key(), _order_in(loaded, conventions), threshold, depths)
    return _kept(key, lambda: judged_share(_judged(loaded, conventions), ideal(), depths, relevant_from=threshold))


def findings_of(loaded: Loaded) -> tuple[Finding, ...]:
    """Return what was found in a file: while reading, and for a run also under the conventions in force."""
    found = loaded.report.findings
    if loaded.kind != "run":
        return found
    conventions, judgements = settings().conventions, qrels()
    if obstacle := unordered(loaded.run, conventions):
        return (*found, obstacle)
    known = judgements.row_of if judgements else None
    key = _key("findings", loaded.key, _judgements_key(), astuple(conventions))
    doing = f"Looking for equal scores in {plain(loaded.run.name)}"
    return found + _slow(
        key, doing, lambda: rankings(loaded), lambda ranked: findings(ranked, conventions, among=known)
    )


def list_of(chosen: Settings, letter: str, query_id: str) -> Rankings:
    """Return the rankings of one query alone, of a system by its letter or of the fusion.

    Fusing one query takes milliseconds, fusing all of a large collection seconds; the list is the same.
    """
    if letter != FUSED:
        return rankings(workspace().run(letter)).only(query_id)
    lists = [rankings(workspace().run(each)).only(query_id) for each in chosen.fused]
    key = _key("fuse one", _fusion_key(chosen), query_id)
    return _kept(key, lambda: fuse(lists, c=chosen.c, weights=chosen.weights))


def ties_reach(loaded: Loaded, depth: int) -> bool:
    """Tell whether a run that is ordered by score has equal scores in some top ``depth``."""
    key = _key("ties reach", loaded.key, _order_of(settings().conventions), depth)
    return _kept(key, lambda: bool(tied(rankings(loaded), depth)[0]))


def _judged(loaded: Loaded, conventions: Conventions) -> Judged:
    judgements = qrels()
    assert judgements is not None
    key = _key("judge", loaded.key, _judgements_key(), _order_in(loaded, conventions))
    doing = f"Looking up the judged documents of {plain(loaded.run.name)}"
    return _slow(key, doing, lambda: rankings(loaded, conventions), lambda ranked: judge(ranked, judgements))


def _judged_match(chosen: Settings) -> JudgedMatch:
    judgements = qrels()
    assert judgements is not None
    runs = [workspace().run(letter) for letter in chosen.fused]
    keys = [(run.file, run.key, _order_in(run, chosen.conventions)) for run in runs]
    key = _key("judged match", keys, _judgements_key())
    doing = f"Looking up the judged documents of {' and '.join(chosen.fused)}"
    return _slow(
        key, doing, lambda: matched(chosen.fused), lambda documents: JudgedMatch.of(documents, judgements, ideal())
    )


def _tops_by_constant(chosen: Settings) -> dict[float, Judged]:
    """Return the judged top k at each constant of the curve: neither c nor gain nor threshold changes them."""
    k, weights = chosen.conventions.k, chosen.weights
    key = _key("tops", _fusion_key(replace(chosen, c=0.0)), _judgements_key(), k)
    doing = "Fusing at every c of the curve"
    return _slow(key, doing, lambda: _judged_match(chosen), lambda judged: tops(judged, k, weights=weights))


def _with_deep_recall(judged: Judged, best: Ideal, conventions: Conventions) -> pd.DataFrame:
    values = measure(judged, best, conventions)
    if conventions.k == DEEP:
        return values
    deep = f"Recall@{DEEP}"
    return values.assign(**{deep: measure(judged, best, replace(conventions, k=DEEP))[deep]})


def _judgements_key() -> str:
    loaded = workspace().qrels
    return loaded.key if loaded else ""


def _fusion_key(chosen: Settings) -> tuple[object, ...]:
    runs = [workspace().run(letter) for letter in chosen.fused]
    keys = [(run.file, run.key, _order_in(run, chosen.conventions)) for run in runs]
    return keys, chosen.c, chosen.weights
