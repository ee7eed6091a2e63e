"""The grade of every ranked document: one join of rankings and judgements, used by all measures."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.groups import groups_of, places_of
from core.model import Qrels, Rankings


@dataclass(frozen=True, eq=False)
class Judged:
    """The judged documents of ranked lists, ordered by row and rank; a row is a query of the qrels.

    Attributes
    ----------
    rows, ranks, grades
        For each judged document that was returned: the row of its query, its rank from 1, its grade.
    returned
        For each row, how many documents the list has; 0 where the system did not answer the query.
    """

    rows: np.ndarray
    ranks: np.ndarray
    grades: np.ndarray
    returned: np.ndarray

    @classmethod
    def of(cls, rows: np.ndarray, ranks: np.ndarray, grades: np.ndarray, returned: np.ndarray) -> "Judged":
        """Keep the documents that have a grade, in order; within a row they must stand by rank already."""
        hits = np.flatnonzero(~np.isnan(grades))
        hits = hits[np.argsort(rows[hits], kind="stable")]
        return cls(rows[hits], ranks[hits], grades[hits], returned)


def judge(rankings: Rankings, qrels: Qrels) -> Judged:
    """Look up the judged documents of every query of the qrels; queries they do not know are passed over."""
    counts = np.diff(rankings.offsets)
    row_of_query = np.array([qrels.row_of.get(query, -1) for query in rankings.query_ids], dtype=np.int64)
    returned = np.zeros(len(qrels.query_ids), dtype=np.int64)
    returned[row_of_query[row_of_query >= 0]] = counts[row_of_query >= 0]
    rows = np.repeat(row_of_query, counts)
    grades = grades_of(rows, rankings.documents, qrels)
    return Judged.of(rows, places_of(rankings.offsets), grades, returned)


def grades_of(rows: np.ndarray, documents: pa.Array, qrels: Qrels) -> np.ndarray:
    """Return the grade of each pair of qrels row and document id; NaN where the pair is not judged.

    ``rows`` below 0 stand for queries that the qrels do not know.
    """
    codes = qrels.documents.dictionary_encode()
    known = len(codes.dictionary)
    judged_pair = groups_of(qrels.offsets) * known
    judged_pair += codes.indices.to_numpy(zero_copy_only=False)
    order = np.argsort(judged_pair)
    document = pc.fill_null(pc.index_in(documents, codes.dictionary), -1).to_numpy(zero_copy_only=False)
    grades = np.full(len(rows), np.nan)
    possible = np.flatnonzero((rows >= 0) & (document >= 0))
    pair = rows[possible] * known + document[possible]
    place = np.minimum(np.searchsorted(judged_pair, pair, sorter=order), len(order) - 1)
    match = judged_pair[order[place]] == pair
    grades[possible[match]] = qrels.grades[order[place[match]]]
    return grades
