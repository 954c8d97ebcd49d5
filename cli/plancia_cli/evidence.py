"""head, checkpoint and prove: the state of the log in one line, signed, and bundles that prove a game."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.bundle_contents import print_bundle_contents
from plancia_cli.support.context import CliContext, read_bytes, write_text
from plancia_cli.support.printing import Printer, with_format

if TYPE_CHECKING:
    from plancia_archive.evidence.result import BundleResult
    from plancia_archive.tlog.checkpoint import Checkpoint

pass_cli_context = click.make_pass_decorator(CliContext)
SINCE_HELP = "An older head that the bundle is to be linked to: a line, a file, or a number of entries; repeatable."


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
