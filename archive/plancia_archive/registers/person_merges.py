"""Merges two references of one person: the log has both, everything read from it has one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.registers.merged_references import STREAM, project_merged

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


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
        archive.log.keep_lines(stream, int(row[0] or 0), [line])
        project_merged(archive.log)
        archive.people.take_over(one, other)
        for game_id, number in games:
            game = archive.game(game_id)
            rules = archive.rules_of(game)
            projections.project(archive.db, game_id, int(number), game, rules)
        archive.withdrawals.project_all()
        archive.tournaments.games.memo.clear()
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
