"""Request bodies as types: the OpenAPI document takes their schemas from here, and routes the members they check.

Lists of `Any` are of events or of evidence: unions that have components of their own, put in by answers/schemas.py.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict, get_origin, get_type_hints

from plancia_api.answers.common import DeviceKind
from plancia_archive.actions.action import Action, json_type
from plancia_archive.actions.action import members_of as action_members
from plancia_events.json_schema import Meta, Schema

MAX_LINES_SAID = 500  # things said in one request
DEVICE_PATTERN = "^[A-Za-z0-9-]{8,64}$"
Text = Annotated[str, Meta(min_length=1)]
Version = Annotated[int, Meta(ge=1)]
Said = Annotated[list[Annotated[str, Meta(pattern="^[^\\n]*$")]], Meta(max_length=MAX_LINES_SAID)]


class GameBody(TypedDict):
    notation: str
    headers: list[tuple[str, str]]
    events: list[Any]


class EvidenceById(TypedDict):
    id: Text
    about: NotRequired[Text]


class EvidenceFile(TypedDict):
    content: Text
    about: NotRequired[Text]
    media: NotRequired[Text]
    name: NotRequired[Text]


class LinesBody(TypedDict):
    lines: list[str]
    evidence: NotRequired[list[Any]]


class EventsBody(TypedDict):
    events: list[Any]
    evidence: NotRequired[list[Any]]


class SaidBody(TypedDict):
    said: Said


class TextAndSaidBody(TypedDict):
    text: str
    said: Said


class OpeningAnswers(TypedDict):
    variant: NotRequired[str]
    options: NotRequired[str]
    players: NotRequired[str]
    team: NotRequired[str]
    virtual: NotRequired[str]
    event: NotRequired[str]
    date: NotRequired[str]
    source: NotRequired[str]


class AnswersBody(TypedDict):
    answers: OpeningAnswers


class WriterBody(TypedDict):
    device: Annotated[str, Meta(pattern=DEVICE_PATTERN)]
    kind: DeviceKind
    take: NotRequired[bool]
    leave: NotRequired[bool]


BODY_TYPES: tuple[Any, ...] = (
    GameBody, EvidenceById, EvidenceFile, LinesBody, EventsBody, SaidBody, TextAndSaidBody, AnswersBody, WriterBody,
)  # fmt: skip
GAME_EVENTS, TOURNAMENT_EVENTS = ("GameBody", "EventsBody"), ("TournamentEventsBody", "RulingBody")  # their `events`
OPEN_BODIES = ("GameBody",)  # `GET /games/{game_id}` can be sent back with the judgement, which is left out
TEXT_SCHEMA: Schema = {"type": "string"}


def reference(kind: Any) -> dict[str, str]:
    """Returns the reference to the component of a type, or of a name."""
    return {"$ref": f"#/components/schemas/{getattr(kind, '__name__', kind)}"}


def json_body(*kinds: Any, example: Any = None, form: tuple[str, ...] = ()) -> Schema:
    """Returns a request body of one of some types as JSON; `form` are the texts of a form that has a file instead."""
    schema: Schema = reference(kinds[0]) if len(kinds) == 1 else {"oneOf": [reference(kind) for kind in kinds]}
    content: Schema = {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}
    if form:
        members = {"file": {"type": "string", "contentMediaType": "application/octet-stream"}}
        members |= {name: TEXT_SCHEMA for name in form}
        schema = {"type": "object", "required": list(members), "properties": members}
        content["multipart/form-data"] = {"schema": schema, "example": {"file": "...", **dict.fromkeys(form, "B")}}
    return {"required": True, "content": content}


def text_or_json_body(schema: Schema) -> Schema:
    """Returns a request body in the notation or as JSON."""
    text = {"schema": TEXT_SCHEMA}
    return {
        "required": True,
        "content": {"text/x-rgn": text, "text/plain": text, "application/json": {"schema": schema}},
    }


GAME_BODY = text_or_json_body(reference(GameBody))
GAMES_BODY = text_or_json_body({"type": "array", "items": reference(GameBody), "minItems": 1})
LINES_BODY = text_or_json_body({"oneOf": [reference(LinesBody), reference(EventsBody)]})


def members_of(kind: Any) -> dict[str, type]:
    """Returns the Python type of each member of a body, with `?` before a name that is not required."""
    plain = get_type_hints(kind)
    optional = {
        name: get_origin(hint) is NotRequired for name, hint in get_type_hints(kind, include_extras=True).items()
    }
    return {f"?{name}" if optional[name] else name: json_type(hint) for name, hint in plain.items()}


def types_of(action: type[Action]) -> dict[str, type]:
    """Returns the Python type of each member of the body of an action, as `members_of` does."""
    members = [one for one in action_members(action) if one.option.in_body]
    return {one.name if one.required else f"?{one.name}": one.kind for one in members}
