"""Runs of real participants, kept beside the repository because they are not its own; skipped where they are not."""

import json
from functools import cache
from pathlib import Path

import pytest

from core import Qrels, Rankings, rank, read_qrels, read_run

DATA = Path(__file__).parents[3] / "shared" / "data"
COLLECTIONS = {
    "robust03": ("MU03rob01", "pircRBa1", "uic0301"),
    "ct21": ("dense", "keyword"),
}

needed = pytest.mark.skipif(not DATA.is_dir(), reason="the real runs are not beside the repository")


@cache
def system(collection: str, name: str) -> Rankings:
    """Return a run of a collection, ranked by the default conventions."""
    return rank(read_run(DATA / collection / f"{name}.run.gz"))


@cache
def qrels(collection: str) -> Qrels:
    """Return the judgements of a collection."""
    return read_qrels(DATA / collection / "qrels.txt.gz")


@cache
def expected() -> dict:
    """Return figures that were computed independently, with exact fractions, and rounded to six digits."""
    return json.loads((DATA / "expected.json").read_text())
