"""Compare."""

import streamlit as st

from pages.ui import results, state

s = state.settings()
st.title("hello")
st.write(s)
st.write(results.comparison(s, s.system).queries)
st.write(results.sensitivity(s))
