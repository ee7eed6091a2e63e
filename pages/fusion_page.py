import streamlit as st
from pages.ui import state

st.title("fusion")
st.write(state.settings())
if "fusion" == "fusion":

    def f():
        st.session_state["c"] = st.session_state["fc"]

    st.session_state["fc"] = state.settings().c
    st.number_input("c", 0.0, None, step=1.0, key="fc", on_change=f)
