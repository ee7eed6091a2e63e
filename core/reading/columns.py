"""Text with blank-separated columns as typed columns, block by block; faulty lines are named, never repaired."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from core.errors import Fault, FaultyLinesError, UnreadableError
from core.groups import offsets_of
from core.parallel import ahead
from core.reading.growing import GrowingArray, GrowingCodes, GrowingDistinct, GrowingText
from core.reading.source import UTF8_MARK, Text

LINES_LIMIT = 100_000_000
"""Most lines accepted; the largest collections in use have a tenth of that."""

Growing = GrowingArray | GrowingText | GrowingCodes | GrowingDistinct

_BLANKS = (b" ", b"\t", b"\x0b", b"\x0c")
_SPACE, _LINE_END, _COMMENT = b" \n#"
_KEPT_FAULTS = 20
_PACKED = 6
"""How many times larger a run is than what gzip makes of it; only an estimate of the room to make."""
_READABLE = 60
_NUMBER = r"^[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|(?i:inf|infinity|nan))$"
"""What :func:`numbers` reads as a number."""


@dataclass(frozen=True)
class Format:
    """The columns of a kind of file.

    Attributes
    ----------
    names
        What messages call them.
    numbers
        Places of those that hold numbers.
    repeated
        Places of those in which few distinct texts stand on many lines.
    labels
        Places of those of which it only matters which texts there are.
    unused
        Places of those whose content does not matter. All others hold text.
    """

    names: tuple[str, ...]
    numbers: frozenset[int]
    repeated: frozenset[int]
    labels: frozenset[int]
    unused: frozenset[int]

    @property
    def texts(self) -> frozenset[int]:
        """Places of the columns that hold text."""
        return frozenset(range(len(self.names))) - self.numbers - self.repeated - self.labels - self.unused


@dataclass(frozen=True)
class _Part:
    """One block: its columns by place, its size in bytes, how many lines it has, and which of them (from 0) are rows.

    ``row_lines`` is ``None`` where every line is a row.
    """

    columns: list[Any]
    size: int
    rows: int
    lines: int
    row_lines: np.ndarray | None
    faults: tuple[Fault, ...] = ()
    faulty: int = 0


class Columns:
    """The columns of a file, a row for each line that is neither blank nor a comment.

    Attributes
    ----------
    numbers
        Columns of numbers by place, as doubles; NaN where a line holds none.
    texts
        Columns of text by place.
    repeated
        By place, the distinct texts of a column in order of first occurrence, and the number of the text in each row.
    labels
        By place, the distinct texts of a column.
    """

    def __init__(self, text: Text, form: Format, parts: Iterable[_Part]) -> None:
        self._text = text
        rows: list[int] = []
        lines: list[int] = []
        self._row_lines: list[np.ndarray | None] = []
        growing: dict[int, Growing] = {}
        for part in parts:
            rows.append(part.rows)
            lines.append(part.lines)
            self._row_lines.append(part.row_lines)
            if part.rows:
                growing = growing or _growing(text, form, part)
                for place, column in growing.items():
                    column.append(part.columns[place])
        self._rows, self._lines = offsets_of(rows), offsets_of(lines)
        done: dict[int, Any] = {place: column.done() for place, column in growing.items()}
        self.numbers: dict[int, np.ndarray] = {place: done[place] for place in form.numbers & done.keys()}
        self.repeated: dict[int, tuple[tuple[str, ...], np.ndarray]] = {
            place: done[place] for place in form.repeated & done.keys()
        }
        self.labels: dict[int, tuple[str, ...]] = {place: done[place] for place in form.labels & done.keys()}
        self.texts: dict[int, pa.Array] = {place: done[place] for place in form.texts & done.keys()}

    def __len__(self) -> int:
        return int(self._rows[-1])

    def line_of(self, row: int) -> int:
        """Return the line number of a row, from 1."""
        number = int(np.searchsorted(self._rows, row, side="right")) - 1
        inside = row - int(self._rows[number])
        row_lines = self._row_lines[number]
        return int(self._lines[number]) + (inside if row_lines is None else int(row_lines[inside])) + 1

    def fields_of(self, rows: Sequence[int]) -> list[list[str]]:
        """Return the columns of some rows as they stand in the file, which is read again for it."""
        wanted = {self.line_of(row): place for place, row in enumerate(rows)}
        found: list[list[str]] = [[] for _ in rows]
        for block, (before, end) in zip(self._text.blocks(), itertools.pairwise(self._lines.tolist()), strict=True):
            if any(before < line <= end for line in wanted):
                for number, line in enumerate(block.split(b"\n"), start=before + 1):
                    if number in wanted:
                        found[wanted[number]] = [field.decode() for field in line.split()]
        return found

    def raise_for(
        self,
        place: int,
        bad: np.ndarray,
        rule: Callable[[str], str],
        remedy: str,
        *,
        error: type[FaultyLinesError] = FaultyLinesError,
    ) -> None:
        """Raise ``error`` if there are ``bad`` rows, quoting what they hold in a column."""
        if len(bad):
            rows = bad[:_KEPT_FAULTS].tolist()
            values = [fields[place] for fields in self.fields_of(rows)]
            faults = [
                Fault(self.line_of(row), rule(value), quoted(value)) for row, value in zip(rows, values, strict=True)
            ]
            raise error(self._text.file, faults, remedy, total=len(bad))


def split(text: Text, form: Format) -> Columns:
    """Split every line that is neither blank nor a comment (``#`` first) at runs of blanks.

    Raises
    ------
    UnreadableError
        If the text cannot be read, or has more lines than are accepted.
    FaultyLinesError
        If a line has another number of columns than the format.
    """
    faults: list[Fault] = []
    faulty = 0

    def parts() -> Iterator[_Part]:
        nonlocal faulty
        lines = 0
        for part in ahead(lambda block: _part(block, form), text.blocks()):
            faults.extend(Fault(lines + fault.line, fault.rule, fault.found) for fault in part.faults)
            faulty += part.faulty
            lines += part.lines
            if lines > LINES_LIMIT:
                raise UnreadableError(text.file, f"a file may have at most {LINES_LIMIT:,} lines", "more")
            yield part

    columns = Columns(text, form, parts())
    if faults:
        remedy = "Ids must not hold blanks; check that the file is complete and of this format."
        raise FaultyLinesError(text.file, faults[:_KEPT_FAULTS], remedy, total=faulty)
    return columns


def _growing(text: Text, form: Format, first: _Part) -> dict[int, Growing]:
    """Make room for the columns that are used, as far as the first block tells how much."""
    size = text.size * (_PACKED if text.packed else 1)
    expected = min(int(size / max(first.size, 1) * first.rows * 1.1) + first.rows, LINES_LIMIT)
    columns: dict[int, Growing] = {}
    for place, column in enumerate(first.columns):
        if place in form.numbers:
            columns[place] = GrowingArray(np.float64, expected)
        elif place in form.repeated:
            columns[place] = GrowingCodes(expected)
        elif place in form.labels:
            columns[place] = GrowingDistinct()
        elif place in form.texts:
            columns[place] = GrowingText(expected, bytes_each=column.nbytes / first.rows)
    return columns


def _part(block: bytes, form: Format) -> _Part:
    columns = _columns_of(block, form)
    if columns is not None:
        rows = len(columns[0])
        return _Part(columns, len(block), rows, rows, None)
    tidy, lines, row_lines = _tidied(block)
    if not tidy:
        return _Part([], 0, 0, lines, None)
    columns = _columns_of(tidy, form)
    if columns is not None:
        return _Part(columns, len(block), len(columns[0]), lines, row_lines)
    faults, faulty = _faults(tidy, form, row_lines)
    assert faulty, "every line has the right number of columns, yet they were not read"
    return _Part([], 0, 0, lines, None, tuple(faults), faulty)


def _columns_of(block: bytes, form: Format) -> list[Any] | None:
    """Split with Arrow where every line has all columns with one and the same blank between them, else ``None``."""
    used = [blank for blank in _BLANKS if blank in block]
    if used not in ([b" "], [b"\t"]):
        return None
    columns = _read(block, used[0], form, numbers=pa.float64()) or _read(
        block, used[0], form, numbers=pa.large_string()
    )
    if columns is None or pc.any(pc.starts_with(columns[0].dictionary, "#")).as_py():
        return None
    for place, column in enumerate(columns):
        if pa.types.is_floating(column.type):
            columns[place] = column.to_numpy(zero_copy_only=False)
            continue
        distinct = column.dictionary if pa.types.is_dictionary(column.type) else column
        if pc.min(pc.binary_length(distinct)).as_py() == 0:
            return None  # two blanks in a row, or one at an end
        if place in form.numbers:
            columns[place] = lenient_numbers(column)
    return columns


def _read(block: bytes, blank: bytes, form: Format, *, numbers: pa.DataType) -> list[Any] | None:
    types = {
        name: pa.dictionary(pa.int32(), pa.string())
        if place in form.repeated | form.labels | form.unused
        else (numbers if place in form.numbers else pa.large_string())
        for place, name in enumerate(form.names)
    }
    if block.startswith(UTF8_MARK):
        block = UTF8_MARK + block  # Arrow drops one mark, and this one belongs to the text
    try:
        table = csv.read_csv(
            pa.BufferReader(block),
            read_options=csv.ReadOptions(column_names=form.names, use_threads=False, block_size=len(block) + 1),
            parse_options=csv.ParseOptions(
                delimiter=blank.decode(),
                quote_char=False,
                double_quote=False,
                escape_char=False,
                ignore_empty_lines=False,  # an empty line is one too few columns, so a row is always a line
            ),
            # the text is known to be UTF-8
            convert_options=csv.ConvertOptions(
                column_types=types, null_values=[], strings_can_be_null=False, check_utf8=False
            ),
        )
    except pa.ArrowInvalid:
        return None
    return [column.chunk(0) for column in table.columns]


def _tidied(block: bytes) -> tuple[bytes, int, np.ndarray | None]:
    """Return the lines with data, one space between their columns; how many lines there were; and which these are."""
    text = np.frombuffer(block, dtype=np.uint8)
    blank = text == _SPACE
    for other in _BLANKS[1:]:
        blank |= text == ord(other)
    end = text == _LINE_END
    # of several blanks the first stays, and none at the start of a line
    keep = ~blank
    keep[1:] |= ~(blank[:-1] | end[:-1])
    text = np.where(blank, np.uint8(_SPACE), text)[keep]
    trailing = np.flatnonzero(text == _LINE_END) - 1
    trailing = trailing[trailing >= 0]
    if len(text) and text[-1] == _SPACE:
        trailing = np.append(trailing, len(text) - 1)
    text = np.delete(text, trailing[text[trailing] == _SPACE])
    if not len(text) or text[-1] != _LINE_END:
        text = np.append(text, np.uint8(_LINE_END))
    ends = np.flatnonzero(text == _LINE_END)
    starts = np.concatenate([[0], ends[:-1] + 1])
    first = text[starts]
    with_data = (first != _LINE_END) & (first != _COMMENT)
    if with_data.all():
        return text.tobytes(), len(ends), None
    text = text[np.repeat(with_data, ends - starts + 1)]
    return text.tobytes(), len(ends), np.flatnonzero(with_data)


def _faults(tidy: bytes, form: Format, row_lines: np.ndarray | None) -> tuple[list[Fault], int]:
    """Return the first lines of a tidy block that have another number of columns, and how many do."""
    text = np.frombuffer(tidy, dtype=np.uint8)
    ends = np.flatnonzero(text == _LINE_END)
    blanks = np.searchsorted(ends, np.flatnonzero(text == _SPACE))
    widths = np.bincount(blanks, minlength=len(ends)) + 1
    bad = np.flatnonzero(widths != len(form.names))
    rule = f"a line must have {len(form.names)} columns ({' '.join(form.names)})"
    first = bad[:_KEPT_FAULTS]
    lines = first if row_lines is None else row_lines[first]
    return [
        Fault(line + 1, rule, str(width)) for line, width in zip(lines.tolist(), widths[first].tolist(), strict=True)
    ], len(bad)


def numbers(column: pa.Array) -> np.ndarray | None:
    """Return a text column as doubles, correctly rounded; ``None`` if a value is not a number."""
    try:
        return pc.cast(column, pa.float64()).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        return None


def lenient_numbers(column: pa.Array) -> np.ndarray:
    """Return a text column as doubles, with NaN for a value that is not a number."""
    values = numbers(column)
    if values is None:
        usable = pc.match_substring_regex(column, _NUMBER)
        values = numbers(pc.if_else(usable, column, pa.scalar("nan", pa.large_string())))
        assert values is not None
    return values


def is_number(field: bytes) -> bool:
    """Tell whether one field of a line is a number by the rule of :func:`numbers`."""
    return field.isascii() and numbers(pa.array([field.decode()], pa.large_string())) is not None


def quoted(text: str) -> str:
    """Return a text of a file in quotes, cut to a readable length."""
    return repr(shortened(text))


def shortened(text: str) -> str:
    """Return a text of a file cut to a readable length."""
    return text if len(text) <= _READABLE else text[: _READABLE - 1] + "…"
