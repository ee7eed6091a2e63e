"""Conventions are a frozen value whose fields are checked."""

import dataclasses
import math

import numpy as np
import pytest

from core import Conventions


def test_defaults():
    assert Conventions() == Conventions(
        k=10, gain="exponential", relevant_from=None, order_by="score", ties="id_descending"
    )


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Conventions().k = 5


def test_cutoff_of_numpy_becomes_a_plain_int():
    assert type(Conventions(k=np.int64(5)).k) is int


@pytest.mark.parametrize("k", [0, -1, True, 1.5, 10.0, "10", None])
def test_cutoff_must_be_a_positive_whole_number(k):
    with pytest.raises(ValueError, match=r"^k must be a positive whole number, found "):
        Conventions(k=k)


@pytest.mark.parametrize("field", ["gain", "order_by", "ties"])
@pytest.mark.parametrize("value", ["", "exp", "Score", None])
def test_choices_must_be_known(field, value):
    with pytest.raises(ValueError, match=rf"^{field} must be one of .*, found {value!r}$"):
        Conventions(**{field: value})


@pytest.mark.parametrize("threshold", [0, -1, math.nan, math.inf])
def test_threshold_must_be_a_grade_above_0(threshold):
    with pytest.raises(ValueError, match=r"^relevant_from must be a grade above 0, found "):
        Conventions(relevant_from=threshold)
