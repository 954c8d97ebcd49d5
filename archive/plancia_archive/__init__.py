"""The memory."""
