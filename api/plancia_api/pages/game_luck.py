"""Luck in the throws of one game, event by event, by the same measure as the statistic `luck-by-game`."""

from __future__ import annotations

from typing import Any

from plancia_archive.facts.odds import SCALE, scaled_moments
from plancia_events import Game
from plancia_replay.judging.step_states import Steps
from plancia_replay.text.fact_values import LAND_CODES

NEUTRAL = "-"


def luck_by_event(game: Game, steps: Steps) -> list[list[Any]]:
    """For each throw with its faces: event, attacker, defender, luck of the attacker in hundredths of an army.

    The defender's is the opposite; neutral territories have none. Luck is the losses inflicted less those suffered,
    less the exact mean of that difference.
    """
    owners: dict[str, str] = {}
    rows: list[list[Any]] = []
    for number, event in enumerate(steps.played):
        if steps.stopped and number >= steps.stopped:
            break
        if event is not None and event.TAG == "ATT":
            throw: Any = event
            dice = len(throw.attack_dice), len(throw.defence_dice)
            if all(1 <= count <= 3 for count in dice):
                gain = throw.defence_losses - throw.attack_losses
                luck = gain - scaled_moments(*dice)[0] / SCALE
                rows.append([number, throw.actor, owners.get(throw.target, NEUTRAL), round(100 * luck)])
        owners.update((LAND_CODES[change.territory], change.owner) for change in steps.steps[number].lands)
    return rows
