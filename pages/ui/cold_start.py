"""The first request of a server, when it asks for a page other than the start page.

Until a script has called ``st.navigation``, Streamlit takes every file directly in ``pages/`` for a page and runs
it in place of ``app.py``; an address that is no such file is answered with a dialog, "Page not found", over
the page. So each address has a file of its name there that does nothing but hand over to ``app.py``, whose
``st.navigation`` ends that mode for as long as the server lives.
"""

import runpy
from pathlib import Path


def hand_over() -> None:
    """Run the dashboard in place of the file that Streamlit took for a page."""
    runpy.run_path(str(Path(__file__).parents[2] / "app.py"))
