"""Single runs have the figures of trec_eval 9, as pytrec_eval-terrier 0.5.11 carries it, to the last digits."""

import gzip

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from core import Conventions, evaluate, rank, read_qrels, read_run
from tests.core import real_runs
from tests.core.generated import DOCUMENTS, QUERIES, Line, qrels_text, run_text, thorough

TREC_EVAL = {
    "nDCG": "ndcg_cut",
    "Recall": "recall",
    "P": "P",
    "AP": "map_cut",
    "Success": "success",
}

Run = dict[str, dict[str, float]]


def trec_eval(run: Run, grades: dict[str, dict[str, int]], k: int) -> dict[str, dict[str, float]]:
    """Return trec_eval's figures by query and column name; ``{}`` for a query without results."""
    names = {f"{key}@{k}": f"{name}_{k}" for key, name in TREC_EVAL.items()}
    full = pytrec_eval.RelevanceEvaluator(grades, {f"{name}.{k}" for name in TREC_EVAL.values()}).evaluate(run)
    # recip_rank knows no cut, so it is given lists that are cut
    reciprocal = pytrec_eval.RelevanceEvaluator(grades, {"recip_rank"}).evaluate(cut(run, k))
    return {
        query: {ours: values[theirs] for ours, theirs in names.items()} | {f"RR@{k}": reciprocal[query]["recip_rank"]}
        for query, values in full.items()
    }


def cut(run: Run, k: int) -> Run:
    return {
        query: dict(sorted(scores.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)[:k])
        for query, scores in run.items()
    }


def assert_same(ours, theirs: dict[str, dict[str, float]]) -> None:
    for query, row in ours.drop(columns=["status", *ours.filter(like="Judged").columns]).iterrows():
        # where nothing is relevant trec_eval has 0 and we have no value; a query without results it leaves out
        expected = [theirs.get(query, {}).get(measure, 0.0) for measure in row.index]
        np.testing.assert_allclose(row.fillna(0.0), expected, rtol=0, atol=1e-9, err_msg=f"query {query}")


@st.composite
def plain_runs(draw: st.DrawFn) -> list[Line]:
    """Draw a run without repeated documents whose scores, multiples of 1/8, a C float holds exactly."""
    pairs = draw(st.lists(st.tuples(st.sampled_from(QUERIES[:4]), st.sampled_from(DOCUMENTS)), min_size=1, unique=True))
    return [Line(query, document, 1, f"{draw(st.integers(-20, 20)) / 8}") for query, document in pairs]


integer_grades = st.dictionaries(
    st.tuples(st.sampled_from(QUERIES[1:]), st.sampled_from(DOCUMENTS)), st.integers(0, 4), min_size=1
)


@thorough
@given(plain_runs(), integer_grades, st.sampled_from([1, 2, 3, 5, 10, 100]))
def test_generated_runs(lines, grades, k):
    run: Run = {}
    for line in lines:
        run.setdefault(line.query, {})[line.document] = float(line.score)
    judged: dict[str, dict[str, int]] = {}
    for (query, document), grade in grades.items():
        judged.setdefault(query, {})[document] = grade
    how = Conventions(k=k, gain="linear")
    ours = evaluate(rank(read_run(run_text(lines)), how), read_qrels(qrels_text(grades)), how)
    assert_same(ours, trec_eval(run, judged, k))


@real_runs.needed
@pytest.mark.parametrize(
    "name", [(at, run) for at, runs in real_runs.COLLECTIONS.items() for run in runs], ids="/".join
)
def test_real_runs(name):
    collection, run_name = name
    folder = real_runs.DATA / collection
    # read here by hand, so that a mistake in reading cannot hide
    run: Run = {}
    with gzip.open(folder / f"{run_name}.run.gz", "rt") as lines:
        for line in lines:
            query, _, document, _, score, _ = line.split()
            run.setdefault(query, {})[document] = float(score)
    judged: dict[str, dict[str, int]] = {}
    with gzip.open(folder / "qrels.txt.gz", "rt") as lines:
        for line in lines:
            query, _, document, grade = line.split()
            judged.setdefault(query, {})[document] = max(int(grade), 0)
    for k in (10, 100):
        ours = evaluate(
            real_runs.system(collection, run_name), real_runs.qrels(collection), Conventions(k=k, gain="linear")
        )
        assert_same(ours, trec_eval(run, judged, k))
