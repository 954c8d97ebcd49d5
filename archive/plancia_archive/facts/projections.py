"""Rows derived from the log: games, seats, verdicts, scores, facts; reproducible from the log at any time.

`derive` computes them from a judged game without a database. `DerivedRows.rows` adds the values that the archive
assigns: the game's id, its number and the references of its players.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sqlite_utils

from plancia_archive.facts.counterfactuals import counterfactuals
from plancia_archive.facts.declared_results import half_points_by_colour
from plancia_archive.facts.event_rows import (
    LAND_NUMBER,
    OWNER_LETTERS,
    Row,
    Step,
    conquest_row,
    decode_dice,
    player_rows,
    seats_by_colour,
    throw_row,
)
from plancia_archive.facts.odds import MAX_ARMIES, SCALE, conquest_chance, max_defence_dice, scaled_moments
from plancia_archive.facts.packed_counters import pack_counters
from plancia_archive.facts.redaction import has_hidden_values, is_over
from plancia_archive.facts.tables import (
    BY_NUMBER,
    DERIVED_TABLES,
    EDGES,
    FACES,
    LANDS,
    OUTCOME_FLAGS,
    OUTCOMES,
    TABLES_BY_GAME,
)
from plancia_archive.facts.timelines import ContinentTimeline, StrengthTimeline
from plancia_archive.people.free_text import hash_without_free_text
from plancia_events import Game
from plancia_events.ops import ATT, ELIM, OCC, OVER, PASS, TRIS, TURN
from plancia_replay import JudgedGame, RuleSet, judge_game
from plancia_replay.judging.judgement import game_facts
from plancia_replay.kernel.trace import END_OF_GAME, Trace

COLUMN_BY_OUTCOME = {(attack, defence, lost, killed): name for attack, defence, lost, killed, name in OUTCOMES}


class GameCounters:
    """Collects the counters of a game, step by step; `throws` and `conquests` are lists of rows in order.

    `odds` has for each throw the dice and losses of both sides, None where its odds are not known.
    """

    def __init__(self) -> None:
        self.throws: list[Row] = []
        self.odds: list[tuple[int, int, int, int] | None] = []
        self.conquests: list[Row] = []
        self.eliminations: Counter[str] = Counter()
        self.sets: dict[int, list[int]] = {}
        self.extra_counts = {"extra_turns": 0, "passes": 0, "extra_attacks": 0, "extra_conquests": 0}
        self.in_extra_turn = False

    def copy(self) -> GameCounters:
        """Returns the same counters, to be continued."""
        other = GameCounters()
        other.throws, other.odds, other.conquests = list(self.throws), list(self.odds), list(self.conquests)
        other.eliminations, other.sets = Counter(self.eliminations), {key: [*row] for key, row in self.sets.items()}
        other.extra_counts, other.in_extra_turn = dict(self.extra_counts), self.in_extra_turn
        return other

    def process_step(self, step: Step) -> None:
        """Processes a step."""
        kind, _, _, actor, a, b, *_ = step
        if kind == ATT:
            throw = throw_row(step)
            self.throws.append(throw)
            self.odds.append(dice_and_losses(throw) if has_odds(throw) else None)
            self.extra_counts["extra_attacks"] += self.in_extra_turn
        elif kind == TURN:
            self.in_extra_turn = a != 0
            self.extra_counts["extra_turns"] += self.in_extra_turn
        elif kind == PASS:
            self.in_extra_turn = False
            self.extra_counts["passes"] += 1
        elif kind == OCC and (row := conquest_row(step)) is not None:
            self.conquests.append(row)
            self.extra_counts["extra_conquests"] += self.in_extra_turn
        elif kind == ELIM and 0 <= actor < OWNER_LETTERS.index("-"):  # those that the table writes are nobody's
            self.eliminations[OWNER_LETTERS[actor]] += 1
        elif kind == TRIS:
            count = self.sets.setdefault(a, [0, 0, 0])
            count[0] += 1
            count[1] += max(b, 0)
            count[2] += step[9] > 0

    def game_facts(self) -> Row:
        """Returns the counters of the whole game, for its row of `game_facts`."""
        turns = Counter((row["turn"], row["colour"]) for row in self.conquests)
        largest_turn = min(((-count, turn, colour) for (turn, colour), count in turns.items()), default=(0, 0, None))
        faces = Counter(face for row in self.throws for face in row["attack_faces"] + row["defence_faces"])
        outcomes = Counter(COLUMN_BY_OUTCOME.get(odds) for odds in self.odds if odds is not None)
        return {
            **self.extra_counts, "in_a_turn": -largest_turn[0], "in_a_turn_by": largest_turn[2],
            **{name: faces[name[1:]] for name in FACES},
            **{name: outcomes[name] for name in COLUMN_BY_OUTCOME.values()},
        }  # fmt: skip

    def counters_by_colour(self) -> dict[str, dict[str, int]]:
        """Returns by colour: throws, gain with its exact mean and variance, faces.

        Gain is the losses inflicted less the losses suffered. The dice of neutral territories count for the attacker.
        """
        columns = ("throws", "gain", "due", "spread", *FACES)
        sums: dict[str, list[int]] = {}
        for row, odds in zip(self.throws, self.odds, strict=True):
            neutral = row["defender"] == "-"
            thrower = row["attacker"] if neutral else row["defender"]
            for colour, dice in ((row["attacker"], row["attack_faces"]), (thrower, row["defence_faces"])):
                counts = sums.setdefault(colour, [0] * len(columns))
                for face in dice:
                    counts[3 + int(face)] += 1
            if odds is None:
                continue
            attack_dice, defence_dice, attack_losses, defence_losses = odds
            mean, variance = scaled_moments(attack_dice, defence_dice)
            for colour, sign in ((row["attacker"], 1), *(() if neutral else ((row["defender"], -1),))):
                counts = sums[colour]
                counts[0] += 1
                counts[1] += sign * (defence_losses - attack_losses)
                counts[2] += sign * mean
                counts[3] += variance
        return {colour: dict(zip(columns, counts, strict=True)) for colour, counts in sums.items()}

    def conquest_edges(self) -> Counter[int]:
        """Counts the conquests by (target, source) edge, encoded as LANDS x target + source."""
        return Counter(LANDS * LAND_NUMBER[row["target"]] + LAND_NUMBER[row["source"]] for row in self.conquests)

    def conquest_counts(self) -> Iterator[Row]:
        """Yields one row with the packed counts of all conquests of the game; none without conquests."""
        edges = self.conquest_edges()
        if not edges:
            return
        conquered_lands = {edge // LANDS for edge in edges}
        width, lanes = pack_counters(
            [*(edges[edge] for edge in EDGES), *(int(land in conquered_lands) for land in range(LANDS))]
        )
        off_border_edges = " ".join(map(str, sorted(edge for edge in edges.elements() if edge not in EDGES)))
        yield {"width": width, "lanes": lanes, "strays": off_border_edges or None}

    def set_rows(self) -> Iterator[Row]:
        """Yields one row per value of the sets played; -1 if not recorded."""
        for base, (sets, bonus, jolly) in sorted(self.sets.items()):
            yield {"base": base, "sets": sets, "bonus": bonus, "jolly": jolly}


def has_odds(row: Row) -> bool:
    """True if the faces of a throw are recorded, with at most three dice a side."""
    return bool(row["attack_faces"]) and 1 <= row["attack_dice"] <= 3 and 1 <= row["defence_dice"] <= 3


def dice_and_losses(row: Row) -> tuple[int, int, int, int]:
    """Returns the attack dice, defence dice, attack losses and defence losses of a throw."""
    return row["attack_dice"], row["defence_dice"], row["attack_losses"], row["defence_losses"]


def sides_of(game: Game) -> list[str]:
    """Returns the sides: the colours of each team, then each other colour by itself."""
    teams = (game.header("Team") or "").split()
    single_colours = [colour for colour in game.players if not any(colour in team for team in teams)]
    return [*("".join(colour for colour in team if colour in game.players) for team in teams), *single_colours]


def winning_margin(judged: JudgedGame, sides: list[str]) -> int | None:
    """Returns the half points by which the winning side leads the best other side.

    None without a winner or scores.
    """
    winner, scores = judged.end["winner"], judged.outcome.scores
    totals = {side: sum(int(scores[colour]["points"] * 2) for colour in side if colour in scores)
              for side in sides if any(colour in scores for colour in side)}  # fmt: skip
    winning_side = next((side for side in totals if winner is not None and winner in side), None)
    if winning_side is None or len(totals) < 2:
        return None
    return totals[winning_side] - max(total for side, total in totals.items() if side != winning_side)


def player_game_rows(judged: JudgedGame, rows: list[Row], counters: GameCounters) -> Iterator[Row]:
    """Yields one row per colour, without its player: result, throws, faces. `rows` are those of `player_rows`.

    The dummy (header Virtual) has none: it is nobody's person, and throws of those who act for it are not theirs.
    """
    zeros = dict.fromkeys(("throws", "gain", "due", "spread", *FACES), 0)
    rows = [row for row in rows if row["colour"] != judged.game.header("Virtual")]
    counters_of_colour, points = counters.counters_by_colour(), half_points_by_colour(judged)
    for row in rows:
        colour = row["colour"]
        yield {
            "colour": colour, "seat": row["seat"], "players": len(rows),
            "objective": row["objective"], "won": row["won"], "out": row["out"],
            "half_points": points.get(colour), "felled": counters.eliminations[colour],
            **counters_of_colour.get(colour, zeros),
        }  # fmt: skip


def add_players(rows: list[Row], players: dict[str, str]) -> list[Row]:
    """Adds players to the rows of `player_game_rows`; a player of two colours has played, or won, one game."""
    winners = {players[row["colour"]] for row in rows if row["won"]}
    seen: set[str] = set()
    completed_rows = []
    for row in rows:
        player = players[row["colour"]]
        is_first = player not in seen
        seen.add(player)
        completed_rows.append(
            {"player": player, **row, "first": int(is_first), "wins": int(is_first and player in winners)}
        )
    return completed_rows


def seating_facts(rows: list[Row]) -> Row:
    """Returns number of players, occupied seats and winning seats, from the rows of `player_game_rows`."""
    seats = sorted(row["seat"] for row in rows if row["seat"])
    winning_seats = sorted(row["seat"] for row in rows if row["won"] and row["seat"])
    return {"players": len(rows), "lined": "".join(map(str, seats)), "won_seats": "".join(map(str, winning_seats))}


def extreme_facts(rows: list[Row]) -> dict[str, int | None]:
    """Returns maxima and minima over a game's players, from the rows of `player_game_rows`; None without a value."""
    points = [(row["half_points"], row["won"]) for row in rows if row["half_points"] is not None]
    luck_values = [row["gain"] * SCALE - row["due"] for row in rows if row["throws"]]
    return {
        "best": max((half for half, _ in points), default=None),
        "winning": min((half for half, won in points if won), default=None),
        "losing": max((half for half, won in points if not won), default=None),
        "most_felled": max((row["felled"] for row in rows), default=None),
        "luckiest": max(luck_values, default=None), "unluckiest": min(luck_values, default=None),
    }  # fmt: skip


def winner_rows(rows: list[Row]) -> Iterator[Row]:
    """Yields one row per winning player, from the rows of `add_players`."""
    return ({"player": row["player"]} for row in rows if row["wins"])


def duel_rows(rows: list[Row], sides: list[str]) -> Iterator[Row]:
    """Yields one row per pair of rivals, from the rows of `add_players`; colours of one of the `sides` are no rivals.

    A player of two colours has the points of both.
    """
    side_by_colour = {colour: index for index, colours in enumerate(sides) for colour in colours}
    first_rows = [row for row in rows if row["first"]]
    for row in first_rows:
        for other in first_rows:
            if row["player"] < other["player"] and side_by_colour[row["colour"]] != side_by_colour[other["colour"]]:
                points, other_points = points_of(row, rows), points_of(other, rows)
                is_ahead = points is not None and other_points is not None and points > other_points
                is_behind = points is not None and other_points is not None and points < other_points
                flags_set = row["wins"], other["wins"], is_ahead, is_behind
                yield {
                    "pair": f"{row['player']} {other['player']}",
                    "outcome": sum(flag for flag, is_met in zip(OUTCOME_FLAGS, flags_set, strict=True) if is_met),
                    "colour": row["colour"], "rival_colour": other["colour"],
                    "seat": row["seat"], "rival_seat": other["seat"],
                }  # fmt: skip


def points_of(row: Row, rows: list[Row]) -> int | None:
    """Returns the half points of a row's player, over all his colours; None if those of one are unknown."""
    points = [other["half_points"] for other in rows if other["player"] == row["player"]]
    return None if None in points else sum(points)


HEADERS = {
    "variant": "Variant", "event": "Event", "place": "Place", "date": "Date", "round": "Round", "board": "Table",
    "arbiter": "Arbiter", "completeness": "Completeness", "provenance": "Provenance", "declared": "Result",
}  # fmt: skip

Rows = dict[str, list[Row]]
CONTENT_PREFIX = "c_"  # of names of games by their content hash
MIN_HASH_DIGITS = 8  # of such a name


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

    def rows(self) -> Iterator[Row]:
        """Yields one row per (usable armies, defenders)."""
        names = ("assaults", "conquered", "spent", "held")
        for usable, defenders in sorted(self.counts):
            counts = zip(names, self.counts[usable, defenders], strict=True)
            yield {"size": 10_000 * self.max_dice + 100 * usable + defenders, **dict(counts)}
