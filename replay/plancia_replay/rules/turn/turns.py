"""Rules on the order of turns, on acts out of turn and out of play, and on eliminations."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    CARDS,
    CARDS_ELIMINATION,
    CARDS_TO_PILE,
    ELIM,
    END,
    IN_TURN,
    NEEDS_PLAYER,
    OVER_EXTRA_TURNS,
    OVER_HARD_STOP,
    PASS,
    REIN,
    STAT,
    TURN,
    TURN_CHANCE,
    TURN_ORDINARY,
)
from plancia_replay.kernel.effects.setup import take_seats
from plancia_replay.kernel.facts import Colour, Colours
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, LANDLESS, OUT_OF_PLAY, OUT_OF_TURN, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, ELIMINATED, FROZEN, LANDS, NEUTRAL, PASSED, PLAYERS, Table
from plancia_replay.kernel.turn_order import STARTED_AT, colour_bit, is_begun_twice, was_passed_over
from plancia_replay.rules.endings.extra_turns import exceeds_extra_turns, is_last_round_over, turn_dependency

LAP: Final = 6  # the most turns of a lap


def is_out_of_play(t: Table, player: i64) -> bool:
    """True for a player who withdrew, is frozen, was eliminated, or lost his last territory outside his turn."""
    is_landless = t.turns > 0 and t.assigned == LANDS and t.lands[player] == 0 and t.turn != player
    return player < NEUTRAL and (t.status[player] != ACTIVE or is_landless)


COLOURS_OF_LAP: Final = 1  # index in the memory of `TurnOrder`
SIZE: Final = 7  # turns of the first whole lap
LAST: Final = 8  # 1 + the colour of the last turn


class TurnOrder(Rule):
    """Turns follow the fixed order of the players still in the game (EG-01).

    A player who has used all his extra turns may be skipped, or may pass. A player who was passed over by a turn out of
    order may still take his turn, so that one fault is one finding. `player.active` checks players out of play.

    Without an order in the record that is said once; when every player in the game has had a turn, the order is theirs,
    and that of the table if those turns are the first and of all. Memory: the turns of the lap so far (more than LAP:
    the order is known), COLOURS_OF_LAP, SIZE, LAST.
    """

    NAME: ClassVar[str] = "turn.order"

    def memory_size(self) -> int:
        return LAST + 1

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS]

    def observe(self, t: Table) -> None:
        memory, base = t.memory, self.base
        if len(t.order) > 0:
            return
        memory[base + LAST] = t.actor + 1
        if memory[base] > LAP or t.actor >= NEUTRAL:
            return
        if int(t.actor) in self.lap(t, memory[base]):
            memory[base] = 0  # somebody's second turn before another's first: the lap begins anew
        memory[base + COLOURS_OF_LAP + memory[base]] = t.actor
        memory[base] += 1
        if self.is_whole_lap(t):
            if t.turns == memory[base] == t.players and t.assigned == LANDS:
                take_seats(t, memory, base + COLOURS_OF_LAP, t.turns)
            memory[base + SIZE] = memory[base]
            memory[base] = LAP + 1

    def lap(self, t: Table, size: i64) -> list[int]:
        """The colours of the lap, in order."""
        return [int(t.memory[self.base + COLOURS_OF_LAP + k]) for k in range(size)]

    def is_whole_lap(self, t: Table) -> bool:
        """True if every player in the game has had a turn in the lap."""
        lap = self.lap(t, t.memory[self.base])
        return all(colour in lap or not t.is_playing(colour) for colour in range(NEUTRAL))

    def expected_by_lap(self, t: Table) -> i64:
        """Who follows the last turn in the order of the first whole lap, or -1 while that is not over."""
        if t.memory[self.base] <= LAP:
            return -1
        lap, last = self.lap(t, t.memory[self.base + SIZE]), int(t.memory[self.base + LAST] - 1)
        place = lap.index(last) if last in lap else 0
        return next((colour for colour in lap[place + 1 :] + lap[: place + 1] if t.is_playing(colour)), -1)

    def finding_by_lap(self, t: Table) -> i64:
        """The finding where the record has no order: undecidable at the first turn, then by the first whole lap."""
        if t.memory[self.base + LAST] == 0:
            return UNDECIDABLE
        expected_player = self.expected_by_lap(t)
        if t.op == PASS or expected_player < 0 or expected_player == t.actor or is_out_of_play(t, t.actor):
            return FINE
        kind = t.a
        return ILLEGAL if kind == TURN_ORDINARY and t.closing_from < 0 and not is_begun_twice(t) else FINE

    def event_kinds(self) -> list[int]:
        return [TURN, PASS]

    def check(self, t: Table) -> i64:
        expected_player = t.next_player()
        if expected_player == t.actor:
            return FINE
        if t.stopped >= 0 or t.over == 1:
            return FINE  # nobody's turn comes any more, as `game.over_is_final` tells
        if len(t.order) == 0:
            return self.finding_by_lap(t)
        if expected_player < 0:
            return UNDECIDABLE
        if is_out_of_play(t, t.actor) or was_passed_over(t, t.actor) or exceeds_extra_turns(t):
            return FINE
        return FINE if t.op == PASS and self.is_resting_in_place(t) else ILLEGAL

    def is_resting_in_place(self, t: Table) -> bool:
        """True if a player without extra turns sits before the next player, while the game goes on."""
        size: i64 = len(t.order)
        if t.out_of_turns[t.actor] == 0 or not t.is_playing(t.actor) or t.last_turn < 0 or t.stopped >= 0:
            return False
        expected_player = t.next_player()
        place = t.seat[t.last_turn]
        for _step in range(size):
            place = (place + 1) % size
            if t.order[place] == t.actor:
                return True
            if t.order[place] == expected_player:
                return False
        return False

    def facts(self, t: Table) -> dict[str, object]:
        expected_player = t.next_player() if len(t.order) > 0 else self.expected_by_lap(t)
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "expected": Colour(expected_player),
            "needed": expected_player,
        }
        if len(t.order) == 0 and expected_player < 0:
            facts["wording"] = "no_order"
        elif len(t.order) > 0 and t.actor not in t.order:
            facts = {**facts, "order": Colours([int(colour) for colour in t.order]), "wording": "not_in_order"}
        elif t.op == PASS:
            facts["wording"] = "pass"
        if t.can_stop[OVER_EXTRA_TURNS] == 1 and is_last_round_over(t):
            facts["stage"] = "finale"
        return {**facts, **turn_dependency(t)}


class TurnKinds(Rule):
    """Without extra turns in the rules no turn is passed or a chance; further rounds come last (EG-01).

    Variants with extra turns, or with a finale of their own, have rules for that.
    """

    NAME: ClassVar[str] = "turn.kinds"

    def event_kinds(self) -> list[int]:
        return [TURN, PASS]

    def check(self, t: Table) -> i64:
        if t.can_stop[OVER_EXTRA_TURNS] == 1 or t.can_stop[OVER_HARD_STOP] == 1:
            return FINE
        kind = t.a
        if t.op == PASS or kind == TURN_CHANCE:
            return ILLEGAL
        if kind == TURN_ORDINARY:
            return FINE
        if t.closing_from < 0:
            return UNDECIDABLE
        begins_round = t.last_turn < 0 or t.seat[t.actor] <= t.seat[t.last_turn]
        return FINE if t.round + (1 if begins_round else 0) > t.closing_from else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        kind = t.a
        wording = "passed" if t.op == PASS else "chance" if kind == TURN_CHANCE else "further"
        return {"player": Colour(t.actor), "round": t.round, "needed": t.closing_from, "wording": wording}


class ActorHasTurn(Rule):
    """Only the player whose turn it is acts, and none after passing (EG-01).

    If nobody has the turn, an event is missing (`record.in_a_turn`). Reported once for each player and turn.
    """

    NAME: ClassVar[str] = "turn.in_turn"
    RECALLS_FINDINGS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [*IN_TURN]

    def required_states(self) -> int:
        return OUT_OF_TURN

    def check(self, t: Table) -> i64:
        if t.turn == t.actor or (t.turn < 0 and t.acts_out_of_turn != PASSED):
            return FINE
        if t.op != END and t.op != REIN and is_out_of_play(t, t.actor):
            return FINE
        is_repeated = t.reported[self.index] > t.sequence[STARTED_AT] and t.reported_actor[self.index] == t.actor
        return FINE if is_repeated and t.op != END else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "expected": Colour(t.turn), "owner": Colour(t.turn)}
        if t.turn < 0 and t.last_turn == t.actor and t.acts_out_of_turn == PASSED:
            facts.update({"wording": "passed", "stage": "passed"})
        return facts


STATUSES = ("withdrawn", "passive", "frozen", "renounced", "debt")


class StatusAllowed(Rule):
    """A player gets only a status that the variant has (EG-12): those in `allowed` without those in `never`.

    Withdrawing is always allowed, since a player may leave any game; the base rules do not regulate his armies.
    """

    NAME: ClassVar[str] = "status.known"
    VALUES: ClassVar[dict[str, object]] = {
        "allowed": ["withdrawn", "passive", "frozen", "debt", "renounced"],
        "never": ["withdrawn", "passive", "frozen", "debt", "renounced"],
    }
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def __init__(self, allowed: str = "withdrawn passive", never: str = "") -> None:
        super().__init__()
        words = [word for word in allowed.split() if word not in never.split()]
        self.is_allowed = [1 if status in words else 0 for status in STATUSES]
        self.known = [status for status in STATUSES if status in words]

    def event_kinds(self) -> list[int]:
        return [STAT]

    def check(self, t: Table) -> i64:
        status = t.b
        return FINE if self.is_allowed[status] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        player, status = t.a, t.b
        word = STATUSES[int(status)]
        known = ", ".join(self.known)
        return {"player": Colour(player), "found": word, "allowed": self.known, "known": known, "stage": word}


STATUS_WORDINGS = ("", "withdrawn", "passive", "frozen", "")


class PlayerActive(Rule):
    """A player who was eliminated, has withdrawn or is frozen does not act (EG-12, RCM-31, RCM-33, FIR-16).

    If the turn of such a player begins, the rule makes one finding there, and none for his acts in that turn. The
    stage of the finding is his status, such as `frozen`.
    """

    NAME: ClassVar[str] = "player.active"

    def event_kinds(self) -> list[int]:
        return [*NEEDS_PLAYER]

    def required_states(self) -> int:
        return OUT_OF_PLAY | LANDLESS

    def check(self, t: Table) -> i64:
        if not is_out_of_play(t, t.actor) or (t.status[t.actor] == FROZEN and t.unfounded[t.actor] == 1):
            return FINE
        return FINE if t.op != TURN and t.turn == t.actor and t.out_of_play == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        status = STATUS_WORDINGS[int(t.status[t.actor])]
        facts: dict[str, object] = {"player": Colour(t.actor), "status": t.status[t.actor]}
        if status:
            facts.update({"wording": status, "stage": status})
        return facts


class EliminationRecorded(Rule):
    """An elimination is recorded for a player without territories, by the player whose turn it is (EG-12)."""

    NAME: ClassVar[str] = "elimination.recorded"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [ELIM]

    def check(self, t: Table) -> i64:
        player = t.a
        if t.lands[player] > 0:
            return ILLEGAL
        return FINE if t.actor == t.turn or t.actor >= NEUTRAL else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        player = t.a
        facts: dict[str, object] = {
            "player": Colour(player), "owner": Colour(player), "found": t.lands[player], "expected": Colour(t.turn),
        }  # fmt: skip
        if t.lands[player] == 0:
            facts["by"] = Colour(t.actor)
            facts["wording"] = "by"
        return facts


def note_unsettled_hands(t: Table, base: i64) -> None:
    """Records the players whose cards were not handed over by the end of a turn, as a bit mask: it is reported once."""
    colour = unsettled_hand(t, t.memory[base])
    while colour >= 0:
        t.memory[base] |= colour_bit(colour)
        colour = unsettled_hand(t, t.memory[base])


def unsettled_hand(t: Table, reported: i64) -> i64:
    """A player without territories who still has cards, with or without a recorded elimination, or -1.

    Those in the bit mask `reported` are left out.
    """
    for colour in range(PLAYERS):
        if t.hand_size[colour] == 0 or reported & colour_bit(colour) != 0:
            continue
        is_landless = t.assigned == LANDS and t.lands[colour] == 0
        if t.status[colour] == ELIMINATED or (
            is_landless and (t.status[colour] == ACTIVE or t.status[colour] == FROZEN)
        ):
            return colour
    return -1


class CardsToEliminator(Rule):
    """The eliminator receives all cards of the eliminated player in the same turn (EG-12, RCM-29a).

    With `hand_limit` the cards above the limit are set aside, which only one source requires (TOR-07). A player who
    still holds territories keeps his cards. Memory: whose cards were reported as missing.
    """

    NAME: ClassVar[str] = "elimination.cards_to_eliminator"
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("alive",)

    def __init__(self, hand_limit: int = 0) -> None:
        super().__init__()
        self.hand_limit: i64 = hand_limit

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [END]

    def observe(self, t: Table) -> None:
        note_unsettled_hands(t, self.base)

    def event_kinds(self) -> list[int]:
        return [END, CARDS]

    def check(self, t: Table) -> i64:
        if t.op == END:
            is_due = t.eliminations > 0 and t.turn >= 0 and t.stopped < 0
            return ILLEGAL if is_due and unsettled_hand(t, t.memory[self.base]) >= 0 else FINE
        reason = t.c
        if reason != CARDS_ELIMINATION:
            return FINE
        giver = t.a
        if t.lands[giver] > 0:
            return ILLEGAL
        receiver = t.b
        if receiver == t.turn:
            count = t.n
            return ASSUMED if self.hand_limit > 0 and t.hand_size[receiver] + count > self.hand_limit else FINE
        is_over_limit = self.hand_limit > 0 and t.turn >= 0 and t.hand_size[t.turn] >= self.hand_limit
        return FINE if receiver == CARDS_TO_PILE and is_over_limit else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == END:
            player = unsettled_hand(t, t.memory[self.base])
            return {"player": Colour(player), "expected": Colour(t.turn), "found": t.hand_size[player]}
        giver, receiver, count = t.a, t.b, t.n
        if receiver == t.turn and t.lands[giver] == 0:
            return {
                "player": Colour(receiver), "found": t.hand_size[receiver] + count, "most": self.hand_limit,
                "wording": "kept", "supposes": "elimination.cards_to_eliminator.hand_limit",
            }  # fmt: skip
        if t.lands[giver] > 0:
            return {
                "player": Colour(giver), "expected": Colour(giver), "found": count, "left": t.lands[giver],
                "wording": "alive",
            }  # fmt: skip
        return {"player": Colour(giver), "expected": Colour(t.turn), "found": count}
