"""Make qrels and runs of any size to measure with.

    python -m tests.benchmarks.make_files FOLDER [--queries 6980] [--depth 1000] [--ids text] [--unclean blanks]

Writes ``qrels.txt``, ``run1.run``, ``run2.run`` and so on. The same arguments give the same bytes, and an unclean
file holds the same queries, judgements and candidate documents as the clean one with the same seed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Ids = Literal["numeric", "text", "short"]
Unclean = Literal["none", "blanks", "unsorted", "ties", "repeats"]

BLOCK = 250
"""Queries made at a time. Decides the memory needed, and how many queries ``unsorted`` interleaves."""

COLLECTION = {"numeric": 8_841_823, "text": 8_841_823, "short": 1_000_000}
"""Documents that a query may return, for each style of ids."""

SCRAMBLE = 2_654_435_761
"""A prime; multiplied with it, document numbers that are returned often lie apart from each other."""

APART = 5
"""Least distance of two scores of a query, in millionths: single precision, which some tools use, keeps them apart."""

SHARED_WEIGHT, OWN_WEIGHT, UNRETURNED_WEIGHT = 0.5, 0.3, 0.2
"""How likely a judged document is one that all runs return, only one of them, or none."""

PREFIXES = ("d", "", "D-", "é", "x_", "文書", "Straße.", "🙂")
BLANKS = (" ", "\t", "  ", " \t ", "\t\t")


@dataclass(frozen=True)
class Files:
    """The files that :func:`make` wrote."""

    qrels: Path
    runs: tuple[Path, ...]

    @classmethod
    def of(cls, folder: Path) -> "Files":
        """Return the files that a folder holds from before."""
        runs = tuple(sorted(folder.glob("*.run")))
        if not runs or not (folder / "qrels.txt").exists():
            message = f"{folder} must hold qrels.txt and files that end in .run"
            raise FileNotFoundError(message)
        return cls(folder / "qrels.txt", runs)


@dataclass(frozen=True)
class Block:
    """Some queries with everything that is returned or judged for them.

    The columns of ``documents`` are first those that all runs return, then those of each run alone, then those
    that no run returns; in each part the better ones come first. ``quality`` is what the runs agree on.
    """

    queries: pa.Array
    documents: np.ndarray
    quality: np.ndarray
    weights: np.ndarray


def make(
    folder: Path,
    *,
    queries: int = 6980,
    depth: int = 1000,
    runs: int = 2,
    overlap: float = 0.5,
    ids: Ids = "numeric",
    judged: float = 1.1,
    grades: int = 1,
    seed: int = 0,
    unclean: Unclean = "none",
) -> Files:
    """Write qrels and runs.

    Parameters
    ----------
    folder
        Where to write; made if need be.
    queries, depth, runs
        How many queries, documents per query and runs.
    overlap
        Share of the documents of a query that any two runs have in common.
    ids
        ``"numeric"``: passage numbers as in MS MARCO; ``"text"``: as in ClueWeb22, all equally long;
        ``"short"``: of uneven lengths and not only ASCII.
    judged
        Judged documents per query in the mean, at least 1.
    grades
        Highest grade; where it is 1, only relevant documents are judged, otherwise also some with grade 0.
    seed
        Another seed gives other files.
    unclean
        ``"blanks"``: tabs and several blanks between columns, blank lines and a comment; ``"unsorted"``: the
        lines of 250 queries in any order; ``"ties"``: most scores equal others; ``"repeats"``: 1 of 100 lines
        names a document that the query has already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = Files(folder / "qrels.txt", tuple(folder / f"run{place + 1}.run" for place in range(runs)))
    shared = round(depth * overlap)
    names = _query_ids(ids, queries, np.random.default_rng([seed, queries]))
    with files.qrels.open("wb") as qrels_out:
        run_outs = [file.open("wb") for file in files.runs]
        for start in range(0, queries, BLOCK):
            rng = np.random.default_rng([seed, start])
            block = _block(names[start : start + BLOCK], ids, (depth, shared, runs), judged, rng)
            _write_qrels(qrels_out, block, ids, judged, grades, rng)
            for place, out in enumerate(run_outs):
                own = shared + place * (depth - shared)
                columns = np.r_[:shared, own : own + depth - shared]
                dirt = np.random.default_rng([seed, start, place])
                _write_run(out, block, columns, ids, f"run{place + 1}", rng, unclean, dirt)
        for out in run_outs:
            out.close()
    return files


def _query_ids(ids: Ids, queries: int, rng: np.random.Generator) -> pa.Array:
    if ids == "numeric":
        return pc.cast(pa.array(rng.choice(max(1_102_432, 2 * queries), queries, replace=False)), pa.string())
    numbers = pa.array(np.arange(1, queries + 1)).cast(pa.string())
    if ids == "text":
        return pc.binary_join_element_wise("topic", pc.ascii_lpad(numbers, 6, "0"), "-")
    return pc.binary_join_element_wise(pa.array(["q", "ü", "問"]).take(pa.array(np.arange(queries) % 3)), numbers, "")


def _document_ids(ids: Ids, numbers: np.ndarray) -> pa.Array:
    def text(values: np.ndarray, width: int) -> pa.Array:
        return pc.ascii_lpad(pa.array(values).cast(pa.string()), width, "0")

    if ids == "numeric":
        return pa.array(numbers).cast(pa.string())
    if ids == "text":
        spread = numbers * 10 + numbers // 7 % 10  # over 45 parts of the collection
        part, rest = np.divmod(spread, 2_000_000)
        archive, record = np.divmod(rest, 20_000)
        front = pc.binary_join_element_wise("clueweb22-en", text(part, 4), "")
        return pc.binary_join_element_wise(front, text(archive, 2), text(record, 5), "-")
    prefixes = pa.array(PREFIXES).take(pa.array(numbers % len(PREFIXES)))
    return pc.binary_join_element_wise(prefixes, pa.array(numbers // len(PREFIXES)).cast(pa.string()), "")


def _block(names: pa.Array, ids: Ids, sizes: tuple[int, int, int], judged: float, rng: np.random.Generator) -> Block:
    depth, shared, runs = sizes
    parts = [shared, *[depth - shared] * runs, 10 + round(judged)]
    size = sum(parts)
    # ascending numbers made distinct by adding their place; small ones are frequent, as some documents are
    top = COLLECTION[ids] - size
    numbers = np.sort((top * rng.random((len(names), size)) ** 2).astype(np.int64), axis=1) + np.arange(size)
    documents = rng.permuted(numbers, axis=1)
    if ids != "short":  # there, small numbers stay frequent, for short ids
        documents = documents * SCRAMBLE % COLLECTION[ids]
    weights = [SHARED_WEIGHT, *[OWN_WEIGHT / runs] * runs, UNRETURNED_WEIGHT]
    quality, likely = [], []
    for part, weight in zip(parts, weights, strict=True):
        quality.append(-np.sort(-rng.exponential(size=(len(names), part)), axis=1))
        share = 1 / np.arange(1, part + 1)  # the better a document, the sooner it was judged
        likely.append(weight * share / max(share.sum(), 1))
    quality[0] += 0.5  # what all runs return is better
    return Block(names, documents, np.concatenate(quality, axis=1), np.concatenate(likely))


def _write_qrels(out: IO[bytes], block: Block, ids: Ids, judged: float, grades: int, rng: np.random.Generator) -> None:
    queries, size = block.documents.shape
    number = np.minimum(1 + rng.poisson(max(judged - 1, 0), queries), size // 2)
    # the largest of weights with Gumbel noise are a weighted draw without repetition
    order = np.argsort(-(np.log(block.weights) + rng.gumbel(size=block.documents.shape)), axis=1)
    rows = np.repeat(np.arange(queries), number)
    starts = np.cumsum(number) - number
    columns = order[rows, np.arange(len(rows)) - np.repeat(starts, number)]
    chances = np.ones(1) if grades == 1 else 0.5 ** np.arange(1, grades + 2)
    grade = rng.choice(len(chances), size=len(rows), p=chances / chances.sum()) + (grades == 1)
    documents = _document_ids(ids, block.documents[rows, columns])
    _write(out, [block.queries.take(pa.array(rows)), "0", documents, pa.array(grade).cast(pa.string())])


def _write_run(
    out: IO[bytes],
    block: Block,
    columns: np.ndarray,
    ids: Ids,
    tag: str,
    rng: np.random.Generator,
    unclean: Unclean,
    dirt: np.random.Generator,
) -> None:
    queries, depth = len(block.queries), len(columns)
    noisy = block.quality[:, columns] + 0.7 * rng.exponential(size=(queries, depth))
    order = np.argsort(-noisy, axis=1)
    documents = np.take_along_axis(block.documents[:, columns], order, axis=1)
    place = np.arange(depth)
    millionths = np.rint(5e6 + 2e6 * np.take_along_axis(noisy, order, axis=1)).astype(np.int64)
    millionths = np.minimum.accumulate(millionths + APART * place, axis=1) - APART * place
    if unclean == "ties":
        step = (millionths[:, :1] - millionths[:, -1:]) // max(depth // 5, 1) + 1
        millionths -= millionths % step
    if unclean == "repeats":
        again = dirt.random((queries, depth)) < 0.01
        earlier = (dirt.random((queries, depth)) * place).astype(np.int64)
        documents = np.where(again, np.take_along_axis(documents, earlier, axis=1), documents)
    rows = np.repeat(np.arange(queries), depth)
    lines = dirt.permutation(queries * depth) if unclean == "unsorted" else slice(None)
    whole, part = np.divmod(millionths.ravel()[lines], 1_000_000)
    score = pc.binary_join_element_wise(
        pa.array(whole).cast(pa.string()), pc.ascii_lpad(pa.array(part).cast(pa.string()), 6, "0"), "."
    )
    ranks = pa.array(np.tile(place + 1, queries)[lines]).cast(pa.string())
    query = block.queries.take(pa.array(rows[lines]))
    fields = [query, "Q0", _document_ids(ids, documents.ravel()[lines]), ranks, score, tag]
    if unclean != "blanks":
        _write(out, fields)
        return
    out.write(f"# {queries} queries\n".encode())
    blanks = pa.array(BLANKS)
    spaced: list[pa.Array | str] = []
    for field in fields:
        spaced += [field, blanks.take(pa.array(dirt.choice(len(BLANKS), size=len(rows))))]
    ends = pa.array(["\n", "\n\n"]).take(pa.array((dirt.random(len(rows)) < 0.01).astype(np.int8)))
    _write(out, [*spaced[:-1], ends], between="", end="")


def _write(out: IO[bytes], fields: Sequence[pa.Array | str], between: str = " ", end: str = "\n") -> None:
    *front, last = fields
    if end:
        last = last + end if isinstance(last, str) else pc.binary_join_element_wise(last, end, "")
    lines = pc.binary_join_element_wise(*front, last, between)
    # one line follows the other in the text of the column
    _, ends, text = lines.buffers()
    out.write(memoryview(text)[: int(np.frombuffer(ends, np.int32)[len(lines)])])


def main() -> None:
    """Make the files that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=int, default=6980)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--overlap", type=float, default=0.5, help="share of documents that two runs have in common")
    parser.add_argument("--ids", choices=get_args(Ids), default="numeric")
    parser.add_argument("--judged", type=float, default=1.1, help="judged documents per query in the mean")
    parser.add_argument("--grades", type=int, default=1, help="highest grade; above 1, grade 0 is judged too")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unclean", choices=get_args(Unclean), default="none")
    print(make(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
