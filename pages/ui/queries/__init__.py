"""Components of the Queries page."""
