"""Importers: convert records of other engines and result sheets to games.

Each is one module and one row of `plancia_data/importers.toml`. An importer returns games, and for each the list of
omitted parts; for input that it cannot read it raises ImportProblem.
"""

from __future__ import annotations

import gzip
import io
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import zip_longest

from plancia_archive.importers.base import Imported, ImportProblem, error_reason
from plancia_archive.importers.file_signatures import binary_kind
from plancia_data import importers
from plancia_data.forms import Words
from plancia_events import NotationError, format_event, round_trip
from plancia_events.text.headers import canonical_name, canonical_value, sort_key

BOM = b"\xef\xbb\xbf"
MAX_BYTES = 200_000_000
SHEETS = (".csv", ".tsv", ".xlsx")  # problems in these are reported as sheet problems


@dataclass(frozen=True)
class Importer:
    """A kind of source: description by language, whether an engine played its games, `sniff` and `convert`."""

    kind: str
    what: Words
    engine: bool
    sniff: Callable[[bytes], bool]
    convert: Callable[[bytes, str], list[Imported]]


def load_registry() -> tuple[Importer, ...]:
    """Loads the importers listed in `importers.toml`."""
    loaded = []
    for row in importers():
        module = import_module(f"plancia_archive.importers.{row['kind'].replace('-', '_')}")
        loaded.append(Importer(row["kind"], row["what"], bool(row.get("engine")), module.sniff, module.convert))
    return tuple(loaded)


REGISTRY = load_registry()


def importer_kinds() -> tuple[str, ...]:
    """Returns the ids of the kinds that can be imported."""
    return tuple(row.kind for row in REGISTRY)


def decompress(data: bytes, name: str) -> bytes:
    """Decompresses gzip data (RFC 1952); returns other data unchanged. Raises ImportProblem."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, EOFError) as error:
        raise ImportProblem(name, 0, "gzip", str(error)) from error
    if len(content) > MAX_BYTES:
        raise ImportProblem(name, 0, "too-large", str(MAX_BYTES))
    return content


def detect(data: bytes, name: str = "") -> str | None:
    """Detects the kind of a file by its content; None if no importer matches. Raises ImportProblem for damaged gzip."""
    decompressed = decompress(data, name)
    unmarked = decompressed.removeprefix(BOM)
    return next((row.kind for row in REGISTRY if row.sniff(unmarked if row.engine else decompressed)), None)


def convert(kind: str | None, data: bytes, name: str, headers: Mapping[str, str] | None = None) -> list[Imported]:
    """Converts a file to games. Raises ImportProblem with file, line and reason.

    `kind` None: detected by content. `headers` are defaults for headers that a game lacks.
    """
    decompressed = decompress(data, name)
    foreign_kind = binary_kind(decompressed)
    if foreign_kind is not None:
        raise ImportProblem(name, 0, f"foreign-{foreign_kind}")
    chosen = kind or detect(decompressed, name) or ("results" if name.lower().endswith(SHEETS) else None)
    importer = next((importer for importer in REGISTRY if importer.kind == chosen), None)
    if importer is None:
        raise ImportProblem(name, 0, "kind", f" ({chosen})" if chosen else "")
    try:
        imported = importer.convert(decompressed.removeprefix(BOM) if importer.engine else decompressed, name)
        for item in imported:
            add_headers(item, headers or {}, name)
        if importer.kind != "rgn":
            for item in imported:
                check_round_trip(item, name)
    except ImportProblem:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ImportProblem(name, 0, "content", error_reason(error)) from error
    return imported


def add_headers(imported: Imported, headers: Mapping[str, str], name: str) -> None:
    """Adds default headers to a game. Raises ImportProblem for an unknown header or an invalid value."""
    game = imported.game
    for key, value in headers.items():
        header = canonical_name(key)
        try:
            text = canonical_value(header or "", unicodedata.normalize("NFC", value))
        except NotationError as error:
            raise ImportProblem(name, 0, "header", f"{key}={value}") from error
        if header is None:
            raise ImportProblem(name, 0, "header", f"{key}={value}")
        if game.header(header) is None:
            game.headers = sorted([*game.headers, (header, text)], key=sort_key)
    if game.header("Variant") is None and not imported.problems:
        raise ImportProblem(name, 0, "variant")


def check_round_trip(imported: Imported, name: str) -> None:
    """Checks that a converted game survives a round trip through text. Raises ImportProblem."""
    reading = round_trip(imported.game, name)
    if reading.problems:
        problem = reading.problems[0]
        written = imported.game.text().splitlines()[problem.line - 1 : problem.line]
        raise ImportProblem(name, 0, "content", f"{' '.join(written)[:160]}: {problem.found}")
    if reading.games[0].events != imported.game.events:
        pairs = zip_longest(imported.game.events, reading.games[0].events)
        changed = next((event for event, reread in pairs if event != reread and event is not None), None)
        raise ImportProblem(name, 0, "content", "?" if changed is None else format_event(changed)[:160])
    imported.game = reading.games[0]


__all__ = ["ImportProblem", "Imported", "Importer", "convert", "decompress", "detect", "importer_kinds"]
