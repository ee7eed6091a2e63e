import json
from itertools import pairwise
from typing import Any

import pandas as pd

from pages.ui.charts.judged_by_depth import judged_by_depth_chart


def shares(**curves: dict[int, float]) -> pd.DataFrame:
    rows = [
        {"system": system, "role": f"run{place}", "depth": depth, "share": share}
        for place, (system, curve) in enumerate(curves.items(), start=1)
        for depth, share in curve.items()
    ]
    return pd.DataFrame(rows)


def spec_of(frame: pd.DataFrame) -> dict[str, Any]:
    return json.loads(json.dumps(judged_by_depth_chart(frame).to_dict(validate=True)))


def rows_of(spec: dict[str, Any], layer: int) -> list[dict[str, Any]]:
    return spec["datasets"][spec["layer"][layer]["data"]["name"]]


def test_a_line_per_run_over_logarithmic_depth():
    frame = shares(A={1: 1.0, 10: 0.5, 100: 0.25}, B={1: 1.0, 10: 1.0})
    spec = spec_of(frame)
    line = spec["layer"][0]["encoding"]
    assert line["x"]["scale"] == {"type": "log", "domain": [1, 100], "nice": False}
    assert line["y"]["scale"]["domain"] == [0, 1]
    assert (line["x"]["field"], line["y"]["field"], line["detail"]["field"]) == ("depth", "share", "system")
    assert line["x"]["axis"]["values"] == [1, 2, 5, 10, 20, 50, 100]
    assert [(row["depth"], row["share"]) for row in rows_of(spec, 0)] == list(
        zip(frame["depth"], frame["share"], strict=True)
    )


def test_lines_are_named_at_their_ends():
    spec = spec_of(shares(A={1: 1.0, 10: 0.25}, B={1: 1.0, 10: 0.75}))
    assert [(row["label"], row["at"]) for row in rows_of(spec, 3)] == [("A 25%", 0.25), ("B 75%", 0.75)]
    assert rows_of(spec, 2) == [], "A and B have text in their colours and need no dots"


def test_the_end_of_a_shorter_list_is_named_with_its_depth():
    spec = spec_of(shares(A={1: 1.0, 10: 0.25}, B={1: 1.0, 5: 0.75}))
    assert [row["label"] for row in rows_of(spec, 3)] == ["A 25%", "B 75% at 5"]


def test_names_do_not_lie_on_each_other():
    spec = spec_of(shares(**{f"S{place}": {1: 1.0, 1000: 1.0} for place in range(6)}))
    at = sorted(row["at"] for row in rows_of(spec, 3))
    assert min(after - before for before, after in pairwise(at)) * 230 > 15
    assert 0 <= at[0] <= at[-1] <= 1
    assert len(rows_of(spec, 2)) == 6, "text in ink needs dots in the colours of the runs"


def test_only_as_many_lines_are_named_as_fit():
    spec = spec_of(shares(**{f"S{place}": {1: 1.0, 5: place / 40} for place in range(40)}))
    assert len(rows_of(spec, 3)) == 14


def test_a_single_depth_and_an_odd_one():
    assert spec_of(shares(A={1: 1.0}))["layer"][0]["encoding"]["x"]["scale"]["domain"] == [1, 2]
    assert spec_of(shares(A={1: 1.0, 23: 0.5}))["layer"][0]["encoding"]["x"]["axis"]["values"] == [1, 2, 5, 10, 23]
