"""The one place where files come in: dropped together, recognised by content."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.ui import state
from pages.ui import workspace as files
from pages.ui.words import plain
from pages.ui.workspace import Loaded, Refusal

LABEL = "Drop runs, qrels and query texts together"
QUICK = 20_000_000
"""Bytes that are read before anybody could read what is being read."""


def show(key: str, *, label: str = LABEL) -> None:
    """Show a drop zone; take what is dropped, and start the page again with it.

    Taken files are cleared from the widget, by a new key, and from the server, which would hold their bytes for as
    long as the session lasts.
    """
    turn = st.session_state.setdefault("uploads", 0)
    uploads = st.file_uploader(label, accept_multiple_files=True, key=f"{key}_{turn}")
    if uploads:
        read = _read(uploads)
        state.keep(state.workspace().with_read(read))
        st.session_state["uploads"] = turn + 1
        _let_go(uploads)
        st.rerun()


def _read(uploads: Sequence[UploadedFile]) -> list[Loaded | Refusal]:
    """Read the files one by one, and say which one where it takes long.

    What was read is remembered until all are: a click elsewhere on the page starts the script anew.
    """
    known: dict[str, Loaded | Refusal] = st.session_state.setdefault("reading", {})
    sizes = [upload.size for upload in uploads]
    place = st.empty() if sum(sizes) > QUICK else None
    for number, upload in enumerate(uploads):
        if place:
            text = f"Reading {plain(upload.name)} ({number + 1} of {len(uploads)})"
            place.progress(sum(sizes[:number]) / sum(sizes), text)
        if upload.file_id not in known:
            known[upload.file_id] = files.read(upload.name, upload.getvalue())
    del st.session_state["reading"]
    return [known[upload.file_id] for upload in uploads]


def _let_go(uploads: Sequence[UploadedFile]) -> None:
    """Remove uploads from the server: a drop zone that disappears leaves them there."""
    context = get_script_run_ctx()
    if context and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for upload in uploads:
            context.uploaded_file_mgr.remove_file(context.session_id, upload.file_id)
            upload.close()  # the widget of this run still holds it


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
            with st.spinner("Reading again"):
                state.keep(loaded.with_uploads(negative, negative_as_zero=True))
            st.rerun()
        if st.button("Dismiss"):
            state.keep(replace(loaded, refusals=()))
            st.rerun()
