import streamlit as st
from pages.ui import state
st.title('zero_relevance'); st.write(state.settings())
if 'zero_relevance'=='fusion': st.number_input('c',0.0,None,60.0,1.0,key='c',bind='query-params')
