"""Drafts from passing decks, neutral territories, and the order of the initial placement."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_NEUTRAL_CARD, DRAFT, PICK, SET, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, Table
from plancia_replay.rules.setup.opening import first_placement, left_by_all, players_left


class NeutralLeft(Rule):
    """So many territories stay neutral with so many armies each (RCM-13, 12a, 12c, 12d, STU-10).

    A `garrison` of 0 is not known: any number of armies will do, but none is no garrison. The territories of a player
    who withdrew are not among them: RCM-31 says their armies.
    """

    NAME: ClassVar[str] = "neutral.left"

    def __init__(self, count: int = 2, garrison: int = 8) -> None:
        super().__init__()
        self.count: i64 = count
        self.garrison: i64 = garrison

    def kinds(self) -> list[int]:
        return [SET, TURN]

    def wrong(self, t: Table) -> i64:
        """A neutral territory with another garrison, or -1."""
        for land in range(LANDS):
            if (
                t.owner[land] == NEUTRAL
                and t.abandoned[land] == 0
                and (t.armies[land] == 0 or (self.garrison > 0 and t.armies[land] != self.garrison))
            ):
                return land
        return -1

    def finding(self, t: Table) -> i64:
        if not first_placement(t) or t.actor == NEUTRAL or (t.op == TURN and t.assigned < LANDS):
            return FINE
        return FINE if left_by_all(t) == self.count and self.wrong(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong(t)
        if land >= 0:
            found: dict[str, object] = {
                "territory": Land(land),
                "found": t.armies[land],
                "needed": self.garrison,
                "option": "garrison",
            }
            if t.armies[land] == 0:
                found["wording"] = "empty"
                found["option"] = "-"  # no number of armies would mend that
            return found
        return {"found": left_by_all(t), "needed": self.count, "option": "count"}


class NeutralCardFirst(Rule):
    """The first territory is turned up from the deck and stays neutral, before anybody picks (RCM-12a, 12d)."""

    NAME: ClassVar[str] = "neutral.card_first"

    def kinds(self) -> list[int]:
        return [DEAL, PICK]

    def finding(self, t: Table) -> i64:
        if t.op == PICK:
            return FINE if t.assigned > 0 else ILLEGAL
        method = t.b
        if method != DEAL_NEUTRAL_CARD:
            return FINE
        count = t.n
        return FINE if t.assigned == 0 and count == 1 and t.actor == NEUTRAL else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.assigned}


WAY: Final = 12  # places in the memory of the rotation
TURNED: Final = 13
OFFSET: Final = 14
ASTRAY: Final = 14  # and the number of the deck


class DraftRotation(Rule):
    """Four decks pass one seat on after every pick, always the same way; picks are numbered one by one (STU-09).

    Decks that turn round are two seats away from where they are due: found at the first pick that shows it. The pick
    after the next shows whether they went on so. A deck that went astray is found once and followed from there. Where
    somebody has left the table is no longer of four: how the decks pass then is not written. Memory: first deck + 1 by
    colour, last pick by colour, the direction (1 or 3), the pick that turned it, the seats to add since, the seats that
    each of the four decks was away at its last pick.
    """

    NAME: ClassVar[str] = "draft.rotation"

    def memory_size(self) -> int:
        return ASTRAY + 5

    def watches(self) -> list[int]:
        return [DRAFT]

    def drafter(self, t: Table) -> i64:
        """Whose pick the event in hand is."""
        partner = t.d
        return partner if partner >= 0 else t.actor

    def shift(self, t: Table) -> i64:
        """Seats between the drafter and who had this deck first, -1 where nobody had it."""
        deck = t.a
        for colour in range(6):
            if t.memory[self.base + colour] == deck + 1:
                return (t.seat[colour] - t.seat[self.drafter(t)] + 8) % 4
        return -1

    def away(self, t: Table) -> i64:
        """How many seats the deck is from where it is due; -1 where nobody had it or the way is not known."""
        shift = self.shift(t)
        way = t.memory[self.base + WAY]
        if shift < 0 or way == 0:
            return -1
        pick_number = t.b
        return (
            shift - t.memory[self.base + OFFSET] - way * (pick_number - 1) + 4 * pick_number + 4 * way * pick_number
        ) % 4

    def observe(self, t: Table) -> None:
        colour = self.drafter(t)
        pick_number = t.b
        if pick_number == 1:
            deck = t.a
            t.memory[self.base + colour] = deck + 1
        elif t.memory[self.base + WAY] == 0:
            shift = self.shift(t)
            if (pick_number - 1) % 2 == 1 and shift % 2 == 1:
                t.memory[self.base + WAY] = shift if (pick_number - 1) % 4 == 1 else 4 - shift
        elif self.away(t) >= 0:
            self.follow_deck(t)
        t.memory[self.base + 6 + colour] = pick_number

    def follow_deck(self, t: Table) -> None:
        """Remembers where the deck is, and which way decks pass since they turned."""
        away = self.away(t)
        turned = t.memory[self.base + TURNED]
        deck_number, pick_number = t.a, t.b
        if turned > 0 and pick_number >= turned + 2:
            t.memory[self.base + TURNED] = 0
            if pick_number == turned + 2 and self.went_on(t, away):
                way = t.memory[self.base + WAY]
                t.memory[self.base + OFFSET] = (t.memory[self.base + OFFSET] + 2 * way * (pick_number - 1) + 2) % 4
                t.memory[self.base + WAY] = 4 - way
                for deck in range(1, 5):
                    t.memory[self.base + ASTRAY + deck] = 0
                away = 0
        elif self.turned(t):
            t.memory[self.base + TURNED] = pick_number
        t.memory[self.base + ASTRAY + deck_number] = away

    def kinds(self) -> list[int]:
        return [DRAFT]

    def finding(self, t: Table) -> i64:
        colour = self.drafter(t)
        if len(t.order) != 4:
            return UNDECIDABLE
        deck, pick_number = t.a, t.b
        if pick_number != t.memory[self.base + 6 + colour] + 1 or deck < 1 or deck > 4:
            return ILLEGAL
        if self.passed_on(t):
            return FINE
        return ILLEGAL if players_left(t) == 0 else UNDECIDABLE

    def passed_on(self, t: Table) -> bool:
        """True if the deck reached the drafter in passing order, or is his first and no other player's."""
        shift = self.shift(t)
        pick_number = t.b
        if pick_number == 1:
            return shift < 0
        if shift < 0:
            return False
        if t.memory[self.base + WAY] == 0:
            return shift % 2 == 1 if (pick_number - 1) % 2 == 1 else shift == (pick_number - 1) % 4
        away = self.away(t)
        deck = t.a
        if away == 0 or away == t.memory[self.base + ASTRAY + deck]:
            return True
        turned = t.memory[self.base + TURNED]
        return turned > 0 and (pick_number == turned or pick_number == turned + 2) and self.went_on(t, away)

    def went_on(self, t: Table, away: i64) -> bool:
        """True if the deck is where decks passed in the reversed direction are, and not astray alone."""
        deck = t.a
        return away == 2 and t.memory[self.base + ASTRAY + deck] == 0

    def turned(self, t: Table) -> bool:
        """True if the deck reaches the drafter against the direction in which decks have passed so far."""
        return t.memory[self.base + TURNED] == 0 and self.went_on(t, self.away(t))

    def facts(self, t: Table) -> dict[str, object]:
        deck, pick_number = t.a, t.b
        found: dict[str, object] = {"player": Colour(self.drafter(t)), "found": deck, "needed": pick_number}
        if pick_number == t.memory[self.base + 6 + self.drafter(t)] + 1 and 1 <= deck <= 4 and self.turned(t):
            found["wording"] = "turned"
        return found


class DraftComplete(Rule):
    """The draft ends with ten territories for each of four colours, what is left over neutral (STU-08..10).

    What becomes of the deck of who leaves during the draft is not written, nor so how many the others have.
    """

    NAME: ClassVar[str] = "draft.complete"

    def __init__(self, each: int = 10) -> None:
        super().__init__()
        self.each: i64 = each

    def kinds(self) -> list[int]:
        return [SET, TURN]

    def left_over(self, t: Table) -> i64:
        """How many territories nobody drafts."""
        return LANDS - self.each * t.players

    def wrong(self, t: Table) -> i64:
        """A colour in play with another number of territories (the neutral one has what is left over), or -1."""
        for colour in range(6):
            if t.living(colour) and t.lands[colour] != self.each:
                return colour
        return -1 if left_by_all(t) == self.left_over(t) else NEUTRAL

    def broken_off(self, t: Table) -> bool:
        """True if a player left before he had all his territories."""
        drafted = t.lands[NEUTRAL] - left_by_all(t)
        for colour in range(6):
            if t.at_table[colour] == 1 and t.status[colour] != ACTIVE:
                drafted += t.lands[colour]
        return drafted < players_left(t) * self.each

    def finding(self, t: Table) -> i64:
        told = t.op == SET or t.assigned == LANDS
        if not told or not first_placement(t) or self.wrong(t) < 0:
            return FINE
        return UNDECIDABLE if self.broken_off(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colour = self.wrong(t)
        if colour == NEUTRAL:
            return {"player": Colour(colour), "found": left_by_all(t), "needed": self.left_over(t)}
        return {"player": Colour(colour), "found": t.lands[colour], "needed": self.each}


class DraftSecret(Rule):
    """Picks are secret; with `partner_open` those for a virtual partner are open, after all others (STU-49, STU-51)."""

    NAME: ClassVar[str] = "draft.secret"

    def __init__(self, partner_open: bool = False) -> None:
        super().__init__()
        self.partner_open = partner_open

    def memory_size(self) -> int:
        return 6

    def watches(self) -> list[int]:
        return [DRAFT]

    def observe(self, t: Table) -> None:
        pick_number, partner = t.b, t.d
        colour = partner if partner >= 0 else t.actor
        t.memory[self.base + colour] = pick_number

    def kinds(self) -> list[int]:
        return [DRAFT]

    def own(self, t: Table) -> bool:
        """Does somebody pick for himself? What is written as the virtual player's pick is his partner's for him."""
        partner = t.d
        return partner < 0 and t.actor != t.virtual

    def finding(self, t: Table) -> i64:
        public = t.n
        open_pick = public == 1
        if self.own(t) or not self.partner_open:
            return ILLEGAL if open_pick else FINE
        partner = t.d
        if not open_pick or (partner >= 0 and not t.partner(t.actor, partner)):
            return ILLEGAL
        drafter = partner if partner >= 0 else t.actor
        pick_number = t.b
        for colour in range(6):
            if colour != drafter and t.at_table[colour] == 1 and t.memory[self.base + colour] < pick_number:
                return ILLEGAL
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        pick_number = t.b
        found: dict[str, object] = {"player": Colour(t.actor), "found": pick_number}
        if not (self.own(t) or not self.partner_open):
            partner, public = t.d, t.n
            found["wording"] = "partner_secret" if public != 1 else "partner_early"
            if partner >= 0 and not t.partner(t.actor, partner):
                found["wording"] = "for_rival"
        if self.partner_open and self.own(t):
            found["stage"] = "own"  # that picks are secret is said before the exception for a partner
        return found


class SetupInOrder(Rule):
    """The initial armies are placed in the order of play, round after round (EG-03, MON-08).

    Who has left the game is not waited for. After one out of turn the order goes on from him, and who was due then may
    still place; armies beyond a player's own number are another rule's matter. Memory, each
    + 1: who placed last, who was passed over, who is due.
    """

    NAME: ClassVar[str] = "setup.in_order"

    def memory_size(self) -> int:
        return 3

    def watches(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if t.memory[self.base + 1] == t.actor + 1 and t.memory[self.base + 2] != t.actor + 1:
            t.memory[self.base + 1] = 0
        elif t.actor >= NEUTRAL or t.setup_placed[t.actor] - t.arriving() < t.endowment:
            if t.reported[self.index] == t.number:
                t.memory[self.base + 1] = t.memory[self.base + 2]
            t.memory[self.base] = t.actor + 1
        t.memory[self.base + 2] = self.due(t) + 1

    def kinds(self) -> list[int]:
        return [SET]

    def due(self, t: Table) -> i64:
        """Who has to place now, or -1 where it cannot be told."""
        size: i64 = len(t.order)
        last = t.memory[self.base] - 1
        start: i64 = t.seat[last] if last >= 0 and last < NEUTRAL else -1
        for step in range(1, size + 1):
            colour = t.order[(start + step) % size]
            if t.setup_placed[colour] < t.endowment and t.status[colour] == ACTIVE:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if t.actor >= NEUTRAL or t.endowment < 0 or t.turns > 0:
            return FINE
        due = self.due(t)
        right = due < 0 or due == t.actor or t.memory[self.base + 1] == t.actor + 1
        return FINE if right or t.setup_placed[t.actor] >= t.endowment else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "expected": Colour(self.due(t))}
