"""The grade of every ranked document: one join of rankings and judgements, used by all measures."""

from dataclasses import dataclass

import numpy as np

from core.model import DEEPEST, Qrels, Rankings


@dataclass(frozen=True, eq=False)
class Judged:
    """The judged documents of ranked lists, ordered by row and rank; a row is a query of the qrels.

    Attributes
    ----------
    rows, ranks, grades
        For each judged document that was returned: the row of its query, its rank from 1, its grade.
    judgements
        For each of them, the place of its judgement in the qrels.
    returned
        For each row, how many documents the list has; 0 where the system did not answer the query.
    """

    rows: np.ndarray
    ranks: np.ndarray
    grades: np.ndarray
    judgements: np.ndarray
    returned: np.ndarray

    @classmethod
    def of(cls, judgements: np.ndarray, ranks: np.ndarray, returned: np.ndarray, qrels: Qrels) -> "Judged":
        """Put judged documents in order, given by the places of their judgements and their ranks."""
        rows = np.searchsorted(qrels.offsets, judgements, side="right") - 1
        order = np.lexsort((ranks, rows))
        judgements = judgements[order]
        return cls(rows[order], ranks[order], qrels.grades[judgements], judgements, returned)


def judge(rankings: Rankings, qrels: Qrels, *, depth: int = DEEPEST) -> Judged:
    """Look up the judged documents of every query of the qrels; queries they do not know are passed over.

    Only documents down to rank ``depth`` are sure to be among them.
    """
    judgements, ranks = rankings.judged(qrels, depth)
    returned = np.zeros(len(qrels.query_ids), dtype=np.int64)
    rows = qrels.rows_of(rankings.query_ids)
    returned[rows[rows >= 0]] = np.diff(rankings.offsets)[rows >= 0]
    return Judged.of(judgements, ranks, returned, qrels)
