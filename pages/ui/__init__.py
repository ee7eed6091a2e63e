"""What the pages are made of: state, cached calls, charts and components."""
