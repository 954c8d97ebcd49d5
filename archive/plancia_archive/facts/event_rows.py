"""Rows of throws, conquests and players, computed from the events of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from plancia_events import Game
from plancia_events.names import LANDS
from plancia_replay import JudgedGame

LAND_NUMBER = {code: place for place, code in enumerate(LANDS)}
LAND_CODES = tuple(LANDS)
OWNER_LETTERS = "RBGYNV-"  # indexed by colour number; the last one is neutral
NO_OWNER = -1
FACELESS_UNIT = 1000  # a dice code from here on is this times the number of dice: their faces are not recorded
Row = dict[str, Any]  # of a table or of a query, by column: facts/tables.py and the statement say which
Step = tuple[int, ...]  # as recorded by a `Trace`


def events_with_owners(game: Game) -> Iterator[tuple[int, int, Any, dict[str, str]]]:
    """Yields (number, turn, event, owner of each territory before it) for each event in effect.

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
    for number, recorded_event in enumerate(game.events, start=1):
        corrected_event: Any = corrected.get(number, recorded_event)
        if corrected_event is None:
            continue
        turn += corrected_event.TAG == "TURN"
        yield number, turn, corrected_event, owner
        corrected_event.change_owners(owner)


@lru_cache(maxsize=1024)
def decode_dice(code: int) -> tuple[int, str]:
    """Decodes a packed dice code to the number of dice and their faces ("" if not recorded)."""
    if code < 0:
        return 0, ""
    if code >= FACELESS_UNIT:
        return code // FACELESS_UNIT, ""
    faces = str(code).rstrip("0")
    return len(faces), faces


def owner_letter(number: int) -> str:
    """Colour letter of an owner; `-` for nobody."""
    return OWNER_LETTERS[number] if number >= 0 else "-"


def throw_row(step: Step) -> Row:
    """Returns the row of a throw: attacker, defender, numbers of dice, losses, faces if recorded."""
    _, number, _, actor, _, _, attack, defence, losses, owner, _, _ = step
    (attack_dice, attack_faces), (defence_dice, defence_faces) = decode_dice(attack), decode_dice(defence)
    return {
        "event": number, "attacker": OWNER_LETTERS[actor], "defender": owner_letter(owner),
        "attack_dice": attack_dice, "defence_dice": defence_dice,
        "attack_losses": losses // 1000, "defence_losses": losses % 1000,
        "attack_faces": attack_faces, "defence_faces": defence_faces,
    }  # fmt: skip


def conquest_row(step: Step) -> Row | None:
    """Returns the row of a conquest; None if the territory belonged to the actor already."""
    _, number, turn, actor, source, target, armies, _, _, owner, _, _ = step
    if owner == actor:
        return None
    return {
        "event": number, "turn": turn, "colour": OWNER_LETTERS[actor], "source": LAND_CODES[source],
        "target": LAND_CODES[target], "victim": owner_letter(owner), "armies": armies,
    }  # fmt: skip


def seats_by_colour(game: Game) -> dict[str, int]:
    """Returns the seat of each colour in the order of play, from 1; empty if the order is not recorded."""
    order: list[str] = next((list(event.order) for event in game.events_of_kinds("ORDER")), [])
    return {colour: place for place, colour in enumerate(order, start=1)}


def player_rows(judged: JudgedGame) -> Iterator[Row]:
    """Yields one row per colour: seat (from 1), objective, eliminated, won."""
    game, winners = judged.game, judged.end["winners"]
    seats = seats_by_colour(game)
    objectives: dict[str, str] = {event.actor: event.objective for event in judged.prepared.of_kind("OBJ")}
    colours_on_board = {owner_letter(owner) for owner in judged.table.owner if owner >= 0}
    is_over = bool(game.numbers_of("OVER"))
    for colour in sorted(game.players):
        objective = objectives.get(colour, "")
        yield {
            "colour": colour, "seat": seats.get(colour),
            "objective": objective if objective and not objective.startswith(("#", "?")) else None,
            "out": int(is_over and bool(colours_on_board) and colour not in colours_on_board),
            "won": int(colour in winners),
        }  # fmt: skip
