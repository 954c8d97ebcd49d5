"""Rows derived from the log: games, seats, verdicts, scores, facts. Deleted and rebuilt they are the same."""

from __future__ import annotations

import json
from typing import Any

import sqlite_utils

from plancia_archive.chain import content_hash
from plancia_archive.moves import conquests, faces, pairs, places, throws
from plancia_archive.schema import DERIVED_TABLES
from plancia_events import Game
from plancia_replay import Judgement

HEADERS = {
    "variant": "Variant", "event": "Event", "place": "Place", "date": "Date", "round": "Round", "board": "Table",
    "arbiter": "Arbiter", "completeness": "Completeness", "provenance": "Provenance", "declared": "Result",
}  # fmt: skip


def forget(db: sqlite_utils.Database, game_id: str) -> None:
    """Removes the rows of one game."""
    for table in DERIVED_TABLES:
        db.execute(f"DELETE FROM {table} WHERE game = ?", [game_id])


def insert(db: sqlite_utils.Database, table: str, row: dict[str, Any]) -> None:
    """One row."""
    marks = ", ".join("?" for _ in row)
    db.execute(f"INSERT INTO {table}({', '.join(row)}) VALUES ({marks})", list(row.values()))


def project(db: sqlite_utils.Database, game_id: str, number: int, rules: str, game: Game, found: Judgement) -> None:
    """Writes the rows of one game anew. `number` is the log index of its first entry."""
    forget(db, game_id)
    kinds = [verdict.verdict for verdict in found.verdicts]
    winner = found.end["winner"]
    row: dict[str, Any] = {
        "game": game_id, "number": number, "version": game.version, "rules": rules,
        "reason": found.end["reason"], "winner": winner, "winner_ref": game.players.get(winner or ""),
        "illegal": kinds.count("illegal"), "undecidable": kinds.count("undecidable"), "clean": int(found.clean),
        "impossible": found.impossible["event"] if found.impossible else None,
        "content": content_hash(game.text().encode()),
    }  # fmt: skip
    row.update({column: game.header(header) for column, header in HEADERS.items()})
    insert(db, "game", row)
    for colour, reference in sorted(game.players.items()):
        insert(db, "seat", {"game": game_id, "colour": colour, "player_ref": reference})
    for place, verdict in enumerate(found.verdicts):
        insert(
            db, "verdict",
            {
                "game": game_id, "place": place, "event": verdict.event, "rule": verdict.rule,
                "rule_id": verdict.rule_id, "verdict": verdict.verdict, "cite": verdict.cite,
                "facts": json.dumps(verdict.facts, sort_keys=True, ensure_ascii=False),
            },
        )  # fmt: skip
    for colour, score in sorted(found.scores.items()):
        insert(db, "score", {"game": game_id, "colour": colour, "half_points": int(score["points"] * 2)})
    insert(db, "facts", {"game": game_id, **found.facts})
    name = game.header("Game")
    if name and name not in ("?", "-"):
        insert(db, "label", {"game": game_id, "name": name})
    made = (
        ("place", places(game, found)), ("throw", throws(game)), ("face", faces(game)), ("pair", pairs(game)),
        ("conquest", conquests(game)),
    )  # fmt: skip
    for table, rows in made:
        for row in rows:
            insert(db, table, {"game": game_id, **row})


def snapshot(db: sqlite_utils.Database) -> dict[str, list[tuple[Any, ...]]]:
    """All derived rows in a stable order, to compare two builds."""
    return {
        table: sorted(tuple(row) for row in db.execute(f"SELECT * FROM {table}").fetchall()) for table in DERIVED_TABLES
    }
