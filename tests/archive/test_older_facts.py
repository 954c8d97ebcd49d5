"""Archives of earlier versions get their derived tables again when they are opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive, Filters, verify
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import derived_rows
from plancia_archive.log import creation, schema
from plancia_archive.log.connections import connect
from plancia_archive.log.schema import migrations
from plancia_archive.statistics import compute_statistic
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests.archive.generated_games import RESULT, faulty, headed
from tests.archive.old_archives import as_version_eight, form_1_rows


@pytest.mark.parametrize("stopped", [False, True])
def test_an_archive_of_version_two_is_filled_when_it_is_opened(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    for seed in range(2):
        archive.add_game(headed(generate(GameSpec("rcm@1 + no-strip", seed)), ("Place", "Milano")))
    old = connect(tmp_path / "old.db", create=True)
    migrations.apply(old, stop_before="third_tables")
    old.execute("PRAGMA user_version = 2")
    people = archive.db.execute("SELECT player_ref, name FROM person").fetchall()
    for table, rows in (("person", people), ("entry", form_1_rows(archive))):
        for row in rows:
            old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", list(row))
    old.execute("INSERT INTO alias SELECT name, player_ref FROM person")
    tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    assert {"pair", "face"} <= tables and "player_game" not in tables
    old.conn.close()
    if stopped:  # between the new tables and their rows
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Archive, "rebuild", lambda self: (_ for _ in ()).throw(KeyboardInterrupt()))
            Archive.open(tmp_path / "old.db")
    opened = Archive.open(tmp_path / "old.db")
    assert verify(opened) == [] and opened.game_ids() == archive.game_ids()
    assert opened.db.execute("SELECT count(*) FROM player_game").fetchone()[0] > 0


def test_an_archive_of_version_three_is_filled_again_when_it_is_opened(archive: Archive) -> None:
    archive.add_game(read(RESULT.format("x", "", " winner=R") + "SCORE R 20\nSCORE B 10.5\n").games[0])
    archive.db.execute("UPDATE player_game SET half_points = NULL")
    archive.db.execute("PRAGMA user_version = 3")
    archive.close()
    opened = Archive.open(archive.path)
    assert verify(opened) == []
    assert opened.db.execute("SELECT sum(half_points) FROM player_game").fetchone()[0] == 61


def test_the_tables_of_version_four_are_replaced_when_it_is_opened(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("monopoli@1", 0)))
    before = derived_rows(archive.db)
    for statement in (
        "DROP TABLE conquest_counts", "DROP TABLE strength", "CREATE TABLE strength(round INTEGER, l1 INTEGER)",
        "DELETE FROM _sqlite_migrations WHERE name = 'fifth_tables'", "PRAGMA user_version = 4",
    ):  # fmt: skip
        archive.db.execute(statement)
    archive.close()
    opened = Archive.open(archive.path)
    assert derived_rows(opened.db) == before and before["conquest_counts"] and verify(opened) == []


def as_version_seven(path: Path) -> None:
    """Gives tables, indexes and columns of an archive of version 8 the names of version 7."""
    db = connect(path)
    for old, new in schema.RENAMED_TABLES.items():
        indexes = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL", [new]
        ).fetchall()
        db.execute(f"ALTER TABLE {new} RENAME TO {old}")
        for name, statement in indexes:
            db.execute(f"DROP INDEX {name}")
            db.execute(statement.replace(new, old))
    for statement in (
        "ALTER TABLE fall RENAME COLUMN edge TO way",
        "DELETE FROM _sqlite_migrations WHERE name = 'eighth_tables'", "PRAGMA user_version = 7",
    ):  # fmt: skip
        db.execute(statement)
    db.conn.close()


def schema_and_log(archive: Archive) -> tuple[list[tuple[str, ...]], list[tuple[object, ...]]]:
    """Every table, index and trigger of an archive with its statement, and the rows of its log."""
    objects = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    return archive.db.execute(objects).fetchall(), archive.db.execute("SELECT * FROM entry").fetchall()


def test_the_tables_of_version_seven_are_made_again_under_their_names(archive: Archive) -> None:
    for seed in range(4, 8):
        archive.add_game(generate(GameSpec("rcm@1 + no-strip", seed)))
    for game in faulty("monopoli@1", ("army",), 3)[:1]:
        archive.add_game(game)
    as_version_eight(archive)
    archive = Archive.open(archive.path)
    before, stored = derived_rows(archive.db), schema_and_log(archive)
    assert all(before[table] for table in schema.RENAMED_TABLES.values())
    as_version_eight(archive)
    as_version_seven(archive.path)
    with pytest.raises(ArchiveError) as refused:
        Archive.open(archive.path, read_only=True)
    assert (refused.value.code, refused.value.what) == ("older", "7")
    opened = Archive.open(archive.path)
    assert opened.db.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
    assert derived_rows(opened.db) == before
    objects, entries = schema_and_log(opened)
    assert objects == stored[0] and [row for row in entries if not row[-1]] == [row for row in stored[1] if not row[-1]]
    assert not set(schema.RENAMED_TABLES) & creation.table_names(opened.db) and verify(opened) == []


def test_a_migration_that_is_interrupted_keeps_its_key(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    archive.add_game(generate(GameSpec("rcm@1 + no-strip", 4)))
    as_version_eight(archive)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):  # after the commitment, before the version
        patch.setattr(schema, "set_version", lambda db: (_ for _ in ()).throw(KeyboardInterrupt()))
        Archive.open(archive.path)
    opened = Archive.open(archive.path)
    assert opened.checkpoints.signing_key() is not None and opened.checkpoints.sign() is not None
    assert [event["kind"] for event in opened.log.events("archive:")] == ["migrated"] and verify(opened) == []


def test_rows_of_the_dummy_go_from_an_archive_of_version_nine(archive: Archive) -> None:
    game = archive.add_game(generate(GameSpec("uno-contro-uno@1", 1))).game_id
    (number,) = archive.db.execute("SELECT number FROM game WHERE game = ?", [game]).fetchone()
    people = "SELECT colour FROM player_game WHERE number = ? ORDER BY colour"
    seats = [row[0] for row in archive.db.execute(people, [number]).fetchall()]
    assert len(seats) == 2, "two players and the dummy sit there"
    archive.db.execute("UPDATE player_game SET colour = 'V' WHERE colour = ?", [seats[0]])
    archive.db.execute("PRAGMA user_version = 9")
    archive.close()
    opened = Archive.open(archive.path)
    assert [row[0] for row in opened.db.execute(people, [number]).fetchall()] == seats
    rows = compute_statistic(opened.db, "results-by-player", Filters(provenance="all"))["rows"]
    assert {row["player"] for row in rows} == {opened.game(game).players[colour] for colour in seats}


def test_verdicts_of_an_older_judge_are_made_again_and_are_no_trace_of_a_change(archive: Archive) -> None:
    """A throw with too many dice had a second finding until round 17 of positions, which archives kept."""
    game = archive.add_game(faulty("monopoli@1", ("army",), 3)[0]).game_id
    kept = "SELECT event, verdict, rule_id FROM verdict WHERE game = ?"
    found = archive.db.execute(kept, [game]).fetchall()
    archive.db.execute("DELETE FROM verdict WHERE game = ?", [game])
    assert verify(archive) != []
    archive.db.execute("PRAGMA user_version = 10")
    archive.close()
    opened = Archive.open(archive.path)
    assert opened.db.execute(kept, [game]).fetchall() == found != [] and verify(opened) == []
