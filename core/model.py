"""What the engine hands on: a run as its file has it, a ranking, judgements, and what was found reading them.

Ids are text columns and queries are numbered, so that no Python object exists per line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa

from core.groups import groups_of, offsets_of
from core.ids import Ids
from core.lines import Lines
from core.lookup import judged_places
from core.same_keys import salted
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
    low: float | None = None
    high: float | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, eq=False)
class Run:
    """A run as its file says it.

    Attributes
    ----------
    name
        What the run is called on pages.
    query_ids
        Distinct query ids in order of first occurrence.
    lines
        What stands on each line, in file order.
    report
        What was found while reading.
    """

    name: str
    query_ids: tuple[str, ...]
    lines: Lines
    report: Report

    @property
    def query_index(self) -> np.ndarray:
        """For each line, the place of its query in ``query_ids``."""
        return self.lines.query_index

    @property
    def documents(self) -> pa.Array:
        """For each line, the document id (Arrow text)."""
        return self.lines.ids.text()

    @property
    def ranks(self) -> np.ndarray:
        """For each line, the rank column as a number; NaN where it holds none."""
        return self.lines.ranks

    @property
    def scores(self) -> np.ndarray:
        """For each line, the score."""
        return self.lines.scores


@dataclass(frozen=True, eq=False)
class Qrels:
    """Relevance judgements, grouped by query, each pair of query and document once.

    Attributes
    ----------
    query_ids
        Distinct query ids in order of first occurrence in the file.
    offsets
        The judgements of query i stand at ``offsets[i]`` to ``offsets[i + 1]`` of the next two.
    ids
        Document ids.
    grades
        Grades, finite and at least 0.
    report
        What was found while reading.
    """

    query_ids: tuple[str, ...]
    offsets: np.ndarray
    ids: Ids
    grades: np.ndarray
    report: Report

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Place of each query id in ``query_ids``."""
        return {query: row for row, query in enumerate(self.query_ids)}

    def rows_of(self, query_ids: Sequence[str]) -> np.ndarray:
        """Return the place of each of these queries in ``query_ids``, -1 for those that are not judged."""
        return np.array([self.row_of.get(query, -1) for query in query_ids], dtype=np.int64)

    @property
    def documents(self) -> pa.Array:
        """Document ids as Arrow text."""
        return self.ids.text()

    @cached_property
    def by_key(self) -> tuple[np.ndarray, np.ndarray]:
        """An order of the judgements by a key of query and document, and the keys in that order; keys may collide."""
        keys = salted(self.ids.hashes, groups_of(self.offsets))
        order = np.argsort(keys, kind="stable")
        return order, keys[order]

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
        documents = self.ids.text(slice(int(start), int(end))).to_pylist()
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
    ids
        Document ids in rank order.
    all_scores
        Their scores.
    """

    name: str
    query_ids: tuple[str, ...]
    offsets: np.ndarray
    ids: Ids = field(repr=False)
    all_scores: np.ndarray = field(repr=False)

    @property
    def documents(self) -> pa.Array:
        """Document ids in rank order as Arrow text, which may be made for the purpose."""
        return self.ids.text()

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Place of each query id in ``query_ids``."""
        return {query: row for row, query in enumerate(self.query_ids)}

    def judged(self, qrels: Qrels, depth: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the judgements whose document is returned, as places in the qrels, and the rank of each.

        Documents below rank ``depth`` may be left out.
        """
        rows = qrels.rows_of(self.query_ids)

        def query_at(places: np.ndarray) -> np.ndarray:
            return np.searchsorted(self.offsets, places, side="right") - 1

        places, judgements = judged_places(
            self.ids, lambda at: rows[query_at(at)], qrels.ids, qrels.offsets, qrels.by_key
        )
        return judgements, places - self.offsets[query_at(places)] + 1

    def ranking(self, query_id: str, depth: int | None = None) -> list[str]:
        """Return the document ids of a query, best first, at most ``depth``; empty for an unknown query."""
        return self.only(query_id).ids.text(slice(0, depth)).to_pylist()

    def scores(self, query_id: str) -> list[float]:
        """Return the scores of a query in the order of :meth:`ranking`."""
        return self.only(query_id).all_scores.tolist()

    def only(self, query_id: str) -> "Rankings":
        """Return the rankings of one query alone; of none for an unknown query."""
        row = self.row_of.get(query_id)
        if row is None:
            return Rankings(self.name, (), offsets_of([]), Ids.of([]), np.zeros(0))
        own = slice(int(self.offsets[row]), int(self.offsets[row + 1]))
        return Rankings(
            self.name, (query_id,), offsets_of([own.stop - own.start]), self.ids.select(own), self.all_scores[own]
        )

    def to_trec(self) -> bytes:
        """Return the rankings as a TREC run file, with ranks from 1.

        The scores are separated (see :func:`core.writing.separated_scores`), so that every tool reads back
        this very order, also where scores are equal.
        """
        return as_trec(self.query_ids, self.offsets, self.ids, self.all_scores, self.name)
