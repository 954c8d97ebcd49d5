"""Builds the targets with which the limits of a token are compared: a game, a new game, a tournament, its tables.

A game belongs to the tournaments that link it. An unlinked game belongs to a tournament of the token's limits that its
header Event names by id or title, so that a recorder of the tournament can start its games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plancia_archive.registers.roles import Target
from plancia_archive.tournaments.disputed_tables import table_of_event
from plancia_events import Game

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

LINKS_QUERY = "SELECT tournament, round, board, club FROM link WHERE game = ?"


def game_target(archive: Archive, game_id: str, limits: Mapping[str, Any]) -> Target:
    """Returns the target of a stored game. Raises ArchiveError if it does not exist."""
    game = archive.game(game_id)
    with archive.lock:
        links = archive.db.execute(LINKS_QUERY, [game_id]).fetchall()
    if not links:
        return unlinked_target(archive, game, limits, game_id)
    return Target(
        game_id, frozenset({game_id}), frozenset(str(row[0]) for row in links),
        frozenset(f"{row[1]}/{row[2]}" for row in links), optional_set(game.header("Event")),
        frozenset(str(row[3]) for row in links if row[3]), frozenset(game.players.values()),
    )  # fmt: skip


def unlinked_target(archive: Archive, game: Game, limits: Mapping[str, Any], game_id: str = "") -> Target:
    """Returns the target of a game that no tournament links, such as a new one. Raises ArchiveError."""
    event, tournaments, clubs = game.header("Event"), set[str](), set[str]()
    for name in limits.get("tournaments", ()):
        if archive.tournaments.exists(name):
            state = archive.tournaments.get(name)
            if event in (name, state.title):
                tournaments.add(name)
                clubs |= {state.club} if state.club else set()
    table = f"{game.header('Round') or '?'}/{game.header('Board') or '?'}"
    return Target(
        game_id or game.header("Game") or "?", optional_set(game_id), frozenset(tournaments), frozenset({table}),
        optional_set(event), frozenset(clubs), frozenset(game.players.values()),
    )  # fmt: skip


def tournament_target(archive: Archive, name: str, event: Mapping[str, Any] | None = None) -> Target:
    """Returns the target of a tournament, or of the table that an event of it names.

    Of one that does not exist yet the event has title and club.
    """
    if archive.tournaments.exists(name):
        state = archive.tournaments.get(name)
        title, club = state.title, state.club
    else:
        title, club = (str((event or {}).get(member, "")) for member in ("title", "club"))
    table = f"{event['round']}/{event['table']}" if event and {"round", "table"} <= event.keys() else None
    return Target(name, tournaments=frozenset({name}), tables=optional_set(table),
                  events=frozenset({name}) | optional_set(title),
                  clubs=optional_set(club))  # fmt: skip


def table_target(archive: Archive, name: str, number: int) -> Target:
    """Returns the target of the event `number` of a tournament: the table that it is about, with who sits there.

    Of an event about no table it is the tournament, with the player whom the event names. Raises ArchiveError.
    """
    events = archive.tournaments.events(name)
    event = events[number - 1] if 1 <= number <= len(events) else {}
    state, place = archive.tournaments.get(name), table_of_event(events, number)
    table = state.tables.get(place) if place else None
    players = table.seats if table else [event["player"]] if event.get("player") else []
    merged = archive.people.merged()
    return replace(
        tournament_target(archive, name, event if place else None),
        players=frozenset(merged.get(str(player), str(player)) for player in players),
    )


def optional_set(text: str | None) -> frozenset[str]:
    """Returns a set of the text, empty for None."""
    return frozenset({text}) if text else frozenset()
