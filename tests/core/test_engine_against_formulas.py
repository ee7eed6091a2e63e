"""The vectorised engine says on every generated input what the definitions say query by query."""

import itertools
import math
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import Conventions, evaluate, fuse, rank, read_qrels, read_run
from core.comparison import compare
from core.formulas import first_occurrences, further_metrics, metrics, rrf, rrf_scores
from core.matching import match
from core.measures import MEASURES, Ideal
from core.sensitivity import JudgedMatch, sweep
from core.zero_relevance import CAUSES, causes, mean_with_zeros, top_scores
from tests.core.generated import (
    Line,
    conventions,
    fusion,
    judgements,
    qrels_text,
    ranked_run,
    run_lines,
    run_text,
    thorough,
)

KEYS = {"nDCG": "ndcg", "Recall": "recall", "RR": "rr", "P": "p", "AP": "ap", "Success": "success", "Judged": "judged"}


def plain_ranking(lines: list[Line], query: str, how: Conventions) -> list[str]:
    """Order the lines of a query with two stable sorts: by id where ties want it, then by what decides."""
    own = [line for line in lines if line.query == query]
    if how.order_by != "file":
        if how.ties != "file":
            own = sorted(own, key=lambda line: line.document, reverse=how.ties == "id_descending")
        own = sorted(own, key=lambda line: -float(line.score) if how.order_by == "score" else line.rank)
    return first_occurrences(line.document for line in own)


def ranked(lines: list[Line], how: Conventions = Conventions()):  # noqa: B008 - a frozen value
    return rank(read_run(run_text(lines)), how)


def same(left: pd.DataFrame, right: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(left, right, check_exact=True)


# --- reading, ranking, evaluating


@thorough
@given(run_lines, conventions)
def test_rankings_are_the_plain_ones(lines, how):
    rankings = ranked(lines, how)
    assert list(rankings.query_ids) == list(dict.fromkeys(line.query for line in lines))
    for query in rankings.query_ids:
        assert rankings.ranking(query) == plain_ranking(lines, query, how)
        of = {line.document: set() for line in lines}
        for line in lines:
            if line.query == query:
                of[line.document].add(float(line.score))
        pairs = zip(rankings.ranking(query), rankings.scores(query), strict=True)
        assert all(score in of[document] for document, score in pairs)


@thorough
@given(run_lines, judgements, conventions)
def test_measures_are_those_of_the_definitions(lines, grades, how):
    table = evaluate(ranked(lines, how), read_qrels(qrels_text(grades)), how)
    queries = list(dict.fromkeys(query for query, _ in grades))
    assert list(table.index) == queries
    assert list(table.columns) == [*(each.at(how.k) for each in MEASURES), "status"]
    for query in queries:
        ranking = plain_ranking(lines, query, how)
        judged = {document: grade for (of, document), grade in grades.items() if of == query}
        expected = metrics(ranking, judged, how.k, gain=how.gain, relevant_from=how.relevant_from)
        expected |= further_metrics(ranking, judged, how.k, relevant_from=how.relevant_from)
        for key, name in KEYS.items():
            value = table.loc[query, f"{key}@{how.k}"]
            if expected[name] is None:
                assert math.isnan(value)
            else:
                assert value == pytest.approx(expected[name], rel=1e-12, abs=1e-300)
        status = "zero_relevance" if expected["ndcg"] is None else "scored" if ranking else "missing"
        assert table.loc[query, "status"] == status


@thorough
@given(run_lines, st.randoms(use_true_random=False), conventions.filter(lambda how: "file" not in vars(how).values()))
def test_order_of_the_lines_does_not_matter_unless_asked_for(lines, random, how):
    shuffled = random.sample(lines, len(lines))
    first, second = ranked(lines, how), ranked(shuffled, how)
    assert set(first.query_ids) == set(second.query_ids)
    for query in first.query_ids:
        assert first.ranking(query) == second.ranking(query)


# --- fusing


@thorough
@given(fusion(), st.none() | st.integers(1, 13))
def test_fusion_is_that_of_the_definition(generated, depth):
    runs, c, weights = generated
    systems = [ranked(lines) for lines in runs]
    fused = fuse(systems, c=c, weights=weights, depth=depth)
    assert list(fused.query_ids) == sorted({line.query for lines in runs for line in lines})
    for query in fused.query_ids:
        lists = [system.ranking(query, depth) for system in systems]
        assert fused.ranking(query) == rrf(lists, c=c, weights=weights)
        exact = rrf_scores(lists, c=c, weights=weights)
        expected = [float(exact[document]) for document in fused.ranking(query)]
        assert fused.scores(query) == pytest.approx(expected, rel=1e-13, abs=1e-300)
        assert fused.scores(query) == sorted(fused.scores(query), reverse=True)


@thorough
@given(fusion(), st.randoms(use_true_random=False))
def test_fusion_does_not_depend_on_the_order_of_the_systems(generated, random):
    runs, c, weights = generated
    systems = [ranked(lines) for lines in runs]
    order = random.sample(range(len(runs)), len(runs))
    first = fuse(systems, c=c, weights=weights)
    again = fuse([systems[i] for i in order], c=c, weights=weights and [weights[i] for i in order])
    for query in first.query_ids:
        assert first.ranking(query) == again.ranking(query)
        assert first.scores(query) == again.scores(query)


@pytest.mark.parametrize("weights", [[1, 1, 1], [1, 2, 3], [0.1, 0.3, 0.3], [1, 0, 1]])
@pytest.mark.parametrize("c", [0, 0.1, 60, 10_000_000])
def test_fusion_of_short_lists_is_exact(c, weights):
    # few ranks in many orders: sums that are equal, and sums that only look so, in nearly every query
    random = Random(0)
    documents = [f"{number:02}" for number in range(16)]
    lists = {f"{query:03}": [random.sample(documents, 12) for _ in weights] for query in range(200)}
    systems = [
        ranked([Line(query, d, r, f"{-r}") for query, own in lists.items() for r, d in enumerate(own[place], 1)])
        for place in range(len(weights))
    ]
    fused = fuse(systems, c=c, weights=weights)
    for query, own in lists.items():
        exact = rrf_scores(own, c=c, weights=weights)
        ranking, scores = fused.ranking(query), fused.scores(query)
        assert ranking == rrf(own, c=c, weights=weights)
        assert scores == sorted(scores, reverse=True)
        assert scores == pytest.approx([float(exact[document]) for document in ranking], rel=1e-13, abs=1e-300)
        neighbours = itertools.pairwise(zip(ranking, scores, strict=True))
        assert all(score == next_score for (a, score), (b, next_score) in neighbours if exact[a] == exact[b])
    for order in itertools.permutations(range(3)):
        again = fuse([systems[place] for place in order], c=c, weights=[weights[place] for place in order])
        assert [again.ranking(query) for query in lists] == [fused.ranking(query) for query in lists]
        assert (again.all_scores == fused.all_scores).all()


@thorough
@given(fusion(), judgements, conventions)
@example(
    ([[Line("q", "a", 1, "2"), Line("q", "x", 2, "1")], [Line("q", "b", 1, "2"), Line("q", "x", 2, "1")]], 60, None),
    {("q", "b"): 1.0},
    Conventions(k=1),
)
@example(
    ([[Line("q", f"{i}", 1, f"{-i}") for i in range(9)], [Line("q", "8", 1, "1")]], 0, [1, 0.5]),
    {("q", "8"): 1.0},
    Conventions(k=2),
)
def test_fusing_only_the_top_gives_the_same_figures(generated, grades, how):
    runs, c, weights = generated
    systems, qrels = [ranked(lines) for lines in runs], read_qrels(qrels_text(grades))
    judged = JudgedMatch.of(match(systems), qrels, Ideal.of(qrels))
    same(judged.evaluate(how, c=c, weights=weights), evaluate(fuse(systems, c=c, weights=weights), qrels, how))


@thorough
@given(fusion(), judgements, conventions)
def test_sweep_holds_the_means_of_the_fusions(generated, grades, how):
    runs, _, weights = generated
    systems, qrels = [ranked(lines) for lines in runs], read_qrels(qrels_text(grades))
    judged = JudgedMatch.of(match(systems), qrels, Ideal.of(qrels))
    curve = sweep(judged, how, (0, 60), weights=weights)
    for c in (0, 60):
        means = evaluate(fuse(systems, c=c, weights=weights), qrels, how).drop(columns="status").mean()
        pd.testing.assert_series_equal(curve.loc[c], means, check_exact=True, check_names=False)


EXTREME_WEIGHTS = [[1.7e308, 1.7e308], [1e-320, 3e-320], [5e-324, 1], [1e300, 1e-300], [0, 1e-320]]


@pytest.mark.parametrize("c", [0, 1e-320, 0.1, 1e17, 1e300, 1.7e308])
@pytest.mark.parametrize("weights", EXTREME_WEIGHTS)
def test_fusion_is_that_of_the_definition_at_the_ends_of_double_precision(c, weights):
    lists = [["a", "b"], ["b", "a", "z"]]
    runs = [[Line("q", document, 1, f"{-place}") for place, document in enumerate(each)] for each in lists]
    fused = fuse([ranked(lines) for lines in runs], c=c, weights=weights)
    assert fused.ranking("q") == rrf(lists, c=c, weights=weights)
    assert rank(read_run(fused.to_trec())).ranking("q") == fused.ranking("q")


def test_a_cutoff_may_be_larger_than_any_list():
    system, qrels, how = ranked([Line("q", "a", 1, "1")]), read_qrels(b"q 0 a 1\n"), Conventions(k=10**30)
    table = evaluate(system, qrels, how)
    assert (table.loc["q", f"RR@{how.k}"], table.loc["q", f"Judged@{how.k}"]) == (1, 1)
    same(JudgedMatch.of(match([system]), qrels, Ideal.of(qrels)).evaluate(how), table)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"c": -1}, r"^c must be a finite number of at least 0, found -1$"),
        ({"c": math.nan}, r"^c must be a finite number"),
        ({"weights": [1]}, r"^there must be one weight for each of the 2 lists, found 1$"),
        ({"weights": [0, 0]}, r"^at least one weight must be above 0"),
        ({"weights": [1, -1]}, r"^a weight must be a finite number"),
        ({"depth": 0}, r"^depth must be a positive whole number, found 0$"),
    ],
)
def test_fusion_refuses_what_the_definition_refuses(options, message):
    system = ranked([Line("q", "a", 1, "1")])
    with pytest.raises(ValueError, match=message):
        fuse([system, system], **options)


def test_fusion_of_no_system_is_refused():
    with pytest.raises(ValueError, match=r"^fusion needs at least one ranking, found none$"):
        fuse([])


# --- writing and reading back


@thorough
@given(fusion(), conventions)
def test_a_fused_run_read_back_is_the_same(generated, how):
    runs, c, weights = generated
    fused = fuse([ranked(lines, how) for lines in runs], c=c, weights=weights)
    back = rank(read_run(fused.to_trec()))
    assert back.query_ids == fused.query_ids
    for query in fused.query_ids:
        assert back.ranking(query) == fused.ranking(query)


@thorough
@given(fusion() | run_lines.map(lambda lines: ([lines], 60, None)))
def test_a_fused_run_read_in_single_precision_is_the_same(generated):
    # as tools do that keep scores as C floats and order equal ones by id, descending
    runs, c, weights = generated
    fused = fuse([ranked(lines) for lines in runs], c=c, weights=weights)
    by_query = {}
    for line in fused.to_trec().decode().splitlines():
        query, _, document, _, score, _ = line.split()
        by_query.setdefault(query, []).append((np.float32(float(score)), document))
    for query in fused.query_ids:
        assert [document for _, document in sorted(by_query[query], reverse=True)] == fused.ranking(query)


@thorough
@given(run_lines, conventions)
def test_a_run_ordered_in_any_way_is_written_so_that_scores_alone_restore_it(lines, how):
    rankings = ranked(lines, how)
    for default in (Conventions(), Conventions(ties="id_ascending"), Conventions(order_by="rank")):
        back = rank(read_run(rankings.to_trec()), default)
        assert all(back.ranking(query) == rankings.ranking(query) for query in rankings.query_ids)


# --- comparing


@thorough
@given(run_lines, run_lines, judgements, conventions, st.sampled_from(sorted(KEYS)))
def test_systems_are_paired_by_query_id(baseline, system, grades, how, key):
    qrels = read_qrels(qrels_text(grades))
    left, right = evaluate(ranked(baseline, how), qrels, how), evaluate(ranked(system, how), qrels, how)
    measure = f"{key}@{how.k}"
    found = compare(left, right.iloc[::-1], measure)
    pairs = {query: (left.loc[query, measure], right.loc[query, measure]) for query in left.index}
    valued = {query: pair for query, pair in pairs.items() if not math.isnan(sum(pair))}
    assert found.n == len(valued)
    assert set(found.unpaired) == {q for q, pair in pairs.items() if math.isnan(pair[0]) != math.isnan(pair[1])}
    for query, row in found.queries.iterrows():
        assert (row["baseline"], row["system"]) == valued[query]
        assert row["difference"] == row["system"] - row["baseline"]
    differences = [system - baseline for baseline, system in valued.values()]
    assert found.count("better") == sum(difference > 1e-9 for difference in differences)
    assert found.count("worse") == sum(difference < -1e-9 for difference in differences)
    assert found.count("better") + found.count("tied") + found.count("worse") == found.n
    assert list(found.queries["difference"]) == sorted(differences, reverse=True)
    if valued:
        assert found.difference == pytest.approx(sum(differences) / len(differences), abs=1e-12)
    else:
        assert math.isnan(found.difference)


def test_differences_of_rounding_are_ties():
    baseline = pd.DataFrame({"x": [0.5, 0.5, 0.5, 0.5]}, index=list("abcd"))
    system = pd.DataFrame({"x": [0.5 + 1e-12, 0.5 - 1e-12, 0.5 + 1e-6, 0.5 - 1e-6]}, index=list("abcd"))
    assert compare(baseline, system, "x").queries["outcome"].to_dict() == {
        "c": "better",
        "a": "tied",
        "b": "tied",
        "d": "worse",
    }


def test_comparing_on_an_unknown_measure_is_refused():
    table = evaluate(ranked([Line("q", "a", 1, "1")]), read_qrels(b"q 0 a 1\n"))
    with pytest.raises(KeyError, match="nDCG@5"):
        compare(table, table, "nDCG@5")


# --- zero relevance


@thorough
@given(st.lists(run_lines, min_size=1, max_size=3), judgements, st.none() | st.sampled_from([0.5, 1, 2, 4]))
def test_causes_name_every_query_that_is_not_simply_scored(runs, grades, relevant_from):
    systems, qrels = [ranked(lines) for lines in runs], read_qrels(qrels_text(grades))
    table = causes(qrels, systems, relevant_from=relevant_from, query_ids=["q1", "extra"])
    assert table.index.is_unique
    answered = [{line.query for line in lines} for lines in runs]
    for query in {"extra", *qrels.query_ids, *(line.query for lines in runs for line in lines)}:
        own = [grade for (of, _), grade in grades.items() if of == query]
        relevant = [grade for grade in own if (grade > 0 if relevant_from is None else grade >= relevant_from)]
        missing = tuple(place for place, queries in enumerate(answered) if query not in queries)
        if relevant and not missing:
            assert query not in table.index
            continue
        expected = (
            "Not in run"
            if relevant
            else "Below threshold"
            if any(own)
            else "Judged, none relevant"
            if own
            else "Not in qrels"
            if len(missing) < len(runs)
            else "No judgements"
        )
        row = table.loc[query]
        assert row["cause"] == expected
        assert row["cause"] in CAUSES
        assert (row["judged"], row["missing_from"]) == (len(own), missing)
        assert row["highest"] == max(own) if own else math.isnan(row["highest"])


@thorough
@given(run_lines, judgements)
def test_mean_with_zeros_divides_by_all_judged_queries(lines, grades):
    values = evaluate(ranked(lines), read_qrels(qrels_text(grades)))["nDCG@10"]
    expected = sum(value for value in values if not math.isnan(value)) / len(values)
    assert mean_with_zeros(values) == pytest.approx(expected)


def test_top_scores_are_those_of_the_first_documents():
    system = ranked([Line("q1", "a", 1, "1"), Line("q1", "b", 2, "3"), Line("q2", "a", 1, "-2")])
    first, second, missing = top_scores(system, ["q2", "q1", "q3"])
    assert (first, second) == (-2, 3)
    assert math.isnan(missing)


# --- nothing is changed


@thorough
@given(st.lists(ranked_run(), min_size=2, max_size=3), judgements)
def test_fusing_and_evaluating_leave_their_inputs_alone(runs, grades):
    systems, qrels = [ranked(lines) for lines in runs], read_qrels(qrels_text(grades))
    before = [evaluate(system, qrels) for system in systems]
    first = fuse(systems, c=1)
    fuse(systems, c=60, weights=range(1, len(systems) + 1))
    again = fuse(systems, c=1)
    for system, table in zip(systems, before, strict=True):
        same(evaluate(system, qrels), table)
    assert [first.ranking(query) for query in first.query_ids] == [again.ranking(query) for query in again.query_ids]
