"""tournament: entrants, tables, results, standings."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form, printed
from plancia_cli.tournament_files import crosstable, load, report
from plancia_cli.tournament_results import act, tell_remarks

pass_state = click.make_pass_decorator(CliContext)


@click.group()
def tournament() -> None:
    """Tournaments: who enters, tables by round, results, standings.

    \b
    Example: plancia tournament create autunno --system monopoli --title "Torneo d'autunno"
    """


@tournament.command(name="create")
@click.argument("name")
@click.option("--system", "system_id", required=True, help="Ranking system; plancia tournament systems lists them.")
@click.option("--title", help="As people call it.")
@click.option("--club", help="Who holds it.")
@pass_state
def create(state: CliContext, name: str, system_id: str, title: str | None, club: str | None) -> None:
    """Open a tournament.

    \b
    Example: plancia tournament create autunno --system monopoli --club "Arci Monopoli"
    """
    event: dict[str, Any] = {"kind": "opened", "title": title or name, "system": system_id}
    act(state, name, {**event, "club": club} if club else event, create=True)
    state.tell("t-opened", what=name)


@tournament.command(name="systems")
@printed()
@pass_state
def list_systems(state: CliContext, form: Form) -> None:
    """The ranking systems, with their sources.

    \b
    Example: plancia tournament systems
    """
    from plancia_archive.tournaments import systems

    rows = [{"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in systems().values()]
    form.rows(rows, ["system", "title", "cite", "given"], ["system", "title", "cite"])


@tournament.command(name="list")
@printed()
@pass_state
def list_tournaments(state: CliContext, form: Form) -> None:
    """The tournaments of the archive.

    \b
    Example: plancia tournament list
    """
    store = state.open().tournaments
    heads = ["tournament", "title", "club", "system", "players", "rounds", "closed", "version"]
    found = [store.get(name).to_json() for name in store.ids()]
    form.rows([{**{key: one[key] for key in heads}, "players": len(one["players"])} for one in found], heads)


@tournament.command(name="enter")
@click.argument("name")
@click.argument("players", nargs=-1, required=True)
@click.option("--team", help="The team that they enter with.")
@pass_state
def enter(state: CliContext, name: str, players: tuple[str, ...], team: str | None) -> None:
    """Enter players, by name or reference.

    \b
    Example: plancia tournament enter autunno Anna Bruno Carla Dino
    """
    more = {"team": team} if team else {}
    act(state, name, *({"kind": "entered", "player": player, **more} for player in players))


@tournament.command(name="leave")
@click.argument("name")
@click.argument("player")
@pass_state
def leave(state: CliContext, name: str, player: str) -> None:
    """A player withdraws from the tournament; what he scored stays, and `enter` lets him back in.

    \b
    Example: plancia tournament leave autunno Dino
    """
    act(state, name, {"kind": "left", "player": player})
    tell_remarks(state, name, ("gone",))


@tournament.command(name="close")
@click.argument("name")
@pass_state
def close(state: CliContext, name: str) -> None:
    """Close a tournament: nothing is added any more, and games corrected later do not change its standings.

    \b
    Example: plancia tournament close autunno
    """
    act(state, name, {"kind": "closed"})
    tell_remarks(state, name)


@tournament.command(name="show")
@click.argument("name")
@printed("json")
@pass_state
def show(state: CliContext, name: str, form: Form) -> None:
    """A tournament as JSON: entrants, tables, results, remarks; in the other forms its tables.

    \b
    Example: plancia tournament show autunno
    """
    from plancia_archive import ArchiveError

    try:
        archive = state.open()
        found = archive.tournaments.get(name).to_json(archive.people.name)
        found["remarks"] = [remark.to_json(state.lang) for remark in archive.tournaments.remarks(name)]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    form.rows(found["tables"], ["round", "table", "seats", "game", "result"], whole=found)


@tournament.command(name="standings")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@click.option("--teams", is_flag=True, help="The standings of the teams.")
@printed()
@pass_state
def standings(state: CliContext, name: str, until: int | None, teams: bool, form: Form) -> None:
    """The standings, exact, as of any round, with the reason that parted ties.

    \b
    Example: plancia tournament standings autunno --round 2
    """
    from plancia_archive import ArchiveError

    archive = state.open()
    if teams:
        from plancia_cli.tournament_admin import print_teams

        print_teams(state, archive, name, until, form)
        return
    try:
        rows = [row.to_json() for row in archive.tournaments.standings(name, until)]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    for row in rows:
        row["name"] = archive.people.name(row["player"])
    heads = ["pos", "name", *(key for key in (rows[0] if rows else {}) if key not in ("pos", "name"))]
    shown = ["pos", "name", "total", "discarded", "without_bonus", "wins", "best", "parted_by", "per_round"]
    form.rows([worded(state, row, heads, form) for row in rows], heads, shown)
    if form.kind == "table":
        tell_remarks(state, name)


def worded(state: CliContext, row: dict[str, Any], heads: list[str], form: Form) -> dict[str, Any]:
    """A row with its fields in order; in a table the reason that parted it is said in words."""
    made = {key: row[key] for key in heads}
    return {**made, "parted_by": reason(state, row)} if form.kind == "table" else made


def reason(state: CliContext, row: dict[str, Any]) -> str:
    """What parted a row from the one above, in words, with both values; nothing where the total did."""
    if row["parted_by"] in ("", "total", "discarded"):
        return ""
    above, here = row["parted"]
    return state.say("t-parted", what=state.say("parted." + row["parted_by"]), above=above, here=here)


def add_commands() -> None:
    """The commands that are kept in files of their own."""
    from plancia_cli import tournament_admin, tournament_results

    for command in (*tournament_results.COMMANDS, *tournament_admin.COMMANDS, crosstable, load, report):
        tournament.add_command(command)


add_commands()
