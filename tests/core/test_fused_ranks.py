"""Ranks of judged documents found by counting are those of the whole list in order, and both are the definition's."""

import pickle
from random import Random

import numpy as np
import pytest

from core import Conventions, fuse, fused_order, fused_ranks, rank, read_qrels, read_run
from core.formulas import rrf
from core.judging import judge
from core.matching import match
from core.measures import Ideal
from core.model import Rankings
from core.sensitivity import JudgedMatch
from tests.core.generated import Line, qrels_text, run_text

DRAWN = Random(5)


def systems_of(lists: dict[str, list[list[str]]]) -> list[Rankings]:
    """Return a ranking for each place in the lists of a query."""
    return [
        rank(read_run(run_text([Line(q, d, r, f"{-r}") for q, own in lists.items() for r, d in enumerate(own[at], 1)])))
        for at in range(len(next(iter(lists.values()))))
    ]


def drawn(systems: int, queries: int, depth: int, documents: int) -> dict[str, list[list[str]]]:
    names = [f"d{number}" for number in range(documents)]
    return {
        f"{query:03}": [DRAWN.sample(names, DRAWN.randint(1, depth)) for _ in range(systems)]
        for query in range(queries)
    }


def judgements_of(lists: dict[str, list[list[str]]], share: float) -> dict[tuple[str, str], float]:
    documents = [(query, each) for query, own in lists.items() for each in sorted({d for one in own for d in one})]
    return {pair: DRAWN.choice([0, 1, 2]) for pair in documents if DRAWN.random() < share} | {("none", "x"): 1.0}


def check(lists, grades, k, c, weights):
    systems, qrels = systems_of(lists), read_qrels(qrels_text(grades))
    counted = JudgedMatch.of(match(systems), qrels, Ideal.of(qrels)).judged(k, c=c, weights=weights)
    fused = fuse(systems, c=c, weights=weights)
    whole = judge(Rankings("whole", fused.query_ids, fused.offsets, fused.ids, fused.all_scores), qrels)
    top = whole.ranks <= k
    assert counted.judgements.tolist() == whole.judgements[top].tolist()
    assert counted.ranks.tolist() == whole.ranks[top].tolist()
    for query, own in lists.items():
        assert fused.ranking(query) == rrf(own, c=c, weights=weights)


# few bits of a sum in the packed numbers, and whole lists in order in place of couples, must not change anything
@pytest.fixture(params=[(52, 4), (2, 4), (52, -1)], ids=["as it is", "few bits", "whole lists"])
def _ways(request, monkeypatch):
    bits, few = request.param
    monkeypatch.setattr(fused_order, "_MANTISSA", bits)
    monkeypatch.setattr(fused_ranks, "_FEW", few)


@pytest.mark.usefixtures("_ways")
@pytest.mark.parametrize(
    ("c", "weights"),
    [
        (60, None),
        (0, None),
        (0.1, [0.3, 0.1]),
        (60, [1, 0]),
        (60, [0, 2]),
        (1e300, None),
        (1e17, [1, 3]),
        (1.7e308, [5e-324, 1]),
        (1e308, [1e-320, 3e-320]),
        (0, [1, 5e-324]),
        (60, [1, 1e-310]),
    ],
)
@pytest.mark.parametrize("k", [1, 10, 1000])
def test_many_and_extreme_ties(k, c, weights):
    lists = drawn(systems=2, queries=6, depth=60, documents=70)
    check(lists, judgements_of(lists, 0.5), k, c, weights)


@pytest.mark.usefixtures("_ways")
@pytest.mark.parametrize("systems", [1, 3, 9, 12])
def test_any_number_of_systems(systems):
    lists = drawn(systems, queries=4, depth=15, documents=20)
    for weights in (None, [DRAWN.choice([0, 0.1, 1, 1, 3]) for _ in range(systems - 1)] + [1]):
        check(lists, judgements_of(lists, 0.6), 10, 60, weights)


@pytest.mark.parametrize("systems", [8, 9, 12])
def test_many_systems_in_any_order(systems):
    lists = drawn(systems, queries=5, depth=30, documents=40)
    weights = [DRAWN.choice([0.1, 0.7, 1, 3]) for _ in range(systems)]
    first = fuse(systems_of(lists), weights=weights)
    order = DRAWN.sample(range(systems), systems)
    again = fuse([systems_of(lists)[at] for at in order], weights=[weights[at] for at in order])
    assert again.documents.equals(first.documents)
    assert again.all_scores.tolist() == first.all_scores.tolist()


@pytest.mark.parametrize("depth", [254, 255, 256, 257, 65_534, 65_535, 65_536])
def test_lists_as_long_as_small_numbers_reach(depth):
    names = [f"d{number}" for number in range(depth)]
    lists = {"q": [names, names[::-1]], "p": [names[:3], []]}
    lists["p"][1] = ["other"]
    grades = {("q", each): 1.0 for each in (names[0], names[-1], names[depth // 2])} | {("p", "other"): 1.0}
    check(lists, grades, depth, 60, [2, 1])
    matched = match(systems_of(lists))
    assert matched.deepest == depth
    assert sum(int(part.ranks.max()) == depth for part in matched.parts) == 1


@pytest.mark.parametrize("queries", [254, 255, 256, 257, 300])
def test_as_many_queries_as_small_numbers_reach(queries):
    lists = drawn(systems=2, queries=queries, depth=3, documents=4)
    check(lists, judgements_of(lists, 0.7), 2, 60, None)


def test_looking_at_one_query_says_what_the_whole_list_says():
    lists = drawn(systems=2, queries=7, depth=9, documents=12)
    fused, whole = fuse(systems_of(lists)), fuse(systems_of(lists))
    assert len(whole.ids) == len(whole.all_scores)
    for query in [*lists, "unknown"]:
        assert fused.ranking(query) == whole.ranking(query)
        assert fused.scores(query) == whole.scores(query)
    qrels = read_qrels(qrels_text(judgements_of(lists, 0.5)))
    for query in lists:
        alone = judge(whole.only(query), qrels)
        own = judge(whole, qrels)
        here = own.rows == qrels.row_of.get(query, -1)
        assert alone.ranks.tolist() == own.ranks[here].tolist()
        assert alone.judgements.tolist() == own.judgements[here].tolist()


def test_a_run_takes_little_room_in_other_processes():
    run = read_run(run_text([Line("q", f"document-{number}", number, f"{-number}") for number in range(1, 5_001)]))
    packed = pickle.dumps(run)
    assert len(packed) < 4 * sum(len(each) for each in run.documents.to_pylist())
    back = pickle.loads(packed)
    assert rank(back, Conventions()).documents.equals(rank(run).documents)
    assert np.array_equal(back.lines.ids.hashes, run.lines.ids.hashes)
