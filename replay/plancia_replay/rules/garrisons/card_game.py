"""The rule on the "card game": weak territories beside the holder of a continent, and the card they may cost."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, END, OCC, OVER, PASS, PUT, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, MAX_NEIGHBOURS, NEUTRAL, PLAYERS, Table
from plancia_replay.rules.combat.superiority import has_superiority
from plancia_replay.rules.garrisons.card_debt import (
    BY_RICH_LEAVER,
    BY_TWO_LEFT,
    PERHAPS_BY_LETTER,
    PERHAPS_FAILED,
    PERHAPS_FAILED_BY_LETTER,
    PERHAPS_TO_HOLDER,
    PERHAPS_TWICE,
    TO_HOLDER,
)

DOUBT_BASE: Final = LANDS * 6  # by leaver: 1 or 2 where his losses hang by another reading of exception C alone
BY_OFFER: Final = 1  # by that of whose territories are offered
BY_LETTER: Final = 2  # by that of how many armies are left
NOT_BY_LETTER: Final = 3  # where the letter is taken: they would not hang by that
RICH_LEAVER_BASE: Final = DOUBT_BASE + 6  # by leaver: 1 where he held a continent himself
ATTACKED_BASE: Final = RICH_LEAVER_BASE + 6  # by territory: 1 where the player on turn attacked it
FAILED_BASE: Final = ATTACKED_BASE + LANDS + 1  # by leaver: 1 where the loss is due though the territory was not taken
LAND_BASE: Final = FAILED_BASE + 6  # by leaver: 1 + the territory of a loss that is due
HOLDER_BASE: Final = LAND_BASE + 6  # by leaver: 1 + the holder who took it, or attacked it in vain
WHY_BASE: Final = HOLDER_BASE + 6  # by leaver: why his last loss is not due (`WHY_NOT_DUE`), 0 where none pended
LEFT_BASE: Final = WHY_BASE + 6  # by territory: the armies with which it was left
OFFER_SLOT: Final = ATTACKED_BASE + LANDS  # whether the offer stood: 2, or 1 by the other reading alone
TAKEN_BEFORE: Final = 1  # why a holder's loss is not due: exceptions A, B and C
NOT_TAKEN: Final = 2
NOT_ATTACKED: Final = 3
NOTHING_OFFERED: Final = 4
WHY_NOT_DUE: Final = ("", "taken_before", "not_taken", "not_attacked", "nothing_offered")  # wordings of findings


class ContinentCardLoss(Rule):
    """A player who leaves a weak territory to the owner of a continent loses a card if it is conquered (RCM-28c..28h).

    The loss becomes possible at the end of the leaving player's turn if a player without a continent offered him a
    territory with one army after his reinforcement, and three or more active players own no continent. It ends if a
    player without a continent conquers the territory first, if the owner of the continent completes his next turn
    without doing so or loses the continent, or if the leaving player completes another turn.

    Parameters, for readings of these articles. A loss that only one reading gives is noted but not due.
    `offers`: with "anybody" a territory of any owner counts as an offer, neutral ones too.
    `failed`: with "due" the loss is also due if the owner attacked until he could attack no more; with "chosen" he
    counts as not having attacked, and a card given for it is noted.
    `excused`: with "one" the offer matters only for territories left with one army (line 19), with "both" for all.
    `leavers`: with "without-continent" a player who owns a continent himself loses nothing.
    Memory: by territory and owner the leaving players as bits, then the fields in the order of the names above.
    """

    NAME: ClassVar[str] = "garrison.pending_loss"
    VALUES: ClassVar[dict[str, object]] = {
        "offers": ("without-continent", "anybody"),
        "failed": ("chosen", "due"),
        "leavers": ("anybody", "without-continent"),
        "excused": ("both", "one"),
    }
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("unwritten",)

    def __init__(
        self, armies: int = 2, offers: str = "without-continent", failed: str = "chosen", leavers: str = "anybody",
        excused: str = "both",
    ) -> None:  # fmt: skip
        super().__init__()
        self.armies: i64 = armies
        self.any_offer_counts = offers == "anybody"
        self.failed_due = failed == "due"
        self.only_without_continent = leavers == "without-continent"
        self.by_letter = excused == "one"

    def memory_size(self) -> int:
        return LEFT_BASE + LANDS

    def observed_kinds(self) -> list[int]:
        return [PUT, TURN, PASS, END, ATT, OCC]

    def observe(self, t: Table) -> None:
        if t.op == ATT:
            if t.turn == t.actor:
                target = t.b
                t.memory[self.base + ATTACKED_BASE + target] = 1
        elif t.op == OCC:
            self.observe_conquest(t)
        elif t.op == END:
            if t.last_turn >= 0:  # an END before the first turn is nobody's
                self.close_losses(t, t.last_turn)
                self.open_losses(t, t.last_turn)
        else:
            if t.op == TURN:
                self.begin_turn(t)
            if t.op != PASS and t.attacks == 0 and t.turn == t.actor:
                t.memory[self.base + OFFER_SLOT] = self.offer_kind(t, t.actor)

    def begin_turn(self, t: Table) -> None:
        """Clears the current player's pending losses on territories that now belong to others (exception A)."""
        for land in range(LANDS):
            t.memory[self.base + ATTACKED_BASE + land] = 0
            owner = t.owner[land]
            if owner == NEUTRAL or (owner >= 0 and not t.holds_continent(owner)):
                owner_bit: i64 = 1 << owner  # who left it himself is not another
                self.note_why(t, t.memory[self.base + land * 6 + t.actor] & ~owner_bit, TAKEN_BEFORE, land, owner)
                t.memory[self.base + land * 6 + t.actor] &= owner_bit

    def note_why(self, t: Table, leavers: i64, why: i64, land: i64, other: i64) -> None:
        """Records why the losses of this territory by these leavers (bits) are not due, and who else is concerned."""
        for leaver in range(PLAYERS):
            bit: i64 = 1 << leaver
            if leavers & bit != 0:
                t.memory[self.base + WHY_BASE + leaver] = why
                t.memory[self.base + LAND_BASE + leaver] = land + 1
                t.memory[self.base + HOLDER_BASE + leaver] = other + 1

    def offer_kind(self, t: Table, player: i64) -> i64:
        """The offer of a one-army territory beside the player's: 2 one that counts, 1 by the other reading, 0 none."""
        kind: i64 = 0
        for land in range(LANDS):
            owner = t.owner[land]
            if owner < 0 or owner == player or t.armies[land] != 1:
                continue
            for k in range(t.degree[land]):
                if t.owner[t.neighbours[land * MAX_NEIGHBOURS + k]] == player:
                    if self.any_offer_counts or (owner < NEUTRAL and not t.holds_continent(owner)):
                        return 2
                    kind = 1
        return kind

    def clear_leaver(self, t: Table, leaver: i64) -> None:
        """Clears all pending losses of a leaver."""
        bit: i64 = 1 << leaver
        for place in range(DOUBT_BASE):
            if t.memory[self.base + place] & bit != 0:
                t.memory[self.base + place] -= bit

    def open_losses(self, t: Table, leaver: i64) -> None:
        """Makes the leaver's weak territories beside a holder pending, instead of those of an earlier turn."""
        self.clear_leaver(t, leaver)
        t.memory[self.base + WHY_BASE + leaver] = 0
        players: i64 = 0
        for colour in range(PLAYERS):
            if t.is_playing(colour) and not t.holds_continent(colour):
                players += 1
        offer = t.memory[self.base + OFFER_SLOT]
        holds_continent = t.holds_continent(leaver)
        if players < 3 or (holds_continent and self.only_without_continent):
            return
        t.memory[self.base + RICH_LEAVER_BASE + leaver] = 1 if holds_continent else 0
        doubt_kind = BY_LETTER if offer == 0 else BY_OFFER if offer == 1 else 0
        if offer < 2 and self.by_letter:
            doubt_kind = NOT_BY_LETTER
        t.memory[self.base + DOUBT_BASE + leaver] = doubt_kind
        minimum: i64 = 2 if offer == 0 or (offer < 2 and self.by_letter) else 1  # what one army alone excuses
        bit: i64 = 1 << leaver
        for land in range(LANDS):
            if t.owner[land] != leaver or t.armies[land] > self.armies:
                continue
            for k in range(t.degree[land]):
                holder = t.owner[t.neighbours[land * MAX_NEIGHBOURS + k]]
                if holder < 0 or holder >= NEUTRAL or holder == leaver or not t.holds_continent(holder):
                    continue
                t.memory[self.base + LEFT_BASE + land] = t.armies[land]
                if t.armies[land] < minimum:
                    self.note_why(t, bit, NOTHING_OFFERED, land, holder)
                else:
                    t.memory[self.base + land * 6 + holder] |= bit

    def close_losses(self, t: Table, holder: i64) -> None:
        """Clears what the holder did not take in his turn (exception B), except what he could not take."""
        is_able = t.status[holder] == ACTIVE and t.holds_continent(holder)
        for land in range(LANDS):
            leavers = t.memory[self.base + land * 6 + holder]
            t.memory[self.base + land * 6 + holder] = 0
            is_attacked = t.memory[self.base + ATTACKED_BASE + land] == 1
            self.note_why(t, leavers, NOT_TAKEN if is_attacked else NOT_ATTACKED, land, holder)
            if leavers == 0 or not is_able or not is_attacked or self.can_attack_again(t, land, holder):
                continue
            for leaver in range(PLAYERS):
                bit: i64 = 1 << leaver
                if leavers & bit != 0:
                    self.note_failed_attack(t, leaver, land, holder)

    def can_attack_again(self, t: Table, land: i64, holder: i64) -> bool:
        """True if the holder's armies, and the superiority rules, allow one more attack on this territory."""
        for k in range(t.degree[land]):
            neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
            if t.owner[neighbour] == holder and t.armies[neighbour] >= 2 and has_superiority(t, neighbour, land):
                return True
        return False

    def note_failed_attack(self, t: Table, leaver: i64, land: i64, holder: i64) -> None:
        """Records a loss where the holder attacked until he could attack no more: due by one reading of exception B."""
        if self.failed_due:
            self.make_due(t, leaver, land, holder, 1)
        elif t.garrison_debt[leaver] == 0:
            doubt = t.memory[self.base + DOUBT_BASE + leaver]
            t.garrison_debt[leaver] = PERHAPS_FAILED if doubt in (0, NOT_BY_LETTER) else PERHAPS_TWICE
            if doubt == BY_LETTER:
                t.garrison_debt[leaver] = PERHAPS_FAILED_BY_LETTER

    def make_due(self, t: Table, leaver: i64, land: i64, holder: i64, failed: i64) -> None:
        """Makes a leaver's loss due: one card, however many territories are taken, and by however many holders."""
        t.garrison_debt[leaver] = self.debt_kind(t, leaver)
        t.memory[self.base + FAILED_BASE + leaver] = failed
        t.memory[self.base + LAND_BASE + leaver] = land + 1
        t.memory[self.base + HOLDER_BASE + leaver] = holder + 1
        self.clear_leaver(t, leaver)

    def debt_kind(self, t: Table, leaver: i64) -> i64:
        """The kind of debt of a leaver's loss: due, or due only by another reading of exception C."""
        doubt = t.memory[self.base + DOUBT_BASE + leaver]
        if doubt == NOT_BY_LETTER:
            return BY_TWO_LEFT
        if doubt != 0:
            return PERHAPS_BY_LETTER if doubt == BY_LETTER else PERHAPS_TO_HOLDER
        return BY_RICH_LEAVER if t.memory[self.base + RICH_LEAVER_BASE + leaver] == 1 else TO_HOLDER

    def observe_conquest(self, t: Table) -> None:
        """Makes a loss due if the holder took the territory, and clears it if a player without continent did."""
        if t.actor >= NEUTRAL:
            return
        target = t.b
        if not t.holds_continent(t.actor):
            for colour in range(PLAYERS):
                self.note_why(t, t.memory[self.base + target * 6 + colour], TAKEN_BEFORE, target, t.actor)
                t.memory[self.base + target * 6 + colour] = 0
            return
        leavers = t.memory[self.base + target * 6 + t.actor] if t.turn == t.actor else 0
        for leaver in range(PLAYERS):
            bit: i64 = 1 << leaver
            if leavers & bit != 0:
                self.make_due(t, leaver, target, t.actor, 0)

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, OVER]

    def first_debtor(self, t: Table) -> i64:
        """The first colour that owes a card for a territory that a holder took, or -1.

        Colours with cards that are due by every reading come first, then those with cards, then those without.
        """
        debtor: i64 = -1
        best_rank: i64 = 3
        for colour in range(PLAYERS):
            if t.garrison_debt[colour] not in (TO_HOLDER, BY_RICH_LEAVER, BY_TWO_LEFT) or not t.is_playing(colour):
                continue
            rank: i64 = 2
            if t.hand_size[colour] > 0:
                rank = 0 if t.garrison_debt[colour] == TO_HOLDER else 1
            if rank < best_rank:
                debtor = colour
                best_rank = rank
        return debtor

    def check(self, t: Table) -> i64:
        player = self.first_debtor(t)
        if player < 0:
            return FINE
        if t.hand_size[player] > 0:
            return ILLEGAL
        if t.op == OVER or t.stopped >= 0:
            return FINE
        return WARNING if t.garrison_debt[player] == TO_HOLDER else ASSUMED

    def facts(self, t: Table) -> dict[str, object]:
        player = self.first_debtor(t)
        options = {BY_RICH_LEAVER: "leavers", BY_TWO_LEFT: "excused"}
        option = options.get(int(t.garrison_debt[player]), "-")  # due by either reading of the others
        supposed = {} if option == "-" else {"supposes": f"{self.NAME}.{option}"}
        stage = option if option != "-" else "unwritten" if t.hand_size[player] == 0 else "due"
        wording = "in_vain" if t.memory[self.base + FAILED_BASE + player] == 1 else "taken"
        facts: dict[str, object] = {
            "player": Colour(player), "hand": t.hand_size[player], "option": option, "stage": stage,
            "wording": wording, **self.land_facts(t, player),
        }  # fmt: skip
        return {**facts, **supposed, "wording": "unwritten"} if t.hand_size[player] == 0 else facts

    def land_facts(self, t: Table, leaver: i64) -> dict[str, object]:
        """The territory of a leaver's last loss, the armies that he left there, and who took it or did not."""
        land = t.memory[self.base + LAND_BASE + leaver] - 1
        return {
            "territory": Land(land), "left": t.memory[self.base + LEFT_BASE + land],
            "owner": Colour(t.memory[self.base + HOLDER_BASE + leaver] - 1),
        }  # fmt: skip

    def not_due_facts(self, t: Table, player: i64) -> dict[str, object]:
        why = WHY_NOT_DUE[int(t.memory[self.base + WHY_BASE + player])]
        return {**self.land_facts(t, player), "wording": why, "stage": why} if why else {}
