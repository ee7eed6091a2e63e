"""Tests of reading: one file for each thing that can be asked of it."""
