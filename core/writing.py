"""A ranking as the lines of a TREC run file that no tool can put into another order."""

import io
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.groups import groups_of, places_of, slices_of
from core.ids import Ids
from core.parallel import ahead

_SIGN = np.int64(0x80000000)
_APART = 1 << 33
"""More than all single precision numbers together have steps."""


def as_trec(query_ids: Sequence[str], offsets: np.ndarray, ids: Ids, scores: np.ndarray, tag: str) -> bytes:
    """Return ``query Q0 document rank score tag`` lines, ranks from 1, queries in the order given.

    Parameters
    ----------
    query_ids
        One id per query.
    offsets
        ``len(query_ids) + 1`` positions; the documents of query i are ``offsets[i]`` to ``offsets[i + 1]``.
    ids, scores
        Document ids in rank order, and their scores.
    tag
        Name of the run; blanks in it become underscores, because blanks separate the columns.
    """
    text = pa.large_string()
    end = pa.scalar(f"{_tag(tag)}\n", text)

    def lines(queries: tuple[int, int]) -> bytes:
        own = slice(int(offsets[queries[0]]), int(offsets[queries[1]]))
        bounds = offsets[queries[0] : queries[1] + 1] - own.start
        joined = pc.binary_join_element_wise(
            pa.array(query_ids[queries[0] : queries[1]], text).take(pa.array(groups_of(bounds))),
            pa.scalar("Q0", text),
            ids.text(own),
            pc.cast(pa.array(places_of(bounds)), text),
            pc.cast(pa.array(separated_scores(scores[own], bounds)), text),
            end,
            pa.scalar(" ", text),
        )
        # texts that stand one behind the other in memory are the file
        return joined.buffers()[2].to_pybytes() if len(joined) else b""

    whole = io.BytesIO()  # holds the file once; a list of pieces would be there beside it
    for piece in ahead(lines, slices_of(offsets)):
        whole.write(piece)
    return whole.getvalue()


def _tag(name: str) -> str:
    """Return a name as one column of UTF-8; file names can hold what UTF-8 cannot."""
    return "_".join(name.encode("utf-8", "replace").decode().split()) or "run"


def separated_scores(scores: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return the scores in single precision, each at least one step below the one before it.

    Tools differ in how they order equal scores, and some read scores in single precision. So a score is
    lowered where it would otherwise equal or exceed its predecessor there, by as little as possible; all
    others are the nearest single precision number. Where there is no room (at minus infinity) the scores
    of the query become the numbers n, n - 1, ..., 1.

    Parameters
    ----------
    scores
        Scores in rank order, query after query.
    offsets
        Where the queries begin and end, as in :func:`as_trec`.
    """
    limit = np.finfo(np.float32).max
    single = np.clip(scores, -limit, limit).astype(np.float32)
    query, place = groups_of(offsets), places_of(offsets) - 1
    # "at least one step below the one before" is a running minimum once each place has its step added; queries are
    # kept apart by putting each wholly below the one before
    apart = place - query * _APART
    lowered = np.minimum.accumulate(_step(single) + apart) - apart
    full = np.diff(offsets) > 0
    lasts = lowered[offsets[1:][full] - 1]
    no_room = np.zeros(len(offsets) - 1, dtype=bool)
    no_room[full] = lasts < _step(np.array([-limit], np.float32))[0]
    separated = _number(np.where(no_room[query], 0, lowered))
    numbered = np.repeat(np.diff(offsets), np.diff(offsets)) - place
    return np.where(no_room[query], numbered.astype(np.float32), separated)


def _step(numbers: np.ndarray) -> np.ndarray:
    """Return consecutive numbers for the single precision numbers in their order: neighbours differ by 1 and 0 is 0."""
    bits = (numbers + np.float32(0)).view(np.int32).astype(np.int64)  # adding 0 turns -0 into 0
    return np.where(bits < 0, -(bits + _SIGN), bits)


def _number(steps: np.ndarray) -> np.ndarray:
    """Return the single precision numbers that :func:`_step` numbered so."""
    bits = np.where(steps < 0, -steps - _SIGN, steps)
    return bits.astype(np.int32).view(np.float32)
