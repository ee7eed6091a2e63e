"""The definition of every figure: plain Python, one query at a time, the standard library only.

Pages are served by the vectorised engine; tests hold it to these functions. They are written to be
read aloud, and every other module may be wrong where it disagrees with this one.

Two rules run through all of them. Ranks start at 1. A list counts a document once, at its first
occurrence, and a cut-off applies to what is left.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from core.conventions import Gain, check_threshold, checked_cutoff

Number = int | float | Decimal | Fraction

LARGEST_GRADE = {"exponential": 1_000.0, "linear": 1e300}
"""Above these grades the sums of nDCG leave the range of double precision."""


def is_finite(number: Number) -> bool:
    """Tell whether a number is finite, and small enough to be a double."""
    try:
        return math.isfinite(number)
    except OverflowError:  # an integer beyond double precision
        return False


def exact(number: Number, what: str) -> Fraction:
    """Return the decimal that was typed as a fraction: 0.1 is one tenth, not the nearest double.

    >>> exact(0.1, "c") == Fraction(1, 10)
    True

    Raises
    ------
    ValueError
        If ``number`` is negative or not finite; ``what`` names it in the message.
    """
    if isinstance(number, bool) or not (is_finite(number) and number >= 0):
        message = f"{what} must be a finite number of at least 0, found {number}"
        raise ValueError(message)
    return Fraction(str(number))


def checked_weights(weights: Sequence[Number] | None, lists: int) -> list[Fraction]:
    """Return one exact weight per list; ``None`` means 1 for each.

    Raises
    ------
    ValueError
        If there are not as many weights as lists, one is negative or not finite, or all are 0.
    """
    if weights is None:
        return [Fraction(1)] * lists
    if len(weights) != lists:
        message = f"there must be one weight for each of the {lists} lists, found {len(weights)}"
        raise ValueError(message)
    fractions = [exact(weight, "a weight") for weight in weights]
    if lists and not any(fractions):
        message = "at least one weight must be above 0, found only zeros"
        raise ValueError(message)
    return fractions


def check_grades(grades: Iterable[float]) -> None:
    """Raise ``ValueError`` if a grade is negative or not finite."""
    for grade in grades:
        if not (is_finite(grade) and grade >= 0):
            message = f"a grade must be a finite number of at least 0, found {grade}"
            raise ValueError(message)


def check_gain(gain: Gain) -> None:
    """Raise ``ValueError`` unless the gain is ``"exponential"`` or ``"linear"``."""
    if gain not in LARGEST_GRADE:
        message = f"gain must be one of {', '.join(LARGEST_GRADE)}, found {gain!r}"
        raise ValueError(message)


def gain_of(grade: float, gain: Gain) -> float:
    """Return what a document of this grade adds to DCG before the discount.

    ``"exponential"`` is ``2^grade - 1`` (Burges et al. 2005, Learning to rank using gradient descent);
    ``"linear"`` is the grade (Järvelin and Kekäläinen 2002, Cumulated gain-based evaluation).

    >>> [gain_of(grade, "exponential") for grade in (0, 1, 2, 3)]
    [0.0, 1.0, 3.0, 7.0]

    Raises
    ------
    ValueError
        If the gain is neither, or the grade so large that the sums would leave double precision.
    """
    check_gain(gain)
    if grade > LARGEST_GRADE[gain]:
        message = f"with the {gain} gain a grade must be at most {LARGEST_GRADE[gain]:g}, found {grade:g}"
        raise ValueError(message)
    if gain == "linear":
        return float(grade)
    if grade < 1e-3:
        return math.expm1(grade * math.log(2))  # 2^grade - 1 would lose the digits of a tiny grade
    return 2.0**grade - 1


def cosine(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the cosine of the angle between two vectors, from -1 to 1.

    >>> round(cosine([1, 0], [1, 1]), 6)
    0.707107
    >>> cosine([1, 2], [-2, -4])
    -1.0

    Raises
    ------
    ValueError
        If a vector is empty, has a value that is not finite, is zero, or differs in length from the other.

    Source: Salton, Wong and Yang 1975, A vector space model for automatic indexing.
    """
    if not len(left) or len(left) != len(right):
        message = f"two vectors of one length, at least 1, are needed, found {len(left)} and {len(right)} values"
        raise ValueError(message)
    scaled = []
    for vector in (left, right):
        if not all(is_finite(value) for value in vector):
            message = "a vector must hold finite numbers only, found one that is not"
            raise ValueError(message)
        largest = max(abs(value) for value in vector)
        if largest == 0:
            message = "a vector must not be zero: the zero vector has no direction"
            raise ValueError(message)
        exponent = math.frexp(largest)[1]  # a power of two: scales exactly, and no square over- or underflows
        scaled.append([math.ldexp(value, -exponent) for value in vector])
    u, v = scaled
    product = math.fsum(a * b for a, b in zip(u, v, strict=True))
    lengths = math.sqrt(math.fsum(a * a for a in u) * math.fsum(b * b for b in v))
    return max(-1.0, min(1.0, product / lengths))


def first_occurrences(ranking: Iterable[str]) -> list[str]:
    """Return the list with every document once, at its first place.

    >>> first_occurrences(["a", "b", "a"])
    ['a', 'b']
    """
    return list(dict.fromkeys(ranking))


def rrf_scores(
    lists: Sequence[Sequence[str]], *, c: Number = 60, weights: Sequence[Number] | None = None
) -> dict[str, Fraction]:
    """Return the exact fused score of every document: the sum over lists of ``weight / (c + rank)``.

    >>> rrf_scores([["a", "b"], ["b"]], c=0)["b"]
    Fraction(3, 2)

    See :func:`rrf` for errors and source.
    """
    constant = exact(c, "c")
    scores: dict[str, Fraction] = {}
    for ranking, weight in zip(lists, checked_weights(weights, len(lists)), strict=True):
        for rank, document in enumerate(first_occurrences(ranking), start=1):
            scores[document] = scores.get(document, Fraction(0)) + weight / (constant + rank)
    return scores


def rrf(lists: Sequence[Sequence[str]], *, c: Number = 60, weights: Sequence[Number] | None = None) -> list[str]:
    """Fuse ranked lists of document ids by weighted reciprocal rank fusion; the best document first.

    A list that lacks a document adds nothing to it. Sums are exact, so the order of the lists never
    matters, and documents with equal sums are ordered by id, ascending.

    >>> rrf([["a", "b"], ["b", "c"]], c=0)
    ['b', 'a', 'c']

    Here b has 1/2, and a has 1/3 + 1/6, which is the same:

    >>> rrf([["p", "b"], ["p", "q", "a"], ["p", "q", "r", "s", "t", "a"]], c=0)
    ['p', 'q', 'a', 'b', 'r', 's', 't']

    Raises
    ------
    ValueError
        If ``c`` is negative or not finite, or the weights are (see :func:`checked_weights`).

    Source: Cormack, Clarke and Büttcher 2009, Reciprocal rank fusion outperforms Condorcet and
    individual rank learning methods; the weights are a common extension of it.
    """
    scores = rrf_scores(lists, c=c, weights=weights)
    return sorted(scores, key=lambda document: (-scores[document], document))


def is_relevant(grade: float, relevant_from: float | None) -> bool:
    """Tell whether a grade counts as relevant: above 0, or at least ``relevant_from`` where that is set."""
    return grade > 0 if relevant_from is None else grade >= relevant_from


def metrics(
    ranking: Sequence[str],
    grades: Mapping[str, float],
    k: int,
    *,
    gain: Gain = "exponential",
    relevant_from: float | None = None,
) -> dict[str, float | None]:
    """Return recall, reciprocal rank and nDCG of one ranked list, each cut at ``k``, from 0 to 1.

    ``grades`` maps the judged documents of the query to their grades; a document without a grade counts
    as not relevant. All three are ``None`` if the query has no relevant document: no ranking can do well
    or badly on it. With an empty ranking they are 0.

    - recall: relevant documents in the top k / all judged relevant documents;
    - rr: 1 / rank of the first relevant document in the top k, else 0 (Voorhees 1999, the TREC-8
      question answering track report);
    - ndcg: the sum of ``gain / log2(rank + 1)`` over the top k, divided by the same sum over the judged
      grades sorted downwards and cut at k (Järvelin and Kekäläinen 2002).

    >>> metrics(["x", "a", "b"], {"a": 1, "b": 1}, 2)
    {'recall': 0.5, 'rr': 0.5, 'ndcg': 0.38685280723454163}
    >>> metrics(["a"], {}, 1)
    {'recall': None, 'rr': None, 'ndcg': None}

    Raises
    ------
    ValueError
        If ``k`` is not a positive whole number, or a grade is negative, not finite or too large.
    """
    k = checked_cutoff(k)
    check_gain(gain)
    check_threshold(relevant_from)
    check_grades(grades.values())
    relevant = {document for document, grade in grades.items() if is_relevant(grade, relevant_from)}
    ideal = dcg(sorted(grades.values(), reverse=True)[:k], gain)
    if not relevant:
        return {"recall": None, "rr": None, "ndcg": None}
    top = first_occurrences(ranking)[:k]
    hits = [rank for rank, document in enumerate(top, start=1) if document in relevant]
    return {
        "recall": len(hits) / len(relevant),
        "rr": 1 / hits[0] if hits else 0.0,
        "ndcg": dcg([grades.get(document, 0) for document in top], gain) / ideal,
    }


def dcg(grades: Sequence[float], gain: Gain) -> float:
    """Return the discounted cumulated gain of grades in rank order: the sum of ``gain / log2(rank + 1)``.

    >>> dcg([3, 0, 1], "exponential")
    7.5
    """
    return math.fsum(gain_of(grade, gain) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def further_metrics(
    ranking: Sequence[str], grades: Mapping[str, float], k: int, *, relevant_from: float | None = None
) -> dict[str, float | None]:
    """Return precision, average precision, success and the judged share of one ranked list, from 0 to 1, cut at ``k``.

    - p: relevant documents in the top k / k, also where fewer than k were returned;
    - ap: the sum of the precision at each relevant document in the top k / all judged relevant
      documents (trec_eval's ``map_cut``);
    - success: 1 if a relevant document is in the top k, else 0;
    - judged: judged documents / documents returned, both in the top k.

    All are ``None`` if the query has no relevant document. Where nothing was returned the first three are 0,
    and judged is ``None``.

    >>> further_metrics(["a", "x", "b"], {"a": 1, "b": 1, "c": 0}, 4)
    {'p': 0.5, 'ap': 0.8333333333333333, 'success': 1.0, 'judged': 0.6666666666666666}

    Raises
    ------
    ValueError
        If ``k`` is not a positive whole number, or a grade is negative or not finite.
    """
    k = checked_cutoff(k)
    check_threshold(relevant_from)
    check_grades(grades.values())
    relevant = {document for document, grade in grades.items() if is_relevant(grade, relevant_from)}
    if not relevant:
        return {"p": None, "ap": None, "success": None, "judged": None}
    top = first_occurrences(ranking)[:k]
    hits = [rank for rank, document in enumerate(top, start=1) if document in relevant]
    return {
        "p": len(hits) / k,
        "ap": math.fsum(found / rank for found, rank in enumerate(hits, start=1)) / len(relevant),
        "success": 1.0 if hits else 0.0,
        "judged": sum(document in grades for document in top) / len(top) if top else None,
    }
