"""Charts: functions from a tidy frame to an Altair chart, free of Streamlit.

Channels are written as objects (``alt.Y("mean:Q")``), never as bare strings or ``alt.value``: for each of those
Altair searches its whole schema, which takes longer than all the rest of a layer.
"""

from altair.utils import schemapi

# Altair checks every part when it is made and the whole once more when it is shown: once is enough, and twice as fast.
schemapi.disable_debug_mode()
