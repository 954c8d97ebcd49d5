"""stats what-if: the selected games judged again under other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer
from plancia_cli.support.progress import progress
from plancia_cli.support.qualified_games import report_qualified

if TYPE_CHECKING:
    from plancia_archive import Archive, Filters


def judge_again(
    context: CliContext,
    archive: Archive,
    filters: Filters,
    under: str | None,
    limit: int | None,
    jobs: int,
    printer: Printer,
) -> None:
    """Judges the games with a progress bar and prints the totals and the rules that were broken."""
    from plancia_archive.statistics.notes import notes_in
    from plancia_archive.statistics.what_if import what_if
    from plancia_replay import RuleSetError

    if under is None:
        raise click.UsageError(context.say("which-rules"))
    game_count = limit if limit is not None else int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
    try:
        with progress(context.say("what-if", under=under), game_count) as step:
            head = archive.checkpoints.head()
            answer = what_if(archive, filters, under, limit, progress=lambda _: step(), jobs=jobs)
    except RuleSetError as error:
        context.fail(error.text(context.lang))
    answer["notes"] = notes_in(answer["notes"], context.lang)
    answer["as_of"] = {"size": head.size, "head": head.head()}
    if not printer.is_json:
        report_qualified(context, answer)
        context.tell("judged-again", games=answer["judged"])
    rules = [{**row, "what": row["rule_id"]} for row in answer["rules"]]
    printer.print_rows(
        [*answer["rows"], *rules],
        ["what", "rule", "findings", "games", "undecided", "decided", "share", "low", "high"],
        payload=answer,
    )
