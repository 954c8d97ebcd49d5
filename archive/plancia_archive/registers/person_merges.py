"""Merges two references of one person: the log has both, everything read from it has one.

The stream `person:REFERENCE` has a line for each reference merged into this one; the table `merged` is derived from it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


STREAM = "person:"


def parse_merge(line: str) -> str:
    """Parses a line of a person's stream; returns the merged reference. Raises ArchiveError."""
    try:
        event = json.loads(line)
        other = str(event["player"])
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("person", line[:80]) from error
    if event != {"kind": "merged", "player": other} or not REFERENCE.match(other):
        raise ArchiveError("person", line[:80])
    return other


def read_merges(archive: Archive) -> dict[str, str]:
    """Merged references read from the log, old to current. Raises ArchiveError for a damaged stream."""
    merged: dict[str, str] = {}
    statement = "SELECT game, body FROM entry WHERE game LIKE 'person:%' ORDER BY log_index"
    for stream, body in archive.db.execute(statement).fetchall():
        for line in bytes(body).decode().splitlines():
            current, other = str(stream).removeprefix(STREAM), parse_merge(line)
            merged = {old: current if into == other else into for old, into in merged.items()} | {other: current}
    return merged


def project_merged(archive: Archive) -> None:
    """Rebuilds the table `merged` from the log; call inside a transaction, before any game is read."""
    archive.db.execute("DELETE FROM merged")
    for old, current in read_merges(archive).items():
        archive.db.execute("INSERT INTO merged(player_ref, into_ref) VALUES (?, ?)", [old, current])


def merge(archive: Archive, kept: str, gone: str) -> tuple[str, str]:
    """Merges person `gone` into `kept`, whose name and reference remain; returns both references.

    Raises ArchiveError for an unknown person, one person twice, and two people who met in a game or a tournament.
    """
    with archive.writing():
        one, other = (archive.people.find(name) for name in (kept, gone))
        for name, reference in ((kept, one), (gone, other)):
            if reference is None:
                raise ArchiveError("person", name)
        assert one is not None and other is not None
        if one == other:
            raise ArchiveError("same-person", f"{kept}, {gone}")
        if common := common_events(archive, one, other):
            raise ArchiveError("persons-met", ", ".join(common))
        seated = "game IN (SELECT game FROM seat WHERE player_ref = ?)"
        statement = f"SELECT game, number FROM game WHERE arbiter = ? OR {seated}"
        games = archive.db.execute(statement, [other, other]).fetchall()
        stream = STREAM + one
        row = archive.db.execute("SELECT max(first + count) FROM entry WHERE game = ?", [stream]).fetchone()
        line = json.dumps({"kind": "merged", "player": other}, sort_keys=True, separators=(",", ":")) + "\n"
        archive.keep_lines(stream, int(row[0] or 0), [line])
        project_merged(archive)
        archive.people.take_over(one, other)
        for game_id, number in games:
            game = archive.game(game_id)
            rules = archive.rules_of(game)
            archive.project(game_id, int(number), game, rules)
        archive.withdrawals.project_all()
        archive.tournaments.judged.clear()
    return one, other


def common_events(archive: Archive, one: str, other: str) -> list[str]:
    """Games and tournaments in which both people took part."""
    rows = archive.db.execute(
        "SELECT DISTINCT a.game FROM seat a JOIN seat b USING (game) WHERE a.player_ref = ? AND b.player_ref = ?",
        [one, other],
    ).fetchall()
    entered = {name: archive.tournaments.get(name).players for name in archive.tournaments.ids()}
    tournaments = [name for name, players in entered.items() if one in players and other in players]
    return [*(str(row[0]) for row in rows), *tournaments]
