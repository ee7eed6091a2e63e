"""Components of the Fusion page."""
