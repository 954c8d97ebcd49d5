"""Tables of tournaments that wait for a game to be recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.tournaments.state import Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

TABLE_EVENTS = ("table", "result", "linked", "approved")  # kinds of events that are about a table


CANDIDATES = (  # a range scan of the tournaments' entries, for the one game asked about
    "SELECT DISTINCT game FROM entry WHERE game >= 'tournament:' AND game < 'tournament;' AND instr(body, ?) > 0"
)


def typed_in_place_of(archive: Archive, game_id: str) -> dict[str, Any] | None:
    """Returns title, round and table whose typed result stands in for a recording; None if there is none."""
    with archive.lock:
        rows = archive.db.execute(CANDIDATES, [game_id.encode()]).fetchall()
    for (stream,) in rows:
        tournament = archive.tournaments.get(str(stream).partition(":")[2])
        for table in tournament.tables.values():
            if table.left_off == game_id:
                return {"title": tournament.title, "round": table.round, "table": table.name}
    return None


@dataclass(frozen=True)
class OpenTable:
    """A table of an open tournament without a result: where it is, and the references of its players."""

    tournament: str
    title: str
    round: int
    name: str
    seats: tuple[str, ...]

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the address that begins a game of this table."""
        return {"tournament": self.tournament, "round": str(self.round), "table": self.name}


def open_tables(archive: Archive) -> list[OpenTable]:
    """Returns the tables without a result, the newest round of each tournament first."""
    tournaments = [archive.tournaments.get(name) for name in archive.tournaments.ids()]
    return [table for state in tournaments if not state.closed for table in tables_without_result(state)]


def tables_without_result(state: Tournament) -> list[OpenTable]:
    """Returns the tables of a tournament without a result, the last round first."""
    return [
        OpenTable(state.id, state.title, table.round, table.name, tuple(table.seats))
        for table in sorted(state.tables.values(), key=lambda table: (-table.round, table.name))
        if not table.has_result
    ]


def last_variant(archive: Archive, tournament: str) -> str:
    """Returns the header Variant of the game linked in the last round, else the variant named like the system."""
    state = archive.tournaments.get(tournament)
    linked = [table for table in state.tables.values() if table.game]
    if not linked:
        return state.system
    last = max(linked, key=lambda table: (table.round, table.name))
    return archive.game(str(last.game)).header("Variant") or ""
