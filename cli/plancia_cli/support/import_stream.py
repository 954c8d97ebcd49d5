"""Imports many games: worker processes read and judge the files, and the games arrive in order, ready to be stored."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, check_file, read_bytes
from plancia_cli.support.sources import Source, fail_import, is_bundle, looks_like_file, print_unread

if TYPE_CHECKING:
    from plancia_archive.importers.preparing import FileChunk, PreparedFile, PreparedGame, ReadOptions
    from plancia_archive.workers import InProcessWorkers, Workers


def total_size(names: tuple[str, ...]) -> int:
    """Returns the total bytes of the files, folders and ZIP files named; 0 if a name is none of these."""
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
    context: CliContext, workers: InProcessWorkers | Workers, names: tuple[str, ...], options: ReadOptions
) -> None:
    """Ends the command if one of the names cannot be read, before anything is stored."""
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.importers.bundles import list_folder, read_zip
    from plancia_archive.importers.preparing import FileChunk, check_files, group_by_size
    from plancia_archive.workers import result_of

    single_files: list[FileChunk] = []
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
                single_files.append(FileChunk(name))
        except OSError as error:
            context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))
    if len(names) == 1:
        return  # nothing is stored before it
    tasks = list(group_by_size((chunk, Path(chunk.name).stat().st_size) for chunk in single_files))
    for group, problems in zip(tasks, workers.map(check_files, ((options, group) for group in tasks)), strict=True):
        for chunk, problem in zip(group, problems, strict=True):
            try:
                result_of((problem is None, problem))
            except ImportProblem as error:
                fail_import(context, chunk.name, Path(chunk.name).read_bytes(), options.kind, error)


def split_into_chunks(
    context: CliContext, names: tuple[str, ...], options: ReadOptions
) -> Iterator[tuple[FileChunk, int]]:
    """Yields the chunks to read, each with its size in bytes: long texts in parts, small files by name."""
    from plancia_archive.importers.bundles import list_folder, read_zip
    from plancia_archive.importers.preparing import TASK_BYTES, FileChunk, split_text

    for name in names:
        if is_bundle(name) and not Path(name).is_dir():
            files: Iterator[tuple[str, bytes | None]] = iter(read_zip(read_bytes(context, name), name))
        else:
            paths = list_folder(Path(name)) if Path(name).is_dir() else iter([Path(name)])
            files = ((str(path), None) for path in paths)
        for file_name, data in files:
            size = len(data) if data is not None else Path(file_name).stat().st_size
            if size <= 2 * TASK_BYTES or options.preprocess is not None:
                yield FileChunk(file_name, data), size
            else:
                data = read_bytes(context, file_name) if data is None else data
                yield from ((chunk, chunk.size) for chunk in split_text(file_name, data))
                del data


def read_in_workers(
    context: CliContext,
    workers: InProcessWorkers | Workers,
    names: tuple[str, ...],
    options: ReadOptions,
    unreadable: list[str],
) -> Iterator[Source]:
    """Yields the games in order. Unreadable members of folders and ZIP files are reported, as in `read_sources`."""
    from plancia_archive.importers.preparing import group_by_size, prepare_files

    submitted: deque[list[FileChunk]] = deque()

    def tasks() -> Iterator[tuple[ReadOptions, list[FileChunk]]]:
        for group in group_by_size(split_into_chunks(context, names, options)):
            submitted.append(group)
            yield options, group

    games: Counter[str] = Counter()  # games read so far, by file
    reread_files: set[str] = set()  # files with a chunk that has problems: read whole instead
    for outcomes in workers.map(prepare_files, tasks()):
        for chunk, outcome in zip(submitted.popleft(), outcomes, strict=True):
            if chunk.name in reread_files:
                continue
            if outcome is None:
                reread_files.add(chunk.name)
                yield from reread_file(context, chunk.name, names, options, unreadable)[games[chunk.name] :]
                continue
            sources = prepared_sources(context, chunk.name, outcome, names, options, unreadable)
            games[chunk.name] += len(sources) if chunk.games is not None else 0
            yield from sources


def reread_file(
    context: CliContext, name: str, names: tuple[str, ...], options: ReadOptions, unreadable: list[str]
) -> list[Source]:
    """Reads and judges the games of a file in this process."""
    from plancia_archive.importers.bundles import read_zip
    from plancia_archive.importers.preparing import FileChunk, prepare_file

    bundle, _, _ = name.partition("!")
    members = read_zip(read_bytes(context, bundle), bundle) if is_bundle(bundle) and not Path(name).exists() else ()
    data = next((data for member, data in members if member == name), None)
    outcome = prepare_file(options, FileChunk(name, data))
    assert outcome is not None
    return prepared_sources(context, name, outcome, names, options, unreadable)


def prepared_sources(
    context: CliContext,
    name: str,
    outcome: PreparedFile,
    names: tuple[str, ...],
    options: ReadOptions,
    unreadable: list[str],
) -> list[Source]:
    """Returns the games that a worker prepared. An unreadable file ends the command if it was named itself."""
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.workers import result_of

    if not isinstance(outcome, bytes):
        return [prepared_source(context, name, prepared) for prepared in outcome or ()]
    try:
        result_of((False, outcome))
    except ImportProblem as error:
        if name in names:
            fail_import(context, name, Path(name).read_bytes(), options.kind, error)
        click.echo(error.text(context.lang), err=True)
        if error.problems:  # of a sheet
            print_unread(context, name, error.problems)
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))
    unreadable.append(name)
    return []


def prepared_source(context: CliContext, name: str, prepared: PreparedGame) -> Source:
    """Returns the source of a game that a worker prepared."""
    from plancia_archive.workers import unpickle_error

    imported = prepared.imported
    return Source(
        name, imported.game, imported.problems, left_out=tuple(imported.left_out_in(context.lang)),
        notes=tuple(imported.notes), version=prepared.version, storable=prepared.storable,
        refusal=None if prepared.refusal is None else unpickle_error(prepared.refusal),
    )  # fmt: skip
