"""Objectives by their number in the list or by their name, to the id that the notation writes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plancia_data import objective_list_of, objectives
from plancia_events.kinds import Corrected
from plancia_events.kinds.arbiter import Revealed
from plancia_events.kinds.setup import ObjectiveAssigned
from plancia_events.parts.specific import spelt
from plancia_events.text.game import Game, changed


@lru_cache(maxsize=64)
def spoken(list_id: str) -> dict[str, str]:
    """What may be written for an objective of a list -> its id: the id itself, the number, the names."""
    made: dict[str, str] = {}
    try:
        found = objectives(list_id)
    except KeyError:  # the rule-set, when it is made, says that there is no such list
        return made
    for goal in found:
        for name in (str(goal["number"]), spelt(goal["en"]), spelt(goal["it"]), goal["id"]):
            made[name] = goal["id"]
    return made


def meant(event: Any, game: Game) -> Any:
    """The event with the id of the objective that it names, by the list that the headers of its game speak of."""
    if isinstance(event, Corrected):
        inner = meant(event.replacement, game)
        return event if inner is event.replacement else changed(event, replacement=inner)
    if not isinstance(event, ObjectiveAssigned | Revealed):
        return event
    name = "objective" if isinstance(event, ObjectiveAssigned) else "value"
    word = getattr(event, name)
    chosen = game.header("Objectives") or "?"
    listed = spoken(objective_list_of(game.header("Variant") or "") if chosen == "?" else chosen)
    found = listed.get(word, word)
    return event if found == word else changed(event, **{name: found})
