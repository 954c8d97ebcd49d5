"""What all HTML pages share: template filters, words, response headers, the cookie of the language."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from plancia_api.language import language
from plancia_data import Counted, language_name, languages, messages
from plancia_replay.text.sentences import vocabulary

blueprint = Blueprint("rendering", "plancia_api", template_folder="templates")


@blueprint.app_template_filter("counted")
def counted(number: int) -> Counted:
    """A number that selects the singular or plural of the sentence it is formatted into."""
    return Counted(number)


@blueprint.app_template_filter("coded")
def coded(value: Any, name: str) -> str:
    """A coded value of a field (`end-roll`, `full`) in words."""
    return str(messages("columns", language()).get(f"{name}={value}", value or ""))


@blueprint.app_template_filter("colours")
def colours(letters: str | list[str] | None) -> str:
    """The names of colours for their letters."""
    words = vocabulary(language())
    return ", ".join(str(words[f"colour.{letter}"]) for letter in letters or "" if f"colour.{letter}" in words)


@blueprint.app_context_processor
def common() -> dict[str, Any]:
    """The variables of every template: words `w`, the language, and the names of the others."""
    others = {other: language_name(other) for other in languages() if other != language()}
    return {"w": messages("api", language()), "lang": language(), "others": others}


def page(template: str, **values: Any) -> Response:
    """A rendered page, private and revalidated (RFC 9111, 5.2.2); `?lang` sets the language cookie (RFC 6265)."""
    answer = Response(render_template(template, **values), mimetype="text/html")
    answer.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Language"] = language()
    if request.args.get("lang") in languages():
        answer.set_cookie("lang", language(), samesite="Lax", httponly=True)
    return answer


def number_argument(name: str, default: int) -> int:
    """A whole number of the query string, at most `default`; `default` where it is absent or malformed."""
    text = request.args.get(name, "")
    return min(int(text), default) if text.isascii() and text.isdigit() and len(text) < 8 else default
