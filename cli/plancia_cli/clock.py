"""clock: entries dated before earlier ones, and the keeper's word that a clock was ahead."""

from __future__ import annotations

import sys

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_register_receipts, with_receipt

COLUMNS = ("first", "last", "at", "after", "after_entry", "why")


@click.command()
@click.option(
    "--accept", "why", metavar="WHY", default="", help="State in the log that a clock was ahead before, and why."
)
@with_receipt
@with_format()
@click.make_pass_decorator(CliContext)
def clock(context: CliContext, why: str, printer: Printer) -> None:
    """List the entries that are dated a day or more before an earlier one. Exit code 3 if one is not accepted.

    Either somebody dated them back, or the clock was ahead when the earlier entry was made. With --accept the log
    states the second, and from there on verify and restore find them in order. Where the clock of this machine is a day
    or more behind the last entry, nothing can be stored before that.

    \b
    Example: plancia clock
             plancia clock --accept "the laptop was three days ahead on 20 November"
    """
    from plancia_archive import ArchiveError
    from plancia_archive.dates import format_time
    from plancia_archive.log.archive_stream import STREAM, state_clock
    from plancia_archive.log.entry_times import clock_behind, find_falls, read_stated

    archive = context.open()
    if why:
        state_clock(archive.log, why)
        give_register_receipts(context, archive, [STREAM])
    falls = list(find_falls(archive.db, read_stated(archive.db)))
    rows = [
        {"first": fall.first, "last": fall.last, "at": format_time(fall.at), "after": format_time(fall.latest),
         "after_entry": fall.latest_index, "why": fall.why}
        for fall in falls
    ]  # fmt: skip
    printer.print_rows(rows, COLUMNS)
    if times := clock_behind(archive.db, archive.log.clock()):
        context.tell_line(f"plancia: {ArchiveError('clock-behind', times).text(context.lang)}")
    sys.exit(FOUND if any(fall.why is None for fall in falls) else CLEAN)
