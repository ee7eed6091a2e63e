"""What is accepted as a run or as qrels, and what it is taken to say."""

import gzip

import pytest

from core import Conventions, rank, read_qrels, read_run

RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"


def lines_of(data: bytes) -> list[tuple]:
    """Return what a run holds, line by line."""
    run = read_run(data)
    queries = [run.query_ids[place] for place in run.query_index]
    return list(zip(queries, run.documents.to_pylist(), run.ranks.tolist(), run.scores.tolist(), strict=True))


@pytest.mark.parametrize(
    "data",
    [
        RUN.encode(),
        RUN.replace(" ", "\t").encode(),
        RUN.replace(" ", " \t ").encode(),
        RUN.replace(" ", "  ").encode(),
        RUN.replace(" Q0", "\tQ0").encode(),
        RUN.replace(" ", "\v").encode(),
        RUN.replace("q", " q").encode(),
        RUN.replace("\n", " \n").encode(),
        RUN.replace("\n", "\t\n").encode(),
        RUN.replace("\n", "\r\n").encode(),
        RUN.replace("\n", "\r").encode(),
        RUN.replace("\n", "\r\n", 1).encode(),
        RUN.replace("\n", "\n\n").encode(),
        f"\n \n{RUN}\n".encode(),
        RUN.rstrip("\n").encode(),
        RUN.encode("utf-8-sig"),
        RUN.encode("utf-16"),
        b"\xfe\xff" + RUN.encode("utf-16-be"),
        f"# made by hand\n{RUN}  # and left here\n".encode(),
        f"#a b c d 5 f\n{RUN}".encode(),
        gzip.compress(RUN.encode()),
        gzip.compress(RUN.encode("utf-16")),
        gzip.compress(RUN[:30].encode()) + gzip.compress(RUN[30:].encode()),
        gzip.compress(RUN.encode()) + bytes(8),
    ],
)
def test_the_same_run_in_many_forms(data):
    assert lines_of(data) == [("q1", "d1", 1, 2.5), ("q1", "d2", 2, 1.5), ("q2", "d1", 1, 0.5)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("+1", 1), ("1e5", 100_000), ("-2.5E-3", -0.0025), (".5", 0.5), ("1.", 1), ("007", 7), ("1e-400", 0), ("-0", 0)],
)
def test_numbers(text, value):
    assert lines_of(f"q Q0 d {text} {text} t".encode()) == [("q", "d", value, value)]


def test_scores_are_the_nearest_doubles():
    digits = ["0.30000000000000004", "0.1", "123456789.123456789", "2.2250738585072014e-308", "9007199254740993"]
    run = read_run("".join(f"q Q0 d{i} 1 {text} t\n" for i, text in enumerate(digits)).encode())
    assert run.scores.tolist() == [float(text) for text in digits]


@pytest.mark.parametrize("blank", [" ", "  "])  # the fast reader, and the one for any blanks
@pytest.mark.parametrize(
    "name",
    [
        "001",
        "NA",
        "null",
        "NaN",
        "None",
        "1e5",
        '"a',
        "'a'",
        'a"b"',
        "日本語",
        "a,b",
        "a\\",
        "\\N",
        "a#",
        "\u00a0",
        "𝄞",
    ],
)
def test_ids_are_text_and_stay_so(name, blank):
    run = read_run(blank.join([name, "Q0", name, "1", "1", "t"]).encode())
    qrels = read_qrels(blank.join([name, "0", name, "1"]).encode())
    assert run.query_ids == qrels.query_ids == (name,)
    assert run.documents.to_pylist() == qrels.documents.to_pylist() == [name]


@pytest.mark.parametrize("document", ["#1", "#"])
def test_documents_may_start_like_a_comment(document):
    assert lines_of(f"q Q0 {document} 1 1 t\n".encode()) == [("q", document, 1, 1)]


def test_a_very_long_id_is_read():
    name = "d" * 3_000_000  # longer than the blocks in which Arrow reads
    assert lines_of(f"q Q0 {name} 1 1 t\nq Q0 e 2 0 t\n".encode())[0][1] == name


def test_a_file_of_several_blocks_is_read_whole():
    text = "".join(f"q{i % 7} Q0 d{i} {i} {-i} tag\n" for i in range(60_000))
    assert len(text) > 1 << 20
    run = read_run(text.encode())
    assert run.documents.to_pylist() == [f"d{i}" for i in range(60_000)]
    assert run.scores.tolist() == [-i for i in range(60_000)]


def test_one_infinite_score_of_each_sign_can_be_ordered():
    run = read_run(b"q Q0 a 1 -inf t\nq Q0 b 2 0 t\nq Q0 c 3 Infinity t\n")
    assert rank(run).ranking("q") == ["c", "b", "a"]


@pytest.mark.parametrize("order_by", ["score", "rank"])
@pytest.mark.parametrize("values", [("inf", "inf"), ("-inf", "-inf"), ("1e308", "-1e308"), ("1e-320", "0")])
def test_extreme_numbers_are_ordered(values, order_by):
    first, last = values
    run = read_run(f"q1 Q0 a {last} {first} t\nq2 Q0 b {last} {first} t\nq2 Q0 c {first} 0 t\n".encode())
    assert rank(run, Conventions(order_by=order_by)).ranking("q1") == ["a"]


def test_a_second_mark_belongs_to_the_text():
    for blank in (" ", "  "):
        assert lines_of(f"\ufeff\ufeffq{blank}Q0 a 1 1 t".encode())[0][0] == "\ufeffq"


def test_bytes_may_be_mutable():
    assert read_run(bytearray(RUN.encode())).report.lines == 3
