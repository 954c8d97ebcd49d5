"""Views of earlier states: a read-only archive made from the first entries of the log.

The entries are copied byte for byte. Derived rows are copied for games that have not changed since, and derived again
for the others: games that were continued, corrected, withdrawn or restored later, or whose people were merged later.
Names of people are the present ones, so an erased name does not come back.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.disputes.register import DISPUTES
from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME
from plancia_archive.integrity.game_rows import column_names, game_numbers
from plancia_archive.integrity.rebuild import derive_rows
from plancia_archive.log.approvals import APPROVALS
from plancia_archive.log.archive_stream import STREAM as ARCHIVE_STREAM
from plancia_archive.log.connections import DRIVER, connect, read_only_uri, select_in, translate_error
from plancia_archive.log.creation import create_empty_file, create_tables
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.people.register import STREAM as PERSON
from plancia_archive.registers.merged_references import PERSONS
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tournaments.linked_games import project_links

FAST_PRAGMAS = (
    "journal_mode = OFF",
    "synchronous = OFF",
    "secure_delete = OFF",
)  # durability is not needed: a view is temporary
SELECT_CHANGED_STREAMS = "SELECT DISTINCT game FROM today.entry WHERE log_index >= ?"
SELECT_LATER_PEOPLE = (  # people whose stream begins later, unless the view is older than the migration from form 1
    "SELECT substr(game, 8) FROM today.entry WHERE game >= 'person:' AND game < 'person;' AND first = 0 "
    "AND log_index >= ?1 AND ?1 > (SELECT log_index FROM today.entry WHERE game = ?2 AND first = 0)"
)
SELECT_MERGED_LATER = (  # current reference of people with whom another was merged later
    "SELECT coalesce(m.into_ref, substr(e.game, 8)) FROM today.entry e LEFT JOIN today.merged m "
    "ON m.player_ref = substr(e.game, 8) WHERE e.game >= 'person:' AND e.game < 'person;' AND e.log_index >= ? "
    "AND instr(e.body, CAST('\"merged\"' AS BLOB)) > 0"
)
SELECT_GAMES_OF_PEOPLE = (
    "SELECT game FROM today.seat WHERE player_ref IN ({marks}) UNION "
    "SELECT game FROM today.game WHERE arbiter IN ({marks})"
)


def open_view(path: Path, head: Checkpoint, today: Path | None = None) -> Archive:
    """Opens a view that `make_view` made of the archive at the path `today`, whose files of evidence it uses.

    Raises ArchiveError.
    """
    view = Archive.open(path, read_only=True)
    view.log.files_base_path = today or path
    view.log.as_of = head.head()
    return view


def make_view(archive: Archive, head: Checkpoint, path: Path) -> None:
    """Writes the archive as it was at a head of its log to a new file that only its owner may read.

    Others may write to the archive meanwhile. Raises ArchiveError; OSError if the file exists.
    """
    create_empty_file(path)
    create_tables(path, None, is_private=True)
    db = connect(path)
    try:
        for pragma in FAST_PRAGMAS:
            db.execute(f"PRAGMA {pragma}").fetchall()
        db.execute("ATTACH ? AS today", [read_only_uri(archive.path)])
        view = Archive(path, db)
        db.conn.execute("BEGIN")
        copy_prefix(db, head.size)
        PERSONS.rebuild_table(view.log)
        restore_merged_people(db)
        copy_rows(db, unchanged_games(db, head.size))
        db.conn.commit()
        db.execute("DETACH today")
        db.conn.execute("BEGIN")
        derive_missing(view)
        db.conn.commit()
    except DRIVER.DatabaseError as error:
        raise translate_error(error, path) from error
    finally:
        db.conn.close()


def copy_prefix(db: sqlite_utils.Database, size: int) -> None:
    """Copies the first entries of the log, the checkpoints signed by then, and the people known by then."""
    copy_table(db, "entry", "log_index < ? ORDER BY log_index", size)
    copy_table(db, "checkpoint", "size <= ?", size)
    copy_table(db, "person")
    copy_table(db, "alias")
    for (reference,) in db.execute(SELECT_LATER_PEOPLE, [size, ARCHIVE_STREAM]).fetchall():
        db.execute("DELETE FROM alias WHERE player_ref = ?", [reference])
        db.execute("DELETE FROM person WHERE player_ref = ?", [reference])


def restore_merged_people(db: sqlite_utils.Database) -> None:
    """Adds the people who were merged later, under their present names."""
    rows = db.execute(
        "SELECT player_ref, into_ref FROM today.merged WHERE player_ref NOT IN (SELECT player_ref FROM main.merged)"
    ).fetchall()
    for merged_reference, current in rows:
        db.execute(
            "INSERT OR IGNORE INTO person(player_ref, name) SELECT ?, name FROM today.person WHERE player_ref = ? "
            "AND EXISTS (SELECT 1 FROM main.entry WHERE game = ?)",
            [merged_reference, current, PERSON + str(merged_reference)],
        )


def copy_table(db: sqlite_utils.Database, table: str, condition: str = "1", *values: object) -> None:
    """Copies rows of a table from the present archive."""
    columns = ", ".join(column_names(db, table))
    db.execute(f"INSERT INTO main.{table}({columns}) SELECT {columns} FROM today.{table} WHERE {condition}", values)


def unchanged_games(db: sqlite_utils.Database, size: int) -> list[tuple[str, int]]:
    """Returns ids and numbers of the games that have not changed since the log had `size` entries."""
    later_streams = [str(row[0]) for row in db.execute(SELECT_CHANGED_STREAMS, [size]).fetchall()]
    changed = {stream.removeprefix(WITHDRAWALS.prefix) for stream in later_streams}
    references = [str(row[0]) for row in db.execute(SELECT_MERGED_LATER, [size]).fetchall()]
    changed |= {str(row[0]) for row in select_in(db, SELECT_GAMES_OF_PEOPLE, references)}
    rows = db.execute("SELECT game, number FROM today.game WHERE number < ?", [size]).fetchall()
    return [(str(game), int(number)) for game, number in rows if str(game) not in changed]


def copy_rows(db: sqlite_utils.Database, games: list[tuple[str, int]]) -> None:
    """Copies the derived rows of games."""
    db.execute("CREATE TEMP TABLE kept(game TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT")
    db.conn.executemany("INSERT INTO temp.kept(game, number) VALUES (?, ?)", games)
    for tables, key in ((TABLES_BY_GAME, "game"), (BY_NUMBER, "number")):
        for table in tables:
            copy_table(db, table, f"{key} IN (SELECT {key} FROM temp.kept)")
    db.execute("DROP TABLE temp.kept")


def derive_missing(view: Archive) -> None:
    """Derives the rows that were not copied: those of changed games, withdrawn games, links of tournaments."""
    db = view.db
    withdrawn = {str(row["game"]) for row in WITHDRAWALS.rows(view.log)}
    present = {str(row[0]) for row in db.execute("SELECT game FROM game").fetchall()}
    for game_id, number in game_numbers(db).items():
        if game_id not in present and game_id not in withdrawn:
            rows = derive_rows(view.log, game_id, number)
            if not isinstance(rows, str):  # a damaged text has no rows, as after a rebuild
                projections.insert_rows(db, rows)
    view.withdrawals.rebuild_table()
    APPROVALS.rebuild_table(view.log)
    DISPUTES.rebuild_table(view.log)
    for name in view.tournaments.ids():
        with suppress(ArchiveError):  # a damaged tournament is reported where it is read
            project_links(db, view.tournaments.get(name))
