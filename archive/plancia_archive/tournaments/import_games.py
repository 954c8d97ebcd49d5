"""Imports games of a result sheet into the archive and links the tables of a tournament to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments.state import Tournament, apply_event, validate_event

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_events import Game


def tournament_events(archive: Archive, tournament: Tournament, games: list[Game]) -> list[Members]:
    """Converts games to entries, tables and equal typed results, applied to a copy of the tournament first.

    The headers Round and Table of a game name its table; its players sit in the order of the colours. Raises
    ArchiveError.
    """
    events: list[Members] = []
    tournament_copy = archive.tournaments.get(tournament.id)
    for game in games:
        number, table = game.header("Round") or "", game.header("Table")
        if not number.isdecimal() or table is None:
            raise ArchiveError("sheet", game.header("Game") or "")
        header_words = (game.header("Result") or "").split()
        points = dict(zip(header_words[::2], header_words[1::2], strict=False))
        table_key = {"round": int(number), "table": table}
        people = {colour: archive.people.find(name) or name for colour, name in game.players.items()}
        for name in people.values():
            if name not in tournament_copy.players:
                events.append({"kind": "entered", "player": name})
                apply_event(tournament_copy, validate_event(events[-1]))
        events.append({"kind": "table", **table_key, "seats": list(people.values())})
        apply_event(tournament_copy, validate_event(events[-1]))
        result = {"kind": "result", **table_key, "points": {name: points[colour] for colour, name in people.items()}}
        apply_event(tournament_copy, validate_event(result))
        events.append(result)
    return events


def link_games(archive: Archive, name: str, games: list[Game]) -> Tournament:
    """Stores the games and links the tables of a tournament to them, all or nothing.

    Raises ArchiveError, RuleSetError.
    """
    with archive.writing():
        events = tournament_events(archive, archive.tournaments.get(name), games)
        ids = iter([archive.add_game(game).game_id for game in games])
        linked = [
            {"kind": "linked", "round": event["round"], "table": event["table"], "game": next(ids)}
            if event["kind"] == "result" else event
            for event in events
        ]  # fmt: skip
        return archive.tournaments.append(name, linked)
