"""The archive as it stood at an earlier size of its log."""
