"""Rules on reinforcements: the armies due, and their declaration."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import REIN, STAT
from plancia_replay.kernel.facts import Account, Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import MAX_CONTINENTS, Table
from plancia_replay.rules.cards.sets_by_hand_size import leftover_facts
from plancia_replay.rules.objectives.claims import NO_REGIONS, region_given_up

MINIMUM = "income.territories.minimum"
BELOW = "income.territories.minimum_below"


class TerritoryIncome(Rule):
    """Territories over `divisor`, rounded down; below `minimum_below` territories at least `minimum` (EG-04).

    `fixed` ("1:1 2:2") gives the whole income of a player's first turns, by the number of the turn (STU-16).
    """

    NAME: ClassVar[str] = "income.territories"
    VALUES: ClassVar[dict[str, object]] = {"fixed": "pairs"}

    def __init__(self, divisor: int = 3, minimum_below: int = 0, minimum: int = 1, fixed: str = "") -> None:
        super().__init__()
        self.divisor: i64 = divisor
        self.below: i64 = minimum_below
        self.minimum: i64 = minimum
        self.fixed: dict[int, int] = {}
        for row in fixed.split():
            pair = row.split(":")
            self.fixed[int(pair[0])] = int(pair[1])

    def sum_name(self) -> str:
        return "territories"

    def amount(self, t: Table, player: i64) -> i64:
        if len(self.fixed) > 0 and int(t.own_turns[player]) in self.fixed:
            return self.fixed[int(t.own_turns[player])]
        lands = t.lands[player]
        armies = lands // self.divisor
        if lands < self.below and armies < self.minimum:
            return self.minimum
        return armies

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        due = f" (< {self.below})" if self.is_minimum(t, player) else f"/{self.divisor}"
        return [(f"territories:{t.lands[player]}{due}", self.amount(t, player))]

    def income_stage(self, t: Table, player: i64) -> str:
        if int(t.own_turns[player]) in self.fixed:
            return "first-turns"
        return "minimum" if self.is_minimum(t, player) else ""

    def is_minimum(self, t: Table, player: i64) -> bool:
        """True if this turn began with so few territories that the minimum applies."""
        return t.lands[player] - t.conquests < self.below and int(t.own_turns[player]) not in self.fixed


def is_minimum_income(t: Table, player: i64) -> bool:
    """True if the player's income of this turn is the minimum for few territories."""
    for term in t.territory_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, TerritoryIncome) and term.is_minimum(t, player):
            return True
    return False


def is_in_first_turns(t: Table, player: i64) -> bool:
    """True if the number of the turn fixes the player's income."""
    for term in t.territory_terms:  # noqa: SIM110 (a generator is slow here)
        if term.income_stage(t, player) == "first-turns":
            return True
    return False


def placed_stage(t: Table, player: i64) -> dict[str, object]:
    """The fact "stage" of the term that changes the player's income from the base rule; else empty."""
    if t.turn != player:
        return {}
    for term in [*t.territory_terms, *t.continent_terms]:
        if term.income_stage(t, player) != "" and term.amount(t, player) > 0:
            return {"stage": term.income_stage(t, player)}
    return {}


def renounced_armies(t: Table, player: i64) -> i64:
    """Armies that continents would bring to a player had he not renounced them."""
    if t.renounced[player] == 0:
        return 0
    renounced = t.renounced[player]
    t.renounced[player] = 0
    armies = t.total(t.continent_terms, player)
    t.renounced[player] = renounced
    return armies


def excess_stage(t: Table, placed: i64) -> dict[str, object]:
    """The fact "stage" of an excess: renounced continents, the penalty for an excess declared, a set counted too high.

    Else it is that of the income; who places more than the base rule gives has counted wrong, for which the penalty is
    too (001 line 19).
    """
    if t.turn == t.actor and placed <= t.armies_due():
        return {"stage": "penalty"}
    if t.turn == t.actor and placed <= t.from_territories + renounced_armies(t, t.actor) + t.from_cards - t.forfeit:
        return {"stage": "renounced"}
    if t.turn == t.actor and t.forfeit > 0:
        return {"stage": "penalty"}
    if t.turn == t.actor and t.sets > 0 and placed <= t.from_territories + t.from_continents + t.claimed_cards:
        return {"stage": "sets"}
    stage = placed_stage(t, t.actor)
    if t.turn == t.actor and not stage and overclaim_stage(t, placed - t.armies_due()) == NO_REGIONS:
        return {"stage": NO_REGIONS}
    return {"stage": "penalty"} if t.turn == t.actor and not stage and is_excess_penalised(t) else stage


def is_excess_penalised(t: Table) -> bool:
    """True if a player who declares or counts too many armies loses the excess."""
    return any(rule.NAME == "declaration.not_over" for rule in t.rules)


def declared_stage(t: Table) -> dict[str, object]:
    """The fact "stage" of the wrong part of a declaration, if it is not the base rule's.

    A declaration that only omits whole continents is explained by the base rule.
    """
    territories, continents = t.a, t.b
    if territories != t.from_territories:
        for term in t.territory_terms:
            if term.income_stage(t, t.actor) != "":
                return {"stage": term.income_stage(t, t.actor)}
    elif continents != t.from_continents:
        for term in t.continent_terms:
            amount = term.amount(t, t.actor)
            if term.income_stage(t, t.actor) != "" and (
                continents != amount if amount > 0 else continents > t.from_continents
            ):
                return {"stage": term.income_stage(t, t.actor)}
        if stage := overclaim_stage(t, continents - t.from_continents):
            return {"stage": stage}
    return {}


def overclaim_stage(t: Table, armies: i64) -> str:
    """The stage of the term that explains so many armies too many for continents; else ''."""
    return next(filter(None, [term.overclaim_stage(t, t.actor, armies) for term in t.continent_terms]), "")


class ContinentIncome(Rule):
    """The income of every continent held whole, unless the player renounced it (EG-04, STU-29).

    `from_turn` is the number of the player's first turn with this income (STU-16). A player who renounces it in his own
    turn loses it in that turn too.
    """

    NAME: ClassVar[str] = "income.continents"

    def __init__(self, from_turn: int = 1) -> None:
        super().__init__()
        self.from_turn: i64 = from_turn

    def sum_name(self) -> str:
        return "continents"

    def observed_kinds(self) -> list[int]:
        return [STAT]

    def observe(self, t: Table) -> None:
        if (
            t.turn >= 0 and t.renounced[t.turn] > 0 and t.armies_allowed() > 0
        ):  # after a penalty no further armies go back
            t.from_continents -= t.armies_allowed() if t.armies_allowed() < t.from_continents else t.from_continents

    def amount(self, t: Table, player: i64) -> i64:
        if t.renounced[player] > 0 or t.own_turns[player] < self.from_turn:
            return 0
        armies: i64 = 0
        base = player * MAX_CONTINENTS
        held_lands = t.continent_lands
        board = t.board
        sizes = board.continent_size
        for k in range(board.continents):
            if held_lands[base + k] == sizes[k]:
                armies += board.income[k]
        return armies

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []
        if t.renounced[player] > 0 or t.own_turns[player] < self.from_turn:
            return lines
        for k in range(t.board.continents):
            if t.continent_lands[player * MAX_CONTINENTS + k] == t.board.continent_size[k]:
                lines.append((f"continent:{k}", t.board.income[k]))
        return lines


def hidden_set_facts(t: Table) -> dict[str, object]:
    """The wording, and the most that may be due, where hidden sets leave the armies due open."""
    armies_due = t.armies_allowed() if t.armies_allowed() > 0 else 0
    return {"wording": "hidden", "most": armies_due + t.set_doubt} if t.set_doubt > 0 else {}


def agrees_with_wrong_sets(t: Table, count: i64) -> bool:
    """True if this many armies for cards follow from an exchange found wrong, as claimed or without it."""
    return count == t.claimed_cards or count == t.from_cards - t.unheld


class DeclaredArmiesDue(Rule):
    """The armies declared for territories, continents and cards are those due (EG-04).

    For a set that was reported as wrong, the declaration may use either the armies claimed for it or those due. The
    armies are a right: declaring fewer is only a warning.
    """

    NAME: ClassVar[str] = "declaration.right"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("sets", MINIMUM, BELOW, "income.subcontinents")

    def event_kinds(self) -> list[int]:
        return [REIN]

    def check(self, t: Table) -> i64:
        if t.out_of_play == 1:
            return FINE  # his turn itself was found
        if not t.is_own_turn():
            return FINE
        territories, continents, cards = t.a, t.b, t.c
        total = t.d
        excess = cards - t.from_cards
        if (
            territories != t.from_territories
            or continents != t.from_continents
            or total != territories + continents + cards
        ):
            return WARNING if self.declares_fewer(t) else ILLEGAL
        if excess == 0 or (t.sets > 0 and agrees_with_wrong_sets(t, cards)):
            return FINE if t.set_doubt == 0 else UNDECIDABLE
        if self.declares_fewer(t):
            return WARNING
        return UNDECIDABLE if excess > 0 and excess <= t.set_doubt else ILLEGAL

    def declares_fewer(self, t: Table) -> bool:
        """True if no part of the declaration is more than is due, the sum is right, and it is less."""
        territories, continents, cards = t.a, t.b, t.c
        total = t.d
        if territories > t.from_territories or continents > t.from_continents or cards > t.from_cards:
            return False
        return total == territories + continents + cards and total < t.armies_due()

    def facts(self, t: Table) -> dict[str, object]:
        territories, continents, cards = t.a, t.b, t.c
        total = t.d
        is_consistent = total == territories + continents + cards and continents == t.from_continents
        is_claimed = t.sets > 0 and cards != t.from_cards and 0 <= cards - t.claimed_cards <= t.unclaimed
        stage = declared_stage(t)
        no_continents = ["continents=0"] if continents > 0 and t.from_continents == 0 else []
        if stage.get("stage") == NO_REGIONS:
            no_continents = [f"region:{region_given_up(t, t.actor, continents - t.from_continents)}=0"]
        assumption: dict[str, object] = {}
        if is_consistent and is_claimed and territories == t.from_territories:
            assumption["by_sets"] = True
        elif is_consistent and (is_claimed or cards == t.from_cards) and is_minimum_income(t, t.actor):
            assumption["hangs_on"] = f"{MINIMUM} sets" if is_claimed else MINIMUM
        return {
            **assumption, **stage, **hidden_set_facts(t), **leftover_facts(t), "player": Colour(t.actor),
            "declared": f"{territories}+{continents}+{cards}={total}",
            "computed": f"{t.from_territories}+{t.from_continents}+{t.from_cards}={t.armies_due()}",
            "needed": t.armies_due(), "found": total, "account": Account([*account_of(t, t.actor), *no_continents]),
        }  # fmt: skip


def account_of(t: Table, player: i64) -> list[str]:
    """The account of the armies due, one line for each source: `territories:11/3=3`, `continent:2=5`, `sets=8`."""
    lines = []
    for term in [*t.territory_terms, *t.continent_terms]:
        for source, count in term.account_lines(t, player):
            lines.append(f"{source}={count}")
    if t.from_cards > 0:
        lines.append(f"sets={t.from_cards}")
    return lines


def judges_declarations(t: Table) -> bool:
    """True if a declaration that differs from the armies due is reported as such."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, DeclaredArmiesDue):
            return True
    return False
