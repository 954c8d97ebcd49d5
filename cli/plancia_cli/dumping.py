"""dump: the archive as files for others."""

from __future__ import annotations

from pathlib import Path

import click

from plancia_cli.context import State, print_json

pass_state = click.make_pass_decorator(State)


@click.command()
@click.argument("folder")
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option("--since", help="Only from this date, YYYY-MM-DD.")
@click.option("--until", help="Only up to this date.")
@pass_state
def dump(
    state: State, folder: str, variant: str | None, event: str | None, since: str | None, until: str | None
) -> None:
    """Write games as text, JSON Lines and CSV tables into a folder, with counts and checksums.

    The same games give the same bytes. Importing games.rgn gives them back byte for byte; the manifest says what
    the other files leave out. Names are not in it, only references.

    \b
    Example: plancia dump 2026-11 --since 2026-11-01 --until 2026-11-30
    """
    from plancia_archive import Filters
    from plancia_archive.dumps import dump as write

    try:
        made = write(state.open(), Path(folder), Filters(variant=variant, event=event, since=since, until=until))
    except OSError as error:
        state.fail(state.say("cannot-write", file=folder, why=error.strerror or ""))
    print_json(made)
