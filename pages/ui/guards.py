"""What a page shows when the files it needs are not there, or do not fit each other."""

from itertools import islice

import streamlit as st

from pages.ui import drop_zone, results, routes, state
from pages.ui.words import plain, queries

_SHOWN = 3
_WHAT = {"qrels": "qrels", "queries": "query texts"}


def ready(*, runs: int = 1, judged: bool = True) -> bool:
    """Tell whether there are enough runs and, if ``judged``, qrels that fit them; else show what is missing.

    Parameters
    ----------
    runs
        How many runs the page needs.
    judged
        Whether it needs qrels that share a query with a run.
    """
    loaded = state.workspace()
    if not loaded.runs:
        kinds = " and ".join(_WHAT[each.kind] for each in loaded.files)
        what = f"{kinds[0].upper()}{kinds[1:]} are loaded, but no run" if kinds else "Nothing is loaded"
        _missing(what, "Drop two or more runs and a qrels file to compare them.")
        return False
    if len(loaded.runs) < runs:
        _missing(f"This page needs {runs} runs", f"Loaded is {len(loaded.runs)}: add a second run.")
        return False
    if reason := results.obstacle(state.settings()):
        title, advice = reason
        st.title(title, anchor=False)
        st.caption(advice)
        return False
    if judged and loaded.qrels is None:
        _missing("These rankings are not judged", "Add a qrels file to score these rankings.")
        return False
    return not judged or _fit()


def _missing(title: str, what: str) -> None:
    st.title(title, anchor=False)
    st.caption(what)
    drop_zone.show("guard_drop")
    if not state.workspace().is_sample:
        st.button("Back to the sample", icon=":material/restart_alt:", on_click=state.load_sample, key="guard_sample")


def _fit() -> bool:
    judgements = results.qrels()
    assert judgements is not None
    if results.can_score(state.settings()):
        return True
    runs = [each.run for each in state.workspace().runs]
    st.title("No query is in both a run and the qrels", anchor=False)
    in_runs = ", ".join(islice(dict.fromkeys(query for run in runs for query in run.query_ids), _SHOWN))
    in_qrels = ", ".join(judgements.query_ids[:_SHOWN])
    number = len({query for run in runs for query in run.query_ids})
    st.markdown(
        f"The runs answer {queries(number)}, such as {plain(in_runs)}; the qrels judge "
        f"{queries(len(judgements.query_ids))}, such as {plain(in_qrels)}. None of them match, so there is nothing to "
        "score: zeros here would be a statement about ids, not about systems."
    )
    drop_zone.show("guard_drop", label="Drop the qrels or the runs that belong together")
    st.page_link(routes.page("inputs"), label="See what was read from each file", icon=":material/fact_check:")
    return False
