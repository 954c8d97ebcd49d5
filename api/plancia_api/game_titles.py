"""Titles of games on pages, with the names of players where this caller may see names."""

from __future__ import annotations

from collections.abc import Iterable

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.shown_names import current_names
from plancia_archive.queries.game_titles import GameTitle
from plancia_archive.queries.game_titles import game_titles as archive_titles


def game_titles(game_ids: Iterable[str]) -> dict[str, GameTitle]:
    """Returns the title of each game by id. Raises ArchiveError for a game that does not exist."""
    names = current_names()
    return archive_titles(archive(), game_ids, language(), names.text if names else str)


def game_title(game_id: str) -> GameTitle:
    """Returns the title of one game. Raises ArchiveError for a game that does not exist."""
    return game_titles([game_id])[game_id]
