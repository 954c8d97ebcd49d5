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
JSON_MESSAGES = [  # of json and msgspec: pattern, Italian, English
    (r"Expecting property name enclosed in double quotes", "atteso il nome di un campo fra virgolette",
     "the name of a field in double quotes is expected"),
    (r"Expecting value", "atteso un valore", "a value is expected"),
    (r"Expecting '(.)' delimiter", "atteso «{}»", "“{}” is expected"),
    (r"Unterminated string starting at", "testo senza le virgolette di chiusura", "text without its closing quotes"),
    (r"Invalid control character(?: at)?", "carattere di controllo non ammesso", "control character, not allowed"),
    (r"Invalid \\.*escape", "sequenza con \\ non ammessa", "sequence with \\ that is not allowed"),
    (r"Extra data", "c'è altro dopo la fine dell'oggetto", "there is more after the end of the object"),
    (r"Illegal trailing comma.*", "virgola di troppo", "one comma too many"),
    (r"Expected `(\w+)` of length (\S+), got (\S+)", "serve {} di lunghezza {}, trovato {}",
     "{} of length {} is expected, not {}"),
    (r"Expected `([^`]+)`, got `([^`]+)`", "serve {}, trovato {}", "{} is expected, not {}"),
    (r"Expected `([^`]+)` (\S+ \S+)", "serve {} {}", "{} {} is expected"),
    (r"Object missing required field `([^`]+)`", "manca il campo {}", "missing field {}"),
    (r"Object contains unknown field `([^`]+)`", "campo sconosciuto {}", "unknown field {}"),
    (r"Invalid (?:enum )?value (.+?)", "valore non ammesso {}", "invalid value {}"),
    (r"(\w+: \+.+)", "{}", "{}"),
    (r"'utf-8' codec can't encode.*", "contiene mezza lettera (surrogato)", "it has half a character (surrogate)"),
    (r"maximum recursion depth exceeded.*", "troppi livelli uno dentro l'altro", "too many levels, one inside another"),
]  # fmt: skip
ITALIAN_TYPE_NAMES = {"object": "un oggetto", "array": "una lista", "str": "un testo", "int": "un numero intero",
         "float": "un numero con la virgola", "bool": "true o false", "null": "null"}  # fmt: skip
ENGLISH_TYPE_NAMES = {"object": "an object", "array": "a list", "str": "a text", "int": "a whole number",
         "float": "a number", "bool": "true or false", "null": "null"}  # fmt: skip
JSON_PATTERNS = [
    (re.compile(pattern + LOCATION_PATTERN + PATH_PATTERN, re.DOTALL), it, en) for pattern, it, en in JSON_MESSAGES
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
    type_names = ITALIAN_TYPE_NAMES if lang == DEFAULT_LANGUAGE else ENGLISH_TYPE_NAMES
    place = in_language(lang, " (riga {}, colonna {})", " (line {}, column {})")
    for pattern, it, en in JSON_PATTERNS:
        if match := pattern.fullmatch(text):
            location_groups = ("line", "column", "at")
            arguments = [
                match[n + 1] for n in range(pattern.groups) if n + 1 not in map(pattern.groupindex.get, location_groups)
            ]
            message = in_language(lang, it, en).format(*(type_names.get(word, word) for word in arguments))
            location = place.format(match["line"], match["column"]) if match["line"] else ""
            return (message + location + (f" in {match['at']}" if match["at"] else ""))[:300]
    return in_language(lang, f"valore non ammesso: {text}", text)[:300]


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
