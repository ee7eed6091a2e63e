import json
import math
from itertools import pairwise

import pandas as pd
import pytest

from core.sensitivity import C_STEPS
from pages.ui.charts.c_curve import HEIGHT, MOST_NAMES, c_curve
from pages.ui.roles import ROLES

CURVE = pd.DataFrame({"c": [float(c) for c in C_STEPS], "mean": [0.42 + place / 1000 for place in range(len(C_STEPS))]})


def inputs(*means: float) -> pd.DataFrame:
    letters = [chr(ord("A") + place) for place in range(len(means))]
    roles = [f"run{place + 1}" if place < 6 else "tied" for place in range(len(means))]
    return pd.DataFrame({"letter": letters, "name": [f"run {each}" for each in letters], "role": roles, "mean": means})


def spec_of(
    curve: pd.DataFrame = CURVE, of: pd.DataFrame | None = None, *, c: float = 60.0, queries: int = 100
) -> dict:
    chart = c_curve(curve, inputs(0.35, 0.44) if of is None else of, c=c, measure="nDCG@10", queries=queries)
    spec = chart.to_dict(validate=True)
    assert json.loads(json.dumps(spec)) == spec
    return spec


def layers(spec: dict, kind: str) -> list[dict]:
    found = []
    for layer in spec["layer"]:
        mark = layer["mark"]
        if (mark if isinstance(mark, str) else mark["type"]) == kind:
            found.append(layer | {"rows": spec["datasets"][layer["data"]["name"]]})
    return found


def line(spec: dict) -> dict:
    return layers(spec, "line")[0]


def labels(spec: dict) -> list[str]:
    return [row[layer["encoding"]["text"]["field"]] for layer in layers(spec, "text") for row in layer["rows"]]


def test_the_curve_is_drawn_as_it_is() -> None:
    spec = spec_of()
    assert [(row["c"], row["mean"]) for row in line(spec)["rows"]] == list(CURVE.itertuples(index=False, name=None))
    x, y = line(spec)["encoding"]["x"], line(spec)["encoding"]["y"]
    assert (x["field"], x["type"], y["field"], y["type"]) == ("c", "quantitative", "mean", "quantitative")
    assert (x["scale"]["type"], x["scale"]["constant"], x["scale"]["domain"]) == ("symlog", 4, [0, 1000])
    assert x["axis"]["values"] == [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    assert y["title"] == "Mean nDCG@10 over 100 queries"
    assert spec["height"] == HEIGHT == 350


def test_axis_reaches_a_larger_constant() -> None:
    curve = pd.concat([CURVE, pd.DataFrame({"c": [5000.0], "mean": [0.43]})])
    x = line(spec_of(curve, c=5000.0))["encoding"]["x"]
    assert x["scale"]["domain"] == [0, 5000]
    assert x["axis"]["values"][-2:] == [2000, 5000]


@pytest.mark.parametrize("means", [(0.35, 0.44), (0.1, 0.9), (0.42, 0.42), (0.0, 0.0), (1.0, 1.0)])
def test_everything_lies_inside_the_axis(means: tuple[float, ...]) -> None:
    spec = spec_of(of=inputs(*means))
    low, high = line(spec)["encoding"]["y"]["scale"]["domain"]
    assert low < min(*means, *CURVE["mean"])
    assert high > max(*means, *CURVE["mean"])
    assert not line(spec)["encoding"]["y"]["scale"]["zero"]


def test_inputs_are_reference_lines_with_name_and_mean() -> None:
    spec = spec_of()
    reference = layers(spec, "rule")[0]
    assert [(row["role"], row["mean"]) for row in reference["rows"]] == [("run1", 0.35), ("run2", 0.44)]
    assert reference["encoding"]["color"]["field"] == "role"
    assert {"A run A", "B run B", "0.3500", "0.4400"} <= set(labels(spec))


def test_labels_of_close_means_do_not_collide() -> None:
    spec = spec_of(of=inputs(0.4401, 0.44, 0.4402))
    low, high = line(spec)["encoding"]["y"]["scale"]["domain"]
    places = sorted(row["at"] for row in layers(spec, "text")[0]["rows"])
    apart = [(after - before) / (high - low) * 295 for before, after in pairwise(places)]
    assert all(pixels >= 30 for pixels in apart)
    order = [row["letter"] for row in sorted(layers(spec, "text")[0]["rows"], key=lambda row: row["at"])]
    assert order == ["B", "A", "C"]


def test_many_inputs_are_labelled_by_letter_and_mean() -> None:
    spec = spec_of(of=inputs(*(0.3 + place / 100 for place in range(MOST_NAMES + 1))))
    assert "A 0.3000" in labels(spec)
    assert "A run A" not in labels(spec)


@pytest.mark.parametrize(("c", "align"), [(0.0, "left"), (60.0, "left"), (1000.0, "right")])
def test_the_constant_in_force_has_a_diamond_and_a_label(c: float, align: str) -> None:
    spec = spec_of(c=c)
    mean = CURVE.loc[CURVE["c"] == c, "mean"].iloc[0]
    diamond = next(layer for layer in layers(spec, "point") if layer["mark"]["shape"] == "diamond")
    assert [(row["c"], row["mean"]) for row in diamond["rows"]] == [(c, mean)]
    label = layers(spec, "text")[-1]
    assert label["rows"][0]["label"] == f"c = {c:g} · {mean:.4f}"
    assert label["mark"]["align"] == align


def test_label_avoids_a_line_above() -> None:
    flat = CURVE.assign(mean=0.42)
    above = layers(spec_of(flat, inputs(0.35, 0.40)), "text")[-1]["mark"]["dy"]
    below = layers(spec_of(flat, inputs(0.35, 0.4245)), "text")[-1]["mark"]["dy"]
    assert above < 0 < below


def test_clicks_give_the_constant_and_points_say_their_mean() -> None:
    spec = spec_of()
    (pick,) = [each for each in spec["params"] if each["name"] == "pick"]
    assert pick["select"]["fields"] == ["c"]
    clicks = layers(spec, "circle")[-1]
    assert [each["field"] for each in clicks["encoding"]["tooltip"]] == ["c", "mean"]


def test_every_mark_has_a_role() -> None:
    for layer in spec_of()["layer"]:
        assert layer["encoding"]["color"]["scale"]["domain"] == list(ROLES)


def test_one_query_and_no_spread() -> None:
    spec = spec_of(CURVE.assign(mean=1.0), inputs(1.0, 1.0), queries=1)
    assert line(spec)["encoding"]["y"]["title"] == "Mean nDCG@10 over 1 query"
    low, high = line(spec)["encoding"]["y"]["scale"]["domain"]
    assert high - low == pytest.approx(0.0248)


def test_missing_means_are_not_drawn() -> None:
    curve = CURVE.assign(mean=[math.nan, *CURVE["mean"][1:]])
    spec = spec_of(curve, inputs(math.nan, 0.44))
    assert len(line(spec)["rows"]) == len(CURVE) - 1
    assert [row["letter"] for row in layers(spec, "rule")[0]["rows"]] == ["B"]
    assert spec_of(CURVE.assign(mean=math.nan), inputs(math.nan, math.nan))["layer"]
