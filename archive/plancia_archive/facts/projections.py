"""Rows derived from the log: games, seats, verdicts, scores, facts. Deleted and rebuilt they are the same."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import sqlite_utils

from plancia_archive.facts.assaults import Assaults
from plancia_archive.facts.counterfactuals import effects
from plancia_archive.facts.counters import Tallies, champions, duels, extremes, margin_of, parts, seating, sides_of
from plancia_archive.facts.event_rows import places, seats
from plancia_archive.facts.steps import steps
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.facts.timelines import Holdings, Strengths
from plancia_archive.log.chain import content_hash
from plancia_archive.log.schema import BY_GAME, DERIVED_TABLES
from plancia_events import Game
from plancia_replay import Judgement, RuleSet

HEADERS = {
    "variant": "Variant", "event": "Event", "place": "Place", "date": "Date", "round": "Round", "board": "Table",
    "arbiter": "Arbiter", "completeness": "Completeness", "provenance": "Provenance", "declared": "Result",
}  # fmt: skip


def forget(db: sqlite_utils.Database, game_id: str, number: int) -> None:
    """Removes the rows of one game."""
    for table in BY_GAME:
        db.execute(f"DELETE FROM {table} WHERE game = ?", [game_id])
    for table in BY_NUMBER:
        db.execute(f"DELETE FROM {table} WHERE number = ?", [number])


def insert(db: sqlite_utils.Database, table: str, row: dict[str, Any]) -> None:
    """One row."""
    marks = ", ".join("?" for _ in row)
    db.execute(f"INSERT INTO {table}({', '.join(row)}) VALUES ({marks})", list(row.values()))


def project(db: sqlite_utils.Database, game_id: str, number: int, rules: RuleSet, game: Game, found: Judgement) -> None:
    """Writes the rows of one game anew. `number` is the log index of its first entry."""
    forget(db, game_id, number)
    kinds = [verdict.verdict for verdict in found.verdicts]
    winner, winners = found.end["winner"], found.end["winners"]
    row: dict[str, Any] = {
        "game": game_id, "number": number, "version": game.version, "rules": rules.hash,
        "reason": found.end["reason"], "winner": winner, "winner_ref": game.players.get(winner or ""),
        "winners": " ".join(winners) or None,
        "illegal": kinds.count("illegal"), "undecidable": kinds.count("undecidable"), "clean": int(found.clean),
        "impossible": found.impossible["event"] if found.impossible else None,
        "content": content_hash(game.text().encode()), "edition": edition_of(game),
    }  # fmt: skip
    row.update({column: game.header(header) for column, header in HEADERS.items()})
    insert(db, "game", row)
    for colour, reference in sorted(game.players.items()):
        insert(db, "seat", {"game": game_id, "colour": colour, "player_ref": reference, "number": number})
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
    name = game.header("Game")
    if name and name not in ("?", "-"):
        insert(db, "label", {"game": game_id, "name": name})
    project_moves(db, game_id, number, rules, game, found)


def project_moves(
    db: sqlite_utils.Database, game_id: str, number: int, rules: RuleSet, game: Game, found: Judgement
) -> None:
    """Writes what a game's moves say: rows by game id for reading, rows by number for statistics."""
    order, winners, sides = seats(game), found.end["winners"], sides_of(game)
    tallies, assaults = Tallies(), Assaults(rules)
    strengths, holdings = Strengths(order), Holdings(rules)
    for step in steps(game, rules):
        for gathering in (tallies, assaults, strengths, holdings):
            gathering.see(step)
    standing = list(places(game, found))
    for table, rows in (("place", standing), ("throw", tallies.throws), ("conquest", tallies.conquests)):
        for row in rows:
            insert(db, table, {"game": game_id, **row})
    players = list(parts(game, found, standing, tallies))
    own = {**tallies.facts(), **seating(players), **extremes(players), "margin": margin_of(found, sides)}
    own.update(variant=game.header("Variant"), reason=found.end["reason"], source=source_of(game))
    made: tuple[tuple[str, Iterable[dict[str, Any]]], ...] = (
        ("facts", [{"game": game_id, **found.facts, **own}]), ("part", players),
        ("champion", champions(players)), ("duel", duels(players, sides)), ("strength", strengths.rows(winners)),
        ("holding", holdings.rows(order, winners)), ("assault", assaults.rows()),
        ("fall", [{"way": way} for way in sorted(tallies.ways())]), ("taken", tallies.taken()),
        ("tris", tallies.tris()), ("effect", effects(game, rules, found)),
        ("choice", [{"option": option} for option in choices(game)]),
    )  # fmt: skip
    for table, facts in made:
        for row in facts:
            insert(db, table, {"number": number, **row})


def edition_of(game: Game) -> int | None:
    """The edition that the header of the variant names."""
    edition = (game.header("Variant") or "").partition("+")[0].partition("@")[2].strip()
    return int(edition) if edition else None


def choices(game: Game) -> list[str]:
    """The options of a game: those after the variant's name, and the headers Option as `rule.option=value`."""
    named = [word.strip() for word in (game.header("Variant") or "").split("+")[1:]]
    return sorted({*named, *(value for name, value in game.headers if name == "Option")} - {""})


def source_of(game: Game) -> str:
    """Where the dice come from: what the users' header X-Dice says, else the provenance of the record."""
    return game.header("X-Dice") or game.header("Provenance") or "?"


def snapshot(db: sqlite_utils.Database) -> dict[str, list[tuple[Any, ...]]]:
    """All derived rows in a stable order, to compare two builds."""
    return {
        table: sorted(tuple(row) for row in db.execute(f"SELECT * FROM {table}").fetchall()) for table in DERIVED_TABLES
    }
