"""Exact numbers as people write them."""

import math
from fractions import Fraction

from core.formulas import Number


def decimal_text(value: Fraction, digits: int = 6) -> str:
    """Return an exact number of at least 0 with this many decimals, rounded half up from the exact value.

    >>> decimal_text(Fraction(1, 64), 5), decimal_text(Fraction(1, 64))
    ('0.01563', '0.015625')
    """
    scaled = math.floor(value * 10**digits + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**digits)
    return f"{whole}.{rest:0{digits}d}"


def number_text(value: Number) -> str:
    """Return a constant, weight or exact fraction as a person writes it: ``60``, ``0.5``, ``2/121``.

    >>> number_text(60.0), number_text(Fraction(121, 2)), number_text(Fraction(1, 3))
    ('60', '60.5', '1/3')
    """
    number = Fraction(str(value))
    decimal = f"{float(number):.15g}"
    return decimal if "e" not in decimal and Fraction(decimal) == number else str(number)
