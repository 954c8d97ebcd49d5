"""Rules on the batches of the initial placement: the number of armies placed at a time."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import SET
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table
from plancia_replay.kernel.turn_order import colour_bit


def note_wrong_batch(t: Table, base: i64) -> None:
    """Record colours whose batch was wrong, as a bit mask: later batches that make up for it are right."""
    t.memory[base] |= colour_bit(t.actor)


def is_batch_reported(t: Table, index: i64) -> bool:
    """True if the batch just placed was reported by the rule with this index."""
    return t.actor < NEUTRAL and t.reported[index] == t.number


def has_wrong_batch(t: Table, base: i64, player: i64) -> bool:
    """True if a wrong batch of this player has already been reported."""
    return t.memory[base] & colour_bit(player) != 0


def is_reported_by_batch(t: Table, player: i64) -> bool:
    """True if a wrong number of a player's armies was reported for one of his batches."""
    for rule in t.rules:
        if isinstance(rule, (BatchSize, SteppedBatchSize)) and has_wrong_batch(t, rule.base, player):
            return True
    return False


def may_end_by_line(t: Table, player: i64) -> bool:
    """True if a player has placed as many batches, or armies, as the line of the batches says (`BatchSize.may_end`)."""
    return any(isinstance(rule, BatchSize) and rule.may_end(t, player) for rule in t.rules)


def remaining_batch(t: Table, batch: i64) -> i64:
    """The size of the player's next batch: `batch`, or the armies that he still has to place if they are fewer."""
    remaining = t.endowment - t.setup_placed[t.actor]
    return remaining if remaining >= 0 and remaining < batch else batch


def left_facts(t: Table) -> dict[str, object]:
    """The wording of a batch of more armies than the player has left of the total."""
    left = t.endowment - t.setup_placed[t.actor]
    return {"wording": "left"} if 0 < left < t.arriving_armies() else {}


class BatchSize(Rule):
    """Initial armies are placed in batches of `armies`, fewer only for the last (EG-03, MON-08).

    With `extra_minus` the first of these is smaller for who holds a territory more than others, or by `extra_of`
    "seats" for the fourth and the fifth where territories are uneven (FIR-08). Where `certain` names numbers of
    players, another table may also place `rounds` whole batches, or up to `in_all` armies, as the line says, and what
    is left of its endowment is only assumed (FIR-09). Memory: colours with a wrong batch, and
    those with a first batch that is right by the other value of `extra_of`: these come to their endowment, not beyond.
    """

    NAME: ClassVar[str] = "setup.chunk"
    RECALLS_FINDINGS: ClassVar[bool] = True
    READ_AT: ClassVar[tuple[str, ...]] = ("last",)
    VALUES: ClassVar[dict[str, object]] = {"certain": "numbers", "extra_of": ("holders", "seats")}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(
        self, armies: int = 3, extra_minus: int = 0, certain: str = "", extra_of: str = "holders", rounds: int = 5,
        in_all: int = 30,
    ) -> None:  # fmt: skip
        super().__init__()
        self.rounds: i64 = rounds
        self.in_all: i64 = in_all
        self.by_seat = extra_of == "seats"
        self.certain = [int(word) for word in certain.split()]
        self.armies: i64 = armies
        self.extra_minus: i64 = extra_minus

    def memory_size(self) -> int:
        return 2

    def observed_kinds(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if is_batch_reported(t, self.index):
            is_open = self.extra_minus > 0 and t.setup_turns[t.actor] == 1 and self.is_other_first(t)
            note_wrong_batch(t, self.base + 1 if is_open else self.base)

    def is_other_first(self, t: Table) -> bool:
        """True if the first batch just placed is that of the other value of `extra_of`."""
        return t.arriving_armies() == self.armies - (self.extra_minus if self.is_extra(t, not self.by_seat) else 0)

    def event_kinds(self) -> list[int]:
        return [SET]

    def is_extra(self, t: Table, by_seat: bool) -> bool:
        """True if the first batch of the actor is smaller: as holder of a territory more, or as fourth or fifth."""
        if by_seat:
            return LANDS % int(t.players) > 0 and (t.seat[t.actor] == 3 or t.seat[t.actor] == 4)
        return t.lands[t.actor] > LANDS // int(t.players)

    def batch_size(self, t: Table) -> i64:
        """Armies that the player must place now."""
        batch = self.armies
        if self.extra_minus > 0 and t.setup_turns[t.actor] == 0 and self.is_extra(t, self.by_seat):
            batch -= self.extra_minus
        return remaining_batch(t, batch)

    def check(self, t: Table) -> i64:
        if t.actor >= NEUTRAL or t.endowment < 0:
            return FINE
        arriving = t.arriving_armies()
        if arriving == self.batch_size(t) or (arriving <= self.armies and has_wrong_batch(t, self.base, t.actor)):
            return FINE
        if arriving <= remaining_batch(t, self.armies) and has_wrong_batch(t, self.base + 1, t.actor):
            return FINE
        if self.is_by_line(t):
            return FINE
        is_full = t.arriving_armies() == self.armies and self.batch_size(t) < self.armies and t.setup_turns[t.actor] > 0
        return ASSUMED if is_full and self.is_open_table(t) else ILLEGAL

    def is_open_table(self, t: Table) -> bool:
        """True where the numbers of the line do not hold together for so many players."""
        return len(self.certain) > 0 and int(t.players) not in self.certain

    def is_by_line(self, t: Table) -> bool:
        """True if the batch is one of the line's rounds, or comes to its armies in all, at a table that is open."""
        is_first = self.extra_minus > 0 and t.setup_turns[t.actor] == 0 and self.is_extra(t, self.by_seat)
        batch = self.armies - (self.extra_minus if is_first else 0)
        arriving = t.arriving_armies()
        is_whole = arriving == batch and t.setup_turns[t.actor] < self.rounds
        is_last = arriving <= batch and t.setup_placed[t.actor] + arriving == self.in_all
        return self.is_open_table(t) and (is_whole or is_last)

    def may_end(self, t: Table, player: i64) -> bool:
        """True if a player has placed what the line says, at a table that is open."""
        has_all = t.setup_turns[player] == self.rounds or t.setup_placed[player] == self.in_all
        return self.is_open_table(t) and has_all

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": t.arriving_armies(),
            "needed": self.batch_size(t),
            "supposes": "setup.endowment.by_players",
        }
        if self.extra_minus > 0:
            is_read = t.setup_turns[t.actor] == 0 and self.is_extra(t, False) != self.is_extra(t, True)
            facts["option"] = "extra_of" if is_read else "-"  # each value allows one smaller batch, wherever it comes
            if t.setup_turns[t.actor] == 0 and (is_read or self.is_extra(t, self.by_seat)):
                facts.update({"stage": "first", "wording": "first"})
        if t.endowment - t.setup_placed[t.actor] < self.armies:
            facts["stage"] = "last"
        return {**facts, **left_facts(t)}


class SteppedBatchSize(Rule):
    """Initial armies are placed in batches of `first` up to `until` in all, then of `then` (STU-12)."""

    NAME: ClassVar[str] = "setup.chunk_steps"
    RECALLS_FINDINGS: ClassVar[bool] = True
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, first: int = 3, until: int = 36, then: int = 2) -> None:
        super().__init__()
        self.first: i64 = first
        self.until: i64 = until
        self.then: i64 = then

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if is_batch_reported(t, self.index):
            note_wrong_batch(t, self.base)

    def event_kinds(self) -> list[int]:
        return [SET]

    def batch_size(self, t: Table) -> i64:
        """Armies that the player must place now."""
        batch = self.first if t.setup_placed[t.actor] < self.until else self.then
        return remaining_batch(t, batch)

    def check(self, t: Table) -> i64:
        if t.actor >= NEUTRAL:
            return FINE
        makes_up = t.arriving_armies() <= self.first and has_wrong_batch(t, self.base, t.actor)
        return FINE if t.arriving_armies() == self.batch_size(t) or makes_up else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts = {"player": Colour(t.actor), "found": t.arriving_armies(), "needed": self.batch_size(t)}
        return {**facts, **left_facts(t)}
