"""Verification of an archive by itself, and rebuilding of everything derived."""
