"""The search of a published site: a page, and the list of games and tournaments that its script searches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from flask import Blueprint, Response

from plancia_api.app_keys import AppKey
from plancia_api.current_archive import archive
from plancia_api.game_titles import game_titles
from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.shown_names import insert_names
from plancia_data import messages

blueprint = Blueprint("find_pages", "plancia_api", template_folder="templates")
FILE_OF = AppKey[Callable[[str, str], "str | None"]]("file-of")  # the published file of an address in a language


@blueprint.get("/find")
def find() -> Response:
    """The page with the field and, by its script, what was found."""
    return page("published_find.html")


@blueprint.get("/find-index.js")
def find_index() -> Response:
    """The list as a script: `[file, title, details]` of each tournament and each game, the newest game first."""
    rows = [*tournament_rows(), *game_rows()]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return Response(f"window.planciaIndex = {text};\n", mimetype="text/javascript")


def tournament_rows() -> Iterator[list[str]]:
    """The rows of the tournaments."""
    for name in archive().tournaments.ids():
        state: dict[str, Any] = insert_names(archive().tournaments.get(name).to_json())
        details = " · ".join(text for text in (messages("api", language())["tournament"], state.get("club")) if text)
        yield [published_file(f"/tournaments/{name}"), state["title"], details]


def game_rows() -> Iterator[list[str]]:
    """The rows of the games."""
    ids = archive().game_ids()
    titles = game_titles(ids)
    with archive().lock:
        variants = dict(archive().db.execute("SELECT game, variant FROM game").fetchall())
    for game_id in reversed(ids):
        details = " · ".join(text for text in (titles[game_id].details, variants.get(game_id), game_id) if text)
        yield [published_file(f"/games/{game_id}"), titles[game_id].heading, details]


def published_file(address: str) -> str:
    """Returns the file of a page, relative to the folder of this language."""
    return str(FILE_OF.current(address, language()))
