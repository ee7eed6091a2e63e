"""Figures of real runs and their fusions, against values computed independently."""

import itertools
import re

import pytest

from core import Conventions, Rankings, evaluate, fuse, rank, read_run
from core.comparison import compare
from tests.core import real_runs

pytestmark = real_runs.needed

PER_QUERY = "per query (first eight topics)"


def system(collection: str, key: str) -> Rankings:
    """Return the run of this name, or the fusion it describes: ``rrf c=60 weights 0.7,0.3 of first two``."""
    names = real_runs.COLLECTIONS[collection]
    if key in names:
        return real_runs.system(collection, key)
    c, weights, which = re.fullmatch(r"rrf c=(\d+)(?: weights ([\d.,]+))? of (all|first two)", key).groups()
    runs = [real_runs.system(collection, name) for name in names]
    return fuse(
        runs if which == "all" else runs[:2],
        c=int(c),
        weights=[float(weight) for weight in weights.split(",")] if weights else None,
    )


@pytest.mark.parametrize("collection", real_runs.COLLECTIONS)
def test_every_expected_figure(collection):
    expected = real_runs.expected()[collection]
    assert tuple(expected["runs in order"]) == real_runs.COLLECTIONS[collection]
    assert set(expected["mean"]) == set(expected[PER_QUERY])
    for key, means in expected["mean"].items():
        rankings = system(collection, key)
        unchecked = set(means) - {"queries in mean"}
        for k, gain in itertools.product((10, 100), ("exponential", "linear")):
            table = evaluate(rankings, real_runs.qrels(collection), Conventions(k=k, gain=gain))
            for measure in (f"nDCG@{k}", f"Recall@{k}", f"RR@{k}"):
                name = f"{measure} linear" if gain == "linear" and measure.startswith("nDCG") else measure
                unchecked.discard(name)
                values = table[measure]
                assert values.mean() == pytest.approx(means[name], abs=1e-6), (key, name)
                assert values.count() == means["queries in mean"], (key, name)
                assert {query: figures[name] for query, figures in expected[PER_QUERY][key].items()} == {
                    query: pytest.approx(values[query], abs=1e-6) for query in expected[PER_QUERY][key]
                }, (key, name)
        assert not unchecked


@pytest.mark.parametrize("collection", real_runs.COLLECTIONS)
def test_a_run_with_its_queries_in_reverse_is_tied_on_every_query(collection):
    run = real_runs.system(collection, real_runs.COLLECTIONS[collection][0])
    by_query: dict[bytes, list[bytes]] = {}
    for line in run.to_trec().splitlines(keepends=True):
        by_query.setdefault(line.split()[0], []).append(line)
    turned = rank(read_run(b"".join(itertools.chain.from_iterable(reversed(by_query.values())))))
    assert turned.query_ids == run.query_ids[::-1]
    judged = real_runs.qrels(collection)
    found = compare(evaluate(run, judged), evaluate(turned, judged), "nDCG@10")
    assert found.n > 0
    assert found.count("tied") == found.n


def test_three_runs_fuse_to_the_same_in_any_order():
    runs = [real_runs.system("robust03", name) for name in real_runs.COLLECTIONS["robust03"]]
    first = fuse(runs)
    for order in itertools.permutations(runs):
        again = fuse(order)
        assert again.query_ids == first.query_ids
        assert again.documents.equals(first.documents)
        assert (again.all_scores == first.all_scores).all()


def test_a_fused_run_read_back_has_the_same_figures():
    judged = real_runs.qrels("robust03")
    fused = fuse([real_runs.system("robust03", name) for name in real_runs.COLLECTIONS["robust03"]])
    again = evaluate(rank(read_run(fused.to_trec())), judged)
    assert again.equals(evaluate(fused, judged))
