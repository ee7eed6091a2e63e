"""Charts of the Compare page: differences, scatter and the scores of one run."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.comparison import compare
from pages.ui.charts.differences import BINS, MOST_STEPS, difference_chart
from pages.ui.charts.scatter import scatter_chart
from pages.ui.charts.scores import scores_chart
from pages.ui.roles import ROLES


def paired(baseline: list[float], system: list[float]) -> pd.DataFrame:
    index = pd.Index([f"q{place}" for place in range(len(baseline))], name="query")
    tables = [pd.DataFrame({"RR@10": values}, index=index) for values in (baseline, system)]
    return compare(*tables, "RR@10").queries.reset_index().assign(text="some words")


def differences(queries: pd.DataFrame, chosen: str | None = None) -> dict[str, Any]:
    mean = float(queries["difference"].mean())
    return difference_chart(queries, measure="RR@10", pair="B − A", mean=mean, chosen=chosen).to_dict(validate=True)


def rows_with(spec: dict[str, Any], *columns: str) -> list[dict[str, Any]]:
    return [row for data in spec["datasets"].values() for row in data if set(columns) <= set(row)]


def words_of(spec: dict[str, Any]) -> set[str]:
    return {row["label"] for row in rows_with(spec, "label")}


def test_every_query_has_a_bar_in_the_colour_of_its_outcome() -> None:
    spec = differences(paired([0.1, 0.5, 0.3], [0.9, 0.5, 0.1]))
    bars = {(row["role"], round(row["difference"], 6)) for row in rows_with(spec, "left", "right", "role")}
    assert bars == {("better", 0.8), ("tied", 0.0), ("worse", -0.2)}
    assert {"▲ 1 better", "1 tied", "▼ 1 worse", "mean +0.2000"} <= words_of(spec)


def test_colours_follow_the_theme_by_role() -> None:
    spec = differences(paired([0.1, 0.5], [0.9, 0.1]))
    scales = [layer["encoding"]["color"]["scale"]["domain"] for layer in spec["layer"] if "color" in layer["encoding"]]
    assert scales
    assert all(domain == list(ROLES) for domain in scales)


def test_the_chosen_query_is_marked() -> None:
    queries = paired([0.1, 0.5], [0.9, 0.1])
    assert len(differences(queries, "q1")["layer"]) == len(differences(queries)["layer"]) + 1


@pytest.mark.parametrize("n", [1, 2, 150, 151, MOST_STEPS, MOST_STEPS + 1, 7_000])
def test_any_number_of_queries_gives_a_chart_of_bounded_size(n: int) -> None:
    rng = np.random.default_rng(1)
    spec = differences(paired(rng.random(n).tolist(), rng.random(n).tolist()))
    clickable = len(rows_with(spec, "low", "high", "query"))
    assert clickable == (n if n <= MOST_STEPS else 0)
    assert sum(map(len, spec["datasets"].values())) < max(4 * MOST_STEPS, 3 * BINS)


def test_a_click_picks_a_query_by_its_id() -> None:
    spec = differences(paired([0.1, 0.5], [0.9, 0.1]))
    assert [each["select"]["fields"] for each in spec["params"] if each["name"] == "pick"] == [["query"]]


@pytest.mark.parametrize("value", [0.0, 0.5])
def test_all_tied_has_neither_better_nor_worse(value: float) -> None:
    words = words_of(differences(paired([value] * 3, [value] * 3)))
    assert "3 tied" in words
    assert not any("better" in each or "worse" in each for each in words)


def test_labels_do_not_stand_in_one_height() -> None:
    queries = paired([0.0] * 40, [round(1 - 0.02 * place, 2) for place in range(40)])
    labels = [row for row in rows_with(differences(queries), "label", "height") if row["label"].startswith("q")]
    heights = sorted({row["height"] for row in labels})  # a label stands in its own and in its leader's data
    assert labels
    assert min(np.diff(heights), default=1) > 0.05


def test_scatter_has_a_point_per_query_and_the_counts() -> None:
    queries = paired([0.1, 0.5, 0.3], [0.9, 0.5, 0.1])
    chart = scatter_chart(queries, measure="RR@10", baseline="A", system="B", chosen="q0")
    spec = chart.to_dict(validate=True)
    assert {row["query"] for row in rows_with(spec, "query", "outcome")} == {"q0", "q1", "q2"}
    assert {"▲ B better on 1", "▼ A better on 1", "q0"} <= words_of(spec)


def test_scatter_counts_many_queries_on_a_grid() -> None:
    rng = np.random.default_rng(1)
    queries = paired(rng.random(5_000).tolist(), rng.random(5_000).tolist())
    spec = scatter_chart(queries, measure="RR@10", baseline="A", system="B", chosen=None).to_dict(validate=True)
    cells = rows_with(spec, "size")
    assert len(cells) <= 121
    assert sum(row["size"] for row in cells) == 5_000


@pytest.mark.parametrize("n", [1, 150, 401, 7_000])
def test_scores_of_one_run(n: int) -> None:
    values = np.linspace(1, 0, n)
    queries = pd.DataFrame({"query": [f"q{place}" for place in range(n)], "score": values, "text": ""})
    spec = scores_chart(queries, measure="nDCG@10", role="run1", mean=0.5).to_dict(validate=True)
    bars = rows_with(spec, "score")
    assert len(bars) <= 400
    assert bars[0]["score"] == pytest.approx(1.0, abs=0.01)
    assert "mean 0.5000" in words_of(spec)
