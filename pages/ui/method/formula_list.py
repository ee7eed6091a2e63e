"""The formulas with the values in force, each with its name and source. User text has no place in formulas."""

from typing import Any

import streamlit as st

from core.decimals import number_text
from core.measures import MEASURES
from pages.ui.state import Settings
from pages.ui.words import plain

_SOURCES = {measure.key: measure.source for measure in MEASURES}
_MOST_NAMED = 4


def show(chosen: Settings, n: int) -> None:
    """Show the formulas; ``n`` is the number of queries in the means, 0 where nothing is scored."""
    st.subheader("Formulas, with the conventions in force", anchor=False)
    cells = [_rrf(chosen), _recall(chosen), _ndcg(chosen), _precision(chosen), _mean(chosen, n), _cosine()]
    for cell, (formula, words) in zip(_cells(len(cells)), cells, strict=True):
        with cell:
            st.latex(formula, width="content")
            st.caption(words)


def _cells(number: int) -> list[Any]:
    grid = st.grid(3, min_column_width=340, gap="medium")
    return [grid.container(gap="xsmall") for _ in range(number)]


def _rrf(chosen: Settings) -> tuple[str, str]:
    letters = chosen.fused or ("A", "B")
    named = ",".join(letters) if len(letters) <= _MOST_NAMED else rf"{letters[0]},\dots,{letters[-1]}"
    formula = (
        rf"\mathrm{{RRF}}(d)=\sum_{{l\in\{{{named}\}}}}\frac{{w_l}}{{{number_text(chosen.c)}+\mathrm{{rank}}_l(d)}}"
    )
    weights = chosen.weights or (1.0, 1.0)
    equal = len(set(weights)) == 1 and len(weights) > _MOST_NAMED
    values = f"all {number_text(weights[0])}" if equal else ", ".join(number_text(weight) for weight in weights)
    return formula, (
        f"**RRF.** Weights {values}; c = {number_text(chosen.c)}; ranks from 1. A list without the document adds "
        "nothing. Equal sums by id, ascending; sums are exact fractions, so the order of the lists never matters. "
        "Cormack, Clarke and Büttcher 2009."
    )


def _relevance(chosen: Settings) -> str:
    threshold = chosen.conventions.relevant_from
    return "Relevant above grade 0." if threshold is None else f"Relevant from grade {threshold:g}."


def _recall(chosen: Settings) -> tuple[str, str]:
    k = chosen.conventions.k
    formula = (
        rf"\mathrm{{Recall@{k}}}=\frac{{|\mathrm{{rel}}\cap\mathrm{{top}}_{{{k}}}|}}{{|\mathrm{{rel}}|}}"
        rf"\qquad\mathrm{{RR@{k}}}=\frac{{1}}{{r_1}}"
    )
    return formula, (
        f"**{plain(f'Recall@{k}, RR@{k}')}.** {_relevance(chosen)} $r_1$ is the rank of the first relevant document; "
        f"RR is 0 if that is below rank {k}. Only the mean of RR over queries is called MRR. "
        f"{_SOURCES['Recall']}; {_SOURCES['RR']}."
    )


def _ndcg(chosen: Settings) -> tuple[str, str]:
    k, gain = chosen.conventions.k, chosen.conventions.gain
    own, best = ("(2^{g_i}-1)", "(2^{g^*_i}-1)") if gain == "exponential" else ("g_i", "g^*_i")
    formula = (
        rf"\mathrm{{nDCG@{k}}}=\frac{{\sum_{{i=1}}^{{{k}}}{own}/\log_2(i+1)}}"
        rf"{{\sum_{{i=1}}^{{{k}}}{best}/\log_2(i+1)}}"
    )
    source = (
        "Järvelin and Kekäläinen 2002; this gain: Burges et al. 2005"
        if gain == "exponential"
        else "This gain, as trec_eval has it: Järvelin and Kekäläinen 2002"
    )
    return formula, (
        f"**{plain(f'nDCG@{k}')}.** $g_i$ is the grade at rank $i$ (unjudged: 0), $g^*$ are all judged grades sorted "
        f"downwards and cut at {k}. The threshold of relevance leaves gains as graded. {source}."
    )


def _precision(chosen: Settings) -> tuple[str, str]:
    k = chosen.conventions.k
    formula = (
        rf"\mathrm{{P@{k}}}=\frac{{|\mathrm{{rel}}\cap\mathrm{{top}}_{{{k}}}|}}{{{k}}}"
        rf"\qquad\mathrm{{AP@{k}}}=\frac{{1}}{{|\mathrm{{rel}}|}}\sum_{{r\le {k}}}\mathrm{{P@}}r"
    )
    return formula, (
        f"**{plain(f'P@{k}, AP@{k}')}.** {_relevance(chosen)} P divides by {k} also where fewer were returned; AP sums "
        "over the ranks $r$ that hold a relevant document and divides by all relevant ones (trec\\_eval: map\\_cut). "
        f"{_SOURCES['P']}; {_SOURCES['AP']}."
    )


def _mean(chosen: Settings, n: int) -> tuple[str, str]:
    baseline, system = chosen.baseline or "A", chosen.system or "B"
    formula = (
        rf"\Delta=\overline{{M}}({system})-\overline{{M}}({baseline}),\quad"
        rf"\overline{{M}}(S)=\frac{{1}}{{n}}\sum_{{q=1}}^{{n}}M_q(S)"
    )
    number = f" (here n\u00a0=\u00a0{n:,})" if n else ""
    return formula, (
        f"**Mean and difference.** Per query first, then over the same n queries{number} for every system. A query "
        "that a system does not answer counts as 0; one without a relevant document is in no mean. Macro average: van "
        "Rijsbergen 1979, chapter 7."
    )


def _cosine() -> tuple[str, str]:
    return (
        r"\cos(u,v)=\frac{u\cdot v}{\lVert u\rVert\,\lVert v\rVert}",
        "**Cosine.** Similarity of two vectors, as dense retrieval scores them. An empty or zero vector, or one of "
        "another length, is refused. Salton, Wong and Yang 1975.",
    )
