"""The schemas of all JSON answers, made from their types, and of the events of games and tournaments."""

from __future__ import annotations

from typing import Any

from plancia_api.answers import games as of_games
from plancia_api.answers import others
from plancia_archive.tournaments.events import FIELD_TYPES, FIELDS, OPTIONAL
from plancia_events.json_schema import schemas_of
from plancia_events.kinds import AnyEvent

WHOLE: dict[str, Any] = {
    "one_game": of_games.WholeGame, "state": of_games.State, "verdicts": of_games.Verdicts,
    "score": of_games.Scores, "judge_game": of_games.Judged, "append_events": of_games.Appended,
    "keep_game": of_games.Kept, "keep_games": of_games.Bulk, "add_events": of_games.Kept,
    "one_player": others.PlayerRecord, "one_variant": others.WholeVariant, "kept_rules": others.KeptRules,
    "health": others.Health, "one_tournament": others.Contest, "standings": others.Standings,
    "drawing": others.Drawing, "national": others.National, "one_statistic": others.Statistic,
    "supposing": others.Supposing, "odds": others.Odds,
}  # fmt: skip
LISTS: dict[str, Any] = {
    "list_games": of_games.GameRow, "list_verdicts": of_games.Finding, "list_players": others.Player,
    "variants": others.Variant, "rules": others.Rule, "ranking_systems": others.System,
    "tournaments": others.TournamentRow, "statistics": others.StatisticKnown, "search": others.Match,
}  # fmt: skip
REF = "#/components/schemas/"
JSON_TYPES = {int: "integer", str: "string", bool: "boolean", list: "array", dict: "object", tuple: "array"}


def schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of each operation's answer, and the components that they refer to."""
    kinds = [*WHOLE.values(), *LISTS.values(), AnyEvent]
    made, components = schemas_of(kinds, REF + "{name}")
    components["Event"] = {"description": "An event of a game, by `kind`.", **one_of(made[-1])}
    components["ListedEvent"] = listed({"$ref": REF + "Event"}, {"line": {"type": "string"}})
    answers = dict(zip([*WHOLE, *LISTS], made[:-1], strict=True))
    answers.update({name: page(answers[name]) for name in LISTS})
    answers["search"]["properties"]["examined"] = {"type": "integer"}
    components |= contest_events()
    recorded = {"recorded_at": {"type": "integer", "description": "milliseconds UTC"}}
    components["ListedTournamentEvent"] = listed({"$ref": REF + "TournamentEvent"}, recorded)
    head: dict[str, Any] = {"game": {"type": "string"}, "version": {"type": "integer"}}
    answers["events"] = page({"$ref": REF + "ListedEvent"}, head)
    names = {"type": "object", "additionalProperties": {"type": "string"}}
    head = {"tournament": {"type": "string"}, "version": {"type": "integer"}, "names": names}
    answers["tournament_events"] = page({"$ref": REF + "ListedTournamentEvent"}, head)
    events = components["WholeGame"]["properties"]["events"]
    events["items"] = {"$ref": REF + "Event"}
    return answers, components


def one_of(schema: dict[str, Any]) -> dict[str, Any]:
    """A union of kinds, of which exactly one fits."""
    return {"oneOf": schema["anyOf"], **{key: schema[key] for key in ("discriminator",) if key in schema}}


def listed(event: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """An event in a list, with its own number."""
    properties = {"event": {"type": "integer", "description": "its own number"}, **more}
    return {"allOf": [event, {"type": "object", "required": list(properties), "properties": properties}]}


def page(item: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    """A page of a list."""
    following = {"type": ["string", "null"], "description": "cursor of the next page"}
    properties = {**(more or {}), "items": {"type": "array", "items": item}, "next": following}
    return {"type": "object", "required": list(properties), "properties": properties}


def contest_events() -> dict[str, Any]:
    """The events of a tournament, by kind."""
    made: dict[str, Any] = {}
    for kind, required in FIELDS.items():
        properties: dict[str, Any] = {"kind": {"enum": [kind]}, "v": {"type": "integer"}}
        for name in (*required, *OPTIONAL.get(kind, ())):
            known = [JSON_TYPES[form] for form in FIELD_TYPES[name] if form is not tuple]
            properties[name] = {"type": known[0] if len(known) == 1 else known}
        name = f"Tournament{kind.title()}"
        made[name] = {"type": "object", "required": ["kind", *required], "properties": properties}
    refs = [{"$ref": REF + name} for name in made]
    return {**made, "TournamentEvent": {"description": "An event of a tournament, by `kind`.", "oneOf": refs}}
