"""What a game's events say about throws, conquests and places, as rows for statistics and searches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from plancia_events import Game
from plancia_events.names import LANDS
from plancia_replay import Judged

LAND = {code: place for place, code in enumerate(LANDS)}
CODES = tuple(LANDS)
LETTERS = "RBGYNV-"  # by number; the last number is the neutral colour
NOBODY = -1
THOUSAND = 1000  # a dice code from here on is a number of dice without their faces, times this
Step = tuple[int, ...]  # as a `Trace` notes it


def owners(game: Game) -> Iterator[tuple[int, int, Any, dict[str, str]]]:
    """Every event that counts with its number, the turn it lies in and who owns each territory before it.

    Corrections are followed: what was voided is left out, what was replaced stands in its place.
    """
    instead: dict[int, Any] = {}
    for event in game.events:
        if event.TAG == "VOID":
            instead[event.event] = None
        elif event.TAG == "FIX":
            instead[event.event] = event.replacement
    owner: dict[str, str] = {}
    turn = 0
    for number, recorded in enumerate(game.events, start=1):
        chosen: Any = instead.get(number, recorded)
        if chosen is None:
            continue
        turn += chosen.TAG == "TURN"
        yield number, turn, chosen, owner
        chosen.change_owners(owner)


@lru_cache(maxsize=1024)
def dice_of(code: int) -> tuple[int, str]:
    """How many dice a packed code stands for, and their faces where they are recorded."""
    if code < 0:
        return 0, ""
    if code >= THOUSAND:
        return code // THOUSAND, ""
    faces = str(code).rstrip("0")
    return len(faces), faces


def holder(number: int) -> str:
    """The letter of a territory's owner; `-` for nobody."""
    return LETTERS[number] if number >= 0 else "-"


def throw(step: Step) -> dict[str, Any]:
    """A throw as a row: attacker, defender, how many dice, losses, faces where they are recorded."""
    _, number, _, actor, _, _, attack, defence, losses, owner, _, _ = step
    (mine, attack_faces), (yours, defence_faces) = dice_of(attack), dice_of(defence)
    return {
        "event": number, "attacker": LETTERS[actor], "defender": holder(owner),
        "attack_dice": mine, "defence_dice": yours,
        "attack_losses": losses // THOUSAND, "defence_losses": losses % THOUSAND,
        "attack_faces": attack_faces, "defence_faces": defence_faces,
    }  # fmt: skip


def conquest(step: Step) -> dict[str, Any] | None:
    """A territory that changes hands by force as a row, None where armies only enter what is one's own already."""
    _, number, turn, actor, source, target, armies, _, _, owner, _, _ = step
    if owner == actor:
        return None
    return {
        "event": number, "turn": turn, "colour": LETTERS[actor], "source": CODES[source],
        "target": CODES[target], "victim": holder(owner), "armies": armies,
    }  # fmt: skip


def seats(game: Game) -> dict[str, int]:
    """The seat of each colour in the order of play, from 1; empty where the order is not recorded."""
    order: list[str] = next((list(event.order) for event in game.of_kinds("ORDER")), [])
    return {colour: place for place, colour in enumerate(order, start=1)}


def places(judged: Judged) -> Iterator[dict[str, Any]]:
    """One row a colour: its seat in the order of play (from 1), objective, whether it was eliminated or won."""
    game, winners = judged.game, judged.end["winners"]
    order = seats(game)
    goals: dict[str, str] = {event.actor: event.objective for event in judged.prepared.of_kind("OBJ")}
    left = {holder(owner) for owner in judged.table.owner if owner >= 0}
    over = bool(game.numbers_of("OVER"))
    for colour in sorted(game.players):
        goal = goals.get(colour, "")
        yield {
            "colour": colour, "seat": order.get(colour),
            "objective": goal if goal and not goal.startswith(("#", "?")) else None,
            "out": int(over and bool(left) and colour not in left), "won": int(colour in winners),
        }  # fmt: skip
