"""init, list, export, verify, rebuild: the archive's own commands."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.filter_options import Wanted, filtered
from plancia_cli.support.jobs_option import with_jobs
from plancia_cli.support.printing import Form, printed
from plancia_cli.support.progress import progress

if TYPE_CHECKING:
    from plancia_archive import Archive, Finding

pass_state = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("path", required=False)
@pass_state
def init(state: CliContext, path: str | None) -> None:
    """Make an empty archive.

    \b
    Example: plancia init circolo.db
    """
    from pathlib import Path

    from plancia_archive.log.creation import unmade

    if path:
        state.archive = path
    if Path(state.archive).exists() and not unmade(Path(state.archive)):
        state.fail(state.say("exists", what=state.archive))
    state.open(create=True).close()
    state.tell("made", what=state.archive)


WITHDRAWN = ("game", "instead", "why", "at", "name", "variant", "date", "event")
LISTED = (
    "game",
    "variant",
    "event",
    "date",
    "completeness",
    "version",
    "illegal",
    "undecidable",
    "reason",
    "winners",
    "winner_name",
)


@click.command(name="list")
@filtered
@click.option(
    "--withdrawn", is_flag=True, help="The games that were withdrawn or replaced, and why, in place of those kept."
)
@click.option("--newest", is_flag=True, help="The newest first.")
@click.option("--limit", type=click.IntRange(1, 100000), default=1000, show_default=True, help="At most so many.")
@printed()
@pass_state
def list_command(state: CliContext, wanted: Wanted, withdrawn: bool, newest: bool, limit: int, form: Form) -> None:
    """List the games of the archive.

    \b
    Example: plancia list --variant monopoli@1 --illegal
    """
    from plancia_archive.queries.filters import COLUMNS
    from plancia_archive.queries.lineup import seat_players

    archive = state.open()
    if withdrawn:
        form.rows(archive.withdrawals.rows()[:limit], list(WITHDRAWN), WITHDRAWN)
        return
    rows, _ = archive.games(wanted.on(state, archive), limit=limit, newest=newest)
    seat_players(archive, rows, named=True)
    heads = [*(column for column in COLUMNS if column != "number"), "winner_name", "players"]
    form.rows([{key: row[key] for key in heads} for row in rows], heads, LISTED)
    tell_namesakes(state, archive)


@click.command()
@click.option("--quick", is_flag=True, help="Hashes and chains only, without judging the games again.")
@with_jobs()
@printed("text", "Findings as JSON.")
@pass_state
def verify(state: CliContext, quick: bool, jobs: int, form: Form) -> None:
    """Prove the archive: every hash, every chain, every derived row. Exit code 3 where something is wrong.

    \b
    Example: plancia verify
    """
    from plancia_archive import ArchiveError
    from plancia_archive.integrity.verify import games_in
    from plancia_archive.integrity.verify import verify as verify_archive

    archive = state.open()
    games = games_in(archive)
    with progress(state.say("verifying"), 0 if quick else 2 * games) as step:
        found = verify_archive(archive, judged=not quick, step=step, jobs=jobs)
    if form.kind != "text":
        heads = ["where", "code", "detail"]
        form.rows([{key: getattr(one, key) for key in heads} for one in found], heads)
    else:
        show(state, found)
        if not found:
            click.echo(state.say("intact", games=games))
    if {one.code for one in found} & {"derived", "edited", "ghost"}:
        state.tell("before-rebuild")
    with suppress(ArchiveError):  # what is damaged was told above
        tell_namesakes(state, archive)
    sys.exit(FOUND if found else CLEAN)


def tell_namesakes(state: CliContext, archive: Archive) -> None:
    """Tells of names under which the log has several rule-sets."""
    from plancia_archive.log.stored_rulesets import namesakes

    for one in namesakes(archive):
        state.tell("rules-namesakes", name=one.name, rules=one.told())


def show(state: CliContext, found: list[Finding]) -> None:
    """Findings, a line each."""
    for one in found:
        click.echo(f"{one.where}: {state.say('finding.' + one.code)} {one.detail}".rstrip())


@click.command()
@with_jobs()
@pass_state
def rebuild(state: CliContext, jobs: int) -> None:
    """Make every derived row again from the log; what they said otherwise is printed, and is gone then.

    Exit code 3 where a game or a tournament of the log cannot be read.

    \b
    Example: plancia rebuild
    """
    archive = state.open()
    games = archive.game_ids()
    with progress(state.say("rebuilding"), len(games)) as step:
        found = archive.rebuild(step, jobs=jobs)
    show(state, found)
    click.echo(state.say("rebuilt", games=len(games)))
    tell_namesakes(state, archive)
    sys.exit(FOUND if {one.code for one in found} & {"canonical", "tournament"} else CLEAN)
