"""Comments that this program writes into records, in the words of a language; every other comment is left as it is."""

from __future__ import annotations

import re

from plancia_data import messages

FILLED = re.compile(r"(?P<own>.*; )?filled: (?P<parts>\w+(?:, \w+)*)\Z", re.S)
RULING = re.compile(r"ruling (?P<dispute>d_[0-9A-HJKMNP-TV-Z]{8})\Z")


def comment_in_words(comment: str, lang: str) -> str:
    """Returns a comment of a completed line (`filled: actor, losses`) or of a revoking line (`ruling d_...`) in words.

    The stored comment is not changed; parts that the language has no word for stay.
    """
    texts = messages("events", lang)
    if match := FILLED.match(comment):
        parts = ", ".join(texts.get(f"filled.{part}", part) for part in match["parts"].split(", "))
        return (match["own"] or "") + texts["filled"].format(parts=parts)
    if match := RULING.match(comment):
        return texts["by-ruling"].format(dispute=match["dispute"])
    return comment
