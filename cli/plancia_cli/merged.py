"""merged: the records of other archives that came with their backups."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)
LIST_COLUMNS = ("origin", "kind", "name", "entries", "first_index", "last_index", "head", "key", "conflicts")
SHOWN_COLUMNS = ("origin", "kind", "name", "entries", "first_index", "last_index", "conflicts")
LINE_COLUMNS = ("origin", "index", "recorded_at", "author", "role", "line", "leaf")


@click.group()
def merged() -> None:
    """Records of other archives: tournaments, disputes, approvals that came with a backup (plancia import FILE.zip).

    They are kept as the other archive recorded them, with their places in its log, and count for nothing here.

    \b
    Example: plancia merged list
    """


@merged.command(name="list")
@with_format()
@pass_cli_context
def list_merged(context: CliContext, printer: Printer) -> None:
    """List the records by archive: what they are, their places in the other log, what does not agree with this archive.

    \b
    Example: plancia merged list --json
    """

    archive = context.open()
    rows = archive.foreign.listed()
    if printer.format not in ("json", "jsonl"):
        rows = [{**row, "conflicts": conflict_texts(context, row["conflicts"])} for row in rows]
    printer.print_rows(rows, LIST_COLUMNS, SHOWN_COLUMNS)


def conflict_texts(context: CliContext, conflicts: list[dict[str, Any]]) -> str:
    """Returns conflicts in words."""
    return "; ".join(context.say(f"conflict.{one['code']}", what=one["what"]) for one in conflicts)


@merged.command(name="show")
@click.argument("record", metavar="KIND:NAME")
@click.option("--origin", default="", help="The log that it is of; by default every log that has it.")
@with_format()
@pass_cli_context
def show_merged(context: CliContext, record: str, origin: str, printer: Printer) -> None:
    """Print every line of a record with its place, time, author and role in the other archive's log.

    \b
    Example: plancia merged show dispute:d_0123ABCD
    """

    archive = context.open()
    rows = archive.foreign.lines_of(record, origin)
    if printer.format == "table":
        names = context.names(archive)
        rows = [{**row, "line": names.text(row["line"]), "recorded_at": format_utc(row["recorded_at"])} for row in rows]
    printer.print_rows(rows, LINE_COLUMNS, LINE_COLUMNS[:-1])


def format_utc(milliseconds: int | None) -> str | None:
    """A time in UTC with seconds; None for an entry that has none."""
    from plancia_archive.dates import format_time

    return None if milliseconds is None else format_time(milliseconds)
