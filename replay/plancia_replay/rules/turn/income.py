"""Reinforcement: armies due, declared and placed; where and when they may be placed."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import END, PUT, REIN, STAT, TRIS
from plancia_replay.kernel.facts import Account, Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.cards.sets_by_hand_size import ANCHOR, by_other_anchor, left_over_counted

MINIMUM = "income.territories.minimum"


class Territories(Rule):
    """Territories over `divisor`, rounded down; below `minimum_below` territories at least `minimum` (EG-04).

    `fixed` ("1:1 2:2") gives the whole income of a player's first turns, by the number of the turn (STU-16).
    """

    NAME: ClassVar[str] = "income.territories"

    def __init__(self, divisor: int = 3, minimum_below: int = 0, minimum: int = 0, fixed: str = "") -> None:
        super().__init__()
        self.divisor: i64 = divisor
        self.below: i64 = minimum_below
        self.minimum: i64 = minimum
        self.fixed: dict[int, int] = {}
        for row in fixed.split():
            pair = row.split(":")
            self.fixed[int(pair[0])] = int(pair[1])

    def topic(self) -> str:
        return "territories"

    def amount(self, t: Table, player: i64) -> i64:
        if len(self.fixed) > 0 and int(t.own_turns[player]) in self.fixed:
            return self.fixed[int(t.own_turns[player])]
        lands = t.lands[player]
        due = lands // self.divisor
        if lands < self.below and due < self.minimum:
            return self.minimum
        return due

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"territories:{t.lands[player]}/{self.divisor}", self.amount(t, player))]

    def origin(self, t: Table, player: i64) -> str:
        if int(t.own_turns[player]) in self.fixed:
            return "first-turns"
        return "minimum" if self.by_minimum(t, player) else ""

    def by_minimum(self, t: Table, player: i64) -> bool:
        """True if this turn began with so few territories that the minimum applies."""
        return t.lands[player] - t.conquests < self.below and int(t.own_turns[player]) not in self.fixed


def by_minimum(t: Table, player: i64) -> bool:
    """True if the player's income of this turn is the minimum for few territories."""
    for term in t.territory_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, Territories) and term.by_minimum(t, player):
            return True
    return False


def in_first_turns(t: Table, player: i64) -> bool:
    """True if the number of the turn fixes the player's income."""
    for term in t.territory_terms:  # noqa: SIM110 (a generator is slow here)
        if term.origin(t, player) == "first-turns":
            return True
    return False


def placed_stage(t: Table, player: i64) -> dict[str, object]:
    """Whose line makes the armies due what they are, where it is not the base rule's (a fact "stage")."""
    if t.turn != player:
        return {}
    for term in [*t.territory_terms, *t.continent_terms]:
        if term.origin(t, player) != "" and term.amount(t, player) > 0:
            return {"stage": term.origin(t, player)}
    return {}


def forgone(t: Table, player: i64) -> i64:
    """Armies that continents would bring to a player had he not renounced them."""
    if t.renounced[player] == 0:
        return 0
    t.renounced[player] = 0
    due = t.total(t.continent_terms, player)
    t.renounced[player] = 1
    return due


def excess_stage(t: Table, placed: i64) -> dict[str, object]:
    """Whose line forbids armies too many: that of a penalty or of renounced continents where it took them away."""
    if t.turn == t.actor and placed <= t.entitled():
        return {"stage": "penalty"}
    if t.turn == t.actor and placed <= t.from_territories + forgone(t, t.actor) + t.from_cards:
        return {"stage": "renounced"}
    return placed_stage(t, t.actor)


def declared_stage(t: Table) -> dict[str, object]:
    """Whose line decides the part of a declaration that is wrong, where it is not the base rule's.

    Who left out whole continents alone, beside parts of one that he counted, is told by the base rule.
    """
    territories, continents = t.a, t.b
    if territories != t.from_territories:
        for term in t.territory_terms:
            if term.origin(t, t.actor) != "":
                return {"stage": term.origin(t, t.actor)}
    elif continents != t.from_continents:
        for term in t.continent_terms:
            own = term.amount(t, t.actor)
            if term.origin(t, t.actor) != "" and (continents != own if own > 0 else continents > t.from_continents):
                return {"stage": term.origin(t, t.actor)}
        for term in t.continent_terms:
            stage = term.aimed(t, t.actor, continents - t.from_continents)
            if stage != "":
                return {"stage": stage}
    return {}


class Continents(Rule):
    """The income of every continent held whole, unless the player renounced it (EG-04, STU-29).

    `from_turn` is the player's first turn that brings it (STU-16). Who renounces in his own turn has it no more in that
    turn either.
    """

    NAME: ClassVar[str] = "income.continents"

    def __init__(self, from_turn: int = 1) -> None:
        super().__init__()
        self.from_turn: i64 = from_turn

    def topic(self) -> str:
        return "continents"

    def watches(self) -> list[int]:
        return [STAT]

    def observe(self, t: Table) -> None:
        if t.turn >= 0 and t.renounced[t.turn] == 1 and t.allowed() > 0:  # after a penalty no further armies go back
            t.from_continents -= t.allowed() if t.allowed() < t.from_continents else t.from_continents

    def amount(self, t: Table, player: i64) -> i64:
        if t.renounced[player] == 1 or t.own_turns[player] < self.from_turn:
            return 0
        due: i64 = 0
        base = player * 8
        held = t.continent_lands
        board = t.board
        sizes = board.continent_size
        for k in range(board.continents):
            if held[base + k] == sizes[k]:
                due += board.income[k]
        return due

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        if t.renounced[player] == 1 or t.own_turns[player] < self.from_turn:
            return found
        for k in range(t.board.continents):
            if t.continent_lands[player * 8 + k] == t.board.continent_size[k]:
                found.append((f"continent:{k}", t.board.income[k]))
        return found


def in_doubt(t: Table) -> dict[str, object]:
    """The wording, and the most that may be due, where hidden sets leave the armies due open."""
    due = t.allowed() if t.allowed() > 0 else 0
    return {"wording": "hidden", "most": due + t.set_doubt} if t.set_doubt > 0 else {}


def wrong_sets(t: Table, count: i64) -> bool:
    """True if this many armies for cards follow from an exchange found wrong, as claimed or without it."""
    return count == t.claimed_cards or count == t.from_cards - t.unheld


class DeclarationRight(Rule):
    """What is declared for territories, continents and cards is what is due (EG-04).

    For a set that was found wrong at its exchange either the armies claimed there or those that are due may be told.
    """

    NAME: ClassVar[str] = "declaration.right"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("sets", MINIMUM)

    def kinds(self) -> list[int]:
        return [REIN]

    def finding(self, t: Table) -> i64:
        if t.out_of_play == 1:
            return FINE  # his turn itself was found
        territories, continents, cards = t.a, t.b, t.c
        total = t.d
        more = cards - t.from_cards
        if (
            territories != t.from_territories
            or continents != t.from_continents
            or total != territories + continents + cards
        ):
            return ILLEGAL
        if more == 0 or (t.sets > 0 and wrong_sets(t, cards)):
            return FINE if t.set_doubt == 0 else UNDECIDABLE
        return UNDECIDABLE if more > 0 and more <= t.set_doubt else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        territories, continents, cards = t.a, t.b, t.c
        total = t.d
        told = total == territories + continents + cards and continents == t.from_continents
        counted = t.sets > 0 and cards != t.from_cards and 0 <= cards - t.claimed_cards <= t.unclaimed
        supposed: dict[str, object] = {}
        if told and counted and territories == t.from_territories:
            supposed["by_sets"] = True
        elif told and (counted or cards == t.from_cards) and by_minimum(t, t.actor):
            supposed["hangs_on"] = f"{MINIMUM} sets" if counted else MINIMUM
        return {
            **supposed,
            **declared_stage(t),
            **in_doubt(t),
            **left_over(t),
            "player": Colour(t.actor),
            "declared": f"{territories}+{continents}+{cards}={total}",
            "computed": f"{t.from_territories}+{t.from_continents}+{t.from_cards}={t.entitled()}",
            "needed": t.entitled(),
            "found": total,
            "account": Account(account_of(t, t.actor)),
        }


def account_of(t: Table, player: i64) -> list[str]:
    """What the armies due are made of, a line each: `territories:11/3=3`, `continent:2=5`, `sets=8`."""
    found = []
    for term in [*t.territory_terms, *t.continent_terms]:
        for what, count in term.lines(t, player):
            found.append(f"{what}={count}")
    if t.from_cards > 0:
        found.append(f"sets={t.from_cards}")
    return found


def left_over(t: Table) -> dict[str, object]:
    """Notes that what the sets bring hangs on cards that an exchange had left."""
    return {"left_over": True} if left_over_counted(t) else {}


class WithinIncome(Rule):
    """No more armies are placed in a turn than are due (EG-04), or than a wrong declaration found already has it."""

    NAME: ClassVar[str] = "placement.within_income"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("sets", MINIMUM)

    def kinds(self) -> list[int]:
        return [PUT]

    def finding(self, t: Table) -> i64:
        more = t.placed + t.arriving() - t.allowed()
        if more <= 0 or t.out_of_play == 1 or self.follows(t):
            return FINE
        return UNDECIDABLE if more <= t.set_doubt else ILLEGAL

    def follows(self, t: Table) -> bool:
        """True if no more armies are placed than a declaration or set claim, already found wrong, allows."""
        if t.forfeit > 0 or t.set_doubt > 0 or t.turn != t.actor:
            return False
        placed = t.placed + t.arriving()
        if t.declared < 0:
            return placed <= t.from_territories + t.from_continents + t.claimed_cards
        for rule in t.rules:
            if isinstance(rule, DeclarationRight):
                return placed <= t.declared
        return False

    def facts(self, t: Table) -> dict[str, object]:
        placed = t.placed + t.arriving()
        due = t.allowed() if t.allowed() > 0 else 0
        supposed: dict[str, object] = {"by_sets": True}
        if placed - due > t.claimed_cards + t.unclaimed - t.from_cards:
            supposed = excess_stage(t, placed)
        if by_minimum(t, t.actor):
            supposed["hangs_on"] = MINIMUM
        more = by_other_anchor(t)
        if more > 0 and placed - due <= more + (more if more < t.forfeit else t.forfeit):
            supposed["hangs_on"] = ANCHOR
        return {
            **supposed,
            **left_over(t),
            "player": Colour(t.actor),
            "needed": due,
            "most": due,
            "found": placed,
            "declared": placed,
            "computed": due,
            "excess": placed - due,
            "forfeit": t.forfeit,
            **in_doubt(t),
        }


class AllPlaced(Rule):
    """The armies due are all placed, save those the army limit keeps off the board; a shortfall is a warning."""

    NAME: ClassVar[str] = "placement.all_placed"

    def kinds(self) -> list[int]:
        return [END]

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return WARNING if t.placed < self.due(t) else FINE

    def due(self, t: Table) -> i64:
        """The armies due that the army limit lets onto the board, as it stood when the turn began."""
        due = t.allowed() if t.allowed() > 0 else 0
        if t.cap[t.turn] >= 0 and t.turn_force + due > t.cap[t.turn]:
            due = t.cap[t.turn] - t.turn_force
        return due

    def facts(self, t: Table) -> dict[str, object]:
        due = self.due(t)
        return {
            "player": Colour(t.turn),
            "needed": due,
            "found": t.placed,
            "declared": t.placed,
            "computed": due,
            "missing": due - t.placed,
        }


class PlacementOwnLand(Rule):
    """Reinforcements go on one's own territories (EG-05)."""

    NAME: ClassVar[str] = "placement.own_land"

    def kinds(self) -> list[int]:
        return [PUT]

    def finding(self, t: Table) -> i64:
        return FINE if t.foreign_land() < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = t.foreign_land()
        return {"territory": Land(land), "owner": Colour(t.owner[land]), "player": Colour(t.actor)}


class BeforeAttack(Rule):
    """All reinforcements stand before the first attack of the turn (EG-05).

    Those of a set played after an elimination come later, as the set does (RCM-29a, ONE-14).
    """

    NAME: ClassVar[str] = "placement.before_attack"

    def memory_size(self) -> int:
        return 4  # the turn, armies of its sets so far, armies of late sets, armies that stood before these

    def watches(self) -> list[int]:
        return [TRIS]

    def observe(self, t: Table) -> None:
        if t.memory[self.base] != t.turns:
            t.memory[self.base] = t.turns
            t.memory[self.base + 1] = 0
            t.memory[self.base + 2] = 0
        if t.eliminations > 0:
            if t.memory[self.base + 2] == 0:
                t.memory[self.base + 3] = t.placed
            t.memory[self.base + 2] += t.from_cards + t.set_doubt - t.memory[self.base + 1]
        t.memory[self.base + 1] = t.from_cards + t.set_doubt

    def kinds(self) -> list[int]:
        return [PUT]

    def finding(self, t: Table) -> i64:
        if t.attacks == 0 and t.announced_attacks == 0:
            return FINE
        if t.memory[self.base] != t.turns:
            return ILLEGAL
        late = t.placed - t.memory[self.base + 3] + t.arriving()
        return FINE if late <= t.memory[self.base + 2] else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.attacks + t.announced_attacks, "armies": t.arriving()}
