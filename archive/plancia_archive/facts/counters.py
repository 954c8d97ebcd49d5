"""Counters of a game and of its players: outcomes of throws, faces, luck, extra turns, sets, conquests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from plancia_archive.facts.declared_results import half_points_by_colour
from plancia_archive.facts.event_rows import LAND_NUMBER, OWNER_LETTERS, Step, conquest_row, throw_row
from plancia_archive.facts.odds import SCALE, scaled_moments
from plancia_archive.facts.packed_counters import pack_counters
from plancia_archive.facts.tables import EDGES, FACES, LANDS, OUTCOME_FLAGS, OUTCOMES
from plancia_events import Game
from plancia_events.ops import ATT, ELIM, OCC, PASS, TRIS, TURN
from plancia_replay import JudgedGame

COLUMN_BY_OUTCOME = {(attack, defence, lost, killed): name for attack, defence, lost, killed, name in OUTCOMES}


class GameCounters:
    """Collects the counters of a game, step by step; `throws` and `conquests` are lists of rows in order.

    `odds` has for each throw the dice and losses of both sides, None where its odds are not known.
    """

    def __init__(self) -> None:
        self.throws: list[dict[str, Any]] = []
        self.odds: list[tuple[int, int, int, int] | None] = []
        self.conquests: list[dict[str, Any]] = []
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

    def game_facts(self) -> dict[str, Any]:
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

    def conquest_counts(self) -> Iterator[dict[str, Any]]:
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

    def set_rows(self) -> Iterator[dict[str, Any]]:
        """Yields one row per value of the sets played; -1 if not recorded."""
        for base, (sets, bonus, jolly) in sorted(self.sets.items()):
            yield {"base": base, "sets": sets, "bonus": bonus, "jolly": jolly}


def has_odds(row: dict[str, Any]) -> bool:
    """True if the faces of a throw are recorded, with at most three dice a side."""
    return bool(row["attack_faces"]) and 1 <= row["attack_dice"] <= 3 and 1 <= row["defence_dice"] <= 3


def dice_and_losses(row: dict[str, Any]) -> tuple[int, int, int, int]:
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


def player_game_rows(
    judged: JudgedGame, rows: list[dict[str, Any]], counters: GameCounters
) -> Iterator[dict[str, Any]]:
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


def add_players(rows: list[dict[str, Any]], players: dict[str, str]) -> list[dict[str, Any]]:
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


def seating_facts(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns number of players, occupied seats and winning seats, from the rows of `player_game_rows`."""
    seats = sorted(row["seat"] for row in rows if row["seat"])
    winning_seats = sorted(row["seat"] for row in rows if row["won"] and row["seat"])
    return {"players": len(rows), "lined": "".join(map(str, seats)), "won_seats": "".join(map(str, winning_seats))}


def extreme_facts(rows: list[dict[str, Any]]) -> dict[str, int | None]:
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


def winner_rows(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields one row per winning player, from the rows of `add_players`."""
    return ({"player": row["player"]} for row in rows if row["wins"])


def duel_rows(rows: list[dict[str, Any]], sides: list[str]) -> Iterator[dict[str, Any]]:
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


def points_of(row: dict[str, Any], rows: list[dict[str, Any]]) -> int | None:
    """Returns the half points of a row's player, over all his colours; None if those of one are unknown."""
    points = [other["half_points"] for other in rows if other["player"] == row["player"]]
    return None if None in points else sum(points)
