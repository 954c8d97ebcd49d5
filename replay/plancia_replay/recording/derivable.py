"""What follows from the board and the rules alone, as data: a page without network computes losses and income by it."""

from __future__ import annotations

from typing import TypedDict

from plancia_data import board
from plancia_replay.recording.play import Play
from plancia_replay.recording.throws import MAX_DICE
from plancia_replay.rules.combat.diceless import AdvanceMinimum
from plancia_replay.rules.combat.losses import CombatTable
from plancia_replay.rules.turn.income import ContinentIncome, TerritoryIncome
from plancia_replay.rules.turn.region_income import RegionIncome
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.fact_values import LAND_CODES

Region = TypedDict("Region", {"codes": list[str], "armies": int, "from": int, "unless": list[str]})


class IncomeRates(TypedDict):
    divisor: int
    below: int
    minimum: int
    fixed: dict[str, int]
    regions: list[Region]
    limits: dict[str, int]
    renounced: list[str]


class Derivable(TypedDict):
    losses: bool
    least: bool
    table: list[list[list[int]]] | None
    minimum: int
    income: IncomeRates


def derivable(play: Play) -> Derivable:
    """Returns which losses and armies follow from the dice, from the armies engaged, and from what a player holds.

    `losses` and `least` say whether losses follow from the dice, and the least that moves in from their number; `table`
    has the losses [attacker, defender] of each number of attackers by each number of defenders where no dice are
    thrown, else None; `minimum` is the least that moves in where no dice are.
    """
    table, minimum = play.rule(CombatTable), play.rule(AdvanceMinimum)
    return {
        "losses": play.binds("attack.losses_by_dice"), "least": play.binds("occupation.dice_used"),
        "table": combat_table(table) if table else None, "minimum": int(minimum.least) if minimum else 1,
        "income": income_rates(play),
    }  # fmt: skip


def combat_table(table: CombatTable) -> list[list[list[int]]]:
    """Returns the losses of 1 to 3 attackers, each against 1 to 3 defenders."""
    counts = range(1, MAX_DICE + 1)
    return [[list(divmod(int(table.losses(attack, defence)), 1000)) for defence in counts] for attack in counts]


def income_rates(play: Play) -> IncomeRates:
    """Returns the armies that territories and regions held whole bring at the start of a turn, cards apart.

    `fixed` has the whole income of a player's first turns by their number. A region counts from turn `from` on, and
    not for who holds all of `unless`. `limits` are the most armies of a colour on the board; `renounced` the colours
    that get nothing for regions.
    """
    rule = play.rule(TerritoryIncome) or TerritoryIncome()
    colours = [COLOUR_LETTERS.index(letter) for letter in play.players]
    return {
        "divisor": int(rule.divisor), "below": int(rule.below), "minimum": int(rule.minimum),
        "fixed": {str(turn): armies for turn, armies in rule.fixed.items()},
        "regions": [*continents(play), *parts(play)],
        "limits": {COLOUR_LETTERS[k]: int(play.table.cap[k]) for k in colours if play.table.cap[k] >= 0},
        "renounced": [COLOUR_LETTERS[k] for k in colours if play.table.renounced[k] > 0],
    }  # fmt: skip


def continents(play: Play) -> list[Region]:
    """Returns the continents that bring armies."""
    rule = play.rule(ContinentIncome)
    if rule is None:
        return []
    own = board(str(play.rules.content["board"]["id"]))
    return [
        {"codes": [own.codes[land] for land in lands], "armies": armies, "from": int(rule.from_turn), "unless": []}
        for _, _, _, armies, lands in own.continents
    ]


def parts(play: Play) -> list[Region]:
    """Returns the further regions that bring armies."""
    rule = play.rule(RegionIncome)
    if rule is None:
        return []
    of_continent = {land: region["codes"] for region in continents(play) for land in region["codes"]}
    regions = [([LAND_CODES[land] for land in lands], armies) for armies, *lands in rule.regions]
    return [
        {"codes": codes, "armies": armies, "from": int(rule.from_turn),
         "unless": [] if rule.stack else of_continent.get(codes[0], [])}
        for codes, armies in regions
    ]  # fmt: skip
