"""Dumps of an archive: text, JSON Lines and tables; the same games give the same bytes.

A dump has a manifest, counts, checksums, the text of its licence and a Data Package descriptor.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.csv_cells import format_csv, spreadsheet_csv
from plancia_archive.exports.parquet import format_parquet
from plancia_archive.exports.personal_data import describe_dump
from plancia_archive.exports.tables import TABLE_NAMES, ExportTable, read_table
from plancia_archive.facts.event_rows import Row
from plancia_archive.log.creation import create_empty_file
from plancia_archive.log.temp_files import delete_temp, move_into_place, temp_path
from plancia_archive.queries.filters import Filters
from plancia_archive.snapshots import archive_or_snapshot
from plancia_archive.workers import InProcessWorkers, State, Workers, chunks, worker_count
from plancia_data import described_tables

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MONTH_PATTERN = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
UNDATED_FOLDER = "undated"
METADATA_FILES = ("SHA256SUMS", "COUNTS", "LICENSE", "datapackage.json")

__all__ = ["dump", "filtered_games"]
RESERVED_NOTICE = """\
Le partite in questa cartella sono state registrate ai tornei da chi li ha organizzati, che ha i diritti,
quali che siano, sui verbali. La cartella non porta una licenza: chiedere prima di pubblicare i dati. Riferimenti come
p_7Q2M9K1A stanno per giocatori; scoprire chi sono e dirlo non fa parte di nessun uso permesso.

The games in this folder were recorded at tournaments by their organisers, who hold what rights there are
in the records. This folder came without a licence: ask them before publishing the data. References such as p_7Q2M9K1A
stand for players; finding out who they are and telling is not part of any use allowed.
"""
CC0_NOTICE = """CC0-1.0

Nei limiti della legge, chi tiene l'archivio da cui viene questa cartella rinuncia a ogni diritto d'autore e diritto
connesso sui verbali che contiene. Il testo completo è quello di CC0 1.0 Universal, di Creative Commons. Riferimenti
come p_7Q2M9K1A stanno per giocatori; la rinuncia non tocca i loro diritti sul nome e sulla riservatezza.

To the extent possible under law, the keepers of the archive that this folder was written from waive all copyright and
related rights in the records in it. The full text is that of CC0 1.0 Universal, by Creative Commons.

References such as p_7Q2M9K1A stand for players; the waiver does not touch their rights to their names and privacy.
"""
LICENCE_TEXTS = {"reserved": RESERVED_NOTICE, "CC0-1.0": CC0_NOTICE}
MEDIA_TYPES = {"csv": "text/csv", "rgn": "text/plain", "jsonl": "application/x-ndjson",
         "parquet": "application/vnd.apache.parquet"}  # fmt: skip
OMISSIONS = {
    "games.rgn": {
        "it": "niente: importarlo dà le stesse partite, byte per byte",
        "en": "nothing: importing it gives the same games, byte for byte",
    },
    "games.jsonl": {
        "it": "niente: per ogni partita un oggetto d'apertura e un oggetto per evento",
        "en": "nothing: one opening object and one object an event for each game",
    },
    "*.csv": {
        "it": "le intestazioni senza colonna: sono tabelle da leggere, non da importare",
        "en": "headers that have no column: these are tables for reading, not for importing",
    },
    "*.parquet": {"it": "quello che tralasciano i CSV", "en": "what the CSV files drop"},
    "*": {
        "it": "i nomi delle persone, i tornei e la catena del registro: stanno in una copia di sicurezza",
        "en": "names of people, tournaments and the chain of the log: those are in a backup",
    },
}


class DumpFile:
    """A file of a dump, written to a temporary file, with its number of games or rows, size and hash."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary_path = temp_path(path)
        self.hash = hashlib.sha256()
        self.size = self.count = 0
        self.temporary_path.unlink(missing_ok=True)
        create_empty_file(self.temporary_path)

    def add(self, data: bytes, count: int = 0) -> None:
        """Appends data with `count` games or rows."""
        with self.temporary_path.open("ab") as file:
            file.write(data)
        self.hash.update(data)
        self.size += len(data)
        self.count += count

    def entry(self) -> dict[str, Any]:
        """Returns the manifest's entry of the file."""
        return {"bytes": self.size, "count": self.count, "sha256": self.hash.hexdigest()}


@contextmanager
def open_dump_files() -> Iterator[dict[str, DumpFile]]:
    """Context manager for files that are moved to their paths together when all are written, or deleted on failure."""
    files: dict[str, DumpFile] = {}
    try:
        yield files
        for target in files.values():
            move_into_place(target.temporary_path, target.path)
    finally:
        for target in files.values():
            with suppress(OSError):
                delete_temp(target.temporary_path)


@contextmanager
def new_folders() -> Iterator[Callable[[Path], None]]:
    """Yields a function that makes a folder with its parents; on failure the empty ones that it made are removed."""
    made: list[Path] = []

    def make(folder: Path) -> None:
        made.extend(one for one in (folder, *folder.parents) if not one.exists())
        folder.mkdir(parents=True, exist_ok=True)

    try:
        yield make
    except BaseException:
        for one in sorted(made, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError):
                one.rmdir()
        raise


def filtered_games(archive: Archive, filters: Filters) -> Iterator[Row]:
    """Yields the filtered games in log order."""
    after = None
    while True:
        rows, after = archive.games(filters, after, 500)
        yield from rows
        if after is None:
            return


def month_of(row: Mapping[str, Any]) -> str:
    """Returns the month of a game, YYYY-MM; UNDATED if unknown."""
    match = MONTH_PATTERN.match(row["date"] or "")
    return match[0] if match else UNDATED_FOLDER


def dump(
    archive: Archive, folder: Path, filters: Filters, monthly: bool = False, parquet: bool = False,
    licence: str = "reserved", step: Callable[[], None] | None = None, jobs: int = 1,
) -> dict[str, Any]:  # fmt: skip
    """Writes a dump to a folder and returns its manifest; on failure the folder is left as it was.

    The manifest has the size, SHA-256 and number of games or rows of each file. It has no time, and games have content
    ids, so the same games give the same bytes from any archive. `monthly` writes one folder per month; `licence` is
    one of `LICENCE_TEXTS`; `step` is called after each game; `jobs` is the number of processes for many games.
    Raises OSError, ArchiveError if pyarrow is missing, a worker process dies, or files of the folder would be replaced
    that are not of a dump.
    """
    foreign_file = next((folder / name for name in METADATA_FILES if (folder / name).exists()), None)
    if foreign_file is not None and not (folder / "MANIFEST.json").exists():
        raise ArchiveError("not-a-dump", str(foreign_file))
    fields: dict[str, list[str]] = {}
    with (
        new_folders() as make_folder,
        archive_or_snapshot(archive, worker_count(jobs, archive.count())) as (view, workers),
        open_dump_files() as files,
    ):
        make_folder(folder)
        ids_by_folder: dict[str, list[str]] = {}
        for row in filtered_games(view, filters):
            ids_by_folder.setdefault(month_of(row) + "/" if monthly else "", []).append(row["game"])
        if not ids_by_folder and not monthly:
            ids_by_folder[""] = []
        for prefix, ids in sorted(ids_by_folder.items()):
            make_folder(folder / prefix)
            write_folder(workers, folder, prefix, ids, parquet, files, fields, step or (lambda: None))
        entries = {name: target.entry() for name, target in sorted(files.items())}
        manifest: dict[str, Any] = {
            "format": 2,
            "games": sum(len(ids) for ids in ids_by_folder.values()),
            "filters": {key: value for key, value in vars(filters).items() if value is not None},
            "drops": OMISSIONS,
            "personal_data": describe_dump(
                view, [game_id for ids in ids_by_folder.values() for game_id in ids], fields, entries
            ),
            "files": entries,
        }
        metadata = {
            "MANIFEST.json": json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n",
            "SHA256SUMS": format_checksums(entries), "COUNTS": format_counts(entries),
            "LICENSE": LICENCE_TEXTS[licence],
            "datapackage.json": format_data_package(entries, licence),
        }  # fmt: skip
        for name, text in metadata.items():
            files[name] = DumpFile(folder / name)
            files[name].add(text.encode())
    return manifest


def write_folder(
    workers: InProcessWorkers | Workers, folder: Path, prefix: str, ids: list[str], parquet: bool,
    files: dict[str, DumpFile], fields: dict[str, list[str]], step: Callable[[], None],
) -> None:  # fmt: skip
    """Writes the files of one folder, a batch of games at a time; adds the columns of tables to `fields`."""
    names = ["games.rgn", "games.jsonl", *(f"{name}.csv" for name in TABLE_NAMES)]
    files_by_name = {name: DumpFile(folder / prefix / name) for name in names}
    files.update((prefix + name, target) for name, target in files_by_name.items())
    tables = {name: ExportTable(name, [], []) for name in TABLE_NAMES}
    id_chunks = chunks(ids, workers.count) or [[]]
    for chunk, (texts, lines, rows) in zip(id_chunks, workers.map(format_games, id_chunks), strict=True):
        is_first = not files_by_name["games.rgn"].count
        files_by_name["games.rgn"].add(texts if is_first else b"\n" + texts, len(chunk))
        files_by_name["games.jsonl"].add(lines, len(chunk))
        for name, table_rows in rows.items():
            if not tables[name].columns:
                fields[name] = tables[name].columns = table_rows.columns
                files_by_name[f"{name}.csv"].add(spreadsheet_csv(table_rows.columns, []))
            files_by_name[f"{name}.csv"].add(
                format_csv(None, table_rows.rows, end="\r\n").encode(), len(table_rows.rows)
            )
            tables[name].rows += table_rows.rows if parquet else []
        for _ in chunk:
            step()
    for name in TABLE_NAMES if parquet else ():
        target = files[f"{prefix}{name}.parquet"] = DumpFile(folder / prefix / f"{name}.parquet")
        target.add(format_parquet(tables[name]), len(tables[name].rows))


def format_games(state: State, ids: Sequence[str]) -> tuple[bytes, bytes, dict[str, ExportTable]]:
    """Returns games as text, as JSON Lines, and their rows of each table; runs in a worker process."""
    view: Archive = state["view"]
    texts = "\n".join(view.text(game_id) for game_id in ids).encode()
    lines = "".join(view.game(game_id).to_jsonl() for game_id in ids).encode()
    return texts, lines, {name: read_table(view, name, ids, by_content=True) for name in TABLE_NAMES}


def format_checksums(files: Mapping[str, Mapping[str, Any]]) -> str:
    """Returns the file SHA256SUMS, in the format of `sha256sum -c`."""
    return "".join(f"{entry['sha256']}  {name}\n" for name, entry in sorted(files.items()))


def format_counts(files: Mapping[str, Mapping[str, Any]]) -> str:
    """Returns the file COUNTS: per file the number of games or rows, and bytes."""
    lines = [f"{name}\t{entry['count']}\t{entry['bytes']}\n" for name, entry in sorted(files.items())]
    return "file\tcount\tbytes\n" + "".join(lines)


def described_table(name: str, folder: str) -> dict[str, Any]:
    """Returns what a table is, and its schema: columns with type and meaning, its key, and the game that a row is of.

    `folder` is that of the month, "" without one.
    """
    table = described_tables()[name]
    schema: dict[str, Any] = {
        "fields": [
            {"name": column.name, "type": column.type, "description": column.meaning["en"]} for column in table.columns
        ]
    }
    if table.key:
        schema["primaryKey"] = list(table.key)
    if name != "games":
        games = {"resource": resource_name(f"{folder}/games.csv".removeprefix("/")), "fields": "game"}
        schema["foreignKeys"] = [{"fields": "game", "reference": games}]
    return {"description": table.meaning["en"], "schema": schema}


def resource_name(path: str) -> str:
    """Returns the name of the resource of a file."""
    return path.lower().replace("/", "-").replace(".", "-")


def format_data_package(files: Mapping[str, Mapping[str, Any]], licence: str) -> str:
    """Returns datapackage.json (Frictionless Data): one resource per file with hash, bytes and, for tables, schema."""
    resources = []
    for name, entry in sorted(files.items()):
        kind = name.rpartition(".")[2]
        resource: dict[str, Any] = {
            "name": resource_name(name), "path": name, "format": kind,
            "mediatype": MEDIA_TYPES[kind], "bytes": entry["bytes"], "hash": f"sha256:{entry['sha256']}",
        }  # fmt: skip
        if kind != "parquet":
            resource["encoding"] = "utf-8"
        if kind == "csv":
            resource["profile"] = "tabular-data-resource"
            resource |= described_table(name.rpartition("/")[2].partition(".")[0], name.rpartition("/")[0])
        resources.append(resource)
    package: dict[str, Any] = {
        "name": "plancia-dump", "title": "Games of a RisiKo! tournament archive", "version": "1",
        "profile": "data-package", "resources": resources,
    }  # fmt: skip
    if licence != "reserved":
        package["licenses"] = [{"name": licence}]
    return json.dumps(package, indent=1, ensure_ascii=False) + "\n"
