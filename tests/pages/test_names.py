"""What systems and files are called."""

import pytest

from core import Conventions
from pages.ui.names import fused_file_of, name_of
from pages.ui.state import Settings


def settings(c: float, letters: tuple[str, ...]) -> Settings:
    return Settings("nDCG", Conventions(), c, "A", "B", letters, (1.0,) * len(letters))


@pytest.mark.parametrize(
    ("letters", "name"), [(("A", "B"), "RRF of A and B"), (("A", "B", "C"), "RRF of A, B and C"), (("A",), "RRF of A")]
)
def test_name_of_a_fusion(letters: tuple[str, ...], name: str) -> None:
    assert name_of(settings(60.0, letters), "Fused") == name


@pytest.mark.parametrize(("c", "file"), [(60.0, "rrf_c60_A_B.run"), (0.5, "rrf_c0.5_A_B.run")])
def test_name_of_the_file_of_a_fusion(c: float, file: str) -> None:
    assert fused_file_of(settings(c, ("A", "B"))) == file
