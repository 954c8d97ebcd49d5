"""Renders the pages of a site with the application's own routes, as somebody without a token sees them.

The functions that take a state are tasks of worker processes (plancia_archive.workers).
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from plancia_api.app import create_app
from plancia_api.pages import rendering
from plancia_api.publishing import find_pages
from plancia_api.publishing.errors import PublishError
from plancia_api.publishing.page_versions import digest, game_version, program_digest
from plancia_api.publishing.routes import Page
from plancia_api.publishing.site_folder import FileEntry, has_size, sha256, write_file
from plancia_api.publishing.site_map import SiteMap, canonical_address
from plancia_api.publishing.static_html import static_html
from plancia_archive import Archive
from plancia_archive.workers import State

NO_LIMIT = 1_000_000_000


@dataclass(frozen=True)
class Settings:
    """What the rendering of a site depends on besides the archive."""

    root: Path
    private: bool
    site: SiteMap

    @property
    def version(self) -> str:
        """A digest of the settings that change pages."""
        return digest(self.private, self.site.langs, self.site.base_url, program_digest())


@dataclass(frozen=True)
class GameTask:
    """The pages of one game, with their entries of the last publishing."""

    game_id: str
    pages: tuple[Page, ...]
    entries: tuple[FileEntry, ...]


class Renderer:
    """An application that renders the pages of one archive for a published site."""

    def __init__(self, archive: Archive, settings: Settings) -> None:
        self.settings = settings
        self.app = published_app(archive, settings)
        self.client: FlaskClient = self.app.test_client()

    def render(self, page: Page) -> bytes:
        """Returns the bytes of a page's file. Raises PublishError for a page that the application refuses."""
        separator = "&" if "?" in page.address else "?"
        answer = self.client.get(f"{page.address}{separator}lang={page.lang}")
        self.client.delete_cookie("lang")
        if answer.status_code != 200:
            raise PublishError("page", address=page.address, status=answer.status_code)
        if answer.mimetype != "text/html" or page.address == "/verify":
            return bytes(answer.data)
        return static_html(answer.get_data(as_text=True), page, self.settings.site).encode()

    def game_version(self, game_id: str) -> str:
        """Returns the version of what the pages of a game show."""
        with self.app.test_request_context(f"/games/{game_id}?lang={self.settings.site.langs[0]}"):
            return digest(self.settings.version, game_version(game_id))


def published_app(archive: Archive, settings: Settings) -> Flask:
    """Returns the application with the pages that a published site alone has, and without limits of requests."""
    app = create_app(
        archive, writes_per_minute=NO_LIMIT, bulk_per_minute=NO_LIMIT, private=settings.private,
        seconds_per_minute=math.inf,
    )  # fmt: skip
    site = settings.site

    def file_of(address: str, lang: str) -> str | None:
        return site.files.get((lang, canonical_address(address)))

    def file_in_language(address: str, lang: str) -> str | None:
        file = file_of(address, lang)
        return file if file is None or lang == site.langs[0] else file.removeprefix(f"{lang}/")

    def web_address(address: str, lang: str) -> str:
        file = file_of(address, lang)
        return site.absolute(file) if file and site.base_url else ""

    rendering.PUBLISHED_ADDRESS.keep(app, web_address)
    find_pages.FILE_OF.keep(app, file_in_language)
    app.register_blueprint(find_pages.blueprint)
    return app


def open_renderer(state: State, settings: Settings) -> None:
    """Worker task: makes the application over the view of the archive."""
    state["renderer"] = Renderer(state["view"], settings)


def render_game(state: State, task: GameTask) -> list[tuple[str, FileEntry]]:
    """Worker task: writes the pages of a game that changed since the last publishing; returns all their entries.

    Raises PublishError, ArchiveError.
    """
    renderer: Renderer = state["renderer"]
    root = renderer.settings.root
    version = renderer.game_version(task.game_id)
    entries = []
    for page, before in zip(task.pages, task.entries, strict=True):
        entry = before
        if before.version != version or not has_size(root / page.file, before.size):
            data = renderer.render(page)
            write_file(root, page.file, data, before)
            entry = FileEntry(sha256(data), len(data), version)
        entries.append((page.file, entry))
    return entries


def render_page(state: State, task: tuple[Page, FileEntry, str]) -> tuple[str, FileEntry]:
    """Worker task: writes a page over the whole archive; returns its entry. Raises PublishError, ArchiveError."""
    page, before, version = task
    renderer: Renderer = state["renderer"]
    data = renderer.render(page)
    write_file(renderer.settings.root, page.file, data, before)
    return page.file, FileEntry(sha256(data), len(data), version)


def sitemap(pages: list[Page], site: SiteMap) -> bytes:
    """Returns the sitemap of the pages (sitemaps.org, 0.9)."""
    addresses = [site.absolute(page.file) for page in pages if page.file.endswith(".html")]
    lines = "".join(f"<url><loc>{address.replace('&', '&amp;')}</loc></url>\n" for address in addresses)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{lines}</urlset>\n".encode()


def outlines_script(svg: str) -> bytes:
    """Returns the script that puts the outlines of the territories into a page, for the boards below it."""
    hidden = svg.replace("<svg ", '<svg style="display:none" ', 1).strip()
    return f'document.currentScript.insertAdjacentHTML("afterend", {json.dumps(hidden)});\n'.encode()
