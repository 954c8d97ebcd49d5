"""What is wrong with a value of a query, in the language of the answer."""

from __future__ import annotations

import re
from typing import Any

WORDS = [
    (r"Unknown field\.", "parametro sconosciuto", "unknown parameter"),
    (r"Missing data for required field\.", "manca", "missing"),
    (r"Field may not be null\.", "manca", "missing"),
    (r"Not a valid integer\.", "non è un numero intero", "not a whole number"),
    (r"Not a valid boolean\.", "true o false", "true or false"),
    (r"Not a valid (?:string|list)\.", "non è un testo", "not a text"),
    (r"String does not match expected pattern\.", "non ha la forma prevista", "not of the form expected"),
    (r"Must be one of: (.*)\.", "uno fra: {}", "one of: {}"),
    (r"Must be greater than or equal to (\S+) and less than or equal to (\S+)\.", "da {} a {}", "from {} to {}"),
    (r"Length must be between (\d+) and (\d+)\.", "da {} a {} caratteri", "from {} to {} characters"),
    (r"Longer than maximum length (\d+)\.", "al più {} caratteri", "at most {} characters"),
    (r"given (\d+) times", "dato {} volte: uno solo", "given {} times: one only"),
]  # fmt: skip
TABLE = [(re.compile(pattern, re.DOTALL), it, en) for pattern, it, en in WORDS]


def worded(what: Any, lang: str) -> str:
    """The messages of a schema as one text; a list's are under the places of its items."""
    if isinstance(what, dict):
        return "; ".join(worded(one, lang) for one in what.values())
    if isinstance(what, list):
        return "; ".join(worded(one, lang) for one in what)
    for pattern, it, en in TABLE:
        if found := pattern.fullmatch(str(what)):
            return (en if lang == "en" else it).format(*found.groups())
    return str(what)
