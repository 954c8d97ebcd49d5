"""Prepares files in worker processes: reads, converts and judges their games for the one writer to store.

A long text of many games is split before the first header of a game. A chunk is used only if all of it parses without
problems; else the whole file is read in one process, with its limits and line numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plancia_archive.errors import ArchiveError
from plancia_archive.importers import convert
from plancia_archive.importers.base import Imported, ImportProblem
from plancia_archive.importers.rgn import JSON_START
from plancia_archive.log.storable_game import StorableGame, prepare_import
from plancia_archive.workers import State, pickle_error
from plancia_events import Game
from plancia_events.text.reader import MAX_GAMES
from plancia_replay import RuleSetError

TASK_BYTES = 128_000  # bytes of one task, about thirty games
FIRST_HEADER = b"[Notation "
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class ReadOptions:
    """How files are read: the kind (None: detected), default headers, and a function applied to the bytes first."""

    kind: str | None
    headers: Mapping[str, str]
    preprocess: Callable[[bytes], bytes] | None = None


@dataclass(frozen=True)
class FileChunk:
    """A whole file, read from disk if `data` is None, or a part of a file with the number of its `games`."""

    name: str
    data: bytes | None = None
    games: int | None = None

    @property
    def size(self) -> int:
        """Number of bytes that are sent to the worker."""
        return len(self.data or b"")


@dataclass(frozen=True)
class PreparedGame:
    """A game of a file: what its importer returned (headers only), its version, and the rows to store.

    `refusal` is the exception that refuses it, packed by `workers.pickle_error`.
    """

    imported: Imported
    version: int
    storable: StorableGame | None = None
    refusal: bytes | None = None


PreparedFile = (
    list[PreparedGame] | bytes | None
)  # games; the exception of an unreadable file (packed); None: the chunk has problems


def prepare_files(state: State, task: tuple[ReadOptions, Sequence[FileChunk]]) -> list[PreparedFile]:
    """Prepares the games of files for storage; runs in a worker process."""
    options, chunks = task
    return [prepare_file(options, chunk) for chunk in chunks]


def prepare_file(options: ReadOptions, chunk: FileChunk) -> PreparedFile:
    """Prepares the games of one file, or of one chunk."""
    try:
        games = read_games(options, chunk)
    except (ImportProblem, OSError) as error:
        return pickle_error(error) if chunk.games is None else None
    if chunk.games is not None and (len(games) != chunk.games or any(imported.problems for imported in games)):
        return None
    return [prepare_game(imported) for imported in games]


def check_files(state: State, task: tuple[ReadOptions, Sequence[FileChunk]]) -> list[bytes | None]:
    """Returns for each file the exception that makes it unreadable (packed), or None; runs in a worker process."""
    options, chunks = task
    outcomes: list[bytes | None] = []
    for chunk in chunks:
        try:
            read_games(options, chunk)
            outcomes.append(None)
        except (ImportProblem, OSError) as error:
            outcomes.append(pickle_error(error))
    return outcomes


def read_games(options: ReadOptions, chunk: FileChunk) -> list[Imported]:
    """Reads the games of one file without judging them. Raises ImportProblem, OSError."""
    data = Path(chunk.name).read_bytes() if chunk.data is None else chunk.data
    return convert(options.kind, options.preprocess(data) if options.preprocess else data, chunk.name, options.headers)


def prepare_game(imported: Imported) -> PreparedGame:
    """Prepares one game for storage: judges it and computes its rows."""
    storable_game = refusal = None
    if not imported.problems:
        try:
            storable_game = prepare_import(imported.game)
        except (ArchiveError, RuleSetError) as error:
            refusal = pickle_error(error)
    return PreparedGame(
        replace(imported, game=Game(imported.game.headers)), imported.game.version, storable_game, refusal
    )


def split_text(name: str, data: bytes) -> Iterator[FileChunk]:
    """Splits a long text into chunks of whole games. Any other file is yielded whole."""
    text = data.removeprefix(BOM)
    games = text.count(FIRST_HEADER)
    separator = b"\n" + FIRST_HEADER
    is_splittable = (
        len(text) > 2 * TASK_BYTES and text.startswith(FIRST_HEADER) and text.count(separator) == games - 1
        and games <= MAX_GAMES and text.count(b"\n[Variant ") >= games and not JSON_START.match(text)
    )  # fmt: skip
    if not is_splittable:
        yield FileChunk(name, None if Path(name).is_file() else data)
        return
    start = 0
    while start < len(text):
        end = text.find(separator, start + TASK_BYTES) + 1 or len(text)
        chunk = text[start:end]
        yield FileChunk(name, chunk, chunk.count(FIRST_HEADER))
        start = end


def group_by_size(chunks: Iterator[tuple[FileChunk, int]]) -> Iterator[list[FileChunk]]:
    """Groups chunks, given with their sizes in bytes, into tasks of about TASK_BYTES."""
    group: list[FileChunk] = []
    size = 0
    for chunk, length in chunks:
        if group and size + length > TASK_BYTES:
            yield group
            group, size = [], 0
        group.append(chunk)
        size += length
    if group:
        yield group
