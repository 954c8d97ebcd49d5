"""Anchors: timestamps by outside authorities (RFC 3161) for checkpoints of the log."""
