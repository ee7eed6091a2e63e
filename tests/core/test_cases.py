"""Small inputs with known answers: what each folder of tests/cases expects must come out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core import Conventions, Qrels, Rankings, Run, evaluate, fuse, rank, read_qrels, read_run
from core.comparison import compare
from core.zero_relevance import causes

CASES = {path.parent.name: path.parent for path in (Path(__file__).parents[1] / "cases").glob("*/expected.json")}

CLOSE = 1e-6
"""Expected values are rounded."""

RULES = {"docid_asc": "id_ascending", "docid_desc_trec_eval": "id_descending", "file_order": "file"}

SAID_BY_PAGES_ALONE = {"54-k-deeper-than-run"}
"""The engine gives the depth of a run as a number; that k is deeper is for a page to say."""


class Case:
    """The files of a folder, read, ranked and fused as its settings say."""

    def __init__(self, folder: Path, negative: str = "refuse") -> None:
        self.expected = json.loads((folder / "expected.json").read_text())
        settings = self.expected["settings"]
        known = {"k", "gain", "order_by", "c", "weights", "relevant_if", "ui_steps"}
        assert set(settings) <= known
        self.conventions = Conventions(
            k=settings["k"],
            gain={"exp": "exponential", "linear": "linear"}[settings["gain"]],
            relevant_from=float(settings["relevant_if"].removeprefix(">=")),
            order_by=settings["order_by"],
        )
        self.c, self.weights = settings["c"], settings["weights"]
        self.errors: list[str] = []
        # a run may be there in several forms, as run_a.txt and run_a.run.gz: all must give the same
        self.runs: dict[str, list[Run]] = {}
        for path in sorted(folder.glob("run_*")):
            run = self.tried(read_run, path)
            if run:
                self.runs.setdefault(path.name.partition(".")[0], []).append(run)
        self.qrels: Qrels = self.tried(lambda path: read_qrels(path, negative=negative), folder / "qrels.txt")
        if not self.errors:
            self.tried(self.fused)

    def tried(self, read: Callable, *arguments: Any) -> Any:
        try:
            return read(*arguments)
        except ValueError as error:
            self.errors.append(str(error))
            return None

    def systems(self, **changes: Any) -> list[Rankings]:
        how = Conventions(**(vars(self.conventions) | changes))
        return [rank(forms[0], how) for forms in self.runs.values()]

    def fused(self, *, c: float | None = None, **changes: Any) -> Rankings:
        return fuse(self.systems(**changes), c=self.c if c is None else c, weights=self.weights)

    def forms(self, name: str, **changes: Any) -> list[Rankings]:
        """Return the system in each form in which it is there."""
        if name == "fused":
            return [self.fused(**changes)]
        how = Conventions(**(vars(self.conventions) | changes))
        return [rank(run, how) for run in self.runs[name]]

    def table(self, rankings: Rankings, **changes: Any):
        return evaluate(rankings, self.qrels, Conventions(**(vars(self.conventions) | changes)))

    def said(self) -> str:
        """Return all that reading and evaluating say beside the values."""
        systems = self.systems()
        reports = [forms[0].report for forms in self.runs.values()] + [self.qrels.report]
        findings = [finding for report in reports for finding in report.findings]
        statuses = [self.table(system)["status"].to_string() for system in systems]
        return "\n".join([*map(str, findings), causes(self.qrels, systems).to_string(), *statuses])


def assert_figures(table, expected: dict[str, dict[str, float] | None]) -> None:
    for query, figures in expected.items():
        if figures is None:
            assert table.loc[query].drop("status").isna().all()
        else:
            assert table.loc[query, list(figures)].to_dict() == pytest.approx(figures, abs=CLOSE)


def assert_system(case: Case, name: str, expected: dict, **changes: Any) -> None:
    """Check one system; ``changes`` are conventions that differ from the settings."""
    for rankings in case.forms(name, **changes):
        table = case.table(rankings, **changes)
        for key, value in expected.items():
            match key:
                case "ranking":
                    assert {query: rankings.ranking(query) for query in rankings.query_ids} == value
                case "rrf_score":
                    for query, scores in value.items():
                        found = dict(zip(rankings.ranking(query), rankings.scores(query), strict=True))
                        assert found == pytest.approx(scores, abs=CLOSE)
                case "per_query":
                    assert_figures(table, value)
                case "mean":
                    assert table[list(value)].mean().to_dict() == pytest.approx(value, abs=CLOSE)
                case "n_queries_in_mean":
                    assert (table.drop(columns="status").count().drop(f"Judged@{case.conventions.k}") == value).all()
                case "zero_relevance":
                    assert list(table.index[table["status"] == "zero_relevance"]) == value
                case _:
                    pytest.fail(f"unknown key {key} of {name}")


def assert_comparison(case: Case, expected: dict) -> None:
    baseline, system = (case.table(each) for each in case.systems())
    found = compare(baseline, system, expected["metric"])
    for key, value in expected.items():
        match key:
            case "metric":
                pass
            case "delta_b_minus_a":
                assert found.queries["difference"].to_dict() == pytest.approx(value, abs=CLOSE)
            case "mean_delta":
                assert found.difference == pytest.approx(value, abs=CLOSE)
            case "wins_ties_losses_for_b":
                assert [found.count(outcome) for outcome in ("better", "tied", "worse")] == value
            case "n":
                assert found.n == value
            case "significant" | "p_if_shown" | "paired_t_p_if_shown":
                pass  # a comparison holds no test of significance
            case _:
                pytest.fail(f"unknown key {key} of the comparison")


def assert_by_rule(case: Case, expected: dict) -> None:
    assert set(expected) == set(RULES)
    for rule, value in expected.items():
        ties = RULES[rule]
        if isinstance(value, list):
            (query,) = case.qrels.query_ids
            assert case.fused(ties=ties).ranking(query) == value
        else:
            (query,) = case.qrels.query_ids
            for name, figures in value.items():
                assert_system(case, name, {"per_query": {query: figures}}, ties=ties)


def assert_fused_order_is_that_of_exchanged_runs(case: Case) -> None:
    first = case.fused()
    exchanged = fuse(case.systems()[::-1], c=case.c, weights=case.weights[::-1])
    assert [first.ranking(query) for query in first.query_ids] == [exchanged.ranking(q) for q in exchanged.query_ids]


def assert_expected(case: Case, expected: dict) -> None:
    """Check every key of an ``expect`` block; one that is not known here fails."""
    for key, value in expected.items():
        match key:
            case "run_a" | "run_b" | "run_c" | "fused":
                assert_system(case, key, value)
            case "zero_relevance_panel":
                table = case.table(case.systems()[0])
                assert list(table.index[table["status"] == "zero_relevance"]) == value
            case "with_order_by_rank":
                for name, figures in value.items():
                    assert_system(case, name, figures, order_by="rank")
            case "by_rule":
                assert_by_rule(case, value)
            case "with_c":
                for c, scores in value.items():
                    (query,) = case.qrels.query_ids
                    fused = case.fused(c=float(c))
                    found = dict(zip(fused.ranking(query), fused.scores(query), strict=True))
                    assert found == pytest.approx(scores, abs=CLOSE)
                    assert list(found) == list(scores)
            case "c_sensitivity_RR@3":
                found = {c: case.table(case.fused(c=float(c)))["RR@3"].mean() for c in value}
                assert found == pytest.approx(value, abs=CLOSE)
            case "after_k1":
                for name, figures in value.items():
                    assert_figures(case.table(case.forms(name)[0], k=1), figures)
                    assert_system(case, name, expected[name])
            case "compare":
                assert_comparison(case, value)
            case "invariant":
                assert value == "same fused order when run_a and run_b are exchanged"
                assert_fused_order_is_that_of_exchanged_runs(case)
            case _:
                pytest.fail(f"unknown key {key} of expect")


def holds(text: str, words: dict[str, list[str]]) -> bool:
    """Tell whether a text has every word of ``must_contain`` and, if there are any, one of ``any_of``."""
    assert set(words) <= {"must_contain", "any_of"}
    text = text.lower()
    some = words.get("any_of", [])
    return all(word.lower() in text for word in words.get("must_contain", [])) and (
        not some or any(word.lower() in text for word in some)
    )


def is_met(case: Case, outcome: dict) -> bool:
    """Tell whether a case came out this way, one of several that are accepted; values are asserted."""
    if "error" in outcome:
        assert set(outcome) == {"error"}
        return any(holds(error, outcome["error"]) for error in case.errors)
    assert set(outcome) <= {"expect", "notice", "needs_notice", "expect_split", "invariant"}
    if case.errors or "expect_split" in outcome:
        return False
    if "notice" in outcome:
        return holds(case.said(), outcome["notice"])
    assert_expected(case, outcome["expect"])
    return not outcome.get("needs_notice") or holds(case.said(), case.expected["notice"])


@pytest.mark.parametrize("name", sorted(CASES))
def test_case(name):
    case = Case(CASES[name])
    for key, value in case.expected.items():
        match key:
            case "title" | "kind" | "why" | "settings":
                pass
            case "expect":
                assert not case.errors
                assert_expected(case, value)
            case "error":
                assert any(holds(error, value) for error in case.errors), case.errors
            case "expect_of_the_readable_files":
                assert_expected(case, value)
            case "accept":
                assert any(is_met(case, outcome) for outcome in value), case.errors
            case "notice":
                assert name in SAID_BY_PAGES_ALONE or holds(case.said(), value), case.said()
            case "with_negative_as_zero":
                assert_expected(Case(CASES[name], negative="zero"), value)
            case _:
                pytest.fail(f"unknown key {key}")


def test_there_are_cases():
    assert len(CASES) > 40
