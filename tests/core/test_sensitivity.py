import math

import pandas as pd

from core.sensitivity import Extremes, extremes


def curve(*means: float) -> pd.Series:
    return pd.Series(means, index=pd.Index([float(place) for place in range(len(means))], name="c"))


def test_extremes_of_a_curve() -> None:
    assert extremes(curve(0.2, 0.5, 0.1)) == Extremes(lowest=0.1, lowest_c=2, highest=0.5, highest_c=1)


def test_of_equal_means_the_smallest_constant_counts() -> None:
    assert extremes(curve(0.3, 0.1 + 0.2, 0.3)) == Extremes(lowest=0.3, lowest_c=0, highest=0.3, highest_c=0)
    assert extremes(curve(0.3, 0.4, 0.4).iloc[::-1]) == Extremes(lowest=0.3, lowest_c=0, highest=0.4, highest_c=1)


def test_a_curve_without_a_value_has_none() -> None:
    assert extremes(curve(math.nan, math.nan)) is None
    assert extremes(curve(math.nan, 0.2)) == Extremes(lowest=0.2, lowest_c=1, highest=0.2, highest_c=1)
