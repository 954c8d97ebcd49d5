"""Merges two references of one person, and parts them again. The log keeps both; queries return the current one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.registers.merged_references import PERSONS, Merged, Parted
from plancia_archive.tournaments.state import TOURNAMENTS

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def merge_people(archive: Archive, kept_name: str, merged_name: str) -> tuple[str, str]:
    """Merges one person into another, whose name and reference are kept; returns both references, the kept one first.

    Raises ArchiveError for an unknown person, the same person twice, and people with a common game or tournament.
    """
    with archive.writing():
        kept_reference, merged_reference = check_merge(archive, kept_name, merged_name)
        games = games_of(archive, merged_reference)
        PERSONS.append(archive.log, kept_reference, Merged(player=merged_reference))
        PERSONS.rebuild_table(archive.log)
        archive.people.move_aliases(kept_reference, merged_reference)
        project_again(archive, games)
    return kept_reference, merged_reference


def part_people(archive: Archive, merged_reference: str, name: str = "") -> tuple[str, str]:
    """Undoes a merge: the merged reference is a person again; returns both references, that of the other one first.

    Its name is `name`, by default that of the other person; aliases stay with the other one but for this name. What was
    written under the other reference after the merge stays there. Raises ArchiveError for a reference that is not
    merged, and for the name of a third person.
    """
    with archive.writing():
        people = archive.people
        kept_reference = people.merged().get(merged_reference)
        if kept_reference is None:
            raise ArchiveError("not-merged", merged_reference[:40])
        people.check_not_erased(kept_reference)
        new_name = " ".join(name.split()) or people.name(kept_reference)
        if people.find(new_name) not in (None, kept_reference):
            raise ArchiveError("person-other", f"{new_name} ({people.find(new_name)})")
        games = games_of(archive, kept_reference)
        PERSONS.append(archive.log, kept_reference, Parted(player=merged_reference))
        PERSONS.rebuild_table(archive.log)
        people.give_back_name(kept_reference, merged_reference, new_name)
        project_again(archive, games)
    return kept_reference, merged_reference


def project_again(archive: Archive, games: list[tuple[str, int]]) -> None:
    """Writes the derived rows of games again, after references were merged or parted. Call inside a transaction."""
    for game_id, number in games:
        game = archive.game(game_id)
        rules = archive.rules_of(game)
        projections.project(archive.db, game_id, int(number), game, rules)
    archive.withdrawals.rebuild_table()
    archive.tournaments.games.memo.clear()


def check_merge(archive: Archive, kept_name: str, merged_name: str) -> tuple[str, str]:
    """Returns the references of two people who may be merged. Raises ArchiveError if they may not."""
    kept_reference, merged_reference = (archive.people.find(name) for name in (kept_name, merged_name))
    for name, reference in ((kept_name, kept_reference), (merged_name, merged_reference)):
        if reference is None:
            raise ArchiveError("person", name)
        archive.people.check_not_erased(reference)
    assert kept_reference is not None and merged_reference is not None
    if kept_reference == merged_reference:
        raise ArchiveError("same-person", f"{kept_name}, {merged_name}")
    if shared_events := common_events(archive, kept_reference, merged_reference):
        raise ArchiveError("persons-met", ", ".join(shared_events))
    return kept_reference, merged_reference


def games_of(archive: Archive, reference: str) -> list[tuple[str, int]]:
    """Returns the games of a player or an arbiter, with their numbers."""
    has_seat = "game IN (SELECT game FROM seat WHERE player_ref = ?)"
    statement = f"SELECT game, number FROM game WHERE arbiter = ? OR {has_seat}"
    rows = archive.db.execute(statement, [reference, reference]).fetchall()
    return [(str(game_id), int(number)) for game_id, number in rows]


def common_events(archive: Archive, first: str, second: str) -> list[str]:
    """Returns the games and tournaments in which both people took part."""
    rows = archive.db.execute(
        "SELECT DISTINCT a.game FROM seat a JOIN seat b USING (game) WHERE a.player_ref = ? AND b.player_ref = ?",
        [first, second],
    ).fetchall()
    players_by_tournament = {name: archive.tournaments.get(name).players for name in TOURNAMENTS.names(archive.log)}
    tournaments = [name for name, players in players_by_tournament.items() if first in players and second in players]
    return [*(str(row[0]) for row in rows), *tournaments]
