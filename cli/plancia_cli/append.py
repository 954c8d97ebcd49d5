"""append, cite: add event lines to a stored game, such as an arbiter's correction, and evidence for corrections."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plancia_archive.actions import AppendLines, CiteCorrection
from plancia_archive.actions.action import Caller
from plancia_cli.support.actions import archive_in_role, do, with_members
from plancia_cli.support.context import CLEAN, FOUND, CliContext, read_bytes
from plancia_cli.support.evidence_options import read_evidence, with_evidence
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import build_receipts, tell_receipt, write_receipts


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


@click.command(help=AppendLines.help)
@with_members(AppendLines, extra=(
    click.option("--file", "-f", "source", help="A file of lines, - for standard input; instead of LINE."),
    click.option("--expected", "--expect", type=click.IntRange(1),
                 help="The version that the game must have; the command fails otherwise."),
    click.option("--dry-run", is_flag=True, help="Report what would happen, but store nothing."),
    with_evidence,
))  # fmt: skip
@with_format("text")
@click.make_pass_decorator(CliContext)
def append(
    context: CliContext, /, target: str, lines: tuple[str, ...], source: str | None, expected: int | None,
    dry_run: bool, printer: Printer, **evidence: Any,
) -> None:  # fmt: skip
    """Appends lines to a game, or tells what would happen."""
    from plancia_archive import Malformed
    from plancia_archive.facts.judgement_changes import JudgementChanges

    new_lines = read_lines(context, lines, source)
    write = AppendLines(lines=new_lines, evidence=read_evidence(context, **evidence))
    with archive_in_role(context) as archive:
        try:
            caller = Caller("", context.lang, dry_run=dry_run, expected=expected)
            done = write.perform(archive, archive.resolve(target), caller)
        except Malformed as error:
            for problem in error.problems:
                context.tell_line(problem.text(context.lang))
            if len(new_lines) == 1 and Path(new_lines[0]).is_file():
                context.fail(context.say("line-is-file", file=new_lines[0]))
            context.fail(context.say("nothing-appended", count=len(error.problems)))
        receipts = build_receipts(archive, done.places)
    answer, changes = {**done.answer, "dry_run": dry_run}, done.result
    assert isinstance(changes, JudgementChanges)
    if isinstance(words := answer.pop("likely_names", None), list):
        context.tell("likely-names", file=target, words=", ".join(words))
    if context.receipt_file and receipts:
        write_receipts(context, receipts)
    if printer.format == "text":
        for receipt in receipts:
            tell_receipt(context, receipt)
        click.echo(context.say("would-append" if dry_run else "appended", **answer))
        for verdict in changes.verdicts:
            kind_text = context.say("verdict." + verdict.verdict)
            click.echo(f"  {verdict.event}: {kind_text} {verdict.rule_id} ({verdict.cite}) {verdict.says}")
        if not changes.clean and not dry_run:
            context.tell("stored-with-findings")
    else:
        given = dict(zip(("receipt", "evidence_receipt"), receipts, strict=False))
        printer.print_rows([answer], list(answer), payload={**answer, **given, **changes.to_json()})
    sys.exit(CLEAN if changes.clean else FOUND)


@click.command(help=CiteCorrection.help)
@with_members(CiteCorrection, extra=(with_evidence,))
@click.make_pass_decorator(CliContext)
def cite(context: CliContext, /, target: str, role: str, event: int, **options: Any) -> None:
    """Records files and ids as evidence."""
    evidence = read_evidence(context, **options)
    if not evidence:
        raise click.UsageError(context.say("which-evidence"))
    do(context, CiteCorrection, target, role, event=event, evidence=evidence)
