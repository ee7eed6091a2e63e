"""The sentences in which files are refused, where several tests need them."""

import re

import pytest

from core import InputError

SIX = "a line must have 6 columns (query Q0 document rank score tag)"
FOUR = "a line must have 4 columns (query iteration document grade)"
WHOLE = "Ids must not hold blanks; check that the file is complete and of this format."
RUN_ORDER = "The columns are: query Q0 document rank score tag."
QRELS_ORDER = "The columns are: query iteration document grade."


def refused(message: str, error: type[InputError] = InputError) -> pytest.RaisesExc:
    """Expect this very message."""
    return pytest.raises(error, match=f"^{re.escape(message)}$")
