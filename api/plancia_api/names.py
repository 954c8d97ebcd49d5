"""Whether names of people are shown to this caller; elsewhere in the API players are references.

Names are personal data. A token that may read names shows them everywhere; without it they stand in standings,
statistics and pages alone, and with `plancia serve --private` nowhere.
"""

from __future__ import annotations

from flask import current_app

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive
from plancia_archive import ArchiveError


def may_read_names() -> bool:
    """True for a token that may read names (registers/roles.py). Raises Problem 401 for an invalid token."""
    grant = current_grant()
    return grant is not None and grant.permits("names.read")


def names_shown() -> bool:
    """True where names stand beside references in standings and statistics. Raises Problem 401 for an invalid token."""
    return not current_app.config["PLANCIA_PRIVATE"] or may_read_names()


def shown_name(reference: str) -> str:
    """The name of a player where names are shown, else the reference."""
    return archive().people.name(reference) if names_shown() else reference


def require_reference(player: str) -> str:
    """A player of a query, unchanged. Raises ArchiveError for a name where names are not shown."""
    if not names_shown() and not player.startswith("p_"):
        raise ArchiveError("person", player)
    return player


def names_digest() -> str:
    """A digest of all names for the ETag of an answer that shows some; empty where none are shown."""
    with archive().lock:
        return archive().people.stamp() if names_shown() else ""
