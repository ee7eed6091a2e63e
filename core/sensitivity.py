"""What the constant c does to a fusion: documents are matched and judged once, every c is arithmetic on ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.conventions import Conventions
from core.exact_sums import Shares
from core.formulas import Number
from core.fused_ranks import Sought, fused_ranks
from core.judging import Judged
from core.matching import Matched
from core.measures import Ideal, measure
from core.model import DEEPEST, Qrels
from core.parallel import each

C_STEPS = (0, 1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 60, 80, 100, 140, 200, 280, 400, 600, 1000)
"""Constants of the sensitivity curve, about evenly spaced on a logarithmic scale."""


@dataclass(frozen=True, eq=False)
class JudgedMatch:
    """Matched documents of several systems and the judged ones among them, to be fused with any c and weights.

    Attributes
    ----------
    matched
        The documents and their ranks in each system.
    qrels
        The judgements.
    ideal
        Their sorted grades.
    sought
        The judged documents among the matched ones.
    returned
        For each query of the qrels, how many documents the systems return together.
    """

    matched: Matched
    qrels: Qrels
    ideal: Ideal
    sought: Sought
    returned: np.ndarray

    @classmethod
    def of(cls, matched: Matched, qrels: Qrels, ideal: Ideal) -> "JudgedMatch":
        """Look up the judged documents of all systems."""
        rows = qrels.rows_of(matched.query_ids)
        returned = np.zeros(len(qrels.query_ids), dtype=np.int64)
        returned[rows[rows >= 0]] = matched.counts[rows >= 0]
        return cls(matched, qrels, ideal, Sought.of(matched, qrels), returned)

    def evaluate(
        self, conventions: Conventions, *, c: Number = 60.0, weights: Sequence[Number] | None = None
    ) -> pd.DataFrame:
        """Return what :func:`core.evaluate` says of this fusion, without putting the fused lists in order."""
        return measure(self.judged(conventions.k, c=c, weights=weights), self.ideal, conventions)

    def judged(self, k: int, *, c: Number = 60.0, weights: Sequence[Number] | None = None) -> Judged:
        """Return the judged documents among the top k of the fused lists."""
        shares = Shares.of(c, weights, len(self.matched.systems), self.matched.deepest)
        ranks = fused_ranks(self.matched, self.sought, shares, min(k, DEEPEST))
        found = ranks > 0
        return Judged.of(self.sought.judgements[found], ranks[found], self.returned, self.qrels)


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
    judged = each(lambda constant: match.judged(k, c=constant, weights=weights), constants)
    return dict(zip(map(float, constants), judged, strict=True))


def means_by_constant(judged: Mapping[float, Judged], ideal: Ideal, conventions: Conventions) -> pd.DataFrame:
    """Return the table of :func:`sweep` from the judged top k of the fusion at each constant."""
    means = [measure(top_k, ideal, conventions).drop(columns="status").mean() for top_k in judged.values()]
    return pd.DataFrame(means, index=pd.Index(list(judged), dtype="float64", name="c"))
