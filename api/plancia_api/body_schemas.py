"""OpenAPI schemas of request bodies."""

from __future__ import annotations

from typing import Any

from plancia_api.correction_evidence import EVIDENCE_LIST_SCHEMA
from plancia_archive.tournaments.log import OPTIONAL_FIELDS, REQUIRED_FIELDS

TEXT_CONTENT = {"schema": {"type": "string"}}
GAME_BODY = {
    "required": True,
    "content": {
        "text/x-rgn": TEXT_CONTENT,
        "text/plain": TEXT_CONTENT,
        "application/json": {"schema": {"type": "object"}},
    },
}
GAMES_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "text/x-rgn": TEXT_CONTENT, "text/plain": TEXT_CONTENT,
        "application/json": {"schema": {"type": "array", "items": {"type": "object"}, "minItems": 1}},
    },
}  # fmt: skip
LINES_BODY = {
    "required": True,
    "content": {
        "text/plain": TEXT_CONTENT,
        "text/x-rgn": TEXT_CONTENT,
        "application/json": {
            "schema": {
                "oneOf": [
                    {"type": "object", "required": [name], "additionalProperties": False,
                     "properties": {name: {"type": "array", "items": {"type": kind}},
                                    "evidence": EVIDENCE_LIST_SCHEMA}}
                    for name, kind in (("lines", "string"), ("events", "object"))
                ]
            }
        },
    },
}  # fmt: skip
SAID = {"type": "array", "items": {"type": "string", "pattern": "^[^\\n]*$"}, "maxItems": 500}
SAID_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object", "required": ["said"], "additionalProperties": False, "properties": {"said": SAID},
            }
        }
    },
}  # fmt: skip
TEXT_AND_SAID_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object", "required": ["text", "said"], "additionalProperties": False,
                "properties": {"text": {"type": "string"}, "said": SAID},
            }
        }
    },
}  # fmt: skip
ANSWERS_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object", "required": ["answers"], "additionalProperties": False,
                "properties": {
                    "answers": {
                        "type": "object", "additionalProperties": False,
                        "properties": {
                            name: {"type": "string"}
                            for name in ("variant", "options", "players", "team", "virtual", "event", "date", "source")
                        },
                    }
                },
            }
        }
    },
}  # fmt: skip
TOURNAMENT_EVENT = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string", "enum": list(REQUIRED_FIELDS)}},
    "description": "Fields by kind: " + "; ".join(
        f"{kind}: {', '.join([*fields, *(f'[{name}]' for name in OPTIONAL_FIELDS.get(kind, ()))]) or '-'}"
        for kind, fields in REQUIRED_FIELDS.items()
    ),
}  # fmt: skip
TOURNAMENT_EVENTS_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["events"],
                "properties": {"events": {"type": "array", "items": TOURNAMENT_EVENT, "minItems": 1}},
            },
            "example": {"events": [{"kind": "opened", "title": "Autunno", "system": "monopoli"},
                                   {"kind": "entered", "player": "Anna"}]},
        }
    },
}  # fmt: skip
