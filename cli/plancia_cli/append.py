"""append: add event lines to a stored game, such as an arbiter's correction."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext, read_bytes
from plancia_cli.support.evidence_options import read_evidence, with_evidence
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import build_receipts, tell_receipt, with_receipt, write_receipts

if TYPE_CHECKING:
    from plancia_archive import Archive


def read_lines(context: CliContext, lines: tuple[str, ...], source: str | None) -> list[str]:
    """The lines to append: the arguments, else the file, else standard input. Raises click.UsageError if none."""
    if lines and source:
        raise click.UsageError(context.say("which-lines"))
    if lines:
        return list(lines)
    if source is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError(context.say("which-lines"))
    try:
        text = read_bytes(context, source or "-").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        context.fail(context.say("cannot-read", file=source or "-", why=f"UTF-8: {error.start}"))
    event_lines = [line for line in text.splitlines() if line.strip()]
    if not event_lines:
        raise click.UsageError(context.say("which-lines"))
    return event_lines


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--file", "-f", "source", help="A file of lines, - for standard input; instead of LINE.")
@click.option(
    "--expected",
    "--expect",
    type=click.IntRange(1),
    help="The version that the game must have; the command fails otherwise.",
)
@click.option("--dry-run", is_flag=True, help="Report what would happen, but store nothing.")
@with_evidence
@with_receipt
@with_format("text")
@click.make_pass_decorator(CliContext)
def append(
    context: CliContext,
    game: str,
    lines: tuple[str, ...],
    source: str | None,
    expected: int | None,
    dry_run: bool,
    evidence_files: tuple[str, ...],
    evidence_ids: tuple[str, ...],
    about: str,
    printer: Printer,
) -> None:
    """Add event lines to a stored game: later turns, an arbiter's correction. Existing lines never change.

    All lines are stored or none; without LINE and --file they are read from standard input. The game is judged again:
    rules broken by the new lines are reported, and standings that depend on the game are updated. Exit code 3 if the
    game has illegal events. --evidence and --evidence-id are recorded for each correction among the lines.

    \b
    Example: plancia append serata-1 "FIX A 41 ATT R CIN>SIA 62:531 -1-1 {the dice were read wrong}"
             plancia append serata-1 --file seguito.rgn --expected 25
    """
    from plancia_archive import Malformed
    from plancia_archive.disputes.correction_evidence import new_corrections
    from plancia_archive.facts.judgement_changes import judgement_changes
    from plancia_archive.log.validation import parse_new_events

    new_lines = read_lines(context, lines, source)
    evidence = read_evidence(context, evidence_files, evidence_ids, about)
    archive = context.open()
    try:
        game_id = archive.resolve(game)
        if dry_run:
            (record, count), evidence_version = archive.preview(game_id, new_lines, expected), None
            if evidence:
                archive.corrections.check(record, new_corrections(record, record.version - count), evidence)
            changes = judgement_changes(record, record.version, count, archive.rules_of(record), context.lang)
        else:
            result = archive.append(game_id, new_lines, expected, evidence=evidence)
            record = result.game or archive.game(game_id)
            evidence_version = result.evidence_version
            count = len(parse_new_events(new_lines, record))
            if result.likely_names:
                context.tell("likely-names", file=game, words=", ".join(result.likely_names))
            judged_changes = result.changes(context.lang)
            changes = judged_changes or judgement_changes(
                record, record.version, count, archive.rules_of(record), context.lang
            )
    except Malformed as error:
        for problem in error.problems:
            context.tell_line(problem.text(context.lang))
        if len(new_lines) == 1 and Path(new_lines[0]).is_file():
            context.fail(context.say("line-is-file", file=new_lines[0]))
        context.fail(context.say("nothing-appended", count=len(error.problems)))
    row = {"game": game_id, "version": record.version, "duplicate": False, "dry_run": dry_run}
    receipt_fields = (
        {} if dry_run else give_receipts(context, archive, game_id, record.version, evidence_version, printer)
    )
    if printer.format == "text":
        click.echo(context.say("would-append" if dry_run else "appended", game=game_id, version=record.version))
        for verdict in changes.verdicts:
            kind_text = context.say("verdict." + verdict.verdict)
            click.echo(f"  {verdict.event}: {kind_text} {verdict.rule_id} ({verdict.cite}) {verdict.says}")
        if not changes.clean and not dry_run:
            context.tell("stored-with-findings")
    else:
        printer.print_rows([row], list(row), payload={**row, **receipt_fields, **changes.to_json()})
    sys.exit(CLEAN if changes.clean else FOUND)


def give_receipts(
    context: CliContext, archive: Archive, game_id: str, version: int, evidence_version: int | None, printer: Printer
) -> dict[str, Any]:
    """Returns the receipts of the lines and of their evidence by member, and writes them to the file of --receipt."""
    from plancia_archive.disputes.correction_evidence import STREAM_PREFIX

    places: list[tuple[str, int | None]] = [(game_id, version)]
    if evidence_version is not None:
        places.append((STREAM_PREFIX + game_id, evidence_version))
    receipts = build_receipts(context, archive, places)
    if printer.format == "text":
        for receipt in receipts:
            tell_receipt(context, receipt)
    if context.receipt_file:
        write_receipts(context, receipts)
    return dict(zip(("receipt", "evidence_receipt"), receipts, strict=False))
