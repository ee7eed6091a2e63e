"""A ranking as the lines of a TREC run file that no tool can put into another order."""

import itertools

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.groups import groups_of, places_of

_SIGN = np.int64(0x80000000)


def as_trec(query_ids: list[str], offsets: np.ndarray, documents: pa.Array, scores: np.ndarray, tag: str) -> bytes:
    """Return ``query Q0 document rank score tag`` lines, ranks from 1, queries in the order given.

    Parameters
    ----------
    query_ids
        One id per query.
    offsets
        ``len(query_ids) + 1`` positions; the documents of query i are ``offsets[i]`` to ``offsets[i + 1]``.
    documents, scores
        Document ids in rank order, and their scores.
    tag
        Name of the run; blanks in it become underscores, because blanks separate the columns.
    """
    if not len(documents):
        return b""
    queries = pa.array(query_ids, pa.large_string()).take(pa.array(groups_of(offsets)))
    text = pa.large_string()
    lines = pc.binary_join_element_wise(
        queries,
        pa.scalar("Q0", text),
        documents,
        pc.cast(pa.array(places_of(offsets)), text),
        pc.cast(pa.array(separated_scores(scores, offsets)), text),
        pa.scalar(_tag(tag), text),
        pa.scalar(" ", text),
    )
    return ("\n".join(lines.to_pylist()) + "\n").encode()


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
    separated = np.empty_like(single)
    for start, end in itertools.pairwise(offsets.tolist()):
        place = np.arange(end - start)
        steps = _step(single[start:end])
        # "at least one step below the one before" is a running minimum once each place has its step added
        lowered = np.minimum.accumulate(steps + place) - place
        if len(place) and lowered[-1] < _step(np.array([-limit], np.float32))[0]:
            separated[start:end] = place[::-1] + 1
        else:
            separated[start:end] = _number(lowered)
    return separated


def _step(numbers: np.ndarray) -> np.ndarray:
    """Return consecutive numbers for the single precision numbers in their order: neighbours differ by 1 and 0 is 0."""
    bits = (numbers + np.float32(0)).view(np.int32).astype(np.int64)  # adding 0 turns -0 into 0
    return np.where(bits < 0, -(bits + _SIGN), bits)


def _number(steps: np.ndarray) -> np.ndarray:
    """Return the single precision numbers that :func:`_step` numbered so."""
    bits = np.where(steps < 0, -steps - _SIGN, steps)
    return bits.astype(np.int32).view(np.float32)
