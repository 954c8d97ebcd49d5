"""The tables of a tournament whose result is disputed: by a dispute about an event of it, or about the game."""

from __future__ import annotations

from plancia_archive.log.approvals import OPEN_DISPUTE
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments.state import Tournament

TABLE_EVENTS = ("table", "result", "linked", "approved")  # kinds of events that are about a table


def table_of_event(events: list[Members], number: int) -> tuple[int, str] | None:
    """Returns round and name of the table that event `number` (from 1) is about; None if it is about none."""
    event = events[number - 1] if 1 <= number <= len(events) else {}
    return (int(event["round"]), str(event["table"])) if event.get("kind") in TABLE_EVENTS else None


def disputed_tables(log: EntryLog, tournament: Tournament, events: list[Members]) -> dict[tuple[int, str], list[str]]:
    """Returns the open disputes by table. A dispute about no table in particular is one of every table."""
    with log.lock:
        own = log.db.execute(
            f"SELECT dispute, event FROM dispute WHERE tournament = ? AND {OPEN_DISPUTE} ORDER BY number",
            [tournament.id],
        ).fetchall()
        games = log.db.execute(
            f"SELECT dispute, game FROM dispute WHERE {OPEN_DISPUTE} "
            "AND game IN (SELECT game FROM link WHERE tournament = ?) ORDER BY number",
            [tournament.id],
        ).fetchall()  # fmt: skip
    disputes: dict[tuple[int, str], list[str]] = {}
    for dispute, event in own:
        place = table_of_event(events, int(event))
        for key in (place,) if place else tournament.tables:
            disputes.setdefault(key, []).append(str(dispute))
    for dispute, game in games:
        for key, table in tournament.tables.items():
            if table.game == game:
                disputes.setdefault(key, []).append(str(dispute))
    return disputes
