"""Imports of many games: worker processes read and judge the files; the games come in order, ready to be stored."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, check_file, read_bytes
from plancia_cli.support.sources import Source, fail_import, is_bundle, looks_like_file

if TYPE_CHECKING:
    from plancia_archive.importers.preparing import Contents, Options, Prepared, Unit
    from plancia_archive.workers import InProcessWorkers, Workers


def total_size(names: tuple[str, ...]) -> int:
    """The bytes of the files, folders and ZIP files named; 0 if a name is none of these."""
    total = 0
    for name in names:
        path = Path(name)
        if path.is_dir():
            total += sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        elif path.is_file():
            total += path.stat().st_size
        elif not looks_like_file(name):
            return 0
    return total


def check_sources(
    context: CliContext, workers: InProcessWorkers | Workers, names: tuple[str, ...], options: Options
) -> None:
    """Ends the command if one of the names cannot be read, before anything is stored."""
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.importers.bundles import list_folder, read_zip
    from plancia_archive.importers.preparing import Unit, check, grouped
    from plancia_archive.workers import result_of

    named: list[Unit] = []
    for name in names:
        try:
            if Path(name).is_dir():
                for path in list_folder(Path(name)):
                    path.open("rb").close()
            elif is_bundle(name):
                for _ in read_zip(read_bytes(context, name), name):
                    pass
            else:
                check_file(context, name)
                named.append(Unit(name))
        except ImportProblem as error:
            context.fail(error.text(context.lang))
        except OSError as error:
            context.fail(context.say("cannot-read", file=name, why=context.why(error)))
    if len(names) == 1:
        return  # nothing is stored before it
    tasks = list(grouped((unit, Path(unit.name).stat().st_size) for unit in named))
    for group, problems in zip(tasks, workers.map(check, ((options, group) for group in tasks)), strict=True):
        for unit, problem in zip(group, problems, strict=True):
            try:
                result_of((problem is None, problem))
            except ImportProblem as error:
                fail_import(context, unit.name, Path(unit.name).read_bytes(), options.kind, error)


def units_of(context: CliContext, names: tuple[str, ...], options: Options) -> Iterator[tuple[Unit, int]]:
    """Yields what is to be read, with its size in bytes: long texts in pieces, small files by name."""
    from plancia_archive.importers.bundles import list_folder, read_zip
    from plancia_archive.importers.preparing import PIECE, Unit, pieces

    for name in names:
        if is_bundle(name) and not Path(name).is_dir():
            files: Iterator[tuple[str, bytes | None]] = iter(read_zip(read_bytes(context, name), name))
        else:
            paths = list_folder(Path(name)) if Path(name).is_dir() else iter([Path(name)])
            files = ((str(path), None) for path in paths)
        for shown, data in files:
            size = len(data) if data is not None else Path(shown).stat().st_size
            if size <= 2 * PIECE or options.first is not None:
                yield Unit(shown, data), size
            else:
                data = read_bytes(context, shown) if data is None else data
                yield from ((unit, unit.size) for unit in pieces(shown, data))
                del data


def prepared_sources(
    context: CliContext,
    workers: InProcessWorkers | Workers,
    names: tuple[str, ...],
    options: Options,
    unread: list[str],
) -> Iterator[Source]:
    """Yields the games in order; unreadable members of folders and ZIP files are reported, as in `read_sources`."""
    from plancia_archive.importers.preparing import grouped, prepare

    begun: deque[list[Unit]] = deque()

    def tasks() -> Iterator[tuple[Options, list[Unit]]]:
        for group in grouped(units_of(context, names, options)):
            begun.append(group)
            yield options, group

    games: Counter[str] = Counter()  # by file, those of its pieces so far
    whole: set[str] = set()  # files with a piece that was not understood: they were read as a whole instead
    for outcomes in workers.map(prepare, tasks()):
        for unit, outcome in zip(begun.popleft(), outcomes, strict=True):
            if unit.name in whole:
                continue
            if outcome is None:
                whole.add(unit.name)
                yield from read_whole(context, unit.name, names, options, unread)[games[unit.name] :]
                continue
            sources = sources_of(context, unit.name, outcome, names, options, unread)
            games[unit.name] += len(sources) if unit.games is not None else 0
            yield from sources


def read_whole(
    context: CliContext, name: str, names: tuple[str, ...], options: Options, unread: list[str]
) -> list[Source]:
    """The games of a file, read and judged here."""
    from plancia_archive.importers.bundles import read_zip
    from plancia_archive.importers.preparing import Unit, contents

    bundle, _, _ = name.partition("!")
    members = read_zip(read_bytes(context, bundle), bundle) if is_bundle(bundle) and not Path(name).exists() else ()
    data = next((data for shown, data in members if shown == name), None)
    outcome = contents(options, Unit(name, data))
    assert outcome is not None
    return sources_of(context, name, outcome, names, options, unread)


def sources_of(
    context: CliContext, name: str, outcome: Contents, names: tuple[str, ...], options: Options, unread: list[str]
) -> list[Source]:
    """The games that a worker prepared. A file that cannot be read ends the command if it was named itself."""
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.workers import result_of

    if not isinstance(outcome, bytes):
        return [source_of(context, name, one) for one in outcome or ()]
    try:
        result_of((False, outcome))
    except ImportProblem as error:
        if name in names:
            fail_import(context, name, Path(name).read_bytes(), options.kind, error)
        click.echo(error.text(context.lang), err=True)
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.why(error)))
    unread.append(name)
    return []


def source_of(context: CliContext, name: str, one: Prepared) -> Source:
    """A game as a worker prepared it."""
    from plancia_archive.workers import unpickle_error

    imported = one.imported
    return Source(
        name, imported.game, imported.problems, left_out=tuple(imported.left_out_in(context.lang)),
        notes=tuple(imported.notes), version=one.version, intake=one.intake,
        refusal=None if one.refusal is None else unpickle_error(one.refusal),
    )  # fmt: skip
