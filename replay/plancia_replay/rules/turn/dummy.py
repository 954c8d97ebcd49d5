"""Rules on the dummy, a colour without a player that the two real players direct alternately."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    ATT,
    CLAIM,
    CLAIM_WORLD,
    DECL,
    DRAW,
    OCC,
    ORDER,
    OVER_ELIMINATION,
    PUT,
    ROLL,
    ROLL_DUMMY,
    ROLL_DUMMY_ORDER,
    ROLL_ORDER,
    ROLL_TIE,
    SET,
    TURN,
)
from plancia_replay.kernel.effects.ending import end_game
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, MAX_CONTINENTS, NEUTRAL, PLAYERS, WITHDRAWN, Table
from plancia_replay.kernel.turn_order import STARTED_AT, UNDONE_AT, is_begun_twice, was_passed_over

MISTAKEN: Final = 1  # beside 1 + a player in the memory of rules on the dummy: 1 where that player was the wrong one


def director_of_turn(t: Table, count: i64) -> i64:
    """The real player who directs the dummy's turn number `count`, from 0: the last in the order, then the other."""
    last_player: i64 = -1
    other_player: i64 = -1
    for k in range(len(t.order)):
        if t.order[k] != t.virtual:
            other_player = last_player
            last_player = t.order[k]
    return last_player if count % 2 == 0 else other_player


class DummyNamed(Rule):
    """Two real players and one dummy, which the header names (ONE-03); looked at as `players.count` is."""

    NAME: ClassVar[str] = "dummy.named"

    def event_kinds(self) -> list[int]:
        return [ORDER, TURN]

    def check(self, t: Table) -> i64:
        if t.op == TURN and (t.turns > 0 or len(t.order) > 0):
            return FINE
        return FINE if t.virtual >= 0 and t.at_table[t.virtual] == 1 and t.players == 3 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.players}


def other_player(t: Table, player: i64) -> i64:
    """The other real player, or -1 if there is none."""
    for colour in range(NEUTRAL):
        if is_real(t, colour) and colour != player:
            return colour
    return -1


def is_real(t: Table, colour: i64) -> bool:
    """True for a colour that one of the two real players has."""
    return 0 <= colour < NEUTRAL and colour != t.virtual and t.at_table[colour] == 1


class DummyDice(Rule):
    """The real players throw for the right to throw the dummy's die, which is declared before (ONE-04, ONE-05).

    So no die of the dummy's lies in that throw, nor in a plain one for the order, which declares nothing. That the
    higher one throws, and that level ones throw again, is only assumed. Where no `declared` is written it is
    open whether it was said. Memory: their throws, base 7.
    """

    NAME: ClassVar[str] = "order.dummy_dice"
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [ROLL]

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [ROLL]

    def observe(self, t: Table) -> None:
        purpose = t.a
        if purpose != ROLL_TIE and purpose != ROLL_DUMMY:
            return
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):
            colour = t.extra[k]
            if colour < NEUTRAL and (purpose == ROLL_DUMMY or t.throws[colour] == 0):
                t.memory[self.base + colour] = t.memory[self.base + colour] * 7 + t.extra[k + 1]

    def check(self, t: Table) -> i64:
        purpose, declared = t.a, t.b
        if purpose != ROLL_DUMMY_ORDER:
            return ILLEGAL if purpose in (ROLL_ORDER, ROLL_DUMMY) and self.has_dummy_die(t) else FINE
        if declared == 0 or not self.highest_throwers(t):
            return UNDECIDABLE
        return ASSUMED if self.doubt(t) else FINE

    def highest_throwers(self, t: Table) -> list[int]:
        """The real players with the highest of the throws that decide who throws for the dummy; none if one lacks."""
        throws = {colour: int(t.memory[self.base + colour]) for colour in range(PLAYERS) if is_real(t, colour)}
        highest = max(throws.values(), default=0)
        return [colour for colour in throws if throws[colour] == highest] if all(throws.values()) else []

    def doubt(self, t: Table) -> str:
        """What is doubtful in a throw for the dummy: the two are level, or the other throws; empty if nothing is."""
        highest = self.highest_throwers(t)
        if len(highest) > 1:
            return "tied"
        return "other" if highest and t.actor < NEUTRAL and t.actor != highest[0] else ""

    def has_dummy_die(self, t: Table) -> bool:
        """True if the current throw has a die of the dummy."""
        count, offset = t.n, t.x
        return any(t.extra[k] == t.virtual for k in range(offset, offset + count, 2))

    def facts(self, t: Table) -> dict[str, object]:
        purpose, declared, offset = t.a, t.b, t.x
        facts: dict[str, object] = {"player": Colour(t.actor if t.actor < NEUTRAL else t.extra[offset])}
        if purpose == ROLL_DUMMY:
            return {**facts, "wording": "own_die"}
        if purpose == ROLL_ORDER or declared == 0:
            return {**facts, "wording": "plain" if purpose == ROLL_ORDER else "undeclared"}
        return {**facts, "wording": self.doubt(t)}


class DummyDirector(Rule):
    """The last real player in the order directs the dummy first, then the two alternate (ONE-03, ONE-07).

    After a turn directed by the wrong player either the other one is next, or who would have been, so that one mistake
    is one finding. Where no order is written the first turn whose director is told decides who directs the next ones,
    and if none is told before the order shows, the number of the dummy's turn does. Only the director places the
    dummy's armies. Memory: 1 + the last director and 1 where he should not have directed, then both of the turn before.
    """

    NAME: ClassVar[str] = "dummy.director"

    def memory_size(self) -> int:
        return 4

    def observed_kinds(self) -> list[int]:
        return [TURN]

    def observe(self, t: Table) -> None:
        last, before = self.base, self.base + 2
        if t.sequence[UNDONE_AT] == t.number:  # the dummy's turn before was none
            t.memory[last], t.memory[last + MISTAKEN] = t.memory[before], t.memory[before + MISTAKEN]
        if t.actor == t.virtual and t.sequence[STARTED_AT] != t.number:
            return
        t.memory[before], t.memory[before + MISTAKEN] = t.memory[last], t.memory[last + MISTAKEN]
        if t.actor == t.virtual:
            expected = self.next_director(t, t.own_turns[t.virtual] - 1)
            director = t.b if is_real(t, t.b) else expected
            t.memory[last + MISTAKEN] = 1 if director != expected >= 0 and t.memory[last + MISTAKEN] == 0 else 0
            t.memory[last] = director + 1

    def event_kinds(self) -> list[int]:
        return [PUT, TURN]

    def expected_director(self, t: Table) -> i64:
        """The player who must direct the dummy, or -1 in a real player's turn."""
        if t.op == PUT:
            return t.director
        if t.actor != t.virtual:
            return -1
        return self.next_director(t, t.own_turns[t.virtual])

    def next_director(self, t: Table, count: i64) -> i64:
        """The player due to direct the dummy's turn number `count`, from 0, or -1 if nothing tells.

        Where that one has left the game the other directs, of whom alone there is still somebody to ask.
        """
        previous = t.memory[self.base] - 1
        director = director_of_turn(t, count) if previous < 0 else other_player(t, previous)
        return director if director < 0 or t.status[director] == ACTIVE else other_player(t, director)

    def check(self, t: Table) -> i64:
        if t.virtual < 0 or (t.op == TURN and is_begun_twice(t)):
            return FINE
        if t.stopped >= 0 or t.over == 1:
            return FINE  # nobody's turn comes any more, as `game.over_is_final` tells
        if t.op == PUT:
            placer = t.a
            return (
                ILLEGAL if t.actor == t.virtual and placer >= 0 and t.director >= 0 and placer != t.director else FINE
            )
        director = t.b
        if t.actor == t.virtual and (director < 0 or self.expected_director(t) < 0):
            return UNDECIDABLE
        if t.op == TURN and len(t.order) > 0 and t.next_player() != t.actor and not was_passed_over(t, t.actor):
            return FINE  # the turn itself is out of the order
        is_after_mistake = t.actor == t.virtual and t.memory[self.base + MISTAKEN] == 1 and is_real(t, director)
        return FINE if director == self.expected_director(t) or is_after_mistake else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        stage = {"stage": "first"} if t.op == TURN and t.own_turns[t.virtual] == 0 else {}
        placer, director = t.a, t.b
        facts: dict[str, object] = {
            "player": Colour(placer if t.op == PUT else director),
            "expected": Colour(self.expected_director(t)),
            **stage,
        }
        if t.op == TURN and self.expected_director(t) < 0:
            facts["wording"] = "unwritten" if director < 0 else "no_order"
        return facts


class DummySparesDirector(Rule):
    """The dummy does not attack its director of that turn (ONE-08)."""

    NAME: ClassVar[str] = "attack.dummy_spares_director"

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        return t.turn == t.virtual and t.owner[target] == t.director

    def check(self, t: Table) -> i64:
        target = t.b
        owner = t.owner[target]
        if t.actor != t.virtual or owner < 0 or owner >= NEUTRAL:
            return FINE
        if t.director < 0:
            return UNDECIDABLE
        return ILLEGAL if owner == t.director else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target = t.b
        return {"player": Colour(t.actor), "target": Land(target), "owner": Colour(t.owner[target])}


class DummyPlacer(Rule):
    """The last real player places the dummy's first armies, then they alternate (ONE-11).

    After a placement by the wrong player either the other one is next, or who would have been. Memory: 1 + the player
    who placed last, and 1 where he should not have.
    """

    NAME: ClassVar[str] = "setup.dummy_placer"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return 2

    def observed_kinds(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if t.actor == t.virtual:
            placer = t.a
            expected = self.expected_placer(t)
            is_wrong = is_real(t, placer) and placer != expected and t.memory[self.base + MISTAKEN] == 0
            t.memory[self.base + MISTAKEN] = 1 if is_wrong and expected >= 0 else 0
            t.memory[self.base] = (placer if is_real(t, placer) else expected) + 1

    def event_kinds(self) -> list[int]:
        return [SET]

    def expected_placer(self, t: Table) -> i64:
        """The player who must place the dummy's next armies."""
        previous = t.memory[self.base] - 1
        return director_of_turn(t, 0) if previous < 0 else other_player(t, previous)

    def check(self, t: Table) -> i64:
        if t.actor != t.virtual:
            return FINE
        placer = t.a
        if placer < 0 or self.expected_placer(t) < 0:
            return UNDECIDABLE
        return FINE if placer == self.expected_placer(t) or t.memory[self.base + MISTAKEN] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        placer = t.a
        facts: dict[str, object] = {"player": Colour(placer), "expected": Colour(self.expected_placer(t))}
        if self.expected_placer(t) < 0:
            facts["wording"] = "no_order"
        return facts


class DummyOpenCards(Rule):
    """The dummy's cards are face up (ONE-12)."""

    NAME: ClassVar[str] = "cards.dummy_open"

    def event_kinds(self) -> list[int]:
        return [DRAW]

    def check(self, t: Table) -> i64:
        public = t.a
        return ILLEGAL if t.actor == t.virtual and public == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


class RealPlayerOut(Rule):
    """The game ends as soon as a real player loses his last territory (ONE-15)."""

    NAME: ClassVar[str] = "end.real_player_out"

    def end_reasons(self) -> list[int]:
        return [OVER_ELIMINATION]

    def observed_kinds(self) -> list[int]:
        return [OCC]

    def observe(self, t: Table) -> None:
        for colour in range(PLAYERS):
            is_out = t.lands[colour] == 0 and t.status[colour] != WITHDRAWN and t.turns > 0
            if t.at_table[colour] == 1 and colour != t.virtual and is_out:
                end_game(t, OVER_ELIMINATION)


class ContinentsClaim(Rule):
    """The first player to hold `count` continents may claim the victory (ONE-21).

    That another may, who held them later while the first did not claim, is only assumed. With `dummy` the dummy may
    claim too; without `held` the first may also after losing some of them again. Memory: the first, + 1.
    """

    NAME: ClassVar[str] = "claim.continents"

    def __init__(self, count: int = 3, dummy: bool = False, held: bool = True) -> None:
        super().__init__()
        self.count: i64 = count
        self.dummy = dummy
        self.held = held

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [TURN, OCC]

    def observe(self, t: Table) -> None:
        if t.memory[self.base] > 0:
            return
        for colour in range(PLAYERS):
            may_be_first = t.at_table[colour] == 1 and (self.dummy or colour != t.virtual)
            if may_be_first and self.continents_held(t, colour) >= self.count:
                t.memory[self.base] = colour + 1

    def sum_name(self) -> str:
        return "claim"

    def continents_held(self, t: Table, player: i64) -> i64:
        """Number of whole continents that the player holds."""
        count: i64 = 0
        for k in range(t.board.continents):
            if t.continent_lands[player * MAX_CONTINENTS + k] == t.board.continent_size[k]:
                count += 1
        return count

    def amount(self, t: Table, player: i64) -> i64:
        has_lost_some = not self.held and t.memory[self.base] == player + 1
        return 1 if has_lost_some or self.continents_held(t, player) >= self.count else 0

    def unmet_facts(self, t: Table, player: i64) -> dict[str, object]:
        found = self.continents_held(t, player)
        return {"wording": "risiko", "stage": "risiko", "found": found, "needed": self.count}

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE if t.lands[t.actor] == LANDS else ILLEGAL
        if self.amount(t, t.actor) == 0 or (t.actor == t.virtual and not self.dummy):
            return ILLEGAL
        first_holder = t.memory[self.base] - 1
        return ASSUMED if first_holder >= 0 and first_holder != t.actor else FINE

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": self.continents_held(t, t.actor),
            "needed": self.count,
        }
        claim = t.a
        if claim == CLAIM_WORLD:
            facts["missing"] = LANDS - t.lands[t.actor]
            facts["wording"] = "world"
        elif t.actor == t.virtual and not self.dummy:
            facts["wording"] = "dummy"
        elif self.check(t) == ASSUMED:
            facts["expected"] = Colour(t.memory[self.base] - 1)
            facts["wording"] = "later"
        return facts
