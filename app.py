"""Rankscope: start with ``streamlit run app.py``."""

import streamlit as st

from pages.ui import frame, routes

st.set_page_config(page_title="Rankscope", page_icon=":material/query_stats:", layout="wide")
page = st.navigation(routes.all_pages(), position="top")
frame.show()
page.run()
