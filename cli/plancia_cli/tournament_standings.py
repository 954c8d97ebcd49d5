"""tournament standings: of the players or of the teams, with the criterion that broke each tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.tournament_results import print_remarks

if TYPE_CHECKING:
    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command(name="standings")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@click.option("--teams", is_flag=True, help="The standings of the teams.")
@with_format()
@pass_cli_context
def standings(context: CliContext, name: str, until: int | None, teams: bool, printer: Printer) -> None:
    """The exact standings as of any round, with the criterion that broke each tie.

    \b
    Example: plancia tournament standings autunno --round 2
    """
    from plancia_archive import ArchiveError

    archive = context.open()
    if teams:
        print_teams(context, archive, name, until, printer)
        return
    try:
        rows = [row.to_json() for row in archive.tournaments.standings(name, until)]
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    names = context.names(archive)
    rows = [{**names.value(row), "name": names.name(row["player"])} for row in rows]
    fields = ["pos", "name", *(key for key in (rows[0] if rows else {}) if key not in ("pos", "name"))]
    columns = ["pos", "name", "total", "discarded", "without_bonus", "wins", "best", "parted_by", "per_round"]
    printer.print_rows([standings_row(context, row, fields, printer) for row in rows], fields, columns)
    if printer.format == "table":
        print_status(context, archive, name, until)
        print_remarks(context, name)


def print_status(context: CliContext, archive: Archive, name: str, until: int | None) -> None:
    """Prints on standard error what is missing, not approved or disputed."""
    from plancia_archive.queries.result_status import standings_status, status_sentence

    status = standings_status(archive, archive.tournaments.get(name), until)
    if status["disputes"]["open"]:
        context.tell("standings-disputed", count=status["disputes"]["open"], name=name)
    if sentence := status_sentence(status, context.lang):
        click.echo(sentence, err=True)


def standings_row(context: CliContext, row: dict[str, Any], fields: list[str], printer: Printer) -> dict[str, Any]:
    """A row with its fields in order; in a table the tie-break is given in words."""
    ordered = {key: row[key] for key in fields}
    return {**ordered, "parted_by": tie_break_reason(context, row)} if printer.format == "table" else ordered


def tie_break_reason(context: CliContext, row: dict[str, Any]) -> str:
    """The tie-break against the row above, in words with both values; "" if the totals differ."""
    if row["parted_by"] in ("", "total", "discarded"):
        return ""
    above, here = row["parted"]
    return context.say("t-parted", what=context.say("parted." + row["parted_by"]), above=above, here=here)


def print_teams(context: CliContext, archive: Archive, name: str, until: int | None, printer: Printer) -> None:
    """Prints the standings of the teams; ends the command if the tournament does not exist."""
    from plancia_archive import ArchiveError

    try:
        rows: list[dict[str, Any]] = [row.to_json() for row in archive.tournaments.team_standings(name, until)]
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    names = context.names(archive)
    rows = [{**names.value(row), "names": [names.name(player) for player in row["players"]]} for row in rows]
    fields = list(rows[0]) if rows else []
    columns = ["pos", "team", "total", "wins", "left_out", "parted_by", "counted", "names"]
    if printer.format == "table":
        for row in rows:
            row["parted_by"], row["names"] = tie_break_reason(context, row), ", ".join(row["names"])
    printer.print_rows(rows, fields, columns)


COMMANDS = (standings,)
