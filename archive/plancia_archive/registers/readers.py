"""Who reads: what a reader sees of a game that is not over, by the role and the limits of the token (roles.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.redaction import ALL_SEATS, is_over, redact, redact_line
from plancia_archive.registers.roles import LISTS, Grant
from plancia_archive.registers.targets import game_target
from plancia_events import Game

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

OPEN_AND_HIDING = "SELECT game FROM game INDEXED BY game_hidden WHERE hidden = 1"
# members of a row of a game list that a judgement gives, which may follow from hidden values
JUDGED = ("reason", "winner", "winner_ref", "winners", "illegal", "undecidable", "clean", "impossible", "declared")


@dataclass(frozen=True)
class Reader:
    """A reader of `archive` as it is today, with the grant of a token, or None without one.

    Rights and whether a game is over are those of today, also for views of an earlier state.
    """

    archive: Archive
    grant: Grant | None

    @property
    def sees_everything(self) -> bool:
        """True for a token that shows the hidden values of every open game."""
        return (
            self.grant is not None
            and self.grant.permits("hidden.read")
            and not any(self.grant.limits.get(kind) for kind in LISTS)
        )

    def seats(self, game_id: str) -> str:
        """The seats whose view of a game the reader has while it is open: `ALL_SEATS`, letters of colours, or none."""
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
        players = self.archive.game(game_id).players
        return "".join(sorted(colour for colour, player in players.items() if player == self.grant.player))

    def shows(self, view: Archive, game_id: str, game: Game) -> Game:
        """A game of a view as this reader sees it."""
        if self.sees_everything or is_over(game):
            return game
        shown = redact(game, self.seats(game_id))
        if shown is not game and view.log.as_of and is_over(self.archive.game(game_id)):
            return game
        return shown

    def game(self, view: Archive, game_id: str) -> Game:
        """A stored game as this reader sees it. Raises ArchiveError."""
        return self.shows(view, game_id, view.game(game_id))

    def text(self, view: Archive, game_id: str) -> str:
        """The text of a stored game: byte for byte as stored, where nothing of it is hidden. Raises ArchiveError."""
        if self.sees_everything:
            return view.text(game_id)
        game = view.game(game_id)
        shown = self.shows(view, game_id, game)
        return view.text(game_id) if shown is game else shown.text()

    def may_read_all_of(self, game_id: str) -> bool:
        """True where nothing of the game as it is today is hidden from the reader. Raises ArchiveError."""
        if self.sees_everything:
            return True
        game = self.archive.game(game_id)
        return self.shows(self.archive, game_id, game) is game

    def lines(self, game_id: str, lines: list[str]) -> list[str]:
        """Lines of a game, such as those of a ruling, as this reader sees them."""
        if not game_id or self.sees_everything or is_over(self.archive.game(game_id)):
            return lines
        seats = self.seats(game_id)
        return [redact_line(line, seats) for line in lines]

    def only_shown(self, view: Archive) -> bool:
        """True where figures over many games must leave out those that hide something: the filter `hidden`."""
        with view.lock:
            return not self.sees_everything and view.db.execute(OPEN_AND_HIDING).fetchone() is not None

    def without_judgement(self, view: Archive, rows: list[dict[str, Any]]) -> None:
        """Empties in rows of a game list, with their players, what could follow from values that are hidden."""
        if not self.only_shown(view):
            return
        with view.lock:
            hiding = {str(row[0]) for row in view.db.execute(OPEN_AND_HIDING).fetchall()}
        for row in rows:
            if row["game"] in hiding and self.seats(str(row["game"])) != ALL_SEATS:
                row.update(dict.fromkeys(JUDGED))
                for seat in row.get("players", ()):
                    seat.update(points=None, won=False)
