"""JSON Schemas of all answers, generated from their types (D-143), and of the events of games and tournaments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from plancia_api.answers import disputes, games, log, people, problems, statistics, tournaments
from plancia_api.bodies import BODY_TYPES, GAME_EVENTS, OPEN_BODIES, TOURNAMENT_EVENTS
from plancia_api.strict_blueprint import ANSWERS, ITEMS
from plancia_archive.actions import ACTIONS
from plancia_archive.actions.action import Action, members_of
from plancia_archive.disputes.correction_evidence import MAX_PER_REQUEST
from plancia_archive.disputes.ruling_preview import RulingPreviewAnswer
from plancia_archive.tournaments.events import OPTIONAL_FIELDS, OUTCOMES, REQUIRED_FIELDS
from plancia_events.json_schema import Schema, generate_schemas
from plancia_events.kinds import AnyEvent
from plancia_replay.text.fact_values import FACT_TYPES, LIST_FACTS

ACTION_ANSWERS: dict[str, Any] = {  # operation id of an action -> type of its answer
    "add_correction_evidence": games.CorrectionEvidenceAnswer, "append_events": log.AppendAnswer,
    "add_events": log.StoreAnswer, **dict.fromkeys(("change_seats", "take_back_draw"), tournaments.ChangedRound),
    "approve_game": disputes.ApprovedGame,
    "approve_tournament_round": disputes.ApprovedRound, "confirm_game": log.ConfirmationAnswer,
    "withdraw_game": log.WithdrawalAnswer, "create_token": people.NewToken,
    **dict.fromkeys(("revoke_token", "renew_token"), people.ChangedToken),
    **dict.fromkeys(("open_dispute", "add_evidence", "add_answer", "add_ruling", "add_appeal", "close_dispute"),
                    disputes.DisputeWriteAnswer),
    **dict.fromkeys(("rename_person", "merge_person", "erase_person", "keep_person"), people.PersonChange),
}  # fmt: skip
AUTHOR_PROPERTIES = {name: {"type": ["string", "null"]} for name in ("author", "role")}
REFERENCE_PREFIX = "#/components/schemas/"
TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
POINTS_BY_PLAYER: Schema = {"type": "object", "additionalProperties": TEXT}
TOURNAMENT_FIELDS: Schema = {  # field of a tournament event -> its schema where it is not a text
    "round": {"type": "integer"}, "players": TEXTS, "seats": TEXTS, "out": TEXTS, "withdrawn": TEXTS,
    "points": POINTS_BY_PLAYER, "teams": {"type": "array", "items": TEXTS}, "instead": {"type": "boolean"},
    "again": {"type": "boolean"}, "games": {"type": "object", "additionalProperties": {"type": "integer"}},
    "outcome": {"type": "array", "prefixItems": [TEXT, {"enum": list(OUTCOMES)}], "minItems": 2, "maxItems": 2},
}  # fmt: skip
# a generator for Python names a variable after the class, and another after its member: they are to differ
RENAMED = {
    "Note": "NoteEvent", "Verdict": "VerdictFinding", "CompletedInputForm": "CompletedInput", "Due": "DueActions",
    "ResolvedClause": "StoredClause", "KeptLine": "DisputeLine", "DisputeInList": "DisputeRow",
}  # fmt: skip
FACT_VALUE = {"anyOf": [TEXT, {"type": "number"}, {"type": "boolean"}, {"type": "null"}, TEXTS]}


def answer_schemas() -> tuple[Schema, Schema]:
    """Returns the schema of each operation's answer by operation id, and the components to which they refer."""
    frame = statistics.Statistic
    object_types = {**ANSWERS, **ACTION_ANSWERS}
    types = [
        *object_types.values(),
        *ITEMS.values(),
        problems.ProblemForm,
        RulingPreviewAnswer,
        frame,
        *BODY_TYPES,
        *ACTIONS,
        AnyEvent,
    ]
    type_schemas, components = generate_schemas(types, REFERENCE_PREFIX + "{name}")
    components["Event"] = {"description": "An event of a game, by `kind`.", **exclusive_union(type_schemas[-1])}
    components |= listed_union("ListedEvent", components["Event"], {"line": TEXT, **AUTHOR_PROPERTIES})
    components |= tournament_event_schemas() | {"Facts": facts_schema()}
    for name in ("Verdict", "Finding"):
        components[name]["properties"]["facts"] = {"$ref": REFERENCE_PREFIX + "Facts"}
    complete_answer(components["Due"])
    write_times(components)
    del components["ResolvedClause"]["properties"]["rule"]  # of one that is bound
    components |= statistics.statistic_schemas(components.pop("Statistic"), REFERENCE_PREFIX)
    complete_bodies(components)
    components |= {name: body for action in ACTIONS for name, body in action_bodies(action, components)}
    answers = dict(zip([*object_types, *ITEMS], type_schemas, strict=False))
    answers.update({name: page_schema(answers[name]) for name in ITEMS})
    preview = {"$ref": REFERENCE_PREFIX + RulingPreviewAnswer.__name__}
    answers["add_ruling"] = {"oneOf": [answers["add_ruling"], preview]}
    answers["one_statistic"] = {"$ref": REFERENCE_PREFIX + "AnyStatistic"}
    answers["search"]["properties"]["examined"] = {"type": "integer"}
    answers["search"]["required"].append("examined")
    time_recorded = {"recorded_at": {"type": "string", "format": "date-time"}}
    components |= listed_union("ListedTournamentEvent", components["TournamentEvent"], time_recorded)
    extra_members: Schema = {"game": TEXT, "version": {"type": "integer"}}
    answers["events"] = page_schema({"$ref": REFERENCE_PREFIX + "ListedEvent"}, extra_members)
    names = {"type": "object", "additionalProperties": TEXT}
    extra_members = {"tournament": TEXT, "version": {"type": "integer"}, "names": names}
    answers["tournament_events"] = page_schema({"$ref": REFERENCE_PREFIX + "ListedTournamentEvent"}, extra_members)
    components["GameAnswer"]["properties"]["events"]["items"] = {"$ref": REFERENCE_PREFIX + "Event"}
    effect = components["RulingEffect"]["properties"]
    effect["events"]["items"] = {"$ref": REFERENCE_PREFIX + "TournamentEvent"}
    answers["openapi"] = {"type": "object", "additionalProperties": True}
    return renamed(answers), renamed(components)


def renamed(schemas: Schema) -> Schema:
    """Returns schemas in which components and references have the names of RENAMED."""
    text = json.dumps(schemas)
    for name, other in RENAMED.items():
        for old, new in (
            (REFERENCE_PREFIX + name, REFERENCE_PREFIX + other),
            (f'title": "{name}', f'title": "{other}'),
        ):
            text = text.replace(f'{old}"', f'{new}"')
    return {RENAMED.get(name, name): schema for name, schema in json.loads(text).items()}


def complete_answer(schema: Schema) -> None:
    """Says that what has a default stands in every answer all the same."""
    for member in schema["properties"].values():
        member.pop("default", None)
    schema["required"] = sorted(schema["properties"])


def write_times(schema: Any) -> None:
    """Puts a text where the archive has a moment as a number (json_responses.with_times)."""
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        write_times(part)
    if isinstance(schema, dict) and (schema.get("type"), schema.get("format")) == ("integer", "date-time"):
        schema["type"] = "string"


def complete_bodies(components: Schema) -> None:
    """Puts the unions of events into the bodies that have them, and closes bodies against unknown members."""
    for kind in BODY_TYPES:
        body = components[kind.__name__]
        if kind.__name__ in GAME_EVENTS:
            body["properties"]["events"]["items"] = {"$ref": REFERENCE_PREFIX + "Event"}
        if kind.__name__ not in OPEN_BODIES:
            body["additionalProperties"] = False
        if "evidence" in body["properties"]:
            items = {"oneOf": [{"$ref": f"{REFERENCE_PREFIX}Evidence{by}"} for by in ("ById", "File")]}
            body["properties"]["evidence"] |= {"items": items, "maxItems": MAX_PER_REQUEST}
    components["OpeningAnswers"]["additionalProperties"] = False


def action_bodies(action: type[Action], components: Schema) -> Iterator[tuple[str, Schema]]:
    """Yields name and schema of each body of an action, in place of the component of its type."""
    schema = components.pop(action.__name__)
    left_out = {one.name for one in members_of(action) if not one.option.in_body}
    properties = {
        name: {key: value for key, value in member.items() if key != "default"}
        for name, member in schema["properties"].items() if name not in left_out
    }  # fmt: skip
    for number, name in enumerate(action.bodies):
        others = {other for other in action.one_of if other != action.one_of[number]}
        own = {key: value for key, value in properties.items() if key not in others}
        if name in TOURNAMENT_EVENTS:
            own["events"] = {**own["events"], "items": {"$ref": REFERENCE_PREFIX + "TournamentEvent"}}
        yield name, {"title": name, "type": "object", "properties": own, "additionalProperties": False,
                     "required": [*action.one_of[number : number + 1], *schema["required"]]}  # fmt: skip


def facts_schema() -> Schema:
    """Returns the schema of what a rule states: by the types of FACT_TYPES, else a plain value."""
    schemas = {name: TEXTS if name in LIST_FACTS else {"type": ["string", "null"]} for name in FACT_TYPES}
    return {"type": "object", "properties": schemas, "additionalProperties": FACT_VALUE}


def exclusive_union(schema: Schema) -> Schema:
    """Returns the schema of a union as `oneOf`: exactly one type matches."""
    return {"oneOf": schema["anyOf"], **{key: schema[key] for key in ("discriminator",) if key in schema}}


def listed_union(name: str, union: Schema, extra_members: Schema) -> Schema:
    """Returns the schemas of events in a list: those of a union, each with its number and further members."""
    properties = {"event": {"type": "integer"}, **extra_members}
    numbered = {"type": "object", "required": list(properties), "properties": properties}
    kinds = {kind: target.rpartition("/")[2] for kind, target in union["discriminator"]["mapping"].items()}
    mapping = {kind: f"{REFERENCE_PREFIX}Listed{target}" for kind, target in kinds.items()}
    components: Schema = {
        f"Listed{target}": {
            "allOf": [{"$ref": REFERENCE_PREFIX + target}, numbered],
            "description": f"{target} in a list: with its number.",
        } for target in kinds.values()
    }  # fmt: skip
    components[name] = {
        "oneOf": [{"$ref": target} for target in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }
    return components


def page_schema(item: Schema, extra_members: Schema | None = None) -> Schema:
    """Returns the schema of a page of items, with further members."""
    next_cursor = {"type": ["string", "null"]}
    properties = {**(extra_members or {}), "items": {"type": "array", "items": item}, "next": next_cursor}
    return {"type": "object", "required": list(properties), "properties": properties}


def tournament_event_schemas() -> Schema:
    """Returns the schemas of tournament events by kind, and that of their union."""
    components: Schema = {}
    mapping: dict[str, str] = {}
    for kind, required in REQUIRED_FIELDS.items():
        properties: Schema = {"kind": {"enum": [kind]}, "v": {"type": "integer"}}
        for field in (*required, *OPTIONAL_FIELDS.get(kind, ())):
            properties[field] = TOURNAMENT_FIELDS.get(field, TEXT)
        if kind == "adjusted":
            properties["points"] = TEXT
        name = f"Tournament{kind.title()}"
        components[name] = {
            "type": "object", "required": ["kind", *required], "properties": properties,
        }  # fmt: skip
        mapping[kind] = REFERENCE_PREFIX + name
    references = [{"$ref": reference} for reference in mapping.values()]
    return {
        **components,
        "TournamentEvent": {
            "description": "An event of a tournament, by `kind`.", "oneOf": references,
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        },
    }  # fmt: skip
