"""Query texts: one ``id<TAB>text`` per line."""

from dataclasses import dataclass

from core.errors import Fault, FaultyLinesError
from core.model import Report
from core.reading.source import Source, Text, load


@dataclass(frozen=True, eq=False)
class Queries:
    """The texts of queries by id, in file order, and what was found while reading them."""

    texts: dict[str, str]
    report: Report


def read_queries(source: Source, *, name: str | None = None) -> Queries:
    """Read query texts from lines of an id, a tab and a text; blank lines are passed over.

    Raises
    ------
    InputError
        If the file is empty or not text, a line has no tab, or an id stands there with two different texts.
    """
    return parse_queries(load(source, name))


def parse_queries(text: Text) -> Queries:
    """Read query texts from text that was loaded before; see :func:`read_queries`."""
    texts: dict[str, str] = {}
    faults = []
    lines = 0
    for number, encoded in enumerate(text.lines(), start=1):
        line = encoded.decode()
        if not line.strip():
            continue
        lines += 1
        query, tab, words = line.partition("\t")
        query, words = query.strip(), words.strip()
        if not tab or not query:
            faults.append(Fault(number, "a line must be a query id, a tab and the text", "no id before a tab"))
        elif texts.setdefault(query, words) != words:
            faults.append(Fault(number, f"query {query} must have one text", "a second one"))
    if faults:
        raise FaultyLinesError(text.file, faults, "")
    form = "id, tab, text" + (", gzip" if text.packed else "")
    return Queries(texts, Report(text.file, "queries", form, lines, len(texts)))
