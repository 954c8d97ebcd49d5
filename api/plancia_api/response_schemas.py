"""marshmallow schemas of answers, which flask-smorest requires; the types in answers/ describe their members."""

from __future__ import annotations

from marshmallow import Schema, fields


class GameRow(Schema):
    """A game in a list."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
    variant = fields.String(allow_none=True)
    rules = fields.String(allow_none=True)
    event = fields.String(allow_none=True)
    place = fields.String(allow_none=True)
    date = fields.String(allow_none=True)
    round = fields.String(allow_none=True)
    board = fields.String(allow_none=True, metadata={"description": "the table, as the header Table"})
    arbiter = fields.String(allow_none=True)
    completeness = fields.String(allow_none=True)
    provenance = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    winner = fields.String(allow_none=True)
    winners = fields.String(allow_none=True)
    winner_ref = fields.String(allow_none=True)
    illegal = fields.Integer()
    undecidable = fields.Integer()
    clean = fields.Integer()
    impossible = fields.Integer(allow_none=True)
    declared = fields.String(allow_none=True)
    winner_name = fields.String(required=True, allow_none=True)
    players = fields.List(fields.Dict(), required=True)


class GamePage(Schema):
    """A page of games."""

    items = fields.List(fields.Nested(GameRow), required=True)
    next = fields.String(required=True, allow_none=True)


class ItemPage(Schema):
    """A page of any list."""

    class Meta:
        unknown = "include"

    items = fields.List(fields.Dict(), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "cursor of the next page"})


class FindingRow(Schema):
    """A finding in a list."""

    game = fields.String(required=True)
    event = fields.Integer(required=True)
    rule = fields.String(required=True)
    rule_id = fields.String(required=True)
    verdict = fields.String(required=True)
    says = fields.String(required=True)
    facts = fields.Dict(required=True)
    cite = fields.String(required=True)
    reading = fields.String(required=True, allow_none=True)


class FindingPage(Schema):
    """A page of findings."""

    items = fields.List(fields.Nested(FindingRow), required=True)
    next = fields.String(required=True, allow_none=True)


class ProblemForm(Schema):
    """A problem details object (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    current = fields.Integer(metadata={"description": "the current version, where another one was expected"})
    reason = fields.String(metadata={"description": "the archive's own code (docs/errors.md)"})
    errors = fields.List(fields.Dict())
    writer = fields.Dict(
        metadata={"description": "the device that records the game, where another one wanted to write"}
    )
    why = fields.String(metadata={"description": "why an input is unclear, as a code"})
    said = fields.Integer(metadata={"description": "the unclear input, counted from 0"})
    column = fields.Integer(metadata={"description": "where in it, counted from 1"})
    found = fields.String(metadata={"description": "what stands there"})
    fits = fields.List(fields.String(), metadata={"description": "what it may mean, as codes"})


class StoreAnswer(Schema):
    """The answer of a write: game, version and receipt."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
    duplicate = fields.Boolean(required=True)
    namesakes = fields.List(
        fields.String(), metadata={"description": "other games with the same id of their recorder (header Game)"}
    )
    notice = fields.String(metadata={"description": "the same as a sentence"})
    receipt = fields.Dict(metadata={"description": "proves that the entry is in the log (docs/evidence.md)"})


class AnyAnswer(Schema):
    """A JSON object; the OpenAPI document takes its members from a type in answers/."""

    class Meta:
        unknown = "include"
