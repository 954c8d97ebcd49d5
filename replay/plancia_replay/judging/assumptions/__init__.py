"""Judging where a document or a record leaves something open: readings, lists, open points."""
