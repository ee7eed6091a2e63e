"""Tests that need a development package are left out, and named, where it is not installed."""

import re
from importlib.util import find_spec
from pathlib import Path

NEEDED_BY = {"hypothesis": r"(hypothesis|tests\.core\.generated)", "pytrec_eval": "pytrec_eval"}
"""What an import of a module looks like that needs the package."""
HERE = Path(__file__).parent

_missing = [package for package in NEEDED_BY if find_spec(package) is None]
_imports = re.compile(rf"^\s*(from|import) ({'|'.join(NEEDED_BY[package] for package in _missing)})\b", re.MULTILINE)
collect_ignore = [
    str(file.relative_to(HERE))
    for file in sorted(HERE.rglob("*.py"))
    if _missing and file != Path(__file__) and _imports.search(file.read_text(encoding="utf-8"))
]


def pytest_report_header() -> list[str]:
    """Say which tests are left out, and why."""
    if not _missing:
        return []
    what = f"not run for want of {' and '.join(_missing)} (pip install -r requirements-dev.txt)"
    return [f"{what}: {', '.join(collect_ignore)}"]
