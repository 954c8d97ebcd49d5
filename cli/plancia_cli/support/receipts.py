"""Receipts of writes: the option --receipt, the printed line about a receipt, and the receipt file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from plancia_archive.evidence.receipts import Receipt
from plancia_cli.support.context import CliContext, output_path, write_text

if TYPE_CHECKING:
    from plancia_archive import Archive


def with_receipt(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option --receipt to a command: the file that `give_receipt` writes the receipt to."""

    def store_option(context: click.Context, _: click.Parameter, value: str | None) -> None:
        cli_context = context.ensure_object(CliContext)
        if value not in (None, "-"):
            output_path(cli_context, str(value))  # before anything is stored
        cli_context.receipt_file = value

    return click.option(
        "--receipt", metavar="FILE", expose_value=False, callback=store_option,
        help="Write the receipt to this file, or - for standard output: it proves later that this was stored.",
    )(command)  # fmt: skip


def with_qr(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option --qr to a command that prints a head with `tell_head`."""

    def store_option(context: click.Context, _: click.Parameter, value: bool | None) -> None:
        context.ensure_object(CliContext).head_as_qr = value

    return click.option(
        "--qr/--no-qr", default=None, expose_value=False, callback=store_option,
        help="With the head of the receipt as a QR code; by default on a terminal.",
    )(command)  # fmt: skip


def tell_head(context: CliContext, receipt: Receipt) -> None:
    """Prints the head of a receipt, which its sender keeps, and its QR code where it is asked for."""
    from plancia_archive.evidence.qr_codes import qr_text

    context.tell("receipt-head", head=receipt["head"])
    if context.head_as_qr or (context.head_as_qr is None and sys.stdout.isatty()):
        click.echo(qr_text(receipt["head"]), nl=False)


def give_receipt(
    context: CliContext, archive: Archive, stream: str, version: int | None = None, say: bool = True
) -> Receipt:
    """Returns the receipt of the newest entry of a stream, or of a version, and writes it to the file of --receipt.

    With `say` it also prints a line about the receipt.
    """
    (receipt,) = build_receipts(archive, [(stream, version)])
    if say:
        tell_receipt(context, receipt)
    if context.receipt_file:
        write_receipts(context, [receipt])
    return receipt


def give_register_receipts(context: CliContext, archive: Archive, streams: Sequence[str]) -> None:
    """Writes the receipts of the newest entry of each of these streams to the file of --receipt, where it is asked for.

    A register (people, tokens, keys) is changed many times in a row, so nothing is signed or printed unasked.
    """
    if context.receipt_file and streams:
        write_receipts(context, build_receipts(archive, [(stream, None) for stream in streams]))


def build_receipts(archive: Archive, places: Sequence[tuple[str, int | None]], entries: bool = True) -> list[Receipt]:
    """Returns receipts that share one checkpoint. Raises ArchiveError."""
    from plancia_archive.evidence.receipts import make_receipts

    return make_receipts(archive.checkpoints, places, entries)


def tell_receipt(context: CliContext, receipt: Receipt) -> None:
    """Prints a receipt's index in the log, the size of the head that covers it, and whether that head is signed."""
    size = receipt["head"].split(" ")[-2]
    kind = "receipt-signed" if receipt["checkpoint"] else "receipt-unsigned"
    context.tell(kind, index=receipt["index"], size=size)


def write_receipts(context: CliContext, receipts: Sequence[Receipt], append: bool = False) -> None:
    """Writes receipts to the file of --receipt, one per line; with `append` after the lines that the file has."""
    from plancia_archive.evidence.receipts import receipt_line

    text, name = "".join(map(receipt_line, receipts)), context.receipt_file
    if not append or name in (None, "-"):
        write_text(context, name, text)
        return
    try:
        with output_path(context, str(name)).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        context.fail(context.say("cannot-write", file=name, why=context.error_reason(error)))
