"""Metadata files of a dump: checksums, counts, licence, Frictionless data package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from plancia_data import described_tables

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
