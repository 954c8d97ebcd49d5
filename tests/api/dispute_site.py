"""A server with an archive, tokens of every role, and what a browser sends to its pages of disputes."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

PHOTO = b"\xff\xd8\xff" + b"x" * 100
SCRIPT = "<script>alert(1)</script>"


@dataclass
class Site:
    """An application with an archive, and tokens by role."""

    app: Any
    archive: Archive
    game: str
    tokens: dict[str, str]

    def client(self, role: str = "") -> FlaskClient:
        """A browser, signed in with the token of a role."""
        client: FlaskClient = self.app.test_client()
        if role:
            assert client.post("/sign-in", data={"token": self.tokens[role], "next": "/"}).status_code == 303
        return client

    def opened(self) -> str:
        return self.archive.disputes.open("two dice", "Bruno", game=self.game, event=20).id


def opened_site(folder: Path) -> Site:
    """A site with one game, in a folder."""
    archive = Archive.open(folder / "a.db", create=True)
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    archive.people.find_or_make("Zeno", find_similar=False)
    tokens = {
        name: archive.tokens.grant(name, role, limits, player)[1]
        for name, role, limits, player in (
            ("arbiter", "arbiter", {}, None), ("bruno", "player", {}, "Bruno"), ("anna", "player", {}, "Anna"),
            ("zeno", "player", {}, "Zeno"), ("other", "arbiter", {"games": ["g_000000000000000000"]}, None),
            ("reader", "reader", {}, None),
        )
    }  # fmt: skip
    return Site(create_app(archive), archive, game, tokens)


def hidden(client: FlaskClient, path: str) -> dict[str, str]:
    """The hidden fields of the forms of a page."""
    return fields_of(client.get(path).get_data(as_text=True))


def send(client: FlaskClient, page: str, path: str, **fields: Any) -> TestResponse:
    """Sends a form of a page with its hidden fields."""
    return client.post(path, data={**hidden(client, page), **fields})


def photo(data: bytes = PHOTO, name: str = "foglio.jpg") -> tuple[io.BytesIO, str]:
    return io.BytesIO(data), name


def fields_of(text: str) -> dict[str, str]:
    """The hidden fields of a page that was answered."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))
