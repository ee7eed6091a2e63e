"""Programs that measure; run by hand, never collected by pytest."""
