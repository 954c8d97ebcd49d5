"""Digests of what a page depends on: pages whose digest is that of the last publishing are not rendered again."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import plancia_archive
import plancia_data
import plancia_events
import plancia_replay
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head
from plancia_api.game_titles import game_title
from plancia_api.shown_names import display_name, names_shown
from plancia_archive import Archive
from plancia_archive.people.free_text import REFERENCE_WORD
from plancia_archive.queries.result_status import game_status
from plancia_archive.queries.supersession import supersession_status

PACKAGES = (plancia_data, plancia_events, plancia_replay, plancia_archive)
IGNORED = ("__pycache__",)


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
            if path.is_file() and not set(IGNORED) & set(path.parts):
                found.update(f"{path.relative_to(folder).as_posix()}\0".encode())
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def archive_version(view: Archive) -> str:
    """Returns a digest of everything recorded in an archive, and of the names."""
    with view.lock:
        leaf = view.db.execute("SELECT log_index, leaf FROM entry ORDER BY log_index DESC LIMIT 1").fetchone()
        return digest(None if leaf is None else [leaf[0], bytes(leaf[1]).hex()], view.people.stamp())


def game_version(game_id: str) -> str:
    """Returns a digest of all that the pages of a game show: its lines, its result's status, disputes, title, names.

    Raises ArchiveError.
    """
    head = game_head(game_id)
    surroundings = [
        head.tag, game_status(archive(), game_id), supersession_status(archive(), game_id),
        [vars(row) for row in archive().disputes.listed(None, game_id)], game_title(game_id).text,
        archive().corrections.version(game_id),
    ]  # fmt: skip
    text = archive().text(game_id) + json.dumps(surroundings, default=str)
    references = sorted(set(REFERENCE_WORD.findall(text))) if names_shown() else []
    return digest(surroundings, {reference: display_name(reference) for reference in references})
