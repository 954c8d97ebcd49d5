"""Tables, guard triggers and migrations of an archive.

Only `entry`, the person tables and `token` hold source data; the other tables are rebuilt from the log.
"""

from __future__ import annotations

from functools import cache

import sqlite_utils
from sqlite_utils import Migrations

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.tables import BY_NUMBER, FACT_INDEXES, FACT_TABLES, LINK_INDEXES, LINK_TABLE

VERSION = 11  # a higher one makes derived rows again when an archive is opened: also where the judge finds otherwise
QUALIFIED_INDEX = "CREATE INDEX game_qualified ON game(reason, impossible, completeness, winner, provenance, number)"
CREATE_WITHDRAWN = (
    "CREATE TABLE withdrawn(game TEXT PRIMARY KEY, number INTEGER NOT NULL, why TEXT NOT NULL, instead TEXT, "
    "at INTEGER NOT NULL, content TEXT NOT NULL, name TEXT, variant TEXT, date TEXT, event TEXT) STRICT, WITHOUT ROWID",
    "CREATE INDEX withdrawn_content ON withdrawn(content)",
)
CREATE_MERGED = "CREATE TABLE merged(player_ref TEXT PRIMARY KEY, into_ref TEXT NOT NULL) STRICT, WITHOUT ROWID"
migrations = Migrations("plancia")

CREATE_ENTRY = """CREATE TABLE entry(
  log_index INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  first INTEGER NOT NULL CHECK(first >= 0),
  count INTEGER NOT NULL CHECK(count >= 1),
  request_id TEXT NOT NULL UNIQUE,
  recorded_at INTEGER NOT NULL,
  prev BLOB NOT NULL CHECK(length(prev) = 32),
  body BLOB NOT NULL CHECK(length(body) < 65000),
  leaf BLOB NOT NULL CHECK(length(leaf) = 32),
  UNIQUE(game, first)) STRICT"""

GUARD_TRIGGERS = {
    "entry_no_update": "CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "entry_no_delete": "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "entry_in_order": "CREATE TRIGGER entry_in_order BEFORE INSERT ON entry WHEN "
    "NEW.log_index <> (SELECT coalesce(max(log_index) + 1, 0) FROM entry) OR "
    "NEW.first <> (SELECT coalesce(max(first + count), 0) FROM entry WHERE game = NEW.game) "
    "BEGIN SELECT RAISE(ABORT, 'out of order'); END",
}

VERSION_1_SOURCE_TABLES = (
    CREATE_ENTRY,
    *GUARD_TRIGGERS.values(),
    "CREATE TABLE person(player_ref TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    "CREATE TABLE alias(plain TEXT PRIMARY KEY, player_ref TEXT NOT NULL REFERENCES person) STRICT",
    "CREATE TABLE token(hash BLOB PRIMARY KEY, name TEXT NOT NULL, scopes TEXT NOT NULL, made_at INTEGER NOT NULL, "
    "revoked_at INTEGER) STRICT",
)

VERSION_1_DERIVED_TABLES = {
    "game": "CREATE TABLE game(game TEXT PRIMARY KEY, number INTEGER NOT NULL, version INTEGER NOT NULL, "
    "variant TEXT, rules TEXT, event TEXT, place TEXT, date TEXT, round TEXT, board TEXT, arbiter TEXT, "
    "completeness TEXT, provenance TEXT, reason TEXT, winner TEXT, winner_ref TEXT, illegal INTEGER NOT NULL, "
    "undecidable INTEGER NOT NULL, clean INTEGER NOT NULL, impossible INTEGER, content TEXT NOT NULL, "
    "declared TEXT) STRICT",
    "seat": "CREATE TABLE seat(game TEXT NOT NULL, colour TEXT NOT NULL, player_ref TEXT NOT NULL, "
    "PRIMARY KEY(game, colour)) STRICT, WITHOUT ROWID",
    "verdict": "CREATE TABLE verdict(game TEXT NOT NULL, place INTEGER NOT NULL, event INTEGER NOT NULL, "
    "rule TEXT NOT NULL, rule_id TEXT NOT NULL, verdict TEXT NOT NULL, facts TEXT NOT NULL, cite TEXT NOT NULL, "
    "PRIMARY KEY(game, place)) STRICT, WITHOUT ROWID",
    "score": "CREATE TABLE score(game TEXT NOT NULL, colour TEXT NOT NULL, half_points INTEGER NOT NULL, "
    "PRIMARY KEY(game, colour)) STRICT, WITHOUT ROWID",
    "facts": "CREATE TABLE facts(game TEXT PRIMARY KEY, rounds INTEGER, turns INTEGER, attacks INTEGER, "
    "conquests INTEGER, sets INTEGER, draws INTEGER, eliminations INTEGER, end_rolls INTEGER) STRICT",
}
VERSION_2_TABLES = {
    "place": "CREATE TABLE place(game TEXT NOT NULL, colour TEXT NOT NULL, seat INTEGER, objective TEXT, "
    "out INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY(game, colour)) STRICT, WITHOUT ROWID",
    "throw": "CREATE TABLE throw(game TEXT NOT NULL, event INTEGER NOT NULL, attacker TEXT NOT NULL, "
    "defender TEXT NOT NULL, attack_dice INTEGER NOT NULL, defence_dice INTEGER NOT NULL, attack_losses INTEGER "
    "NOT NULL, defence_losses INTEGER NOT NULL, attack_faces TEXT NOT NULL, defence_faces TEXT NOT NULL, "
    "PRIMARY KEY(game, event)) STRICT, WITHOUT ROWID",
    "face": "CREATE TABLE face(game TEXT NOT NULL, colour TEXT NOT NULL, n1 INTEGER NOT NULL, n2 INTEGER NOT NULL, "
    "n3 INTEGER NOT NULL, n4 INTEGER NOT NULL, n5 INTEGER NOT NULL, n6 INTEGER NOT NULL, PRIMARY KEY(game, colour)) "
    "STRICT, WITHOUT ROWID",
    "pair": "CREATE TABLE pair(game TEXT NOT NULL, attacker TEXT NOT NULL, defender TEXT NOT NULL, attack_dice INTEGER "
    "NOT NULL, defence_dice INTEGER NOT NULL, attack_losses INTEGER NOT NULL, defence_losses INTEGER NOT NULL, throws "
    "INTEGER NOT NULL, PRIMARY KEY(game, attacker, defender, attack_dice, defence_dice, attack_losses, "
    "defence_losses)) STRICT, WITHOUT ROWID",
    "label": "CREATE TABLE label(game TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "conquest": "CREATE TABLE conquest(game TEXT NOT NULL, event INTEGER NOT NULL, turn INTEGER NOT NULL, "
    "colour TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, victim TEXT NOT NULL, armies INTEGER NOT NULL, "
    "PRIMARY KEY(game, event)) STRICT, WITHOUT ROWID",
}
CREATE_REQUEST = (
    "CREATE TABLE request(request_id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, game TEXT NOT NULL, "
    "version INTEGER NOT NULL) STRICT, WITHOUT ROWID"
)
REPLACED_TABLES = ("facts", "face", "pair")  # tables of versions 1 and 2, replaced in version 3
# tables of versions 3 to 7, by what they are called since version 8
RENAMED_TABLES = {
    "facts": "game_facts",
    "part": "player_game",
    "fall": "conquest_edge",
    "taken": "conquest_counts",
    "effect": "counterfactual",
    "choice": "game_option",
}
INDEXES = (
    "CREATE INDEX game_number ON game(number)",
    "CREATE INDEX game_variant ON game(variant, number)",
    "CREATE INDEX game_event ON game(event, number)",
    "CREATE INDEX game_date ON game(date, number)",
    "CREATE INDEX game_content ON game(content)",
    "CREATE INDEX seat_player ON seat(player_ref, game)",
    "CREATE INDEX verdict_rule ON verdict(rule_id, verdict)",
)


PAGING_STATEMENTS = (
    "ALTER TABLE seat ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
    "UPDATE seat SET number = coalesce((SELECT number FROM game WHERE game.game = seat.game), 0)",
    "CREATE INDEX seat_number ON seat(player_ref, number)",
    "CREATE INDEX game_winner ON game(winner_ref, number)",
    "CREATE INDEX game_completeness ON game(completeness, number)",
    "CREATE INDEX game_provenance ON game(provenance, number)",
    "CREATE INDEX game_illegal ON game(number) WHERE illegal > 0",
    "CREATE INDEX verdict_game ON verdict(rule_id, game)",
    "ALTER TABLE request ADD COLUMN duplicate INTEGER NOT NULL DEFAULT 0",
)

EVIDENCE_STATEMENTS = (
    "ALTER TABLE entry ADD COLUMN header TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE tile(level INTEGER NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(level, n)) "
    "STRICT, WITHOUT ROWID",
    "CREATE TABLE checkpoint(size INTEGER PRIMARY KEY, note TEXT NOT NULL, signed_at INTEGER NOT NULL) STRICT",
    "ALTER TABLE person ADD COLUMN salt BLOB",
    "ALTER TABLE game ADD COLUMN skeleton TEXT",
    "CREATE INDEX game_skeleton ON game(skeleton)",
    "ALTER TABLE token ADD COLUMN id TEXT",
    "ALTER TABLE token ADD COLUMN role TEXT",
    "ALTER TABLE token ADD COLUMN limits TEXT",
    "ALTER TABLE token ADD COLUMN player_ref TEXT",
    "ALTER TABLE token ADD COLUMN expires_at INTEGER",
    "ALTER TABLE token ADD COLUMN checksum TEXT",
    "CREATE TABLE dispute(dispute TEXT PRIMARY KEY, number INTEGER NOT NULL, game TEXT NOT NULL, "
    "tournament TEXT NOT NULL, event INTEGER NOT NULL, rule TEXT NOT NULL, claimant TEXT NOT NULL, "
    "state TEXT NOT NULL, outcome TEXT NOT NULL, due INTEGER NOT NULL, opened_at INTEGER NOT NULL, "
    "changed_at INTEGER NOT NULL, lines INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX dispute_game ON dispute(game)",
    "CREATE INDEX dispute_tournament ON dispute(tournament)",
    "CREATE TABLE approval(game TEXT PRIMARY KEY, version INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE written_copy(path TEXT PRIMARY KEY, kind TEXT NOT NULL, written_at INTEGER NOT NULL, "
    "head TEXT NOT NULL, size INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE refusal(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, author TEXT NOT NULL, role TEXT NOT NULL, "
    "action TEXT NOT NULL, subject TEXT NOT NULL, code TEXT NOT NULL, skipped INTEGER NOT NULL) STRICT",
    "ALTER TABLE game ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX game_hidden ON game(number) WHERE hidden = 1",
)
LOCAL_TABLES = (
    "token",
    "tile",
    "checkpoint",
    "written_copy",
    "refusal",
)  # not in backups: secrets, caches, local paths


@migrations()
def first_tables(db: sqlite_utils.Database) -> None:
    """Migration to version 1: the log, and the tables derived from it."""
    for statement in (*VERSION_1_SOURCE_TABLES, *VERSION_1_DERIVED_TABLES.values(), *INDEXES):
        db.execute(statement)


@migrations()
def second_tables(db: sqlite_utils.Database) -> None:
    """Migration to version 2: stored requests, statistics and search tables; `Archive.open` fills them from the log."""
    for statement in (CREATE_REQUEST, *VERSION_2_TABLES.values(), "CREATE INDEX label_name ON label(name)"):
        db.execute(statement)


@migrations()
def pages(db: sqlite_utils.Database) -> None:
    """Adds the indexes for keyset pagination in log order, and `request.duplicate`."""
    for statement in PAGING_STATEMENTS:
        db.execute(statement)


@migrations()
def third_tables(db: sqlite_utils.Database) -> None:
    """Adds the links of games to tournaments and `game.edition`; drops the tables that version 3 replaces."""
    for table in REPLACED_TABLES:
        db.execute(f"DROP TABLE {table}")
    db.execute("ALTER TABLE game ADD COLUMN edition INTEGER")
    for statement in (LINK_TABLE, *LINK_INDEXES):
        db.execute(statement)


@migrations()
def fifth_tables(db: sqlite_utils.Database) -> None:
    """Recreates the tables that statistics scan (`fact_tables`) for version 5."""
    for table in BY_NUMBER:
        db.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in (*FACT_TABLES.values(), *FACT_INDEXES):
        db.execute(statement)


@migrations()
def sixth_tables(db: sqlite_utils.Database) -> None:
    """Adds `game.winners`, partners included; recreates the tables that statistics scan for version 6."""
    db.execute("ALTER TABLE game ADD COLUMN winners TEXT")
    for statement in ("DROP INDEX game_winner", "DROP INDEX game_qualified", QUALIFIED_INDEX):
        db.execute(statement)
    fifth_tables(db)


@migrations()
def seventh_tables(db: sqlite_utils.Database) -> None:
    """Adds provenance to the index for statistics, and the tables of withdrawn games and merged persons."""
    for statement in ("DROP INDEX game_qualified", QUALIFIED_INDEX, *CREATE_WITHDRAWN, CREATE_MERGED):
        db.execute(statement)


@migrations()
def eighth_tables(db: sqlite_utils.Database) -> None:
    """The tables that statistics scan under the names of version 8; those of the old names are dropped."""
    for table in RENAMED_TABLES:
        db.execute(f"DROP TABLE IF EXISTS {table}")
    fifth_tables(db)


@migrations()
def ninth_tables(db: sqlite_utils.Database) -> None:
    """Adds headers, tiles, checkpoints, salts of people, limits of tokens, and the tables of disputes and approvals."""
    for statement in EVIDENCE_STATEMENTS:
        db.execute(statement)


def migrate(db: sqlite_utils.Database) -> int:
    """Migrates the tables to this version, checks the guard triggers and returns the former version.

    The caller sets `user_version` of an older archive (`set_version`) after rebuilding its derived rows, so that an
    interrupted migration starts again. Raises ArchiveError.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise ArchiveError("newer", str(version))
    try:
        migrations.apply(db)
    except LookupError as error:  # a column of its own table has another name
        raise ArchiveError("damaged", f"_sqlite_migrations: {error}") from error
    if version == 0:
        set_version(db)
    check_guards(db)
    return version


def check_version(db: sqlite_utils.Database) -> int:
    """Returns the schema version of an archive opened read-only. Raises ArchiveError unless it is this version."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version != VERSION:
        raise ArchiveError("newer" if version > VERSION else "older", str(version))
    check_guards(db)
    return version


@cache
def expected_objects() -> dict[str, tuple[str, ...]]:
    """Returns the tables, indexes and triggers of a new archive, as `schema_objects` does."""
    db = sqlite_utils.Database(memory=True)
    try:
        migrations.apply(db)
        return schema_objects(db)
    finally:
        db.conn.close()


def schema_objects(db: sqlite_utils.Database) -> dict[str, tuple[str, ...]]:
    """Returns the type, table and SQL statement of each object of a database, by name."""
    rows = db.execute("SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall()
    return {str(row[0]): tuple(map(str, row[1:])) for row in rows}


def set_version(db: sqlite_utils.Database) -> None:
    """Sets `user_version` to this version."""
    db.execute(f"PRAGMA user_version = {VERSION}")


def check_guards(db: sqlite_utils.Database) -> None:
    """Checks that the guard triggers exist with their exact SQL. Raises ArchiveError."""
    triggers = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())
    for name, statement in GUARD_TRIGGERS.items():
        if triggers.get(name) != statement:
            raise ArchiveError("guards", name)
