"""Sums of reciprocal ranks as floats, how far those can be trusted, and exactly."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from core.formulas import Number, checked_weights, exact

_EPSILON = float(np.finfo(float).eps)
_SMALLEST = float(np.finfo(float).smallest_subnormal)


@dataclass(frozen=True, eq=False)
class Shares:
    """What each system adds to the sum of a document, by its rank there: ``weight / (c + rank)``.

    Attributes
    ----------
    c, weights
        The constant, and the weights by a common power of two, so that float sums do not overflow.
    exponent
        That power.
    tables
        Shape (systems, ranks + 1): the share of each rank; 0 for rank 0, a document that is not returned.
    """

    c: Fraction
    weights: tuple[Fraction, ...]
    exponent: int
    tables: np.ndarray
    _known: dict[tuple[int, ...], Fraction] = field(default_factory=dict)

    @classmethod
    def of(cls, c: Number, weights: Sequence[Number] | None, systems: int, deepest: int) -> "Shares":
        """Work out the shares down to the rank ``deepest``.

        Raises
        ------
        ValueError
            If ``c`` or ``weights`` are not as :func:`core.fuse` wants them.
        """
        constant = exact(c, "c")
        given = checked_weights(weights, systems)
        exponent = math.frexp(max(map(float, given)))[1]
        scaled = tuple(weight / Fraction(2) ** exponent for weight in given)
        tables = np.zeros((systems, deepest + 1))
        for table, weight in zip(tables, scaled, strict=True):
            table[1:] = float(weight) / (float(constant) + np.arange(1, deepest + 1))
        return cls(constant, scaled, exponent, tables)

    def sums(self, ranks: np.ndarray) -> np.ndarray:
        """Return the float sums of documents, given the ranks in shape (systems, documents).

        Shares are added from the smallest up, so that a sum does not depend on the order of the systems.
        """
        shares = [table.take(own) for table, own in zip(self.tables, ranks, strict=True)]
        if len(shares) > 2:
            shares = list(np.sort(shares, axis=0))
        total = shares[0]
        for share in shares[1:]:  # NumPy's own sum would add them in another order where there are many
            total = total + share
        return total

    def unscaled(self, sums: np.ndarray) -> np.ndarray:
        """Return sums of the weights as they were given."""
        with np.errstate(over="ignore"):  # weights near the largest double can sum to infinity
            return np.ldexp(sums, self.exponent)

    def uncertainty(self, sums: np.ndarray) -> np.ndarray:
        """Return how far apart float sums near these may be although the exact sums are equal.

        A share errs by at most three units of rounding (c, the addition, the division; the weight is a fourth), a
        sum of n shares by n - 1 more; two sums may err in opposite ways, and the bound is taken twice as wide.
        """
        systems = len(self.weights)
        return sums * (4 * (systems + 4) * _EPSILON) + 4 * systems * _SMALLEST

    def codes(self, ranks: np.ndarray) -> np.ndarray:
        """Return the shares of each document as sorted numbers: equal columns have equal sums."""
        stride = self.tables.shape[1]
        classes = sorted(set(self.weights))
        codes = np.zeros(ranks.shape, dtype=np.int64)
        for code, own, weight in zip(codes, ranks, self.weights, strict=True):
            if weight:
                code[:] = np.where(own > 0, own + np.int64(classes.index(weight) * stride), 0)
        if len(codes) == 2:
            return np.array([np.minimum(*codes), np.maximum(*codes)])
        codes.sort(axis=0)
        return codes

    def exactly(self, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each column of codes the place of its exact sum among theirs, the largest first, and that sum.

        Equal sums have one place. The sums are rounded to the nearest float.
        """
        distinct, which = np.unique(codes, axis=1, return_inverse=True)
        sums = [self._sum(tuple(column)) for column in distinct.T.tolist()]
        place_of = {value: place for place, value in enumerate(sorted(set(sums), reverse=True))}
        places = np.array([place_of[value] for value in sums], dtype=np.int64)
        return places[which], np.array([float(value) for value in sums])[which]

    def _sum(self, column: tuple[int, ...]) -> Fraction:
        known = self._known.get(column)
        if known is None:
            stride = self.tables.shape[1]
            classes = sorted(set(self.weights))
            shares = (classes[code // stride] / (self.c + code % stride) for code in column if code)
            known = self._known[column] = sum(shares, start=Fraction(0))
        return known
