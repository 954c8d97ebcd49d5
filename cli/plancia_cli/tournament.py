"""tournament: create, list, enter, leave, close and show; the group of the tournament commands."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli import tournament_admin, tournament_results, tournament_standings
from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import with_receipt
from plancia_cli.tournament_files import crosstable, load, report
from plancia_cli.tournament_results import append_events, print_remarks

pass_cli_context = click.make_pass_decorator(CliContext)


@click.group()
def tournament() -> None:
    """Tournaments: entrants, tables by round, results, standings.

    \b
    Example: plancia tournament create autunno --system monopoli --title "Torneo d'autunno"
    """


@tournament.command(name="create")
@click.argument("name")
@click.option("--system", "system_id", required=True, help="The ranking system; plancia tournament systems lists them.")
@click.option("--title", help="The tournament's name as people know it.")
@click.option("--club", help="The club that organises it.")
@with_receipt
@pass_cli_context
def create(context: CliContext, name: str, system_id: str, title: str | None, club: str | None) -> None:
    """Open a tournament.

    \b
    Example: plancia tournament create autunno --system monopoli --club "Arci Monopoli"
    """
    event: dict[str, Any] = {"kind": "opened", "title": title or name, "system": system_id}
    append_events(context, name, {**event, "club": club} if club else event, create=True)
    context.tell("t-opened", what=name)


@tournament.command(name="systems")
@with_format()
@pass_cli_context
def list_systems(context: CliContext, printer: Printer) -> None:
    """The ranking systems, with their sources.

    \b
    Example: plancia tournament systems
    """
    from plancia_archive.tournaments import load_ranking_systems

    rows = [
        {"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in load_ranking_systems().values()
    ]
    printer.print_rows(rows, ["system", "title", "cite", "given"], ["system", "title", "cite"])


@tournament.command(name="list")
@with_format()
@pass_cli_context
def list_tournaments(context: CliContext, printer: Printer) -> None:
    """The tournaments of the archive.

    \b
    Example: plancia tournament list
    """
    from plancia_archive.queries.result_status import count_tournament_disputes

    archive = context.open()
    store, disputes = archive.tournaments, count_tournament_disputes(archive)
    fields = ["tournament", "title", "club", "system", "players", "rounds", "closed", "version", "disputes"]
    entries = context.names(archive).rows(store.get(name).to_json() for name in store.ids())
    tournaments = [{**entry, "disputes": {"open": disputes.get(entry["tournament"], 0)}} for entry in entries]
    if printer.format == "table":
        for entry in tournaments:
            entry["disputes"] = entry["disputes"]["open"] or ""
    printer.print_rows(
        [{**{key: entry[key] for key in fields}, "players": len(entry["players"])} for entry in tournaments], fields
    )


@tournament.command(name="enter")
@click.argument("name")
@click.argument("players", nargs=-1, required=True)
@click.option("--team", help="The players' team.")
@with_receipt
@pass_cli_context
def enter(context: CliContext, name: str, players: tuple[str, ...], team: str | None) -> None:
    """Enter players, by name or reference.

    \b
    Example: plancia tournament enter autunno Anna Bruno Carla Dino
    """
    team_field = {"team": team} if team else {}
    append_events(context, name, *({"kind": "entered", "player": player, **team_field} for player in players))


@tournament.command(name="leave")
@click.argument("name")
@click.argument("player")
@with_receipt
@pass_cli_context
def leave(context: CliContext, name: str, player: str) -> None:
    """Withdraw a player from the tournament; the points stay, and `enter` readmits the player.

    \b
    Example: plancia tournament leave autunno Dino
    """
    append_events(context, name, {"kind": "left", "player": player})
    print_remarks(context, name, ("gone",))


@tournament.command(name="close")
@click.argument("name")
@with_receipt
@pass_cli_context
def close(context: CliContext, name: str) -> None:
    """Close a tournament: nothing can be added, and games corrected later do not change its standings.

    \b
    Example: plancia tournament close autunno
    """
    append_events(context, name, {"kind": "closed"})
    print_remarks(context, name)


@tournament.command(name="show")
@click.argument("name")
@with_format("json")
@pass_cli_context
def show(context: CliContext, name: str, printer: Printer) -> None:
    """A tournament as JSON: entrants, tables, results, warnings; its tables alone in the other formats.

    \b
    Example: plancia tournament show autunno
    """
    from plancia_archive import ArchiveError

    try:
        archive = context.open()
        names = context.names(archive)
        payload = names.value(archive.tournaments.get(name).to_json(names.name))
        remarks = archive.tournaments.remarks(name)
        payload["remarks"] = [remark.to_json(context.lang, names.name) for remark in remarks]
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    printer.print_rows(payload["tables"], ["round", "table", "seats", "game", "result"], payload=payload)


def add_commands() -> None:
    """Adds the commands of the other modules to the group."""
    module_commands = (*tournament_standings.COMMANDS, *tournament_results.COMMANDS, *tournament_admin.COMMANDS)
    for command in (*module_commands, crosstable, load, report):
        tournament.add_command(command)


add_commands()
