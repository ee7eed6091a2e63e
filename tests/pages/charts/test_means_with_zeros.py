import json
from typing import Any

import pandas as pd
import pytest

from pages.ui.charts.means_with_zeros import means_with_zeros_chart

SYSTEMS = pd.DataFrame(
    {"system": ["A <b>x</b>", "Fused"], "role": ["run1", "fused"], "left_out": [0.5, 0.625], "as_zero": [0.4, 0.5]}
)


def spec_of(systems: pd.DataFrame) -> dict[str, Any]:
    spec = means_with_zeros_chart(systems, measure="nDCG@10").to_dict(validate=True)
    return json.loads(json.dumps(spec))


def rows_of(spec: dict[str, Any], layer: int) -> list[dict[str, Any]]:
    return spec["datasets"][spec["layer"][layer]["data"]["name"]]


def test_filled_and_hollow_points_stand_at_their_means():
    spec = spec_of(SYSTEMS)
    line, hollow, point, left, right = spec["layer"]
    assert hollow["mark"]["filled"] is False
    assert (hollow["encoding"]["x"]["field"], point["encoding"]["x"]["field"]) == ("as_zero", "left_out")
    assert (line["encoding"]["x"]["field"], line["encoding"]["x2"]["field"]) == ("as_zero", "left_out")
    assert (left["encoding"]["text"]["field"], right["encoding"]["text"]["field"]) == ("as_zero_text", "left_out_text")
    assert [row["as_zero_text"] for row in rows_of(spec, 1)] == ["0.4000", "0.5000"]
    assert [row["left_out_text"] for row in rows_of(spec, 2)] == ["0.5000", "0.6250"]


def test_systems_keep_their_order_and_their_colour_by_role():
    spec = spec_of(SYSTEMS)
    assert spec["layer"][2]["encoding"]["y"]["sort"] == ["A <b>x</b>", "Fused"]
    for layer in spec["layer"]:
        assert layer["encoding"]["color"]["field"] in ("role", "_role")
        assert layer["encoding"]["color"]["legend"] is None


def test_figures_have_room_on_both_sides():
    low, high = spec_of(SYSTEMS)["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert low < 0.4 - 0.05
    assert high > 0.625 + 0.05


def test_no_mean_is_not_drawn_as_zero():
    spec = spec_of(SYSTEMS.assign(left_out=[float("nan"), float("nan")], as_zero=[0.0, 0.0]))
    assert rows_of(spec, 2) == []
    assert [row["as_zero"] for row in rows_of(spec, 1)] == [0.0, 0.0]


@pytest.mark.parametrize("number", [1, 30])
def test_height_grows_with_the_systems(number):
    systems = pd.DataFrame(
        {"system": [f"S{i}" for i in range(number)], "role": "tied", "left_out": 0.5, "as_zero": 0.5}
    )
    assert 60 < spec_of(systems)["height"] < 900
