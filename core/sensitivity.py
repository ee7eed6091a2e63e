"""What the constant c does to a fusion: documents are matched and judged once, every c is arithmetic on ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.conventions import Conventions
from core.formulas import Number
from core.fusion import Matched, fused_top
from core.groups import groups_of, places_of
from core.judging import Judged, grades_of
from core.measures import Ideal, measure
from core.model import Qrels

C_STEPS = (0, 1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 60, 80, 100, 140, 200, 280, 400, 600, 1000)
"""Constants of the sensitivity curve, about evenly spaced on a logarithmic scale."""


@dataclass(frozen=True, eq=False)
class JudgedMatch:
    """Matched documents of several systems with their grades, ready to be fused with any c and weights.

    Attributes
    ----------
    matched
        The documents and their ranks in each system.
    row_of_query
        For each query of ``matched``, its row in the qrels; -1 where they do not know it.
    grades
        For each pair of ``matched``, its grade; NaN where it is not judged.
    ideal
        The sorted grades of the qrels.
    """

    matched: Matched
    row_of_query: np.ndarray
    grades: np.ndarray
    ideal: Ideal

    @classmethod
    def of(cls, matched: Matched, qrels: Qrels, ideal: Ideal) -> "JudgedMatch":
        """Look up the grades of all matched documents."""
        row_of_query = np.array([qrels.row_of.get(query, -1) for query in matched.query_ids], dtype=np.int64)
        rows = np.repeat(row_of_query, np.diff(matched.offsets))
        documents = matched.documents.take(matched.document_index)
        return cls(matched, row_of_query, grades_of(rows, documents, qrels), ideal)

    def evaluate(
        self, conventions: Conventions, *, c: Number = 60.0, weights: Sequence[Number] | None = None
    ) -> pd.DataFrame:
        """Return what :func:`core.evaluate` says of this fusion, without ordering more than its top k."""
        return measure(self.judged(conventions.k, c=c, weights=weights), self.ideal, conventions)

    def judged(self, k: int, *, c: Number = 60.0, weights: Sequence[Number] | None = None) -> Judged:
        """Return the judged documents among the top k of the fused lists."""
        _, order, offsets = fused_top(self.matched, c=c, weights=weights, k=k)
        rows = self.row_of_query[groups_of(offsets)]
        known = self.row_of_query >= 0
        returned = np.zeros(len(self.ideal.query_ids), dtype=np.int64)
        returned[self.row_of_query[known]] = np.diff(self.matched.offsets)[known]
        return Judged.of(rows, places_of(offsets), self.grades[order], returned)


@dataclass(frozen=True)
class Extremes:
    """The lowest and the highest mean of a curve, each with the smallest constant that reaches it."""

    lowest: float
    lowest_c: float
    highest: float
    highest_c: float


def extremes(curve: pd.Series) -> Extremes | None:
    """Return the extremes of one column of :func:`sweep`; ``None`` if it has no value."""
    known = curve.dropna().sort_index().round(12)  # means that differ by rounding are equal
    if known.empty:
        return None
    return Extremes(float(known.min()), float(known.idxmin()), float(known.max()), float(known.idxmax()))


def sweep(
    match: JudgedMatch,
    conventions: Conventions,
    constants: Sequence[Number] = C_STEPS,
    *,
    weights: Sequence[Number] | None = None,
) -> pd.DataFrame:
    """Return the mean of every measure of the fusion at each constant.

    Returns
    -------
    pandas.DataFrame
        One row per constant, indexed by ``c``; one column per measure, each a mean over the queries that
        have a relevant document (NaN where there is none).

    Raises
    ------
    ValueError
        If a constant or the weights are not as :func:`core.fuse` wants them.
    """
    judged = tops(match, conventions.k, constants, weights=weights)
    return means_by_constant(judged, match.ideal, conventions)


def tops(
    match: JudgedMatch,
    k: int,
    constants: Sequence[Number] = C_STEPS,
    *,
    weights: Sequence[Number] | None = None,
) -> dict[float, Judged]:
    """Return the judged documents among the top k of the fusion at each constant.

    Neither gain nor threshold changes them, so they can be kept for :func:`means_by_constant`.
    """
    return {float(constant): match.judged(k, c=constant, weights=weights) for constant in constants}


def means_by_constant(judged: Mapping[float, Judged], ideal: Ideal, conventions: Conventions) -> pd.DataFrame:
    """Return the table of :func:`sweep` from the judged top k of the fusion at each constant."""
    means = [measure(top_k, ideal, conventions).drop(columns="status").mean() for top_k in judged.values()]
    return pd.DataFrame(means, index=pd.Index(list(judged), dtype="float64", name="c"))
