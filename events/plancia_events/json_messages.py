"""Translates what json and msgspec say of JSON that they refuse, and says where it stands."""

from __future__ import annotations

import re

from plancia_data import DEFAULT_LANGUAGE, in_language

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
    (r"Expected `(\w+)` of length ([<>=]+ \S+)", "serve {} di lunghezza {}", "{} of length {} is expected"),
    (r"Expected `([^`]+)` matching regex '(.*)'", "serve {} della forma {}", "{} of the form {} is expected"),
    (r"Expected `([^`]+)`, got `([^`]+)`", "serve {}, trovato {}", "{} is expected, not {}"),
    (r"Expected `([^`]+)` (\S+ \S+)", "serve {} {}", "{} {} is expected"),
    (r"Object missing required field `([^`]+)`", "manca il campo {}", "missing field {}"),
    (r"Object contains unknown field `([^`]+)`", "campo sconosciuto {}", "unknown field {}"),
    (r"Invalid (?:enum )?value (.+?)", "valore non ammesso {}", "invalid value {}"),
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


def json_text(text: str, lang: str) -> str:
    """Returns what json or msgspec says of a value in a language, with line, column or path if it has them."""
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
