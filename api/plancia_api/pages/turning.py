"""What turned a finished game: the move from which on nobody was ahead of its winner, and the best throw (D-193)."""

from __future__ import annotations

from typing import Any, NamedTuple

from plancia_archive.facts.odds import MAX_ARMIES, conquest_chance, max_defence_dice
from plancia_events import Event, Game
from plancia_replay import Judgement, RuleSet
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import run_kernel
from plancia_replay.judging.scores import is_out_of_ranking
from plancia_replay.judging.winner import CLAIM_END_REASONS, NO_RESULT_REASONS
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.fact_values import LAND_CODES, points


class Throw(NamedTuple):
    """A throw: the chance that its attack conquers before and after it, and how many points of the winner's lead hang
    on the conquest; `gain` is what the throw alone was worth to the winner. `event` is 0 where there is none.
    """

    gain: float
    event: int
    before: float
    after: float
    stake: float


class Turning(NamedTuple):
    """The event from which on nobody was ahead of the winner (0: nobody ever was), his lead then, the best throw."""

    move: int
    lead: float
    throw: Throw


def find_turning(game: Game, rules: RuleSet, judgement: Judgement, as_corrected: bool) -> Turning | None:
    """What turned a game; None where its course or its points are not known, or something else than points decided."""
    end, scores = judgement.told_end, judgement.scores
    is_known = scores and judgement.completeness in ("full", "no-dice") and not judgement.undecidable
    if (
        not (is_known and end["winners"])
        or judgement.impossible
        or end["reason"] in CLAIM_END_REASONS + NO_RESULT_REASONS
    ):
        return None
    winner, dice = COLOUR_LETTERS.index(end["winners"][0]), max_defence_dice(rules)
    prepared = prepare(game, as_corrected)
    table, move, best = prepared.table(rules), (0, 0), Throw(0, 0, 0, 0, 0)
    lead = 0
    for row, number in enumerate(prepared.numbers):
        best = max(best, weigh_throw(prepared.events[row], number, table, winner, dice))
        run_kernel(rules, table, prepared, row + 1, row, judging=False)
        before, lead = lead, half_lead(table, winner) if table.turns else 0
        move = (number, lead) if before < 0 <= lead else move
    return None if lead < 0 else Turning(move[0], points(move[1]), best)


def half_lead(table: Table, winner: int) -> int:
    """The half points of the winner's side, his team or he alone, less those of the best other side."""
    sides: dict[int, int] = {}
    for colour, letter in enumerate(COLOUR_LETTERS):
        if table.at_table[colour] and not is_out_of_ranking(letter, table):
            side = int(table.team[colour]) if table.team[colour] >= 0 else colour
            sides[side] = sides.get(side, 0) + int(table.total(table.score_terms, colour))
    own = sides.pop(int(table.team[winner]) if table.team[winner] >= 0 else winner, 0)
    return own - max(sides.values(), default=0)


def weigh_throw(event: Event, number: int, table: Table, winner: int, dice: int) -> Throw:
    """Weighs a throw by the table that it meets; `dice` are the most of the defence. One of no weight is event 0."""
    throw: Any = event
    if throw.TAG == "ATT" and throw.attack_dice and throw.defence_dice and table.turns:
        target, actor = LAND_CODES.index(throw.target), COLOUR_LETTERS.index(throw.actor)
        usable, defenders = int(table.armies[LAND_CODES.index(throw.source)]) - 1, int(table.armies[target])
        if 0 < usable <= MAX_ARMIES and 0 < defenders <= MAX_ARMIES and table.owner[target] >= 0:
            before = conquest_chance(usable, defenders, dice)
            after = conquest_chance(usable - throw.attack_losses, defenders - throw.defence_losses, dice)
            stake = -half_lead(table, winner)
            owner = table.owner[target]
            table.give_land(target, actor)
            stake += half_lead(table, winner)
            table.give_land(target, owner)
            return Throw((after - before) * stake, number, before, after, points(abs(stake)))
    return Throw(0, 0, 0, 0, 0)
