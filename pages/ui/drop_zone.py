"""The one place where files come in: dropped together, recognised by content."""

from dataclasses import replace

import streamlit as st

from pages.ui import state
from pages.ui.words import plain

LABEL = "Drop runs, qrels and query texts together"


def show(key: str, *, label: str = LABEL) -> None:
    """Show a drop zone; take what is dropped, and start the page again with it.

    Taken files are cleared from the widget (by a new key), because it would hold their bytes a second time.
    """
    turn = st.session_state.setdefault("uploads", 0)
    uploads = st.file_uploader(label, accept_multiple_files=True, key=f"{key}_{turn}")
    if uploads:
        with st.spinner(f"Reading {len(uploads)} files"):
            received = [(upload.name, upload.getvalue()) for upload in uploads]
            state.keep(state.workspace().with_uploads(received))
        st.session_state["uploads"] = turn + 1
        st.rerun()


def show_refusals() -> None:
    """Say which files of the last upload were not taken, and why; what was loaded before is still there."""
    loaded = state.workspace()
    if not loaded.refusals:
        return
    title = "Not read" if loaded.last_taken else "Not read, everything is as it was"
    reasons = "\n\n".join(plain(refusal.reason) for refusal in loaded.refusals)
    st.error(reasons, title=title, icon=":material/error:")
    negative = [(each.file, each.data) for each in loaded.refusals if each.data is not None]
    with st.container(horizontal=True):
        if negative and st.button("Count negative grades as 0"):
            state.keep(loaded.with_uploads(negative, negative_as_zero=True))
            st.rerun()
        if st.button("Dismiss"):
            state.keep(replace(loaded, refusals=()))
            st.rerun()
