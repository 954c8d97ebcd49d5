"""What is wrong with a value of a query or with a body of JSON, in the language of the answer."""

from __future__ import annotations

import re
from typing import Any

from plancia_data import DEFAULT_LANGUAGE, in_language

WORDS = [
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
TABLE = [(re.compile(pattern, re.DOTALL), it, en) for pattern, it, en in WORDS]

PLACE = r"(?:: line (?P<line>\d+) column (?P<column>\d+) \(char \d+\))?"
AT = r"(?: - at `(?P<at>[^`]*)`)?"
JSON = [
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
TYPES = {"object": "un oggetto", "array": "una lista", "str": "un testo", "int": "un numero intero",
         "float": "un numero con la virgola", "bool": "true o false", "null": "null"}  # fmt: skip
READINGS = [(re.compile(pattern + PLACE + AT, re.DOTALL), it) for pattern, it in JSON]


def wrong_json(error: Exception, lang: str) -> str:
    """What is wrong with a body of JSON, with the place that the decoder names.

    What it was wrong in where nothing is said of it (a list where an object is due) is told by the form expected.
    """
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return in_language(lang, "manca il campo {}", "missing field {}").format(name)
    if type(error) in (TypeError, AttributeError):
        return in_language(lang, "non è un oggetto della forma descritta", "not an object of the form described")
    text = str(error)
    if lang != DEFAULT_LANGUAGE:  # the decoder speaks English
        return text[:300]
    for pattern, it in READINGS:
        if found := pattern.fullmatch(text):
            places = ("line", "column", "at")
            words = [found[n + 1] for n in range(pattern.groups) if n + 1 not in map(pattern.groupindex.get, places)]
            said = it.format(*(TYPES.get(word, word) for word in words))
            where = f" (riga {found['line']}, colonna {found['column']})" if found["line"] else ""
            return (said + where + (f" in {found['at']}" if found["at"] else ""))[:300]
    return f"valore non ammesso: {text}"[:300]


def worded(what: Any, lang: str) -> str:
    """The messages of a schema as one text; a list's are under the places of its items."""
    if isinstance(what, dict):
        return "; ".join(worded(one, lang) for one in what.values())
    if isinstance(what, list):
        return "; ".join(worded(one, lang) for one in what)
    for pattern, it, en in TABLE:
        if found := pattern.fullmatch(str(what)):
            return in_language(lang, it, en).format(*found.groups())
    return str(what)
