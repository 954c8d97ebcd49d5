"""Rows derived from the log: games, seats, verdicts, scores, facts; reproducible from the log at any time.

`derive` computes them from a judged game without a database; `Derived.rows` adds the values that the archive assigns:
the game's id, its number and the references of its players.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.facts.assaults import Assaults
from plancia_archive.facts.counterfactuals import counterfactuals
from plancia_archive.facts.counters import (
    Tallies,
    champions,
    duels,
    extremes,
    margin_of,
    player_games,
    seating,
    sides_of,
    with_players,
)
from plancia_archive.facts.event_rows import places, seats
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.facts.timelines import Holdings, Strengths
from plancia_archive.log.entry_format import content_hash
from plancia_archive.log.schema import BY_GAME, DERIVED_TABLES
from plancia_archive.registers.free_text import skeleton_of
from plancia_events import Game
from plancia_replay import Judged, RuleSet, judge_game
from plancia_replay.judging.judgement import game_facts
from plancia_replay.kernel.trace import Trace

HEADERS = {
    "variant": "Variant", "event": "Event", "place": "Place", "date": "Date", "round": "Round", "board": "Table",
    "arbiter": "Arbiter", "completeness": "Completeness", "provenance": "Provenance", "declared": "Result",
}  # fmt: skip

Row = dict[str, Any]
Rows = dict[str, list[Row]]


@dataclass(frozen=True)
class Derived:
    """The rows of one game, by table, without its id, its number and its players. It can be pickled.

    `own` is the row of `game`; `by_game` and `by_number` are the rows of the tables with these keys; `player_games` are
    those of `player_game`, one per colour; `sides` are the colours that play together.
    """

    own: Row
    by_game: Rows
    by_number: Rows
    player_games: list[Row]
    sides: list[str]

    def rows(self, game_id: str, number: int, game: Game, content: str, skeleton: str) -> Rows:
        """All rows as they are stored. `game` gives the headers, `number` is the log index of its first entry.

        `content` and `skeleton` are hashes of its text, with and without free text (`duplicates.skeleton_of`).
        """
        players = game.players
        seated = with_players(self.player_games, players)
        own: Row = {
            "game": game_id, "number": number, **self.own, "winner_ref": players.get(self.own["winner"] or ""),
            "content": content, "skeleton": skeleton,
            **{column: game.header(header) for column, header in HEADERS.items()},
        }  # fmt: skip
        name = game.header("Game")
        by_game: Rows = {
            **self.by_game,
            "seat": [{"colour": colour, "player_ref": player, "number": number} for colour, player in players.items()],
            "label": [{"name": name}] if name and name not in ("?", "-") else [],
        }
        by_number: Rows = {
            **self.by_number, "player_game": seated, "champion": list(champions(seated)),
            "duel": list(duels(seated, self.sides)),
            "game_facts": [{"game": game_id, **row} for row in self.by_number["game_facts"]],
        }  # fmt: skip
        return {
            "game": [own],
            **{table: [{"game": game_id, **row} for row in rows] for table, rows in by_game.items()},
            **{table: [{"number": number, **row} for row in rows] for table, rows in by_number.items()},
        }


def derive(found: Judged) -> Derived:
    """The rows of a game judged with a trace."""
    assert found.trace is not None
    game = found.game
    order, winners, sides = seats(game), found.end["winners"], sides_of(game)
    tallies, assaults = Tallies(), Assaults(found.rules)
    strengths, holdings = Strengths(order), Holdings(found.rules)
    for step in found.trace.steps:
        tallies.see(step)
        assaults.see(step)
        strengths.see(step, found.trace.marks)
        holdings.see(step, found.trace.marks)
    standing = list(places(found))
    colours = list(player_games(found, standing, tallies))
    facts = {**tallies.game_facts(), **seating(colours), **extremes(colours), "margin": margin_of(found, sides)}
    facts.update(variant=game.header("Variant"), reason=found.end["reason"], source=source_of(game))
    by_number: dict[str, Iterable[Row]] = {
        "game_facts": [{**game_facts(found.table), **facts}], "strength": strengths.rows(winners),
        "holding": holdings.rows(order, winners), "assault": assaults.rows(),
        "conquest_edge": [{"edge": edge} for edge in sorted(tallies.conquest_edges())],
        "conquest_counts": tallies.conquest_counts(), "tris": tallies.tris(),
        "counterfactual": counterfactuals(found), "game_option": [{"option": option} for option in game_options(game)],
    }  # fmt: skip
    by_game: Rows = {
        "verdict": verdict_rows(found), "score": score_rows(found),
        "place": standing, "throw": tallies.throws, "conquest": tallies.conquests,
    }  # fmt: skip
    return Derived(own_row(found), by_game, {table: list(rows) for table, rows in by_number.items()}, colours, sides)


def own_row(found: Judged) -> Row:
    """The row of the game itself."""
    kinds = [verdict.verdict for verdict in found.verdicts]
    return {
        "version": found.game.version, "rules": found.rules.hash, "reason": found.end["reason"],
        "winner": found.end["winner"], "winners": " ".join(found.end["winners"]) or None,
        "illegal": kinds.count("illegal"), "undecidable": kinds.count("undecidable"),
        "clean": int(found.reason == 0 and "illegal" not in kinds),
        "impossible": found.prepared.numbers[found.row] if found.reason else None,
        "edition": edition_of(found.game),
    }  # fmt: skip


def verdict_rows(found: Judged) -> list[Row]:
    """One row per verdict, in order."""
    return [
        {
            "place": place, "event": verdict.event, "rule": verdict.rule, "rule_id": verdict.rule_id,
            "verdict": verdict.verdict, "cite": verdict.cite,
            "facts": json.dumps(verdict.facts, sort_keys=True, ensure_ascii=False),
        }
        for place, verdict in enumerate(found.verdicts)
    ]  # fmt: skip


def score_rows(found: Judged) -> list[Row]:
    """One row per colour with a score."""
    scores = sorted(found.outcome.scores.items())
    return [{"colour": colour, "half_points": int(score["points"] * 2)} for colour, score in scores]


def derived_of(game: Game, rules: RuleSet) -> Derived:
    """Judges a game and derives its rows, in one replay."""
    return derive(judge_game(game, rules, trace=Trace()))


def rows_of(game: Game, rules: RuleSet, game_id: str, number: int) -> Rows:
    """All rows of a stored game. Never raises for the game's content: faults become verdicts."""
    text = game.text()
    return derived_of(game, rules).rows(game_id, number, game, content_hash(text.encode()), skeleton_of(text))


def project(db: sqlite_utils.Database, game_id: str, number: int, game: Game, rules: RuleSet) -> None:
    """Judges a stored game and replaces its rows."""
    rows = rows_of(game, rules, game_id, number)
    forget(db, game_id, number)
    store(db, rows)


def forget(db: sqlite_utils.Database, game_id: str, number: int) -> None:
    """Removes the rows of one game."""
    for table in BY_GAME:
        db.execute(f"DELETE FROM {table} WHERE game = ?", [game_id])
    for table in BY_NUMBER:
        db.execute(f"DELETE FROM {table} WHERE number = ?", [number])


def insert(db: sqlite_utils.Database, table: str, rows: list[Row]) -> None:
    """Inserts rows of one table, which have the same columns."""
    if rows:
        marks = ", ".join("?" for _ in rows[0])
        statement = f"INSERT INTO {table}({', '.join(rows[0])}) VALUES ({marks})"
        db.conn.executemany(statement, [list(row.values()) for row in rows])


def store(db: sqlite_utils.Database, rows: Rows) -> None:
    """Inserts the rows of a game that has none."""
    for table, of_table in rows.items():
        insert(db, table, of_table)


def edition_of(game: Game) -> int | None:
    """The edition in the header Variant; None without one."""
    edition = (game.header("Variant") or "").partition("+")[0].partition("@")[2].strip()
    return int(edition) if edition else None


def game_options(game: Game) -> list[str]:
    """The options of a game: those after the variant's name, and the headers Option as `rule.option=value`."""
    named = [word.strip() for word in (game.header("Variant") or "").split("+")[1:]]
    return sorted({*named, *(value for name, value in game.headers if name == "Option")} - {""})


def source_of(game: Game) -> str:
    """The source of the dice: the header X-Dice, else the provenance of the record; "?" if neither is present."""
    return game.header("X-Dice") or game.header("Provenance") or "?"


def snapshot(db: sqlite_utils.Database) -> dict[str, list[tuple[Any, ...]]]:
    """All derived rows in a stable order, to compare two builds."""
    return {
        table: sorted(tuple(row) for row in db.execute(f"SELECT * FROM {table}").fetchall()) for table in DERIVED_TABLES
    }
