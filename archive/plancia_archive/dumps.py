"""Dumps of an archive: text, JSON Lines and CSV tables with counts and checksums, the same bytes for the same games."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.query import COLUMNS, Filters

if TYPE_CHECKING:
    from plancia_archive.store import Archive

TABLES = {
    "seats": "SELECT game, colour, player_ref, seat, objective, out, won, half_points / 2.0 AS points FROM seat "
    "JOIN place USING (game, colour) LEFT JOIN score USING (game, colour) WHERE game = ? ORDER BY colour",
    "verdicts": "SELECT game, event, rule, rule_id, verdict, cite FROM verdict WHERE game = ? ORDER BY place",
    "throws": "SELECT * FROM throw WHERE game = ? ORDER BY event",
    "conquests": "SELECT * FROM conquest WHERE game = ? ORDER BY event",
}
DROPS = {
    "games.rgn": "nothing: importing it gives the same games, byte for byte",
    "games.jsonl": "nothing: one opening object and one object an event for each game",
    "*.csv": "the events: these are tables for reading, not for importing",
}


def spreadsheet(heads: list[str], rows: Iterator[list[Any]]) -> bytes:
    """CSV that spreadsheets open right: UTF-8 with its mark, CRLF, no cell that would be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([guarded(cell) for cell in row])
    return "\ufeff".encode() + out.getvalue().encode()


def guarded(cell: Any) -> Any:
    """A cell whose text would be run as a formula gets an apostrophe before it."""
    if cell is None:
        return ""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") and cell != "-" else cell


def selected(archive: Archive, filters: Filters) -> list[dict[str, Any]]:
    """The games of a filter, in the order of the log."""
    found: list[dict[str, Any]] = []
    after = None
    while True:
        rows, after = archive.games(filters, after, 500)
        found += rows
        if after is None:
            return found


def dump(archive: Archive, folder: Path, filters: Filters) -> dict[str, Any]:
    """Writes a dump into a folder and gives its manifest. Raises OSError.

    The manifest holds, for each file, its bytes, its SHA-256 and how many games or rows it has; there is no time in it.
    """
    games = selected(archive, filters)
    ids = [row["game"] for row in games]
    texts = [archive.text(game_id) for game_id in ids]
    files: dict[str, tuple[bytes, int]] = {
        "games.rgn": ("\n".join(texts).encode(), len(ids)),
        "games.jsonl": ("".join(archive.game(game_id).to_jsonl() for game_id in ids).encode(), len(ids)),
        "games.csv": (spreadsheet(list(COLUMNS), ([row[c] for c in COLUMNS] for row in games)), len(ids)),
    }
    for name, statement in TABLES.items():
        heads: list[str] = []
        rows: list[list[Any]] = []
        for game_id in ids:
            cursor = archive.db.execute(statement, [game_id])
            heads = [column[0] for column in cursor.description]
            rows += [list(row) for row in cursor.fetchall()]
        files[f"{name}.csv"] = (spreadsheet(heads, iter(rows)), len(rows))
    manifest = {
        "format": 1,
        "games": len(ids),
        "filters": {key: value for key, value in vars(filters).items() if value is not None},
        "drops": DROPS,
        "files": {name: {"bytes": len(data), "count": count, "sha256": hashlib.sha256(data).hexdigest()}
                  for name, (data, count) in sorted(files.items())},
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    for name, (data, _) in files.items():
        (folder / name).write_bytes(data)
    (folder / "MANIFEST.json").write_text(json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    return manifest


def report(archive: Archive, name: str) -> str:
    """A tournament in one text file, in the manner of FIDE's TRF: a three-digit tag, then fixed columns.

    012 title, 022 club, 092 ranking system with its source, 062 players, 001 a player: place, reference, name, points,
    and for each round table and points; 013 a table: round, name, seats, game. Raises ArchiveError.
    """
    found = archive.tournaments.get(name)
    rows = archive.tournaments.standings(name)
    lines = [f"012 {found.title}", f"022 {found.club or '-'}", f"092 {found.system} ({found.rules.cite})",
             f"062 {len(found.players)}", f"142 {found.rounds}"]  # fmt: skip
    for row in rows:
        shown = row.to_json()
        rounds = []
        for number, points in enumerate(shown["per_round"], start=1):
            table = next((t.name for t in found.tables.values() if t.round == number and row.player in t.seats), "-")
            rounds.append(f"{table:>3} {points or '-':>8}")
        person = archive.people.name(row.player)[:33]
        lines.append(f"001 {row.pos:>4} {row.player:<10} {person:<33} {shown['total']:>9}  " + "  ".join(rounds))
    for seated in found.tables.values():
        seats = " ".join(seated.seats)
        lines.append(f"013 {seated.round:>3} {seated.name:<6} {seated.game or 'typed':<20} {seats}")
    for player, points, why in found.adjustments:
        lines.append(f"299 {player:<10} {points!s:>8} {why}")
    return "\n".join(line.rstrip() for line in lines) + "\n"
