"""The language of an answer: `?lang`, the cookie of pages, `Accept-Language` (RFC 9110, 12.5.4), or the default."""

from __future__ import annotations

from flask import request

from plancia_data import DEFAULT_LANGUAGE, languages


def language() -> str:
    """Returns the language of the answer, one of `plancia_data.languages`."""
    cookie = None if request.path.startswith("/api/") else request.cookies.get("lang")
    for choice in (request.args.get("lang"), cookie):
        if choice in languages():
            return choice
    return accepted_language() or DEFAULT_LANGUAGE


def accepted_language() -> str | None:
    """Returns the language with the highest weight in Accept-Language, or None if none is accepted.

    Of equal weights the first counts. A region counts as its language (lookup, RFC 4647, 3.4); `*` stands for the
    languages that are not listed.
    """
    weights: dict[str, float] = {}
    for tag, weight in request.accept_languages:  # in order of weight, equal weights in the order sent
        weights.setdefault(tag.partition("-")[0].partition("_")[0].casefold(), weight)
    default_weight = weights.pop("*", 0.0)
    candidates = [name for name in weights if name in languages()] + [
        name for name in languages() if name not in weights
    ]
    preferred_language = max(candidates, key=lambda name: weights.get(name, default_weight))
    return preferred_language if weights.get(preferred_language, default_weight) > 0 else None
