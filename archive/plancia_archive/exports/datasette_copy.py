"""A read-only copy of what is derived from an archive, with the statistics as views, to be shown by Datasette."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.tables import OUTCOMES
from plancia_archive.log.connections import DRIVER, address, refusal
from plancia_archive.log.schema import DERIVED_TABLES
from plancia_archive.tournaments.standings import format_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

DATABASE = "plancia.db"
SETTINGS = "datasette.yaml"
SEATED = "seat JOIN place USING (game, colour) LEFT JOIN score USING (game, colour) JOIN game USING (game)"
VIEWS = {
    "games_by_month": "SELECT substr(date, 1, 7) AS month, count(*) AS games, sum(clean) AS clean, sum(illegal) AS "
    "illegal FROM game GROUP BY month",
    "games_by_variant": "SELECT game.variant, count(*) AS games, sum(clean) AS clean, sum(illegal) AS illegal, "
    "avg(rounds) AS mean_rounds, avg(attacks) AS mean_attacks FROM game LEFT JOIN facts USING (game) "
    "GROUP BY game.variant",
    "players": "SELECT seat.player_ref{name}, count(DISTINCT game) AS games, "
    "count(DISTINCT CASE WHEN won THEN game END) AS wins, "
    "avg(CASE WHEN completeness <> 'result-only' THEN half_points / 2.0 END) AS mean_points "
    f"FROM {SEATED}{{people}} GROUP BY seat.player_ref",
    "findings_by_rule": "SELECT rule_id, verdict, cite, count(*) AS findings, count(DISTINCT game) AS games "
    "FROM verdict GROUP BY rule_id, verdict, cite",
    "dice": "SELECT sum(n1) AS n1, sum(n2) AS n2, sum(n3) AS n3, sum(n4) AS n4, sum(n5) AS n5, sum(n6) AS n6 "
    "FROM facts",
    "throws_by_dice": " UNION ALL ".join(
        f"SELECT {attack} AS attack_dice, {defence} AS defence_dice, {lost} AS attack_losses, {inflicted} AS "
        f"defence_losses, sum({column}) AS throws FROM facts"
        for attack, defence, lost, inflicted, column in OUTCOMES
    ),
    "conquests_by_territory": "SELECT target AS territory, count(*) AS conquests, count(DISTINCT game) AS games "
    "FROM conquest GROUP BY target",
}
STANDINGS = ("tournament", "title", "system", "pos", "player_ref", "total", "wins", "rounds")


def snapshot(archive: Archive, folder: Path, names: bool = False, lang: str = "it") -> tuple[Path, Path]:
    """Writes the copy and Datasette's settings into a folder; where they are. Raises OSError, ArchiveError.

    Neither the log nor tokens are in it, and no names of people unless `names` asks for them.
    """
    from plancia_data import datasette_settings

    folder.mkdir(parents=True, exist_ok=True)
    place = folder / DATABASE
    if place.exists() and not is_copy(place):
        raise ArchiveError("overwrites", str(place))
    part = folder / f"{DATABASE}.part"
    part.unlink(missing_ok=True)
    db = DRIVER.connect(address(part, "rwc"), uri=True)
    try:
        db.execute("ATTACH ? AS source", [address(archive.path, "ro")])
        copy(db, names)
        standings(db, archive)
        db.execute("DETACH source")
        db.close()
        part.replace(place)
    except DRIVER.DatabaseError as error:
        raise refusal(error, place) from error
    finally:
        db.close()
        part.unlink(missing_ok=True)
    settings = folder / SETTINGS
    settings.write_bytes(datasette_settings(lang).encode())
    return place, settings


def is_copy(place: Path) -> bool:
    """Is a file a copy of ours, which may be made again? An archive has a log, which no copy has."""
    try:
        db = DRIVER.connect(address(place, "ro"), uri=True)
        try:
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        finally:
            db.close()
    except DRIVER.DatabaseError:
        return False
    return "standing" in tables and "entry" not in tables


def copy(db: Any, names: bool) -> None:
    """Copies the derived tables, people where asked, and makes the views."""
    tables = (*DERIVED_TABLES, "person") if names else DERIVED_TABLES
    with db:
        for table in tables:
            made = db.execute(
                "SELECT sql FROM source.sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'index'",
                [table],
            ).fetchall()
            for (statement,) in made:
                db.execute(statement)
            db.execute(f"INSERT INTO main.{table} SELECT * FROM source.{table}")
        more = {"name": ", person.name", "people": " LEFT JOIN person USING (player_ref)"}
        for view, statement in VIEWS.items():
            text = statement.format(**(more if names else dict.fromkeys(more, "")))
            db.execute(f"CREATE VIEW {view} AS {text}")


def standings(db: Any, archive: Archive) -> None:
    """The standings of every tournament as a table. Raises ArchiveError."""
    store = archive.tournaments
    with db:
        db.execute(f"CREATE TABLE standing({', '.join(STANDINGS)}, PRIMARY KEY(tournament, player_ref))")
        for name in store.ids():
            found = store.get(name)
            for row in store.standings(name):
                cells = (
                    name,
                    found.title,
                    found.system,
                    row.pos,
                    row.player,
                    format_points(row.total),
                    row.wins,
                    found.rounds,
                )
                db.execute(f"INSERT INTO standing VALUES ({', '.join('?' for _ in cells)})", cells)


def version() -> str:
    """The version of Datasette that is installed. Raises ArchiveError where there is none."""
    try:
        return metadata.version("datasette")
    except metadata.PackageNotFoundError as error:
        raise ArchiveError("extra", "datasette") from error


def command(place: Path, settings: Path, port: int, installed: str) -> list[str]:
    """The words that start Datasette on a copy: before 1.0 all settings are read by -m, from then on queries by -c."""
    flags = ("-m",) if installed.partition(".")[0] == "0" else ("-c", "-m")
    given = [word for flag in flags for word in (flag, str(settings))]
    return [sys.executable, "-m", "datasette", "serve", "-i", str(place), *given, "--port", str(port)]
