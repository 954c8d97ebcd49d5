"""The frame in which another site shows a game, as HTML."""

from __future__ import annotations

from html import escape

from flask import request

WIDTH, HEIGHT = 640, 760  # of the frame in pixels, where the site does not limit it


def frame_html(game_id: str, title: str, query: str = "", width: int = WIDTH, height: int = HEIGHT) -> str:
    """The frame of a game; `query` is what follows the address of its page."""
    address = f"{request.host_url}embed/games/{game_id}{query}"
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}" '
        'style="border:0;max-width:100%" loading="lazy"></iframe>'
    )
