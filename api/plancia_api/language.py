"""The language of an answer: ?lang, on pages the cookie, Accept-Language, Italian."""

from __future__ import annotations

from flask import request

from plancia_data import DEFAULT_LANGUAGE, languages


def language() -> str:
    """The language of the answer, one of those of `plancia_data.languages`."""
    remembered = None if request.path.startswith("/api/") else request.cookies.get("lang")
    for asked in (request.args.get("lang"), remembered):
        if asked in languages():
            return asked
    return accepted() or DEFAULT_LANGUAGE


def accepted() -> str | None:
    """The language whose range has the highest weight, a region's as its language (RFC 4647 3.4); of equals the first.

    `*` is whichever no other range speaks of. None where no language is accepted.
    """
    weights: dict[str, float] = {}
    for given, weight in request.accept_languages:  # the highest weight first, else as they were sent
        weights.setdefault(given.partition("-")[0].partition("_")[0].casefold(), weight)
    rest = weights.pop("*", 0.0)
    ranked = [name for name in weights if name in languages()] + [name for name in languages() if name not in weights]
    best = max(ranked, key=lambda name: weights.get(name, rest))
    return best if weights.get(best, rest) > 0 else None
