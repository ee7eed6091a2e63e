"""Charts: functions from a tidy frame to an Altair chart, free of Streamlit."""

from altair.utils import schemapi

# Altair checks every part when it is made and the whole once more when it is shown: once is enough, and twice as fast.
schemapi.disable_debug_mode()
