"""Views of the archive at an earlier size of its log."""
