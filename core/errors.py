"""What is said when an input cannot be used.

Every message has the same form: where - what must hold - what was found - what to do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_FAULTS = 5
"""How many faulty lines a message spells out before it only counts the rest."""


class InputError(ValueError):
    """An input that cannot be used truthfully.

    Parameters
    ----------
    where
        File, and line where there is one: ``"bm25.run, line 3"``.
    rule
        What must hold: ``"the score must be a number"``.
    found
        What was found instead; left out of the sentence if empty.
    remedy
        What the reader can do about it; left out if empty.
    """

    def __init__(self, where: str, rule: str, found: str = "", remedy: str = "") -> None:
        self.where, self.rule, self.found, self.remedy = where, rule, found, remedy
        sentence = f"{where}: {rule}"
        if found:
            sentence += f", found {found}"
        sentence += "."
        if remedy:
            sentence += f" {remedy}"
        super().__init__(sentence)


@dataclass(frozen=True)
class Fault:
    """One line that breaks a rule; ``line`` counts from 1."""

    line: int
    rule: str
    found: str


class FaultyLinesError(InputError):
    """Lines of one file that break the rules of its format, all reported together.

    The first fault makes the sentence, up to ``SHOWN_FAULTS`` are spelled out, the rest is counted.
    """

    def __init__(self, where: str, faults: Sequence[Fault], remedy: str, *, total: int | None = None) -> None:
        self.faults = tuple(faults)
        self.total = len(faults) if total is None else total
        first, *others = faults[:SHOWN_FAULTS]
        more = "; ".join(f"line {fault.line}: {fault.rule}, found {fault.found}" for fault in others)
        unsaid = self.total - 1 - len(others)
        also = f" Also {more}." if more else ""
        if unsaid > 0:
            also += f" {unsaid:,} more faulty {'line' if unsaid == 1 else 'lines'}."
        super().__init__(f"{where}, line {first.line}", first.rule, first.found, (also + f" {remedy}").strip())


class UnreadableError(InputError):
    """A file as a whole that cannot be read: empty, too large, damaged, not text, or of another kind."""
