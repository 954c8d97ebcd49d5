"""The language of an answer: ?lang, the cookie, Accept-Language, Italian."""

from __future__ import annotations

from flask import request


def language() -> str:
    """ "it" or "en"."""
    for asked in (request.args.get("lang"), request.cookies.get("lang")):
        if asked in ("it", "en"):
            return asked
    return request.accept_languages.best_match(["it", "en"], default="it") or "it"
