"""What the worked example shows, in a title and a sentence."""

import streamlit as st

from core.decimals import decimal_text
from core.worked_example import FusedLine, Share, WorkedExample, standing
from pages.ui.method.example_controls import Inputs
from pages.ui.roles import FUSED, badge
from pages.ui.words import MISSING, figure, plain

_LONGEST = 40


def show(inputs: Inputs) -> None:
    """Show the finding; or what is missing, where there is nothing to find."""
    example = inputs.example
    if inputs.problem:
        st.title("The worked example cannot be computed with this grade", anchor=False)
        st.caption(plain(inputs.problem) + ".")
    elif not example.can_be_fused:
        st.title("The worked example needs a list and a weight", anchor=False)
        st.caption("Type document ids into a ranking whose weight is above 0.")
    else:
        st.title(f"{badge(FUSED)} {_title(example)}", anchor=False)
        st.markdown(f"{_sum(example, inputs.letters)} {_scores(example, inputs.letters)}")


def named(document: str) -> str:
    """Return a document id, harmless in Markdown and cut where it would fill the line."""
    return plain(document if len(document) <= _LONGEST else document[: _LONGEST - 1] + "…")


def listed(documents: list[str], most: int = 3) -> str:
    """Return document ids in words, the first of them if there are many."""
    shown = [named(document) for document in documents[:most]]
    if len(documents) > most:
        return f"{', '.join(shown)} and {len(documents) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _title(example: WorkedExample) -> str:
    first = example.fused_lines[0]
    if first.tied:
        return f"{listed(example.ties[0][1])} tie for the first place"
    if all(share is None or share.rank > 1 for share in first.shares):
        return f"{named(first.document)} comes first, though neither list puts it there"
    return f"{named(first.document)} comes first"


def _sum(example: WorkedExample, letters: tuple[str, str]) -> str:
    first = example.fused_lines[0]
    found = [(letter, share) for letter, share in zip(letters, first.shares, strict=True) if share]
    ranks = " and ".join(f"rank {share.rank} in {letter}" for letter, share in found)
    if len(found) == 1:
        return f"{named(first.document)}: {ranks} gives **{decimal_text(first.total)}**."
    return f"{named(first.document)}: {ranks} add up to **{decimal_text(first.total)}**{_alone(example, letters)}."


def _alone(example: WorkedExample, letters: tuple[str, str]) -> str:
    tops = [(letter, share) for letter, share in zip(letters, _first_places(example.fused_lines), strict=True) if share]
    texts = {decimal_text(share.value) for _, share in tops}
    if len(texts) == 1:
        return f"; one first place alone gives {texts.pop()}"
    each = " and ".join(f"in {letter} {decimal_text(share.value)}" for letter, share in tops)
    return f"; a first place alone gives {each}"


def _first_places(lines: list[FusedLine]) -> list[Share | None]:
    """Return, for each list, what its first document gets from it; ``None`` where the list is empty."""
    columns = zip(*(line.shares for line in lines), strict=True)
    return [next((share for share in column if share and share.rank == 1), None) for column in columns]


def _scores(example: WorkedExample, letters: tuple[str, str]) -> str:
    name = plain(f"nDCG@{example.k}")
    filled = [(letter, ranking) for letter, ranking in zip(letters, example.lists, strict=True) if ranking]
    values = [example.judge(ranking).ndcg for _, ranking in filled]
    fused = example.judge(example.fused).ndcg
    if fused is None:
        return f"{name}: {MISSING}, because no document is relevant."
    known = [value for value in values if value is not None]
    scores = [f"{badge(letter)} {figure(value)}" for (letter, _), value in zip(filled, known, strict=True)]
    word, best = standing(fused, known)
    than = {
        "ahead": "is ahead of both" if len(known) > 1 else f"is ahead of {filled[best][0]}",
        "level": f"gains nothing over {filled[best][0]}",
        "behind": f"falls behind {filled[best][0]}",
        "last": "falls behind both",
    }[word]
    return f"{name}: {' · '.join(scores)} · {badge(FUSED)} **{figure(fused)}**, so here fusing {than}."
