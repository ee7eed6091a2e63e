"""What a person types into the worked example, as ids and grades, and back."""

import re
from collections.abc import Iterable, Sequence

from core.formulas import first_occurrences

_ID = re.compile(r'"((?:[^"]|"")*)"(?=[\s,]|$)|([^\s,]+)')


def typed_ids(text: str) -> list[str]:
    """Return the ids of a list typed by hand, separated by blanks or commas, repeats included.

    An id that holds a blank or a comma stands in double quotes, where two of them stand for one.

    >>> typed_ids('d1, d2 "a,b"')
    ['d1', 'd2', 'a,b']
    """
    ids = [quoted.replace('""', '"') or bare for quoted, bare in _ID.findall(text)]
    return [document for document in ids if document]


def written_ids(ids: Iterable[str]) -> str:
    """Return ids as text that :func:`typed_ids` reads back.

    >>> written_ids(["d1", "a,b"])
    'd1 "a,b"'
    """
    return " ".join('"' + each.replace('"', '""') + '"' if re.search(r'[\s,"]', each) else each for each in ids)


def repeated(ids: Sequence[str]) -> list[str]:
    """Return the ids that stand in a list more than once, each once."""
    return [document for document in first_occurrences(ids) if ids.count(document) > 1]


def grades_by_document(rows: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return typed grades by document id, blanks around ids removed and rows without an id left out.

    Raises
    ------
    ValueError
        If a document has two different grades.
    """
    grades: dict[str, float] = {}
    for typed, grade in rows:
        document = typed.strip()
        if document and grades.setdefault(document, grade) != grade:
            message = f"{document} must have one grade, found {grades[document]:g} and {grade:g}"
            raise ValueError(message)
    return grades
