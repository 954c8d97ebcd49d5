"""Changes of a round that is drawn and not played: who sits at its tables, and the draw taken back (D-195)."""

from __future__ import annotations

from collections.abc import Iterable

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments.state import Table, Tournament


def changed_seats(state: Tournament, number: int, gives: str, takes: str, at: str, leaves: bool) -> list[Members]:
    """Returns the events by which `gives` gives up the seat in a round and `takes` takes it; "" stands for nobody.

    Who has a seat in the round and takes another one swaps with its player, who then cannot be one that `leaves` the
    tournament. Without `gives` a seat is added to the table `at`. Raises ArchiveError for a table that has played.
    """
    tables = {table.name: table for table in drawn_tables(state, number)}
    seats = {name: list(table.seats) for name, table in tables.items()}
    if gives and not any(gives in players for players in seats.values()):
        raise ArchiveError("t-unseated", gives)
    if not gives and at not in seats:
        raise ArchiveError("t-table", f"{number}/{at}")
    if leaves and any(takes in players for players in seats.values()):
        raise ArchiveError("t-swaps", f"{gives}, {takes}")
    if gives == takes:
        raise ArchiveError("t-twice", f"{gives}, {takes}")
    turned = {gives: takes, takes: gives}
    for name, players in seats.items():
        seats[name] = [one for player in players if (one := turned.get(player, player))]
    if not gives:
        seats[at].append(takes)
    changed = [tables[name] for name in seats if seats[name] != tables[name].seats]
    require_unplayed(changed)
    places = [{"round": number, "table": table.name} for table in changed]
    freed = [{"kind": "removed", **place, "why": "seats"} for place in places[1:]]  # else somebody sits twice meanwhile
    return [*freed, *({"kind": "table", **place, "seats": seats[table.name], "instead": True}
                      for place, table in zip(places, changed, strict=True))]  # fmt: skip


def taken_back(state: Tournament, number: int, why: str) -> list[Members]:
    """Returns the events that remove the tables of the last round. Raises ArchiveError if one of them has played."""
    tables = drawn_tables(state, number)
    if number < state.rounds:
        raise ArchiveError("t-later", f"{number} ({state.rounds})")
    require_unplayed(tables)
    return [{"kind": "removed", "round": number, "table": table.name, "why": why} for table in tables]


def drawn_tables(state: Tournament, number: int) -> list[Table]:
    """Returns the tables of a round. Raises ArchiveError for one without any."""
    if tables := state.tables_of_round(number):
        return tables
    raise ArchiveError("t-undrawn", str(number))


def require_unplayed(tables: Iterable[Table]) -> None:
    """Raises ArchiveError for tables that have a result or a game."""
    played = [f"{table.round}/{table.name} ({', '.join(table.seats)})" for table in tables if table.has_result]
    if played:
        raise ArchiveError("t-played", ", ".join(played))


def require_unmoved(events: Iterable[Members], number: int, seen: int) -> None:
    """Raises ArchiveError if tables of a round were formed or removed after the version `seen` of the tournament."""
    moved = ("table", "removed")
    if any(one["event"] > seen and one["kind"] in moved and one["round"] == number for one in events):
        raise ArchiveError("t-moved", str(number))
