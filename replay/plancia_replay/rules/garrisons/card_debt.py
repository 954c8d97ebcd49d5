"""Rules on the card that a bare territory costs: given up after the turn, or owed until the next one is won."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import CARDS, CARDS_DEBT, CARDS_GARRISON, CARDS_TO_DECK, END, OVER, PASS, STAT, STAT_DEBT, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import FROZEN, PLAYERS, Table
from plancia_replay.rules.cards.drawing import cards_earned

AT_TURN_END: Final = 1  # values of `Table.short`
TO_HOLDER: Final = 2
PERHAPS_TO_HOLDER: Final = 3  # due by the other reading of exception C alone
PERHAPS_FAILED: Final = 4  # by that of exception B alone
PERHAPS_TWICE: Final = 5  # by both together
BY_RICH_LEAVER: Final = 6  # due to a holder by a leaver who held a continent himself, which is only supposed
PERHAPS_BY_MOVE: Final = 7  # by the reading of line 18 that counts the move not made
PERHAPS_BY_CARDS: Final = 8  # by that which counts the cards not exchanged
PERHAPS_BY_LETTER: Final = 9  # by exception C as it is written, of one army alone
PERHAPS_FAILED_BY_LETTER: Final = 10
BY_TWO_LEFT: Final = 11  # due by exception C as it is written, which excuses no two armies: that is only supposed
PERHAPS_BY_OWNER: Final = 12  # nothing tells who bared the territories: told at the END, and a card may be given up
SUPPOSED: Final = (BY_RICH_LEAVER, BY_TWO_LEFT)
OTHER_READINGS: Final = {
    PERHAPS_BY_MOVE: "garrison.all.by_move",
    PERHAPS_BY_CARDS: "garrison.all.by_cards",
    PERHAPS_BY_LETTER: "garrison.pending_loss.excused",
    PERHAPS_FAILED_BY_LETTER: "garrison.pending_loss.excused garrison.pending_loss.failed",
    PERHAPS_TO_HOLDER: "garrison.pending_loss.offers",
    PERHAPS_FAILED: "garrison.pending_loss.failed",
    PERHAPS_TWICE: "garrison.pending_loss.offers garrison.pending_loss.failed",
}
UNWRITTEN: Final = 6  # places in the memory of GarrisonSanction
BY_HOLDER: Final = 12


def is_due(t: Table, player: i64) -> bool:
    """True if a bare territory, or one that a continent's holder took, costs this player a card now."""
    return t.garrison_debt[player] in (AT_TURN_END, TO_HOLDER, BY_RICH_LEAVER, BY_TWO_LEFT)


def may_be_due(t: Table, player: i64) -> bool:
    """True if a card is due now, or nothing tells whether it is."""
    return is_due(t, player) or t.garrison_debt[player] == PERHAPS_BY_OWNER


class GarrisonSanction(Rule):
    """A player who ends his turn with a bare territory gives up a card, or owes the next one that he wins (RCM-26).

    The card goes to the bottom of the deck before the next turn; giving one up without a violation is illegal. A card
    owed from an earlier turn is given up in the turn in which one is won, or after its END. Both reasons may be
    recorded (CARDS ... garrison, debt). A player without cards owes one even if no STAT ... debt records it; then a
    warning is given. A player who is frozen at the end of that turn gives up a card of his hand; without one he owes
    none, since he wins no more. A card whose absence was reported may still be given up late.
    Memory: by player the number of missing cards that were reported, then the number of debts that were not recorded,
    then 1 if the last debt was for a holder's conquest.
    """

    NAME: ClassVar[str] = "garrison.sanction"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("garrison.two_neighbours",)
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("unwritten",)

    def memory_size(self) -> int:
        return 3 * UNWRITTEN

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, CARDS, STAT, OVER]

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, CARDS, STAT]

    def observe(self, t: Table) -> None:
        if t.op == CARDS:
            reason = t.c
            if reason in (CARDS_GARRISON, CARDS_DEBT):
                giver, count = t.a, t.n
                for _ in range(count):
                    self.pay_card(t, giver, reason)
        elif t.op == STAT:
            status = t.b
            if status == STAT_DEBT:
                player = t.a
                self.record_debt(t, player)
        else:
            for colour in range(PLAYERS):
                if is_due(t, colour):
                    self.settle_debt(t, colour)
                t.garrison_debt[colour] = 0

    def pay_card(self, t: Table, player: i64, reason: i64) -> None:
        """Counts a card given up, against the debt that its reason names, else against another."""
        if t.garrison_debt[player] != 0 and (reason == CARDS_GARRISON or t.debt[player] == 0):
            t.garrison_debt[player] = 0
        elif t.debt[player] > 0:
            t.debt[player] -= 1
        elif t.memory[self.base + player] > 0:
            t.memory[self.base + player] -= 1

    def record_debt(self, t: Table, player: i64) -> None:
        """Counts a recorded debt: that of the last turn, or an earlier one that no record states."""
        if t.garrison_debt[player] == 0 and t.memory[self.base + UNWRITTEN + player] > 0:
            t.memory[self.base + UNWRITTEN + player] -= 1
            t.debt[player] -= 1
        elif t.garrison_debt[player] != 0:
            is_own = t.garrison_debt[player] in (AT_TURN_END, PERHAPS_BY_OWNER)
            t.memory[self.base + BY_HOLDER + player] = 0 if is_own else 1
        t.garrison_debt[player] = 0

    def settle_debt(self, t: Table, player: i64) -> None:
        """Closes a debt at the next turn: a player without cards owes one, another may still give one up late."""
        if t.hand_size[player] > 0 or t.garrison_debt[player] in SUPPOSED:
            t.memory[self.base + player] += 1
        elif t.is_playing(player):
            t.debt[player] += 1
            t.memory[self.base + UNWRITTEN + player] += 1
            t.memory[self.base + BY_HOLDER + player] = 0 if t.garrison_debt[player] == AT_TURN_END else 1

    def first_defaulter(self, t: Table) -> i64:
        """A colour that ended its turn with bare territories and gave up none of its cards, or -1."""
        for colour in range(PLAYERS):
            if t.garrison_debt[colour] != AT_TURN_END or t.hand_size[colour] == 0:
                continue
            if t.is_playing(colour) or t.status[colour] == FROZEN:
                return colour
        return -1

    def unrecorded_debtor(self, t: Table) -> i64:
        """A colour without cards that owes one since its last turn, which no record states, or -1."""
        for colour in range(PLAYERS):
            if t.garrison_debt[colour] == AT_TURN_END and t.hand_size[colour] == 0 and t.is_playing(colour):
                return colour
        return -1

    def card_limit(self, t: Table, player: i64) -> i64:
        """The greatest number of cards the player may give up now."""
        limit = t.debt[player] + t.memory[self.base + player]
        return limit + 1 if may_be_due(t, player) else limit

    def check(self, t: Table) -> i64:
        if t.op == CARDS:
            reason = t.c
            if reason != CARDS_GARRISON and reason != CARDS_DEBT:
                return FINE
            giver, receiver, count = t.a, t.b, t.n
            return ILLEGAL if count > self.card_limit(t, giver) or receiver != CARDS_TO_DECK else FINE
        if t.op == STAT:
            status = t.b
            if status != STAT_DEBT:
                return FINE
            player, amount = t.a, t.c
            return ILLEGAL if not self.may_owe(t, player) or t.hand_size[player] > 0 or amount > 1 else FINE
        if t.stopped >= 0 and t.op != OVER:
            return FINE
        if self.first_defaulter(t) >= 0:
            return ILLEGAL
        return WARNING if t.op != OVER and self.unrecorded_debtor(t) >= 0 else FINE

    def may_owe(self, t: Table, player: i64) -> bool:
        """True if a player may owe a card: a due one may be recorded as a debt, or an existing debt is not recorded."""
        return may_be_due(t, player) or t.memory[self.base + UNWRITTEN + player] > 0

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == CARDS:
            giver, receiver, count = t.a, t.b, t.n
            facts: dict[str, object] = {
                "player": Colour(giver), "found": count, "needed": self.card_limit(t, giver), "wording": "given",
            }  # fmt: skip
            if count <= self.card_limit(t, giver):
                facts["wording"] = "elsewhere"
            elif receiver == CARDS_TO_DECK and count == self.card_limit(t, giver) + 1:
                exceptions = [rule.not_due_facts(t, giver) for rule in t.rules]
                facts.update(self.other_reading(t, giver) or next((told for told in exceptions if told), {}))
            return facts
        if t.op == STAT:
            colour, amount = t.a, t.c
            facts = {"player": Colour(colour), "hand": t.hand_size[colour], "found": amount, "wording": "holds"}
            if not self.may_owe(t, colour):
                facts["wording"] = "not_due"
                if t.hand_size[colour] == 0 and amount <= 1:
                    facts.update(self.other_reading(t, colour))
            elif t.hand_size[colour] == 0:
                facts["wording"] = "more"
            return facts
        player = self.first_defaulter(t)
        if player >= 0:
            return {"player": Colour(player), "hand": t.hand_size[player]}
        return {"player": Colour(self.unrecorded_debtor(t)), "hand": 0, "wording": "unwritten"}

    def other_reading(self, t: Table, player: i64) -> dict[str, object]:
        """The facts that name the options under whose other values the card is due; empty if there are none."""
        if t.garrison_debt[player] in OTHER_READINGS:
            return {"hangs_on": OTHER_READINGS[int(t.garrison_debt[player])]}
        return {}


class CardDebtPaid(Rule):
    """A player who owes a card gives up the next one he wins, drawn or not drawn, by the next turn (RCM-26, RCM-28d).

    A card that the player may draw for a conquest and does not draw pays one debt, if the deck still has it.
    Memory, by player: 1 if his turn ended while he owed a card; then the number of cards reported as kept.
    """

    NAME: ClassVar[str] = "cards.debt_paid"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("garrison.two_neighbours",)

    def memory_size(self) -> int:
        return 2 * PLAYERS

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, END]

    def observe(self, t: Table) -> None:
        if t.op == END:
            if t.last_turn >= 0 and t.is_running():  # an END before the first turn is nobody's
                t.debt[t.last_turn] -= self.draws_forgone(t, t.last_turn)
                t.memory[self.base + t.last_turn] = 1 if t.debt[t.last_turn] > 0 else 0
            return
        for colour in range(PLAYERS):
            t.memory[self.base + PLAYERS + colour] = self.reported_cards(t, colour) + self.cards_kept(t, colour)
            t.memory[self.base + colour] = 0

    def draws_forgone(self, t: Table, player: i64) -> i64:
        """Cards owed that are paid by draws of this turn that were not made."""
        if t.conquests == 0 or t.debt[player] == 0:
            return 0
        draws = cards_earned(t) - t.draws
        if draws > t.deck_left:
            draws = t.deck_left
        if draws > t.debt[player]:
            draws = t.debt[player]
        return draws if draws > 0 else 0

    def reported_cards(self, t: Table, player: i64) -> i64:
        """Cards owed by the player that were reported as kept in an earlier turn."""
        reported = t.memory[self.base + PLAYERS + player]
        return reported if reported < t.debt[player] else t.debt[player]

    def cards_kept(self, t: Table, player: i64) -> i64:
        """Cards that the player kept although he owed them when his last turn ended."""
        if t.memory[self.base + player] == 0 or not t.is_playing(player):
            return 0
        debt = t.debt[player] - self.reported_cards(t, player)
        hand = t.hand_size[player]
        if t.garrison_debt[player] == AT_TURN_END:
            hand -= 1  # that card is asked for by the sanction of the turn itself
        return debt if debt < hand else hand if hand > 0 else 0

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, OVER]

    def debtor(self, t: Table) -> i64:
        """A colour that kept a card it owed, or -1."""
        for colour in range(PLAYERS):
            if self.cards_kept(t, colour) > 0:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if t.stopped >= 0 and t.op != OVER:
            return FINE
        return FINE if self.debtor(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        player = self.debtor(t)
        is_by_holder = any(
            isinstance(rule, GarrisonSanction) and t.memory[rule.base + BY_HOLDER + player] == 1 for rule in t.rules
        )
        return {
            "stage": "holder" if is_by_holder else "", "player": Colour(player), "found": 0,
            "needed": self.cards_kept(t, player), "hand": t.hand_size[player],
        }  # fmt: skip
