"""What runs are called, and what messages call files."""

import gzip
import io

import pytest

from core import read_qrels, read_run
from core.reading.source import stem
from tests.core.reading.messages import FOUR, SIX, WHOLE, refused

RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"


def test_a_path_names_the_run_by_its_stem(tmp_path):
    path = tmp_path / "bm25.tuned.run.gz"
    path.write_bytes(gzip.compress(RUN.encode()))
    for given_path in (path, str(path)):
        assert read_run(given_path).name == "bm25.tuned"
        assert read_run(given_path).report.file == "bm25.tuned.run.gz"


def test_bytes_are_named_by_the_run_tag():
    assert read_run(RUN.encode()).name == "bm25"


def test_a_file_object_is_named_by_its_name():
    opened = io.BytesIO(RUN.encode())
    assert read_run(opened).name == "bm25"
    opened = io.BytesIO(RUN.encode())
    opened.name = "folder/mine.txt"
    assert read_run(opened).name == "mine"


def test_a_given_name_holds_and_stands_in_messages():
    assert read_run(RUN.encode(), name="my run").name == "my run"
    with refused(f"my run, line 1: {SIX}, found 1. {WHOLE}"):
        read_run(b"x\n", name="my run")
    with refused(f"judgements, line 1: {FOUR}, found 1. {WHOLE}"):
        read_qrels(b"x\n", name="judgements")


def test_messages_name_the_file(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(b"x\n")
    with refused(f"a.run, line 1: {SIX}, found 1. {WHOLE}"):
        read_run(path)


def test_a_missing_path_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_run(tmp_path / "none.run")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("runs/bm25.run", "bm25"),
        ("C:\\runs\\bm25.TXT.GZ", "bm25"),
        ("input.bm25tuned", "input.bm25tuned"),
        ("v1.2.trec", "v1.2"),
        ("noextension", "noextension"),
        (".run", ".run"),
    ],
)
def test_stem(file, name):
    assert stem(file) == name
