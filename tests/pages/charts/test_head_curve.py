import json

import pandas as pd
import pytest

from core.worked_example import share_of_first
from pages.ui.charts.head_curve import head_curve


def curves(*constants: float, deepest: int = 20) -> pd.DataFrame:
    rows = [(c, rank, float(share_of_first(c, rank))) for c in constants for rank in range(1, deepest + 1)]
    return pd.DataFrame(rows, columns=["c", "rank", "share"])


def rows_of(spec: dict, layer: int) -> list[dict]:
    return spec["datasets"][spec["layer"][layer]["data"]["name"]]


def labels(spec: dict, layer: int) -> list[str]:
    return [row["label"] for row in rows_of(spec, layer)]


def test_a_line_per_constant_and_ink_for_the_one_in_force() -> None:
    spec = head_curve(curves(0, 10, 60, 200), c=60).to_dict(validate=True)
    assert {row["c"] for row in rows_of(spec, 0)} == {0, 10, 200}
    assert {row["role"] for row in rows_of(spec, 0)} == {"tied"}
    assert {row["c"] for row in rows_of(spec, 1)} == {60}
    tenth = next(row["share"] for row in rows_of(spec, 1) if row["rank"] == 10)
    assert tenth == pytest.approx(61 / 70)
    line = spec["layer"][1]["encoding"]
    assert (line["x"]["field"], line["x"]["type"]) == ("rank", "quantitative")
    assert (line["y"]["field"], line["y"]["scale"]["domain"]) == ("share", [0, 1])
    assert spec["height"] == 262
    assert json.loads(json.dumps(spec)) == spec


def test_every_line_is_labelled_at_its_end() -> None:
    spec = head_curve(curves(0, 10, 60, 200), c=60).to_dict(validate=True)
    assert labels(spec, 3) == ["c = 0", "c = 10", "c = 200"]
    assert labels(spec, 4) == ["c = 60"]


@pytest.mark.parametrize(("c", "left_out"), [(280, "c = 200"), (1, "c = 0"), (80, "c = 60")])
def test_a_label_that_would_collide_is_left_out(c: float, left_out: str) -> None:
    spec = head_curve(curves(*sorted({0, 10, 60, 200, c})), c=c).to_dict(validate=True)
    assert left_out not in labels(spec, 3)
    assert labels(spec, 4) == [f"c = {c}"]


def test_large_and_fractional_constants() -> None:
    assert labels(head_curve(curves(0, 1_000_000.0), c=1_000_000.0).to_dict(validate=True), 4) == ["c = 1,000,000"]
    assert labels(head_curve(curves(0, 0.5), c=0.5).to_dict(validate=True), 4) == ["c = 0.5"]


def test_only_the_constant_in_force() -> None:
    spec = head_curve(curves(0), c=0).to_dict(validate=True)
    assert rows_of(spec, 0) == []
    assert len(rows_of(spec, 1)) == 20
