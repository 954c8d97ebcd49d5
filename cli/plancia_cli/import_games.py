"""import: games from files of any known kind."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import click

from plancia_cli.support.context import CLEAN, ERROR, CliContext, print_json
from plancia_cli.support.import_backup import find_backups, merge_backup
from plancia_cli.support.import_stream import check_sources, read_in_workers, total_size
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.judging import problems_json
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.receipts import build_receipts, tell_receipt, with_receipt, write_receipts
from plancia_cli.support.sources import (
    IMPORTER_KINDS,
    Notes,
    Source,
    complete_text,
    print_import_notes,
    read_sources,
    with_headers,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)
RECEIPT_BATCH_SIZE = 500  # games whose receipts share a checkpoint
ROW_FIELDS = ("file", "outcome", "game", "version", "events", "duplicate")


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "kind", type=IMPORTER_KINDS, help="Kind of the file; detected from its content if omitted.")
@with_headers
@click.option("--archive", "-a", "path", help="The archive; created if it does not exist.")
@click.option("--complete", is_flag=True, help="Fill in colours, losses, END and OCC where they follow from the rest.")
@click.option(
    "--replaces", metavar="GAME", help="The stored game that this one corrects: it is withdrawn, and stays in the log."
)
@click.option("--why", help="The reason for the replacement, in one line.")
@click.option("--same", multiple=True, metavar="THEIRS=OURS",
              help="A person of a backup who is one of this archive, by name or reference; repeatable.")  # fmt: skip
@click.option("--same-names", is_flag=True, help="People of a backup are those of this archive with the same name.")
@click.option("--dry-run", is_flag=True, help="Read and judge, but store nothing.")
@with_receipt
@with_jobs()
@with_format("text", "One JSON object per game.")
@pass_cli_context
def import_command(
    context: CliContext, files: tuple[str, ...], kind: str | None, headers: dict[str, str], path: str | None,
    complete: bool, replaces: str | None, why: str | None, same: tuple[str, ...], same_names: bool, dry_run: bool,
    jobs: int, printer: Printer,
) -> None:  # fmt: skip
    """Store games in the archive and judge them.

    A folder or a ZIP file stands for all the records in it; a report follows at the end. A game that is already stored
    is not stored twice. A file with lines that cannot be parsed is reported in full and not stored: all or nothing.

    Results in a spreadsheet (CSV or XLSX: one line per player, with table, name and points, and headings in Italian or
    English) become games of completeness result-only; --header adds what no column says. A folder written by plancia
    dump restores its games.

    The backup of another archive (plancia backup) is merged: games that are here already are found by content, games
    that went on there are continued, and games that were withdrawn there are withdrawn. Tournaments, disputes,
    approvals and evidence of corrections are kept as records of that archive, which count for nothing here (plancia
    merged); tokens are not taken.

    Its people stay apart from those of this archive, also with the same name, and are listed. Who is one person is said
    with --same or --same-names, or later with plancia person merge; plancia person part undoes it. Who sat in a game
    that both archives have is the same person.

    With --replaces the record that is corrected no longer counts: it is withdrawn in the same step (see plancia
    withdraw).

    \b
    Example: plancia import serata1/*.rgn --archive circolo.db
             plancia import stagione.zip --dry-run
             plancia import serata-1-corretta.rgn --replaces serata-1 --why "dice of round 4 read again"
             plancia import altro-circolo.zip --dry-run
             plancia import altro-circolo.zip --same "Marco Bianchi=Marco Bianchi (Bari)"
             plancia import risultati.xlsx --header Variant=monopoli@1 --header Event=Autunno
    """
    context.archive = path or context.archive
    if why and not replaces:
        raise click.UsageError(context.say("why-replaces"))
    report = Report(context, printer, dry_run, replaces, why, same, same_names)
    backups = find_backups(files)
    if (same or same_names) and not backups:
        raise click.UsageError(context.say("same-backup"))
    if backups and (replaces or kind or headers or complete):
        raise click.UsageError(context.say("backup-options", file=backups[0]))
    for name in backups:
        report.add_backup(name)
    all_files, files = files, tuple(name for name in files if name not in backups)
    if not files:
        report.end(all_files)
    count = 0 if replaces else count_processes(jobs, files)
    if count:
        from plancia_archive.importers.preparing import ReadOptions
        from plancia_archive.workers import worker_pool

        options = ReadOptions(kind, headers, complete_text if complete else None)
        with worker_pool(count) as workers:
            check_sources(context, workers, files, options)
            report.add(read_in_workers(context, workers, files, options, report.unread), 0)
    else:
        games = read_sources(context, files, kind, report.unread, headers, complete)
        if replaces and len(games) != 1:
            raise click.UsageError(context.say("replaces-one", count=len(games)))
        report.add(games, len(games))
    report.end(files)


def count_processes(jobs: int, files: tuple[str, ...]) -> int:
    """How many processes to use, at most one per task; 0 for few games, which are all read before the first is stored.

    More games than memory should hold are read task by task even in one process.
    """
    from plancia_archive import workers
    from plancia_archive.importers import preparing

    size = total_size(files)
    min_bytes = workers.MIN_BYTES if jobs > 1 else workers.STREAM_BYTES
    return 0 if size < min_bytes else max(1, min(jobs, size // preparing.TASK_BYTES))


class Report:
    """Adds the games of an import to the archive one by one, and reports on them."""

    def __init__(
        self, context: CliContext, printer: Printer, dry_run: bool, replaces: str | None, why: str | None,
        same: tuple[str, ...] = (), same_names: bool = False,
    ) -> None:  # fmt: skip
        self.context, self.printer, self.dry_run, self.replaces, self.why = context, printer, dry_run, replaces, why
        self.same, self.same_names = same, same_names  # who of a backup is one of this archive
        self.unread: list[str] = []  # members of folders and ZIP files that cannot be read
        self.rows: list[Row] = []  # for the formats that are printed at the end
        self.counts = {"kept": 0, "already": 0, "continued": 0, "withdrawn": 0, "would-keep": 0, "records": 0,
                       "failed": 0}  # fmt: skip
        self.has_backup = False
        self.notes: list[tuple[str, Notes]] = []
        self.waiting: list[Row] = []  # stored, but without receipt yet
        self.written = False  # to the file of --receipt
        self.likely_names: dict[str, list[str]] = {}  # words that may be names -> the files that have them

    def add(self, games: Iterable[Source], length: int) -> None:
        """Adds the games; `length` is their number for the progress bar, 0 if it is not known."""
        context, printer = self.context, self.printer
        prints_rows = printer.format == "text" or printer.is_json
        with (
            context.open_to_write(self.dry_run) as archive,
            progress(context.say("importing"), length, prints_rows) as step,
        ):
            try:
                for source in games:
                    self.add_one(archive, source)
                    step()
            finally:  # also where an interruption ends it: what is stored is told
                self.give_receipts(archive, last=True)
                tell_likely_names(context, self.likely_names)

    def add_one(self, archive: Archive, source: Source) -> None:
        """Adds one game and reports it; JSON is printed once it has its receipt."""
        context = self.context
        row = add_source(context, archive, source, self.dry_run, self.replaces, self.why, self.likely_names)
        if source.notes:
            self.notes.append((source.name, source.notes))
        self.add_row(archive, row)

    def add_backup(self, name: str) -> None:
        """Adds the games of another archive's backup."""
        self.has_backup = True
        with self.context.open_to_write(self.dry_run) as archive:
            try:
                for row in merge_backup(self.context, archive, name, self.dry_run, self.same, self.same_names):
                    self.add_row(archive, row)
            finally:
                self.give_receipts(archive, last=True)

    def add_row(self, archive: Archive, row: Row) -> None:
        """Reports one game."""
        context, printer = self.context, self.printer
        self.counts[row["outcome"]] += 1
        if row["outcome"] != "failed":
            self.waiting.append(row)
        elif printer.is_json:
            print_json(row, pretty=False)
        if printer.format not in ("text", "json", "jsonl"):
            self.rows.append(row)
        if printer.format == "text":
            print_row(context, row)
        if len(self.waiting) >= RECEIPT_BATCH_SIZE:
            self.give_receipts(archive)

    def give_receipts(self, archive: Archive, last: bool = False) -> None:
        """Signs one checkpoint for the games since the last call; prints and writes what waits for it."""
        rows, self.waiting = self.waiting, []
        stored_rows = [] if self.dry_run else rows
        receipts_requested = self.printer.is_json or self.context.receipt_file is not None
        places = [
            (row.get("stream") or row["game"], min(row["version"], row["events"]))
            for row in (stored_rows if receipts_requested else stored_rows[-1:])
        ]
        if not receipts_requested and not last:
            self.waiting = rows[-1:]  # one signature at the end will do
            return
        receipts = build_receipts(archive, places)
        if self.context.receipt_file is not None and receipts:
            write_receipts(self.context, receipts, append=self.written)
            self.written = True
        if self.printer.is_json:
            for index, row in enumerate(rows):
                receipt_field = {"receipt": strip_entry(receipts[index])} if receipts else {}
                print_json({**row, **receipt_field}, pretty=False)
        if receipts and last and self.printer.format == "text":
            tell_receipt(self.context, receipts[-1])

    def end(self, files: tuple[str, ...]) -> NoReturn:
        """Prints the notes, the counts and the formats that need all rows, and ends the command."""
        context = self.context
        if self.printer.format not in ("text", "json", "jsonl"):
            self.printer.print_rows(self.rows, ROW_FIELDS)
        print_import_notes(context, self.notes)
        games = sum(self.counts.values())
        self.counts["failed"] += len(self.unread)
        if not games and not self.unread and not self.has_backup:
            context.fail(context.say("no-files", files=", ".join(files)))
        if games + len(self.unread) > 1:
            counts = ((name, count) for name, count in self.counts.items() if count)
            context.tell_line(", ".join(context.say(f"report.{name}", count=count) for name, count in counts))
        sys.exit(ERROR if self.counts["failed"] else CLEAN)


def add_source(
    context: CliContext,
    archive: Archive,
    source: Source,
    dry_run: bool,
    replaces: str | None,
    why: str | None,
    likely_names: dict[str, list[str]],
) -> Row:
    """Adds one game to the archive; returns its row for the report and prints warnings.

    Words that may be names are collected in `likely_names`, to be told once.
    """
    from plancia_archive import ArchiveError
    from plancia_archive.log.storable_game import prepare_unjudged
    from plancia_replay import RuleSetError

    version = source.game.version if source.version is None else source.version
    row: Row = {"file": source.name, "events": version, "outcome": "failed"}
    for problem in source.problems:
        context.tell_line(problem.text(context.lang))
    if source.problems:
        context.tell("not-kept", file=source.name, count=len(source.problems))
        return row | problems_json(context, source)
    for detail in source.left_out:
        context.tell("left-out", file=source.name, what=detail)
    try:
        replaced_id = archive.resolve(replaces) if replaces else None
        if source.refusal is not None:
            raise source.refusal
        storable = source.storable or prepare_unjudged(source.game)
        result = archive.add(storable, replaces=replaced_id, why=why or context.say("replaced-by-import"))
    except (ArchiveError, RuleSetError) as error:
        context.tell_line(f"{source.name}: {error.text(context.lang)}")
        return row
    if result.namesakes:
        context.tell("namesakes", file=source.name, games=", ".join(result.namesakes))
    if result.withdrawn:
        context.tell("was-withdrawn", file=source.name, game=result.game_id, why=result.withdrawn)
    if result.other_rules:
        context.tell("other-rules", file=source.name)
    for word in result.likely_names:
        likely_names.setdefault(word, []).append(source.name)
    for name, similar_names in result.look_alikes.items():
        context.tell("look-alike", name=name, alike=", ".join(similar_names), one=similar_names[0])
    outcome = "already" if result.duplicate else "would-keep" if dry_run else "kept"
    row |= {"version": result.version, "duplicate": result.duplicate, "outcome": outcome}
    if not dry_run or result.duplicate:
        row["game"] = result.game_id
    return row


def tell_likely_names(context: CliContext, likely_names: dict[str, list[str]]) -> None:
    """Prints the words that may be names of people once, each with its file or the number of its games."""
    if not likely_names:
        return
    words = [f"{word} ({files[0]})" if len(files) == 1 else
             context.say("likely-name-count", word=word, count=len(files), file=files[0])
             for word, files in likely_names.items()]  # fmt: skip
    context.tell("likely-names-import", words="; ".join(words))


def strip_entry(receipt: Mapping[str, Any]) -> Row:
    """A receipt without the bytes of its entry, which the reader of the report has."""
    return {name: value for name, value in receipt.items() if name != "entry"}


def print_row(context: CliContext, row: Row) -> None:
    """Prints one game's outcome right away, as text."""
    if row["outcome"] != "failed":
        click.echo(context.say(row["outcome"], **{"game": "-", **row}))
