"""Rules on targets of points, on the shape of objectives, and on capitals."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import LAND_NUMBER
from plancia_events.ops import CLAIM, CLAIM_OBJECTIVE, CLAIM_RISIKO, CLAIM_WORLD, END, OBJ, ORDER, OVER_TARGET
from plancia_replay.kernel.facts import Colour, Half, Objective
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import MAX_CONTINENTS, PLAYERS, Table
from plancia_replay.rules.cards.sets_by_hand_size import parse_table
from plancia_replay.rules.objectives.claim_notes import BY_THIS, REFUSED, SLOTS, note_claim, was_refused
from plancia_replay.rules.objectives.objective_list import is_claimed_too_early
from plancia_replay.rules.scoring.strips import are_connected, connected_part

RISIKO_POINTS = "claim.risiko_points.points"
MOST_A_LAND: Final = 44  # half points: seven borders doubled, and a territory of a continent with seven outer ones


def running_score(t: Table, player: i64) -> i64:
    """The running table score in half points."""
    return t.total(t.score_terms, player)


class TargetPoints(Rule):
    """The objective of all is a number of table points by the number of players: "5:150 4:160 3:180" (RCM-08).

    A claim below it does not hold, save a RisiKo! that has a number of its own; a player who has it at the end of
    his turn and did not claim is told (a warning). With `any_turn` it may be claimed in another's turn. Memory: by
    colour, who claimed where no target is known, or after another's claim had ended the game.
    """

    NAME: ClassVar[str] = "claim.target_points"
    VALUES: ClassVar[dict[str, object]] = {"by_players": "pairs"}

    def __init__(self, by_players: str = "5:150 4:160 3:180", any_turn: bool = False) -> None:
        super().__init__()
        self.any_turn = any_turn
        self.table = parse_table(by_players)

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        is_late = t.stopped >= 0 and t.stopped != t.number and self.amount(t, t.actor) > 0
        is_unknown = t.turn == t.actor and self.target(t) == 0
        claim = t.a
        if claim == CLAIM_OBJECTIVE and (is_late or is_unknown) and t.total(t.claim_bars, t.actor) == 0:
            t.memory[self.base + REFUSED + t.actor] = 1

    def is_off_turn_alone(self, t: Table) -> bool:
        """True if nothing but the turn, which is another's, is wrong with the current claim."""
        target = self.target(t)
        return t.turn != t.actor and not self.any_turn and 0 < target <= running_score(t, t.actor)

    def sum_name(self) -> str:
        return "claim"

    def end_reasons(self) -> list[int]:
        return [OVER_TARGET]

    def target(self, t: Table) -> i64:
        """The target in half points; 0 if the variant has none for this number of players."""
        return 2 * self.table[t.players]

    def amount(self, t: Table, player: i64) -> i64:
        target = self.target(t)
        claim = t.a
        if t.op == CLAIM and claim == CLAIM_RISIKO:
            return 0
        is_timely = t.turn == player or self.any_turn
        return OVER_TARGET + 1 if target > 0 and is_timely and running_score(t, player) >= target else 0

    def event_kinds(self) -> list[int]:
        return [ORDER, END, CLAIM]

    def check(self, t: Table) -> i64:
        target = self.target(t)
        if t.op == ORDER:
            return ILLEGAL if target == 0 else FINE
        if t.op == END:
            if t.turn < 0 or target == 0 or t.stopped >= 0 or MOST_A_LAND * t.lands[t.turn] < target:
                return FINE
            return WARNING if running_score(t, t.turn) >= target else FINE
        claim = t.a
        if claim == CLAIM_WORLD or (claim == CLAIM_RISIKO and has_risiko_points(t)):
            return FINE  # a RisiKo! has a number of its own
        if target == 0:
            return UNDECIDABLE
        is_timely = t.turn == t.actor or self.any_turn
        return FINE if is_timely and running_score(t, t.actor) >= target else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == ORDER:
            offset = t.x
            return {
                "players": t.players, "needed": Half(0), "found": Half(0), "player": Colour(t.extra[offset]),
                "wording": "players",
            }  # fmt: skip
        player = t.turn if t.op == END else t.actor
        facts: dict[str, object] = {
            "player": Colour(player),
            "found": Half(running_score(t, player)),
            "needed": Half(self.target(t)),
        }
        if t.op == END:
            facts["wording"] = "unclaimed"
        elif t.turn != t.actor and (self.is_off_turn_alone(t) or self.target(t) == 0):
            facts.update({"wording": "off_turn", "option": "any_turn"})
        return facts


def has_risiko_points(t: Table) -> bool:
    """True if the RisiKo! is awarded at a number of points of its own."""
    return any(isinstance(rule, RisikoPoints) for rule in t.rules)


def missed_target(t: Table) -> i64:
    """The target of the table in half points if the actor has fewer, below which no RisiKo! is supposed; else 0."""
    for rule in t.rules:
        if isinstance(rule, TargetPoints) and running_score(t, t.actor) < rule.target(t):
            return rule.target(t)
    return 0


class RisikoPoints(Rule):
    """The RisiKo! is awarded at `points` table points, in the player's own turn (RCM-09), with `any_turn` in any.

    Memory: whose RisiKo! failed by its points alone, and whether one ended the game.
    """

    NAME: ClassVar[str] = "claim.risiko_points"

    def __init__(self, points: int = 200, any_turn: bool = False) -> None:
        super().__init__()
        self.any_turn = any_turn
        self.points: i64 = points

    def memory_size(self) -> int:
        return SLOTS

    def observed_kinds(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        claim = t.a
        is_timely = t.turn == t.actor or self.any_turn
        if claim == CLAIM_RISIKO and is_timely and (self.amount(t, t.actor) > 0 or missed_target(t) == 0):
            note_claim(t, self.base, self.amount(t, t.actor) > 0)

    def is_off_turn_alone(self, t: Table) -> bool:
        """True if nothing is wrong with the current RisiKo! but the turn, which is another's, and perhaps its points.

        Nobody supposes a number of them below the target.
        """
        return t.turn != t.actor and not self.any_turn and missed_target(t) == 0

    def sum_name(self) -> str:
        return "claim"

    def amount(self, t: Table, player: i64) -> i64:
        claim = t.a
        if claim != CLAIM_RISIKO or (t.turn != player and not self.any_turn):
            return 0
        return OVER_TARGET + 1 if running_score(t, player) >= 2 * self.points else 0

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def end_depends_on(self, t: Table) -> str:
        return RISIKO_POINTS if t.memory[self.base + BY_THIS] == 1 else ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        return RISIKO_POINTS if reason == OVER_TARGET and was_refused(t, self.base, player) else ""

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim != CLAIM_RISIKO:
            return FINE
        is_timely = t.turn == t.actor or self.any_turn
        return FINE if is_timely and running_score(t, t.actor) >= 2 * self.points else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": Half(running_score(t, t.actor)),
            "needed": Half(2 * self.points),
        }
        if self.is_off_turn_alone(t):
            facts["wording"] = "off_turn"
            facts["option"] = "any_turn"  # no number of points would mend that
        elif missed_target(t) > 0:
            facts.update({"wording": "below", "needed": Half(missed_target(t)), "option": "-"})
        return facts


class ObjectiveShape(Rule):
    """An objective has the shape that the options require (RCM-10a, 10b, 10d, 10e, FIR-04..06).

    `continent` "with" asks for a whole continent in it, "without" for none; `strip` for territories that hang
    together; `size` for so many, and `across` for so many continents touched. With `meant` "score" the words are about
    the points and ask for no shape.
    """

    NAME: ClassVar[str] = "objective.shape"
    VALUES: ClassVar[dict[str, object]] = {"continent": ("any", "with", "without"), "meant": ("objective", "score")}

    def __init__(
        self, continent: str = "any", strip: bool = False, size: int = 0, across: int = 0, meant: str = "objective"
    ) -> None:
        super().__init__()
        self.is_of_score = meant == "score"
        self.continent_rule: i64 = 1 if continent == "with" else 0 if continent == "without" else -1
        self.strip = strip
        self.size: i64 = size
        self.across: i64 = across

    def event_kinds(self) -> list[int]:
        return [OBJ]

    def lands(self, t: Table) -> list[int]:
        """The territories of the current objective; empty if it is not known."""
        objective = t.a
        word = t.words[objective] if objective >= 0 else ""
        return t.goals.get(word, [])

    def continent_count(self, t: Table, lands: list[int]) -> i64:
        """Number of continents that the territories touch."""
        return len({int(t.continent_of[land]) for land in lands})

    def whole_continents(self, t: Table, lands: list[int]) -> i64:
        """Number of whole continents among the territories."""
        held_counts = [0] * MAX_CONTINENTS
        for land in lands:
            held_counts[t.continent_of[land]] += 1
        whole: i64 = 0
        for k in range(t.board.continents):
            if held_counts[k] == t.board.continent_size[k]:
                whole += 1
        return whole

    def check(self, t: Table) -> i64:
        lands = self.lands(t)
        if len(lands) == 0 or self.is_of_score:
            return FINE if self.is_of_score else UNDECIDABLE
        if self.strip and not are_connected(t, lands):
            return ILLEGAL
        if self.size > 0 and len(set(lands)) != self.size:
            return ILLEGAL
        if self.across > 0 and self.continent_count(t, lands) != self.across:
            return ILLEGAL
        if self.continent_rule >= 0:
            return FINE if (self.whole_continents(t, lands) > 0) == (self.continent_rule == 1) else ILLEGAL
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.lands(t)
        objective = t.a
        return {
            "player": Colour(t.actor), "objective": Objective(t.words[objective] if objective >= 0 else "???"),
            "found": self.whole_continents(t, lands), "size": len(set(lands)),
            "apart": len(set(lands)) - len(connected_part(t, lands)), "across": self.continent_count(t, lands),
            "wording": self.fault_wording(t, lands),
            "due": self.size if self.fault_wording(t, lands) == "size" else self.across,
        }  # fmt: skip

    def fault_wording(self, t: Table, lands: list[int]) -> str:
        """The wording key: the first requirement that the objective does not meet."""
        if len(lands) == 0:
            return ""
        if self.strip and not are_connected(t, lands):
            return "apart"
        if self.size > 0 and len(set(lands)) != self.size:
            return "size"
        if self.across > 0 and self.continent_count(t, lands) != self.across:
            return "across"
        return "with" if self.continent_rule == 1 else "without"


class Capitals(Rule):
    """The objective includes capitals (RCM-10c): the territories in `list`; if it is empty they are not known."""

    NAME: ClassVar[str] = "objective.capitals"
    VALUES: ClassVar[dict[str, object]] = {"list": "regions"}

    def __init__(self, list: str = "") -> None:
        super().__init__()
        self.capitals = [LAND_NUMBER[code] for code in list.split()]

    def sum_name(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        """Number of capitals that the player lacks."""
        missing: i64 = 0
        for land in self.capitals:
            if t.owner[land] != player:
                missing += 1
        return missing

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD or is_claimed_too_early(t):
            return FINE
        if len(self.capitals) == 0:
            return ASSUMED
        return FINE if self.amount(t, t.actor) == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        missing = self.amount(t, t.actor)
        facts: dict[str, object] = {"player": Colour(t.actor), "missing": missing, "found": missing}
        if len(self.capitals) == 0:
            facts["wording"] = "unknown"
        return facts


def was_target_refused(t: Table, player: i64) -> bool:
    """True if a claim of the player failed only because the target is unknown or another claim came first."""
    return any(isinstance(rule, TargetPoints) and was_refused(t, rule.base, player) for rule in t.rules)


def is_target_unknown(t: Table, player: i64) -> bool:
    """True if the player claimed a target of points that is not defined for this number of players."""
    targets = [rule for rule in t.rules if isinstance(rule, TargetPoints) and rule.target(t) == 0]
    return any(was_refused(t, rule.base, player) for rule in targets)
