"""Resolves objectives written by number or by name to the ids of the notation."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plancia_data import objective_list_of, objectives
from plancia_events.kinds import Corrected
from plancia_events.kinds.arbiter import Revealed
from plancia_events.kinds.setup import ObjectiveAssigned
from plancia_events.parts.specific import objective_id
from plancia_events.text.game import Game, replace_fields


@lru_cache(maxsize=64)
def ids_by_name(list_id: str) -> dict[str, str]:
    """Returns the ids of the objectives of a list by every accepted spelling: id, number, names."""
    ids: dict[str, str] = {}
    try:
        entries = objectives(list_id)
    except KeyError:  # loading the rule-set reports the unknown list
        return ids
    for objective in entries:
        for name in (
            str(objective["number"]),
            objective_id(objective["en"]),
            objective_id(objective["it"]),
            objective["id"],
        ):
            ids[name] = objective["id"]
    return ids


def resolve_objective(event: Any, game: Game) -> Any:
    """Returns the event with the id of its objective, from the list that the headers of its game determine."""
    if isinstance(event, Corrected):
        replacement = resolve_objective(event.replacement, game)
        return event if replacement is event.replacement else replace_fields(event, replacement=replacement)
    if not isinstance(event, ObjectiveAssigned | Revealed):
        return event
    name = "objective" if isinstance(event, ObjectiveAssigned) else "value"
    name_or_number = getattr(event, name)
    list_id = game.header("Objectives") or "?"
    ids = ids_by_name(objective_list_of(game.header("Variant") or "") if list_id == "?" else list_id)
    objective = ids.get(name_or_number, name_or_number)
    return event if objective == name_or_number else replace_fields(event, **{name: objective})
