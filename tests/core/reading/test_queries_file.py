"""Query texts: what is accepted and what is refused."""

import pytest

from core.reading.queries_file import read_queries
from tests.core.reading.messages import refused


def test_queries_are_an_id_a_tab_and_a_text():
    queries = read_queries("1\twhat is a tie\r\n\r\n002\t日本語 \n".encode())
    assert queries.texts == {"1": "what is a tie", "002": "日本語"}
    assert (queries.report.kind, queries.report.lines, queries.report.queries) == ("queries", 2, 2)


@pytest.mark.parametrize("line", ["no tab", "\ttext"])
def test_query_without_an_id_before_a_tab(line):
    message = "the file, line 2: a line must be a query id, a tab and the text, found no id before a tab."
    with refused(message):
        read_queries(f"1\tone\n{line}\n".encode())


def test_query_with_two_texts():
    with refused("the file, line 2: query 1 must have one text, found a second one."):
        read_queries(b"1\tone\n1\ttwo\n")
