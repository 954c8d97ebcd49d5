"""Ranking systems, read from data: the points of a table in exact fractions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_data import rankings


@dataclass(frozen=True)
class Result:
    """A table's result: points by player; who won where the points do not tell; what else counts.

    `outcome` (player, one of OUTCOMES) ends a game of two; `out` are eliminated players, `risiko` who reached the
    objective; `teams` the two pairs of a team game; `withdrawn` those who gave up the game; `partners` are
    the winner and who has won with him. `given` are ranking points that the judgement of a kept game has reckoned
    already.
    """

    points: dict[str, Fraction]
    winner: str | None = None
    outcome: tuple[str, str] | None = None
    out: frozenset[str] = frozenset()
    risiko: str | None = None
    teams: tuple[frozenset[str], ...] = ()
    withdrawn: frozenset[str] = frozenset()
    partners: frozenset[str] = frozenset()
    given: dict[str, Fraction] | None = None


@dataclass(frozen=True)
class System:
    """One ranking system; `given` is its entry of the data room."""

    id: str
    title: dict[str, str]
    cite: str
    given: dict[str, Any] = field(hash=False)

    def winners(self, result: Result) -> list[str]:
        """Who won a table: the named winner, else who has most points; where several, as `shared` says.

        With shared = "nobody" a level top wins nothing until the organisers name a winner.
        """
        if self.given["points"] in ("rows", "teams"):
            made = {player: value for player, (value, _) in self.points(result).items()}
            most = max(made.values(), default=Fraction(0))
            return sorted(player for player, value in made.items() if value == most > min(made.values()))
        if result.winner:
            return sorted({result.winner, *result.partners})
        level = self.level(result)
        return level if len(level) == 1 or self.given.get("shared") != "nobody" else []

    def level(self, result: Result) -> list[str]:
        """Who has the most table points."""
        most = max(result.points.values(), default=Fraction(0))
        return sorted(player for player, points in result.points.items() if points == most)

    def points(self, result: Result) -> dict[str, tuple[Fraction, Fraction]]:
        """Ranking points of everybody at a table, and the part of them that is a winner's bonus."""
        kind = self.given["points"]
        if result.given is not None:
            return {player: (value, Fraction(0)) for player, value in result.given.items()}
        if kind in ("rows", "teams"):
            rows = self.by_rows(result) if kind == "rows" else self.by_teams(result)
            return {player: (value, Fraction(0)) for player, value in rows.items()}
        winners = self.winners(result)
        bonus = self.bonus(len(winners))
        penalty = Fraction(self.given.get("withdrawal", 0))
        by_kind = {"table": self.by_table, "places": self.by_places, "distance": self.by_distance}
        made = {}
        for player in result.points:
            more = bonus if player in winners else Fraction(0)
            value = by_kind[kind](result, player) + more
            if self.given.get("thousand"):
                value = away(value * 1000) / 1000
            made[player] = (value + (penalty if player in result.withdrawn else 0), more)
        return made

    def bonus(self, winners: int) -> Fraction:
        """What each of so many winners gets on top."""
        steps = [Fraction(text) for text in self.given.get("bonus", [])]
        return steps[min(winners, len(steps)) - 1] if steps and winners else Fraction(0)

    def value(self, result: Result, player: str) -> Fraction:
        """A player's table points, cut to an integer (towards zero) where the system says so."""
        raw = result.points[player]
        return Fraction(math.trunc(raw)) if self.given.get("integer") else raw

    def scaled(self, result: Result, player: str) -> Fraction:
        """Table points after the factor of the table's size and the cap."""
        value = self.value(result, player)
        size = len(result.points)
        cap = self.given.get("cap")
        if cap and cap["size"] == size and (cap["who"] == "all" or player in self.winners(result)):
            reached = value > cap["above"] if "above" in cap else value >= cap["from"]
            if reached:
                return Fraction(cap["gives"])
        return value * Fraction(self.given.get("factors", {}).get(str(size), "1"))

    def by_table(self, result: Result, player: str) -> Fraction:
        """The table points, as thousandths where the system says so (rounded after the bonus, see `points`)."""
        value = self.scaled(result, player)
        return value / 1000 if self.given.get("thousand") else value

    def by_places(self, result: Result, player: str) -> Fraction:
        """Points of the place (shared places share the higher) and a hundredth of the table points, if not negative.

        Raises ArchiveError for a place that the system does not foresee.
        """
        value = self.value(result, player)
        place = sum(self.value(result, other) > value for other in result.points)
        places = self.given["negative_places" if value < 0 else "places"]
        if place >= len(places):
            raise ArchiveError("result", f"{place + 1} > {len(places)}")
        found = Fraction(places[place])
        return found + (self.scaled(result, player) / 100 if self.given.get("hundredth") and value >= 0 else 0)

    def by_distance(self, result: Result, player: str) -> Fraction:
        """The winner's figure, or 100 less the distance from the winner's points."""
        winners = self.winners(result)
        value = self.value(result, player)
        if player in winners:
            if "winner_fixed" in self.given:
                more = self.given.get("risiko_more", 0) if result.risiko == player else 0
                return Fraction(self.given["winner_fixed"] + more)
            factor = Fraction(self.given.get("winner_factors", {}).get(str(len(result.points)), "1"))
            return Fraction(self.given["winner_base"]) + value * factor
        if player in result.out and "eliminated" in self.given:
            return Fraction(self.given["eliminated"])
        reference = max(self.value(result, other) for other in winners or self.level(result))
        if "reference_from" in self.given and reference >= self.given["reference_from"]:
            reference = Fraction(self.given["reference"])
        return 100 - (reference - value)

    def by_rows(self, result: Result) -> dict[str, Fraction]:
        """Two players: the first row that fits, by what ended the game, else by the gap. Raises ArchiveError."""
        if len(result.points) != 2:
            raise ArchiveError("result", f"{len(result.points)} != 2")
        one, other = sorted(result.points, key=lambda player: result.points[player], reverse=True)
        if result.outcome:
            one = result.outcome[0]
            other = next(player for player in result.points if player != one)
            rows = {row.split()[0]: row.split()[1:] for row in self.given["rows"]}
            if result.outcome[1] not in rows:
                raise ArchiveError("result", result.outcome[1])
            win, loss = rows[result.outcome[1]]
            return {one: Fraction(win), other: Fraction(loss)}
        gap = result.points[one] - result.points[other]
        row = next(row.split() for row in self.given["gaps"] if gap >= Fraction(row.split()[0]))
        return {one: Fraction(row[1]), other: Fraction(row[2])}

    def by_teams(self, result: Result) -> dict[str, Fraction]:
        """Two teams: eliminations and the gap in table points decide the row. Raises ArchiveError.

        `out` are colours that the other team felled; where a player has two colours, `outcome` says how many.
        """
        if len(result.teams) != 2:
            raise ArchiveError("result", f"{len(result.teams)} != 2")
        total = [sum((result.points[player] for player in team), Fraction(0)) for team in result.teams]
        lost = [len(team & result.out) for team in result.teams]
        if result.outcome:
            lost = [{"one-out": 1, "both-out": 2}.get(result.outcome[1], 0) * (result.outcome[0] not in team)
                    for team in result.teams]  # fmt: skip
        better = 0 if total[0] >= total[1] else 1
        row = "draw"
        if 2 in lost:
            row, better = "both", 1 - lost.index(2)
        elif abs(total[0] - total[1]) >= self.given["gap_min"]:
            row = "one" if lost[1 - better] else "gap"
        win, loss = (Fraction(text) for text in self.given[row].split())
        return {p: win if p in result.teams[better] else loss for team in result.teams for p in team}


def away(value: Fraction) -> Fraction:
    """Rounded to an integer, away from zero."""
    return Fraction(math.ceil(value) if value >= 0 else math.floor(value))


@cache
def systems() -> dict[str, System]:
    """Every ranking system by its id."""
    return {entry["id"]: System(entry["id"], entry["title"], entry["cite"], entry) for entry in rankings()}


def system(name: str) -> System:
    """A ranking system. Raises ArchiveError."""
    if name not in systems():
        raise ArchiveError("system", f"{name} ({', '.join(systems())})")
    return systems()[name]
