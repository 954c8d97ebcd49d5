"""stats what-if: the games of a filter judged once more under other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form
from plancia_cli.support.progress import progress

if TYPE_CHECKING:
    from plancia_archive import Archive, Filters


def suppose(
    state: CliContext, archive: Archive, filters: Filters, under: str | None, limit: int | None, jobs: int, form: Form
) -> None:
    """Judges, with progress on standard error, and prints the sums and the rules broken."""
    from plancia_archive.statistics.what_if import what_if
    from plancia_cli.stats import tell_counted
    from plancia_replay import RuleSetError

    if under is None:
        raise click.UsageError(state.say("which-rules"))
    most = limit if limit is not None else int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
    try:
        with progress(state.say("what-if", under=under), most) as step:
            found = what_if(archive, filters, under, limit, progress=lambda _: step(), jobs=jobs)
    except RuleSetError as error:
        state.fail(error.text(state.lang))
    if not form.objects:
        tell_counted(state, found)
        state.tell("judged-again", games=found["judged"])
    rules = [{**row, "what": row["rule_id"]} for row in found["rules"]]
    form.rows([*found["rows"], *rules], ["what", "rule", "findings", "games", "share", "low", "high"], whole=found)
