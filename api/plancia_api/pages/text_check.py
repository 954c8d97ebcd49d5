"""The page `/check`: the problems of a text in the notation, and the lines that are not in its canonical form.

Scripts read the text on the device while it is typed, and send nothing; without them the form is answered from here.
They are the reader of the notation in JavaScript (docs/rgn/reference), served as they stand under an address with
a digest of their content, so that browsers keep them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request, send_from_directory

from plancia_api import rate_limits
from plancia_api.language import language
from plancia_api.pages.rendering import IMMUTABLE_CACHE, page
from plancia_api.problems import Problem
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_api.upload_forms import uploaded_file
from plancia_data import messages
from plancia_events import read
from plancia_events.text.expected_forms import expected_forms
from plancia_events.text.tidiness import FORM_CODES, find_untidy

blueprint = Blueprint("text_check", "plancia_api", template_folder="templates")
PACKED = Path(__file__).resolve().parent.parent / "notation"  # only in a wheel, see pyproject.toml
FOLDER = PACKED if PACKED.is_dir() else Path(__file__).resolve().parents[3] / "docs" / "rgn"
READER = ("reader.js", "text.js", "headers.js", "events.js", "words.js", "kinds.js", "names.js", "values.js",
          "lists.js", "writer.js")  # fmt: skip
NAMES = "names.json"
MAX_SHOWN = 200  # lines that are not canonical
MAX_FOREIGN_SHOWN = 3  # problems of a text of which nothing is in the notation


@dataclass
class Found:
    """What is found in a text; `form` are lines that are not canonical, at most MAX_SHOWN, of `form_count`.

    `is_foreign` is true where nothing of it is in the notation; it then has the first problems alone.
    """

    games: int = 0
    events: int = 0
    form_count: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    form: list[dict[str, Any]] = field(default_factory=list)
    is_foreign: bool = False


@blueprint.get("/check")
def form() -> Response:
    """The empty form."""
    return check_page("", None)


@blueprint.post("/check")
def check() -> Response:
    """The text of the form, or of its file, with what is found in it. It stores nothing."""
    request.max_form_memory_size = MAX_BODY_BYTES
    rate_limits.count_replay()
    if file := uploaded_file():
        data = b"".join(file[0].chunks())
    else:  # browsers send the lines of a form with CR LF, whatever was typed
        data = request.form.get("text", "").replace("\r\n", "\n").encode("utf-8", errors="replace")
    return check_page(data.decode("utf-8", errors="replace"), found_in(data))


def found_in(data: bytes) -> Found:
    """What `plancia lint` finds in a text, in the words of the language."""
    lang, reading = language(), read(data)
    words = form_words()
    untidy = find_untidy(data, reading)
    problems = [{"line": one.line, "column": one.column, "code": one.code, "detail": one.message(lang)}
                for one in reading.problems]  # fmt: skip
    lines = [{"line": one.line, "code": one.code, "detail": words[one.code], "found": one.found,
              "canonical": one.canonical} for one in untidy]  # fmt: skip
    events = sum(len(game.events) for game in reading.games)
    is_notation = events > 0 or any(game.headers for game in reading.games)
    if len(problems) > MAX_FOREIGN_SHOWN and not is_notation:
        return Found(len(reading.games), events, 0, problems[:MAX_FOREIGN_SHOWN], is_foreign=True)
    return Found(len(reading.games), events, len(lines), problems, lines[:MAX_SHOWN])


def form_words() -> dict[str, str]:
    """What each departure from the canonical form is, in words."""
    words = messages("cli", language())
    return {code: words[f"lint.{code}"] for code in FORM_CODES}


def check_page(text: str, found: Found | None) -> Response:
    """The page with a text and what is found in it; the modules and the words of its script."""
    lang = language()
    return page(
        "check.html", say=messages("check", lang), text=text, found=found, reader=reader_address(), modules=READER,
        script={"reader": reader_address(), "say": messages("check", lang), "words": messages("notation", lang),
                "form": form_words(), "expected": expected_forms(), "most": MAX_SHOWN,
                "mostForeign": MAX_FOREIGN_SHOWN},
    )  # fmt: skip


@cache
def reader_address() -> str:
    """Returns the address of the folder with the modules, which contains a digest of all of them."""
    digest = hashlib.sha256()
    for file in (*(FOLDER / "reference" / name for name in READER), FOLDER / NAMES):
        digest.update(file.read_bytes())
    return f"/static/rgn/{digest.hexdigest()[:12]}"


@blueprint.get("/static/rgn/<string:digest>/<string:name>")
def notation_file(digest: str, name: str) -> Response:
    """A module of the reader, or the names; under the digest of another version it is not kept by browsers."""
    if name not in (*READER, NAMES):
        raise Problem("not-found", name[:40])
    is_current = reader_address() == f"/static/rgn/{digest}"
    mimetype = "application/json" if name == NAMES else "text/javascript"
    answer = send_from_directory(FOLDER if name == NAMES else FOLDER / "reference", name, mimetype=mimetype)
    answer.headers["Cache-Control"] = IMMUTABLE_CACHE if is_current else "no-cache"
    return answer
