"""What systems are called on pages."""

from core.decimals import number_text
from pages.ui import state
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings
from pages.ui.words import plain, short

_LONGEST = 32


def name_of(chosen: Settings, letter: str) -> str:
    """Return the name of a system, by its letter or ``Fused``, as data and not Markdown."""
    if letter != FUSED:
        return state.workspace().run(letter).run.name
    *first, last = chosen.fused
    method = "Weighted RRF" if chosen.is_weighted else "RRF"
    return f"{method} of {', '.join(first)} and {last}" if first else f"{method} of {last}"


def title_of(chosen: Settings, letter: str) -> str:
    """Return the badge and the name of a system as Markdown, the name harmless and cut to a readable length."""
    return f"{badge(letter)} {plain(short(name_of(chosen, letter), _LONGEST))}"


def fused_file_of(chosen: Settings) -> str:
    """Return the file name of the fused run."""
    weights = f"_w{'_'.join(map(number_text, chosen.weights))}" if chosen.is_weighted else ""
    return f"rrf_c{number_text(chosen.c)}{weights}_{'_'.join(chosen.fused)}.run"
