"""Method: a worked example to edit by hand, the formulas with the values in force, and how to reproduce the figures.

The worked example needs no files; what refers to loaded files shows a dash or a placeholder without them.
"""

import streamlit as st

from pages.ui import results, state
from pages.ui.method import example_controls, example_steps, example_verdict, figure_limits, formula_list, reproduce
from pages.ui.state import Settings
from pages.ui.words import conventions_line


def _scored_queries(chosen: Settings) -> int:
    """Return the number of queries in the means; 0 where nothing can be scored."""
    return results.comparison(chosen, chosen.system or chosen.baseline).n if results.can_score(chosen) else 0


def _content() -> None:
    head = st.container(gap="small")  # the finding stands above the inputs it depends on
    with st.container(horizontal=True, gap="medium"):
        with st.container(border=True, width=292, gap="small"):
            inputs = example_controls.show()
        with st.container(width="stretch", gap="small"):
            if not inputs.problem and inputs.example.can_be_fused:
                example_steps.show(inputs)
    with head:
        example_verdict.show(inputs)
    chosen = state.settings()
    n = _scored_queries(chosen)
    formula_list.show(chosen, n)
    reproduce.show(chosen, inputs, n)
    figure_limits.show(chosen, n)
    line = conventions_line(chosen.conventions, c=chosen.c, weights=chosen.weights)
    st.caption(f"{line} · the worked example has its own c, weights, k and gain")


_content()
