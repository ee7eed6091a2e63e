"""Bytes of a file as clean UTF-8 text in blocks of whole lines: unpacked, decoded, with one line end, within limits."""

import codecs
import gzip
import io
import itertools
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.errors import UnreadableError

Source = str | Path | bytes | bytearray | memoryview | BinaryIO

UPLOAD_LIMIT = 1 << 30
"""Largest file accepted, in bytes."""
UNPACKED_LIMIT = 4 << 30
"""Largest size a gzip file may unpack to, in bytes."""
LINE_LIMIT = 1 << 22
"""Longest line accepted, in bytes: blocks hold whole lines, and a few blocks are in memory at a time."""

UTF8_MARK = b"\xef\xbb\xbf"

NAMELESS = "the file"
"""What messages call bytes that came without a name."""

_BLOCK = LINE_LIMIT // 2
_HEAD = 1 << 16
_GZIP = b"\x1f\x8b"
_ENDINGS = {".gz", ".run", ".txt", ".trec", ".res", ".tsv", ".qrels", ".qrel"}


@dataclass(frozen=True)
class Text:
    """The text of a file, which is read as its blocks are asked for; ``file`` names it in messages.

    ``size`` is that of the file in bytes, ``packed`` tells whether it is gzip.
    Every turn of :meth:`blocks` opens the content anew, so that a large file is never held as a whole here.
    """

    file: str
    size: int
    packed: bool
    _open: Callable[[], BinaryIO]

    def blocks(self) -> Iterator[bytes]:
        """Yield the text in blocks of whole lines: UTF-8 without a mark, with line feeds as line ends.

        Raises
        ------
        UnreadableError
            If it is empty, larger than the limits, damaged gzip, or not text in UTF-8 or marked UTF-16.
        """
        blank = True
        for number, block in enumerate(self._lines()):
            if b"\0" in block:
                rule = "text must not hold NUL bytes"
                raise UnreadableError(self._place(number, block, block.index(b"\0")), rule, "one (a binary file?)")
            if not block.isascii():
                try:
                    block.decode()
                except UnicodeDecodeError as error:
                    found = f"the byte {block[error.start]:#04x}"
                    where = self._place(number, block, error.start)
                    raise UnreadableError(where, "text must be UTF-8", found, "Save it as UTF-8.") from error
            blank = blank and block.isspace()
            yield block
        if blank:
            raise UnreadableError(self.file, "a file must hold at least one line of data", "an empty file")

    def head(self) -> bytes:
        """Return the first 64 KB that are not blank; a line may be cut at the end."""
        return next(block for block in self.blocks() if not block.isspace())[:_HEAD]

    def lines(self) -> Iterator[bytes]:
        """Yield line by line; for files that are small beside a run."""
        for block in self.blocks():
            yield from io.BytesIO(block)

    def _place(self, number: int, block: bytes, position: int) -> str:
        """Return file and line of a position in a block, for a message."""
        before = sum(each.count(b"\n") for each, _ in zip(self._lines(), range(number), strict=False))
        inside = block.count(b"\n", 0, position)
        return f"{self.file}, line {before + inside + 1}"

    def _lines(self) -> Iterator[bytes]:
        with self._open() as opened:
            chunks = _unpacked(opened, self.file) if self.packed else _chunks(opened)
            chunks = _with_line_feeds(_unmarked(chunks, self.file))
            rest, number = b"", 0
            for chunk in chunks:
                end = chunk.rfind(b"\n") + 1
                if len(rest) + (chunk.find(b"\n") if end else len(chunk)) > LINE_LIMIT:
                    before = sum(block.count(b"\n") for block in itertools.islice(self._lines(), number))
                    where = f"{self.file}, line {before + 1}"
                    rule = f"a line may have at most {LINE_LIMIT:,} bytes"
                    raise UnreadableError(where, rule, "a longer one", "Check that it is a text file with lines.")
                if not end:
                    rest += chunk
                    continue
                yield rest + chunk[:end] if rest or end < len(chunk) else chunk
                rest, number = chunk[end:], number + 1
            if rest:
                yield rest


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
    """Open a path, bytes or an open binary file for reading.

    ``file`` names it in messages; without it the name of the path or of the open file does.

    Raises
    ------
    UnreadableError
        If it is larger than the limit or a zip archive. What else can be wrong shows as its blocks are read.
    OSError
        If a path cannot be read.
    """
    if isinstance(source, (str, Path)):
        path = Path(source)
        with path.open("rb") as opened:
            status = os.fstat(opened.fileno())
            if stat.S_ISREG(status.st_mode):
                return _text(file or path.name, opened.read(4), status.st_size, lambda: path.open("rb"))
            raw, named = opened.read(UPLOAD_LIMIT + 1), path.name  # a pipe can be read only once
    elif isinstance(source, (bytes, bytearray, memoryview)):
        raw, named = bytes(source), NAMELESS
    else:
        named = Path(str(getattr(source, "name", NAMELESS))).name
        raw = source.read(UPLOAD_LIMIT + 1)
    return _text(file or named, raw[:4], len(raw), lambda: io.BytesIO(raw))


def _text(name: str, start: bytes, size: int, open_: Callable[[], BinaryIO]) -> Text:
    if size > UPLOAD_LIMIT:
        raise UnreadableError(name, f"a file may have at most {UPLOAD_LIMIT:,} bytes", "more")
    if start == b"PK\x03\x04":
        rule = "a file must be plain text or packed with gzip"
        raise UnreadableError(name, rule, "a zip archive", "Unpack it, and upload what is in it.")
    return Text(name, size, start.startswith(_GZIP), open_)


def _chunks(opened: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    while chunk := opened.read(_BLOCK) + opened.readline(_BLOCK):  # whole lines need no copy later on
        yield chunk


def _unpacked(packed: BinaryIO, name: str) -> Iterator[bytes]:
    size = 0
    try:
        with gzip.GzipFile(fileobj=packed) as opened:
            for chunk in _chunks(opened):
                size += len(chunk)
                if size > UNPACKED_LIMIT:
                    rule = f"a gzip file may unpack to at most {UNPACKED_LIMIT:,} bytes"
                    raise UnreadableError(name, rule, "more")
                yield chunk
    except (OSError, EOFError, zlib.error) as error:
        rule = "a gzip file must be whole and undamaged"
        raise UnreadableError(name, rule, f"damage ({error})", "Pack it again, or upload it unpacked.") from error


def _unmarked(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Yield UTF-8 without the mark that said how the file is encoded."""
    first = next(chunks, b"")
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        decoder = codecs.getincrementaldecoder("utf-16")()
        try:
            decoded = decoder.decode(first).removeprefix("\ufeff").encode()
            yield decoded
            for chunk in chunks:
                yield decoder.decode(chunk).encode()
            decoder.decode(b"", final=True)
        except UnicodeError as error:
            rule = "a file that starts with the UTF-16 mark must be UTF-16 throughout"
            raise UnreadableError(name, rule, "other bytes", "Save it as UTF-8.") from error
    else:
        yield first.removeprefix(UTF8_MARK)
        yield from chunks


def _with_line_feeds(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the text with a line feed for each carriage return, alone or before a line feed."""
    held = b""
    for chunk in chunks:
        if held or b"\r" in chunk:
            text = held + chunk
            held = b"\r" if text.endswith(b"\r") else b""  # a line feed may follow in the next chunk
            yield text.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        else:
            yield chunk
    if held:
        yield b"\n"
