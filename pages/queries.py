"""The address /queries of a server that was just started."""

from pages.ui.cold_start import hand_over

hand_over()
