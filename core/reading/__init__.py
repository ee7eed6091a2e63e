"""Bytes to runs, qrels and query texts, each with a report of what was found while reading."""
