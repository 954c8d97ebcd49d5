"""tournament: entrants, tables, results, standings."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.context import FORMATS, State, print_json, print_table
from plancia_cli.settling import act, tell_remarks

pass_state = click.make_pass_decorator(State)


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
def create(state: State, name: str, system_id: str, title: str | None, club: str | None) -> None:
    """Open a tournament.

    \b
    Example: plancia tournament create autunno --system monopoli --club "Arci Monopoli"
    """
    event: dict[str, Any] = {"kind": "opened", "title": title or name, "system": system_id}
    act(state, name, {**event, "club": club} if club else event, create=True)
    state.tell("t-opened", what=name)


@tournament.command(name="systems")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def list_systems(state: State, form: str) -> None:
    """The ranking systems, with their sources.

    \b
    Example: plancia tournament systems
    """
    from plancia_archive.tournaments import systems

    print_table([[s.id, s.title[state.lang], s.cite] for s in systems().values()], ["system", "title", "cite"], form)


@tournament.command(name="list")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def list_tournaments(state: State, form: str) -> None:
    """The tournaments of the archive.

    \b
    Example: plancia tournament list
    """
    store = state.open().tournaments
    rows = [[t.id, t.title, t.system, len(t.players), t.rounds, t.closed] for t in map(store.get, store.ids())]
    print_table(rows, ["tournament", "title", "system", "players", "rounds", "closed"], form)


@tournament.command(name="enter")
@click.argument("name")
@click.argument("players", nargs=-1, required=True)
@click.option("--team", help="The team that they enter with.")
@pass_state
def enter(state: State, name: str, players: tuple[str, ...], team: str | None) -> None:
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
def leave(state: State, name: str, player: str) -> None:
    """A player withdraws from the tournament; what he scored stays, and `enter` lets him back in.

    \b
    Example: plancia tournament leave autunno Dino
    """
    act(state, name, {"kind": "left", "player": player})


@tournament.command(name="close")
@click.argument("name")
@pass_state
def close(state: State, name: str) -> None:
    """Close a tournament: nothing is added any more, and games corrected later do not change its standings.

    \b
    Example: plancia tournament close autunno
    """
    act(state, name, {"kind": "closed"})
    tell_remarks(state, name)


@tournament.command(name="show")
@click.argument("name")
@pass_state
def show(state: State, name: str) -> None:
    """A tournament as JSON: entrants, tables, results, remarks.

    \b
    Example: plancia tournament show autunno
    """
    from plancia_archive import ArchiveError

    try:
        archive = state.open()
        shown = archive.tournaments.get(name).to_json(archive.people.name)
        print_json({**shown, "remarks": [remark.to_json(state.lang) for remark in archive.tournaments.remarks(name)]})
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@tournament.command(name="standings")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@click.option("--teams", is_flag=True, help="The standings of the teams.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def standings(state: State, name: str, until: int | None, teams: bool, form: str) -> None:
    """The standings, exact, as of any round, with the reason that parted ties.

    \b
    Example: plancia tournament standings autunno --round 2
    """
    from plancia_archive import ArchiveError

    archive = state.open()
    if teams:
        from plancia_cli.seating import print_teams

        print_teams(state, archive, name, until, form)
        return
    try:
        rows = [row.to_json() for row in archive.tournaments.standings(name, until)]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    for row in rows:
        row["name"] = archive.people.name(row["player"])
    if form in ("json", "jsonl"):
        heads = ["pos", "name", *(key for key in (rows[0] if rows else {}) if key not in ("pos", "name"))]
        print_table([[row[key] for key in heads] for row in rows], heads, form)
        return
    heads = ["pos", "name", "total", "discarded", "without_bonus", "wins", "best", "parted_by", "per_round"]
    words = form == "table"
    shown = [
        [*(row[key] for key in heads[:-2]), reason(state, row) if words else row["parted_by"],
         " ".join(p or "-" for p in row["per_round"])]
        for row in rows
    ]  # fmt: skip
    print_table(shown, heads, form)
    if words:
        tell_remarks(state, name)


def reason(state: State, row: dict[str, Any]) -> str:
    """What parted a row from the one above, in words, with both values; nothing where the total did."""
    if row["parted_by"] in ("", "total", "discarded"):
        return ""
    above, here = row["parted"]
    return state.say("t-parted", what=state.say("parted." + row["parted_by"]), above=above, here=here)


@tournament.command(name="report")
@click.argument("name")
@pass_state
def report(state: State, name: str) -> None:
    """A tournament in one text file, in the manner of FIDE's TRF.

    \b
    Example: plancia tournament report autunno > autunno.trf
    """
    from plancia_archive import ArchiveError
    from plancia_archive.dumps import report as write

    try:
        click.echo(write(state.open(), name), nl=False)
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@tournament.command(name="load")
@click.argument("name")
@click.argument("file")
@click.option("--dry-run", is_flag=True, help="Read and check, keep nothing.")
@pass_state
def load(state: State, name: str, file: str, dry_run: bool) -> None:
    """Results from a CSV file: columns round, table, player, points, and if wanted winner (1 or x).

    Players who have not entered are entered; all of the file is kept or nothing. The separator is told by the file.

    \b
    Example: plancia tournament load autunno risultati.csv --dry-run
    """
    from plancia_archive import ArchiveError
    from plancia_archive.tournaments.sheets import events_of
    from plancia_cli.context import read_bytes

    archive = state.open(create=True)
    try:
        found = archive.tournaments.get(name)
        known = {archive.people.name(player) for player in found.players} | set(found.players)
        events = events_of(read_bytes(state, file), known)
        if not dry_run:
            archive.tournaments.append(name, events)
    except ArchiveError as error:
        state.fail(f"{file}: {error.text(state.lang)}")
    tables = sum(event["kind"] == "table" for event in events)
    state.tell("t-loaded", tables=tables, players=sum(event["kind"] == "entered" for event in events))


def add_commands() -> None:
    """The commands that are kept in files of their own."""
    from plancia_cli import seating, settling

    for command in (*settling.COMMANDS, *seating.COMMANDS):
        tournament.add_command(command)


add_commands()
