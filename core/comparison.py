"""Two systems on the same queries: paired by query id, never by position."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

TOLERANCE = 1e-9
"""Differences up to this size count as tied: they come from rounding, not from the rankings."""

BETTER, TIED, WORSE = "better", "tied", "worse"


@dataclass(frozen=True, eq=False)
class Comparison:
    """How a system differs from a baseline on one measure.

    Attributes
    ----------
    measure
        Column name of the measure, such as ``nDCG@10``.
    queries
        One row per query that has a value in both, indexed by query id, largest gain first (equal
        differences in the order of the baseline): ``baseline``, ``system``, ``difference`` (system minus
        baseline) and ``outcome`` (``better``, ``tied`` or ``worse``).
    unpaired
        Queries that have a value in one of the two only.
    """

    measure: str
    queries: pd.DataFrame
    unpaired: tuple[str, ...]

    @property
    def n(self) -> int:
        """Number of paired queries."""
        return len(self.queries)

    @property
    def baseline_mean(self) -> float:
        """Mean of the baseline over the paired queries; NaN if there is none."""
        return float(self.queries["baseline"].mean())

    @property
    def system_mean(self) -> float:
        """Mean of the system over the paired queries; NaN if there is none."""
        return float(self.queries["system"].mean())

    @property
    def difference(self) -> float:
        """Mean of the system minus mean of the baseline; NaN if no query is paired."""
        return self.system_mean - self.baseline_mean

    def count(self, outcome: str) -> int:
        """Return how many queries are ``better``, ``tied`` or ``worse``."""
        return int((self.queries["outcome"] == outcome).sum())


def mean_differences(baseline: pd.DataFrame, system: pd.DataFrame, measures: Sequence[str]) -> pd.Series:
    """Return system minus baseline in the mean, per measure, over the queries that have a value in both.

    The two are tables of :func:`core.evaluate`, paired by query id; NaN where no query is paired.
    """
    return (system[list(measures)] - baseline[list(measures)]).mean()


def compare(baseline: pd.DataFrame, system: pd.DataFrame, measure: str) -> Comparison:
    """Compare two tables of :func:`core.evaluate` on one of their columns.

    Queries without a value (nothing relevant) are in neither mean. A query that a system does not answer
    has the value 0 and takes part.

    Raises
    ------
    KeyError
        If a table lacks the measure.
    """
    left, right = baseline[measure].dropna(), system[measure].dropna()
    unpaired = left.index.symmetric_difference(right.index, sort=False)
    if not left.index.equals(right.index):  # looking ids up takes longer than all the rest
        shared = left.index[left.index.isin(right.index)]
        left, right = left.loc[shared], right.loc[shared]
    values = pd.DataFrame({"baseline": left, "system": right})
    difference = values["system"] - values["baseline"]
    outcome = np.select([difference > TOLERANCE, difference < -TOLERANCE], [BETTER, WORSE], TIED)
    values = values.assign(difference=difference, outcome=pd.array(outcome, dtype="str"))
    values = values.sort_values("difference", ascending=False, kind="stable")
    return Comparison(measure, values, tuple(unpaired))
