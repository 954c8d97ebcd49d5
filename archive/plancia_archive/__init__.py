"""The memory: the append-only log of games, what is derived from it, names beside it, importers.

May import `plancia_replay`, `plancia_events`, `plancia_data`.
"""

from plancia_archive.errors import ArchiveError, Conflict, Malformed
from plancia_archive.query import Filters
from plancia_archive.store import Added, Archive
from plancia_archive.verify import Finding, verify

__all__ = ["Added", "Archive", "ArchiveError", "Conflict", "Filters", "Finding", "Malformed", "verify"]
