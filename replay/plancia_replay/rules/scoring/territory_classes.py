"""Rules on points by classes of territory, by continents, by armies and by cards, and on lots."""

from __future__ import annotations

from operator import itemgetter
from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ROLL, ROLL_LOT
from plancia_replay.kernel.effects.setup import is_about_result
from plancia_replay.kernel.facts import Colour, Half
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, PLAYERS, Table
from plancia_replay.rules.scoring.points import held_continents


class TerritoryClasses(Rule):
    """A territory counts by its class: objective, near (beside one of it not held), protected, plain (FIR-26).

    Each has one class, the highest. With `stack` "protected" a protected one counts that beside its class, with "all"
    every class that fits is added.
    """

    NAME: ClassVar[str] = "score.classes"
    VALUES: ClassVar[dict[str, object]] = {"stack": ("none", "protected", "all")}
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"stack": ("none", "protected", "all")}

    def __init__(
        self, plain: int = 10, near: int = 15, protected: int = 15, objective: int = 35, stack: str = "none"
    ) -> None:
        super().__init__()
        self.plain: i64 = plain
        self.near: i64 = near
        self.protected: i64 = protected
        self.objective: i64 = objective
        self.adds_all = stack == "all"
        self.adds_protected = stack == "protected"

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def is_near(self, t: Table, player: i64, land: i64) -> bool:
        """True if the territory borders one of the objective that the player does not hold."""
        for k in range(t.degree[land]):
            neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
            if t.goal[player * LANDS + neighbour] == 1 and t.owner[neighbour] != player:
                return True
        return False

    def classes(self, t: Table, player: i64, land: i64) -> list[tuple[str, int]]:
        """The classes by which one of the player's territories counts, with their points."""
        found: list[tuple[str, int]] = []
        if t.goal[player * LANDS + land] == 1:
            found.append(("inside", self.objective))
        if self.is_near(t, player, land):
            found.append(("near", self.near))
        if not found:
            found.append(("territory" if t.is_score_hidden(player) else "outside", self.plain))
        protected = [] if t.borders_enemy(land, player) else [("protected", int(self.protected))]
        if self.adds_all:
            return found + protected
        if self.adds_protected:
            return [max(found, key=itemgetter(1)), *protected]
        return [max(found + protected, key=itemgetter(1))]

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for land in range(LANDS):
            if t.owner[land] == player:
                for _, value in self.classes(t, player, land):
                    points += 2 * value
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [
            (f"{name}:{land}", 2 * value)
            for land in range(LANDS)
            if t.owner[land] == player
            for name, value in self.classes(t, player, land)
        ]


class ContinentTable(Rule):
    """Points by continent held, in the order of the board (FIR-27); with `each` that many a territory (ONE-24)."""

    NAME: ClassVar[str] = "score.continents"
    VALUES: ClassVar[dict[str, object]] = {"points": "numbers"}

    def __init__(self, points: str = "", each: int = 0) -> None:
        super().__init__()
        self.points = [int(word) for word in points.split()]
        self.each: i64 = each

    def sum_name(self) -> str:
        return "score"

    def continent_points(self, t: Table, continent: i64) -> i64:
        """Points of a continent."""
        if self.each > 0:
            return self.each * t.board.continent_size[continent]
        return self.points[continent] if continent < len(self.points) else 0

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for k in held_continents(t, player):
            points += 2 * self.continent_points(t, k)
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"continent:{k}", 2 * self.continent_points(t, k)) for k in held_continents(t, player)]


class ArmyPoints(Rule):
    """Half points for each army on the board: `halves` each (FIR-28)."""

    NAME: ClassVar[str] = "score.armies"

    def __init__(self, halves: int = 1) -> None:
        super().__init__()
        self.halves: i64 = halves

    def sum_name(self) -> str:
        return "score"

    def amount(self, t: Table, player: i64) -> i64:
        return self.halves * t.army_total[player]

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("armies", self.halves * t.army_total[player])]


class CardPoints(Rule):
    """Points for each card held at the end (FIR-28)."""

    NAME: ClassVar[str] = "score.cards"

    def __init__(self, each: int = 1) -> None:
        super().__init__()
        self.each: i64 = each

    def sum_name(self) -> str:
        return "score"

    def amount(self, t: Table, player: i64) -> i64:
        return 2 * self.each * t.hand_size[player]

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("cards", 2 * self.each * t.hand_size[player])]


class LotNeeded(Rule):
    """A lot is drawn between exactly the players who are level at the top by score and keys (FIR-25).

    A lot that is tied itself is drawn again between those who tied in it.
    """

    NAME: ClassVar[str] = "tiebreak.lot_needed"
    COMPARES_SCORES: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [ROLL]

    def check(self, t: Table) -> i64:
        purpose = t.a
        if purpose != ROLL_LOT or not is_about_result(t):
            return FINE
        for colour in range(PLAYERS):
            if t.is_playing(colour) and t.is_score_hidden(colour):
                return UNDECIDABLE
        return FINE if self.wrong_colour(t) < 0 else ILLEGAL

    def wrong_colour(self, t: Table) -> i64:
        """A colour that draws although it is behind, or does not draw although it is level or ahead; -1 for none."""
        count, start = t.n, t.x
        first_colour = t.extra[start]
        for k in range(start, start + count, 2):
            colour = t.extra[k]
            if not t.is_playing(colour) or self.is_ahead(t, first_colour, colour):
                return colour
            if self.is_ahead(t, colour, first_colour):
                return first_colour
        for colour in range(PLAYERS):
            if t.is_playing(colour) and not self.has_die(t, colour) and not self.is_ahead(t, first_colour, colour):
                return colour
        return -1 if count > 2 else first_colour

    def has_die(self, t: Table, colour: i64) -> bool:
        """True if the lot has a die of this colour."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):  # noqa: SIM110 (a generator is slow here)
            if t.extra[k] == colour:
                return True
        return False

    def is_ahead(self, t: Table, colour: i64, other_colour: i64) -> bool:
        """True if `colour` is ahead of `other_colour` by score or tie-break keys, earlier lots included."""
        score = t.total(t.score_terms, colour)
        other_score = t.total(t.score_terms, other_colour)
        if score != other_score:
            return score > other_score
        return t.total(t.tie_terms, colour) > t.total(t.tie_terms, other_colour)

    def facts(self, t: Table) -> dict[str, object]:
        wrong = self.wrong_colour(t)
        score = t.total(t.score_terms, wrong)
        best = max(t.total(t.score_terms, colour) for colour in range(PLAYERS) if t.is_playing(colour))
        playing = [colour for colour in range(PLAYERS) if t.is_playing(colour)]
        leader = next((k for k in playing if all(k == other or self.is_ahead(t, k, other) for other in playing)), -1)
        wording = "" if score < best else "behind"
        if not t.is_playing(wrong):
            wording = "out"
        elif leader >= 0:
            is_by_score = all(k == leader or t.total(t.score_terms, k) < best for k in playing)
            wording = "not_level" if is_by_score else "not_level_by_keys"
        elif not self.has_die(t, wrong):
            wording = "missing"
        return {
            "player": Colour(wrong), "owner": Colour(leader), "found": Half(score), "most": Half(best),
            "wording": wording,
        }  # fmt: skip
