"""Components of the Compare page."""
