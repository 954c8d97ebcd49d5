"""Rules on neutral territories, on drafts from passing decks, and on the order of the initial placement."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_NEUTRAL_CARD, DRAFT, PICK, SET, TURN
from plancia_replay.kernel.facts import Colour, lands_facts, numbers_text, players_facts
from plancia_replay.kernel.holdings import assigned_lands, dealt_lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, PLAYERS, Table
from plancia_replay.rules.setup.opening import always_neutral, departed_players, is_first_placement
from plancia_replay.rules.setup.rotation import LAST, PLACES, count_act, due_player, may_act


class NeutralLeft(Rule):
    """`count` territories stay neutral, with `garrison` armies each (RCM-13, 12a, 12c, 12d, STU-10).

    With a `garrison` of 0 the number is unknown: any number of armies above 0 is accepted. The territories of a player
    who withdrew do not count; RCM-31 regulates their armies.
    """

    NAME: ClassVar[str] = "neutral.left"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, count: int = 2, garrison: int = 8) -> None:
        super().__init__()
        self.count: i64 = count
        self.garrison: i64 = garrison

    def event_kinds(self) -> list[int]:
        return [SET, TURN]

    def wrong_garrisons(self, t: Table) -> list[int]:
        """The neutral territories with a wrong garrison; where some have no armies, these."""
        empty: list[int] = []
        wrong: list[int] = []
        for land in range(LANDS):
            if t.owner[land] != NEUTRAL or t.abandoned[land] == 1:
                continue
            if t.armies[land] == 0:
                empty.append(land)
            elif self.garrison > 0 and t.armies[land] != self.garrison:
                wrong.append(land)
        return empty if len(empty) > 0 else wrong

    def check(self, t: Table) -> i64:
        if not is_first_placement(t) or t.actor == NEUTRAL or (t.op == TURN and t.assigned < LANDS):
            return FINE
        return FINE if always_neutral(t) == self.count and len(self.wrong_garrisons(t)) == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.wrong_garrisons(t)
        if len(lands) > 0:
            is_empty = t.armies[lands[0]] == 0
            facts: dict[str, object] = {
                **lands_facts(lands, "empty" if is_empty else ""),
                "found": t.armies[lands[0]],
                "needed": self.garrison,
                "option": "-" if is_empty else "garrison",  # no number of armies would mend that there are none
            }
            if len(lands) > 1 and not is_empty:
                facts["counts"] = numbers_text([int(t.armies[land]) for land in lands])
            return facts
        return {"found": always_neutral(t), "needed": self.count, "option": "count"}


class NeutralCardFirst(Rule):
    """The first territory is turned up from the deck before the picks and stays neutral (RCM-12a, 12d)."""

    NAME: ClassVar[str] = "neutral.card_first"
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [DEAL, PICK]

    def check(self, t: Table) -> i64:
        if t.op == PICK:
            return FINE if assigned_lands(t) > 0 else ILLEGAL
        method = t.b
        if method != DEAL_NEUTRAL_CARD:
            return FINE
        count = t.n
        return FINE if assigned_lands(t) == 0 and count == 1 and t.actor == NEUTRAL else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.assigned}


DIRECTION: Final = 12  # places in the memory of the rotation
REVERSAL: Final = 13
OFFSET: Final = 14
ASTRAY: Final = 14  # and the number of the deck


class DraftRotation(Rule):
    """Four decks pass one seat on after every pick, always the same way; picks are numbered one by one (STU-09).

    A change of direction is reported at the first pick that shows it, where a deck is two seats away from its due seat.
    A misplaced deck is reported once and followed from its new seat. With fewer than four players the document does not
    regulate how decks pass. Memory: by colour the first deck + 1 and the last pick, the direction (1 or 3), the pick
    that reversed it, the seats to add since then, and by deck its distance in seats at its last pick.
    """

    NAME: ClassVar[str] = "draft.rotation"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return ASTRAY + 5

    def observed_kinds(self) -> list[int]:
        return [DRAFT]

    def drafting_colour(self, t: Table) -> i64:
        """The colour that the current pick is for."""
        partner = t.d
        return partner if partner >= 0 else t.actor

    def deck_distance(self, t: Table) -> i64:
        """Number of seats from the drafting colour to the first holder of the deck; -1 if it has none."""
        deck = t.a
        for colour in range(PLAYERS):
            if t.memory[self.base + colour] == deck + 1:
                return (t.seat[colour] - t.seat[self.drafting_colour(t)] + 8) % 4
        return -1

    def deck_error(self, t: Table) -> i64:
        """Returns how many seats the deck is away from the seat that should hold it; -1 if that cannot be known."""
        distance = self.deck_distance(t)
        direction = t.memory[self.base + DIRECTION]
        if distance < 0 or direction == 0:
            return -1
        pick_number = t.b
        return (
            distance
            - t.memory[self.base + OFFSET]
            - direction * (pick_number - 1)
            + 4 * pick_number
            + 4 * direction * pick_number
        ) % 4

    def observe(self, t: Table) -> None:
        colour = self.drafting_colour(t)
        pick_number = t.b
        if pick_number == 1:
            deck = t.a
            t.memory[self.base + colour] = deck + 1
        elif t.memory[self.base + DIRECTION] == 0:
            distance = self.deck_distance(t)
            if (pick_number - 1) % 2 == 1 and distance % 2 == 1:
                t.memory[self.base + DIRECTION] = distance if (pick_number - 1) % 4 == 1 else 4 - distance
        elif self.deck_error(t) >= 0:
            self.follow_deck(t)
        t.memory[self.base + PLAYERS + colour] = pick_number

    def follow_deck(self, t: Table) -> None:
        """Records the position of the deck, and the direction in which decks pass after a reversal."""
        error = self.deck_error(t)
        reversal = t.memory[self.base + REVERSAL]
        deck_number, pick_number = t.a, t.b
        if reversal > 0 and pick_number >= reversal + 2:
            t.memory[self.base + REVERSAL] = 0
            if pick_number == reversal + 2 and self.follows_reversal(t, error):
                direction = t.memory[self.base + DIRECTION]
                t.memory[self.base + OFFSET] = (
                    t.memory[self.base + OFFSET] + 2 * direction * (pick_number - 1) + 2
                ) % 4
                t.memory[self.base + DIRECTION] = 4 - direction
                for deck in range(1, 5):
                    t.memory[self.base + ASTRAY + deck] = 0
                error = 0
        elif self.is_reversal(t):
            t.memory[self.base + REVERSAL] = pick_number
        t.memory[self.base + ASTRAY + deck_number] = error

    def event_kinds(self) -> list[int]:
        return [DRAFT]

    def check(self, t: Table) -> i64:
        colour = self.drafting_colour(t)
        if len(t.order) != 4:
            return UNDECIDABLE
        deck, pick_number = t.a, t.b
        if pick_number != t.memory[self.base + PLAYERS + colour] + 1 or deck < 1 or deck > 4:
            return ILLEGAL
        if self.is_passed_right(t):
            return FINE
        return ILLEGAL if departed_players(t) == 0 else UNDECIDABLE

    def is_passed_right(self, t: Table) -> bool:
        """True if the deck reached the drafting colour in passing order, or is its first and was nobody else's."""
        distance = self.deck_distance(t)
        pick_number = t.b
        if pick_number == 1:
            return distance < 0
        if distance < 0:
            return False
        if t.memory[self.base + DIRECTION] == 0:
            return distance % 2 == 1 if (pick_number - 1) % 2 == 1 else distance == (pick_number - 1) % 4
        error = self.deck_error(t)
        deck = t.a
        if error == 0 or error == t.memory[self.base + ASTRAY + deck]:
            return True
        reversal = t.memory[self.base + REVERSAL]
        return (
            reversal > 0
            and (pick_number == reversal or pick_number == reversal + 2)
            and self.follows_reversal(t, error)
        )

    def follows_reversal(self, t: Table, error: i64) -> bool:
        """True if the deck is where a reversed direction brings it, and was not misplaced before."""
        deck = t.a
        return error == 2 and t.memory[self.base + ASTRAY + deck] == 0

    def is_reversal(self, t: Table) -> bool:
        """True if the deck reached the drafting colour against the direction so far."""
        return t.memory[self.base + REVERSAL] == 0 and self.follows_reversal(t, self.deck_error(t))

    def facts(self, t: Table) -> dict[str, object]:
        deck, pick_number = t.a, t.b
        facts: dict[str, object] = {"player": Colour(self.drafting_colour(t)), "found": deck, "needed": pick_number}
        if (
            pick_number == t.memory[self.base + PLAYERS + self.drafting_colour(t)] + 1
            and 1 <= deck <= 4
            and self.is_reversal(t)
        ):
            facts["wording"] = "turned"
        return facts


class DraftComplete(Rule):
    """The draft ends with `each` territories for each colour; the others are neutral (STU-08..10).

    The document does not regulate the deck of a player who leaves during the draft.
    """

    NAME: ClassVar[str] = "draft.complete"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, each: int = 10) -> None:
        super().__init__()
        self.each: i64 = each

    def event_kinds(self) -> list[int]:
        return [SET, TURN]

    def leftover_count(self, t: Table) -> i64:
        """Number of territories that are not drafted."""
        return LANDS - self.each * t.players

    def wrong_colours(self, t: Table) -> list[int]:
        """The colours with a wrong number of territories, or the neutral one where it alone has."""
        wrong = [colour for colour in range(PLAYERS) if t.is_in_game(colour) and dealt_lands(t, colour) != self.each]
        return wrong if len(wrong) > 0 or always_neutral(t) == self.leftover_count(t) else [int(NEUTRAL)]

    def is_broken_off(self, t: Table) -> bool:
        """True if a player left the game before he had all his territories."""
        drafted_count = dealt_lands(t, NEUTRAL) - always_neutral(t)
        for colour in range(PLAYERS):
            if t.at_table[colour] == 1 and t.status[colour] != ACTIVE:
                drafted_count += dealt_lands(t, colour)
        return drafted_count < departed_players(t) * self.each

    def check(self, t: Table) -> i64:
        is_recorded = t.op == SET or t.assigned == LANDS
        if not is_recorded or not is_first_placement(t) or len(self.wrong_colours(t)) == 0:
            return FINE
        return UNDECIDABLE if self.is_broken_off(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colours = self.wrong_colours(t)
        if colours[0] == NEUTRAL:
            return {"player": Colour(NEUTRAL), "found": always_neutral(t), "needed": self.leftover_count(t)}
        facts = players_facts(colours, "", [int(dealt_lands(t, colour)) for colour in colours])
        return {**facts, "found": dealt_lands(t, colours[0]), "needed": self.each}


class DraftSecret(Rule):
    """Picks are secret; with `partner_open` those for a virtual partner are open, after all others (STU-49, STU-51)."""

    NAME: ClassVar[str] = "draft.secret"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, partner_open: bool = False) -> None:
        super().__init__()
        self.partner_open = partner_open

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [DRAFT]

    def observe(self, t: Table) -> None:
        pick_number, partner = t.b, t.d
        colour = partner if partner >= 0 else t.actor
        t.memory[self.base + colour] = pick_number

    def event_kinds(self) -> list[int]:
        return [DRAFT]

    def is_own_pick(self, t: Table) -> bool:
        """True if the player picks for himself; a pick of the virtual player's is made by his partner."""
        partner = t.d
        return partner < 0 and t.actor != t.virtual

    def check(self, t: Table) -> i64:
        public = t.n
        open_pick = public == 1
        if self.is_own_pick(t) or not self.partner_open:
            return ILLEGAL if open_pick else FINE
        partner = t.d
        if not open_pick or (partner >= 0 and not t.are_partners(t.actor, partner)):
            return ILLEGAL
        drafter = partner if partner >= 0 else t.actor
        pick_number = t.b
        for colour in range(PLAYERS):
            if colour != drafter and t.at_table[colour] == 1 and t.memory[self.base + colour] < pick_number:
                return ILLEGAL
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        pick_number = t.b
        facts: dict[str, object] = {"player": Colour(t.actor), "found": pick_number}
        if not (self.is_own_pick(t) or not self.partner_open):
            partner, is_public = t.d, t.n
            facts["wording"] = "partner_secret" if is_public != 1 else "partner_early"
            if partner >= 0 and not t.are_partners(t.actor, partner):
                facts["wording"] = "for_rival"
        if self.partner_open and self.is_own_pick(t):
            facts["stage"] = "own"  # that picks are secret is said before the exception for a partner
        return facts


class SetupInOrder(Rule):
    """The initial armies are placed in the order of play, in rounds (EG-03, MON-08).

    Players who have left the game are skipped, and so is who has placed all (`rotation`). Another rule checks how many
    armies are placed.
    """

    NAME: ClassVar[str] = "setup.in_order"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return PLACES

    def observed_kinds(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if t.actor >= NEUTRAL:
            t.memory[self.base + LAST] = 0
        elif t.seat[t.actor] >= 0 and self.armies_before(t) < t.endowment:
            count_act(t, self.base, 0, 1, self.due_player(t, self.armies_before(t)))

    def event_kinds(self) -> list[int]:
        return [SET]

    def armies_before(self, t: Table) -> i64:
        """Armies that the actor had placed before the current placement, once it has been applied."""
        return t.setup_placed[t.actor] - t.arriving_armies()

    def due_player(self, t: Table, placed: i64) -> i64:
        """The player who must place now, or -1 if it is not known; the actor has placed `placed` armies."""
        return -1 if len(t.order) == 0 else due_player(t, self.base, 0, 1, placed)

    def check(self, t: Table) -> i64:
        if t.actor >= NEUTRAL or t.endowment < 0 or t.turns > 0 or t.setup_placed[t.actor] >= t.endowment:
            return FINE
        return FINE if may_act(t, self.base, self.due_player(t, t.setup_placed[t.actor])) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "expected": Colour(self.due_player(t, t.setup_placed[t.actor]))}
