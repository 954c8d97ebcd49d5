"""tournament: entrants, tables, results, standings."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.context import FORMATS, State, print_json, print_table

pass_state = click.make_pass_decorator(State)


@click.group()
def tournament() -> None:
    """Tournaments: who enters, tables by round, results, standings.

    \b
    Example: plancia tournament create autunno --system monopoli --title "Torneo d'autunno"
    """


def act(state: State, name: str, *events: dict[str, Any]) -> Any:
    """Adds events to a tournament; ends the command where they do not fit."""
    from plancia_archive import ArchiveError

    try:
        return state.open(create=True).tournaments.append(name, list(events))
    except ArchiveError as error:
        state.fail(error.text(state.lang))


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
    act(state, name, {**event, "club": club} if club else event)
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
    """A player withdraws from the tournament; what he scored stays.

    \b
    Example: plancia tournament leave autunno Dino
    """
    act(state, name, {"kind": "left", "player": player})


@tournament.command(name="table")
@click.argument("name")
@click.argument("round_number", type=click.IntRange(1), metavar="ROUND")
@click.argument("table")
@click.argument("seats", nargs=-1, required=True)
@pass_state
def form_table(state: State, name: str, round_number: int, table: str, seats: tuple[str, ...]) -> None:
    """Form a table of a round: its players in the order of play.

    \b
    Example: plancia tournament table autunno 1 A Anna Bruno Carla Dino
    """
    found = act(state, name, {"kind": "table", "round": round_number, "table": table, "seats": list(seats)})
    for notice in found.notices():
        state.tell("t-notice", what=notice)


@tournament.command(name="result")
@click.argument("name")
@click.argument("round_number", type=click.IntRange(1), metavar="ROUND")
@click.argument("table")
@click.argument("points", nargs=-1, metavar="PLAYER=POINTS...")
@click.option("--game", help="A kept game: the result is recomputed from it.")
@click.option("--winner", help="Who won, where equal points do not tell.")
@click.option("--outcome", nargs=2, metavar="PLAYER WHAT", help="world, rival-out, dummy-out or risiko.")
@click.option("--out", multiple=True, help="A player who was eliminated; repeatable.")
@pass_state
def result(
    state: State, name: str, round_number: int, table: str, points: tuple[str, ...], game: str | None,
    winner: str | None, outcome: tuple[str, str] | None, out: tuple[str, ...],
) -> None:  # fmt: skip
    """The result of a table: a kept game, or points typed from the sheet. A later result replaces an earlier one.

    \b
    Example: plancia tournament result autunno 1 A --game serata-1
             plancia tournament result autunno 1 B Anna=31 Bruno=24.5 Carla=18 Dino=9
    """
    event: dict[str, Any] = {"kind": "linked", "round": round_number, "table": table, "game": game}
    if game is None:
        pairs = dict(text.rpartition("=")[::2] for text in points)
        event = {"kind": "result", "round": round_number, "table": table, "points": pairs}
        beside = {"winner": winner, "outcome": list(outcome) if outcome else None, "out": list(out) or None}
        event.update({key: value for key, value in beside.items() if value})
    act(state, name, event)


@tournament.command(name="adjust")
@click.argument("name")
@click.argument("player")
@click.argument("points")
@click.argument("why")
@pass_state
def adjust(state: State, name: str, player: str, points: str, why: str) -> None:
    """Add or take ranking points, with the reason (after `--` where they are negative).

    \b
    Example: plancia tournament adjust autunno -- Dino -25 RCM-30
    """
    act(state, name, {"kind": "adjusted", "player": player, "points": points, "why": why})


@tournament.command(name="close")
@click.argument("name")
@pass_state
def close(state: State, name: str) -> None:
    """Close a tournament: nothing is added any more.

    \b
    Example: plancia tournament close autunno
    """
    act(state, name, {"kind": "closed"})


@tournament.command(name="show")
@click.argument("name")
@pass_state
def show(state: State, name: str) -> None:
    """A tournament as JSON: entrants, tables, results, notices.

    \b
    Example: plancia tournament show autunno
    """
    from plancia_archive import ArchiveError

    try:
        print_json(state.open().tournaments.get(name).to_json())
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@tournament.command(name="standings")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def standings(state: State, name: str, until: int | None, form: str) -> None:
    """The standings, exact, as of any round, with the reason that parted ties.

    \b
    Example: plancia tournament standings autunno --round 2
    """
    from plancia_archive import ArchiveError

    archive = state.open()
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
    shown = [[*(row[key] for key in heads[:-1]), " ".join(p or "-" for p in row["per_round"])] for row in rows]
    print_table(shown, heads, form)


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
