"""Rules on the choice of seats and turns, and on the seats of partners."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ORDER
from plancia_replay.kernel.facts import Colour, Colours
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table

LETTERS = "RBGYNV"


def parse_choices(t: Table, word: i64) -> list[tuple[int, int]]:
    """Parse "R2,B1" into (colour, place) pairs in the order of choosing; empty if absent or malformed."""
    pairs: list[tuple[int, int]] = []
    if word < 0:
        return pairs
    for part in t.words[word].split(","):
        colour = LETTERS.find(part[:1].upper())
        if colour < 0 or not part[1:].isdigit():
            return []
        pairs.append((colour, int(part[1:])))
    return pairs


def order_given(t: Table) -> list[int]:
    """The colours of the ORDER event, first to last."""
    count, offset = t.n, t.x
    return [int(t.extra[k]) for k in range(offset, offset + count)]


class ChooseSlot(Rule):
    """The players choose their place in the order, the highest throw first (RCM-11)."""

    NAME: ClassVar[str] = "order.choose_slot"
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [ORDER]

    def problem(self, t: Table) -> i64:
        """The fault: 0 none, 1 a slot taken or not played, 2 a choice out of turn, 3 tied throws, 4 not recorded."""
        slots_word, count = t.a, t.n
        chosen_slots = parse_choices(t, slots_word)
        if len(chosen_slots) != int(count):
            return 4
        slots: list[int] = []
        offset = t.x
        for place in range(len(chosen_slots)):
            colour, slot = chosen_slots[place]
            if slot in slots or slot < 1 or slot > len(chosen_slots) or t.extra[offset + slot - 1] != colour:
                return 1
            slots.append(slot)
            if t.throws[colour] == 0:
                return 4
            if place > 0:
                previous_roll = t.rolled[chosen_slots[place - 1][0]]
                if previous_roll == t.rolled[colour]:
                    return 3
                if previous_roll < t.rolled[colour]:
                    return 2
        return 0

    def check(self, t: Table) -> i64:
        problem = self.problem(t)
        if problem == 4:
            return UNDECIDABLE
        return FINE if problem == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        wording = ("", "taken", "turn", "tied", "")[int(self.problem(t))]
        order = order_given(t)
        return {"player": Colour(order[0]), "order": Colours(order), "wording": wording}


class ChooseSeat(Rule):
    """The highest throw chooses his position at the table (STU-02).

    A virtual player need not throw (STU-49), nor with `partner` the second colour of one person (STU-51); who plays two
    colours chooses by placing either, as the other sits opposite.
    """

    NAME: ClassVar[str] = "order.choose_seat"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, partner: bool = False) -> None:
        super().__init__()
        self.partner = partner

    def is_same_person(self, t: Table, colour: i64, other_colour: i64) -> bool:
        """True if one person plays both colours."""
        if colour == other_colour:
            return True
        return t.are_partners(colour, other_colour) and (
            self.partner or colour == t.virtual or other_colour == t.virtual
        )

    def has_no_thrower(self, t: Table, colour: i64) -> bool:
        """True if no player of its own throws for this colour."""
        if t.throws[colour] > 0:
            return False
        if colour == t.virtual:
            return True
        return self.partner and any(t.are_partners(colour, other) and t.throws[other] > 0 for other in order_given(t))

    def event_kinds(self) -> list[int]:
        return [ORDER]

    def highest_thrower(self, t: Table) -> i64:
        """The colour with the highest throw, -1 if a throw is missing, -2 if it is tied."""
        throwers = [colour for colour in order_given(t) if not self.has_no_thrower(t, colour)]
        if not throwers or any(t.throws[colour] == 0 for colour in throwers):
            return -1
        highest = max(t.rolled[colour] for colour in throwers)
        best = [colour for colour in throwers if t.rolled[colour] == highest]
        return best[0] if all(self.is_same_person(t, colour, best[0]) for colour in best) else -2

    def check(self, t: Table) -> i64:
        seats_word = t.b
        chosen_seats = parse_choices(t, seats_word)
        highest = self.highest_thrower(t)
        if len(chosen_seats) == 0 or highest == -1:
            return UNDECIDABLE
        if highest == -2 or not self.is_same_person(t, chosen_seats[0][0], highest):
            return ILLEGAL
        seats: list[int] = []
        for _, seat in chosen_seats:
            if seat in seats or seat < 1 or seat > 4:
                return ILLEGAL
            seats.append(seat)
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        highest = self.highest_thrower(t)
        seats_word = t.b
        facts: dict[str, object] = {"player": Colour(highest), "order": Colours(order_given(t))}
        chosen_seats = parse_choices(t, seats_word)
        if highest == -2:
            facts["wording"] = "tied"
        elif highest >= 0 and len(chosen_seats) > 0 and self.is_same_person(t, chosen_seats[0][0], highest):
            facts["wording"] = "seats"
        return facts


class TeamsOpposite(Rule):
    """Two teams of two; partners sit opposite and so play two turns apart (STU-01, STU-03, STU-50).

    Where seats are told, those of partners are opposite too.
    """

    NAME: ClassVar[str] = "team.opposite"

    def event_kinds(self) -> list[int]:
        return [ORDER]

    def are_partners_adjacent(self, t: Table) -> bool:
        """True if two partners are recorded in seats that are not opposite."""
        seats_word = t.b
        chosen_seats = parse_choices(t, seats_word)
        for colour, seat in chosen_seats:
            for other_colour, other_seat in chosen_seats:
                if t.are_partners(colour, other_colour) and (seat - other_seat) % 4 != 2:
                    return True
        return False

    def check(self, t: Table) -> i64:
        count = t.n
        if count != 4:
            return ILLEGAL
        start = t.x
        if t.team[t.extra[start]] < 0:
            return UNDECIDABLE
        if self.are_partners_adjacent(t):
            return ILLEGAL
        first_pair = t.are_partners(t.extra[start], t.extra[start + 2])
        second_pair = t.are_partners(t.extra[start + 1], t.extra[start + 3])
        return FINE if first_pair and second_pair else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"order": Colours(order_given(t)), "found": t.n}
