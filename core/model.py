"""What the engine hands on: a run as its file has it, a ranking, judgements, and what was found reading them.

Ids are text columns and queries are numbered, so that no Python object exists per line.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa

from core.groups import offsets_of
from core.writing import as_trec

DEEPEST = 2**31 - 1
"""A cut-off beyond every list that arrays can hold; larger ones are the same."""


@dataclass(frozen=True)
class Finding:
    """Something about a file that is not wrong, but that its reader should know.

    ``severity`` is ``"note"`` or ``"warning"``; ``what`` was found, what was ``done`` about it, ``count``
    of ``unit`` it concerns, and the first ``places`` (line numbers or ids, as text).
    """

    severity: str
    what: str
    done: str
    count: int
    unit: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What was found while reading one file.

    ``lines`` counts the lines that hold data; ``low`` and ``high`` are the smallest and largest number of
    documents of a query for a run, the smallest and largest grade for qrels, and ``None`` otherwise.
    """

    file: str
    kind: str
    form: str
    lines: int
    queries: int
    documents: int
    low: float | None = None
    high: float | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, eq=False)
class Run:
    """A run as its file says it, line by line in file order.

    Attributes
    ----------
    name
        What the run is called on pages.
    query_ids
        Distinct query ids in order of first occurrence.
    query_index
        For each line, its place in ``query_ids``.
    documents
        For each line, the document id (Arrow text).
    ranks
        For each line, the rank column as a number; NaN where it holds none.
    scores
        For each line, the score as a double.
    report
        What was found while reading.
    """

    name: str
    query_ids: tuple[str, ...]
    query_index: np.ndarray
    documents: pa.Array
    ranks: np.ndarray
    scores: np.ndarray
    report: Report


@dataclass(frozen=True, eq=False)
class Qrels:
    """Relevance judgements, grouped by query, each pair of query and document once.

    Attributes
    ----------
    query_ids
        Distinct query ids in order of first occurrence in the file.
    offsets
        The judgements of query i stand at ``offsets[i]`` to ``offsets[i + 1]`` of the next two.
    documents
        Document ids (Arrow text).
    grades
        Grades, finite and at least 0.
    report
        What was found while reading.
    """

    query_ids: tuple[str, ...]
    offsets: np.ndarray
    documents: pa.Array
    grades: np.ndarray
    report: Report

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Place of each query id in ``query_ids``."""
        return {query: row for row, query in enumerate(self.query_ids)}

    @cached_property
    def distinct_grades(self) -> tuple[float, ...]:
        """The grades that occur, from the lowest up."""
        return tuple(np.unique(self.grades).tolist())

    def of_query(self, query_id: str) -> dict[str, float]:
        """Return the judged documents of a query with their grades; empty for a query without judgements."""
        row = self.row_of.get(query_id)
        if row is None:
            return {}
        start, end = self.offsets[row], self.offsets[row + 1]
        documents = self.documents.slice(start, end - start).to_pylist()
        return dict(zip(documents, self.grades[start:end].tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Rankings:
    """Ranked lists, one per query: every document once, best first.

    Attributes
    ----------
    name
        What the system is called.
    query_ids
        Query ids, each with at least one document.
    offsets
        The list of query i stands at ``offsets[i]`` to ``offsets[i + 1]`` of ``documents``.
    documents
        Document ids in rank order (Arrow text).
    all_scores
        Their scores.
    """

    name: str
    query_ids: tuple[str, ...]
    offsets: np.ndarray
    documents: pa.Array
    all_scores: np.ndarray = field(repr=False)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Place of each query id in ``query_ids``."""
        return {query: row for row, query in enumerate(self.query_ids)}

    def _span(self, query_id: str) -> tuple[int, int]:
        row = self.row_of.get(query_id)
        return (0, 0) if row is None else (int(self.offsets[row]), int(self.offsets[row + 1]))

    def ranking(self, query_id: str, depth: int | None = None) -> list[str]:
        """Return the document ids of a query, best first, at most ``depth``; empty for an unknown query."""
        start, end = self._span(query_id)
        length = end - start if depth is None else min(depth, end - start)
        return self.documents.slice(start, length).to_pylist()

    def scores(self, query_id: str) -> list[float]:
        """Return the scores of a query in the order of :meth:`ranking`."""
        start, end = self._span(query_id)
        return self.all_scores[start:end].tolist()

    def only(self, query_id: str) -> "Rankings":
        """Return the rankings of one query alone; of none for an unknown query."""
        start, end = self._span(query_id)
        answered = end > start
        return Rankings(
            self.name,
            (query_id,) if answered else (),
            offsets_of([end - start] if answered else []),
            self.documents.slice(start, end - start),
            self.all_scores[start:end],
        )

    def to_trec(self) -> bytes:
        """Return the rankings as a TREC run file, with ranks from 1.

        The scores are separated (see :func:`core.writing.separated_scores`), so that every tool reads back
        this very order, also where scores are equal.
        """
        return as_trec(list(self.query_ids), self.offsets, self.documents, self.all_scores, self.name)
