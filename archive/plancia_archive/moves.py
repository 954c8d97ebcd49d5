"""What a game's events say about throws, conquests and places, as rows for statistics and searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_events import Game
from plancia_replay import Judgement


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


def throws(game: Game) -> Iterator[dict[str, Any]]:
    """One row a throw: who against whom, how many dice, losses, faces where they are recorded."""
    for number, _, event, owner in owners(game):
        if event.TAG == "ATT":
            mine, yours = list(event.attack_dice), list(event.defence_dice)
            yield {
                "event": number, "attacker": event.actor, "defender": owner.get(event.target, "-"),
                "attack_dice": len(mine) or event.attack_count or 0,
                "defence_dice": len(yours) or event.defence_count or 0,
                "attack_losses": event.attack_losses, "defence_losses": event.defence_losses,
                "attack_faces": "".join(map(str, mine)), "defence_faces": "".join(map(str, yours)),
            }  # fmt: skip


def faces(game: Game) -> Iterator[dict[str, Any]]:
    """One row a colour: how often it threw each face (for a neutral territory its attacker throws)."""
    counts: dict[str, list[int]] = {}
    for row in throws(game):
        thrower = row["attacker"] if row["defender"] == "-" else row["defender"]
        for colour, dice in ((row["attacker"], row["attack_faces"]), (thrower, row["defence_faces"])):
            for face in dice:
                counts.setdefault(colour, [0] * 6)[int(face) - 1] += 1
    for colour in sorted(counts):
        yield {"colour": colour, **{f"n{face}": n for face, n in enumerate(counts[colour], start=1)}}


def pairs(game: Game) -> Iterator[dict[str, Any]]:
    """One row a pair of rivals, dice and losses: how many such throws, where the faces are recorded."""
    counts: dict[tuple[Any, ...], int] = {}
    names = ("attacker", "defender", "attack_dice", "defence_dice", "attack_losses", "defence_losses")
    for row in throws(game):
        if row["attack_faces"] and row["attack_dice"] <= 3 and row["defence_dice"] <= 3:
            key = tuple(row[name] for name in names)
            counts[key] = counts.get(key, 0) + 1
    for key in sorted(counts):
        yield {**dict(zip(names, key, strict=True)), "throws": counts[key]}


def conquests(game: Game) -> Iterator[dict[str, Any]]:
    """One row a territory that changed hands by force."""
    for number, turn, event, owner in owners(game):
        if event.TAG == "OCC" and owner.get(event.target) != event.actor:
            yield {
                "event": number, "turn": turn, "colour": event.actor, "source": event.source, "target": event.target,
                "victim": owner.get(event.target, "-"), "armies": event.armies,
            }  # fmt: skip


def places(game: Game, found: Judgement) -> Iterator[dict[str, Any]]:
    """One row a colour: its seat in the order of play (from 1), objective, whether it was eliminated or won."""
    order: list[str] = next((list(event.order) for event in game.events if event.TAG == "ORDER"), [])
    goals = {event.actor: event.objective for event in game.events if event.TAG == "OBJ"}
    left = {str(place[0]) for place in found.final.values()}
    over = any(event.TAG == "OVER" for event in game.events)
    for colour in sorted(game.players):
        goal = goals.get(colour, "")
        yield {
            "colour": colour, "seat": order.index(colour) + 1 if colour in order else None,
            "objective": goal if goal and not goal.startswith(("#", "?")) else None,
            "out": int(over and bool(left) and colour not in left), "won": int(found.end["winner"] == colour),
        }  # fmt: skip
