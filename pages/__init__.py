"""The pages: each ``*_page.py`` reads state, calls core and shows; the other files serve :mod:`pages.ui.cold_start`."""
