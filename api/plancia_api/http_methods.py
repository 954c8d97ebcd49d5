"""The HTTP methods that only read."""

from __future__ import annotations

READ_METHODS = ("GET", "HEAD", "OPTIONS")
