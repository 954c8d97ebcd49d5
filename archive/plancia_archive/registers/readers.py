"""Redacts games that are not over for a reader, by the role and the limits of the token (roles.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.redaction import ALL_SEATS, is_over, redact, redact_line
from plancia_archive.registers.roles import LIMIT_KINDS, Grant
from plancia_archive.registers.targets import game_target
from plancia_events import Game

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

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

    def clear_judgements(self, view: Archive, rows: list[dict[str, Any]]) -> None:
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
