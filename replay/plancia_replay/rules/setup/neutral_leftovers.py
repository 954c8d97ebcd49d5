"""The rule on the last territories, which are not picked and stay neutral."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_LAST_LEFT, DEAL_NEUTRAL_CARD, PICK
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.holdings import assigned_lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table
from plancia_replay.rules.setup.opening import always_neutral

REPORTED: Final = 1  # index in the memory: 1 once a pick found too many neutral territories


class LastTerritoriesNeutral(Rule):
    """The territories left neutral (DEAL - ... how=last-left) are the last `count` that nobody picked (RCM-13, 12c).

    Before that no territory is neutral, except `turned` ones turned up from the deck and those of players who withdrew;
    the first pick with more neutral territories is reported.
    """

    NAME: ClassVar[str] = "neutral.last_left"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, count: int = 2, turned: int = 0) -> None:
        super().__init__()
        self.count: i64 = count
        self.turned: i64 = turned

    def memory_size(self) -> int:
        return 2  # 1 after the first pick, REPORTED

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        t.memory[self.base] = 1
        if always_neutral(t) > self.turned:
            t.memory[self.base + REPORTED] = 1

    def event_kinds(self) -> list[int]:
        return [DEAL, PICK]

    def check(self, t: Table) -> i64:
        if t.op == PICK:
            return ILLEGAL if t.memory[self.base + REPORTED] == 0 and always_neutral(t) > self.turned else FINE
        is_early = LANDS - assigned_lands(t) > self.count
        method = t.b
        if method == DEAL_LAST_LEFT:
            return ILLEGAL if is_early or t.actor != NEUTRAL else FINE
        has_picks = t.memory[self.base] == 1 and t.memory[self.base + REPORTED] == 0
        return ILLEGAL if has_picks and is_early and method < DEAL_NEUTRAL_CARD and t.actor == NEUTRAL else FINE

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "found": LANDS - assigned_lands(t), "most": self.count}
        if t.op == DEAL and t.actor != NEUTRAL:
            facts["wording"] = "given"
        return facts
