"""Rules on the initial armies: their number, their territories, the garrisons at the end."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import SET, TURN
from plancia_replay.kernel.facts import Colour, lands_facts, players_facts
from plancia_replay.kernel.holdings import placement_code, placement_facts
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, PLAYERS, Table
from plancia_replay.rules.setup.opening import is_first_placement
from plancia_replay.rules.setup.placement_batches import is_reported_by_batch, may_end_by_line


class OneArmyEach(Rule):
    """Each territory of a player holds one army before the placement (EG-02, MON-08).

    If no placement is recorded, the armies of the deal are those at the start of play, and the rule does not apply.
    """

    NAME: ClassVar[str] = "setup.one_each"
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [SET]

    def wrong_lands(self, t: Table) -> list[int]:
        """The territories with a number of armies other than one."""
        return [land for land in range(LANDS) if 0 <= t.owner[land] < NEUTRAL and t.armies[land] != 1]

    def check(self, t: Table) -> i64:
        return ILLEGAL if is_first_placement(t) and self.wrong_lands(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.wrong_lands(t)
        land = lands[0]
        return {**lands_facts(lands), "player": Colour(t.owner[land]), "found": t.armies[land], "needed": 1}


class SetupGarrison(Rule):
    """At the end of the placement every player's territory holds at least `min` armies (MON-09)."""

    NAME: ClassVar[str] = "setup.garrison"
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, min: int = 2) -> None:
        super().__init__()
        self.least: i64 = min

    def event_kinds(self) -> list[int]:
        return [TURN]

    def weak_lands(self, t: Table) -> list[int]:
        """The territories with too few armies."""
        return [land for land in range(LANDS) if 0 <= t.owner[land] < NEUTRAL and t.armies[land] < self.least]

    def check(self, t: Table) -> i64:
        if t.turns > 0:
            return FINE
        return ILLEGAL if self.weak_lands(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.weak_lands(t)
        land = lands[0]
        return {**lands_facts(lands), "player": Colour(t.owner[land]), "found": t.armies[land], "needed": self.least}


class SetupOwnLand(Rule):
    """In the set-up a player places armies on his own territories (EG-03)."""

    NAME: ClassVar[str] = "setup.own_land"
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [SET]

    def check(self, t: Table) -> i64:
        return placement_code(t)

    def facts(self, t: Table) -> dict[str, object]:
        return placement_facts(t)


class InitialArmies(Rule):
    """Armies of the set-up in total, by number of players: "3:35 4:30 5:25 6:20" (EG-03).

    Where `certain` names numbers of players ("4"), a difference with another number is only assumed (FIR-09). A
    player who leaves during the set-up need not place the rest.
    """

    NAME: ClassVar[str] = "setup.endowment"
    VALUES: ClassVar[dict[str, object]] = {"by_players": "pairs", "certain": "numbers"}
    JUDGES_OPENING: ClassVar[bool] = True

    def __init__(self, by_players: str = "3:35 4:30 5:25 6:20", certain: str = "") -> None:
        super().__init__()
        self.certain = [int(word) for word in certain.split()]
        self.table: dict[int, int] = {}
        for row in by_players.split():
            pair = row.split(":")
            self.table[int(pair[0])] = int(pair[1])

    def sum_name(self) -> str:
        return "endowment"

    def amount(self, t: Table, player: i64) -> i64:
        return self.table.get(int(t.players), -1)

    def event_kinds(self) -> list[int]:
        return [TURN]

    def wrong_colours(self, t: Table) -> list[int]:
        """The players who placed more or fewer than due."""
        wrong: list[int] = []
        for colour in range(PLAYERS):
            if t.at_table[colour] == 0 or t.setup_placed[colour] == t.endowment or is_reported_by_batch(t, colour):
                continue
            if may_end_by_line(t, colour):
                continue
            if t.status[colour] == ACTIVE or t.setup_placed[colour] > t.endowment:
                wrong.append(colour)
        return wrong

    def check(self, t: Table) -> i64:
        if t.turns > 0 or t.endowment < 0 or not self.wrong_colours(t):
            return FINE
        return ASSUMED if len(self.certain) > 0 and int(t.players) not in self.certain else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colours = self.wrong_colours(t)
        return {
            **players_facts(colours, "", [int(t.setup_placed[colour]) for colour in colours]),
            "found": t.setup_placed[colours[0]],
            "needed": t.endowment,
            "supposes": "setup.endowment.by_players",
        }
