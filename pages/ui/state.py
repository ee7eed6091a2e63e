"""What a session holds: the loaded files, the settings in force, the chosen query.

Settings live in the session and stand in the address of every page
(``?measure=…&k=…&gain=…&relevant=…&order=…&ties=…&c=…&fuse=…&baseline=…&system=…&q=…``; a default is left out).
Streamlit's own binding of widgets to the address is not used, because it drops a setting from the address on
pages that do not show its widget.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

import pandas as pd
import streamlit as st

from core.conventions import Conventions, Gain, OrderBy, Ties
from core.decimals import number_text
from core.measures import MEASURES
from pages.ui import kept
from pages.ui import workspace as files
from pages.ui.workspace import Workspace

T = TypeVar("T")

GAINS: dict[str, Gain] = {"exponential": "exponential", "linear": "linear"}
ORDERS: dict[str, OrderBy] = {"score": "score", "rank column": "rank", "file": "file"}
TIES: dict[str, Ties] = {"id descending": "id_descending", "id ascending": "id_ascending", "file order": "file"}
"""Choices as they stand in menus and in the URL, with the values of :class:`core.Conventions`."""

HEADLINES = tuple(measure.key for measure in MEASURES if measure.key != "Judged")
CHOICES = {"measure": HEADLINES, "gain": tuple(GAINS), "order": tuple(ORDERS), "ties": tuple(TIES)}
"""Settings that are one of a few words; the first is the default."""
NUMBERS = {"k": (10, 1), "relevant": (0.0, 0.0), "c": (60.0, 0.0)}
"""Settings that are numbers, with their default and the smallest value allowed."""
_SHARE = re.compile(r"(?P<letter>[A-Z]\d*)(\*(?P<weight>\d+(\.\d+)?))?")
"""A run that takes part in fusion, with its weight where that is not 1: ``B*0.5``."""
LARGEST = 1_000_000.0
"""The largest number of any setting: far beyond every list, and still far from where sums lose their digits."""


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
    def compared(self) -> tuple[str, ...]:
        """Letters of the baseline and the system, as far as there are such runs."""
        return tuple(letter for letter in (self.baseline, self.system) if letter)

    @property
    def is_fused(self) -> bool:
        """Whether there are at least two runs to fuse."""
        return len(self.fused) > 1

    @property
    def is_weighted(self) -> bool:
        """Whether the runs to fuse have different weights."""
        return len(set(self.weights)) > 1

    @property
    def exported(self) -> dict[str, object]:
        """The conventions as columns of an export, always the same columns."""
        threshold = self.conventions.relevant_from
        return asdict(self.conventions) | {"relevant_from": "above 0" if threshold is None else threshold}

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
    """Put a changed workspace in force; what was worked out from other files leaves."""
    if changed.files != workspace().files:
        kept.of_session().clear()
    # Streamlit holds the value before until the next run is over, unless it is deleted
    del st.session_state["workspace"]
    st.session_state["workspace"] = changed
    kept.give_back()


def load_sample() -> None:
    """Go back to the sample collection."""
    keep(_sample())


def take_address() -> None:
    """Put the settings of the address in force, once, when the session begins; what is not valid is passed over."""
    if "address_taken" in st.session_state:
        return
    st.session_state["address_taken"] = True
    for key, choices in CHOICES.items():
        if st.query_params.get(key) in choices:
            st.session_state[key] = st.query_params[key]
    for key, (default, at_least) in NUMBERS.items():
        number = _parsed(st.query_params.get(key, ""))
        st.session_state[key] = type(default)(number) if at_least <= number <= LARGEST else default
    shares = [_SHARE.fullmatch(share) for share in st.query_params.get("fuse", "").split(",")]
    if all(shares):
        st.session_state["fused"] = [share["letter"] for share in shares if share]
        for share in filter(None, shares):
            st.session_state[f"weight_{share['letter']}"] = min(float(share["weight"] or 1), LARGEST)
    for key in ("baseline", "system", "query"):
        if value := st.query_params.get("q" if key == "query" else key):
            st.session_state[key] = value


def restore_emptied() -> None:
    """Put the value before back where somebody emptied a number field; the smallest one would change the figures."""
    for key, (default, _) in NUMBERS.items():
        if st.session_state.get(key) is None:
            st.session_state[key] = st.session_state.get(f"{key}_before", default)
        st.session_state[f"{key}_before"] = st.session_state[key]


def write_address() -> None:
    """Write the settings in force into the address, so that the page can be bookmarked and shared."""
    chosen = settings()
    address = {key: str(st.session_state.get(key, "")) for key in (*CHOICES, "query")}
    address = {key: value for key, value in address.items() if value and value != next(iter(CHOICES.get(key, [""])))}
    for key, (default, _) in NUMBERS.items():
        number = st.session_state.get(key, default)
        if number != default:
            address[key] = f"{number:.15g}"
    letters = [run.letter for run in workspace().runs]
    if (chosen.baseline, chosen.system) != (*letters, "", "")[:2]:
        address |= {"baseline": chosen.baseline, "system": chosen.system}
    if chosen.fused != tuple(letters) or any(weight != 1 for weight in chosen.weights):
        shares = zip(chosen.fused, chosen.weights, strict=True)
        address["fuse"] = ",".join(each if weight == 1 else f"{each}*{number_text(weight)}" for each, weight in shares)
    if "query" in address:
        address["q"] = address.pop("query")
    if address != st.query_params.to_dict():
        st.query_params.from_dict(address)


def settings() -> Settings:
    """Return the settings in force, each valid for the loaded files."""
    state = st.session_state
    letters = [run.letter for run in workspace().runs]
    baseline = _chosen("baseline", letters)
    system = _chosen("system", [letter for letter in letters if letter != baseline])
    fused = _fused()
    return Settings(
        measure=_choice("measure", {key: key for key in HEADLINES}),
        conventions=Conventions(
            k=state.get("k", NUMBERS["k"][0]),
            gain=_choice("gain", GAINS),
            relevant_from=state.get("relevant") or None,
            order_by=_choice("order", ORDERS),
            ties=_choice("ties", TIES),
        ),
        c=_decimal(state.get("c", NUMBERS["c"][0])),
        baseline=baseline,
        system=system,
        fused=fused,
        weights=_weights(fused),
    )


def chosen_query(query_ids: Sequence[str]) -> str | None:
    """Return the query that all pages show: the chosen one if it is among these, else the first of these."""
    wanted = st.session_state.get("query")
    if wanted in query_ids:
        return str(wanted)
    return query_ids[0] if len(query_ids) else None


def choose_query(query_id: str) -> None:
    """Show this query on all pages."""
    st.session_state["query"] = query_id


def _fused() -> tuple[str, ...]:
    """Return the runs to fuse: those chosen and those loaded after the choice; all where only one would be left."""
    runs = workspace().runs
    everything = tuple(run.letter for run in runs)
    chosen = st.session_state.get("fused", everything)
    offered = st.session_state.get("fused_among")
    letters = tuple(
        run.letter for run in runs if run.letter in chosen or (offered and (run.letter, run.file) not in offered)
    )
    return letters if len(letters) > 1 else everything


def _weights(letters: Sequence[str]) -> tuple[float, ...]:
    typed = [st.session_state.get(f"weight_{letter}") for letter in letters]
    weights = tuple(1.0 if weight is None else _decimal(weight) for weight in typed)
    return weights if any(weights) else (1.0,) * len(letters)


def _decimal(number: float) -> float:
    """Return the decimal that was typed or stepped to: 0.1 + 0.2 is 0.3."""
    return float(f"{number:.15g}")


def with_texts(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame that has a column ``query`` with the texts of the queries as ``text``, empty where unknown."""
    texts = workspace().texts
    return frame.assign(text=[texts.get(query, "") for query in frame["query"]])


@st.cache_resource(show_spinner="Reading the sample collection")
def _sample() -> Workspace:
    return files.sample()


def _chosen(key: str, letters: list[str]) -> str:
    wanted = st.session_state.get(key)
    return wanted if wanted in letters else letters[0] if letters else ""


def _choice(key: str, choices: dict[str, T]) -> T:
    return choices.get(st.session_state.get(key, ""), next(iter(choices.values())))


def _parsed(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
