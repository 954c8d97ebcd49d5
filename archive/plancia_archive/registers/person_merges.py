"""Merges two references of one person: the log has both, everything read from it has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.registers.merged_references import project_merged
from plancia_archive.registers.people import STREAM

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def merge(archive: Archive, kept: str, gone: str) -> tuple[str, str]:
    """Merges person `gone` into `kept`, whose name and reference remain; returns both references.

    Raises ArchiveError for an unknown person, one person twice, and two people who met in a game or a tournament.
    """
    with archive.writing():
        one, other = check_merge(archive, kept, gone)
        games = games_of(archive, other)
        archive.log.append_events(STREAM + one, [{"kind": "merged", "player": other}])
        project_merged(archive.log)
        archive.people.take_over(one, other)
        for game_id, number in games:
            game = archive.game(game_id)
            rules = archive.rules_of(game)
            projections.project(archive.db, game_id, int(number), game, rules)
        archive.withdrawals.rebuild_table()
        archive.tournaments.games.memo.clear()
    return one, other


def preview(archive: Archive, kept: str, gone: str) -> dict[str, Any]:
    """Returns what `merge` would change.

    Both references and names, the number of games. Raises ArchiveError as `merge`.
    """
    with archive.lock:
        one, other = check_merge(archive, kept, gone)
        people = archive.people
        return {
            "one": one, "one_name": people.name(one), "other": other, "other_name": people.name(other),
            "games": len(games_of(archive, other)), "aliases": ", ".join(people.spellings(other)),
        }  # fmt: skip


def check_merge(archive: Archive, kept: str, gone: str) -> tuple[str, str]:
    """Returns the references of two people who may be merged. Raises ArchiveError if they may not."""
    one, other = (archive.people.find(name) for name in (kept, gone))
    for name, reference in ((kept, one), (gone, other)):
        if reference is None:
            raise ArchiveError("person", name)
        archive.people.refuse_erased(reference)
    assert one is not None and other is not None
    if one == other:
        raise ArchiveError("same-person", f"{kept}, {gone}")
    if common := common_events(archive, one, other):
        raise ArchiveError("persons-met", ", ".join(common))
    return one, other


def games_of(archive: Archive, reference: str) -> list[tuple[str, int]]:
    """Returns the games of a player or an arbiter, with their numbers."""
    seated = "game IN (SELECT game FROM seat WHERE player_ref = ?)"
    statement = f"SELECT game, number FROM game WHERE arbiter = ? OR {seated}"
    rows = archive.db.execute(statement, [reference, reference]).fetchall()
    return [(str(game_id), int(number)) for game_id, number in rows]


def common_events(archive: Archive, first: str, second: str) -> list[str]:
    """Returns the games and tournaments in which both people took part."""
    rows = archive.db.execute(
        "SELECT DISTINCT a.game FROM seat a JOIN seat b USING (game) WHERE a.player_ref = ? AND b.player_ref = ?",
        [first, second],
    ).fetchall()
    entered = {name: archive.tournaments.get(name).players for name in archive.tournaments.ids()}
    tournaments = [name for name, players in entered.items() if first in players and second in players]
    return [*(str(row[0]) for row in rows), *tournaments]
