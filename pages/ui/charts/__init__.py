"""Charts: functions from a tidy frame to an Altair chart, free of Streamlit."""
