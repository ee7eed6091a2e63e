"""Calls of core that pages share, each done once per content and settings.

Keys are digests of what a result depends on: the content of files and plain settings. Objects travel beside
them unhashed, because hashing a large frame looks at a sample of it only and would take a corrected file
for the old one. Caches belong to one session and are bounded.
"""

import hashlib
from collections.abc import Callable
from dataclasses import astuple, replace
from typing import TypeVar

import pandas as pd
import streamlit as st

from core.comparison import Comparison, compare
from core.conventions import Conventions
from core.fusion import Matched, fuse_matched, match
from core.judging import Judged, judge
from core.measures import Ideal, measure
from core.model import Qrels, Rankings
from core.ranking import rank
from core.sensitivity import C_STEPS, JudgedMatch, sweep
from pages.ui.roles import FUSED
from pages.ui.state import Settings, settings, workspace
from pages.ui.workspace import Loaded

T = TypeVar("T")
DEEP = 100
"""A second cut-off for recall, beside the k in force: what fusion buys shows at depth."""


def _key(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@st.cache_resource(scope="session", max_entries=24, show_spinner=False)
def _large(key: str, _compute: Callable[[], T]) -> T:
    """Keep rankings and matched documents: as large as the files."""
    return _compute()


@st.cache_resource(scope="session", max_entries=400, show_spinner=False)
def _small(key: str, _compute: Callable[[], T]) -> T:
    """Keep tables with a row per query, or per constant."""
    return _compute()


def _order_of(conventions: Conventions) -> tuple[str, str]:
    return conventions.order_by, conventions.ties


def rankings(loaded: Loaded) -> Rankings:
    """Return the ranked lists of a run under the conventions in force."""
    conventions = settings().conventions
    return _large(_key("rank", loaded.file, loaded.key, _order_of(conventions)), lambda: rank(loaded.run, conventions))


def qrels() -> Qrels | None:
    """Return the judgements in use."""
    loaded = workspace().qrels
    return loaded.content if loaded and isinstance(loaded.content, Qrels) else None


def ideal() -> Ideal:
    """Return the sorted grades of the qrels; only where there are qrels."""
    loaded, judgements = workspace().qrels, qrels()
    assert loaded is not None
    assert judgements is not None
    return _small(_key("ideal", loaded.key), lambda: Ideal.of(judgements))


def table(loaded: Loaded) -> pd.DataFrame:
    """Return the per-query measures of a run; only where there are qrels."""
    conventions = settings().conventions
    key = _key("table", loaded.key, _judgements_key(), astuple(conventions))
    return _small(key, lambda: _with_deep_recall(_judged(loaded), ideal(), conventions))


def matched(letters: tuple[str, ...]) -> Matched:
    """Return the documents of these runs, matched."""
    runs = [workspace().run(letter) for letter in letters]
    order = _order_of(settings().conventions)
    key = _key("match", [(run.file, run.key) for run in runs], order)
    return _large(key, lambda: match([rankings(run) for run in runs]))


def fused(chosen: Settings) -> Rankings:
    """Return the fused ranked lists in full."""
    key = _key("fuse", _fusion_key(chosen))
    return _large(key, lambda: fuse_matched(matched(chosen.fused), c=chosen.c, weights=chosen.weights))


def fused_table(chosen: Settings) -> pd.DataFrame:
    """Return the per-query measures of the fusion; only where there are qrels."""
    conventions = chosen.conventions
    key = _key("fused table", _fusion_key(chosen), _judgements_key(), astuple(conventions))

    def compute() -> pd.DataFrame:
        deepest = max(conventions.k, DEEP)
        judged = _judged_match(chosen).judged(deepest, c=chosen.c, weights=chosen.weights)
        return _with_deep_recall(judged, ideal(), conventions)

    return _small(key, compute)


def sensitivity(chosen: Settings) -> pd.DataFrame:
    """Return the means of the fusion at each constant of the curve, the chosen c among them."""
    constants = sorted({*map(float, C_STEPS), chosen.c})
    key = _key("sweep", _fusion_key(replace(chosen, c=0.0)), _judgements_key(), astuple(chosen.conventions), constants)
    match_, conventions, weights = _judged_match(chosen), chosen.conventions, chosen.weights
    return _small(key, lambda: sweep(match_, conventions, constants, weights=weights))


def comparison(chosen: Settings, letter: str, against: str | None = None) -> Comparison:
    """Compare a system (a letter, or ``Fused``) with the baseline, or with ``against``, on the headline measure."""
    return compare(table_of(chosen, against or chosen.baseline), table_of(chosen, letter), chosen.column)


def table_of(chosen: Settings, letter: str) -> pd.DataFrame:
    """Return the per-query measures of a system by its letter, or of the fusion."""
    return fused_table(chosen) if letter == FUSED else table(workspace().run(letter))


def rankings_of(chosen: Settings, letter: str) -> Rankings:
    """Return the ranked lists of a system by its letter, or of the fusion."""
    return fused(chosen) if letter == FUSED else rankings(workspace().run(letter))


def _judged(loaded: Loaded) -> Judged:
    judgements = qrels()
    assert judgements is not None
    key = _key("judge", loaded.key, _judgements_key(), _order_of(settings().conventions))
    return _large(key, lambda: judge(rankings(loaded), judgements))


def _judged_match(chosen: Settings) -> JudgedMatch:
    judgements = qrels()
    assert judgements is not None
    keys = [workspace().run(letter).key for letter in chosen.fused]
    key = _key("judged match", keys, _order_of(chosen.conventions), _judgements_key())
    return _large(key, lambda: JudgedMatch.of(matched(chosen.fused), judgements, ideal()))


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
    runs = [(run.file, run.key) for run in (workspace().run(letter) for letter in chosen.fused)]
    return runs, chosen.c, chosen.weights, _order_of(chosen.conventions)
