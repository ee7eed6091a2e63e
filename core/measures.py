"""The measures of all queries at once, on the judged documents alone.

:mod:`core.formulas` defines them; here they are sums over the judged documents of a ranking, so a change
of k, gain or threshold costs nothing but arithmetic.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.conventions import Conventions, Gain
from core.formulas import gain_of
from core.groups import groups_of, offsets_of, places_of
from core.judging import Judged, judge
from core.model import DEEPEST, Qrels, Rankings


@dataclass(frozen=True)
class Measure:
    """A measure as the field knows it.

    ``key`` is its name without cut-off (``nDCG``), ``title`` the long name, ``meaning`` one sentence for
    help texts, ``source`` where it was published. All lie between 0 and 1, and more is better. A query that
    the run does not answer has 0, except for the judged share, which has no value there.
    """

    key: str
    title: str
    meaning: str
    source: str

    def at(self, k: int) -> str:
        """Return the column name at a cut-off: ``nDCG@10``."""
        return f"{self.key}@{k}"


MEASURES = (
    Measure(
        "nDCG",
        "Normalised discounted cumulated gain",
        "Gain of the top k, discounted by log2(rank + 1), as a share of the best order of all judged documents.",
        "Järvelin and Kekäläinen 2002; exponential gain: Burges et al. 2005",
    ),
    Measure(
        "Recall",
        "Recall",
        "Relevant documents in the top k / all judged relevant documents of the query.",
        "Cleverdon 1967",
    ),
    Measure(
        "RR",
        "Reciprocal rank",
        "1 / rank of the first relevant document in the top k, else 0. Its mean over queries is called MRR.",
        "Voorhees 1999",
    ),
    Measure(
        "P",
        "Precision",
        "Relevant documents in the top k / k, also where fewer than k were returned.",
        "Cleverdon 1967",
    ),
    Measure(
        "AP",
        "Average precision",
        "Precision at each relevant document of the top k, summed, / all judged relevant documents.",
        "Buckley and Voorhees 2000",
    ),
    Measure("Success", "Success", "1 if a relevant document is in the top k, else 0.", "Craswell and Hawking 2004"),
    Measure(
        "Judged",
        "Judged share",
        "Judged documents / documents returned, both in the top k. Unjudged ones count as not relevant.",
        "Yilmaz and Aslam 2006",
    ),
)
"""All measures, in the order of the columns of :func:`evaluate`."""

SCORED, MISSING, ZERO_RELEVANCE = "scored", "missing", "zero_relevance"


def evaluate(
    rankings: Rankings,
    qrels: Qrels,
    conventions: Conventions = Conventions(),  # noqa: B008 - a frozen value
) -> pd.DataFrame:
    """Return the measures of every query of the qrels.

    Returns
    -------
    pandas.DataFrame
        One row per query of the qrels, indexed by query id (``query``), in their order. Columns
        ``nDCG@k``, ``Recall@k``, ``RR@k``, ``P@k``, ``AP@k``, ``Success@k``, ``Judged@k`` for the k in
        force, from 0 to 1, and ``status``: ``scored``; ``missing``, a query that the run does not answer
        (zeros; no judged share); ``zero_relevance``, a query without a relevant document (NaN throughout,
        whether answered or not). The mean of a column leaves NaN out.

    Raises
    ------
    ValueError
        If a grade is too large for the gain (see :data:`core.formulas.LARGEST_GRADE`).
    """
    judged = judge(rankings, qrels, depth=min(conventions.k, DEEPEST))
    return measure(judged, Ideal.of(qrels), conventions)


def without_relevant(table: pd.DataFrame) -> int:
    """Return how many queries of a table of :func:`evaluate` have no relevant document, and so no value."""
    return int((table["status"] == ZERO_RELEVANCE).sum())


@dataclass(frozen=True, eq=False)
class Ideal:
    """The judged grades of every query, sorted downwards: the best order there could be."""

    query_ids: tuple[str, ...]
    rows: np.ndarray
    ranks: np.ndarray
    grades: np.ndarray

    @classmethod
    def of(cls, qrels: Qrels) -> "Ideal":
        """Sort the grades of each query of the qrels."""
        rows = groups_of(qrels.offsets)
        grades = qrels.grades[np.lexsort((-qrels.grades, rows))]
        return cls(qrels.query_ids, rows, places_of(qrels.offsets), grades)

    def relevant(self, relevant_from: float | None) -> np.ndarray:
        """Return the number of relevant documents of each query."""
        rows = self.rows[relevant_mask(self.grades, relevant_from)]
        return np.bincount(rows, minlength=len(self.query_ids))


def measure(judged: Judged, ideal: Ideal, conventions: Conventions) -> pd.DataFrame:
    """Return the table of :func:`evaluate` from documents that were judged before."""
    n = len(ideal.query_ids)
    k = min(conventions.k, DEEPEST)
    in_top = judged.ranks <= k
    rows, ranks, grades = judged.rows[in_top], judged.ranks[in_top], judged.grades[in_top]
    total = ideal.relevant(conventions.relevant_from)
    hit = relevant_mask(grades, conventions.relevant_from)
    hit_rows, hit_ranks = rows[hit], ranks[hit]
    hits = np.bincount(hit_rows, minlength=n)
    first = np.full(n, np.inf)
    np.minimum.at(first, hit_rows, hit_ranks)
    # hits are ordered by row and rank, so the place among the hits of a query is its count so far
    nth = places_of(offsets_of(hits))
    best = ideal.ranks <= k
    dcg = _dcg(rows, ranks, grades, conventions.gain, n)
    ideal_dcg = _dcg(ideal.rows[best], ideal.ranks[best], ideal.grades[best], conventions.gain, n)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = {
            "nDCG": dcg / ideal_dcg,
            "Recall": hits / total,
            "RR": 1 / first,
            "P": hits / float(conventions.k),
            "AP": np.bincount(hit_rows, weights=nth / hit_ranks, minlength=n) / total,
            "Success": (hits > 0).astype(float),
            "Judged": np.bincount(rows, minlength=n) / np.minimum(judged.returned, k),
        }
    without = total == 0
    columns = {each.at(conventions.k): np.where(without, np.nan, values[each.key]) for each in MEASURES}
    status = np.where(without, ZERO_RELEVANCE, np.where(judged.returned == 0, MISSING, SCORED))
    table = pd.DataFrame(columns, index=pd.Index(ideal.query_ids, dtype="str", name="query"))
    return table.assign(status=pd.array(status, dtype="str"))


def relevant_mask(grades: np.ndarray, relevant_from: float | None) -> np.ndarray:
    """Tell which grades count as relevant: above 0, or at least ``relevant_from`` where that is set."""
    return grades > 0 if relevant_from is None else grades >= relevant_from


def _dcg(rows: np.ndarray, ranks: np.ndarray, grades: np.ndarray, gain: Gain, n: int) -> np.ndarray:
    return np.bincount(rows, weights=gain_array(grades, gain) / np.log2(ranks + 1), minlength=n)


def gain_array(grades: np.ndarray, gain: Gain) -> np.ndarray:
    """Return :func:`core.formulas.gain_of` for each grade."""
    distinct, place = np.unique(grades, return_inverse=True)
    return np.array([gain_of(grade, gain) for grade in distinct.tolist()], dtype=float)[place]
