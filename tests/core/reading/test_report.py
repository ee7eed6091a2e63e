"""What is not refused but said: oddities of a run with their counts and first places."""

import gzip

from core import rank, read_run
from core.model import Finding

RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"


def findings(text: str) -> dict[str, Finding]:
    report = read_run(text.encode()).report
    return {finding.what: finding for finding in report.findings}


def test_nothing_is_said_of_a_run_without_oddities():
    assert findings("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 2 t\nq2 Q0 b 2 1 t\n") == {}


def test_the_report_counts():
    report = read_run(f"# run\n{RUN}".encode(), name="BM25").report
    assert (report.file, report.kind, report.form) == ("BM25", "run", "TREC, 6 columns")
    assert (report.lines, report.queries, report.low, report.high) == (3, 2, 1, 2)
    assert read_run(gzip.compress(RUN.encode())).report.form == "TREC, 6 columns, gzip"


def test_repeated_documents_are_said_with_their_lines():
    found = findings("#\nq Q0 a 1 3 t\nq Q0 a 2 2 t\nq Q0 b 3 1 t\nq Q0 a 4 0 t\np Q0 b 1 1 t\n")
    expected = Finding(
        "warning", "Repeated document in a query", "Counted once, at its best place", 2, "lines", ("3", "5")
    )
    assert found["Repeated document in a query"] == expected


def test_a_repeated_document_counts_at_its_best_place():
    assert rank(read_run(b"q Q0 a 1 1 t\nq Q0 b 2 2 t\nq Q0 a 3 3 t\n")).ranking("q") == ["a", "b"]


def test_ties_are_said_with_their_queries():
    found = findings("q1 Q0 a 1 1 t\nq1 Q0 b 2 1.0 t\nq2 Q0 a 1 1 t\nq2 Q0 b 2 0.5 t\nq3 Q0 a 1 -0 t\nq3 Q0 b 2 0 t\n")
    tied = found["Equal scores (ties) in a query"]
    assert (tied.count, tied.unit, tied.places) == (2, "queries", ("q1", "q3"))


def test_rank_column_against_score_order_is_said():
    found = findings("q1 Q0 a 1 1 t\nq1 Q0 b 2 2 t\nq2 Q0 a 1 2 t\nq2 Q0 b 2 1 t\n")
    against = found["Rank column and score order disagree"]
    assert (against.count, against.unit, against.places) == (1, "queries", ("q1",))


def test_equal_ranks_are_not_against_the_scores():
    assert findings("q Q0 a 1 1 t\nq Q0 b 1 2 t\n") == {}


def test_ranks_from_0_are_said():
    found = findings("q1 Q0 a 0 2 t\nq1 Q0 b 1 1 t\nq2 Q0 a 1 2 t\nq2 Q0 b 2 1 t\n")
    assert (found["Ranks start at 0"].count, found["Ranks start at 0"].places) == (1, ("q1",))


def test_ranks_that_are_no_numbers_are_said():
    found = findings("q Q0 a - 2 t\nq Q0 b 2 1 t\nq Q0 c x 0 t\n")
    odd = found["Rank is not a number"]
    assert (odd.count, odd.unit, odd.places) == (2, "lines", ("1", "3"))


def test_several_run_tags_are_said():
    tags = findings("q Q0 a 1 2 bm25\nq Q0 b 2 1 dense\n")["Several run tags in one file"]
    assert (tags.severity, tags.count, tags.unit, tags.places) == ("warning", 2, "tags", ("bm25", "dense"))


def test_uneven_depth_is_said():
    uneven = findings(RUN)["Fewer documents than the deepest query (1 to 2)"]
    assert (uneven.count, uneven.unit, uneven.places) == (1, "queries", ("q2",))


def test_no_more_than_five_places_are_named():
    tied = findings("".join(f"q{i} Q0 {d} 1 1 t\n" for i in range(9) for d in "ab"))["Equal scores (ties) in a query"]
    assert (tied.count, tied.places) == (9, ("q0", "q1", "q2", "q3", "q4"))
