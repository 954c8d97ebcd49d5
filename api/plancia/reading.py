"""Reads games from files, text, bytes and file objects, in every format that can be imported."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from plancia_archive.importers import SHEETS, Imported, ImportProblem, convert
from plancia_archive.importers.base import format_notes
from plancia_archive.importers.bundles import read_folder, read_zip
from plancia_data import EXTRAS, MissingExtra
from plancia_events import Game, Problem
from plancia_events import read as read_text

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]


class ReadError(ValueError):
    """Raised for a source that cannot be read completely; has all its problems.

    `file`, `line` and `column` (counted from 1, 0 if unknown) are the place of the first problem. `problems` are those
    of texts in the notation, each with file, line, column, code and the line itself. `games` are the games that could
    be read, with unreadable lines as notes; a game whose headers do not determine its rules is not included.
    """

    def __init__(self, parts: Sequence[Problem | ImportProblem], games: Sequence[Game] = ()) -> None:
        self.parts = list(parts)
        self.games = list(games)
        self.problems = [
            problem for part in parts for problem in ([part] if isinstance(part, Problem) else part.problems)
        ]
        first = (self.problems or self.parts)[0]
        self.file, self.line = first.file, first.line
        self.column = first.column if isinstance(first, Problem) else 0
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns all problems as text, "it" or "en", each with its line quoted and a caret under the column."""
        return "\n".join(part.text(lang) for part in self.parts)


class LeftOutWarning(UserWarning):
    """Warns that a conversion left out or supplied information."""


def read(
    source: Source, *, kind: str | None = None, headers: Mapping[str, str] | None = None, lang: str = "en"
) -> list[Game]:
    """Reads the games of a source: a path, text, bytes, or an open file in text or binary mode.

    A `str` with a line break, or one that begins with `[` or `{`, is text; any other is a path. A folder or a `.zip`
    file gives the games of all its files. `kind` is "rgn", "results", "risiko-rl", "domination", "pyrisk" or "syncs";
    None detects it from the content. `headers` are added to games that lack them, such as `{"Variant": "monopoli@1"}`
    for a sheet of results. Issues a LeftOutWarning, in the language `lang`, if a conversion leaves something out.

    Raises ReadError for a source that cannot be understood, OSError for a file that cannot be read, TypeError for
    another type of source, MissingExtra for an XLSX file without the extra `sheets`.
    """
    games: list[Imported] = []
    problems: list[Problem | ImportProblem] = []
    try:
        for name, data in iterate_files(source):
            try:
                imported = convert(kind, data, name, headers)
            except ImportProblem as error:
                problems += file_problems(error, data, kind)
                continue
            warn_of_losses(name, imported, lang)
            games += imported
    except ImportProblem as error:  # a damaged or too large collection
        problems.append(error)
    problems += [problem for item in games for problem in item.problems]
    if not games and not problems:
        problems.append(ImportProblem(str(source), 0, "empty"))
    if problems:
        raise ReadError(problems, [item.game for item in games if not any(p.names_rules for p in item.problems)])
    return [item.game for item in games]


def iterate_files(source: Source) -> Iterator[tuple[str, bytes]]:
    """Yields name and bytes of each file of a source. Raises OSError, TypeError, ImportProblem."""
    name, data = load_source(source)
    if data is None:
        yield from read_folder(Path(name))
    elif name.lower().endswith(".zip"):
        yield from read_zip(data, name)
    else:
        yield name, data


def load_source(source: Any) -> tuple[str, bytes | None]:
    """Returns the name for problems, and the bytes; None for a folder. Raises OSError, TypeError."""
    if isinstance(source, bytes | bytearray | memoryview):
        return "<bytes>", bytes(source)
    if isinstance(source, str) and is_text(source):
        return "<text>", source.encode()
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        return str(path), None if path.is_dir() else path.read_bytes()
    if hasattr(source, "read"):
        data = source.read()
        return str(getattr(source, "name", "<file>")), data.encode() if isinstance(data, str) else data
    raise TypeError(f"a path, text, bytes or an open file is needed, not {type(source).__name__}")


def is_text(source: str) -> bool:
    """Returns True for the text of a game, False for the path of a file."""
    return "\n" in source or source.lstrip("\ufeff ").startswith(("[", "{"))


def file_problems(error: ImportProblem, data: bytes, kind: str | None) -> list[Problem | ImportProblem]:
    """Returns the problems of a file of unknown kind: those of the notation if it could be such a text.

    Raises MissingExtra.
    """
    if error.code == "extra":
        raise MissingExtra(error.what, EXTRAS[error.what][0]) from error
    if error.code in ("kind", "empty") and kind in (None, "rgn") and not error.file.lower().endswith(SHEETS):
        return [*read_text(data, error.file).problems, error]
    return [error]


def warn_of_losses(name: str, imported: Sequence[Imported], lang: str) -> None:
    """Issues one warning per file about what a conversion left out or took from elsewhere."""
    losses = dict.fromkeys(loss for item in imported for loss in item.left_out_in(lang))
    messages = [*losses, *format_notes([note for item in imported for note in item.notes], lang)]
    if messages:
        warnings.warn(f"{name}: {'; '.join(messages)}", LeftOutWarning, stacklevel=3)
