"""Rows derived from the log: games, seats, verdicts, scores, facts; reproducible from the log at any time.

`derive` computes them from a judged game without a database. `DerivedRows.rows` adds the values that the archive
assigns: the game's id, its number and the references of its players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sqlite_utils

from plancia_archive.facts.counterfactuals import counterfactuals
from plancia_archive.facts.counters import (
    GameCounters,
    add_players,
    duel_rows,
    extreme_facts,
    player_game_rows,
    seating_facts,
    sides_of,
    winner_rows,
    winning_margin,
)
from plancia_archive.facts.event_rows import Step, decode_dice, player_rows, seats_by_colour
from plancia_archive.facts.odds import conquest_chance
from plancia_archive.facts.redaction import has_hidden_values, is_over
from plancia_archive.facts.tables import BY_NUMBER, DERIVED_TABLES, TABLES_BY_GAME
from plancia_archive.facts.timelines import ContinentTimeline, StrengthTimeline
from plancia_archive.people.free_text import hash_without_free_text
from plancia_events import Game
from plancia_events.ops import ATT, OVER, PASS, TURN
from plancia_replay import JudgedGame, RuleSet, judge_game
from plancia_replay.judging.judgement import game_facts
from plancia_replay.kernel.trace import END_OF_GAME, Trace

HEADERS = {
    "variant": "Variant", "event": "Event", "place": "Place", "date": "Date", "round": "Round", "board": "Table",
    "arbiter": "Arbiter", "completeness": "Completeness", "provenance": "Provenance", "declared": "Result",
}  # fmt: skip

Row = dict[str, Any]
Rows = dict[str, list[Row]]
CONTENT_PREFIX = "c_"  # of names of games by their content hash
MIN_HASH_DIGITS = 8  # of such a name
MAX_ARMIES = 60  # larger assaults are not counted: the tables of odds end here


@dataclass(frozen=True)
class DerivedRows:
    """The rows of one game, by table, without its id, its number and its players. It can be pickled.

    `game_row` is the row of `game`; `by_game` and `by_number` are the rows of the tables with these keys;
    `player_games` are those of `player_game`, one per colour; `sides` are the colours that play together.
    """

    game_row: Row
    by_game: Rows
    by_number: Rows
    player_games: list[Row]
    sides: list[str]

    def rows(self, game_id: str, number: int, game: Game, content: str, skeleton: str) -> Rows:
        """Returns all rows as they are stored. `game` gives the headers, `number` is the log index of its first entry.

        `content` and `skeleton` are hashes of its text, with and without free text (`duplicates.skeleton_of`).
        """
        players = game.players
        player_games = add_players(self.player_games, players)
        game_row: Row = {
            "game": game_id, "number": number, **self.game_row,
            "winner_ref": players.get(self.game_row["winner"] or ""),
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
            **self.by_number, "player_game": player_games, "champion": list(winner_rows(player_games)),
            "duel": list(duel_rows(player_games, self.sides)),
            "game_facts": [{"game": game_id, **row} for row in self.by_number["game_facts"]],
        }  # fmt: skip
        return {
            "game": [game_row],
            **{table: [{"game": game_id, **row} for row in rows] for table, rows in by_game.items()},
            **{table: [{"number": number, **row} for row in rows] for table, rows in by_number.items()},
        }


@dataclass
class StepCounts:
    """What is counted step by step of a game judged with a trace; `done` of its steps are counted."""

    counters: GameCounters
    assaults: AssaultCounter
    strengths: StrengthTimeline
    holdings: ContinentTimeline
    done: int = 0

    @classmethod
    def of(cls, judged: JudgedGame) -> StepCounts:
        """Returns empty counts for a game."""
        continents = [str(name) for name in judged.rules.content["board"]["continents"]]
        return cls(
            GameCounters(), AssaultCounter(max_defence_dice(judged.rules)),
            StrengthTimeline(), ContinentTimeline(continents),
        )  # fmt: skip

    def copy(self) -> StepCounts:
        """Returns the same counts, to be continued."""
        copies = self.counters.copy(), self.assaults.copy(), self.strengths.copy(), self.holdings.copy()
        return StepCounts(*copies, self.done)

    def count(self, trace: Trace, stop: int) -> None:
        """Counts the steps of the trace that are not counted yet, up to number `stop`."""
        for step in trace.steps[self.done : stop]:
            self.counters.process_step(step)
            self.assaults.process_step(step)
            self.strengths.process_step(step, trace.snapshots)
            self.holdings.process_step(step, trace.snapshots)
        self.done = stop


def derive(judged: JudgedGame, counts: StepCounts | None = None) -> DerivedRows:
    """Computes the rows of a game that was judged with a trace; `counts` may have some of its steps already."""
    assert judged.trace is not None
    game = judged.game
    seats, winners, sides = seats_by_colour(game), judged.end["winners"], sides_of(game)
    counts = counts or StepCounts.of(judged)
    counts.count(judged.trace, len(judged.trace.steps))
    counters, assaults, strengths, holdings = counts.counters, counts.assaults, counts.strengths, counts.holdings
    players = list(player_rows(judged))
    player_games = list(player_game_rows(judged, players, counters))
    facts = {
        **counters.game_facts(),
        **seating_facts(player_games),
        **extreme_facts(player_games),
        "margin": winning_margin(judged, sides),
    }
    facts.update(variant=game.header("Variant"), reason=judged.end["reason"], source=dice_source(game))
    by_number: dict[str, Iterable[Row]] = {
        "game_facts": [{**game_facts(judged.table), **facts}], "strength": strengths.rows(seats, winners),
        "holding": holdings.rows(seats, winners), "assault": assaults.rows(),
        "conquest_edge": [{"edge": edge} for edge in sorted(counters.conquest_edges())],
        "conquest_counts": counters.conquest_counts(), "tris": counters.set_rows(),
        "counterfactual": counterfactuals(judged), "game_option": [{"option": option} for option in game_options(game)],
    }  # fmt: skip
    by_game: Rows = {
        "verdict": verdict_rows(judged), "score": score_rows(judged),
        "place": players, "throw": counters.throws, "conquest": counters.conquests,
    }  # fmt: skip
    return DerivedRows(
        game_row(judged), by_game, {table: list(rows) for table, rows in by_number.items()}, player_games, sides
    )


def game_row(judged: JudgedGame) -> Row:
    """Returns the row of the table `game`, without the values that the archive assigns."""
    kinds = [verdict.verdict for verdict in judged.verdicts]
    return {
        "version": judged.game.version, "rules": judged.rules.hash, "reason": judged.end["reason"],
        "winner": judged.end["winner"], "winners": " ".join(judged.end["winners"]) or None,
        "illegal": kinds.count("illegal"), "undecidable": judged.open_points(is_over(judged.game)),
        "clean": int(judged.reason == 0 and "illegal" not in kinds),
        "impossible": judged.prepared.numbers[judged.row] if judged.reason else None,
        "edition": variant_edition(judged.game), "hidden": int(has_hidden_values(judged.game)),
    }  # fmt: skip


def verdict_rows(judged: JudgedGame) -> list[Row]:
    """Returns one row per verdict, in order."""
    return [
        {
            "place": position, "event": verdict.event, "rule": verdict.rule, "rule_id": verdict.rule_id,
            "verdict": verdict.verdict, "cite": verdict.cite,
            "facts": json.dumps(verdict.facts, sort_keys=True, ensure_ascii=False),
        }
        for position, verdict in enumerate(judged.verdicts)
    ]  # fmt: skip


def score_rows(judged: JudgedGame) -> list[Row]:
    """Returns one row per colour with a score."""
    scores = sorted(judged.outcome.scores.items())
    return [{"colour": colour, "half_points": int(score["points"] * 2)} for colour, score in scores]


def derive_game(game: Game, rules: RuleSet) -> DerivedRows:
    """Judges a game and derives its rows, in one replay."""
    return derive(judge_game(game, rules, trace=Trace()))


def content_hash(text: bytes) -> str:
    """Returns the SHA-256 of a canonical game, as hex; games with equal hashes are duplicates."""
    return hashlib.sha256(text).hexdigest()


def content_range(name: str) -> tuple[str, str] | None:
    """Returns the bounds of the content hashes that a name such as `c_0123abcd` begins, None for any other name."""
    digits = name.removeprefix(CONTENT_PREFIX)
    if digits == name or len(digits) < MIN_HASH_DIGITS:
        return None
    return digits, digits + "g"  # after the last hex digit


def rows_of(game: Game, rules: RuleSet, game_id: str, number: int) -> Rows:
    """Computes all rows of a stored game. Never raises for the game's content: faults become verdicts."""
    text = game.text()
    return derive_game(game, rules).rows(
        game_id, number, game, content_hash(text.encode()), hash_without_free_text(text)
    )


def project(db: sqlite_utils.Database, game_id: str, number: int, game: Game, rules: RuleSet) -> None:
    """Judges a stored game and replaces its rows."""
    rows = rows_of(game, rules, game_id, number)
    delete_rows(db, game_id, number)
    insert_rows(db, rows)


def delete_rows(db: sqlite_utils.Database, game_id: str, number: int) -> None:
    """Deletes the derived rows of one game."""
    for table in TABLES_BY_GAME:
        db.execute(f"DELETE FROM {table} WHERE game = ?", [game_id])
    for table in BY_NUMBER:
        db.execute(f"DELETE FROM {table} WHERE number = ?", [number])


def insert_table_rows(db: sqlite_utils.Database, table: str, rows: list[Row]) -> None:
    """Inserts rows into one table; all have the same columns."""
    if rows:
        placeholders = ", ".join("?" for _ in rows[0])
        statement = f"INSERT INTO {table}({', '.join(rows[0])}) VALUES ({placeholders})"
        db.conn.executemany(statement, [list(row.values()) for row in rows])


def insert_rows(db: sqlite_utils.Database, rows: Rows) -> None:
    """Inserts the rows of a game that has none."""
    for table, table_rows in rows.items():
        insert_table_rows(db, table, table_rows)


def variant_edition(game: Game) -> int | None:
    """Returns the edition in the header Variant; None without one."""
    edition = (game.header("Variant") or "").partition("+")[0].partition("@")[2].strip()
    return int(edition) if edition else None


def game_options(game: Game) -> list[str]:
    """Returns the options of a game: those after the variant's name, and the headers Option as `rule.option=value`."""
    option_names = [word.strip() for word in (game.header("Variant") or "").split("+")[1:]]
    return sorted({*option_names, *(value for name, value in game.headers if name == "Option")} - {""})


def dice_source(game: Game) -> str:
    """Returns the source of the dice: the header X-Dice, else the provenance of the record; "?" without either."""
    return game.header("X-Dice") or game.header("Provenance") or "?"


def derived_rows(db: sqlite_utils.Database) -> dict[str, list[tuple[Any, ...]]]:
    """Returns all derived rows in a stable order, to compare two builds."""
    return {
        table: sorted(tuple(row) for row in db.execute(f"SELECT * FROM {table}").fetchall()) for table in DERIVED_TABLES
    }


def max_defence_dice(rules: RuleSet) -> int:
    """Returns the maximum number of defence dice under a rule-set; three without such a rule (EG-08)."""
    return next((int(rule.most) for rule in rules.rules if rule.NAME == "attack.defender_dice"), 3)  # type: ignore[attr-defined]


@dataclass
class OpenAssault:
    """An assault in progress: usable armies and defenders at its start and now; `has_dice`: all faces are recorded."""

    key: tuple[int, int, int, int]
    usable: int
    defenders: int
    armies_left: int
    defenders_left: int
    has_dice: bool


class AssaultCounter:
    """Counts the assaults of a game and their outcomes, step by step."""

    def __init__(self, max_dice: int) -> None:
        self.max_dice = max_dice
        self.current: OpenAssault | None = None
        self.counts: dict[tuple[int, int], list[int]] = {}

    def copy(self) -> AssaultCounter:
        """Returns the same counts, to be continued."""
        other = AssaultCounter(self.max_dice)
        other.current = None if self.current is None else replace(self.current)
        other.counts = {size: [*row] for size, row in self.counts.items()}
        return other

    def process_step(self, step: Step) -> None:
        """Processes a step; any step except the next throw of the same assault ends the assault."""
        kind, _, turn, actor, source, target, attack, defence, losses, _, armies, defenders = step
        if kind in (TURN, PASS, OVER, END_OF_GAME):
            self.close()
        elif kind == ATT:
            key = (turn, actor, source, target)
            usable = armies - 1
            current = self.current
            if (
                current is None
                or current.key != key
                or (current.armies_left, current.defenders_left) != (usable, defenders)
            ):
                self.close()
                current = self.current = OpenAssault(key, usable, defenders, usable, defenders, True)
            current.has_dice = current.has_dice and bool(decode_dice(attack)[1] and decode_dice(defence)[1])
            current.armies_left -= losses // 1000
            current.defenders_left -= losses % 1000

    def close(self) -> None:
        """Ends the current assault and counts it if its dice are recorded."""
        current, self.current = self.current, None
        if (
            current is None
            or not current.has_dice
            or not (0 < current.usable <= MAX_ARMIES and 0 < current.defenders <= MAX_ARMIES)
        ):
            return
        count = self.counts.setdefault((current.usable, current.defenders), [0, 0, 0, 0])
        count[0] += 1
        count[1] += current.defenders_left <= 0
        count[2] += current.defenders_left > 0 and current.armies_left <= 0
        if current.defenders_left > 0 and current.armies_left > 0:
            count[3] += round(1_000_000 * conquest_chance(current.armies_left, current.defenders_left, self.max_dice))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields one row per (usable armies, defenders)."""
        names = ("assaults", "conquered", "spent", "held")
        for usable, defenders in sorted(self.counts):
            counts = zip(names, self.counts[usable, defenders], strict=True)
            yield {"size": 10_000 * self.max_dice + 100 * usable + defenders, **dict(counts)}
