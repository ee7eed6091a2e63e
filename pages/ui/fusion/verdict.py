"""What a fusion does to the mean of its inputs, in one title and one paragraph."""

from collections.abc import Mapping

from core.comparison import BETTER, TIED, WORSE, Comparison
from pages.ui.words import figure, queries, standing


def title(fusion: str, pairs: Mapping[str, Comparison], measure: str) -> str:
    """Return the finding as Markdown: against both of two inputs, against the best of more.

    ``pairs`` has the comparison of the fusion with each input, by the badge and name of the input.
    """
    if not any(pair.n for pair in pairs.values()):
        return f"{fusion} has no value on {measure}: no query has a relevant document"
    if len(pairs) == 2:
        phrases = [_phrase(pair, name) for name, pair in pairs.items()]
    else:
        best = max(pairs, key=lambda name: pairs[name].baseline_mean)
        phrases = [_phrase(pairs[best], f"its best input {best}")]
    return f"{fusion} is {' and '.join(phrases)} on {measure}"


def paragraph(pairs: Mapping[str, Comparison], measure: str) -> str:
    """Return the means of the fusion and of each input, and on how many queries it is better, worse, tied."""
    first = next(iter(pairs.values()))
    if not first.n:
        return "A mean is taken over the queries with a relevant document, and there is none."
    against = [
        f"Against {name} ({figure(pair.baseline_mean)}) better on {pair.count(BETTER):,}, "
        f"worse on {pair.count(WORSE):,}, tied on {pair.count(TIED):,}."
        for name, pair in pairs.items()
    ]
    return f"Mean {measure} **{figure(first.system_mean)}** over {queries(first.n)}. {' '.join(against)}"


def _phrase(pair: Comparison, name: str) -> str:
    return f"{standing(pair.difference)} {name}"
