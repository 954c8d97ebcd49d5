"""Redacts games that are not over for a reader, by the role and the limits of the token (roles.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.redaction import ALL_SEATS, is_over, redact, redact_line
from plancia_archive.registers.roles import LIMIT_KINDS, Grant, Target
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


HIDING_GAMES_QUERY = "SELECT game FROM game INDEXED BY game_hidden WHERE hidden = 1"
# members of a row of a game list that come from the judgement and could reveal hidden values
JUDGEMENT_MEMBERS = (
    "reason",
    "winner",
    "winner_ref",
    "winners",
    "illegal",
    "undecidable",
    "clean",
    "impossible",
    "declared",
)


@dataclass(frozen=True)
class Reader:
    """A reader of the present archive with the grant of a token, None without a token.

    Rights, and whether a game is over, are determined by the present archive, also for views of an earlier state.
    """

    archive: Archive
    grant: Grant | None

    @property
    def sees_everything(self) -> bool:
        """True for a token that permits reading the hidden values of every open game."""
        return (
            self.grant is not None
            and self.grant.permits("hidden.read")
            and not any(self.grant.limits.get(kind) for kind in LIMIT_KINDS)
        )

    def seats(self, game_id: str) -> str:
        """Returns the seats whose hidden values the reader may see in an open game: `ALL_SEATS`, colours, or none."""
        if self.grant is None or self.sees_everything:
            return ALL_SEATS if self.grant else ""
        try:
            target = game_target(self.archive, game_id, self.grant.limits)
            if self.grant.permits("hidden.read"):
                self.grant.require("hidden.read", target)
                return ALL_SEATS
            self.grant.require("hidden.own", target)
        except ArchiveError:
            return ""
        players = self.archive.log.headers(game_id).players
        return "".join(sorted(colour for colour, player in players.items() if player == self.grant.player))

    def redact(self, view: Archive, game_id: str, game: Game) -> Game:
        """Returns a game of a view without the values that are hidden from this reader."""
        if self.sees_everything or is_over(game):
            return game
        redacted_game = redact(game, self.seats(game_id))
        if redacted_game is not game and view.log.as_of and is_over(self.archive.game(game_id)):
            return game
        return redacted_game

    def game(self, view: Archive, game_id: str) -> Game:
        """Returns a stored game without the values that are hidden from this reader. Raises ArchiveError."""
        return self.redact(view, game_id, view.game(game_id))

    def text(self, view: Archive, game_id: str) -> str:
        """Returns the text of a stored game, unchanged if nothing in it is hidden from this reader.

        Raises ArchiveError.
        """
        if self.sees_everything:
            return view.text(game_id)
        game = view.game(game_id)
        redacted_game = self.redact(view, game_id, game)
        return view.text(game_id) if redacted_game is game else redacted_game.text()

    def sees_whole_game(self, game_id: str) -> bool:
        """Returns whether nothing in the present game is hidden from this reader. Raises ArchiveError."""
        if self.sees_everything:
            return True
        with self.archive.lock:
            row = self.archive.db.execute("SELECT hidden FROM game WHERE game = ?", [game_id]).fetchone()
        if row and not row[0]:
            return True
        game = self.archive.game(game_id)
        return self.redact(self.archive, game_id, game) is game

    def lines(self, game_id: str, lines: list[str]) -> list[str]:
        """Returns lines of a game, such as those of a ruling, without the values that are hidden from this reader."""
        if not game_id or self.sees_everything or is_over(self.archive.game(game_id)):
            return lines
        seats = self.seats(game_id)
        return [redact_line(line, seats) for line in lines]

    def excludes_hidden_games(self, view: Archive) -> bool:
        """Returns whether statistics over many games must exclude those with hidden values (the filter `hidden`)."""
        with view.lock:
            return not self.sees_everything and view.db.execute(HIDING_GAMES_QUERY).fetchone() is not None

    def clear_judgements(self, view: Archive, rows: list[Row]) -> None:
        """Sets the members of game list rows that could reveal hidden values to None, in place."""
        if not self.excludes_hidden_games(view):
            return
        with view.lock:
            hiding_games = {str(row[0]) for row in view.db.execute(HIDING_GAMES_QUERY).fetchall()}
        for row in rows:
            if row["game"] in hiding_games and self.seats(str(row["game"])) != ALL_SEATS:
                row.update(dict.fromkeys(JUDGEMENT_MEMBERS))
                for seat in row.get("players", ()):
                    seat.update(points=None, won=False)
