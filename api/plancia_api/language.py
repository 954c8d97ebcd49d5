"""The language of an answer: ?lang, on pages the cookie, Accept-Language, Italian."""

from __future__ import annotations

from flask import request


def language() -> str:
    """ "it" or "en"."""
    remembered = None if request.path.startswith("/api/") else request.cookies.get("lang")
    for asked in (request.args.get("lang"), remembered):
        if asked in ("it", "en"):
            return asked
    return request.accept_languages.best_match(["it", "en"], default="it") or "it"
