"""Components of the Method page."""
