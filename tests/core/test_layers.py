"""The engine has layers: its foundation is in order, nothing goes round in circles, and no file knows of a page."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core"

FOUNDATION = [
    "core.errors",
    "core.conventions",
    "core.formulas",
    "core.decimals",
    "core.groups",
    "core.parallel",
    "core.same_keys",
    "core.order",
    "core.ids",
    "core.id_order",
    "core.lookup",
    "core.repeats",
    "core.lines",
    "core.writing",
    "core.model",
    "core.reading.source",
    "core.reading.growing",
    "core.reading.columns",
    "core.reading.queries_file",
    "core.reading.qrels_file",
    "core.reading.run_findings",
    "core.reading.run_file",
    "core.reading.recognition",
    "core.ranking",
    "core.judging",
    "core.measures",
    "core.matching",
    "core.exact_sums",
    "core.fused_order",
    "core.fused_ranks",
    "core.fusion",
    "core.comparison",
    "core.sensitivity",
    "core.zero_relevance",
]
"""From the ground up: each stands only on those before it. All other files stand on these."""

OUTSIDE = {"numpy", "pandas", "pyarrow", "scipy"}


def name_of(path: Path) -> str:
    parts = path.relative_to(CORE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(CORE.rglob("*.py"))}


def imports(module: str) -> set[str]:
    """Return the full names of all modules that a module imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & set(MODULES)
            found |= submodules or {node.module}
    return found


def of_core(module: str) -> set[str]:
    return {name for name in imports(module) if name.split(".")[0] == "core"}


def test_the_foundation_is_there():
    assert set(FOUNDATION) <= set(MODULES)


@pytest.mark.parametrize("place", range(len(FOUNDATION)), ids=lambda place: FOUNDATION[place])
def test_the_foundation_stands_on_what_is_before_it(place):
    assert of_core(FOUNDATION[place]) <= set(FOUNDATION[:place])


def test_nothing_goes_round_in_circles():
    TopologicalSorter({module: of_core(module) for module in MODULES}).prepare()


def test_only_what_is_outside_asks_for_the_whole_engine():
    assert [module for module in MODULES if "core" in of_core(module)] == []


@pytest.mark.parametrize("module", MODULES)
def test_the_engine_stands_on_few_packages_and_on_no_user_interface(module):
    packages = {name.split(".")[0] for name in imports(module)}
    assert packages <= sys.stdlib_module_names | OUTSIDE | {"core"}


def test_the_definitions_need_the_standard_library_only():
    packages = {name.split(".")[0] for name in imports("core.formulas")}
    assert packages <= sys.stdlib_module_names | {"core"}
    assert of_core("core.formulas") == {"core.conventions"}


def test_charts_know_nothing_of_streamlit() -> None:
    code = "import sys, pkgutil, importlib, pages.ui.charts as charts\n"
    code += (
        "[importlib.import_module(f'pages.ui.charts.{each.name}') for each in pkgutil.iter_modules(charts.__path__)]\n"
    )
    code += "sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=CORE.parent, check=False).returncode == 0
