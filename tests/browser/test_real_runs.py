"""All means of real TREC runs, as they stand on the pages after the files were uploaded through the page."""

import json
import re

import pytest

from tests.browser.driver import ROOT

DATA = ROOT.parent / "shared" / "data"
EXPECTED = DATA / "expected.json"

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason=f"the real runs are not here ({DATA})")

SETTINGS = [
    (measure, k, gain)
    for k in (10, 100)
    for measure, gain in (("nDCG", "exponential"), ("nDCG", "linear"), ("Recall", "exponential"), ("RR", "exponential"))
]


def stands_in(text: str, mean: float) -> bool:
    """Tell whether a mean known to six digits stands in a text with four."""
    return any(abs(float(shown) - mean) < 0.000_051 for shown in re.findall(r"\b\d\.\d{4}\b", text))


@pytest.mark.parametrize("collection", ["robust03", "ct21"])
def test_means_stand_on_compare_and_fusion(tab, collection: str) -> None:
    expected = json.loads(EXPECTED.read_text())[collection]
    names = expected["runs in order"]
    reader = tab()
    reader.drop([DATA / collection / f"{name}.run.gz" for name in names] + [DATA / collection / "qrels.txt.gz"])
    for measure, k, gain in SETTINGS:
        key = f"{measure}@{k}" + (" linear" if gain == "linear" else "")
        means = {name: figures[key] for name, figures in expected["mean"].items()}
        reader.number("Cut-off k", k)
        reader.choose("Measure", measure)
        reader.gain(gain)
        for shown, name in zip(reader.metrics(), (*names, "rrf c=60 of all"), strict=True):
            assert stands_in(shown, means[name]), (key, name)
        reader.go("Fusion")
        for c in (0, 10, 60):
            reader.number("Exact value", c)
            for name in (*names, f"rrf c={c} of all"):
                assert stands_in(reader.text(), means[name]), (key, c, name)
        reader.go("Compare")
    assert reader.exceptions() == []


def test_weights_of_two_runs(tab) -> None:
    expected = json.loads(EXPECTED.read_text())["robust03"]
    reader = tab()
    files = [DATA / "robust03" / f"{name}.run.gz" for name in expected["runs in order"][:2]]
    reader.drop([*files, DATA / "robust03" / "qrels.txt.gz"])
    reader.go("Fusion")
    reader.number("Weight of A", 0.7)
    reader.number("Weight of B", 0.3)
    assert stands_in(reader.text(), expected["mean"]["rrf c=60 weights 0.7,0.3 of first two"]["nDCG@10"])
