"""What a game's events say about throws, conquests and places, as rows for statistics and searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_archive.facts.steps import Step
from plancia_events import Game
from plancia_events.names import LANDS
from plancia_replay import Judgement
from plancia_replay.judging.prepare import as_played
from plancia_replay.judging.table_json import letter

LAND = {code: place for place, code in enumerate(LANDS)}


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
        follow(chosen, owner)


def follow(event: Any, owner: dict[str, str]) -> None:
    """Territories that change hands by an event."""
    if event.TAG == "DEAL" and event.how not in ("redraw", "skipped"):
        owner.update(dict.fromkeys(event.territories, event.actor))
    elif event.TAG == "PICK":
        owner[event.territory] = event.actor
    elif event.TAG == "DRAFT" and not event.card.startswith(("#", "?")):
        owner[event.card] = event.partner or event.actor
    elif event.TAG in ("SET", "PUT"):
        for code, _ in event.items:
            owner.setdefault(code, event.actor)
    elif event.TAG == "OCC":
        owner[event.target] = event.actor
    elif event.TAG == "STAT" and event.to == "withdrawn":
        for code in [code for code, colour in owner.items() if colour == event.player]:
            owner[code] = "-"


def throw(step: Step) -> dict[str, Any]:
    """A throw as a row: who against whom, how many dice, losses, faces where they are recorded."""
    event = step.event
    mine, yours = list(event.attack_dice), list(event.defence_dice)
    return {
        "event": step.number, "attacker": event.actor, "defender": holder(step, event.target),
        "attack_dice": len(mine) or event.attack_count or 0, "defence_dice": len(yours) or event.defence_count or 0,
        "attack_losses": event.attack_losses, "defence_losses": event.defence_losses,
        "attack_faces": "".join(map(str, mine)), "defence_faces": "".join(map(str, yours)),
    }  # fmt: skip


def holder(step: Step, code: str) -> str:
    """Whose a territory is; `-` for nobody's."""
    owner = step.table.owner[LAND[code]]
    return letter(int(owner)) if owner >= 0 else "-"


def conquest(step: Step) -> dict[str, Any] | None:
    """A territory that changes hands by force as a row, None where armies only enter what is one's own already."""
    event = step.event
    victim = holder(step, event.target)
    if victim == event.actor:
        return None
    return {
        "event": step.number, "turn": step.turn, "colour": event.actor, "source": event.source,
        "target": event.target, "victim": victim, "armies": event.armies,
    }  # fmt: skip


def seats(game: Game) -> dict[str, int]:
    """The seat of each colour in the order of play, from 1; empty where the order is not recorded."""
    order: list[str] = next((list(event.order) for event in game.events if event.TAG == "ORDER"), [])
    return {colour: place for place, colour in enumerate(order, start=1)}


def places(game: Game, found: Judgement) -> Iterator[dict[str, Any]]:
    """One row a colour: its seat in the order of play (from 1), objective, whether it was eliminated or won."""
    order = seats(game)
    told: list[Any] = [event for _, event in as_played(game) if event.TAG == "OBJ"]
    goals = {event.actor: event.objective for event in told}
    left = {str(place[0]) for place in found.final.values()}
    over = any(event.TAG == "OVER" for event in game.events)
    for colour in sorted(game.players):
        goal = goals.get(colour, "")
        yield {
            "colour": colour, "seat": order.get(colour),
            "objective": goal if goal and not goal.startswith(("#", "?")) else None,
            "out": int(over and bool(left) and colour not in left), "won": int(colour in found.end["winners"]),
        }  # fmt: skip
