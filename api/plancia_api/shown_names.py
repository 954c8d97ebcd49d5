"""Decides whether a caller is shown names of people; other answers contain references only.

Names are personal data. A token that may read names is shown them in every answer; other callers see them in standings,
statistics and pages, and with `plancia serve --private` in none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from plancia_api.app_keys import AppKey
from plancia_api.auth import current_grant
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_archive import Archive, ArchiveError
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.queries.game_titles import GameTitle
from plancia_archive.queries.game_titles import game_titles as archive_titles
from plancia_data import messages


def game_titles(game_ids: Iterable[str]) -> dict[str, GameTitle]:
    """Returns the title of each game by id. Raises ArchiveError for a game that does not exist."""
    names = current_names()
    return archive_titles(archive(), game_ids, language(), names.text if names else str)


def game_title(game_id: str) -> GameTitle:
    """Returns the title of one game. Raises ArchiveError for a game that does not exist."""
    return game_titles([game_id])[game_id]


PRIVATE = AppKey[bool]("private")  # whether only tokens that may read names are shown them


def may_read_names() -> bool:
    """Returns True if the token may read names (registers/roles.py). Raises Problem 401 for an invalid token."""
    grant = current_grant()
    return grant is not None and grant.permits("names.read")


def names_shown() -> bool:
    """Returns True if standings and statistics show names to the caller. Raises Problem 401 for an invalid token."""
    return not PRIVATE.current or may_read_names()


def confirmation_words(line: dict[str, Any]) -> str:
    """Returns who confirms a result, and the role of who entered it where that was not the player."""
    name = display_name(line["player"])
    if line["role"] == "player":
        return name
    role = messages("columns", language())[f"role={line['role']}"]
    return f"{name} ({messages('api', language())['entered_by'].format(role=role)})"


def current_names() -> ShownNames | None:
    """Returns the names of the archive in the caller's language; None if names are not shown."""
    return ShownNames(archive().people, language()) if names_shown() else None


def display_name(reference: str) -> str:
    """Returns the name of a player if names are shown, else the reference."""
    names = current_names()
    return names.name(reference) if names else reference


def insert_names(value: Any) -> Any:
    """Returns rows or an object with names instead of references in free text, if names are shown."""
    return ShownNames(archive().people, language()).value(value) if names_shown() else value


def insert_readable_names(value: Any) -> Any:
    """Returns a game, events or verdicts with names in free text, if the token may read names.

    Erased people keep their references, so that a game that is sent back is recognised.
    """
    return ShownNames(archive().people).value(value) if may_read_names() else value


def name_source() -> Callable[[Archive], ShownNames | None]:
    """Returns a function that gives the names for an archive or a view of it, None if names are not shown.

    The function may be called after the request, while a stream is sent.
    """
    shown, lang = names_shown(), language()
    return lambda view: ShownNames(view.people, lang) if shown else None


def require_reference(player: str) -> str:
    """Returns the player of a query unchanged. Raises ArchiveError for a name if names are not shown."""
    if not names_shown() and not player.startswith(REFERENCE_PREFIX):
        raise ArchiveError("person", player)
    return player


def names_digest() -> str:
    """Returns a digest of all names, for the ETag of an answer that contains names; empty if none are shown."""
    with archive().lock:
        return archive().people.stamp() if names_shown() else ""


def readable_names_digest() -> str:
    """Returns a digest of all names if the token may read names, else an empty string; for ETags."""
    return names_digest() if may_read_names() else ""
