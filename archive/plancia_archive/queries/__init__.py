"""Queries over the facts: filters, pages, searches, listings."""
