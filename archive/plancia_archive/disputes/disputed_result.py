"""The typed result that a dispute of a tournament is about: its table, in words as it was disputed and as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.tournaments.disputed_tables import table_of_event
from plancia_archive.tournaments.state import Table
from plancia_data import decimal_text, in_language

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def disputed_table(archive: Archive, tournament: str, event: int, version: int | None = None) -> Table | None:
    """Returns the table that an event of a tournament is about, as of a version; None for an event about none."""
    place = table_of_event(archive.tournaments.events(tournament), event)
    return archive.tournaments.get(tournament, version).tables.get(place) if place else None


def result_sentence(archive: Archive, tournament: str, event: int, lang: str) -> str:
    """Returns round, table and points in words, with references for people; "" for an event about no table.

    The points are those of the event; where the table has others now, these follow.
    """
    disputed, now = (disputed_table(archive, tournament, event, version) for version in (event, None))
    if disputed is None:
        return ""
    place = in_language(lang, "Turno {}, tavolo {}", "Round {}, table {}").format(disputed.round, disputed.name)
    text = f"{place}: {points_text(disputed, lang)}"
    if now is not None and points_text(now, lang) != points_text(disputed, lang):
        changed = points_text(now, lang) if now.has_result else in_language(lang, "nessun risultato", "no result")
        text += in_language(lang, ". Adesso: ", ". Now: ") + changed
    return text


def points_text(table: Table, lang: str) -> str:
    """Returns the players of a table with their points; of one whose result is a game, with the id of the game."""
    points = table.typed["points"] if table.typed else {}
    seats = ", ".join(f"{player} {decimal_text(points[player], lang)}" if points else player for player in table.seats)
    return f"{seats} ({table.game})" if table.game else seats
