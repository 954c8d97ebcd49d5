"""The memory: the append-only log of games, what is derived from it, names beside it, importers.

May import `plancia_replay`, `plancia_events`, `plancia_data`.
"""

from plancia_archive.archive import Added, Archive
from plancia_archive.errors import ArchiveError, Conflict, Malformed
from plancia_archive.integrity.verify import Finding, verify
from plancia_archive.queries.filters import Filters

__all__ = ["Added", "Archive", "ArchiveError", "Conflict", "Filters", "Finding", "Malformed", "verify"]
