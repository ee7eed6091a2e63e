"""What a session holds: the loaded files, the settings in force, the chosen query.

Settings are widgets bound to the URL (``?measure=…&k=…&gain=…&relevant=…&order=…&ties=…&c=…``); everything
else lives in the session. A setting whose widget is not on the present page is read from the URL.
"""

from dataclasses import dataclass

import streamlit as st

from core.conventions import Conventions
from core.measures import MEASURES
from pages.ui import workspace as files
from pages.ui.workspace import Loaded, Workspace

GAINS = {"exponential": "2^grade − 1", "linear": "grade (trec_eval)"}
ORDERS = {"score": "score", "rank": "rank column", "file": "order of the file"}
TIES = {"id_descending": "id, descending (trec_eval)", "id_ascending": "id, ascending", "file": "order of the file"}
HEADLINES = tuple(measure.key for measure in MEASURES if measure.key != "Judged")
DEFAULT_C = 60.0


@dataclass(frozen=True)
class Settings:
    """The settings in force on every page.

    ``measure`` is a key of :data:`core.measures.MEASURES`; ``baseline`` and ``system`` are letters, empty
    where there is no such run; ``fused`` are the letters that take part in fusion, ``weights`` theirs.
    """

    measure: str
    conventions: Conventions
    c: float
    baseline: str
    system: str
    fused: tuple[str, ...]
    weights: tuple[float, ...]

    @property
    def column(self) -> str:
        """Column name of the headline measure: ``nDCG@10``."""
        return f"{self.measure}@{self.conventions.k}"


def workspace() -> Workspace:
    """Return the loaded files; at the first visit, the sample collection."""
    if "workspace" not in st.session_state:
        st.session_state["workspace"] = _sample()
    return st.session_state["workspace"]


def keep(changed: Workspace) -> None:
    """Put a changed workspace in force."""
    st.session_state["workspace"] = changed


def load_sample() -> None:
    """Go back to the sample collection."""
    keep(_sample())


def settings() -> Settings:
    """Return the settings in force, each valid for the loaded files."""
    letters = [run.letter for run in workspace().runs]
    baseline = _chosen("baseline", letters)
    system = _chosen("system", [letter for letter in letters if letter != baseline])
    picked = st.session_state.get("fused")
    fused = tuple(letter for letter in letters if picked is None or letter in picked)
    weights = tuple(float(st.session_state.get(f"weight_{letter}", 1.0)) for letter in fused)
    return Settings(
        measure=str(_setting("measure", HEADLINES[0], HEADLINES)),
        conventions=Conventions(
            k=int(_number("k", 10, at_least=1)),
            gain=_setting("gain", "exponential", GAINS),  # type: ignore[arg-type]
            relevant_from=_number("relevant", 0, at_least=0) or None,
            order_by=_setting("order", "score", ORDERS),  # type: ignore[arg-type]
            ties=_setting("ties", "id_descending", TIES),  # type: ignore[arg-type]
        ),
        c=_number("c", DEFAULT_C, at_least=0),
        baseline=baseline,
        system=system,
        fused=fused,
        weights=weights,
    )


def chosen_query(query_ids: list[str]) -> str | None:
    """Return the query that all pages show: the chosen one, else the one in the URL, else the first."""
    wanted = st.session_state.get("query", st.query_params.get("q"))
    if wanted in query_ids:
        return str(wanted)
    return query_ids[0] if query_ids else None


def choose_query(query_id: str) -> None:
    """Show this query on all pages, and name it in the URL."""
    st.session_state["query"] = query_id
    st.query_params["q"] = query_id


@st.cache_resource(show_spinner="Reading the sample collection")
def _sample() -> Workspace:
    return files.sample()


def _chosen(key: str, letters: list[str]) -> str:
    wanted = st.session_state.get(key, st.query_params.get(key))
    return wanted if wanted in letters else letters[0] if letters else ""


def _setting(key: str, default: str, choices: object) -> str:
    wanted = st.session_state.get(key, st.query_params.get(key, default))
    return wanted if wanted in choices else default  # type: ignore[operator]


def _number(key: str, default: float, *, at_least: float) -> float:
    try:
        wanted = float(st.session_state.get(key, st.query_params.get(key, default)))
    except (TypeError, ValueError):
        return default
    return wanted if at_least <= wanted < float("inf") else default


def run_of(letter: str) -> Loaded:
    """Return the loaded run with this letter."""
    return workspace().run(letter)
