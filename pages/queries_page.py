import streamlit as st
from pages.ui import state
st.title('queries'); st.write(state.settings())
if 'queries'=='fusion': st.number_input('c',0.0,None,60.0,1.0,key='c',bind='query-params')
