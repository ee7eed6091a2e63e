"""How well files fit each other: the queries they share, and how much of a ranking they can score."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.conventions import Conventions
from core.judging import Judged
from core.measures import Ideal
from core.model import Finding, Rankings, Run
from core.ranking import can_rank

DEPTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Depths of the curve of judged shares, about evenly spaced on a logarithmic scale."""
_SHOWN = 5
_TIES = {"id_descending": "Ordered by id, descending", "id_ascending": "Ordered by id, ascending"}


@dataclass(frozen=True)
class Fit:
    """How the queries of a run and those of the qrels meet.

    Attributes
    ----------
    answered
        Number of queries of the run.
    judged
        Number of queries of the qrels.
    shared
        Number of queries in both.
    unanswered
        Queries of the qrels that the run does not answer, in the order of the qrels.
    counted_as_0
        How many of these have a relevant document, and so count as 0 in the means.
    unknown
        Queries of the run that the qrels do not know, in the order of the run.
    """

    answered: int
    judged: int
    shared: int
    unanswered: tuple[str, ...]
    counted_as_0: int
    unknown: tuple[str, ...]


def fit(query_ids: Sequence[str], ideal: Ideal, *, relevant_from: float | None = None) -> Fit:
    """Compare the queries of a run with those of the qrels; ``relevant_from`` as in :class:`Conventions`."""
    answered, judged = set(query_ids), set(ideal.query_ids)
    unanswered = tuple(query for query in ideal.query_ids if query not in answered)
    relevant = dict(zip(ideal.query_ids, ideal.relevant(relevant_from).tolist(), strict=True))
    return Fit(
        answered=len(query_ids),
        judged=len(judged),
        shared=len(answered & judged),
        unanswered=unanswered,
        counted_as_0=sum(relevant[query] > 0 for query in unanswered),
        unknown=tuple(query for query in query_ids if query not in judged),
    )


def judged_share(
    judged: Judged, ideal: Ideal, depths: Sequence[int] = DEPTHS, *, relevant_from: float | None = None
) -> pd.DataFrame:
    """Return which share of the documents returned down to a depth was judged: the mean of ``Judged@depth``.

    As in :func:`core.evaluate`, the mean is over the queries that have a relevant document and that the
    system answers.

    Returns
    -------
    pandas.DataFrame
        ``depth`` and ``share`` (0 to 1). The curve ends at the deepest list, because below it nothing more
        is returned: larger depths are left out, and that of the deepest list is the last. No row where no
        query is in the mean.
    """
    answered = (judged.returned > 0) & (ideal.relevant(relevant_from) > 0)
    if not answered.any():
        return pd.DataFrame({"depth": np.zeros(0, dtype=np.int64), "share": np.zeros(0)})
    deepest = int(judged.returned[answered].max())
    shown = sorted({depth for depth in depths if depth < deepest} | {min(deepest, max(depths))})
    returned = judged.returned[answered]
    shares = []
    for depth in shown:
        found = np.bincount(judged.rows[judged.ranks <= depth], minlength=len(answered))[answered]
        shares.append(float((found / np.minimum(returned, depth)).mean()))
    return pd.DataFrame({"depth": shown, "share": shares})


def shallow(rankings: Rankings, k: int, *, among: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the queries with at least one and fewer than ``k`` documents, those ``among`` if given."""
    return _kept(rankings, np.flatnonzero(np.diff(rankings.offsets) < k), among)


def tied(
    rankings: Rankings, k: int, *, among: Collection[str] | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the queries in which equal scores reach the top ``k``, and those of them with equal scores across rank k.

    In the first, another order of equal scores could change what stands where in the top k; in the second,
    also what belongs to it. Scores must be in order, as they are where a run is ordered by score.
    """
    scores, offsets = rankings.all_scores, rankings.offsets
    equal = np.flatnonzero(scores[1:] == scores[:-1])
    query = np.searchsorted(offsets, equal, side="right") - 1
    rank = equal - offsets[query] + 1
    reaching = (equal + 1 < offsets[query + 1]) & (rank <= k)
    across = reaching & (rank == k)
    return _kept(rankings, np.unique(query[reaching]), among), _kept(rankings, np.unique(query[across]), among)


def findings(
    rankings: Rankings, conventions: Conventions, *, among: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """Return what a reader of figures at the k in force should know about a ranking.

    Parameters
    ----------
    rankings
        A run, ordered under these conventions.
    conventions
        The conventions in force.
    among
        The queries that are scored, such as those of the qrels; by default all.
    """
    k = conventions.k
    found = []
    if few := shallow(rankings, k, among=among):
        done = f"Kept as they are; P@{k} still divides by {k}"
        found.append(
            Finding("note", f"Fewer than k = {k:,} documents returned", done, len(few), "queries", few[:_SHOWN])
        )
    if conventions.order_by == "score":
        reaching, across = tied(rankings, k, among=among)
        if reaching:
            what = f"Equal scores reach the top {k:,}"
            if across:
                what += f", in {len(across):,} across rank {k:,}"
            done = _TIES.get(conventions.ties, "Ordered as in the file")
            found.append(Finding("note", what, done, len(reaching), "queries", reaching[:_SHOWN]))
    return tuple(found)


def unordered(run: Run, conventions: Conventions) -> Finding | None:
    """Return why a run has no order under these conventions; ``None`` if it has one (see :func:`core.rank`)."""
    if can_rank(run, conventions):
        return None
    done = "Not evaluated; choose another order of a run"
    without = int(np.isnan(run.ranks).sum())
    return Finding("warning", "Cannot be ordered by the rank column", done, without, "lines")


def shared_queries(runs: Sequence[Sequence[str]]) -> int:
    """Return how many queries are in all of these runs."""
    return len(set.intersection(*(set(query_ids) for query_ids in runs))) if runs else 0


def _kept(rankings: Rankings, rows: np.ndarray, among: Collection[str] | None) -> tuple[str, ...]:
    ids = (rankings.query_ids[row] for row in rows.tolist())
    return tuple(query for query in ids if among is None or query in among)
