"""verify: an archive, or an evidence bundle, against what others kept of it."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.evidence import parse_heads
from plancia_cli.support.context import CLEAN, ERROR, FOUND, USAGE, CliContext, print_json, read_bytes
from plancia_cli.support.findings import print_findings, report_namesakes
from plancia_cli.support.jobs_option import with_jobs
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.progress import progress

if TYPE_CHECKING:
    from plancia_archive.evidence.given import Given
    from plancia_archive.evidence.result import BundleResult

DATABASE = b"SQLite format 3\x00"


@click.command()
@click.argument("what", metavar="[BUNDLE|ARCHIVE]", required=False)
@click.option("--quick", is_flag=True, help="Hashes and chains only, without judging the games again.")
@click.option("--head", "heads", multiple=True, metavar="HEAD",
              help="A head that was kept: a line ORIGIN SIZE ROOT, or a file of such lines; repeatable.")  # fmt: skip
@click.option("--since", multiple=True, metavar="FILE", help="A signed checkpoint that was kept; repeatable.")
@click.option("--key", metavar="VKEY", help="The verifier key of the log, from elsewhere.")
@click.option("--policy", metavar="FILE", help="Keys of the log and of witnesses, and how many of these must sign.")
@click.option("--game", "text", metavar="FILE", help="Compare the game of a bundle with this text.")
@with_jobs()
@with_format("text", "The findings, or the result for a bundle, as JSON.")
@click.make_pass_decorator(CliContext)
def verify(
    context: CliContext, what: str | None, quick: bool, heads: tuple[str, ...], since: tuple[str, ...],
    key: str | None, policy: str | None, text: str | None, jobs: int, printer: Printer,
) -> None:  # fmt: skip
    """Verify the archive, or a bundle made by plancia prove. Exit code 3 if something is wrong.

    Of an archive: every hash, every chain, every derived row, the tree of all entries and every signed checkpoint.
    Whoever has the file and its key can change all of these together: that shows against a head that somebody else
    kept (--head, --since), and the first changed entry is named where it can be known.

    Of a bundle: every entry, proof and signature; exit code 1 if the file is not a bundle. Nothing is asked of the
    network.

    \b
    Example: plancia verify
             plancia verify circolo.db --head "circolo.example/archivio 120 o2M..."
             plancia verify serata-1.bundle.json --key circolo.example/archivio+1f0c2a9b+AQ...
    """
    if key and policy:
        raise click.UsageError(context.say("key-or-policy"))
    outside = parse_given(context, heads, since, key, policy, text)
    if what and not is_archive(context, what):
        verify_bundle_file(context, read_bytes(context, what), outside, printer)
    if text:
        raise click.UsageError(context.say("game-of-bundle"))
    context.archive = what or context.archive
    verify_whole(context, quick, outside, jobs, printer)


def is_archive(context: CliContext, name: str) -> bool:
    """Whether a file is a database. Ends the command if it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.why(error)))


def parse_given(
    context: CliContext, heads: tuple[str, ...], since: tuple[str, ...], key: str | None, policy: str | None,
    text: str | None,
) -> Given:  # fmt: skip
    """What is given beside the bundle or archive. Ends the command for what cannot be read."""
    from plancia_archive.evidence.given import Given, checkpoint_of, key_of, policy_of
    from plancia_archive.evidence.result import Refusal, refused
    from plancia_archive.tlog.checkpoint import parse_checkpoint

    known = [head for one in heads for head in parse_heads(context, one)]
    try:
        notes = [checkpoint_of(read_bytes(context, name).decode("utf-8", "replace")) for name in since]
        return Given(
            heads=[*known, *(parse_checkpoint(note.body) for note in notes)],
            key=key_of(key) if key else None,
            policy=policy_of(read_bytes(context, policy)) if policy else None,
            game=read_bytes(context, text) if text else None,
            signed=notes,
        )
    except Refusal as refusal:
        problem = refused(refusal, []).problem
        context.fail(problem.text(context.lang) if problem else refusal.code, USAGE)


def verify_bundle_file(context: CliContext, data: bytes, outside: Given, printer: Printer) -> None:
    """Verifies a bundle, prints the result and ends the command."""
    from plancia_archive.evidence.result import UNREADABLE
    from plancia_archive.evidence.result import USAGE as UNUSABLE
    from plancia_archive.evidence.verify_bundle import verify_bundle

    result = verify_bundle(data, outside)
    if printer.format == "text":
        print_result(context, result)
    else:
        print_json(result.to_json())
    code = result.problem.code if result.problem else ""
    sys.exit(CLEAN if result.ok else USAGE if code in UNUSABLE else ERROR if code in UNREADABLE else FOUND)


def print_result(context: CliContext, result: BundleResult) -> None:
    """Prints the result for a bundle: what is proven or wrong, and what it does not say."""
    if result.problem:
        click.echo(result.problem.text(context.lang))
    if result.proven:
        click.echo(context.say("proven" if result.level == "green" else "proven-in-part"))
        subject, game = result.proven["subject"], result.proven["game"]
        if game:
            click.echo(context.say("proven-game", game=subject["id"], events=game["events"], sha256=game["sha256"]))
        for stream in result.proven["streams"]:
            click.echo(context.say("proven-stream", **stream))
        for person in result.proven["people"]:
            click.echo(f"  {person['reference']} = {person['record'].get('name', '?')}")
        click.echo(context.say("proven-head", head=result.proven["head"]))
        click.echo(context.say(f"proven-key.{result.proven['key']['source']}", **result.proven["key"]))
        for witness in result.proven["witnesses"]:
            click.echo(context.say("proven-witness", name=witness["name"], time=moment(witness["time"])))
    for note in result.notes:
        click.echo(f"- {note.text(context.lang)}")


def moment(seconds: int) -> str:
    """A time in UTC; the number itself where no calendar has it."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return str(seconds)


def verify_whole(context: CliContext, quick: bool, outside: Given, jobs: int, printer: Printer) -> None:
    """Verifies an archive, prints the findings and ends the command."""
    from plancia_archive import ArchiveError
    from plancia_archive.integrity.verify import games_in
    from plancia_archive.integrity.verify import verify as verify_archive

    archive = context.open()
    games = games_in(archive)
    with progress(context.say("verifying"), 0 if quick else 2 * games) as step:
        findings = verify_archive(archive, judged=not quick, step=step, jobs=jobs, outside=outside)
    if printer.format != "text":
        fields = ["where", "code", "detail"]
        printer.print_rows([{key: getattr(finding, key) for key in fields} for finding in findings], fields)
    else:
        print_findings(context, findings)
        if not findings:
            click.echo(context.say("intact", games=games))
            if outside.heads:
                click.echo(context.say("heads-fit", heads=len(outside.heads)))
    if {finding.code for finding in findings} & {"derived", "edited", "ghost"}:
        context.tell("before-rebuild")
    with suppress(ArchiveError):  # the damage is reported above
        report_namesakes(context, archive)
    sys.exit(FOUND if findings else CLEAN)
