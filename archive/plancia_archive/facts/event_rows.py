"""Rows of throws, conquests and places, from a game's events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from plancia_events import Game
from plancia_events.names import LANDS
from plancia_replay import Judged

LAND = {code: place for place, code in enumerate(LANDS)}
CODES = tuple(LANDS)
LETTERS = "RBGYNV-"  # indexed by colour number; the last one is neutral
NOBODY = -1
THOUSAND = 1000  # a dice code from here on is THOUSAND times a number of dice without faces
Step = tuple[int, ...]  # as recorded by a `Trace`


def owners(game: Game) -> Iterator[tuple[int, int, Any, dict[str, str]]]:
    """Yields each effective event with its number, its turn and the owners of territories before it.

    Corrections are applied: voided events are skipped, replaced ones are yielded as corrected.
    """
    corrected: dict[int, Any] = {}
    for event in game.events:
        if event.TAG == "VOID":
            corrected[event.event] = None
        elif event.TAG == "FIX":
            corrected[event.event] = event.replacement
    owner: dict[str, str] = {}
    turn = 0
    for number, recorded in enumerate(game.events, start=1):
        effective: Any = corrected.get(number, recorded)
        if effective is None:
            continue
        turn += effective.TAG == "TURN"
        yield number, turn, effective, owner
        effective.change_owners(owner)


@lru_cache(maxsize=1024)
def dice_of(code: int) -> tuple[int, str]:
    """Decodes a packed dice code: number of dice, and their faces if recorded."""
    if code < 0:
        return 0, ""
    if code >= THOUSAND:
        return code // THOUSAND, ""
    faces = str(code).rstrip("0")
    return len(faces), faces


def holder(number: int) -> str:
    """Colour letter of an owner; `-` for nobody."""
    return LETTERS[number] if number >= 0 else "-"


def throw(step: Step) -> dict[str, Any]:
    """Row of a throw: attacker, defender, numbers of dice, losses, faces if recorded."""
    _, number, _, actor, _, _, attack, defence, losses, owner, _, _ = step
    (attack_dice, attack_faces), (defence_dice, defence_faces) = dice_of(attack), dice_of(defence)
    return {
        "event": number, "attacker": LETTERS[actor], "defender": holder(owner),
        "attack_dice": attack_dice, "defence_dice": defence_dice,
        "attack_losses": losses // THOUSAND, "defence_losses": losses % THOUSAND,
        "attack_faces": attack_faces, "defence_faces": defence_faces,
    }  # fmt: skip


def conquest(step: Step) -> dict[str, Any] | None:
    """Row of a conquest; None if the territory was the actor's already."""
    _, number, turn, actor, source, target, armies, _, _, owner, _, _ = step
    if owner == actor:
        return None
    return {
        "event": number, "turn": turn, "colour": LETTERS[actor], "source": CODES[source],
        "target": CODES[target], "victim": holder(owner), "armies": armies,
    }  # fmt: skip


def seats(game: Game) -> dict[str, int]:
    """Seat of each colour in the order of play, from 1; empty if the order is not recorded."""
    order: list[str] = next((list(event.order) for event in game.of_kinds("ORDER")), [])
    return {colour: place for place, colour in enumerate(order, start=1)}


def places(judged: Judged) -> Iterator[dict[str, Any]]:
    """Yields one row per colour: seat (from 1), objective, eliminated, won."""
    game, winners = judged.game, judged.end["winners"]
    order = seats(game)
    objectives: dict[str, str] = {event.actor: event.objective for event in judged.prepared.of_kind("OBJ")}
    left = {holder(owner) for owner in judged.table.owner if owner >= 0}
    over = bool(game.numbers_of("OVER"))
    for colour in sorted(game.players):
        objective = objectives.get(colour, "")
        yield {
            "colour": colour, "seat": order.get(colour),
            "objective": objective if objective and not objective.startswith(("#", "?")) else None,
            "out": int(over and bool(left) and colour not in left), "won": int(colour in winners),
        }  # fmt: skip
