"""What systems are called on pages."""

from pages.ui import state
from pages.ui.roles import FUSED, badge
from pages.ui.state import Settings
from pages.ui.words import number, plain

_LONGEST = 32


def name_of(chosen: Settings, letter: str) -> str:
    """Return the name of a system, by its letter or ``Fused``, as data and not Markdown."""
    if letter != FUSED:
        return state.workspace().run(letter).run.name
    *first, last = chosen.fused
    return f"RRF of {', '.join(first)} and {last}" if first else f"RRF of {last}"


def title_of(chosen: Settings, letter: str) -> str:
    """Return the badge and the name of a system as Markdown, the name harmless and cut to a readable length."""
    name = name_of(chosen, letter)
    return f"{badge(letter)} {plain(name if len(name) <= _LONGEST else f'{name[: _LONGEST - 1]}…')}"


def fused_file_of(chosen: Settings) -> str:
    """Return the file name of the fused run."""
    return f"rrf_c{number(chosen.c)}_{'_'.join(chosen.fused)}.run"
