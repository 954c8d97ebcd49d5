"""What all HTML pages share: template filters, words, response headers, the cookie of the language."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request
from markupsafe import Markup

from plancia_api.app_keys import AppKey
from plancia_api.lan_address import phone_host
from plancia_api.language import language
from plancia_archive.dates import format_time, local_time
from plancia_data import decimal_text, language_name, languages, messages, wrap_number
from plancia_replay.drawing.wording import initials as initials  # of the pages of recording too
from plancia_replay.text.sentences import vocabulary

blueprint = Blueprint("rendering", "plancia_api", template_folder="templates")
IMMUTABLE_CACHE = "public, max-age=31536000, immutable"  # Cache-Control of addresses with a digest (RFC 8246)
PUBLISHED_ADDRESS = AppKey[Callable[[str, str], str]]("published-address")  # of a page in a language; "": not known


@blueprint.app_template_filter("counted")
def counted(number: float) -> int | str:
    """A number that selects the singular or plural of the sentence it is formatted into."""
    return wrap_number(number if type(number) is int else spoken_number(number))


@blueprint.app_template_filter("coded")
def coded(value: Any, name: str) -> str:
    """A coded value of a field (`end-roll`, `full`) in words."""
    return str(messages("columns", language()).get(f"{name}={value}", value or ""))


@blueprint.app_template_filter("colours")
def colours(letters: str | list[str] | None) -> str:
    """The names of colours for their letters."""
    words = vocabulary(language())
    return ", ".join(str(words[f"colour.{letter}"]) for letter in letters or "" if f"colour.{letter}" in words)


@blueprint.app_template_filter("coloured")
def coloured(party: str) -> str:
    """The name of a colour for the letter of a seat; any other text unchanged."""
    return str(vocabulary(language()).get(f"colour.{party}", party)) if len(party) == 1 else party


@blueprint.app_template_filter("spoken")
def spoken_number(value: Any) -> str:
    """Points with the decimal mark of the language; empty for none."""
    return "" if value is None else decimal_text(value, language())


@blueprint.app_template_filter("file_size")
def file_size(size: int) -> str:
    """A number of bytes for readers: in bytes, kB or MB (thousands), with the decimal sign of the language."""
    unit, name = (1_000_000, "MB") if size >= 1_000_000 else (1000, "kB") if size >= 1000 else (1, "")
    if unit == 1:
        return f"{size} {dispute_words()['bytes']}"
    text = f"{size / unit:.1f}" if size < 10 * unit else f"{size / unit:.0f}"
    return f"{decimal_text(text, language())} {name}"


@blueprint.app_template_filter("iso")
def iso(milliseconds: int) -> str:
    """A time as RFC 3339 has it."""
    return format_time(milliseconds)


@blueprint.app_template_filter("minute")
def minute(milliseconds: int) -> Markup:
    """A time for readers, to the minute."""
    return time_element(milliseconds, "%Y-%m-%d %H:%M")


@blueprint.app_template_filter("moment")
def moment(milliseconds: int) -> Markup:
    """A time for readers, to the second."""
    return time_element(milliseconds, "%Y-%m-%d %H:%M:%S")


def time_element(milliseconds: int, form: str) -> Markup:
    """A time with the zone of the server (`UTC`, `UTC+01:00`), which `local_time.js` puts into that of the device."""
    local = local_time(milliseconds)
    offset = f"{local:%z}"
    zone = f"UTC{offset[:3]}:{offset[3:5]}" if local.utcoffset() else "UTC"
    return Markup('<time datetime="{}">{} {}</time>').format(format_time(milliseconds), f"{local:{form}}", zone)


def dispute_words() -> dict[str, str]:
    """The words of the pages about disputes, approvals and sessions."""
    return dict(messages("pages", language()))


@blueprint.app_context_processor
def template_variables() -> dict[str, object]:
    """The variables of every template: words `w`, `d` (disputes), `k` (decisions), languages, keys of forms.

    `published` tells that the page is for a published site.
    """
    others = {other: language_name(other) for other in languages() if other != language()}
    return {"w": messages("api", language()), "lang": language(), "others": others, "d": dispute_words(),
            "k": messages("disputes", language()), "new_key": lambda: secrets.token_hex(12),
            "published": is_published(), "phone_host": "" if is_published() else phone_host()}  # fmt: skip


def is_published() -> bool:
    """True for an application that renders the pages of a published site (plancia_api/publishing)."""
    return PUBLISHED_ADDRESS.find(current_app) is not None


def web_address(path: str) -> str:
    """Returns the address of a page on the web; "" in a published site whose address is not known."""
    if not is_published():
        return request.host_url + path.removeprefix("/")
    return PUBLISHED_ADDRESS.current(path, language())


def page(template: str, **values: Any) -> Response:
    """A rendered page, private and revalidated (RFC 9111, 5.2.2); `?lang` sets the language cookie (RFC 6265)."""
    answer = Response(render_template(template, **values), mimetype="text/html")
    answer.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Language"] = language()
    if request.args.get("lang") in languages():
        answer.set_cookie("lang", language(), samesite="Lax", httponly=True)
    return answer


def number_argument(name: str, default: int, most: int | None = None) -> int:
    """A whole number of the query string, at most `most` (by default `default`); `default` where there is none."""
    text = request.args.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        return default
    return min(int(text), default if most is None else most)
