"""Text with blank-separated columns as Arrow text columns; faulty lines are named, never repaired."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from core.errors import Fault, FaultyLinesError
from core.reading.source import UTF8_MARK, Text

_BLANKS = (b" ", b"\t", b"\x0b", b"\x0c")
_KEPT_FAULTS = 20
_READABLE = 60
_NUMBER = r"^[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|(?i:inf|infinity|nan))$"
"""What :func:`numbers` reads as a number."""


@dataclass(frozen=True)
class Columns:
    """The columns of a file; ``lines`` has the line number of each row, from 1."""

    columns: list[pa.Array]
    lines: np.ndarray


def split(text: Text, names: tuple[str, ...]) -> Columns:
    """Split every line that is neither blank nor a comment (``#`` first) at runs of blanks.

    Raises
    ------
    FaultyLinesError
        If a line has another number of columns than ``names``.
    """
    clean = _split_clean(text.data, len(names))
    return clean if clean is not None else _split_any(text, names)


def _split_clean(data: bytes, width: int) -> Columns | None:
    """Split with Arrow where every line has ``width`` columns with one and the same blank between them.

    ``None`` where that is not so, or where Arrow's reader and :func:`_split_any` could disagree.
    """
    used = [blank for blank in _BLANKS if blank in data]
    if used not in ([b" "], [b"\t"]) or data.startswith(UTF8_MARK):
        return None
    names = [str(place) for place in range(width)]
    try:
        table = csv.read_csv(
            pa.BufferReader(data),
            read_options=csv.ReadOptions(column_names=names),
            parse_options=csv.ParseOptions(
                delimiter=used[0].decode(), quote_char=False, double_quote=False, escape_char=False
            ),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.large_string()), null_values=[], strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return None
    columns = [_whole(column) for column in table.columns]
    line_ends = data.count(b"\n") + (not data.endswith(b"\n"))
    if line_ends != table.num_rows:
        return None  # blank lines: the row is not the line
    for column in columns:
        if pc.any(pc.equal(pc.binary_length(column), 0)).as_py():
            return None  # two blanks in a row, or one at an end
    if pc.any(pc.starts_with(columns[0], "#")).as_py():
        return None
    return Columns(columns, np.arange(1, table.num_rows + 1))


def _split_any(text: Text, names: tuple[str, ...]) -> Columns:
    rows, lines = [], []
    faults: list[Fault] = []
    faulty = 0
    width = len(names)
    for number, line in enumerate(io.BytesIO(text.data), start=1):
        fields = line.split()
        if not fields or fields[0].startswith(b"#"):
            continue
        if len(fields) != width:
            faulty += 1
            if len(faults) < _KEPT_FAULTS:
                rule = f"a line must have {width} columns ({' '.join(names)})"
                faults.append(Fault(number, rule, str(len(fields))))
            continue
        rows.append(fields)
        lines.append(number)
    if faults:
        remedy = "Ids must not hold blanks; check that the file is complete and of this format."
        raise FaultyLinesError(text.file, faults, remedy, total=faulty)
    columns = zip(*rows, strict=True) if rows else [()] * width
    arrays = [pa.array(column, pa.large_binary()).cast(pa.large_string()) for column in columns]
    return Columns(arrays, np.array(lines, dtype=np.int64))


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


def raise_for(
    file: str,
    columns: Columns,
    place: int,
    bad: Sequence[int] | np.ndarray,
    rule: Callable[[str], str],
    remedy: str,
    *,
    error: type[FaultyLinesError] = FaultyLinesError,
) -> None:
    """Raise ``error`` if there are ``bad`` rows, quoting what they hold in column ``place``."""
    if len(bad):
        faults = []
        for row in bad[:_KEPT_FAULTS]:
            value = columns.columns[place][int(row)].as_py()
            faults.append(Fault(int(columns.lines[row]), rule(value), quoted(value)))
        raise error(file, faults, remedy, total=len(bad))


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)
