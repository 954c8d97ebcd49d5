"""A game in a frame of another site: `/embed/games/ID`, and `/oembed`, by which sites make the frame (oembed.com)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.pages.game_page import FRAME_HEIGHT, FRAME_WIDTH, frame_html, shared_values
from plancia_api.pages.game_view import load_view
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.shown_names import game_title
from plancia_archive import ArchiveError

blueprint = Blueprint("embed_pages", "plancia_api", template_folder="templates")
GAME_PATH = re.compile(r"/(?:embed/)?games/([A-Za-z0-9._-]{1,64})/?\Z")
MIN_WIDTH, MIN_HEIGHT = 280, 320


@blueprint.get("/embed/games/<string:game_id>")
def game(game_id: str) -> Response:
    """The board, the story and the controls of a game, without forms and links of the site."""
    return page("game_embed.html", **shared_values(load_view(game_id)))


@blueprint.get("/oembed")
def oembed() -> Response:
    """The description of a game's frame as oEmbed 1.0 has it. Raises Problem 404 for other addresses and formats."""
    if request.args.get("format", "json") != "json":
        raise Problem("not-found", "format=json")
    address = urlsplit(request.args.get("url", ""))
    match = GAME_PATH.fullmatch(address.path)
    if match is None or address.netloc.casefold() != request.host.casefold():
        raise Problem("not-found", f"{request.host_url}games/...")
    try:
        title = game_title(match[1])
    except ArchiveError as error:
        raise Problem("not-found", match[1]) from error
    width = frame_side("maxwidth", FRAME_WIDTH, MIN_WIDTH)
    height = frame_side("maxheight", FRAME_HEIGHT, MIN_HEIGHT)
    fragment = f"#{address.fragment}" if re.fullmatch(r"e\d{1,6}", address.fragment) else ""
    return json_response({
        "version": "1.0", "type": "rich", "provider_name": "Plancia", "provider_url": request.host_url,
        "title": title.text, "width": width, "height": height,
        "html": frame_html(match[1], title.text, f"?lang={language()}{fragment}", width, height),
    })  # fmt: skip


def frame_side(name: str, default: int, minimum: int) -> int:
    """A side of the frame within the limit that the site gives. Raises Problem 422 for a limit that is no number."""
    text = request.args.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Problem("invalid", "", [{"pointer": f"query/{name}", "detail": text[:40]}])
    return max(minimum, min(default, int(text)))
