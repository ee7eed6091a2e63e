"""The documents of one query: its ranked lists with grades, and the relevant documents that a system left out."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from core.formulas import is_relevant
from core.model import Rankings


def ranked_list(
    system: Rankings,
    query_id: str,
    *,
    depth: int,
    grades: Mapping[str, float],
    others: Mapping[str, Rankings] | None = None,
) -> pd.DataFrame:
    """Return the first documents of a system for one query, and where they stand in other systems.

    Parameters
    ----------
    system
        The system whose list is shown.
    query_id
        The query; a system that does not answer it has an empty list.
    depth
        How many documents at most, from rank 1.
    grades
        The judged documents of the query with their grades.
    others
        Further systems by label.

    Returns
    -------
    pandas.DataFrame
        One row per document, best first: ``rank`` (from 1), ``document``, ``grade`` (NaN where it is not
        judged), ``score``, and for each label of ``others`` the rank there, in its whole list (missing
        where it is not retrieved).
    """
    documents = system.ranking(query_id, depth)
    table = pd.DataFrame(
        {
            "rank": pd.array(range(1, len(documents) + 1), dtype="int64"),
            "document": pd.array(documents, dtype="str"),
            "grade": [grades.get(document, math.nan) for document in documents],
            "score": system.scores(query_id)[:depth],
        }
    )
    ranks = {label: _ranks(documents, other, query_id) for label, other in (others or {}).items()}
    return table.astype({"grade": "float64", "score": "float64"}).assign(**ranks)


@dataclass(frozen=True)
class TopCounts:
    """What the top k of a list holds: ``returned`` documents, of which ``relevant`` and ``unjudged``."""

    returned: int
    relevant: int
    unjudged: int


def top_counts(
    system: Rankings, query_id: str, *, k: int, grades: Mapping[str, float], relevant_from: float | None = None
) -> TopCounts:
    """Count the relevant and the unjudged documents among the first k of a system for one query.

    ``grades`` are the judged documents of the query; from ``relevant_from`` on they are relevant, by
    default above 0.
    """
    documents = system.ranking(query_id, k)
    judged = [grades[document] for document in documents if document in grades]
    relevant = sum(is_relevant(grade, relevant_from) for grade in judged)
    return TopCounts(len(documents), relevant, len(documents) - len(judged))


def relevant_documents(grades: Mapping[str, float], relevant_from: float | None = None) -> list[str]:
    """Return the relevant documents among those judged: with a grade above 0, or from ``relevant_from`` on."""
    return [document for document, grade in grades.items() if is_relevant(grade, relevant_from)]


def left_out(
    label: str,
    systems: Mapping[str, Rankings],
    query_id: str,
    *,
    k: int,
    grades: Mapping[str, float],
    relevant_from: float | None = None,
) -> pd.DataFrame:
    """List the relevant documents of a query that one system does not have in its top k.

    Parameters
    ----------
    label
        The system, a key of ``systems``.
    systems
        All systems by label.
    query_id
        The query.
    k
        The cut-off.
    grades
        The judged documents of the query with their grades.
    relevant_from
        Smallest grade that counts as relevant; ``None``: every grade above 0.

    Returns
    -------
    pandas.DataFrame
        One row per document: ``document``, ``grade``, and its rank in each system by label (missing where
        it is not retrieved). What some system has high comes first, by the best rank in any system;
        documents in no list come last, by grade, descending, then by id.
    """
    top = set(systems[label].ranking(query_id, k))
    documents = [document for document in relevant_documents(grades, relevant_from) if document not in top]
    ranks = {name: _ranks(documents, system, query_id) for name, system in systems.items()}
    table = pd.DataFrame(
        {
            "document": pd.array(documents, dtype="str"),
            "grade": pd.array([grades[document] for document in documents], dtype="float64"),
            **ranks,
        }
    )
    keys = table.assign(best=table[list(ranks)].min(axis=1), descending=-table["grade"])
    order = keys.sort_values(["best", "descending", "document"], na_position="last", kind="stable").index
    return table.loc[order].reset_index(drop=True)


def _ranks(documents: Iterable[str], system: Rankings, query_id: str) -> pd.api.extensions.ExtensionArray:
    """Return the rank of each document in the whole list of a system; missing where it is not retrieved."""
    rank_of = {document: rank for rank, document in enumerate(system.ranking(query_id), start=1)}
    return pd.array([rank_of.get(document) for document in documents], dtype="Int64")
