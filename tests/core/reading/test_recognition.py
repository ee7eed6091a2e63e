"""The kind of a file is told from its content."""

import pytest

from core.errors import UnreadableError
from core.reading.recognition import recognise
from core.reading.source import load
from tests.core.reading.messages import refused

RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("run", RUN),
        ("run", f"# comment\n\nbroken line\n{RUN}"),
        ("run", "q Q0 d 1 high t\n"),
        ("qrels", "q1 0 d1 1\nq1 0 d2 0.5\n"),
        ("qrels", "q1\t0\td1\t-1\n"),
        ("qrels", "q1 0 d1 good\n"),
        ("queries", "1\twhat is a tie\n2\twho is first\n"),
        ("queries", "q1\tword\n"),
    ],
)
def test_the_content_tells_the_kind(kind, text):
    assert recognise(load(text.encode())) == kind


def test_query_texts_of_three_words_that_end_in_a_number_are_no_qrels():
    assert recognise(load(b"1\tapollo landing 1969\n2\tworld cup 1998\n")) == "queries"


KINDS = (
    "a file must be a TREC run (query Q0 document rank score tag), "
    "TREC qrels (query iteration document grade), or query texts (id, tab, text)"
)


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("hello\n", "the file, line 1", "1 column: 'hello'"),
        ("# c\n\nto be or\nnot\n", "the file, line 3", "3 columns: 'to be or'"),
        ("# c\n", "the file", "comments only"),
    ],
)
def test_other_files_are_not_recognised(text, where, found):
    with refused(f"{where}: {KINDS}, found {found}.", UnreadableError):
        recognise(load(text.encode()))
