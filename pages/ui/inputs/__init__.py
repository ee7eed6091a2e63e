"""Components of the Inputs page."""
