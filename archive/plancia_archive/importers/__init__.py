"""Importers: records of other engines to games of ours. One module each, one row in `plancia_data/importers.toml`.

An importer gives games and says what it could not carry over; what it does not understand is an ImportProblem.
"""

from __future__ import annotations

import gzip
import io
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from plancia_archive.importers.base import Imported, ImportProblem
from plancia_archive.importers.file_signatures import foreign
from plancia_data import importers
from plancia_events import NotationError, read_again
from plancia_events.text.headers import canonical_name, canonical_value, sort_key

MOST_BYTES = 200_000_000
SHEETS = (".csv", ".tsv", ".xlsx")  # what is not understood in these is told in the words of sheets


@dataclass(frozen=True)
class Importer:
    """A kind of source: whether an engine played its games, how to recognise it, how to read it."""

    kind: str
    what: dict[str, str]
    engine: bool
    tells: Callable[[bytes], bool]
    convert: Callable[[bytes, str], list[Imported]]


def registered() -> tuple[Importer, ...]:
    """The importers of `importers.toml` with their modules."""
    found = []
    for row in importers():
        module = import_module(f"plancia_archive.importers.{row['kind'].replace('-', '_')}")
        found.append(Importer(row["kind"], row["what"], bool(row.get("engine")), module.tells, module.convert))
    return tuple(found)


REGISTRY = registered()


def importer_kinds() -> tuple[str, ...]:
    """The kinds that can be imported."""
    return tuple(row.kind for row in REGISTRY)


def unpacked(data: bytes, name: str) -> bytes:
    """The bytes, gunzipped where they are gzip. Raises ImportProblem."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            found = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError) as error:
        raise ImportProblem(name, 0, "gzip", str(error)) from error
    if len(found) > MOST_BYTES:
        raise ImportProblem(name, 0, "too-large", str(MOST_BYTES))
    return found


def detect(data: bytes, name: str = "") -> str | None:
    """The kind of a file by its content, None where none fits."""
    plain = unpacked(data, name)
    return next((row.kind for row in REGISTRY if row.tells(plain)), None)


def convert(kind: str | None, data: bytes, name: str, headers: Mapping[str, str] | None = None) -> list[Imported]:
    """The games of a file. `kind` None: found by content. Raises ImportProblem with file, line and reason.

    `headers` are put where a game has none of that name.
    """
    plain = unpacked(data, name)
    other = foreign(plain)
    if other is not None:
        raise ImportProblem(name, 0, f"foreign-{other}")
    chosen = kind or detect(plain, name) or ("results" if name.lower().endswith(SHEETS) else None)
    row = next((row for row in REGISTRY if row.kind == chosen), None)
    if row is None:
        raise ImportProblem(name, 0, "kind", chosen or "?")
    try:
        made = row.convert(plain, name)
        for one in made:
            complete(one, headers or {}, name)
        if row.kind != "rgn":
            for one in made:
                assure(one, name)
    except ImportProblem:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error
    return made


def complete(imported: Imported, headers: Mapping[str, str], name: str) -> None:
    """Puts headers where a game has none. Raises ImportProblem for one that does not exist or cannot be so."""
    game = imported.game
    for key, value in headers.items():
        known = canonical_name(key)
        try:
            text = canonical_value(known or "", unicodedata.normalize("NFC", value))
        except NotationError as error:
            raise ImportProblem(name, 0, "header", f"{key}={value}") from error
        if known is None:
            raise ImportProblem(name, 0, "header", f"{key}={value}")
        if game.header(known) is None:
            game.headers = sorted([*game.headers, (known, text)], key=sort_key)
    if game.header("Variant") is None and not imported.problems:
        raise ImportProblem(name, 0, "variant")


def assure(imported: Imported, name: str) -> None:
    """Checks that a converted game can be written and read back as it is. Raises ImportProblem."""
    reading = read_again(imported.game, name)
    if reading.problems:
        problem = reading.problems[0]
        raise ImportProblem(name, 0, "content", f"{problem.code}: {problem.found}"[:200])
    if reading.games[0].events != imported.game.events:
        raise ImportProblem(name, 0, "content", "text")
    imported.game = reading.games[0]


__all__ = ["ImportProblem", "Imported", "Importer", "convert", "detect", "importer_kinds", "unpacked"]
