"""Hashes only find candidates: where they collide, everything comes out as without them."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Conventions, evaluate, fuse, groups, id_order, ids, matching, read_qrels
from core.fusion import fuse_matched
from core.id_order import by_id, distinct, same
from core.ids import Ids, Store, joined
from core.matching import match
from core.measures import Ideal
from core.model import Rankings
from core.reading import source
from core.same_keys import representatives
from core.sensitivity import JudgedMatch
from tests.core import test_engine_against_formulas as definitions
from tests.core.generated import conventions, fusion, judgements, qrels_text, run_lines

HASHES = Store.hashes.func  # type: ignore[attr-defined]
by_fixture = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)


@pytest.fixture(params=[0, 1, 1 << 63, 0xFF << 56], autouse=True)
def _colliding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hashes have a few bits only, slices a few members ids one word, and blocks of text a few bytes."""
    monkeypatch.setattr(Store, "hashes", property(lambda store: HASHES(store) & np.uint64(request.param)))
    monkeypatch.setattr(groups, "SLICE", 5)
    monkeypatch.setattr(matching, "_PART", 7)
    for module in (ids, id_order):
        monkeypatch.setattr(module, "LONG", 1)
    monkeypatch.setattr(source, "_BLOCK", 11)


@by_fixture
@given(run_lines, conventions)
def test_rankings(lines, how):
    definitions.test_rankings_are_the_plain_ones.hypothesis.inner_test(lines, how)


@by_fixture
@given(run_lines, judgements, conventions)
def test_measures(lines, grades, how):
    definitions.test_measures_are_those_of_the_definitions.hypothesis.inner_test(lines, grades, how)


@by_fixture
@given(fusion(), st.none() | st.integers(1, 13))
def test_fusion(generated, depth):
    definitions.test_fusion_is_that_of_the_definition.hypothesis.inner_test(generated, depth)


@by_fixture
@given(fusion(), judgements, conventions)
def test_top_of_a_fusion(generated, grades, how):
    definitions.test_fusing_only_the_top_gives_the_same_figures.hypothesis.inner_test(generated, grades, how)


@by_fixture
@given(fusion(), judgements)
def test_fusion_of_a_fusion(generated, grades):
    runs, c, weights = generated
    systems = [definitions.ranked(lines) for lines in runs]
    again = [fuse(systems, c=c, weights=weights), *systems]
    qrels = read_qrels(qrels_text(grades))
    judged = JudgedMatch.of(match(again), qrels, Ideal.of(qrels))
    definitions.same(judged.evaluate(Conventions(k=3)), evaluate(fuse(again), qrels, Conventions(k=3)))
    copies = [
        Rankings(each.name, each.query_ids, each.offsets, Ids.of(each.documents), each.all_scores) for each in again
    ]
    assert fuse(copies).documents.equals(fuse_matched(match(again)).documents)


texts = st.lists(st.text("ab1é日", max_size=20), min_size=1, max_size=30)


@by_fixture
@given(texts, st.data())
def test_ids(drawn, data):
    whole = pa.array(["before", *drawn], pa.large_string()).slice(1)
    places = st.lists(st.integers(0, len(drawn) - 1), min_size=1, max_size=40)
    column = Ids.of(whole)
    mixed = joined([column.select(np.arange(len(drawn))), Ids.of(drawn)]).select(
        np.arange(len(drawn))
        + len(drawn) * np.array(data.draw(st.lists(st.booleans(), min_size=len(drawn), max_size=len(drawn))))
    )
    for any_ids in (column, mixed):
        assert any_ids.text().to_pylist() == drawn
        assert distinct(any_ids) == len(set(drawn))
        left = data.draw(places)
        right = data.draw(st.lists(st.integers(0, len(drawn) - 1), min_size=len(left), max_size=len(left)))
        assert same(column, np.array(left), any_ids, np.array(right)).tolist() == [
            drawn[one] == drawn[other] for one, other in zip(left, right, strict=True)
        ]
        group = np.sort(data.draw(st.lists(st.integers(0, 5), min_size=len(left), max_size=len(left))))
        for descending in (False, True):
            order = by_id(any_ids, np.array(left), group, descending=descending)
            found = [(group[place], drawn[left[place]]) for place in order]
            expected = sorted(
                zip(group, (drawn[one] for one in left), strict=True),
                key=lambda pair: pair[1].encode(),
                reverse=descending,
            )
            assert found == sorted(expected, key=lambda pair: pair[0])


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=50))
def test_representatives(keys):
    found = representatives(np.array(keys, dtype=np.uint64))
    of = dict(zip(keys, found.tolist(), strict=True))
    assert all(keys[place] == key for key, place in of.items())
    assert [of[key] for key in keys] == found.tolist()
