"""Objectives typed by number or by name: which lists have such names, and the list of a game.

They belong to the version of the notation: a list or a variant that is registered later has none, so that canonical
bytes depend on no registry.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from plancia_data import objectives
from plancia_events.parts.objectives import ObjectiveNames
from plancia_events.parts.specific import objective_id

# D-179: frozen with `rgn 1`, as names.json has them
NAMED_LISTS = ("torneo16", "two-continents", "stucchi6", "firenze8", "torneo16-congo", "risiko-rl-stock")
LISTS_OF_VARIANT = {
    "eg": "torneo16", "firenze": "firenze8", "firk": "torneo16", "monopoli": "torneo16", "rcm": "torneo16",
    "risiko-rl": "torneo16", "risiko-rl-stock": "risiko-rl-stock", "stucchi": "stucchi6", "torneo": "torneo16",
    "uno-contro-uno": "torneo16",
}  # fmt: skip


@lru_cache(maxsize=64)
def ids_by_name(list_id: str) -> dict[str, str]:
    """Returns the ids of the objectives of any list by every spelling that may be typed: id, number, names."""
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


@lru_cache(maxsize=64)
def names_in(list_id: str, is_stored: bool) -> ObjectiveNames:
    """The names of a list; none for a list that `rgn 1` does not name."""
    return ObjectiveNames(ids_by_name(list_id) if list_id in NAMED_LISTS else {}, is_stored)


def objective_names(headers: Iterable[tuple[str, str]], is_stored: bool = False) -> ObjectiveNames:
    """The names and numbers that lines under these headers may have for objectives."""
    values = dict(headers)
    list_id = values.get("Objectives", "?")
    variant = values.get("Variant", "").split("+")[0].split("@")[0].strip()
    return names_in(LISTS_OF_VARIANT.get(variant, "") if list_id == "?" else list_id, is_stored)
