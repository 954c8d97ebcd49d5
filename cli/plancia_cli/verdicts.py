"""verdicts: the stored verdicts of many games, with the field names of the API."""

from __future__ import annotations

from itertools import islice

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.filter_options import FilterValues, with_filters
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)
VERDICT_KINDS = click.Choice(["illegal", "undecidable", "assumed", "warning"])


@click.command()
@with_filters
@click.option("--rule-id", help="Only findings of this rule number, such as MON-15.")
@click.option("--verdict", type=VERDICT_KINDS, help="Only findings of this kind.")
@click.option("--after", help="Continue after this cursor (the `next` of the API).")
@click.option("--limit", type=click.IntRange(1), default=1000, show_default=True, help="The maximum number of rows.")
@with_format()
@pass_cli_context
def verdicts(
    context: CliContext,
    filter_values: FilterValues,
    rule_id: str | None,
    verdict: str | None,
    after: str | None,
    limit: int,
    printer: Printer,
) -> None:
    """List the stored findings of all games of the archive, in the order of the log.

    \b
    Example: plancia verdicts --verdict illegal --variant monopoli
             plancia verdicts --rule-id MON-15 --format csv
    """
    from plancia_archive.queries.filter_values import check_rule
    from plancia_archive.queries.verdict_listing import FINDING_FIELDS, iterate_verdicts, parse_cursor

    archive = context.open()
    try:
        parse_cursor(after)
    except ValueError:
        raise click.BadParameter(str(after), param_hint="--after") from None
    if rule_id is not None:
        check_rule(archive.db, rule_id)
    rows = islice(
        iterate_verdicts(archive, filter_values.to_filters(context, archive), rule_id, verdict, after, context.lang),
        limit,
    )
    printer.print_rows([row for _, row in rows], list(FINDING_FIELDS))
