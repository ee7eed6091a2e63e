"""Queries that no ranking can score on, why each is one, and what counting them would do to a mean."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from core.measures import relevant_mask
from core.model import Qrels, Rankings

NONE_RELEVANT = "Judged, none relevant"
BELOW_THRESHOLD = "Below threshold"
NO_JUDGEMENTS = "No judgements"
NOT_IN_QRELS = "Not in qrels"
NOT_IN_RUN = "Not in run"

CAUSES = {
    NONE_RELEVANT: "Every judged document has grade 0: no answer is known.",
    BELOW_THRESHOLD: "It has graded documents, but none reaches the threshold.",
    NO_JUDGEMENTS: "In the queries file only: nobody judged it and no run answers it.",
    NOT_IN_QRELS: "A run answers it, but the qrels do not know it; often the ids differ.",
    NOT_IN_RUN: "It has relevant documents, but a run returned nothing.",
}
"""Each cause with what it means. All but the last are left out of the means."""


def causes(
    qrels: Qrels,
    systems: Sequence[Rankings],
    *,
    relevant_from: float | None = None,
    query_ids: Iterable[str] = (),
) -> pd.DataFrame:
    """List the queries that have nothing relevant, or that a system does not answer.

    Parameters
    ----------
    qrels
        The judgements.
    systems
        The rankings compared.
    relevant_from
        Smallest grade that counts as relevant; ``None``: every grade above 0.
    query_ids
        Further queries that are known, such as those of a queries file.

    Returns
    -------
    pandas.DataFrame
        Indexed by query id, in the order of the qrels, then of the systems, then of ``query_ids``:
        ``cause`` (a key of :data:`CAUSES`), ``judged`` documents, ``highest`` grade (NaN without
        judgements), and ``missing_from``, the places in ``systems`` of those that do not answer it.
    """
    rows = []
    highest = np.maximum.reduceat(qrels.grades, qrels.offsets[:-1])
    relevant = relevant_mask(highest, relevant_from).tolist()
    judged = np.diff(qrels.offsets).tolist()
    for query, grade, some, number in zip(qrels.query_ids, highest.tolist(), relevant, judged, strict=True):
        missing = _missing_from(query, systems)
        if not some:
            cause = BELOW_THRESHOLD if grade > 0 else NONE_RELEVANT
        elif missing:
            cause = NOT_IN_RUN
        else:
            continue
        rows.append((query, cause, number, grade, missing))
    answered = dict.fromkeys(query for system in systems for query in system.query_ids)
    for query in answered:
        if query not in qrels.row_of:
            rows.append((query, NOT_IN_QRELS, 0, np.nan, _missing_from(query, systems)))
    for query in dict.fromkeys(query_ids):
        if query not in qrels.row_of and query not in answered:
            rows.append((query, NO_JUDGEMENTS, 0, np.nan, _missing_from(query, systems)))
    table = pd.DataFrame(rows, columns=["query", "cause", "judged", "highest", "missing_from"])
    return table.astype({"query": "str", "cause": "str", "judged": "int64", "highest": "float64"}).set_index("query")


def mean_with_zeros(values: pd.Series) -> float:
    """Return the mean with every query of the qrels in it, one without a value as 0 (``trec_eval -c``)."""
    return float(values.fillna(0.0).mean())


def difference_with_zeros(baseline: pd.Series, system: pd.Series) -> float:
    """Return the difference of two means (system minus baseline), both with every query of the qrels in them."""
    return mean_with_zeros(system) - mean_with_zeros(baseline)


def next_threshold(qrels: Qrels, relevant_from: float | None) -> tuple[float, int] | None:
    """Return the next higher grade from which documents could count as relevant, and what it would cost.

    Returns
    -------
    tuple or None
        The second lowest of the grades that are relevant now, and how many more queries would have nothing
        relevant from there on; ``None`` if fewer than two grades are relevant.
    """
    relevant = np.unique(qrels.grades[relevant_mask(qrels.grades, relevant_from)])
    if len(relevant) < 2:
        return None
    highest = np.maximum.reduceat(qrels.grades, qrels.offsets[:-1])
    return float(relevant[1]), int((highest == relevant[0]).sum())


def top_scores(system: Rankings, query_ids: Iterable[str]) -> list[float]:
    """Return the score of the first document of each query; NaN where the system does not answer it."""
    first = []
    for query in query_ids:
        row = system.row_of.get(query)
        first.append(np.nan if row is None else float(system.all_scores[system.offsets[row]]))
    return first


def _missing_from(query: str, systems: Sequence[Rankings]) -> tuple[int, ...]:
    return tuple(place for place, system in enumerate(systems) if query not in system.row_of)
