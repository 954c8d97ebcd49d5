"""Rules on the choice of seats and turns, and on the seats of partners."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ORDER, TURN
from plancia_replay.kernel.facts import Colour, Colours
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.setup.opening import order_given

LETTERS = "RBGYNV"


def parse_choices(t: Table, word: i64) -> list[tuple[int, int]]:
    """Parse "R2,B1", in any order, or "B,R", in that of the places; empty if absent or malformed."""
    parts = t.words[word].upper().split(",") if word >= 0 else []
    if is_list_of_places(t, word):
        parts = [f"{part}{place}" for place, part in enumerate(parts, 1)]
    if any(part[:1] not in LETTERS or not part[1:].isdecimal() for part in parts):
        return []
    return [(LETTERS.find(part[:1]), int(part[1:])) for part in parts]


def is_list_of_places(t: Table, word: i64) -> bool:
    """True if the colours alone are told, from the first place to the last: who chose before whom is not."""
    return word >= 0 and all(len(part) == 1 for part in t.words[word].split(","))


def has_wrong_seats(chosen_seats: list[tuple[int, int]]) -> bool:
    """True if a seat is none of the four, or two are the same."""
    seats = [seat for _, seat in chosen_seats]
    return len(set(seats)) < len(seats) or any(seat < 1 or seat > 4 for seat in seats)


class ChooseSlot(Rule):
    """The players choose their place in the order, the highest throw first (RCM-11).

    Where it is not told who chose what, any order may have been chosen. So too where pairs are written in the order of
    the places; in one that is neither theirs nor that of the throws they leave open whether that is how it was chosen.
    With `ties` "any" those level choose in any order.
    """

    NAME: ClassVar[str] = "order.choose_slot"
    VALUES: ClassVar[dict[str, object]] = {"ties": ("again", "any")}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, ties: str = "again") -> None:
        super().__init__()
        self.ties_again = ties == "again"

    def event_kinds(self) -> list[int]:
        return [ORDER]

    def problem(self, t: Table) -> i64:
        """The fault: 0 none, 1 a slot taken or not played, 2 perhaps chosen out of turn, 3 tied throws, 4 no record."""
        slots_word, order = t.a, order_given(t)
        chosen_slots = parse_choices(t, slots_word) if slots_word >= 0 else [(c, k) for k, c in enumerate(order, 1)]
        if len(chosen_slots) != len(order) or any(t.throws[colour] == 0 for colour in order):
            return 4
        if self.ties_again and len({t.rolled[colour] for colour in order}) < len(order):
            return 3
        slots: list[int] = []
        is_by_place, is_by_throw = True, True
        for k in range(len(chosen_slots)):
            colour, slot = chosen_slots[k]
            if slot in slots or slot < 1 or slot > len(chosen_slots) or order[slot - 1] != colour:
                return 1
            slots.append(slot)
            is_by_place = is_by_place and slot == k + 1
            is_by_throw = is_by_throw and (k == 0 or t.rolled[chosen_slots[k - 1][0]] >= t.rolled[colour])
        return 0 if is_by_place or is_by_throw else 2

    def check(self, t: Table) -> i64:
        problem = self.problem(t)
        if problem == 4 or problem == 2:
            return UNDECIDABLE
        return FINE if problem == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        problem, order = self.problem(t), order_given(t)
        wording = ("", "taken", "turn", "tied", "")[int(problem)]
        facts: dict[str, object] = {"player": Colour(order[0]), "order": Colours(order), "wording": wording}
        if problem == 3:
            colour, other = next(pair for pair in combinations(order, 2) if t.rolled[pair[0]] == t.rolled[pair[1]])
            facts |= {"player": Colour(colour), "owner": Colour(other)}
        return {**facts, **self.slot_facts(t, order)} if problem == 1 else facts

    def slot_facts(self, t: Table, order: list[int]) -> dict[str, object]:
        """Facts of a turn that two chose, that there is not, or that another plays."""
        slots_word = t.a
        chosen_slots = parse_choices(t, slots_word)
        slots, places = [slot for _, slot in chosen_slots], range(1, len(order) + 1)
        for k, (colour, slot) in enumerate(chosen_slots):
            if slot in slots[:k]:
                missing = min(place for place in places if place not in slots)
                first = chosen_slots[slots.index(slot)][0]
                return {
                    "player": Colour(first), "owner": Colour(colour), "found": slot, "missing": missing,
                    "wording": "twice" if first != colour else "again",
                }  # fmt: skip
        colour, slot = next(pair for pair in chosen_slots if pair[1] not in places or order[pair[1] - 1] != pair[0])
        if slot not in places:
            return {"player": Colour(colour), "found": slot, "most": len(order), "wording": "no_turn"}
        return {"player": Colour(colour), "owner": Colour(order[slot - 1]), "found": slot}


class ChooseSeat(Rule):
    """The highest throw chooses his position at the table (STU-02).

    A virtual player need not throw (STU-49), nor with `partner` the second colour of one person (STU-51); who plays two
    colours chooses by placing either, as the other sits opposite.
    """

    NAME: ClassVar[str] = "order.choose_seat"
    VALUES: ClassVar[dict[str, object]] = {"ties": ("again", "any")}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, partner: bool = False, ties: str = "again") -> None:
        super().__init__()
        self.partner = partner
        self.ties_again = ties == "again"

    def is_same_person(self, t: Table, colour: i64, other_colour: i64) -> bool:
        """True if one person plays both colours."""
        if colour == other_colour:
            return True
        return t.are_partners(colour, other_colour) and (
            self.partner or colour == t.virtual or other_colour == t.virtual
        )

    def has_no_thrower(self, t: Table, colour: i64) -> bool:
        """True if no player of its own throws for this colour."""
        if t.throws[colour] > 0 or colour == t.virtual:
            return t.throws[colour] == 0
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

    def has_highest_throw(self, t: Table, colour: i64) -> bool:
        """True if nobody has thrown higher than this colour's person."""
        highest = self.highest_thrower(t)
        if highest >= 0:
            return self.is_same_person(t, colour, highest)
        return all(t.rolled[other] <= t.rolled[colour] for other in order_given(t))

    def first_choice(self, t: Table, chosen_seats: list[tuple[int, int]]) -> i64:
        """The finding on who chose first: of several pairs any may have been, in an order that is not of the places."""
        if is_list_of_places(t, t.b) or self.has_highest_throw(t, chosen_seats[0][0]):
            return FINE
        if not any(self.has_highest_throw(t, colour) for colour, _ in chosen_seats):
            return ILLEGAL
        seats = [seat for _, seat in chosen_seats]
        return FINE if seats == sorted(seats) else UNDECIDABLE

    def check(self, t: Table) -> i64:
        chosen_seats = parse_choices(t, t.b)
        highest = self.highest_thrower(t)
        if len(chosen_seats) == 0 or highest == -1:
            return UNDECIDABLE
        if highest == -2 and self.ties_again:
            return ILLEGAL
        return ILLEGAL if has_wrong_seats(chosen_seats) else self.first_choice(t, chosen_seats)

    def facts(self, t: Table) -> dict[str, object]:
        highest = self.highest_thrower(t)
        facts: dict[str, object] = {"player": Colour(highest), "order": Colours(order_given(t))}
        chosen_seats = parse_choices(t, t.b)
        if highest == -2 and self.ties_again:
            facts["wording"] = "tied"
        elif highest != -1 and len(chosen_seats) > 0 and self.first_choice(t, chosen_seats) != ILLEGAL:
            facts["wording"] = "seats" if has_wrong_seats(chosen_seats) else "turn"
        return facts


class TeamsOpposite(Rule):
    """Two teams of two; partners sit opposite and so play two turns apart (STU-01, STU-03, STU-50).

    Where seats are told, those of partners are opposite too. Without an order, that the teams are not told is looked at
    with the first turn.
    """

    NAME: ClassVar[str] = "team.opposite"

    def event_kinds(self) -> list[int]:
        return [ORDER, TURN]

    def are_partners_adjacent(self, t: Table) -> bool:
        """True if two partners are recorded in seats that are not opposite."""
        chosen_seats = parse_choices(t, t.b)
        return any(
            t.are_partners(colour, other) and (seat - other_seat) % 4 != 2
            for colour, seat in chosen_seats
            for other, other_seat in chosen_seats
        )

    def check(self, t: Table) -> i64:
        if t.op == TURN:
            return UNDECIDABLE if t.turns == 0 and len(t.order) == 0 and t.team[t.actor] < 0 else FINE
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
        return {} if t.op == TURN else {"order": Colours(order_given(t)), "found": t.n}
