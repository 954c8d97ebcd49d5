"""verify, head, checkpoint, prove: what proves the log, and the check of what somebody else kept of it."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.bundle_contents import print_bundle_contents
from plancia_cli.support.context import CLEAN, ERROR, FOUND, USAGE, CliContext, print_json, read_bytes, write_text
from plancia_cli.support.figures import print_findings, report_namesakes, report_stated_times
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, with_format

if TYPE_CHECKING:
    from plancia_archive.evidence.receipt_form import RawReceipt
    from plancia_archive.evidence.result import BundleResult
    from plancia_archive.evidence.verifier_inputs import VerifierInputs
    from plancia_archive.tlog.checkpoint import Checkpoint

SQLITE_MAGIC = b"SQLite format 3\x00"
pass_cli_context = click.make_pass_decorator(CliContext)
SINCE_HELP = "An older head that the bundle is to be linked to: a line, a file, or a number of entries; repeatable."


@click.command()
@click.argument("what", metavar="[BUNDLE|RECEIPT|ARCHIVE]", required=False)
@click.option("--quick", is_flag=True, help="Hashes and chains only, without judging the games again.")
@click.option("--head", "heads", multiple=True, metavar="HEAD",
              help="A head that was kept: a line ORIGIN SIZE ROOT, or a file of such lines; repeatable.")  # fmt: skip
@click.option("--since", multiple=True, metavar="FILE", help="A signed checkpoint that was kept; repeatable.")
@click.option("--receipt", "receipts", multiple=True, metavar="FILE",
              help="A receipt that was kept, or a file with one on each line; repeatable.")  # fmt: skip
@click.option("--key", metavar="VKEY", help="The verifier key of the log, from elsewhere.")
@click.option("--policy", metavar="FILE", help="Keys of the log and of witnesses, and how many of these must sign.")
@click.option("--game", "text", metavar="FILE", help="Compare the game of a bundle with this text.")
@with_jobs()
@with_format("text", "The findings, or the result for a bundle, as JSON.")
@click.make_pass_decorator(CliContext)
def verify(
    context: CliContext, what: str | None, quick: bool, heads: tuple[str, ...], since: tuple[str, ...],
    receipts: tuple[str, ...], key: str | None, policy: str | None, text: str | None, jobs: int, printer: Printer,
) -> None:  # fmt: skip
    """Verify the archive, a bundle made by plancia prove, or a receipt. Exit code 3 if something is wrong.

    Of an archive: every hash, every chain, every derived row, the tree of all entries and every signed checkpoint.
    Whoever has the file and its key can change all of these together: that shows against a head that somebody else
    kept (--head, --since, --receipt), and the first changed entry is named where it can be known.

    Of a bundle or receipt: every entry, proof and signature; exit code 1 if the file is neither. Nothing is asked of
    the network.

    \b
    Example: plancia verify
             plancia verify circolo.db --head "circolo.example/archivio 120 o2M..."
             plancia verify circolo.db --receipt serata-1.receipt.json
             plancia verify serata-1.bundle.json --key circolo.example/archivio+1f0c2a9b+AQ...
    """
    if key and policy:
        raise click.UsageError(context.say("key-or-policy"))
    outside = parse_given(context, heads, since, receipts, key, policy, text)
    if what and not is_archive(context, what):
        if receipts:
            raise click.UsageError(context.say("receipt-of-archive"))
        verify_bundle_file(context, read_bytes(context, what), outside, printer)
    if text:
        raise click.UsageError(context.say("game-of-bundle"))
    context.archive = what or context.archive
    verify_database(context, quick, outside, jobs, printer)


def is_archive(context: CliContext, name: str) -> bool:
    """Returns True if a file is an SQLite database. Ends the command if it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))


def parse_given(
    context: CliContext, heads: tuple[str, ...], since: tuple[str, ...], receipts: tuple[str, ...], key: str | None,
    policy: str | None, text: str | None,
) -> VerifierInputs:  # fmt: skip
    """Reads the heads, receipts, key, policy and game that the options name. Ends the command if one cannot be read."""
    from plancia_archive.evidence.result import VerificationError, failed_result
    from plancia_archive.evidence.verifier_inputs import (
        VerifierInputs,
        read_log_key,
        read_policy,
        read_signed_checkpoint,
    )
    from plancia_archive.tlog.checkpoint import parse_checkpoint

    unsigned_heads = [head for receipt in heads for head in parse_heads(context, receipt)]
    try:
        notes = [read_signed_checkpoint(read_bytes(context, name).decode("utf-8", "replace")) for name in since]
        parsed_receipts = [receipt for name in receipts for receipt in parse_receipts(context, name)]
        notes += [
            read_signed_checkpoint(receipt.checkpoint) for receipt in parsed_receipts if receipt.checkpoint is not None
        ]
        unsigned_heads += [receipt.head for receipt in parsed_receipts if receipt.checkpoint is None]
        return VerifierInputs(
            heads=list(dict.fromkeys([*unsigned_heads, *(parse_checkpoint(note.body) for note in notes)])),
            key=read_log_key(key) if key else None,
            policy=read_policy(read_bytes(context, policy)) if policy else None,
            game=read_bytes(context, text) if text else None,
            signed=list(dict.fromkeys(notes)),
            receipts=parsed_receipts,
        )
    except VerificationError as refusal:
        problem = failed_result(refusal, []).problem
        context.fail(problem.text(context.lang) if problem else refusal.code, USAGE)


def parse_receipts(context: CliContext, name: str) -> list[RawReceipt]:
    """The receipts of a file. Ends the command, with exit code 3 for one that contradicts itself."""
    from plancia_archive.evidence.result import UNREADABLE_CODES, VerificationError, failed_result
    from plancia_archive.evidence.verify_receipt import read_receipts

    try:
        return read_receipts(read_bytes(context, name))
    except VerificationError as refusal:
        problem = failed_result(refusal, []).problem
        text = problem.text(context.lang) if problem else refusal.code
        context.fail(f"{name}: {text}", ERROR if refusal.code in UNREADABLE_CODES else FOUND)


def verify_bundle_file(context: CliContext, data: bytes, outside: VerifierInputs, printer: Printer) -> None:
    """Verifies a bundle, or each receipt of a file, prints the results and ends the command with the worst code."""
    from plancia_archive.evidence.receipt_form import split_receipts
    from plancia_archive.evidence.result import INPUT_CODES, UNREADABLE_CODES
    from plancia_archive.evidence.verify_bundle import verify_bundle

    results = [verify_bundle(document, outside) for document in split_receipts(data)]
    is_named = tell_foreign(context, data, results[0])
    for result in results:
        if printer.format == "text" and not is_named:
            print_result(context, result)
        elif printer.format != "text":
            print_json(result.to_json(), pretty=len(results) == 1)
    codes = {result.problem.code for result in results if result.problem}
    failures = codes - {*INPUT_CODES, *UNREADABLE_CODES}
    sys.exit(CLEAN if not codes else FOUND if failures else ERROR if codes & {*UNREADABLE_CODES} else USAGE)


def tell_foreign(context: CliContext, data: bytes, result: BundleResult) -> bool:
    """Says what a file is that is neither a bundle nor a receipt, and what is needed instead.

    Returns whether the kind of file is known: then the finding, such as that it is no JSON, says nothing more.
    """
    from plancia_archive.evidence.foreign_files import describe_foreign, foreign_kind

    if not (result.problem and result.problem.code in ("json", "utf8", "format")):
        return False
    click.echo(describe_foreign(data, context.lang), err=True)
    return bool(foreign_kind(data)[0])


def print_result(context: CliContext, result: BundleResult) -> None:
    """Prints the result for a bundle: the problem or the proven facts, then notes on what is not proven."""
    from plancia_archive.evidence.result import ABSENT_DISPUTE
    from plancia_archive.evidence.verdict_words import format_roles, format_stream, printable

    if result.problem:
        click.echo(result.problem.text(context.lang))
    if result.proven:
        warnings = [note for note in result.notes if note.code == ABSENT_DISPUTE]
        state = "proven" if result.level == "green" else "proven-cited" if warnings else "proven-in-part"
        click.echo("\n".join([context.say(state), *(f"! {note.text(context.lang)}" for note in warnings)]))
        print_bundle_contents(context, result.proven)
        for stream in result.proven["streams"]:
            name, roles = format_stream(stream["stream"], context.lang), format_roles(stream["roles"], context.lang)
            click.echo(context.say("proven-stream", **{**stream, "stream": name}) + roles)
        for person in result.proven["people"]:
            click.echo(f"  {printable(person['record'].get('name', '?'))} = {person['reference']}")
        click.echo(context.say("proven-head", head=result.proven["head"]))
        click.echo(context.say(f"proven-key.{result.proven['key']['source']}", **result.proven["key"]))
        for witness in result.proven["witnesses"]:
            click.echo(context.say("proven-witness", name=witness["name"], time=format_utc(witness["time"])))
    for note in (note for note in result.notes if note.code != ABSENT_DISPUTE):
        click.echo(f"- {note.text(context.lang)}")


def format_utc(seconds: int) -> str:
    """Formats seconds since 1970 as a UTC time; returns the number itself if it is out of the calendar's range."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return str(seconds)


def verify_database(context: CliContext, quick: bool, outside: VerifierInputs, jobs: int, printer: Printer) -> None:
    """Verifies an archive, prints the findings and ends the command."""
    from plancia_archive import ArchiveError
    from plancia_archive.integrity.verify import count_games
    from plancia_archive.integrity.verify import verify as verify_archive

    archive = context.open()
    games = count_games(archive)
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
            if outside.receipts:
                click.echo(context.say("receipts-fit", receipts=len(outside.receipts)))
    if {finding.code for finding in findings} & {"derived", "edited", "ghost"}:
        context.tell("before-rebuild")
    with suppress(ArchiveError):  # the damage is reported above
        report_namesakes(context, archive)
        report_stated_times(context, archive)
    sys.exit(FOUND if findings else CLEAN)


@click.command()
@click.option("--qr/--no-qr", default=None, help="With a QR code; by default on a terminal.")
@click.option("--output", "-o", metavar="FILE.svg", help="Write the QR code to this SVG file.")
@pass_cli_context
def head(context: CliContext, qr: bool | None, output: str | None) -> None:
    """Print the head of the log, one line that stands for everything in it: ORIGIN SIZE ROOT.

    Photograph it, print it on the standings, send it to every player: whoever keeps it can show later that nothing
    before it was changed (plancia verify --head). The head is signed too, where the archive has a key.

    \b
    Example: plancia head
             plancia head --no-qr
             plancia head -o testa.svg
    """
    from plancia_archive.evidence.qr_codes import qr_svg, qr_text

    archive = context.open()
    note = archive.checkpoints.sign()
    line = (head_of_note(note.body) if note else archive.checkpoints.head()).head()
    click.echo(line)
    if output:
        write_text(context, output, qr_svg(line))
    if qr or (qr is None and output is None and sys.stdout.isatty()):
        click.echo(qr_text(line), nl=False)


def head_of_note(body: str) -> Checkpoint:
    """Returns the head of the log that is in the body of a signed note."""
    from plancia_archive.tlog.checkpoint import parse_checkpoint

    return parse_checkpoint(body)


@click.command()
@click.option("--list", "listed", is_flag=True, help="List the checkpoints that were signed, oldest first.")
@with_format("text")
@pass_cli_context
def checkpoint(context: CliContext, listed: bool, printer: Printer) -> None:
    """Sign the head of the log and print the checkpoint (C2SP tlog-checkpoint).

    \b
    Example: plancia checkpoint
             plancia checkpoint --list
    """
    from plancia_archive import ArchiveError

    archive = context.open()
    if not listed:
        note = archive.checkpoints.sign() or archive.checkpoints.latest()
        if note is None:
            raise ArchiveError("no-key", str(archive.path))
        click.echo(note.text(), nl=False)
        return
    heads = [head_of_note(note.body).head() for note in archive.checkpoints.signed_notes()]
    if printer.format == "text":
        for line in heads:
            click.echo(line)
    else:
        fields = ("origin", "size", "root")
        printer.print_rows([dict(zip(fields, line.rsplit(" ", 2), strict=True)) for line in heads], fields)


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--output", "-o", metavar="BUNDLE", help="The file to write; standard output if omitted.")
@click.option("--since", multiple=True, metavar="HEAD", help=SINCE_HELP)
@click.option("--names", is_flag=True, help="Show the players' names, with what proves them.")
@pass_cli_context
def prove(context: CliContext, game: str, output: str | None, since: tuple[str, ...], names: bool) -> None:
    """Write a bundle that proves a game to somebody who does not trust the archive.

    It holds every entry of the game and of its rules, withdrawal, approval and disputes, with proofs that they are in
    the log, and links to older heads: those of --since, the first signed one and the newest. plancia verify BUNDLE
    checks it, and so does docs/verify/index.html without any program.

    \b
    Example: plancia prove serata-1 -o serata-1.bundle.json
             plancia prove serata-1 --since "circolo.example/archivio 120 o2M..." --names -o serata-1.bundle.json
    """
    from plancia_archive.evidence.bundle import bundle_text, make_bundle
    from plancia_archive.evidence.verify_bundle import verify_bundle

    older_heads = [head for text in since for head in parse_since(context, text)]
    archive = context.open()
    bundle = make_bundle(archive, archive.resolve(game), older_heads, names)
    text = bundle_text(bundle)
    write_text(context, output, text)
    if output is not None and output != "-":
        tell_bundle(context, output, text, verify_bundle(text.encode()))


def tell_bundle(context: CliContext, file: str, text: str, result: BundleResult) -> None:
    """Prints what was written to a file, what it contains and how to check it."""
    from plancia_archive.evidence.result import ABSENT_DISPUTE

    click.echo(context.say("bundle-written", file=file, bytes=len(text.encode())))
    if result.proven is None:
        context.fail(result.problem.text(context.lang) if result.problem else file)
    print_bundle_contents(context, result.proven)
    for note in result.notes:
        if note.code == ABSENT_DISPUTE:
            click.echo(f"! {note.text(context.lang)}")
    click.echo(context.say("proven-head", head=result.proven["head"]))
    click.echo(context.say("bundle-check", file=shlex.quote(file)))


def parse_since(context: CliContext, text: str) -> list[Checkpoint | int]:
    """A number of entries, a head, or the heads of a file. Ends the command for anything else."""
    return [int(text)] if text.isascii() and text.isdecimal() and len(text) < 19 else [*parse_heads(context, text)]


def parse_heads(context: CliContext, text: str) -> list[Checkpoint]:
    """The head of a line, or the heads of a file. Ends the command for anything else."""
    from plancia_archive.evidence.result import VerificationError
    from plancia_archive.evidence.verdict_words import format_sentence
    from plancia_archive.evidence.verifier_inputs import read_head, read_heads

    with suppress(VerificationError):
        return [read_head(text)]
    if not Path(text).exists():
        raise click.UsageError(f"{text[:120]}: {format_sentence('problem.head-form', context.lang, {})}")
    try:
        return read_heads(read_bytes(context, text).decode("utf-8", "replace"))
    except VerificationError as refusal:
        context.fail(f"{text}: {format_sentence(f'problem.{refusal.code}', context.lang, refusal.facts)}")
