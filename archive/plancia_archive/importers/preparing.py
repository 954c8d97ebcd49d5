"""Files as tasks for worker processes: read, converted, judged, and ready for the one writer to store.

A long text of many games is cut into pieces before the first header of a game. A piece counts only where everything in
it is understood; else the whole file is to be read in one process, with its limits and the numbers of its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plancia_archive.errors import ArchiveError
from plancia_archive.importers import convert
from plancia_archive.importers.base import Imported, ImportProblem
from plancia_archive.importers.rgn import JSON
from plancia_archive.log.intake import Intake, prepare_import
from plancia_archive.workers import State, pickle_error
from plancia_events import Game
from plancia_events.text.reader import MAX_GAMES
from plancia_replay import RuleSetError

PIECE = 128_000  # bytes of one task, about thirty games
FIRST_HEADER = b"[Notation "
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Options:
    """How files are read: the kind given, headers for games that have none, what is done to the bytes first."""

    kind: str | None
    headers: Mapping[str, str]
    first: Callable[[bytes], bytes] | None = None


@dataclass(frozen=True)
class Unit:
    """A file by its name, one whose bytes are at hand (`data`), or a piece of one with so many `games`."""

    name: str
    data: bytes | None = None
    games: int | None = None

    @property
    def size(self) -> int:
        """Its bytes, as far as they have to be sent."""
        return len(self.data or b"")


@dataclass(frozen=True)
class Prepared:
    """A game of a file: what its importer says (its headers alone), its version, and what will be stored.

    `refusal` is the exception that refuses it, as `workers.pickle_error` gives it.
    """

    imported: Imported
    version: int
    intake: Intake | None = None
    refusal: bytes | None = None


Contents = list[Prepared] | bytes | None  # games; why the file cannot be read (packed); None: a piece not understood


def prepare(state: State, task: tuple[Options, Sequence[Unit]]) -> list[Contents]:
    """For a worker: the games of files, ready to be stored."""
    options, units = task
    return [contents(options, unit) for unit in units]


def contents(options: Options, unit: Unit) -> Contents:
    """The games of one file."""
    try:
        games = games_of(options, unit)
    except (ImportProblem, OSError) as error:
        return pickle_error(error) if unit.games is None else None
    if unit.games is not None and (len(games) != unit.games or any(one.problems for one in games)):
        return None
    return [prepared(one) for one in games]


def check(state: State, task: tuple[Options, Sequence[Unit]]) -> list[bytes | None]:
    """For a worker: why files cannot be read (packed), None for each that can."""
    options, units = task
    outcomes: list[bytes | None] = []
    for unit in units:
        try:
            games_of(options, unit)
            outcomes.append(None)
        except (ImportProblem, OSError) as error:
            outcomes.append(pickle_error(error))
    return outcomes


def games_of(options: Options, unit: Unit) -> list[Imported]:
    """The games of one file, not judged. Raises ImportProblem, OSError."""
    data = Path(unit.name).read_bytes() if unit.data is None else unit.data
    return convert(options.kind, options.first(data) if options.first else data, unit.name, options.headers)


def prepared(one: Imported) -> Prepared:
    """One game, ready to be stored."""
    intake = refusal = None
    if not one.problems:
        try:
            intake = prepare_import(one.game)
        except (ArchiveError, RuleSetError) as error:
            refusal = pickle_error(error)
    return Prepared(replace(one, game=Game(one.game.headers)), one.game.version, intake, refusal)


def pieces(name: str, data: bytes) -> Iterator[Unit]:
    """A long text in pieces of whole games; a file of another form, or one that is not plainly of games, whole."""
    plain = data.removeprefix(BOM)
    games = plain.count(FIRST_HEADER)
    cut = b"\n" + FIRST_HEADER
    orderly = (
        len(plain) > 2 * PIECE and plain.startswith(FIRST_HEADER) and plain.count(cut) == games - 1
        and games <= MAX_GAMES and plain.count(b"\n[Variant ") >= games and not JSON.match(plain)
    )  # fmt: skip
    if not orderly:
        yield Unit(name, None if Path(name).is_file() else data)
        return
    start = 0
    while start < len(plain):
        end = plain.find(cut, start + PIECE) + 1 or len(plain)
        piece = plain[start:end]
        yield Unit(name, piece, piece.count(FIRST_HEADER))
        start = end


def grouped(units: Iterator[tuple[Unit, int]]) -> Iterator[list[Unit]]:
    """Units with their sizes in bytes, as tasks of about PIECE bytes."""
    group: list[Unit] = []
    size = 0
    for unit, length in units:
        if group and size + length > PIECE:
            yield group
            group, size = [], 0
        group.append(unit)
        size += length
    if group:
        yield group
