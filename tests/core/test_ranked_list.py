"""The documents of one query, against lists that are short enough to read."""

import math

import pandas as pd
import pytest

from core import fuse, rank, read_run
from core.ranked_list import TopCounts, left_out, ranked_list, relevant_documents, top_counts


def system(*documents: str, query: str = "q1") -> object:
    lines = [f"{query} Q0 {document} {place} {100 - place} x" for place, document in enumerate(documents, start=1)]
    return rank(read_run("\n".join(lines).encode(), name="x"))


A = system("d1", "d2", "d3", "d4")
B = system("d4", "d5", "d1")
GRADES = {"d1": 2.0, "d2": 0.0, "d4": 1.0, "d5": 1.0, "d8": 1.0, "d9": 2.0}


def test_ranked_list_has_ranks_grades_and_the_ranks_elsewhere() -> None:
    rows = ranked_list(A, "q1", depth=3, grades=GRADES, others={"B": B, "Fused": B})
    assert list(rows.columns) == ["rank", "document", "grade", "score", "B", "Fused"]
    assert rows["rank"].tolist() == [1, 2, 3]
    assert rows["document"].tolist() == ["d1", "d2", "d3"]
    assert rows["grade"].tolist()[:2] == [2.0, 0.0]
    assert math.isnan(rows["grade"].iloc[2])
    assert rows["score"].tolist() == [99.0, 98.0, 97.0]
    assert rows["B"].fillna(0).tolist() == [3, 0, 0]


def test_rank_elsewhere_is_taken_from_the_whole_list() -> None:
    rows = ranked_list(B, "q1", depth=1, grades=GRADES, others={"A": A})
    assert rows["A"].tolist() == [4]


def test_repeated_documents_count_once() -> None:
    rows = ranked_list(system("d1", "d1", "d2"), "q1", depth=2, grades={})
    assert rows["document"].tolist() == ["d1", "d2"]


def test_query_that_is_not_answered_has_an_empty_list() -> None:
    rows = ranked_list(A, "q7", depth=10, grades={}, others={"B": B})
    assert rows.empty
    assert list(rows.columns) == ["rank", "document", "grade", "score", "B"]
    assert rows.dtypes.astype(str).tolist() == ["int64", "str", "float64", "float64", "Int64"]


def test_other_that_does_not_answer_has_no_ranks() -> None:
    rows = ranked_list(A, "q1", depth=10, grades={}, others={"B": system("d1", query="q2")})
    assert rows["B"].isna().all()
    assert rows["grade"].isna().all()


@pytest.mark.parametrize(
    ("k", "relevant_from", "expected"),
    [
        (1, None, TopCounts(1, 1, 0)),
        (3, None, TopCounts(3, 1, 1)),
        (10, None, TopCounts(4, 2, 1)),
        (10, 2.0, TopCounts(4, 1, 1)),
    ],
)
def test_top_counts(k: int, relevant_from: float | None, expected: TopCounts) -> None:
    assert top_counts(A, "q1", k=k, grades=GRADES, relevant_from=relevant_from) == expected


def test_top_counts_of_a_query_that_is_not_answered() -> None:
    assert top_counts(A, "q7", k=10, grades=GRADES) == TopCounts(0, 0, 0)


def test_relevant_documents_follow_the_threshold() -> None:
    assert relevant_documents(GRADES) == ["d1", "d4", "d5", "d8", "d9"]
    assert relevant_documents(GRADES, 2.0) == ["d1", "d9"]
    assert relevant_documents({}) == []


def test_left_out_lists_what_others_have_high_first_and_what_none_has_last() -> None:
    rows = left_out("A", {"A": A, "B": B}, "q1", k=3, grades=GRADES)
    assert list(rows.columns) == ["document", "grade", "A", "B"]
    assert rows["document"].tolist() == ["d4", "d5", "d9", "d8"]
    assert rows["grade"].tolist() == [1.0, 1.0, 2.0, 1.0]
    assert rows["A"].fillna(0).tolist() == [4, 0, 0, 0]
    assert rows["B"].fillna(0).tolist() == [1, 2, 0, 0]


def test_left_out_follows_cutoff_and_threshold() -> None:
    assert left_out("A", {"A": A, "B": B}, "q1", k=4, grades=GRADES)["document"].tolist() == ["d5", "d9", "d8"]
    rows = left_out("A", {"A": A, "B": B}, "q1", k=4, grades=GRADES, relevant_from=2.0)
    assert rows["document"].tolist() == ["d9"]


def test_left_out_is_empty_where_everything_was_found() -> None:
    rows = left_out("A", {"A": A}, "q1", k=4, grades={"d1": 1.0})
    assert rows.empty
    assert isinstance(rows, pd.DataFrame)


def test_left_out_of_a_system_that_does_not_answer() -> None:
    rows = left_out("A", {"A": A}, "q7", k=4, grades={"d1": 1.0, "d2": 3.0})
    assert rows["document"].tolist() == ["d2", "d1"]
    assert rows["A"].isna().all()


def test_rankings_of_one_query_alone() -> None:
    run = read_run(b"q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 c 1 1 x\n", name="x")
    whole = rank(run)
    alone = whole.only("q1")
    assert alone.query_ids == ("q1",)
    assert alone.ranking("q1") == ["a", "b"]
    assert alone.scores("q1") == [2.0, 1.0]
    assert whole.only("q7").query_ids == ()


def test_fusing_one_query_alone_is_the_same_as_fusing_all() -> None:
    first = rank(read_run(b"q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 c 1 1 x\n", name="x"))
    second = rank(read_run(b"q1 Q0 b 1 2 y\nq1 Q0 d 2 1 y\nq3 Q0 c 1 1 y\n", name="y"))
    whole = fuse([first, second], c=0)
    for query in ("q1", "q2", "q3"):
        alone = fuse([first.only(query), second.only(query)], c=0)
        assert alone.ranking(query) == whole.ranking(query)
        assert alone.scores(query) == whole.scores(query)
    assert fuse([first.only("q7"), second.only("q7")]).ranking("q7") == []
