"""Bytes that are no text, or too many: refused before anything looks at columns."""

import gzip
import io
import os
import threading

import pytest

from core import read_qrels, read_run
from core.errors import UnreadableError
from core.reading import columns, source
from core.reading.queries_file import read_queries
from tests.core.reading.messages import refused

RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"


@pytest.mark.parametrize("data", [b"", b"\n \t\r\n", b"\xef\xbb\xbf", b"\xff\xfe", gzip.compress(b"")])
@pytest.mark.parametrize("read", [read_run, read_qrels, read_queries])
def test_empty_file(read, data):
    with refused("the file: a file must hold at least one line of data, found an empty file.", UnreadableError):
        read(data)


def damaged(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(RUN.encode())[:-9],
        gzip.compress(RUN.encode())[:12],
        b"\x1f\x8b",
        damaged(gzip.compress(RUN.encode()), -1),
        damaged(gzip.compress(RUN.encode()), 11),
        gzip.compress(RUN.encode()) + b"more",
    ],
)
def test_damaged_gzip(data):
    with pytest.raises(
        UnreadableError,
        match=r"^the file: a gzip file must be whole and undamaged, found damage \(.+\)\. "
        r"Pack it again, or upload it unpacked\.$",
    ):
        read_run(data)


def test_invalid_utf_8():
    with refused("the file, line 2: text must be UTF-8, found the byte 0xe4. Save it as UTF-8."):
        read_run("q Q0 a 1 1 t\nq Q0 ä 2 1 t\n".encode("latin-1"))


def test_utf_16_without_a_mark():
    with refused("the file, line 1: text must not hold NUL bytes, found one (a binary file?)."):
        read_run(RUN.encode("utf-16-le"))


def test_damaged_utf_16():
    rule = "a file that starts with the UTF-16 mark must be UTF-16 throughout, found other bytes"
    with refused(f"the file: {rule}. Save it as UTF-8."):
        read_run(RUN.encode("utf-16") + b"x")


def test_nul_byte():
    with refused("the file, line 2: text must not hold NUL bytes, found one (a binary file?)."):
        read_run(b"q Q0 a 1 1 t\nq Q0 \0 2 1 t\n")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("byte", [b"\xe4", b"\0"])
def test_lines_are_counted_with_any_line_end(byte, end):
    with pytest.raises(UnreadableError, match=r"^the file, line 3: "):
        read_run(b"q Q0 a 1 1 t" + end + b"q Q0 b 2 1 t" + end + byte + end)


def test_too_large(monkeypatch):
    monkeypatch.setattr(source, "UPLOAD_LIMIT", len(RUN))
    assert read_run(RUN.encode()).report.lines == 3
    for data in (RUN.encode() + b"\n", io.BytesIO(RUN.encode() + b"\n")):
        with refused(f"the file: a file may have at most {len(RUN)} bytes, found more.", UnreadableError):
            read_run(data)


def test_too_large_once_unpacked(monkeypatch):
    monkeypatch.setattr(source, "UNPACKED_LIMIT", len(RUN))
    assert read_run(gzip.compress(RUN.encode())).report.lines == 3
    with refused(f"the file: a gzip file may unpack to at most {len(RUN)} bytes, found more.", UnreadableError):
        read_run(gzip.compress(RUN.encode() * 2))


def test_a_line_that_is_too_long_is_named():
    line = b"q Q0 " + b"d" * source.LINE_LIMIT + b" 1 1 t\n"
    rule = f"a line may have at most {source.LINE_LIMIT:,} bytes"
    for before in (0, 2, 300_000):
        data = b"q Q0 a 1 1 t\n" * before + line + b"q Q0 b 2 1 t\n"
        for end in (data, data[: -len(b" 1 1 t\n") - 13]):
            with refused(
                f"the file, line {before + 1}: {rule}, found a longer one. Check that it is a text file with lines.",
                UnreadableError,
            ):
                read_run(end)


def test_lines_up_to_the_limit_are_read():
    for before in (0, 1, 100_000):
        document = "d" * (source.LINE_LIMIT - 14)
        text = "q Q0 a 1 1 t\n" * before + f"q Q0 {document} 2 0 t\nq Q0 e 3 0 t\n"
        assert read_run(text.encode()).documents.to_pylist()[before:] == [document, "e"]


def test_more_lines_than_accepted(monkeypatch):
    monkeypatch.setattr(columns, "LINES_LIMIT", 3)
    assert read_run(RUN.encode()).report.lines == 3
    with refused("the file: a file may have at most 3 lines, found more.", UnreadableError):
        read_run(RUN.encode() + b"q Q0 z 9 0 t\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("data", [RUN.encode(), gzip.compress(RUN.encode())], ids=["plain", "gzip"])
def test_a_pipe_is_read_once(tmp_path, data):
    pipe = tmp_path / "pipe.run"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[data])
    writer.start()
    run = read_run(pipe)
    writer.join()
    assert (run.name, run.report.lines) == ("pipe", 3)
