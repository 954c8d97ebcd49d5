"""Dumps of an archive: text, JSON Lines and tables with counts and checksums, the same bytes for the same games."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports import manifest as packages
from plancia_archive.exports.csv_cells import spreadsheet
from plancia_archive.exports.parquet import parquet as as_parquet
from plancia_archive.exports.reports import report
from plancia_archive.exports.tables import TABLES, table
from plancia_archive.queries.filters import Filters

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
UNDATED = "undated"
BESIDE = ("SHA256SUMS", "COUNTS", "LICENSE", "datapackage.json")

__all__ = ["dump", "report", "selected"]


def selected(archive: Archive, filters: Filters) -> list[dict[str, Any]]:
    """The games of a filter, in the order of the log."""
    found: list[dict[str, Any]] = []
    after = None
    while True:
        rows, after = archive.games(filters, after, 500)
        found += rows
        if after is None:
            return found


def month_of(row: Mapping[str, Any]) -> str:
    """The month of a game, YYYY-MM; UNDATED where its date does not tell."""
    found = MONTH.match(row["date"] or "")
    return found[0] if found else UNDATED


def dump(
    archive: Archive, folder: Path, filters: Filters, monthly: bool = False, parquet: bool = False,
    licence: str = "reserved", step: Callable[[], None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Writes a dump into a folder and gives its manifest. Raises OSError, and ArchiveError where pyarrow is missing or
    the folder has files of other things under the names of a dump's.

    The manifest holds, for each file, its bytes, its SHA-256 and how many games or rows it has; there is no time in it,
    and games are named by their content, so that the same games give the same bytes from any archive. `monthly` makes
    a folder a month; `licence` is one of `packages.LICENCES`; `step` is called after each game.
    """
    stranger = next((folder / name for name in BESIDE if (folder / name).exists()), None)
    if stranger is not None and not (folder / "MANIFEST.json").exists():
        raise ArchiveError("not-a-dump", str(stranger))
    parts: dict[str, list[str]] = {}
    for row in selected(archive, filters):
        parts.setdefault(month_of(row) + "/" if monthly else "", []).append(row["game"])
    if not parts and not monthly:
        parts[""] = []
    files: dict[str, dict[str, Any]] = {}
    fields: dict[str, list[str]] = {}
    folder.mkdir(parents=True, exist_ok=True)
    for prefix, ids in sorted(parts.items()):
        (folder / prefix).mkdir(exist_ok=True)
        for name, (data, count) in written(archive, ids, parquet, fields).items():
            (folder / f"{prefix}{name}").write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            files[prefix + name] = {"bytes": len(data), "count": count, "sha256": digest}
        for _ in ids if step is not None else ():
            step()  # type: ignore[misc]
    manifest: dict[str, Any] = {
        "format": 2,
        "games": sum(len(ids) for ids in parts.values()),
        "filters": {key: value for key, value in vars(filters).items() if value is not None},
        "drops": packages.DROPS,
        "files": dict(sorted(files.items())),
    }
    beside = {
        "MANIFEST.json": json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n",
        "SHA256SUMS": packages.sums(files), "COUNTS": packages.counts(files), "LICENSE": packages.LICENCES[licence],
        "datapackage.json": packages.description(files, licence, fields),
    }  # fmt: skip
    for name, text in beside.items():
        (folder / name).write_bytes(text.encode())
    return manifest


def written(
    archive: Archive, ids: list[str], parquet: bool, fields: dict[str, list[str]]
) -> dict[str, tuple[bytes, int]]:
    """The files of one folder with how many games or rows each holds; the fields of tables go into `fields`."""
    files: dict[str, tuple[bytes, int]] = {
        "games.rgn": ("\n".join(archive.text(game_id) for game_id in ids).encode(), len(ids)),
        "games.jsonl": ("".join(archive.game(game_id).to_jsonl() for game_id in ids).encode(), len(ids)),
    }
    for name in TABLES:
        found = table(archive, name, ids, by_content=True)
        fields[name] = found.heads
        files[f"{name}.csv"] = (spreadsheet(found.heads, found.rows), len(found.rows))
        if parquet:
            files[f"{name}.parquet"] = (as_parquet(found), len(found.rows))
    return files
