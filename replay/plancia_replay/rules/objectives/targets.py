"""Objectives other than a card's territories: points to reach, capitals, strips, none; and when they are given out."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import LAND_NUMBER
from plancia_events.ops import (
    CLAIM,
    CLAIM_OBJECTIVE,
    CLAIM_RISIKO,
    CLAIM_WORLD,
    END,
    OBJ,
    ORDER,
    OVER_OBJECTIVE,
    OVER_TARGET,
    TURN,
)
from plancia_replay.kernel.facts import Colour, Half, Objective
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.cards.sets_by_hand_size import table_of
from plancia_replay.rules.endings.extra_turns import in_turn
from plancia_replay.rules.objectives.claim_notes import BY_THIS, REFUSED, SLOTS, note_claim, refused
from plancia_replay.rules.scoring.strips import connected, hanging

RISIKO_POINTS = "claim.risiko_points.points"
MOST_A_LAND: Final = 44  # half points: seven borders doubled, and a territory of a continent with seven outer ones


def score_of(t: Table, player: i64) -> i64:
    """The running table score in half points."""
    return t.total(t.score_terms, player)


class TargetPoints(Rule):
    """Everybody's objective is a number of table points, by players: "5:150 4:160 3:180" (RCM-08).

    A claim below it does not hold, save a RisiKo! whose own number is lower still; a player who has it at the end of
    his turn and did not claim is told (a warning). Memory: by colour, who claimed where no target
    is known, or after another's claim had ended the game.
    """

    NAME: ClassVar[str] = "claim.target_points"

    def __init__(self, by_players: str = "5:150 4:160 3:180") -> None:
        super().__init__()
        self.table = table_of(by_players)

    def memory_size(self) -> int:
        return 6

    def watches(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        late = t.stopped >= 0 and t.stopped != t.number and self.amount(t, t.actor) > 0
        unknown = t.turn == t.actor and self.target(t) == 0
        claim = t.a
        if claim == CLAIM_OBJECTIVE and (late or unknown) and t.total(t.claim_bars, t.actor) == 0:
            t.memory[self.base + REFUSED + t.actor] = 1

    def topic(self) -> str:
        return "claim"

    def stops(self) -> list[int]:
        return [OVER_TARGET]

    def target(self, t: Table) -> i64:
        """Half points to reach, 0 where the variant does not say for this number of players."""
        return 2 * self.table[t.players]

    def amount(self, t: Table, player: i64) -> i64:
        target = self.target(t)
        claim = t.a
        if t.op == CLAIM and claim == CLAIM_RISIKO:
            return 0
        return OVER_TARGET + 1 if target > 0 and t.turn == player and score_of(t, player) >= target else 0

    def kinds(self) -> list[int]:
        return [ORDER, END, CLAIM]

    def finding(self, t: Table) -> i64:
        target = self.target(t)
        if t.op == ORDER:
            return ILLEGAL if target == 0 else FINE
        if t.op == END:
            if t.turn < 0 or target == 0 or t.stopped >= 0 or MOST_A_LAND * t.lands[t.turn] < target:
                return FINE
            return WARNING if score_of(t, t.turn) >= target else FINE
        claim = t.a
        if claim == CLAIM_WORLD or (claim == CLAIM_RISIKO and t.total(t.claim_terms, t.actor) > 0):
            return FINE
        if target == 0:
            return UNDECIDABLE
        return FINE if t.turn == t.actor and score_of(t, t.actor) >= target else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == ORDER:
            first = t.x
            return {
                "players": t.players,
                "needed": Half(0),
                "found": Half(0),
                "player": Colour(t.extra[first]),
                "wording": "players",
            }
        player = t.turn if t.op == END else t.actor
        found: dict[str, object] = {
            "player": Colour(player),
            "found": Half(score_of(t, player)),
            "needed": Half(self.target(t)),
        }
        if t.op == END:
            found["wording"] = "unclaimed"
        elif t.turn != t.actor:
            found["wording"] = "off_turn"
        else:
            claim = t.a
            if claim == CLAIM_RISIKO:
                found["hangs_on"] = RISIKO_POINTS
        return found


class RisikoPoints(Rule):
    """The RisiKo! is awarded at `points` table points, in one's own turn (RCM-09).

    Memory: whose RisiKo! failed by its points alone, and whether one ended the game.
    """

    NAME: ClassVar[str] = "claim.risiko_points"

    def __init__(self, points: int = 200) -> None:
        super().__init__()
        self.points: i64 = points

    def memory_size(self) -> int:
        return SLOTS

    def watches(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        claim = t.a
        if claim == CLAIM_RISIKO and t.turn == t.actor:
            note_claim(t, self.base, self.amount(t, t.actor) > 0)

    def topic(self) -> str:
        return "claim"

    def amount(self, t: Table, player: i64) -> i64:
        claim = t.a
        if claim != CLAIM_RISIKO or t.turn != player:
            return 0
        return OVER_TARGET + 1 if score_of(t, player) >= 2 * self.points else 0

    def kinds(self) -> list[int]:
        return [CLAIM]

    def end_depends_on(self, t: Table) -> str:
        return RISIKO_POINTS if t.memory[self.base + BY_THIS] == 1 else ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        return RISIKO_POINTS if reason == OVER_TARGET and refused(t, self.base, player) else ""

    def finding(self, t: Table) -> i64:
        claim = t.a
        if claim != CLAIM_RISIKO:
            return FINE
        return FINE if t.turn == t.actor and score_of(t, t.actor) >= 2 * self.points else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "found": Half(score_of(t, t.actor)),
            "needed": Half(2 * self.points),
        }
        if t.turn != t.actor:
            found["wording"] = "off_turn"
            found["option"] = "-"  # no number of points would mend that
        return found


class AfterRound(Rule):
    """Objectives are given out once `round` rounds are over, and before the next begins (RCM-07).

    Before that nobody can have met one. Where no objective is `dealt` (a common one, RCM-10g) none is missed. With
    `round` 0 each player has his from the start (EG-02): none is given out while the game is played. Variants in which
    no own objective wins the game have rules for that.
    """

    NAME: ClassVar[str] = "objective.after_round"
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ("unrecorded",)

    def __init__(self, round: int = 4, dealt: bool = True) -> None:
        super().__init__()
        self.round: i64 = round
        self.dealt = dealt

    def topic(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        return 0 if self.round_over(t) else 1

    def kinds(self) -> list[int]:
        return [OBJ, TURN, CLAIM]

    def round_over(self, t: Table) -> bool:
        """Is the round over after which objectives come? Leaving the game in its last turn ends it too."""
        if self.round == 0:
            return True
        if t.round != self.round or in_turn(t) or t.last_turn < 0:
            return t.round > self.round
        return t.seat[t.last_turn] >= t.last_living_seat()

    def without(self, t: Table) -> i64:
        """A player without an objective, or -1."""
        for colour in range(6):
            if t.plays(colour) and t.goal_word[colour] < 0:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if self.round == 0:
            late = t.op == OBJ and t.turns > 0 and t.over == 0 and t.stopped < 0 and t.can_stop[OVER_OBJECTIVE] == 0
            return ILLEGAL if late and t.goal_word[t.actor] < 0 else FINE
        if t.op == OBJ:
            return FINE if self.round_over(t) else ILLEGAL
        if t.op == CLAIM:
            claim = t.a
            return FINE if claim == CLAIM_WORLD or self.round_over(t) else ILLEGAL
        if not self.dealt or t.round != self.round or not self.round_over(t):
            return FINE
        return FINE if self.without(t) < 0 else ASSUMED  # it may have been handed out and not recorded

    def facts(self, t: Table) -> dict[str, object]:
        player = self.without(t) if t.op == TURN else t.actor
        found: dict[str, object] = {"player": Colour(player), "round": t.round, "needed": self.round}
        if t.op == TURN:
            found["wording"] = "unrecorded"
        elif self.round > 0:
            found["wording"] = "given" if t.op == OBJ else "claimed"
        return found


class ObjectiveShape(Rule):
    """What an objective's territories look like (RCM-10a, 10b, 10d, 10e, FIR-04..06).

    `continent` "with" asks for a whole continent in it, "without" for none; `strip` for territories that hang
    together; `size` for so many, and `across` for so many continents touched.
    """

    NAME: ClassVar[str] = "objective.shape"

    def __init__(self, continent: str = "any", strip: bool = False, size: int = 0, across: int = 0) -> None:
        super().__init__()
        self.wanted: i64 = 1 if continent == "with" else 0 if continent == "without" else -1
        self.strip = strip
        self.size: i64 = size
        self.across: i64 = across

    def kinds(self) -> list[int]:
        return [OBJ]

    def lands(self, t: Table) -> list[int]:
        """The territories of the objective in hand, none where it is not known."""
        objective = t.a
        word = t.words[objective] if objective >= 0 else ""
        return t.goals.get(word, [])

    def touched(self, t: Table, lands: list[int]) -> i64:
        """How many continents the objective touches."""
        return len({int(t.continent_of[land]) for land in lands})

    def whole(self, t: Table, lands: list[int]) -> i64:
        """How many whole continents lie in the objective."""
        count = [0] * 8
        for land in lands:
            count[t.continent_of[land]] += 1
        found: i64 = 0
        for k in range(t.board.continents):
            if count[k] == t.board.continent_size[k]:
                found += 1
        return found

    def finding(self, t: Table) -> i64:
        lands = self.lands(t)
        if len(lands) == 0:
            return UNDECIDABLE
        if self.strip and not connected(t, lands):
            return ILLEGAL
        if self.size > 0 and len(set(lands)) != self.size:
            return ILLEGAL
        if self.across > 0 and self.touched(t, lands) != self.across:
            return ILLEGAL
        if self.wanted >= 0:
            return FINE if (self.whole(t, lands) > 0) == (self.wanted == 1) else ILLEGAL
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.lands(t)
        objective = t.a
        return {
            "player": Colour(t.actor),
            "objective": Objective(t.words[objective] if objective >= 0 else "???"),
            "found": self.whole(t, lands),
            "size": len(set(lands)),
            "apart": len(set(lands)) - len(hanging(t, lands)),
            "across": self.touched(t, lands),
            "wording": self.cause(t, lands),
            "due": self.size if self.cause(t, lands) == "size" else self.across,
        }

    def cause(self, t: Table, lands: list[int]) -> str:
        """What the objective lacks of the shape asked for."""
        if len(lands) == 0:
            return ""
        if self.strip and not connected(t, lands):
            return "apart"
        if self.size > 0 and len(set(lands)) != self.size:
            return "size"
        if self.across > 0 and self.touched(t, lands) != self.across:
            return "across"
        return "with" if self.wanted == 1 else "without"


class Capitals(Rule):
    """The objective asks for capitals too (RCM-10c): `list` names their territories; where it is empty nobody knows."""

    NAME: ClassVar[str] = "objective.capitals"

    def __init__(self, list: str = "") -> None:
        super().__init__()
        self.capitals = [LAND_NUMBER[code] for code in list.split()]

    def topic(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        """How many capitals the player lacks."""
        found: i64 = 0
        for land in self.capitals:
            if t.owner[land] != player:
                found += 1
        return found

    def kinds(self) -> list[int]:
        return [CLAIM]

    def finding(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE
        if len(self.capitals) == 0:
            return ASSUMED
        return FINE if self.amount(t, t.actor) == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        missing = self.amount(t, t.actor)
        found: dict[str, object] = {"player": Colour(t.actor), "missing": missing, "found": missing}
        if len(self.capitals) == 0:
            found["wording"] = "unknown"
        return found


def target_refused(t: Table, player: i64) -> bool:
    """True if a claim of the player failed only because the target is unknown or another claim came first."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, TargetPoints) and refused(t, rule.base, player):
            return True
    return False


def target_unknown(t: Table, player: i64) -> bool:
    """True if the player claimed a target of points that is not defined for this number of players."""
    for rule in t.rules:
        if isinstance(rule, TargetPoints) and rule.target(t) == 0 and refused(t, rule.base, player):
            return True
    return False
