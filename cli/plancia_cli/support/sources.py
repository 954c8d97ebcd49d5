"""Games from the command line's arguments: files, folders, ZIP files, standard input, ids of the archive."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from plancia_cli.support.context import ERROR, USAGE, CliContext, print_json, read_bytes
from plancia_data import importers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plancia_archive.importers.base import Imported, ImportProblem
    from plancia_archive.log.storable_game import StorableGame
    from plancia_archive.people.shown_names import ShownNames
    from plancia_events import Game, Problem
    from plancia_replay import RuleSet


def parse_headers(context: click.Context, _: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """The values of --header by name; ends the command for a text of another form or a repeated name."""
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals) or name in values:
            cli_context = context.ensure_object(CliContext)
            cli_context.fail(cli_context.say("header-form", what=text), USAGE)
        values[name] = value
    return values


IMPORTER_KINDS = click.Choice([row["kind"] for row in importers()])
with_headers = click.option(
    "--header", "headers", multiple=True, metavar="NAME=VALUE", callback=parse_headers,
    help="A header for games that lack it.",
)  # fmt: skip
MAX_FOREIGN_PROBLEMS = 3  # of a text of which nothing is in the notation
FILE_SUFFIXES = (".rgn", ".jsonl", ".json", ".gz", ".log", ".zip", ".csv", ".tsv", ".xlsx")


Notes = tuple[tuple[str, str], ...]


@dataclass
class Source:
    """A game to work on.

    `name` is its file or its id; `rules` the stored rule-set, None for a game that is not from the archive;
    `left_out` and `notes` what its importer dropped and remarked, the latter as (code, value). If a worker has prepared
    it for an import, `game` has the headers alone, `version` is that of the whole game, and `storable` is what will be
    stored, or `refusal` why nothing will. `standing` says of a stored game whether it counts, or another instead of it.
    `names` are those of the archive that a stored game is from.
    """

    name: str
    game: Game
    problems: list[Problem]
    rules: RuleSet | None = None
    left_out: tuple[str, ...] = ()
    notes: Notes = ()
    version: int | None = None
    storable: StorableGame | None = None
    refusal: Exception | None = None
    standing: dict[str, Any] | None = None
    names: ShownNames | None = None

    def with_names(self, value: Any) -> Any:
        """Returns a text, rows or an object with names in place of references in the free text of a stored game.

        A value of a game that is not stored is returned unchanged.
        """
        if self.names is None:
            return value
        return self.names.text(value) if isinstance(value, str) else self.names.value(value)


def read_sources(
    context: CliContext, names: tuple[str, ...], kind: str | None = None, unread: list[str] | None = None,
    headers: dict[str, str] | None = None, complete: bool = False,
) -> list[Source]:  # fmt: skip
    """Every game of `names`: files, folders, ZIP files, `-`, ids.

    Ends the command if a file cannot be read. An unreadable member of a folder or a ZIP file is reported, its name
    appended to `unread`, and reading goes on. `complete` runs `plancia complete` on each text first.
    """
    sources: list[Source] = []
    for name in names:
        if is_bundle(name):
            sources += read_bundle(context, name, kind, [] if unread is None else unread, headers or {}, complete)
        elif name == "-" or Path(name).exists() or looks_like_file(name):
            sources += read_file(context, name, kind, headers or {}, complete)
        else:
            sources.append(read_stored_game(context, name))
    return sources


def is_bundle(name: str) -> bool:
    """True for a folder or a ZIP file."""
    return name != "-" and (Path(name).is_dir() or name.lower().endswith(".zip"))


def looks_like_file(name: str) -> bool:
    """True if the name cannot be an id: it has a separator of paths or the suffix of a known kind of file."""
    return "/" in name or "\\" in name or name.lower().endswith(FILE_SUFFIXES)


def imported_source(context: CliContext, name: str, imported: Imported) -> Source:
    """An importer's result as a source."""
    left_out = tuple(imported.left_out_in(context.lang))
    return Source(name, imported.game, imported.problems, left_out=left_out, notes=tuple(imported.notes))


def print_import_notes(context: CliContext, games: Iterable[tuple[str, Notes]]) -> None:
    """Prints the importers' remarks by file, such as where the winners come from; `games` are (file, notes)."""
    from plancia_archive.importers.base import format_notes

    by_file: dict[str, list[tuple[str, str]]] = {}
    for name, notes in games:
        by_file.setdefault(name, []).extend(notes)
    for name, file_notes in by_file.items():
        for text in format_notes(file_notes, context.lang):
            context.tell_line(f"{name}: {text}")


def complete_text(data: bytes) -> bytes:
    """A text in the notation, completed; JSON and other kinds of files unchanged."""
    from plancia_archive.importers import rgn
    from plancia_replay.recording.completion import complete as fill_in

    if not rgn.sniff(data) or rgn.JSON_START.match(data.removeprefix(b"\xef\xbb\xbf")):
        return data
    return fill_in(data.decode("utf-8-sig", errors="surrogateescape")).text.encode("utf-8", errors="surrogateescape")


def read_file(
    context: CliContext, name: str, kind: str | None, headers: dict[str, str], complete: bool = False
) -> list[Source]:
    """The games of one file or of standard input; parse problems of a text that is no game are printed."""
    from plancia_archive.importers import convert
    from plancia_archive.importers.base import ImportProblem

    data = complete_text(read_bytes(context, name)) if complete else read_bytes(context, name)
    label = "<stdin>" if name == "-" else name
    try:
        return [imported_source(context, label, imported) for imported in convert(kind, data, label, headers)]
    except ImportProblem as error:
        fail_import(context, label, data, kind, error)


def fail_import(context: CliContext, name: str, data: bytes, kind: str | None, error: ImportProblem) -> NoReturn:
    """Ends the command for a file that cannot be imported; parse problems of a text that is no game are printed."""
    from plancia_archive.importers import SHEETS, decompress
    from plancia_events import read

    problems: list[Problem] = []
    if error.code in ("kind", "empty") and kind in (None, "rgn") and not name.lower().endswith(SHEETS):
        reading = read(decompress(data, name), name)
        is_notation = any(game.events or game.headers for game in reading.games)
        problems = reading.problems if is_notation else reading.problems[:MAX_FOREIGN_PROBLEMS]
    for problem in [] if context.tells_json else problems:
        click.echo(problem.text(context.lang), err=True)
    print_unread(context, name, problems or error.problems)
    if context.tells_json:
        sys.exit(ERROR)
    context.fail(error.text(context.lang))


def print_unread(
    context: CliContext, name: str, problems: list[Problem], more: Sequence[dict[str, object]] = ()
) -> None:
    """Prints the problems of a file or game that is left out as one line of JSON, where the command prints JSON.

    `more` are rows of problems that are not of its text.
    """
    if context.prints_json or context.tells_json:
        rows = [*(problem.to_json(context.lang) for problem in problems), *more]
        print_json({"file": name, "problems": rows}, pretty=False, err=context.tells_json)


def read_bundle(
    context: CliContext, name: str, kind: str | None, unread: list[str], headers: dict[str, str], complete: bool = False
) -> list[Source]:
    """The games of every member of a folder or a ZIP file; `unread` collects the names of unreadable ones."""
    from plancia_archive.importers import convert
    from plancia_archive.importers.base import ImportProblem
    from plancia_archive.importers.bundles import read_folder, read_zip

    sources: list[Source] = []
    try:
        members = read_folder(Path(name)) if Path(name).is_dir() else read_zip(read_bytes(context, name), name)
        for label, data in members:
            try:
                text = complete_text(data) if complete else data
                sources += [
                    imported_source(context, label, imported) for imported in convert(kind, text, label, headers)
                ]
            except ImportProblem as error:
                click.echo(error.text(context.lang), err=True)
                if error.problems:  # of a sheet
                    print_unread(context, label, error.problems)
                unread.append(label)
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))
    return sources


def read_stored_game(context: CliContext, name: str) -> Source:
    """Returns a stored game with its stored rule-set; prints on standard error if the game does not count."""
    from plancia_archive.queries.result_status import supersession_status

    archive = context.open()
    game_id = archive.resolve(name)
    game = archive.game(game_id)
    standing = supersession_status(archive, game_id)
    names = context.names(archive)
    print_standing(context, game_id, names.value(standing))
    return Source(game_id, game, [], archive.rules_of(game), standing=standing, names=names)


def print_standing(context: CliContext, game_id: str, standing: dict[str, Any]) -> None:
    """Prints on standard error that a game does not count, and which games it counts instead of."""
    from plancia_archive.dates import format_time

    superseding = [("game-superseded", standing["superseded_by"])] if standing["superseded_by"] else []
    withdrawal = [("game-withdrawn", standing["withdrawn"])] if standing["withdrawn"] and not superseding else []
    for key, decision in (*superseding, *withdrawal, *(("game-supersedes", older) for older in standing["supersedes"])):
        recorded_at = format_time(decision["recorded_at"])
        author, role = decision["author"] or "?", decision["role"] or "?"
        context.tell(
            key, game=game_id, other=decision["game"], why=decision["why"], author=author, role=role, at=recorded_at
        )
