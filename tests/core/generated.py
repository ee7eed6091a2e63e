"""Generated runs and judgements as the lines of TREC files: with repeats, ties, gaps and in no order."""

from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from core import Conventions

QUERIES = ["9", "10", "q1", "Q1", "é"]
DOCUMENTS = ["9", "10", "010", "NA", "a", "B", '"c', "1e5", "d-1", "ä", "日本", "𝄞"]
GRADES = [0, 0, 1, 1, 2, 3, 0.5, 1.5, 0.1]

# a slow machine is no fault of the code: no deadline, no complaint about slow generation
thorough = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])


class Line(NamedTuple):
    """One line of a run; the score is the text in the file."""

    query: str
    document: str
    rank: int
    score: str


def run_text(lines: list[Line], tag: str = "tag") -> bytes:
    """Return the lines as a TREC run."""
    return "".join(f"{query} Q0 {doc} {rank} {score} {tag}\n" for query, doc, rank, score in lines).encode()


def qrels_text(grades: dict[tuple[str, str], float]) -> bytes:
    """Return grades by query and document as TREC qrels, in the order of the mapping."""
    return "".join(f"{query} 0 {document} {grade}\n" for (query, document), grade in grades.items()).encode()


few_values = st.sampled_from(["0", "-0.0", "1", "1.0", "2", "+2", "0.1", "0.3", "0.30000000000000004", "-1e5"])
any_value = st.floats(-1e300, 1e300).map(repr)

run_lines = st.lists(
    st.builds(
        Line,
        query=st.sampled_from(QUERIES[:4]),
        document=st.sampled_from(DOCUMENTS),
        rank=st.integers(0, 12),
        score=few_values | any_value,
    ),
    min_size=1,
    max_size=40,
)

judgements = st.dictionaries(
    st.tuples(st.sampled_from(QUERIES[1:]), st.sampled_from(DOCUMENTS)),
    st.sampled_from(GRADES),
    min_size=1,
    max_size=30,
)
"""They share three queries with the runs; one is only here, one only there."""

conventions = st.builds(
    Conventions,
    k=st.integers(1, 13) | st.just(1000),
    gain=st.sampled_from(["exponential", "linear"]),
    relevant_from=st.none() | st.sampled_from([0.1, 0.5, 1, 1.5, 2, 4]),
    order_by=st.sampled_from(["score", "rank", "file"]),
    ties=st.sampled_from(["id_descending", "id_ascending", "file"]),
)


@st.composite
def ranked_run(draw: st.DrawFn) -> list[Line]:
    """Draw a run of long lists in which documents of several runs meet, so that fusing them has ties."""
    lines = []
    for query in draw(st.lists(st.sampled_from(QUERIES), min_size=1, unique=True)):
        ranking = draw(st.permutations(DOCUMENTS))[: draw(st.integers(1, len(DOCUMENTS)))]
        lines += [Line(query, document, rank, f"{-rank}") for rank, document in enumerate(ranking, start=1)]
    return lines


@st.composite
def fusion(draw: st.DrawFn) -> tuple[list[list[Line]], float, list[float] | None]:
    """Draw one to five runs, a constant, and weights of which at least one is above 0."""
    runs = draw(st.lists(ranked_run() | run_lines, min_size=1, max_size=5))
    c = draw(st.sampled_from([0, 0.0, 0.1, 1, 2, 2.5, 60, 60.0, 1e6]) | st.floats(0, 1000))
    weight = st.sampled_from([0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.0, 2, 3]) | st.floats(0, 10)
    weights = draw(st.none() | st.lists(weight, min_size=len(runs), max_size=len(runs)).filter(any))
    return runs, c, weights
