"""The pages and their addresses.

The files of pages end in ``_page``; what has the name of an address itself is explained in :mod:`pages.ui.cold_start`.
"""

from typing import Any

import streamlit as st

PAGES = {
    "compare": ("Compare", "compare_arrows", "Which system is better, and on which queries"),
    "queries": ("Queries", "manage_search", "The ranked lists of one query side by side"),
    "fusion": ("Fusion", "merge", "Reciprocal rank fusion, and how much its constant matters"),
    "zero_relevance": ("Zero relevance", "rule", "Queries with nothing relevant"),
    "inputs": ("Inputs", "fact_check", "What was read from each file"),
    "method": ("Method", "function", "The formulas, with a worked example to edit"),
}


def page(slug: str) -> Any:
    """Return a page by its address; the first one is also the start page."""
    title, icon, purpose = PAGES[slug]
    return st.Page(
        f"pages/{slug}_page.py",
        title=title,
        icon=f":material/{icon}:",
        url_path=slug,
        help=purpose,
        default=slug == next(iter(PAGES)),
    )


def all_pages() -> list[Any]:
    """Return all pages in the order of the navigation."""
    return [page(slug) for slug in PAGES]
