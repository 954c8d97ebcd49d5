"""Publishes an archive: plans the pages, renders those that changed, removes those that are gone."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response
from flask.testing import FlaskClient

import plancia_archive
import plancia_data
import plancia_events
import plancia_replay
from plancia_api.app import create_app
from plancia_api.app_keys import AppKey
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head
from plancia_api.language import language
from plancia_api.pages import rendering
from plancia_api.pages.rendering import page as html_page
from plancia_api.pages.share_pictures import renderer
from plancia_api.publishing.routes import ARCHIVE, GAME, STATIC_FILES, TIME, Page, PublishError, list_pages
from plancia_api.publishing.site_folder import NEW_FILE, FileEntry, SiteFolder, has_size, sha256, write_file
from plancia_api.publishing.site_map import SiteMap, canonical_address
from plancia_api.publishing.static_html import BOARD_STYLE_FILE, OUTLINES_FILE, static_html
from plancia_api.shown_names import display_name, game_title, game_titles, insert_names, names_shown
from plancia_archive import Archive
from plancia_archive.people.free_text import REFERENCE_WORD
from plancia_archive.queries.result_status import game_status, supersession_status
from plancia_archive.registers.written_copies import record_copy
from plancia_archive.snapshots import archive_or_snapshot
from plancia_archive.tournaments.open_tables import typed_in_place_of
from plancia_archive.workers import InProcessWorkers, State, Workers
from plancia_data import messages
from plancia_replay.drawing import BOARD_STYLE, outlines_svg

PACKAGES = (plancia_data, plancia_events, plancia_replay, plancia_archive)


def digest(*parts: Any) -> str:
    """Returns a digest of JSON values."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def program_digest() -> str:
    """Returns a digest of the program: its code, templates, words and data, which all pages depend on."""
    found = hashlib.sha256()
    folders = [Path(__file__).parent.parent, *(Path(package.__path__[0]) for package in PACKAGES)]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(folder).as_posix()}\0".encode())
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def archive_version(view: Archive) -> str:
    """Returns a digest of everything recorded in an archive, and of the names."""
    return digest(view.checkpoints.head().head(), view.people.stamp())


def game_version(game_id: str) -> str:
    """Returns a digest of all that the pages of a game show: its lines, its result's status, disputes, title, names,
    and the result that is typed in its place.

    Raises ArchiveError.
    """
    head = game_head(game_id)
    surroundings = [
        head.tag, game_status(archive(), game_id), supersession_status(archive(), game_id),
        [vars(row) for row in archive().disputes.listed(None, game_id)], game_title(game_id).text,
        archive().corrections.version(game_id), typed_in_place_of(archive(), game_id),
    ]  # fmt: skip
    text = archive().text(game_id) + json.dumps(surroundings, default=str)
    references = sorted(set(REFERENCE_WORD.findall(text))) if names_shown() else []
    return digest(surroundings, {reference: display_name(reference) for reference in references})


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
    FILE_OF.keep(app, file_in_language)
    app.register_blueprint(blueprint)
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


blueprint = Blueprint("find_pages", "plancia_api", template_folder="templates")
FILE_OF = AppKey[Callable[[str, str], "str | None"]]("file-of")  # the published file of an address in a language


@blueprint.get("/find")
def find() -> Response:
    """The page with the field and, by its script, what was found."""
    return html_page("published_find.html")


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


MIN_GAMES_PER_PROCESS = 20  # rendering them takes about as long as starting a process
SITEMAP = "sitemap.xml"
STATIC = Path(__file__).parent.parent / "static"
IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}\s+from\s+)?\"(\.{1,2}/[\w./-]+)\";[^\n]*\n", re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.M)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|^(?!\s*(?:\*|/[/*])).*\bimport(?:\(|\.meta).*", re.M)  # outside comments


@dataclass(frozen=True)
class Publication:
    """What a publishing did: the files of the site, how many of them have new content, were left, were deleted."""

    files: int
    written: int
    unchanged: int
    removed: int
    size: int


def publish(
    archive: Archive,
    root: Path,
    langs: tuple[str, ...] = ("it", "en"),
    *,
    private: bool = False,
    base_url: str = "",
    jobs: int = 1,
    step: Callable[[], None] | None = None,
) -> Publication:
    """Writes the pages of an archive into a folder, as somebody without a token sees them.

    `langs`: the languages, the first one at the root and each further one in a folder. `private`: no names of people.
    `base_url`: where the site is going to be, for canonical links and the sitemap. `jobs`: processes for many games.
    `step` is called after each game. A site with names is recorded in the archive, for an erasure to list it.
    Raises PublishError, ArchiveError.
    """
    folder = SiteFolder(root)
    folder.open()
    if not private:
        record_copy(archive, "site", root)
    count = max(1, min(jobs, archive.count() // MIN_GAMES_PER_PROCESS))
    with archive_or_snapshot(archive, count) as (view, workers):
        pages = list_pages(view, langs, pictures=bool(base_url and renderer()))  # a link names them by address
        address = base_url.rstrip("/") + "/" if base_url else ""
        settings = Settings(root, private, SiteMap.of_pages(pages, langs, address))
        version = digest(settings.version, archive_version(view))
        shared = shared_files(pages, settings.site)
        files = {page.file for page in pages} | shared.keys()
        folder.plan(sorted(files))
        workers.broadcast(open_renderer, settings)
        changed, removed = 0, folder.remove_others(files)
        try:
            for file, data in shared.items():
                changed += folder.write(file, data)
            for file, entry in render_all(workers, folder, pages, version, step or (lambda: None)):
                changed += folder.record(file, entry)
        finally:
            with suppress(PublishError):  # the error that ends the publishing is told
                folder.save()
    folder.version = version
    folder.save(is_complete=True)
    folder.remove_parts()
    size = sum(entry.size for entry in folder.entries.values())
    return Publication(len(files), changed, len(files) - changed, removed, size)


def render_all(
    workers: InProcessWorkers | Workers, folder: SiteFolder, pages: list[Page], version: str, step: Callable[[], None]
) -> Iterator[tuple[str, FileEntry]]:  # fmt: skip
    """Renders the pages that may have changed; yields the entry of each. Raises PublishError, ArchiveError.

    `version` is that of the archive: where it is the last one's, games are looked at for missing files alone.
    """
    tasks = (task for task in game_tasks(folder, pages) if not is_done(folder, task, version))
    for entries in workers.map(render_game, tasks):
        yield from entries
        step()
    others = (
        (page, folder.entries.get(page.file, NEW_FILE), version)
        for page in pages
        if page.depends == TIME or (page.depends == ARCHIVE and not folder.is_current(page.file, version))
    )
    yield from workers.map(render_page, others)


def game_tasks(folder: SiteFolder, pages: list[Page]) -> list[GameTask]:
    """Returns the pages by game."""
    by_game: dict[str, list[Page]] = {}
    for page in pages:
        if page.depends == GAME:
            by_game.setdefault(page.game_id, []).append(page)
    return [
        GameTask(game_id, tuple(group), tuple(folder.entries.get(page.file, NEW_FILE) for page in group))
        for game_id, group in by_game.items()
    ]


def is_done(folder: SiteFolder, task: GameTask, version: str) -> bool:
    """True for a game whose files are there, where nothing was recorded since the last publishing."""
    return version == folder.version and all(folder.is_complete(page.file) for page in task.pages)


def shared_files(pages: list[Page], site: SiteMap) -> dict[str, bytes]:
    """Returns the files that belong to no page: styles, scripts, the sitemap."""
    files = {BOARD_STYLE_FILE: BOARD_STYLE.encode(), OUTLINES_FILE: outlines_script(outlines_svg())}
    for name in STATIC_FILES:
        is_script = name.endswith(".js")
        files[f"static/{name}"] = classic_script(name).encode() if is_script else (STATIC / name).read_bytes()
    if site.base_url:
        files[SITEMAP] = sitemap(pages, site)
    return files


def classic_script(name: str, folder: Path = STATIC) -> str:
    """Returns the module `name` and its imports as one script. Raises ValueError for syntax that is not known here."""
    order: list[Path] = []
    collect_modules(folder / name, order, ())
    numbers = {path: number for number, path in enumerate(order)}
    parts = [module_function(path, numbers) for path in order]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"


def collect_modules(path: Path, order: list[Path], importers: tuple[Path, ...]) -> None:
    """Appends a module to `order` after the modules that it imports. Raises ValueError for a circle."""
    path = path.resolve()
    if path in order:
        return
    if path in importers:
        raise ValueError(f"{path.name}: imports itself over others")
    for match in IMPORT.finditer(path.read_text("utf-8")):
        collect_modules(path.parent / match[2], order, (*importers, path))
    order.append(path)


def module_function(path: Path, numbers: dict[Path, int]) -> str:
    """Returns a module as a function that is called at once and returns its exports."""
    text = path.read_text("utf-8")

    def imported(match: re.Match[str]) -> str:
        number = numbers[(path.parent / match[2]).resolve()]
        names = ", ".join(": ".join(name.split(" as ")) for name in re.split(r",\s*", (match[1] or "").strip()) if name)
        return f"const {{ {names} }} = module{number};\n"

    exports = [match[2] for match in EXPORT.finditer(text)]
    text = EXPORT.sub(r"\1", IMPORT.sub(imported, text))
    if unknown := UNKNOWN.search(text):
        raise ValueError(f"{path.name}: not understood: {unknown[0].strip()}")
    return f"const module{numbers[path]} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();\n"
