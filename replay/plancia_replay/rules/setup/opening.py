"""Rules on the number of players, the order and the deal."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import (
    DEAL,
    DEAL_REDRAW,
    DEAL_SKIPPED,
    DEAL_SWAP,
    DRAFT,
    ORDER,
    PICK,
    ROLL,
    ROLL_DUMMY,
    ROLL_LOT,
    SET,
    TURN,
)
from plancia_replay.kernel.facts import Colour, Colours, Continent, Continents, lands_facts, numbers_text, players_facts
from plancia_replay.kernel.holdings import assigned_lands, dealt_lands
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, MAX_CONTINENTS, NEUTRAL, PLAYERS, WITHDRAWN, Table


class PlayersCount(Rule):
    """As many players as the variant is for, all of them in the order; `allowed` is such as "4 5 6" (MON-02).

    Where no order is written before the first turn, their number is looked at there.
    """

    NAME: ClassVar[str] = "players.count"
    VALUES: ClassVar[dict[str, object]] = {"allowed": "numbers"}

    def __init__(self, allowed: str = "3 4 5 6") -> None:
        super().__init__()
        self.counts = [int(word) for word in allowed.split()]

    def event_kinds(self) -> list[int]:
        return [ORDER, TURN]

    def check(self, t: Table) -> i64:
        if t.op == TURN:
            is_first = t.turns == 0 and len(t.order) == 0
            return ILLEGAL if is_first and int(t.players) not in self.counts else FINE
        count = t.n
        return FINE if int(t.players) in self.counts and count == t.players else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n if t.op == ORDER else t.players
        if int(t.players) in self.counts:
            return {"found": count, "needed": t.players}
        least, most = min(self.counts), max(self.counts)
        needed: object = self.counts if len(self.counts) > 1 else least
        facts: dict[str, object] = {"found": count, "needed": needed, "least": least, "most": most}
        return {**facts, "wording": "range"} if 1 < len(self.counts) == most - least + 1 else facts


def order_given(t: Table) -> list[int]:
    """The colours of the ORDER event, first to last."""
    count, offset = t.n, t.x
    return [int(t.extra[k]) for k in range(offset, offset + count)]


def are_throws_level(t: Table, colour: i64, other_colour: i64) -> bool:
    """True if the other colour's first throws equal all of this colour's."""
    count = t.throws[colour]
    if colour == other_colour or count == 0 or t.throws[other_colour] < count:
        return False
    weight: i64 = 282475249  # that of the first throw, 7 to the 10th
    for _ in range(count - 1):
        if weight > 1:  # throws after the eleventh count for nothing, here as in the table
            weight = weight // 7
    return t.rolled[other_colour] - t.rolled[other_colour] % weight == t.rolled[colour]


class OrderByRoll(Rule):
    """The order of play is that of the throws, the highest first; tied players throw again (EG-01, MON-04).

    Each player throws one die; only tied players throw again, and all of them do. The order cannot change once play has
    begun. With `rest` "doubtful" only the first place is certain, and the order of the others is assumed; with `ties`
    "any" those level may play in any order.
    """

    NAME: ClassVar[str] = "order.by_roll"
    VALUES: ClassVar[dict[str, object]] = {"rest": ("descending", "doubtful"), "ties": ("again", "any")}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, rest: str = "descending", ties: str = "again") -> None:
        super().__init__()
        self.doubtful = rest == "doubtful"
        self.ties_again = ties == "again"

    def event_kinds(self) -> list[int]:
        return [ROLL, ORDER]

    def order_fault(self, t: Table) -> i64:
        """The first colour that follows a lower throw; -1: none, -2: a throw is missing, -3: a tie is unresolved."""
        order = order_given(t)
        if any(t.throws[colour] == 0 for colour in order):
            return -2
        if self.ties_again and any(are_throws_level(t, colour, other) for colour in order for other in order):
            return -3
        return next((after for before, after in pairwise(order) if t.rolled[before] < t.rolled[after]), -1)

    def untied_colour(self, t: Table) -> i64:
        """A colour that throws again without being level with another, or -1."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):
            colour = t.extra[k]
            if t.throws[colour] > 0 and not any(are_throws_level(t, colour, other) for other in range(PLAYERS)):
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if t.op == ROLL:
            purpose = t.a
            is_for_order = purpose not in (ROLL_DUMMY, ROLL_LOT) and t.turns == 0
            return ILLEGAL if is_for_order and self.untied_colour(t) >= 0 else FINE
        if t.turns > 0:
            return ILLEGAL
        fault = self.order_fault(t)
        if fault == -1:
            return FINE
        if fault == -2:
            return UNDECIDABLE
        count = t.n
        return ASSUMED if self.doubtful and count == t.players and self.does_highest_begin(t) else ILLEGAL

    def does_highest_begin(self, t: Table) -> bool:
        """True if no other player has thrown as much as the first in the order."""
        order = order_given(t)
        return all(t.rolled[colour] < t.rolled[order[0]] for colour in order[1:])

    def facts(self, t: Table) -> dict[str, object]:
        count, offset = t.n, t.x
        if t.op == ROLL:
            return {
                "player": Colour(self.untied_colour(t)),
                "order": Colours([t.extra[k] for k in range(offset, offset + count, 2)]),
            }
        fault, order = self.order_fault(t), order_given(t)
        pairs = [pair for pair in permutations(order, 2) if are_throws_level(t, *pair)]
        level = [colour for colour in order if any(colour in pair for pair in pairs)]
        tied: dict[str, object] = {"wording": "tied", "level": Colours(level)} if fault == -3 else {"wording": ""}
        return {**tied, "player": Colour(fault if fault >= 0 else t.extra[offset]), "order": Colours(order)}


def is_first_placement(t: Table) -> bool:
    """True before the first armies of the set-up are added, when the deal is complete."""
    if t.turns > 0:
        return False
    for colour in range(PLAYERS):  # noqa: SIM110 (a generator is slow here)
        if t.setup_turns[colour] > 0:
            return False
    return True


def always_neutral(t: Table) -> i64:
    """Number of neutral territories, without those of players who withdrew before the first turn."""
    count = t.lands[NEUTRAL]
    for land in range(LANDS):
        if t.owner[land] == NEUTRAL and t.abandoned[land] == 1:
            count -= 1
    return count


def departed_players(t: Table) -> i64:
    """Number of players who have left the game."""
    count: i64 = 0
    for colour in range(PLAYERS):
        if t.at_table[colour] == 1 and t.status[colour] != ACTIVE:
            count += 1
    return count


class DealEven(Rule):
    """The territories are dealt evenly; the remainder goes to the `start`: "first", "last" or "any" (MON-05).

    All are dealt, and none stays neutral. Players who withdrew and their territories are exempt.
    """

    NAME: ClassVar[str] = "deal.even"
    VALUES: ClassVar[dict[str, object]] = {"start": ("any", "last")}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, start: str = "any") -> None:
        super().__init__()
        self.from_last = start == "last"
        self.any_start = start == "any"

    def event_kinds(self) -> list[int]:
        return [SET, TURN]

    def expected_territories(self, t: Table, colour: i64) -> i64:
        """Territories due to a colour by its seat."""
        size: i64 = len(t.order)
        share = LANDS // size
        remainder = LANDS % size
        seat = t.seat[colour]
        seat_index = size - 1 - seat if self.from_last else seat
        return share + (1 if seat_index < remainder else 0)

    def wrong_colours(self, t: Table) -> list[int]:
        """The colours with more or fewer territories than due; where it is open who lacks one, the first by seat."""
        share = LANDS // int(t.players)
        seated = [int(colour) for colour in t.order if t.status[colour] != WITHDRAWN]
        dues = [int(self.expected_territories(t, colour)) for colour in seated]
        found = [int(dealt_lands(t, colour)) for colour in seated]
        if self.any_start:
            wrong = [seated[k] for k in range(len(seated)) if not share <= found[k] <= share + 1]
        else:
            wrong = [seated[k] for k in range(len(seated)) if found[k] != dues[k]]
        if len(wrong) > 0 or assigned_lands(t) - always_neutral(t) == LANDS:
            return wrong
        return [seated[k] for k in range(len(seated)) if found[k] < dues[k]][:1]

    def check(self, t: Table) -> i64:
        if t.turns > 0 or len(t.order) == 0 or not is_first_placement(t):
            return FINE
        return FINE if len(self.wrong_colours(t)) == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colours = self.wrong_colours(t)
        found, share = dealt_lands(t, colours[0]), LANDS // int(t.players)
        is_open = self.any_start and LANDS % int(t.players) > 0 and (found < share or found > share + 1)
        counts = [int(dealt_lands(t, colour)) for colour in colours]
        facts = {**players_facts(colours, "any" if is_open else "", counts), "found": found}
        if is_open:
            return {**facts, "needed": share, "most": share + 1}  # who gets one more is open
        if len(colours) > 1:
            facts["dues"] = numbers_text([int(self.expected_territories(t, colour)) for colour in colours])
        return {**facts, "needed": self.expected_territories(t, colours[0])}


class DealFree(Rule):
    """A territory is dealt once, before the first turn; a swap is recorded as such (EG-02)."""

    NAME: ClassVar[str] = "deal.free"
    JUDGES_OPENING: ClassVar[bool] = True
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [DEAL, PICK, DRAFT]

    def lands(self, t: Table) -> list[int]:
        """The territories of the event; cards not seen are beyond them."""
        territory, card, count, offset = t.a, t.c, t.n, t.x
        if t.op == DEAL:
            return [int(t.extra[k]) for k in range(offset, offset + count)]
        return [int(territory if t.op == PICK else card)]

    def held_lands(self, t: Table) -> list[int]:
        """The territories of the event that already have an owner."""
        return [land for land in self.lands(t) if 0 <= land < LANDS and t.owner[land] >= 0]

    def check(self, t: Table) -> i64:
        if t.turns > 0:
            return ILLEGAL
        method = t.b
        if t.op == DEAL and method in (DEAL_SWAP, DEAL_REDRAW, DEAL_SKIPPED):
            return FINE
        return FINE if len(self.held_lands(t)) == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        held = self.held_lands(t) or self.lands(t)[:1] or [-1]  # nobody's: it is the time that is wrong
        land = held[0]
        return {
            **lands_facts(held),
            "owner": Colour(t.owner[land] if land >= 0 and land < LANDS else -1),
            "player": Colour(t.actor),
        }


class MaxContinentShare(Rule):
    """No player starts with more than `percent` per cent of a continent (MON-06)."""

    NAME: ClassVar[str] = "deal.max_share"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, percent: int = 50) -> None:
        super().__init__()
        self.percent: i64 = percent

    def event_kinds(self) -> list[int]:
        return [SET, TURN]

    def excess_shares(self, t: Table) -> list[int]:
        """8 x colour + continent of each share that is too large."""
        places = [
            colour * MAX_CONTINENTS + continent
            for colour in range(PLAYERS)
            for continent in range(int(t.board.continents))
        ]
        return [place for place in places if t.continent_lands[place] > self.most(t, place)]

    def most(self, t: Table, place: i64) -> int:
        """Territories of the continent of a share that one player may have."""
        return int(t.board.continent_size[place % 8] * self.percent // 100)

    def check(self, t: Table) -> i64:
        if t.turns > 0 or not is_first_placement(t):
            return FINE
        if len(self.excess_shares(t)) > 0:
            return ILLEGAL
        return UNDECIDABLE if assigned_lands(t) > t.assigned else FINE

    def facts(self, t: Table) -> dict[str, object]:
        shares = self.excess_shares(t)
        if len(shares) == 0:
            return {}
        place = shares[0]
        counts = [int(t.continent_lands[place]) for place in shares]
        facts = players_facts([place // 8 for place in shares], "", counts)
        if len(shares) > 1:
            facts["continents"] = Continents([place % 8 for place in shares])
            facts["dues"] = numbers_text([self.most(t, place) for place in shares])
        return {
            **facts, "continent": Continent(place % 8), "found": t.continent_lands[place], "most": self.most(t, place),
            "needed": self.most(t, place),
        }  # fmt: skip
