"""A copy of the derived tables with statistics as SQL views, for Datasette."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.tables import DERIVED_TABLES, OUTCOMES
from plancia_archive.log.connections import DRIVER, sqlite_uri, translate_error
from plancia_archive.log.creation import create_empty_file
from plancia_archive.log.side_files import write_durably
from plancia_archive.tournaments.standings import format_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

DATABASE_NAME = "plancia.db"
SETTINGS_NAME = "datasette.yaml"
SEAT_JOIN = "seat JOIN place USING (game, colour) LEFT JOIN score USING (game, colour) JOIN game USING (game)"
VIEW_STATEMENTS = {
    "games_by_month": "SELECT substr(date, 1, 7) AS month, count(*) AS games, sum(clean) AS clean, sum(illegal) AS "
    "illegal FROM game GROUP BY month",
    "games_by_variant": "SELECT game.variant, count(*) AS games, sum(clean) AS clean, sum(illegal) AS illegal, "
    "avg(rounds) AS mean_rounds, avg(attacks) AS mean_attacks FROM game LEFT JOIN game_facts USING (game) "
    "GROUP BY game.variant",
    "players": "SELECT seat.player_ref{name}, count(DISTINCT game) AS games, "
    "count(DISTINCT CASE WHEN won THEN game END) AS wins, "
    "avg(CASE WHEN completeness <> 'result-only' THEN half_points / 2.0 END) AS mean_points "
    f"FROM {SEAT_JOIN}{{people}} GROUP BY seat.player_ref",
    "findings_by_rule": "SELECT rule_id, verdict, cite, count(*) AS findings, count(DISTINCT game) AS games "
    "FROM verdict GROUP BY rule_id, verdict, cite",
    "dice": "SELECT sum(n1) AS n1, sum(n2) AS n2, sum(n3) AS n3, sum(n4) AS n4, sum(n5) AS n5, sum(n6) AS n6 "
    "FROM game_facts",
    "throws_by_dice": " UNION ALL ".join(
        f"SELECT {attack} AS attack_dice, {defence} AS defence_dice, {lost} AS attack_losses, {inflicted} AS "
        f"defence_losses, sum({column}) AS throws FROM game_facts"
        for attack, defence, lost, inflicted, column in OUTCOMES
    ),
    "conquests_by_territory": "SELECT target AS territory, count(*) AS conquests, count(DISTINCT game) AS games "
    "FROM conquest GROUP BY target",
}
STANDING_COLUMNS = ("tournament", "title", "system", "pos", "player_ref", "total", "wins", "rounds")


def write_copy(archive: Archive, folder: Path, names: bool = False, lang: str = "it") -> tuple[Path, Path]:
    """Writes the copy and Datasette's settings to a folder; returns both paths. Raises OSError, ArchiveError.

    The copy has neither the log nor tokens; it has people's names only with `names`.
    """
    from plancia_data import datasette_settings

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / DATABASE_NAME
    if path.exists() and not is_copy(path):
        raise ArchiveError("overwrites", str(path))
    temp_file = folder / f"{DATABASE_NAME}.part"
    temp_file.unlink(missing_ok=True)
    create_empty_file(temp_file)
    db = DRIVER.connect(sqlite_uri(temp_file, "rwc"), uri=True)
    try:
        db.execute("ATTACH ? AS source", [sqlite_uri(archive.path, "ro")])
        copy_tables(db, names)
        write_standings(db, archive)
        db.execute("DETACH source")
        db.close()
        temp_file.replace(path)
    except DRIVER.DatabaseError as error:
        raise translate_error(error, path) from error
    finally:
        db.close()
        temp_file.unlink(missing_ok=True)
    settings = folder / SETTINGS_NAME
    write_durably(settings, datasette_settings(lang).encode())
    return path, settings


def is_copy(path: Path) -> bool:
    """True if the file is a copy made by this module, which may be overwritten: unlike an archive it has no log."""
    try:
        db = DRIVER.connect(sqlite_uri(path, "ro"), uri=True)
        try:
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        finally:
            db.close()
    except DRIVER.DatabaseError:
        return False
    return "standing" in tables and "entry" not in tables


def copy_tables(db: Any, names: bool) -> None:
    """Copies the derived tables, with `names` also people, and creates the views."""
    tables = (*DERIVED_TABLES, "person") if names else DERIVED_TABLES
    with db:
        for table in tables:
            statements = db.execute(
                "SELECT sql FROM source.sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'index'",
                [table],
            ).fetchall()
            for (statement,) in statements:
                db.execute(statement)
            db.execute(f"INSERT INTO main.{table} SELECT * FROM source.{table}")
        name_columns = {"name": ", person.name", "people": " LEFT JOIN person USING (player_ref)"}
        for view, statement in VIEW_STATEMENTS.items():
            text = statement.format(**(name_columns if names else dict.fromkeys(name_columns, "")))
            db.execute(f"CREATE VIEW {view} AS {text}")


def write_standings(db: Any, archive: Archive) -> None:
    """Writes the standings of all tournaments to a table. Raises ArchiveError."""
    tournaments = archive.tournaments
    with db:
        db.execute(f"CREATE TABLE standing({', '.join(STANDING_COLUMNS)}, PRIMARY KEY(tournament, player_ref))")
        for name in tournaments.ids():
            tournament = tournaments.get(name)
            for row in tournaments.standings(name):
                cells = (
                    name,
                    tournament.title,
                    tournament.system,
                    row.pos,
                    row.player,
                    format_points(row.total),
                    row.wins,
                    tournament.rounds,
                )
                db.execute(f"INSERT INTO standing VALUES ({', '.join('?' for _ in cells)})", cells)


def datasette_version() -> str:
    """Returns the version of the installed Datasette. Raises ArchiveError if it is not installed."""
    try:
        return metadata.version("datasette")
    except metadata.PackageNotFoundError as error:
        raise ArchiveError("extra", "datasette") from error


def serve_command(path: Path, settings: Path, port: int, installed: str) -> list[str]:
    """Returns the command line that serves a copy.

    Before Datasette 1.0 with -m for all settings, since then also -c.
    """
    flags = ("-m",) if installed.partition(".")[0] == "0" else ("-c", "-m")
    options = [option for flag in flags for option in (flag, str(settings))]
    return [sys.executable, "-m", "datasette", "serve", "-i", str(path), *options, "--port", str(port)]
