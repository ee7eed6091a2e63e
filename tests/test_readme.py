"""What the README says is true: its example runs, and its figures are those of the engine."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_library_example_gives_the_figure_in_its_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    *statements, last = example[1].strip().split("\n")
    expression, figure = last.split("  # ")
    names: dict[str, object] = {}
    exec("\n".join(statements), names)
    assert f"{eval(expression, names):.4f}" == figure


def test_every_local_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
