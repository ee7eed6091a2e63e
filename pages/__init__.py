"""The pages of the dashboard: each reads state, calls core and shows the result."""
