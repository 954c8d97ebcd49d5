"""init, import, convert, list, export, verify, rebuild, person, token: the archive's own commands."""

from __future__ import annotations

import sys
from typing import Any

import click

from plancia_cli.context import CLEAN, ERROR, FORMATS, FOUND, State, print_json, print_table, write_text
from plancia_cli.sources import sources

pass_state = click.make_pass_decorator(State)


@click.command()
@click.argument("path", required=False)
@pass_state
def init(state: State, path: str | None) -> None:
    """Make an empty archive.

    \b
    Example: plancia init circolo.db
    """
    from pathlib import Path

    if path:
        state.archive = path
    if Path(state.archive).exists():
        state.fail(state.say("exists", what=state.archive))
    state.open(create=True).close()
    state.tell("made", what=state.archive)


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "kind", help="rgn, risiko-rl, domination, pyrisk, syncs; else told by content.")
@click.option("--archive", "-a", "path", help="The archive; made where there is none.")
@click.option("--dry-run", is_flag=True, help="Read and judge, keep nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@pass_state
def import_command(
    state: State, files: tuple[str, ...], kind: str | None, path: str | None, dry_run: bool, as_json: bool
) -> None:
    """Keep games in the archive, judged as they come in.

    A folder or a ZIP file stands for all the records in it; a report comes at the end. A game that is kept already is
    not kept twice. A file with lines that are not understood is reported in full and not kept: nothing by halves.

    \b
    Example: plancia import serata1/*.rgn --archive circolo.db
             plancia import stagione.zip --dry-run
    """
    from plancia_archive import ArchiveError
    from plancia_replay import RuleSetError, for_game

    state.archive = path or state.archive
    archive = None if dry_run else state.open(create=True)
    code = CLEAN
    unread: list[str] = []
    found = sources(state, files, kind, unread)
    figures = {"kept": 0, "already": 0, "would-keep": 0, "failed": len(unread)}
    code = ERROR if unread else CLEAN
    long = len(found) > 20 and sys.stderr.isatty()
    for place, source in enumerate(found, start=1):
        for problem in source.problems:
            click.echo(problem.text(state.lang), err=True)
        if source.problems:
            state.tell("not-kept", file=source.name, count=len(source.problems))
            figures["failed"] += 1
            code = ERROR
            continue
        for what in source.left_out:
            state.tell("left-out", file=source.name, what=what)
        try:
            row: dict[str, Any] = {"file": source.name, "events": source.game.version}
            if archive is None:
                for_game(source.game)
            else:
                added = archive.add_game(source.game)
                row |= {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}
                if added.namesakes:
                    state.tell("namesakes", file=source.name, games=", ".join(added.namesakes))
                if added.other_rules:
                    state.tell("other-rules", file=source.name)
                for name, alike in added.look_alikes.items():
                    state.tell("look-alike", name=name, alike=", ".join(alike))
        except (ArchiveError, RuleSetError) as error:
            click.echo(f"{source.name}: {error.text(state.lang)}", err=True)
            figures["failed"] += 1
            code = ERROR
            continue
        key = "would-keep" if archive is None else "already" if row["duplicate"] else "kept"
        figures[key] += 1
        if as_json:
            print_json(row, pretty=False)
        else:
            click.echo(state.say(key, **{"game": "-", **row}))
        if long:
            click.echo(f"\r{place}/{len(found)}", err=True, nl=False)
    if len(found) + len(unread) > 1:
        told = [state.say("report." + name, count=count) for name, count in figures.items() if count]
        click.echo(", ".join(told), err=True)
    sys.exit(code)


@click.command()
@click.argument("source", metavar="SRC")
@click.option("--from", "kind", help="rgn, risiko-rl, domination, pyrisk, syncs; else told by content.")
@click.option("--output", "-o", help="The file to write; without it, standard output.")
@click.option("--to", "form", type=click.Choice(["rgn", "json", "jsonl"]), default="rgn", show_default=True)
@pass_state
def convert(state: State, source: str, kind: str | None, output: str | None, form: str) -> None:
    """Convert a record of another engine, or another form of ours, to canonical text or JSON.

    \b
    Example: plancia convert partita.jsonl.gz --from risiko-rl -o partita.rgn
    """
    import json

    found = sources(state, (source,), kind)
    for one in found:
        for problem in one.problems:
            click.echo(problem.text(state.lang), err=True)
        for what in one.left_out:
            state.tell("left-out", file=one.name, what=what)
    if form == "rgn":
        text = "\n".join(one.game.text() for one in found)
    elif form == "jsonl":
        text = "".join(one.game.to_jsonl() for one in found)
    else:
        data = [one.game.to_json() for one in found]
        text = json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=1) + "\n"
    write_text(state, output, text)
    sys.exit(ERROR if any(one.problems for one in found) else CLEAN)


LISTED = ("game", "variant", "event", "date", "completeness", "version", "illegal", "undecidable", "reason", "winner")


@click.command(name="list")
@click.option("--player", help="Only games with this player (name or reference).")
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option("--since", help="Only from this date, YYYY-MM-DD.")
@click.option("--until", help="Only up to this date.")
@click.option("--illegal/--no-illegal", default=None, help="Only games with (without) illegal events.")
@click.option("--limit", type=click.IntRange(1, 100000), default=1000, show_default=True)
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@pass_state
def list_command(
    state: State, player: str | None, variant: str | None, event: str | None, since: str | None, until: str | None,
    illegal: bool | None, limit: int, form: str, as_json: bool,
) -> None:  # fmt: skip
    """List the games of the archive.

    \b
    Example: plancia list --variant monopoli@1 --illegal
    """
    from plancia_archive import Filters

    archive = state.open()
    reference = archive.people.find(player) if player else None
    if player and reference is None:
        state.fail(state.say("no-person", name=player))
    filters = Filters(player=reference, variant=variant, event=event, since=since, until=until, illegal=illegal)
    rows, _ = archive.games(filters, limit=limit)
    print_table([[row[key] for key in LISTED] for row in rows], list(LISTED), "json" if as_json else form)


@click.command()
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "everything", is_flag=True, help="Every game of the archive.")
@click.option("--output", "-o", help="The file to write; without it, standard output.")
@click.option("--form", type=click.Choice(["rgn", "jsonl"]), default="rgn", show_default=True)
@click.option("--names", is_flag=True, help="Names in place of references: not for publication.")
@pass_state
def export(state: State, games: tuple[str, ...], everything: bool, output: str | None, form: str, names: bool) -> None:
    """Write games out, byte for byte as they are kept.

    \b
    Example: plancia export --all -o circolo.rgn
    """
    from plancia_archive import ArchiveError
    from plancia_events import Game
    from plancia_events.headers import COLOUR_HEADERS

    if not games and not everything:
        raise click.UsageError(state.say("which-games"))
    archive = state.open()
    texts: list[str] = []
    try:
        for game_id in archive.game_ids() if everything else [archive.resolve(name) for name in games]:
            if form == "rgn" and not names:
                texts.append(archive.text(game_id))
                continue
            game = archive.game(game_id)
            if names:
                people = (*COLOUR_HEADERS, "Arbiter")
                game = Game(
                    [(key, archive.people.name(value) if key in people else value) for key, value in game.headers],
                    game.events,
                )
            texts.append(game.text() if form == "rgn" else game.to_jsonl())
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    write_text(state, output, ("\n" if form == "rgn" else "").join(texts))


@click.command()
@click.option("--quick", is_flag=True, help="Hashes and chains only, without judging the games again.")
@click.option("--json", "as_json", is_flag=True, help="Findings as JSON.")
@pass_state
def verify(state: State, quick: bool, as_json: bool) -> None:
    """Prove the archive: every hash, every chain, every derived row. Exit code 3 where something is wrong.

    \b
    Example: plancia verify
    """
    from plancia_archive import verify as verify_archive

    archive = state.open()
    found = verify_archive(archive, judged=not quick)
    if as_json:
        print_json([{"where": one.where, "code": one.code, "detail": one.detail} for one in found])
    else:
        for one in found:
            click.echo(f"{one.where}: {state.say('finding.' + one.code)} {one.detail}".rstrip())
        if not found:
            click.echo(state.say("intact", games=len(archive.game_ids())))
    sys.exit(FOUND if found else CLEAN)


@click.command()
@pass_state
def rebuild(state: State) -> None:
    """Make every derived row again from the log.

    \b
    Example: plancia rebuild
    """
    click.echo(state.say("rebuilt", games=state.open().rebuild()))


@click.group()
def person() -> None:
    """Names and aliases of players, kept beside the log.

    \b
    Example: plancia person list
    """


@person.command(name="list")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def person_list(state: State, form: str) -> None:
    """Everybody, with references.

    \b
    Example: plancia person list --format csv
    """
    print_table([[one["player"], one["name"]] for one in state.open().people.all()], ["player", "name"], form)


@person.command(name="alias")
@click.argument("player")
@click.argument("name")
@pass_state
def person_alias(state: State, player: str, name: str) -> None:
    """Let another spelling mean the same person.

    \b
    Example: plancia person alias "Mario Rossi" "M. Rossi"
    """
    from plancia_archive import ArchiveError

    try:
        click.echo(state.open().people.add_alias(player, name))
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@click.group()
def token() -> None:
    """Tokens for writing over HTTP.

    \b
    Example: plancia token create tavolo1
    """


@token.command(name="create")
@click.argument("name")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(["read", "write", "admin"]), default=["write"])
@pass_state
def token_create(state: State, name: str, scopes: tuple[str, ...]) -> None:
    """A new token; it is shown this once.

    \b
    Example: plancia token create tavolo1 --scope write
    """
    click.echo(state.open(create=True).tokens.make(name, list(scopes)))


@token.command(name="list")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def token_list(state: State, form: str) -> None:
    """Names and scopes, never the tokens.

    \b
    Example: plancia token list
    """
    rows = state.open().tokens.all()
    heads = ["name", "scopes", "made_at", "revoked_at"]
    print_table([[row[key] for key in heads] for row in rows], heads, form)


@token.command(name="revoke")
@click.argument("name")
@pass_state
def token_revoke(state: State, name: str) -> None:
    """Revoke the tokens of a name.

    \b
    Example: plancia token revoke tavolo1
    """
    click.echo(state.say("revoked", count=state.open().tokens.revoke(name)))
