"""Derived rows made again from the log, a few games at a time, so that others write meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.integrity.derived_rows import columns, numbered, rows_of, told
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.chain import content_hash
from plancia_archive.log.schema import BY_GAME
from plancia_archive.registers.person_merges import project_merged
from plancia_archive.tournaments.game_links import project_links

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

HOLD, PAUSE = 0.1, 0.05  # seconds for which the archive is written, and then left to others


def rebuild(archive: Archive, step: Callable[[], None] | None = None, alone: bool = False) -> list[Finding]:
    """Makes the rows of every game again and takes away those of no game; gives what was other than the log says.

    Each game is made anew in one piece: who reads sees its old rows or its new ones. Where nobody else can use the
    archive (`alone`) there are no pauses. `step` is called after each game.
    """
    found: list[Finding] = []
    with archive.writing():
        project_merged(archive)
        gone = archive.withdrawals.of_log()
    left = list(numbered(archive.db).items())
    left.reverse()
    while left:
        with archive.writing():
            until = time.monotonic() + HOLD
            while left:
                game_id, number = left.pop()
                if game_id not in gone:
                    found += again(archive, game_id, number)
                if step is not None:
                    step()
                if not alone and time.monotonic() >= until:
                    break
        if not alone:
            pause()
    with archive.writing():
        archive.withdrawals.project_all()
        found += cleared(archive)
    return found


def pause() -> None:
    """Leaves the archive to others for a moment."""
    time.sleep(PAUSE)


def again(archive: Archive, game_id: str, number: int) -> list[Finding]:
    """The rows of one game; a finding where they were others, or where its text gives none."""
    there = rows_of(archive.db, game_id, number)
    for table in ("game", "facts"):  # rows that were made under another number
        for row in archive.db.execute(f"SELECT number FROM {table} WHERE game = ?", [game_id]).fetchall():
            projections.forget(archive.db, game_id, int(row[0]))
    try:
        game = archive.game(game_id)
        rules = archive.rules_of(game)
        rows = projections.derived_of(game, rules).rows(game_id, number, game, content_hash(game.text().encode()))
    except Exception as error:
        projections.forget(archive.db, game_id, number)
        return [Finding(game_id, "canonical", f"{type(error).__name__}: {error}"[:200])]
    projections.forget(archive.db, game_id, number)
    projections.store(archive.db, rows)
    made = rows_of(archive.db, game_id, number)
    if made == there:
        return []
    heads = columns(archive.db, "game")
    old = dict(zip(heads, there["game"][0], strict=True)) if len(there["game"]) == 1 else {}
    return [Finding(game_id, "rebuilt", told(made, there, old, dict(zip(heads, made["game"][0], strict=True))))]


def cleared(archive: Archive) -> list[Finding]:
    """Takes away rows of games that are not in the log, and makes the links of every tournament again."""
    found: list[Finding] = []
    db = archive.db
    of_log = "SELECT {} FROM entry WHERE first = 0 AND game NOT LIKE '%:%'"
    for tables, column, key in ((BY_GAME, "game", "game"), (BY_NUMBER, "number", "log_index")):
        for table in tables:
            gone = db.execute(f"DELETE FROM {table} WHERE {column} NOT IN ({of_log.format(key)})").rowcount
            if gone > 0:
                found.append(Finding(table, "ghost", str(gone)))
    db.execute("DELETE FROM link")
    for name in archive.tournaments.ids():
        try:
            project_links(db, archive.tournaments.get(name))
        except Exception as error:
            found.append(Finding(f"tournament:{name}", "tournament", f"{type(error).__name__}: {error}"[:200]))
    return found
