"""The archive: the append-only log of games, the tables derived from it, the register of people, importers.

May import `plancia_replay`, `plancia_events`, `plancia_data`. What needs SQLite is imported when it is first used:
importers and judging work without the extra `archive`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError, Conflict, Malformed

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.facts.judgement_changes import AddedGame
    from plancia_archive.integrity.stream_checks import Finding
    from plancia_archive.integrity.verify import verify
    from plancia_archive.queries.filters import Filters

LAZY = {
    "AddedGame": "facts.judgement_changes", "Archive": "archive", "Filters": "queries.filters",
    "Finding": "integrity.stream_checks", "verify": "integrity.verify",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Imports a name at its first use (PEP 562)."""
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{LAZY[name]}"), name)
    globals()[name] = value
    return value


__all__ = ["AddedGame", "Archive", "ArchiveError", "Conflict", "Filters", "Finding", "Malformed", "verify"]
