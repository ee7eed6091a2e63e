"""What a comparison says, in one title and one sentence, without a word that the figures do not carry."""

from core.comparison import BETTER, TIED, TOLERANCE, WORSE, Comparison
from pages.ui.words import plain, queries, standing


def title(pair: Comparison, *, system: str, baseline: str) -> str:
    """Return the finding as Markdown; ``system`` and ``baseline`` are badges with escaped names."""
    if pair.n == 0:
        return "No query can be compared"
    if abs(pair.difference) <= TOLERANCE:
        return f"No difference between {system} and {baseline} on {plain(pair.measure)}"
    return f"{system} is {standing(pair.difference)} {baseline} on {plain(pair.measure)}"


def sentence(pair: Comparison, *, system: str) -> str:
    """Return on how many queries the system is better, worse and tied, and how they were paired."""
    if pair.n == 0:
        return "No query has a relevant document, so no system has a value."
    return (
        f"{system} is better on **{pair.count(BETTER):,}** of {queries(pair.n)}, worse on "
        f"**{pair.count(WORSE):,}**, tied on **{pair.count(TIED):,}**: paired by query id, mean "
        f"**{pair.system_mean:.4f}** against **{pair.baseline_mean:.4f}**."
    )
