"""How files fit: counted by hand on small files, and against the measures of the engine."""

import pytest

from core import Conventions, evaluate, rank, read_qrels, read_run
from core.coverage import DEPTHS, findings, fit, judged_share, shallow, shared_queries, tied, unordered
from core.formulas import further_metrics
from core.judging import judge
from core.measures import Ideal

RUN = read_run(
    b"q1 Q0 a 1 4 t\nq1 Q0 b 2 3 t\nq1 Q0 c 3 3 t\nq1 Q0 d 4 1 t\n"
    b"q2 Q0 a 1 2 t\nq2 Q0 x 2 1 t\n"
    b"q3 Q0 a 1 2 t\nq3 Q0 b 2 2 t\n"
    b"q9 Q0 a 1 1 t\n",
    name="run",
)
QRELS = read_qrels(b"q5 0 a 0\nq2 0 a 1\nq2 0 z 0\nq1 0 a 1\nq1 0 c 0\nq3 0 b 0\nq4 0 a 2\n")
RANKINGS = rank(RUN)
IDEAL = Ideal.of(QRELS)


def test_fit_counts_both_sides():
    met = fit(RUN.query_ids, IDEAL)
    assert (met.answered, met.judged, met.shared) == (4, 5, 3)
    assert met.unanswered == ("q5", "q4")
    assert met.counted_as_0 == 1, "q5 has nothing relevant, so it is left out"
    assert met.unknown == ("q9",)


def test_fit_agrees_with_the_status_of_evaluate():
    for threshold in (None, 1.0, 2.0, 3.0):
        table = evaluate(RANKINGS, QRELS, Conventions(relevant_from=threshold))
        met = fit(RUN.query_ids, IDEAL, relevant_from=threshold)
        assert met.counted_as_0 == (table["status"] == "missing").sum()


def test_fit_of_files_without_a_shared_query():
    met = fit(("x", "y"), IDEAL)
    assert met.shared == 0
    assert met.unanswered == QRELS.query_ids
    assert met.unknown == ("x", "y")


@pytest.mark.parametrize("k", [1, 2, 3, 10])
def test_judged_share_is_the_mean_of_judged_at_k(k):
    share = judged_share(judge(RANKINGS, QRELS), IDEAL, (k,))["share"].iloc[-1]
    values = [further_metrics(RANKINGS.ranking(query), QRELS.of_query(query), k)["judged"] for query in QRELS.query_ids]
    known = [value for value in values if value is not None]
    assert share == pytest.approx(sum(known) / len(known))
    assert share == pytest.approx(evaluate(RANKINGS, QRELS, Conventions(k=k))[f"Judged@{k}"].mean())


def test_the_curve_ends_at_the_deepest_list():
    curve = judged_share(judge(RANKINGS, QRELS), IDEAL)
    assert curve["depth"].tolist() == [1, 2, 4]
    # of q1 a and c are judged and stand first, because c goes before b; of q2 only a
    assert curve["share"].tolist() == pytest.approx([1.0, (2 / 2 + 1 / 2) / 2, (2 / 4 + 1 / 2) / 2])


def test_the_curve_of_a_deep_list_ends_at_the_largest_depth():
    lines = "".join(f"q1 Q0 d{place} {place} {2000 - place} t\n" for place in range(1500))
    curve = judged_share(judge(rank(read_run(lines.encode())), QRELS), IDEAL)
    assert curve["depth"].tolist() == list(DEPTHS)


def test_no_curve_where_no_query_is_in_a_mean():
    assert judged_share(judge(RANKINGS, QRELS), IDEAL, relevant_from=3).empty
    foreign = rank(read_run(b"x Q0 a 1 1 t\n"))
    assert judged_share(judge(foreign, QRELS), IDEAL).empty


def test_shallow_queries_are_answered_and_have_fewer_than_k():
    assert shallow(RANKINGS, 4) == ("q2", "q3", "q9")
    assert shallow(RANKINGS, 4, among=QRELS.row_of) == ("q2", "q3")
    assert shallow(RANKINGS, 1) == ()


def test_a_repeated_document_does_not_fill_a_list():
    rankings = rank(read_run(b"q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\n"))
    assert shallow(rankings, 2) == ("q1",)


@pytest.mark.parametrize(
    ("k", "reaching", "across"),
    [(1, ("q3",), ("q3",)), (2, ("q1", "q3"), ("q1",)), (3, ("q1", "q3"), ()), (9, ("q1", "q3"), ())],
)
def test_ties_reach_the_top_k_or_straddle_it(k, reaching, across):
    assert tied(RANKINGS, k) == (reaching, across)


def test_equal_scores_of_neighbouring_queries_are_no_tie():
    assert tied(rank(read_run(b"q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n")), 5) == ((), ())


def test_findings_name_k_and_the_rule_for_ties():
    (straddling,) = findings(RANKINGS, Conventions(k=2, ties="file"), among=QRELS.row_of)
    assert straddling.what == "Equal scores reach the top 2, in 1 across rank 2"
    assert straddling.done == "Ordered as in the file"
    few, ties = findings(RANKINGS, Conventions(k=4), among=QRELS.row_of)
    assert few.what == "Fewer than k = 4 documents returned"
    assert (few.count, few.places) == (2, ("q2", "q3"))
    assert ties.what == "Equal scores reach the top 4"
    assert ties.done == "Ordered by id, descending"


def test_equal_scores_do_not_matter_where_the_file_gives_the_order():
    found = findings(RANKINGS, Conventions(k=2, order_by="file"))
    assert [finding.what for finding in found] == ["Fewer than k = 2 documents returned"]


def test_a_run_without_ranks_has_no_order_by_rank():
    run = read_run(b"q1 Q0 a x 2 t\nq1 Q0 b 2 1 t\n")
    assert unordered(run, Conventions()) is None
    assert unordered(RUN, Conventions(order_by="rank")) is None
    finding = unordered(run, Conventions(order_by="rank"))
    assert finding is not None
    assert (finding.severity, finding.count) == ("warning", 1)


def test_shared_queries_are_in_all_runs():
    assert shared_queries([("a", "b"), ("b", "c")]) == 1
    assert shared_queries([]) == 0
