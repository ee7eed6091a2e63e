"""The choices that decide what a figure means, in one value that travels with every figure."""

import math
import numbers
import operator
from dataclasses import dataclass
from typing import Literal, get_args

Gain = Literal["exponential", "linear"]
OrderBy = Literal["score", "rank", "file"]
Ties = Literal["id_descending", "id_ascending", "file"]


def checked_cutoff(k: int, what: str = "k") -> int:
    """Return ``k`` as an ``int``; ``ValueError`` naming ``what`` unless it is a whole number of at least 1."""
    try:
        value = operator.index(k)
    except TypeError:
        value = 0
    if isinstance(k, bool) or value < 1:
        message = f"{what} must be a positive whole number, found {k!r}"
        raise ValueError(message)
    return value


def check_threshold(relevant_from: float | None) -> None:
    """Raise ``ValueError`` unless the smallest relevant grade is ``None`` or a finite grade above 0."""
    if relevant_from is None:
        return
    if not isinstance(relevant_from, numbers.Real) or not (0 < relevant_from < math.inf):
        message = f"relevant_from must be a grade above 0, found {relevant_from!r}"
        raise ValueError(message)


@dataclass(frozen=True)
class Conventions:
    """What is counted, and how.

    Parameters
    ----------
    k
        Cut-off rank of all measures, at least 1.
    gain
        ``"exponential"``: ``2^grade - 1``; ``"linear"``: the grade itself, as trec_eval has it.
    relevant_from
        Smallest grade that counts as relevant in the binary measures and in deciding which queries
        have something relevant; ``None``: every grade above 0. Gains stay as graded.
    order_by
        What orders a run: ``"score"`` (highest first), ``"rank"`` (the rank column, lowest first) or
        ``"file"`` (the order of the lines).
    ties
        Who goes first where the order leaves it open: the document whose id sorts last
        (``"id_descending"``, trec_eval's rule), first (``"id_ascending"``), or the one that stands
        first in the file (``"file"``). Ids compare as text, by code point.

    Raises
    ------
    ValueError
        If a field has a value that is not one of these.
    """

    k: int = 10
    gain: Gain = "exponential"
    relevant_from: float | None = None
    order_by: OrderBy = "score"
    ties: Ties = "id_descending"

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", checked_cutoff(self.k))
        for field, choices in (("gain", Gain), ("order_by", OrderBy), ("ties", Ties)):
            value = getattr(self, field)
            if value not in get_args(choices):
                message = f"{field} must be one of {', '.join(get_args(choices))}, found {value!r}"
                raise ValueError(message)
        check_threshold(self.relevant_from)
