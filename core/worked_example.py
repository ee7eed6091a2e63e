"""One query by hand: every step from ranks to fused scores, and from grades to nDCG, line by line.

The figures are those of :mod:`core.formulas`; here they are laid out so that each can be checked with a pencil.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from core.comparison import TOLERANCE
from core.conventions import Gain
from core.formulas import (
    Number,
    checked_weights,
    dcg,
    exact,
    first_occurrences,
    gain_of,
    is_relevant,
    metrics,
    rrf,
    rrf_scores,
)

Standing = Literal["ahead", "level", "behind", "last"]


@dataclass(frozen=True)
class Share:
    """What one list adds to the fused score of a document: ``weight / below``, where ``below`` is c + rank."""

    rank: int
    weight: Fraction
    below: Fraction

    @property
    def value(self) -> Fraction:
        """The share, exactly."""
        return self.weight / self.below


@dataclass(frozen=True)
class FusedLine:
    """One document of the fused list.

    Attributes
    ----------
    rank
        Its rank in the fused list, from 1.
    document
        Its id.
    shares
        For each list, what it adds; ``None`` where the list lacks the document.
    total
        The fused score, exactly.
    tied
        Whether another document has exactly this score.
    """

    rank: int
    document: str
    shares: tuple[Share | None, ...]
    total: Fraction
    tied: bool


@dataclass(frozen=True)
class GainLine:
    """One rank of DCG: the list that is judged beside the ideal list.

    ``document`` is ``None`` below the end of the list, ``grade`` also where the document is unjudged (its
    gain is 0 then). The ideal list ends where the judged documents do. A ``term`` is gain / discount.
    """

    rank: int
    discount: float
    document: str | None
    grade: float | None
    gain: float | None
    term: float | None
    ideal_grade: float | None
    ideal_gain: float | None
    ideal_term: float | None


@dataclass(frozen=True)
class Judgement:
    """How one list does against the grades.

    Attributes
    ----------
    ndcg, recall, rr
        The measures; ``None`` where no document is relevant.
    hits
        Relevant documents in the top k.
    first
        The first relevant document in the top k with its rank; ``None`` if there is none.
    dcg, ideal_dcg
        The two sums that nDCG divides.
    unjudged
        Documents of the top k without a grade.
    """

    ndcg: float | None
    recall: float | None
    rr: float | None
    hits: int
    first: tuple[str, int] | None
    dcg: float
    ideal_dcg: float
    unjudged: tuple[str, ...]


@dataclass(frozen=True)
class WorkedExample:
    """Short ranked lists of one query, how they are fused, and how the query is judged.

    Parameters
    ----------
    lists
        Document ids, best first; repeats count once.
    weights, c
        Of the fusion, as in :func:`core.formulas.rrf`.
    grades
        The judged documents.
    k, gain, relevant_from
        As in :class:`core.Conventions`.

    Raises
    ------
    ValueError
        When a figure is asked for that :mod:`core.formulas` refuses to compute.
    """

    lists: tuple[tuple[str, ...], ...]
    weights: tuple[Number, ...]
    c: Number
    grades: Mapping[str, float]
    k: int
    gain: Gain = "exponential"
    relevant_from: float | None = None

    @property
    def can_be_fused(self) -> bool:
        """Whether some list has both a document and a weight."""
        return any(ranking and weight for ranking, weight in zip(self.lists, self.weights, strict=True))

    @cached_property
    def fused(self) -> list[str]:
        """The fused list, best first."""
        return rrf(self.lists, c=self.c, weights=self.weights)

    @cached_property
    def fused_lines(self) -> list[FusedLine]:
        """The fused list with the shares that make it."""
        totals = rrf_scores(self.lists, c=self.c, weights=self.weights)
        constant, weights = exact(self.c, "c"), checked_weights(self.weights, len(self.lists))
        ranks = [
            {document: rank for rank, document in enumerate(first_occurrences(each), start=1)} for each in self.lists
        ]
        scores = list(totals.values())
        lines = []
        for place, document in enumerate(self.fused, start=1):
            shares = tuple(
                Share(rank[document], weight, constant + rank[document]) if document in rank else None
                for rank, weight in zip(ranks, weights, strict=True)
            )
            total = totals[document]
            lines.append(FusedLine(place, document, shares, total, scores.count(total) > 1))
        return lines

    @property
    def ties(self) -> list[tuple[Fraction, list[str]]]:
        """The scores that several documents have exactly, highest first, with these documents in order."""
        groups: dict[Fraction, list[str]] = {}
        for line in self.fused_lines:
            if line.tied:
                groups.setdefault(line.total, []).append(line.document)
        return list(groups.items())

    @property
    def relevant(self) -> list[str]:
        """The relevant documents, in the order of the grades."""
        return [document for document, grade in self.grades.items() if is_relevant(grade, self.relevant_from)]

    @property
    def nowhere(self) -> list[str]:
        """The relevant documents that no list holds."""
        return [document for document in self.relevant if not any(document in each for each in self.lists)]

    def judge(self, ranking: Sequence[str]) -> Judgement:
        """Judge one list: one of :attr:`lists`, or :attr:`fused`."""
        values = metrics(ranking, self.grades, self.k, gain=self.gain, relevant_from=self.relevant_from)
        top = first_occurrences(ranking)[: self.k]
        relevant = set(self.relevant)
        hits = [(document, rank) for rank, document in enumerate(top, start=1) if document in relevant]
        return Judgement(
            ndcg=values["ndcg"],
            recall=values["recall"],
            rr=values["rr"],
            hits=len(hits),
            first=hits[0] if hits else None,
            dcg=dcg([self.grades.get(document, 0) for document in top], self.gain),
            ideal_dcg=dcg(self._ideal, self.gain),
            unjudged=tuple(document for document in top if document not in self.grades),
        )

    def gain_lines(self, ranking: Sequence[str]) -> list[GainLine]:
        """Return the terms of DCG of a list and of the ideal list, one line per rank down to k."""
        top = first_occurrences(ranking)[: self.k]
        lines = []
        for rank in range(1, self.k + 1):
            discount = math.log2(rank + 1)
            document = top[rank - 1] if rank <= len(top) else None
            grade = self.grades.get(document) if document is not None else None
            gain = None if document is None else gain_of(grade or 0, self.gain)
            best = self._ideal[rank - 1] if rank <= len(self._ideal) else None
            best_gain = None if best is None else gain_of(best, self.gain)
            lines.append(
                GainLine(
                    rank,
                    discount,
                    document,
                    grade,
                    gain,
                    None if gain is None else gain / discount,
                    best,
                    best_gain,
                    None if best_gain is None else best_gain / discount,
                )
            )
        return lines

    @property
    def _ideal(self) -> list[float]:
        return sorted(self.grades.values(), reverse=True)[: self.k]


def standing(fused: float, lists: Sequence[float]) -> tuple[Standing, int]:
    """Return how the fused list does against its inputs, and the place of the best of these.

    ``"ahead"`` of all, ``"level"`` with the best, ``"behind"`` the best, or ``"last"``: behind all (of
    several).
    """
    best = max(range(len(lists)), key=lists.__getitem__)
    if fused > lists[best] + TOLERANCE:
        return "ahead", best
    if fused >= lists[best] - TOLERANCE:
        return "level", best
    return ("last" if len(lists) > 1 and fused < min(lists) - TOLERANCE else "behind"), best


def share_of_first(c: Number, rank: int) -> Fraction:
    """Return what a rank adds as a share of what rank 1 adds: ``(c + 1) / (c + rank)``."""
    constant = exact(c, "c")
    return (constant + 1) / (constant + rank)


def pair_against_first(c: Number, rank: int) -> int:
    """Tell whether two equal lists that agree on this rank outweigh one first place: 1, or -1, or 0 if neither.

    >>> [pair_against_first(c, 10) for c in (7, 8, 9)]
    [-1, 0, 1]
    """
    pair = 2 * share_of_first(c, rank)
    return (pair > 1) - (pair < 1)


def largest_score(c: Number, weights: Sequence[Number]) -> Fraction:
    """Return the fused score of a document that all lists put first: no score can be higher."""
    return sum(checked_weights(weights, len(weights)), start=Fraction(0)) / (exact(c, "c") + 1)
