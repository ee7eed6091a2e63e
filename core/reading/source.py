"""Bytes of a file as clean UTF-8 text: unpacked, decoded, with one kind of line end, within limits."""

import gzip
import io
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.errors import UnreadableError

Source = str | Path | bytes | bytearray | memoryview | BinaryIO

UPLOAD_LIMIT = 1 << 30
"""Largest file accepted, in bytes."""
UNPACKED_LIMIT = 4 << 30
"""Largest size a gzip file may unpack to, in bytes."""

UTF8_MARK = b"\xef\xbb\xbf"

LINES_LIMIT = 100_000_000
"""Most lines accepted; the largest collections in use have a tenth of that."""

NAMELESS = "the file"
"""What messages call bytes that came without a name."""

_CHUNK = 1 << 24
_ENDINGS = {".gz", ".run", ".txt", ".trec", ".res", ".tsv", ".qrels", ".qrel"}


@dataclass(frozen=True)
class Text:
    """The text of a file: ``data`` is UTF-8 without a mark, with line feeds as line ends; ``file`` names it."""

    file: str
    data: bytes
    packed: bool


def stem(file: str) -> str:
    """Return a file name without folders and without the endings that say nothing about its content.

    >>> stem("runs/bm25.tuned.run.gz")
    'bm25.tuned'
    """
    path = Path(file.replace("\\", "/"))
    while path.suffix.lower() in _ENDINGS and path.stem:
        path = path.with_suffix("")
    return path.name


def load(source: Source, file: str | None = None) -> Text:
    """Read a path, bytes or an open binary file.

    ``file`` names it in messages; without it the name of the path or of the open file does.

    Raises
    ------
    UnreadableError
        If it is empty, larger than the limits, damaged gzip, or not text in UTF-8 or marked UTF-16.
    OSError
        If a path cannot be read.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        raw, named = bytes(source), NAMELESS
    elif isinstance(source, (str, Path)):
        named = Path(source).name
        with Path(source).open("rb") as opened:
            raw = opened.read(UPLOAD_LIMIT + 1)
    else:
        named = Path(str(getattr(source, "name", NAMELESS))).name
        raw = source.read(UPLOAD_LIMIT + 1)
    name = file or named
    if len(raw) > UPLOAD_LIMIT:
        raise UnreadableError(name, f"a file may have at most {UPLOAD_LIMIT:,} bytes", "more")
    if raw[:4] == b"PK\x03\x04":
        rule = "a file must be plain text or packed with gzip"
        raise UnreadableError(name, rule, "a zip archive", "Unpack it, and upload what is in it.")
    packed = raw[:2] == b"\x1f\x8b"
    data = _unpack(raw, name) if packed else raw
    data = _unmarked(data, name)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if data.count(b"\n") > LINES_LIMIT:
        raise UnreadableError(name, f"a file may have at most {LINES_LIMIT:,} lines", "more")
    _check_text(data, name)
    if not data.strip():
        raise UnreadableError(name, "a file must hold at least one line of data", "an empty file")
    return Text(name, data, packed)


def _unpack(raw: bytes, name: str) -> bytes:
    parts, size = [], 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as opened:
            while chunk := opened.read(_CHUNK):
                size += len(chunk)
                if size > UNPACKED_LIMIT:
                    rule = f"a gzip file may unpack to at most {UNPACKED_LIMIT:,} bytes"
                    raise UnreadableError(name, rule, "more")
                parts.append(chunk)
    except (OSError, EOFError, zlib.error) as error:
        rule = "a gzip file must be whole and undamaged"
        raise UnreadableError(name, rule, f"damage ({error})", "Pack it again, or upload it unpacked.") from error
    return b"".join(parts)


def _unmarked(data: bytes, name: str) -> bytes:
    """Return UTF-8 without the mark that said how the file is encoded."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeError as error:
            rule = "a file that starts with the UTF-16 mark must be UTF-16 throughout"
            raise UnreadableError(name, rule, "other bytes", "Save it as UTF-8.") from error
    return data.removeprefix(UTF8_MARK)


def _check_text(data: bytes, name: str) -> None:
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        where = f"{name}, line {line}"
        raise UnreadableError(where, "text must not hold NUL bytes", "one (a binary file?)")
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            found = f"the byte {data[error.start]:#04x}"
            where = f"{name}, line {line}"
            raise UnreadableError(where, "text must be UTF-8", found, "Save it as UTF-8.") from error
