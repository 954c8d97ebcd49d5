"""Two references that turn out to be one person: the log keeps both, everything read from it has one.

The stream `person:REFERENCE` says which references this one stands for, a line each; the table `merged` is made of it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


STREAM = "person:"


def checked(line: str) -> str:
    """The reference that a line of a person's stream names. Raises ArchiveError."""
    try:
        found = json.loads(line)
        other = str(found["player"])
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("person", line[:80]) from error
    if found != {"kind": "merged", "player": other} or not REFERENCE.match(other):
        raise ArchiveError("person", line[:80])
    return other


def merged_of_log(archive: Archive) -> dict[str, str]:
    """Which reference stands for which, as the log tells it. Raises ArchiveError for a damaged stream."""
    found: dict[str, str] = {}
    statement = "SELECT game, body FROM entry WHERE game LIKE 'person:%' ORDER BY log_index"
    for stream, body in archive.db.execute(statement).fetchall():
        for line in bytes(body).decode().splitlines():
            one, other = str(stream).removeprefix(STREAM), checked(line)
            found = {gone: one if into == other else into for gone, into in found.items()} | {other: one}
    return found


def project_merged(archive: Archive) -> None:
    """Makes the table `merged` anew from the log; inside a transaction, before any game is read."""
    archive.db.execute("DELETE FROM merged")
    for one, other in merged_of_log(archive).items():
        archive.db.execute("INSERT INTO merged(player_ref, into_ref) VALUES (?, ?)", [one, other])


def merge(archive: Archive, kept: str, gone: str) -> tuple[str, str]:
    """Makes one person of two, under the name and reference of the first; both references.

    Raises ArchiveError for nobody, for one person twice, and for two who met in a game or a tournament.
    """
    with archive.writing():
        one, other = (archive.people.find(name) for name in (kept, gone))
        for name, found in ((kept, one), (gone, other)):
            if found is None:
                raise ArchiveError("person", name)
        assert one is not None and other is not None
        if one == other:
            raise ArchiveError("same-person", f"{kept}, {gone}")
        if met := met_in(archive, one, other):
            raise ArchiveError("persons-met", ", ".join(met))
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


def met_in(archive: Archive, one: str, other: str) -> list[str]:
    """The games and tournaments in which two persons sat or entered beside each other."""
    rows = archive.db.execute(
        "SELECT DISTINCT a.game FROM seat a JOIN seat b USING (game) WHERE a.player_ref = ? AND b.player_ref = ?",
        [one, other],
    ).fetchall()
    entered = {name: archive.tournaments.get(name).players for name in archive.tournaments.ids()}
    contests = [name for name, players in entered.items() if one in players and other in players]
    return [*(str(row[0]) for row in rows), *contests]
