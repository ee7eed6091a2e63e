"""The sample collection: every file reads, and the figures of its README are those of the engine."""

import json
import re
from pathlib import Path

import pytest

from core import evaluate, fuse, rank, read_qrels, read_run
from core.reading.queries_file import read_queries
from core.zero_relevance import BELOW_THRESHOLD, NO_JUDGEMENTS, NONE_RELEVANT, NOT_IN_QRELS, NOT_IN_RUN, causes
from pages.ui.workspace import sample

FOLDER = Path(__file__).parents[1] / "sample_runs"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
RUNS = {name: rank(read_run(FOLDER / f"{name}.run")) for name in ("bm25", "dense", "late-interaction")}
QRELS = read_qrels(FOLDER / "qrels.txt")
SYSTEMS = RUNS | {
    "RRF of `bm25` and `dense`": fuse([RUNS["bm25"], RUNS["dense"]]),
    "RRF of all three": fuse(list(RUNS.values())),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_headline_figures_of_the_readme(system: str) -> None:
    table = evaluate(SYSTEMS[system], QRELS)
    means = [f"{table[column].mean():.4f}" for column in ("nDCG@10", "Recall@10", "RR@10")]
    row = re.search(rf"\| `?{re.escape(system)}`? \| (.*) \|", README)
    assert row is not None
    assert row[1].split(" | ") == [*means, str(table["nDCG@10"].notna().sum())]


def test_fusing_helps_on_some_queries_and_hurts_on_others() -> None:
    tables = [evaluate(SYSTEMS[name], QRELS)["nDCG@10"].dropna() for name in list(SYSTEMS)[:2]]
    fused = evaluate(SYSTEMS["RRF of `bm25` and `dense`"], QRELS)["nDCG@10"].dropna()
    best = tables[0].combine(tables[1], max)
    assert ((fused - best) > 1e-9).sum() == 13
    assert ((best - fused) > 1e-9).sum() == 26


def test_every_cause_of_zero_relevance_occurs() -> None:
    texts = read_queries(FOLDER / "queries.tsv").texts
    found = causes(QRELS, [RUNS["bm25"], RUNS["dense"]], query_ids=texts)
    assert set(found["cause"]) == {NONE_RELEVANT, NOT_IN_QRELS, NO_JUDGEMENTS, NOT_IN_RUN}
    assert BELOW_THRESHOLD in set(causes(QRELS, [RUNS["dense"]], relevant_from=2)["cause"])


def test_every_ranked_or_judged_document_is_a_passage() -> None:
    passages = {
        json.loads(line)["_id"] for line in (FOLDER / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    }
    assert set(QRELS.documents.to_pylist()) <= passages
    assert all(set(run.documents.to_pylist()) <= passages for run in RUNS.values())


def test_the_sample_of_the_first_visit_has_no_refusals() -> None:
    loaded = sample()
    assert loaded.refusals == ()
    assert [each.kind for each in loaded.files] == ["run", "run", "qrels", "queries"]
