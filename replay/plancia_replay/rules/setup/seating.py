"""Seats and turns that are chosen, and partners at the table."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ORDER
from plancia_replay.kernel.facts import Colour, Colours
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table

LETTERS = "RBGYNV"


def choices(t: Table, word: i64) -> list[tuple[int, int]]:
    """Parse "R2,B1" into (colour, place) pairs in the order of choosing; empty if absent or malformed."""
    found: list[tuple[int, int]] = []
    if word < 0:
        return found
    for part in t.words[word].split(","):
        colour = LETTERS.find(part[:1].upper())
        if colour < 0 or not part[1:].isdigit():
            return []
        found.append((colour, int(part[1:])))
    return found


class ChooseSlot(Rule):
    """From the highest throw down, each chooses in which turn he plays (RCM-11)."""

    NAME: ClassVar[str] = "order.choose_slot"

    def kinds(self) -> list[int]:
        return [ORDER]

    def problem(self, t: Table) -> i64:
        """0 none, 1 a slot taken or not played, 2 choice out of turn, 3 tied, 4 not told."""
        slots_word, count = t.a, t.n
        told = choices(t, slots_word)
        if len(told) != int(count):
            return 4
        taken: list[int] = []
        first = t.x
        for place in range(len(told)):
            colour, slot = told[place]
            if slot in taken or slot < 1 or slot > len(told) or t.extra[first + slot - 1] != colour:
                return 1
            taken.append(slot)
            if t.throws[colour] == 0:
                return 4
            if place > 0:
                before = t.rolled[told[place - 1][0]]
                if before == t.rolled[colour]:
                    return 3
                if before < t.rolled[colour]:
                    return 2
        return 0

    def finding(self, t: Table) -> i64:
        found = self.problem(t)
        if found == 4:
            return UNDECIDABLE
        return FINE if found == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        wording = ("", "taken", "turn", "tied", "")[int(self.problem(t))]
        count, first = t.n, t.x
        return {
            "player": Colour(t.extra[first]),
            "order": Colours([t.extra[k] for k in range(first, first + count)]),
            "wording": wording,
        }


class ChooseSeat(Rule):
    """The highest throw chooses his position at the table (STU-02).

    A virtual player need not throw (STU-49), nor with `partner` the second colour of one person (STU-51); who plays two
    colours chooses by placing either, as the other sits opposite.
    """

    NAME: ClassVar[str] = "order.choose_seat"

    def __init__(self, partner: bool = False) -> None:
        super().__init__()
        self.partner = partner

    def same(self, t: Table, one: i64, other: i64) -> bool:
        """True if one person plays both colours."""
        if one == other:
            return True
        return t.partner(one, other) and (self.partner or one == t.virtual or other == t.virtual)

    def has_no_thrower(self, t: Table, colour: i64) -> bool:
        """True if no player of its own throws for this colour."""
        if t.throws[colour] > 0:
            return False
        if colour == t.virtual:
            return True
        count, first = t.n, t.x
        for k in range(first, first + count):
            if self.partner and t.partner(colour, t.extra[k]) and t.throws[t.extra[k]] > 0:
                return True
        return False

    def kinds(self) -> list[int]:
        return [ORDER]

    def highest(self, t: Table) -> i64:
        """Who threw highest, -1 where a throw is missing, -2 where it is tied."""
        best: i64 = -1
        count, first = t.n, t.x
        for k in range(first, first + count):
            colour = t.extra[k]
            if self.has_no_thrower(t, colour):
                continue
            if t.throws[colour] == 0:
                return -1
            if best < 0 or t.rolled[colour] > t.rolled[best]:
                best = colour
        for k in range(first, first + count):
            level = t.throws[t.extra[k]] > 0 and t.rolled[t.extra[k]] == t.rolled[best]
            if level and not self.same(t, t.extra[k], best):
                return -2
        return best

    def finding(self, t: Table) -> i64:
        seats_word = t.b
        told = choices(t, seats_word)
        highest = self.highest(t)
        if len(told) == 0 or highest == -1:
            return UNDECIDABLE
        if highest == -2 or not self.same(t, told[0][0], highest):
            return ILLEGAL
        taken: list[int] = []
        for _, seat in told:
            if seat in taken or seat < 1 or seat > 4:
                return ILLEGAL
            taken.append(seat)
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        highest = self.highest(t)
        seats_word, count, first = t.b, t.n, t.x
        found: dict[str, object] = {
            "player": Colour(highest),
            "order": Colours([t.extra[k] for k in range(first, first + count)]),
        }
        told = choices(t, seats_word)
        if highest == -2:
            found["wording"] = "tied"
        elif highest >= 0 and len(told) > 0 and self.same(t, told[0][0], highest):
            found["wording"] = "seats"
        return found


class TeamsOpposite(Rule):
    """Two teams of two; partners sit opposite and so play two turns apart (STU-01, STU-03, STU-50).

    Where seats are told, those of partners are opposite too.
    """

    NAME: ClassVar[str] = "team.opposite"

    def kinds(self) -> list[int]:
        return [ORDER]

    def side_by_side(self, t: Table) -> bool:
        """True if two partners are recorded in seats that are not opposite."""
        seats_word = t.b
        told = choices(t, seats_word)
        for colour, seat in told:
            for other, place in told:
                if t.partner(colour, other) and (seat - place) % 4 != 2:
                    return True
        return False

    def finding(self, t: Table) -> i64:
        count = t.n
        if count != 4:
            return ILLEGAL
        start = t.x
        if t.team[t.extra[start]] < 0:
            return UNDECIDABLE
        if self.side_by_side(t):
            return ILLEGAL
        first = t.partner(t.extra[start], t.extra[start + 2])
        second = t.partner(t.extra[start + 1], t.extra[start + 3])
        return FINE if first and second else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        count, first = t.n, t.x
        return {"order": Colours([t.extra[k] for k in range(first, first + count)]), "found": count}
