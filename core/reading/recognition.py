"""Which kind of file this is, told from its content and never from its name."""

from typing import Literal

from core.errors import UnreadableError
from core.reading.columns import is_number
from core.reading.qrels_file import COLUMNS as QRELS_COLUMNS
from core.reading.run_file import COLUMNS as RUN_COLUMNS
from core.reading.source import Text

Kind = Literal["run", "qrels", "queries"]

_LINES = 20


def recognise(text: Text) -> Kind:
    """Tell a TREC run (six columns) from TREC qrels (four) and query texts (an id, a tab, words).

    The first lines decide. A faulty line among them does not, so that a broken run is reported as a
    broken run.

    Raises
    ------
    UnreadableError
        If the first lines look like none of these.
    """
    head = text.head().split(b"\n")
    lines = [line for line in head if line.strip() and not line.lstrip().startswith(b"#")][:_LINES]
    fields = [line.split() for line in lines]
    votes: dict[Kind, int] = {
        "run": sum(len(field) == len(RUN_COLUMNS) and is_number(field[4]) for field in fields),
        # "q1<TAB>world cup 1998" has four words too, but no iteration in the second place
        "qrels": sum(
            len(field) == len(QRELS_COLUMNS) and is_number(field[3]) and (line.count(b"\t") != 1 or len(field[1]) < 3)
            for line, field in zip(lines, fields, strict=True)
        ),
        "queries": sum(line.count(b"\t") == 1 and len(field) > 1 for line, field in zip(lines, fields, strict=True)),
    }
    kind: Kind = max(votes, key=lambda each: votes[each])
    if votes[kind]:
        return kind
    # nothing fits: a column count still tells what the file was meant to be
    widths = [len(field) for field in fields]
    if len(RUN_COLUMNS) in widths:
        return "run"
    if len(QRELS_COLUMNS) in widths:
        return "qrels"
    rule = (
        f"a file must be a TREC run ({' '.join(RUN_COLUMNS)}), TREC qrels ({' '.join(QRELS_COLUMNS)}), "
        "or query texts (id, tab, text)"
    )
    if not lines:
        raise UnreadableError(text.file, rule, "comments only")
    where = f"{text.file}, line {head.index(lines[0]) + 1}"
    start = lines[0][:60].decode(errors="replace")
    noun = "column" if widths[0] == 1 else "columns"
    raise UnreadableError(where, rule, f"{widths[0]} {noun}: {start!r}")
