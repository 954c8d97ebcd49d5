"""Receipts of writes: the option --receipt, the line that says there is one, and the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext, output_path, write_text

if TYPE_CHECKING:
    from plancia_archive import Archive


def with_receipt(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option that says where the receipt is written to; `give_receipt` does it."""

    def remember(context: click.Context, _: click.Parameter, value: str | None) -> None:
        found = context.ensure_object(CliContext)
        if value not in (None, "-"):
            output_path(found, str(value))  # before anything is stored
        found.receipt_file = value

    return click.option(
        "--receipt", metavar="FILE", expose_value=False, callback=remember,
        help="Write the receipt to this file, or - for standard output: it proves later that this was stored.",
    )(command)  # fmt: skip


def give_receipt(
    context: CliContext, archive: Archive, stream: str, version: int | None = None, say: bool = True
) -> dict[str, Any]:
    """The receipt of the newest entry of a stream, or of a version; says so in one line and writes the file."""
    (found,) = receipts_of(context, archive, [(stream, version)])
    if say:
        tell_receipt(context, found)
    if context.receipt_file:
        write_receipts(context, [found])
    return found


def receipts_of(
    context: CliContext, archive: Archive, places: Sequence[tuple[str, int | None]], entries: bool = True
) -> list[dict[str, Any]]:
    """Receipts with one checkpoint. Ends the command with the refusal of the archive."""
    from plancia_archive import ArchiveError
    from plancia_archive.evidence.receipts import make_receipts

    try:
        return make_receipts(archive.checkpoints, places, entries)
    except ArchiveError as error:
        context.fail(error.text(context.lang))


def tell_receipt(context: CliContext, receipt: dict[str, Any]) -> None:
    """One line about a receipt: the place in the log, the size of the head that covers it, whether it is signed."""
    size = receipt["head"].split(" ")[-2]
    kind = "receipt-signed" if receipt["checkpoint"] else "receipt-unsigned"
    context.tell(kind, index=receipt["index"], size=size)


def write_receipts(context: CliContext, receipts: Sequence[dict[str, Any]], more: bool = False) -> None:
    """Writes receipts to the file of --receipt, one on each line; `more`: behind those that it has."""
    from plancia_archive.evidence.receipts import receipt_line

    text, name = "".join(map(receipt_line, receipts)), context.receipt_file
    if not more or name in (None, "-"):
        write_text(context, name, text)
        return
    try:
        with output_path(context, str(name)).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        context.fail(context.say("cannot-write", file=name, why=context.why(error)))
