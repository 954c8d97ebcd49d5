"""Games named on the command line: files of any known kind, standard input, or ids of the archive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.complete import completed
from plancia_cli.support.context import CliContext, read_bytes
from plancia_data import importers

if TYPE_CHECKING:
    from plancia_archive.importers.base import Imported
    from plancia_events import Game, Problem
    from plancia_replay import RuleSet


KINDS = click.Choice([row["kind"] for row in importers()])
ENDINGS = (".rgn", ".jsonl", ".json", ".gz", ".log", ".zip", ".csv", ".tsv", ".xlsx")


@dataclass
class Source:
    """A game, where it came from, its text's problems, and the rules it is kept under (None: those of its header)."""

    name: str
    game: Game
    problems: list[Problem]
    rules: RuleSet | None = None
    left_out: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()


def sources(
    state: CliContext, names: tuple[str, ...], kind: str | None = None, unread: list[str] | None = None,
    headers: dict[str, str] | None = None, complete: bool = False,
) -> list[Source]:  # fmt: skip
    """Every game of the files, folders, ZIP files and ids named.

    Ends the command where a file named cannot be read; what cannot be read inside a folder or a ZIP is told, put into
    `unread`, and the rest goes on. `complete` fills in what follows from the rest of a text.
    """
    found: list[Source] = []
    for name in names:
        if name != "-" and (Path(name).is_dir() or name.lower().endswith(".zip")):
            found += from_bundle(state, name, kind, [] if unread is None else unread, headers or {}, complete)
        elif name == "-" or Path(name).exists() or looks_like_file(name):
            found += from_file(state, name, kind, headers or {}, complete)
        else:
            found.append(from_archive(state, name))
    return found


def looks_like_file(name: str) -> bool:
    """A name that can only be a file's."""
    return "/" in name or "\\" in name or name.lower().endswith(ENDINGS)


def source_of(state: CliContext, name: str, one: Imported) -> Source:
    """A game as an importer gave it."""
    return Source(name, one.game, one.problems, left_out=tuple(one.left_out_in(state.lang)), told=tuple(one.told))


def tell_of(state: CliContext, found: list[Source]) -> None:
    """Tells of each file what its importer has to tell beside what it left out, such as where winners come from."""
    from plancia_archive.importers.base import told_in

    for name in dict.fromkeys(source.name for source in found):
        for text in told_in([told for source in found if source.name == name for told in source.told], state.lang):
            state.tell_line(f"{name}: {text}")


def from_file(
    state: CliContext, name: str, kind: str | None, headers: dict[str, str], complete: bool = False
) -> list[Source]:
    """The games of one file, with what follows from the rest filled in where that is asked."""
    from plancia_archive.importers import SHEETS, convert
    from plancia_archive.importers.base import ImportProblem
    from plancia_events import read

    data = completed(read_bytes(state, name)) if complete else read_bytes(state, name)
    shown = "<stdin>" if name == "-" else name
    try:
        return [source_of(state, shown, one) for one in convert(kind, data, shown, headers)]
    except ImportProblem as error:
        if error.code in ("kind", "empty") and kind in (None, "rgn") and not name.lower().endswith(SHEETS):
            for problem in read(data, shown).problems:
                click.echo(problem.text(state.lang), err=True)
        state.fail(error.text(state.lang))


def from_bundle(
    state: CliContext, name: str, kind: str | None, unread: list[str], headers: dict[str, str], complete: bool = False
) -> list[Source]:
    """The games of every file in a folder or a ZIP file."""
    from plancia_archive.importers import convert
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.importers.bundles import of_folder, of_zip

    found: list[Source] = []
    try:
        members = of_folder(Path(name)) if Path(name).is_dir() else of_zip(read_bytes(state, name), name)
        for shown, data in members:
            try:
                given = completed(data) if complete else data
                found += [source_of(state, shown, one) for one in convert(kind, given, shown, headers)]
            except ImportProblem as error:
                click.echo(error.text(state.lang), err=True)
                unread.append(shown)
    except ImportProblem as error:
        state.fail(error.text(state.lang))
    except OSError as error:
        state.fail(state.say("cannot-read", file=name, why=state.why(error)))
    return found


def from_archive(state: CliContext, name: str) -> Source:
    """A kept game, with its kept rules."""
    from plancia_archive import ArchiveError

    archive = state.open()
    try:
        game_id = archive.resolve(name)
        game = archive.game(game_id)
        return Source(game_id, game, [], archive.rules_of(game))
    except ArchiveError as error:
        state.fail(error.text(state.lang))
