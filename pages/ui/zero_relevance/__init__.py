"""Components of the Zero relevance page."""
