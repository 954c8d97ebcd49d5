"""Findings as sentences, and texts typed in haste made complete."""
