"""Publishes an archive: plans the pages, renders those that changed, removes those that are gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plancia_api.publishing.errors import PublishError
from plancia_api.publishing.page_renderer import (
    GameTask,
    Settings,
    open_renderer,
    outlines_script,
    render_game,
    render_page,
    sitemap,
)
from plancia_api.publishing.page_versions import archive_version, digest
from plancia_api.publishing.routes import ARCHIVE, GAME, STATIC_FILES, TIME, Page, list_pages
from plancia_api.publishing.site_folder import NEW_FILE, FileEntry, SiteFolder
from plancia_api.publishing.site_map import SiteMap
from plancia_api.publishing.static_html import BOARD_STYLE_FILE, OUTLINES_FILE
from plancia_archive import Archive
from plancia_archive.registers.written_copies import record_copy
from plancia_archive.snapshots import archive_or_snapshot
from plancia_archive.workers import InProcessWorkers, Workers
from plancia_replay.drawing import BOARD_STYLE, outlines_svg

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
        pages = list_pages(view, langs)
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
