"""Line-ups of a page of games (colour, player, seat, points), read for all games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.facts.event_rows import Row
from plancia_archive.log.connections import select_in
from plancia_replay.judging.result_verdicts import declared_points
from plancia_replay.text.fact_values import points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.people.shown_names import ShownNames

FREE_COLUMNS = ("event", "place", "round")
SELECT_LABELS = "SELECT game, name FROM label WHERE game IN ({marks})"
SELECT_LINEUPS = (
    "SELECT number, colour, player, seat, won, half_points FROM player_game WHERE number IN ({marks}) "
    "ORDER BY number, seat IS NULL, seat, instr('RBGYNV', colour)"
)


def add_lineups(archive: Archive, rows: list[Row], names: ShownNames | None) -> None:
    """Adds `players` to each row, in order of play if it is recorded, and `winner_name`.

    Unknown points are null. With `names` the references in names and free text are replaced, else names are null.
    """
    by_number = {row["number"]: row for row in rows}
    for row in rows:
        row["players"] = []
    with archive.lock:
        for number, colour, player, seat, won, half_points in select_in(archive.db, SELECT_LINEUPS, by_number):
            by_number[number]["players"].append({
                "colour": colour, "player": player, "name": names.name(player) if names else None, "seat": seat,
                "points": None if half_points is None else points(half_points), "won": bool(won),
            })  # fmt: skip
        for row in rows:
            reference = row["winner_ref"]
            row["winner_name"] = names.name(reference) if names and reference else None
            if names:
                row.update((key, names.text(row[key])) for key in FREE_COLUMNS if row.get(key))


def add_recorder_names(archive: Archive, rows: list[Row]) -> None:
    """Adds `name` to each row: the recorder's id (header Game), None without one."""
    with archive.lock:
        names = dict(select_in(archive.db, SELECT_LABELS, (row["game"] for row in rows)))
    for row in rows:
        row["name"] = names.get(row["game"])


def judgement_members(row: Row) -> Row:
    """The members of a row that the table `game` has as text or number, in the form that a judgement has in JSON."""
    winners = (row["winners"] or "").split()
    return {"clean": bool(row["clean"]), "winners": winners, "declared": declared_points(row["declared"])}
