"""Translates messages of marshmallow, json and msgspec about invalid queries and JSON bodies."""

from __future__ import annotations

import re
from typing import Any

from plancia_data import DEFAULT_LANGUAGE, in_language

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

LOCATION_PATTERN = r"(?:: line (?P<line>\d+) column (?P<column>\d+) \(char \d+\))?"
PATH_PATTERN = r"(?: - at `(?P<at>[^`]*)`)?"
JSON_MESSAGES = [  # of json and msgspec: pattern, Italian
    (r"Expecting property name enclosed in double quotes", "atteso il nome di un campo fra virgolette"),
    (r"Expecting value", "atteso un valore"),
    (r"Expecting '(.)' delimiter", "atteso «{}»"),
    (r"Unterminated string starting at", "testo senza le virgolette di chiusura"),
    (r"Invalid control character(?: at)?", "carattere di controllo non ammesso"),
    (r"Invalid \\.*escape", "sequenza con \\ non ammessa"),
    (r"Extra data", "c'è altro dopo la fine dell'oggetto"),
    (r"Illegal trailing comma.*", "virgola di troppo"),
    (r"Expected `(\w+)` of length (\S+), got (\S+)", "serve {} di lunghezza {}, trovato {}"),
    (r"Expected `([^`]+)`, got `([^`]+)`", "serve {}, trovato {}"),
    (r"Expected `([^`]+)` (\S+ \S+)", "serve {} {}"),
    (r"Object missing required field `([^`]+)`", "manca il campo {}"),
    (r"Object contains unknown field `([^`]+)`", "campo sconosciuto {}"),
    (r"Invalid (?:enum )?value (.+?)", "valore non ammesso {}"),
    (r"(\w+: \+.+)", "{}"),
    (r"'utf-8' codec can't encode.*", "contiene mezza lettera (surrogato)"),
    (r"maximum recursion depth exceeded.*", "troppi livelli uno dentro l'altro"),
]  # fmt: skip
ITALIAN_TYPE_NAMES = {"object": "un oggetto", "array": "una lista", "str": "un testo", "int": "un numero intero",
         "float": "un numero con la virgola", "bool": "true o false", "null": "null"}  # fmt: skip
JSON_PATTERNS = [
    (re.compile(pattern + LOCATION_PATTERN + PATH_PATTERN, re.DOTALL), it) for pattern, it in JSON_MESSAGES
]


def json_error_message(error: Exception, lang: str) -> str:
    """Returns why a JSON body was rejected, with line, column or path if the decoder reports them.

    Errors of the API's own conversions have no position, such as a list instead of an object.
    """
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return in_language(lang, "manca il campo {}", "missing field {}").format(name)
    if type(error) in (TypeError, AttributeError):
        return in_language(lang, "non è un oggetto della forma descritta", "not an object of the form described")
    text = str(error)
    if lang != DEFAULT_LANGUAGE:  # the decoder's own messages are English
        return text[:300]
    for pattern, it in JSON_PATTERNS:
        if match := pattern.fullmatch(text):
            location_groups = ("line", "column", "at")
            arguments = [
                match[n + 1] for n in range(pattern.groups) if n + 1 not in map(pattern.groupindex.get, location_groups)
            ]
            message = it.format(*(ITALIAN_TYPE_NAMES.get(word, word) for word in arguments))
            location = f" (riga {match['line']}, colonna {match['column']})" if match["line"] else ""
            return (message + location + (f" in {match['at']}" if match["at"] else ""))[:300]
    return f"valore non ammesso: {text}"[:300]


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
