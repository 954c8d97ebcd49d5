"""Counters of a game and of its players: outcomes of throws, faces, luck, extra turns, sets, conquests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from plancia_archive.facts.declared_results import half_points
from plancia_archive.facts.event_rows import LAND, LETTERS, Step, conquest, throw
from plancia_archive.facts.odds import SCALE, scaled
from plancia_archive.facts.packed_counters import pack_counters
from plancia_archive.facts.tables import EDGES, FACES, FLAGS, LANDS, OUTCOMES
from plancia_events import Game
from plancia_events.ops import ATT, ELIM, OCC, PASS, TRIS, TURN
from plancia_replay import Judged

COLUMN = {(attack, defence, lost, killed): name for attack, defence, lost, killed, name in OUTCOMES}


class Tallies:
    """Collects the counters of a game, step by step; `throws` and `conquests` are rows in order."""

    def __init__(self) -> None:
        self.throws: list[dict[str, Any]] = []
        self.conquests: list[dict[str, Any]] = []
        self.felled: Counter[str] = Counter()
        self.sets: dict[int, list[int]] = {}
        self.extra = {"extra_turns": 0, "passes": 0, "extra_attacks": 0, "extra_conquests": 0}
        self.in_extra = False

    def see(self, step: Step) -> None:
        """Processes a step."""
        kind, _, _, actor, a, b, *_ = step
        if kind == ATT:
            self.throws.append(throw(step))
            self.extra["extra_attacks"] += self.in_extra
        elif kind == TURN:
            self.in_extra = a != 0
            self.extra["extra_turns"] += self.in_extra
        elif kind == PASS:
            self.in_extra = False
            self.extra["passes"] += 1
        elif kind == OCC and (row := conquest(step)) is not None:
            self.conquests.append(row)
            self.extra["extra_conquests"] += self.in_extra
        elif kind == ELIM:
            self.felled[LETTERS[actor]] += 1
        elif kind == TRIS:
            count = self.sets.setdefault(a, [0, 0, 0])
            count[0] += 1
            count[1] += max(b, 0)
            count[2] += step[9] > 0

    def game_facts(self) -> dict[str, Any]:
        """Counters of the whole game, for its row of `game_facts`."""
        turns = Counter((row["turn"], row["colour"]) for row in self.conquests)
        best = min(((-count, turn, colour) for (turn, colour), count in turns.items()), default=(0, 0, None))
        faces = Counter(face for row in self.throws for face in row["attack_faces"] + row["defence_faces"])
        outcomes = Counter(key for row in self.diced() if (key := COLUMN.get(row)) is not None)
        return {
            **self.extra, "in_a_turn": -best[0], "in_a_turn_by": best[2],
            **{name: faces[name[1:]] for name in FACES}, **{name: outcomes[name] for name in COLUMN.values()},
        }  # fmt: skip

    def diced(self) -> Iterator[tuple[int, int, int, int]]:
        """Dice and losses of every throw with recorded faces and known odds."""
        return (dice_and_losses(row) for row in self.throws if has_odds(row))

    def colours(self) -> dict[str, dict[str, int]]:
        """By colour: throws, gain with its exact mean and variance, faces (neutral dice count for the attacker)."""
        names = ("throws", "gain", "due", "spread", *FACES)
        sums: dict[str, list[int]] = {}
        for row in self.throws:
            neutral = row["defender"] == "-"
            thrower = row["attacker"] if neutral else row["defender"]
            for colour, dice in ((row["attacker"], row["attack_faces"]), (thrower, row["defence_faces"])):
                counts = sums.setdefault(colour, [0] * len(names))
                for face in dice:
                    counts[3 + int(face)] += 1
            if not has_odds(row):
                continue
            attack_dice, defence_dice, attack_losses, defence_losses = dice_and_losses(row)
            due, spread = scaled(attack_dice, defence_dice)
            for colour, sign in ((row["attacker"], 1), *(() if neutral else ((row["defender"], -1),))):
                counts = sums[colour]
                counts[0] += 1
                counts[1] += sign * (defence_losses - attack_losses)
                counts[2] += sign * due
                counts[3] += spread
        return {colour: dict(zip(names, counts, strict=True)) for colour, counts in sums.items()}

    def conquest_edges(self) -> Counter[int]:
        """Conquests by (target, source) edge, encoded as LANDS x target + source."""
        return Counter(LANDS * LAND[row["target"]] + LAND[row["source"]] for row in self.conquests)

    def conquest_counts(self) -> Iterator[dict[str, Any]]:
        """Yields one row with all conquests of the game; none without conquests."""
        edges = self.conquest_edges()
        if not edges:
            return
        lands = {edge // LANDS for edge in edges}
        width, lanes = pack_counters([*(edges[edge] for edge in EDGES), *(int(land in lands) for land in range(LANDS))])
        strays = " ".join(map(str, sorted(edge for edge in edges.elements() if edge not in EDGES)))
        yield {"width": width, "lanes": lanes, "strays": strays or None}

    def tris(self) -> Iterator[dict[str, Any]]:
        """Yields one row per value of the sets played; -1 if not recorded."""
        for base, (sets, bonus, jolly) in sorted(self.sets.items()):
            yield {"base": base, "sets": sets, "bonus": bonus, "jolly": jolly}


def has_odds(row: dict[str, Any]) -> bool:
    """True if the faces of a throw are recorded, with at most three dice a side."""
    return bool(row["attack_faces"]) and 1 <= row["attack_dice"] <= 3 and 1 <= row["defence_dice"] <= 3


def dice_and_losses(row: dict[str, Any]) -> tuple[int, int, int, int]:
    """Dice and losses of a throw."""
    return row["attack_dice"], row["defence_dice"], row["attack_losses"], row["defence_losses"]


def sides_of(game: Game) -> list[str]:
    """Sides: the colours of each team, then each other colour by itself."""
    teams = (game.header("Team") or "").split()
    alone = [colour for colour in game.players if not any(colour in team for team in teams)]
    return [*("".join(colour for colour in team if colour in game.players) for team in teams), *alone]


def margin_of(judged: Judged, sides: list[str]) -> int | None:
    """Half points by which the winning side leads the best other side.

    None without a winner or scores.
    """
    winner, scores = judged.end["winner"], judged.outcome.scores
    totals = {side: sum(int(scores[colour]["points"] * 2) for colour in side if colour in scores)
              for side in sides if any(colour in scores for colour in side)}  # fmt: skip
    winning_side = next((side for side in totals if winner is not None and winner in side), None)
    if winning_side is None or len(totals) < 2:
        return None
    return totals[winning_side] - max(total for side, total in totals.items() if side != winning_side)


def player_games(judged: Judged, rows: list[dict[str, Any]], tallies: Tallies) -> Iterator[dict[str, Any]]:
    """Yields one row per colour, without its player: result, throws, faces. `rows` are those of `places`."""
    nothing = dict.fromkeys(("throws", "gain", "due", "spread", *FACES), 0)
    sums, points = tallies.colours(), half_points(judged)
    for row in rows:
        colour = row["colour"]
        yield {
            "colour": colour, "seat": row["seat"], "players": len(rows),
            "objective": row["objective"], "won": row["won"], "out": row["out"],
            "half_points": points.get(colour), "felled": tallies.felled[colour],
            **sums.get(colour, nothing),
        }  # fmt: skip


def with_players(rows: list[dict[str, Any]], players: dict[str, str]) -> list[dict[str, Any]]:
    """Adds players to the rows of `player_games`; a player of two colours has played, or won, one game."""
    won = {players[row["colour"]] for row in rows if row["won"]}
    seen: set[str] = set()
    complete = []
    for row in rows:
        player = players[row["colour"]]
        first = player not in seen
        seen.add(player)
        complete.append({"player": player, **row, "first": int(first), "wins": int(first and player in won)})
    return complete


def seating(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Number of players, occupied seats and winning seats, from the rows of `player_games`."""
    seats = sorted(row["seat"] for row in rows if row["seat"])
    won = sorted(row["seat"] for row in rows if row["won"] and row["seat"])
    return {"players": len(rows), "lined": "".join(map(str, seats)), "won_seats": "".join(map(str, won))}


def extremes(rows: list[dict[str, Any]]) -> dict[str, int | None]:
    """Extremes over a game's players, from the rows of `player_games`; None without a value."""
    points = [(row["half_points"], row["won"]) for row in rows if row["half_points"] is not None]
    luck = [row["gain"] * SCALE - row["due"] for row in rows if row["throws"]]
    return {
        "best": max((half for half, _ in points), default=None),
        "winning": min((half for half, won in points if won), default=None),
        "losing": max((half for half, won in points if not won), default=None),
        "most_felled": max((row["felled"] for row in rows), default=None),
        "luckiest": max(luck, default=None), "unluckiest": min(luck, default=None),
    }  # fmt: skip


def champions(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields one row per winning player, from the rows of `with_players`."""
    return ({"player": row["player"]} for row in rows if row["wins"])


def duels(rows: list[dict[str, Any]], sides: list[str]) -> Iterator[dict[str, Any]]:
    """Yields one row per pair of rivals, from the rows of `with_players`; colours of one of the `sides` are no rivals.

    A player of two colours has the points of both.
    """
    side = {colour: place for place, colours in enumerate(sides) for colour in colours}
    first = [row for row in rows if row["first"]]
    for one in first:
        for other in first:
            if one["player"] < other["player"] and side[one["colour"]] != side[other["colour"]]:
                points, other_points = points_of(one, rows), points_of(other, rows)
                ahead = points is not None and other_points is not None and points > other_points
                behind = points is not None and other_points is not None and points < other_points
                flags_set = one["wins"], other["wins"], ahead, behind
                yield {
                    "pair": f"{one['player']} {other['player']}",
                    "outcome": sum(flag for flag, met in zip(FLAGS, flags_set, strict=True) if met),
                    "colour": one["colour"], "rival_colour": other["colour"],
                    "seat": one["seat"], "rival_seat": other["seat"],
                }  # fmt: skip


def points_of(row: dict[str, Any], rows: list[dict[str, Any]]) -> int | None:
    """Half points of a row's player, over all his colours; None if those of one are unknown."""
    points = [other["half_points"] for other in rows if other["player"] == row["player"]]
    return None if None in points else sum(points)
