"""Whether names of people are shown to this caller; elsewhere in the API players are references.

Names are personal data. A token that may read names shows them everywhere; without it they stand in standings,
statistics and pages alone, and with `plancia serve --private` nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import current_app

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_archive import Archive, ArchiveError
from plancia_archive.registers.shown_names import ShownNames


def may_read_names() -> bool:
    """True for a token that may read names (registers/roles.py). Raises Problem 401 for an invalid token."""
    grant = current_grant()
    return grant is not None and grant.permits("names.read")


def names_shown() -> bool:
    """True where names stand beside references in standings and statistics. Raises Problem 401 for an invalid token."""
    return not current_app.config["PLANCIA_PRIVATE"] or may_read_names()


def display_name(reference: str) -> str:
    """The name of a player where names are shown, else the reference."""
    return ShownNames(archive().people, language()).name(reference) if names_shown() else reference


def insert_names(value: Any) -> Any:
    """Rows or an object with names in their free texts, where names are shown."""
    return ShownNames(archive().people, language()).value(value) if names_shown() else value


def insert_readable_names(value: Any) -> Any:
    """A game, its events or verdicts with names in their free texts, for a token that may read names.

    Erased people keep their references, so that a game that is sent back is recognised.
    """
    return ShownNames(archive().people).value(value) if may_read_names() else value


def name_source() -> Callable[[Archive], ShownNames | None]:
    """A function that gives the names of an archive or a view of it, None where they are not shown.

    It may be called after the request, while a stream is sent.
    """
    shown, lang = names_shown(), language()
    return lambda view: ShownNames(view.people, lang) if shown else None


def require_reference(player: str) -> str:
    """A player of a query, unchanged. Raises ArchiveError for a name where names are not shown."""
    if not names_shown() and not player.startswith("p_"):
        raise ArchiveError("person", player)
    return player


def names_digest() -> str:
    """A digest of all names for the ETag of an answer that shows some; empty where none are shown."""
    with archive().lock:
        return archive().people.stamp() if names_shown() else ""


def readable_names_digest() -> str:
    """A digest of all names for the ETag of an answer that shows some to a token that may read them; else empty."""
    return names_digest() if may_read_names() else ""
