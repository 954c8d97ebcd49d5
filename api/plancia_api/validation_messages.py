"""Translates messages of marshmallow about invalid queries, and tells why a JSON body was rejected."""

from __future__ import annotations

import re
from typing import Any

from plancia_data import in_language
from plancia_events import JsonFault
from plancia_events.json_messages import json_text

SCHEMA_MESSAGES = [  # of marshmallow: pattern, Italian, English
    (r"Unknown field\.", "parametro sconosciuto", "unknown parameter"),
    (r"Missing data for required field\.", "manca", "missing"),
    (r"Field may not be null\.", "manca", "missing"),
    (r"Not a valid integer\.", "non è un numero intero", "not a whole number"),
    (r"Not a valid boolean\.", "true o false", "true or false"),
    (r"Not a valid (?:string|list)\.", "non è un testo", "not a text"),
    (r"String does not match expected pattern\.", "non ha la forma prevista", "not of the form expected"),
    (r"Not a cursor\.", "non è un cursore: usare il valore di next", "not a cursor: use the value of next"),
    (r"Must be one of: (.*)\.", "uno fra: {}", "one of: {}"),
    (r"Must be greater than or equal to (\S+) and less than or equal to (\S+)\.", "da {} a {}", "from {} to {}"),
    (r"Length must be between (\d+) and (\d+)\.", "da {} a {} caratteri", "from {} to {} characters"),
    (r"Longer than maximum length (\d+)\.", "al più {} caratteri", "at most {} characters"),
    (r"given (\d+) times", "dato {} volte: uno solo", "given {} times: one only"),
]  # fmt: skip
SCHEMA_PATTERNS = [(re.compile(pattern, re.DOTALL), it, en) for pattern, it, en in SCHEMA_MESSAGES]


def schema_error_message(messages: Any, lang: str) -> str:
    """Returns the messages of a schema as one text; those of a list field are a dict by index."""
    if isinstance(messages, dict):
        return "; ".join(schema_error_message(message, lang) for message in messages.values())
    if isinstance(messages, list):
        return "; ".join(schema_error_message(message, lang) for message in messages)
    for pattern, it, en in SCHEMA_PATTERNS:
        if match := pattern.fullmatch(str(messages)):
            return in_language(lang, it, en).format(*match.groups())
    return str(messages)


def json_error_message(error: Exception, lang: str) -> str:
    """Returns why a JSON body was rejected, with line, column or pointer if the decoder reports them.

    Errors of the API's own conversions have no position, such as a list instead of an object.
    """
    if isinstance(error, JsonFault):
        return error.message(lang)
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return in_language(lang, "manca il campo {}", "missing field {}").format(name)
    if type(error) in (TypeError, AttributeError):
        return in_language(lang, "non è un oggetto della forma descritta", "not an object of the form described")
    return json_text(str(error), lang)
