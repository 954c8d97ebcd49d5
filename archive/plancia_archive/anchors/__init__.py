"""Anchors outside the club: statements of others that a checkpoint existed."""
