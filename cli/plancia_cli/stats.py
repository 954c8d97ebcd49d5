"""stats: statistics over the games of the archive."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, write_text
from plancia_cli.support.figures import report_qualified
from plancia_cli.support.filter_options import FilterValues, with_filters
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, Row, with_format

if TYPE_CHECKING:
    from plancia_archive import Archive, Filters
    from plancia_archive.people.shown_names import ShownNames

pass_cli_context = click.make_pass_decorator(CliContext)
PERSON_COLUMNS = ("player", "rival")  # columns of references; each is followed by one of names


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@with_filters
@click.option("--all-provenances", is_flag=True, help="Also count generated games and those of other programs.")
@click.option("--under", metavar="VARIANT", help="For what-if: the variant to judge the games under.")
@click.option("--limit", type=click.IntRange(1), help="For what-if: the maximum number of games to judge.")
@with_jobs("For what-if: the number of processes; by default one per core. Few games use one. The result is the same.")
@click.option("--svg", help="Write a chart to this file.")
@with_format(json_help="The whole answer: rows, qualified games, games left out.")
@pass_cli_context
def stats(
    context: CliContext, name: str | None, filter_values: FilterValues, all_provenances: bool, under: str | None,
    limit: int | None, jobs: int, svg: str | None, printer: Printer,
) -> None:  # fmt: skip
    """Statistics over the games of the archive; without a name, the list of statistics.

    Each reports how many games qualified and which were left out and why. Generated games and those played by other
    programs count only with --provenance or --all-provenances. The statistic what-if judges the games again under other
    rules and reports what would have changed.

    \b
    Example: plancia stats results-by-player --variant monopoli@1
             plancia stats throws --format csv
             plancia stats what-if --under torneo@1 --club Milano
    """
    from plancia_archive.past.moments import consistent_read
    from plancia_archive.queries.filters import ALL_PROVENANCES
    from plancia_archive.statistics import REGISTERED, columns_of, compute_statistic
    from plancia_archive.statistics.charts import chart
    from plancia_archive.statistics.listing import list_statistics
    from plancia_archive.statistics.notes import notes_in

    if name is None:
        printer.print_rows(
            list_statistics(context.lang), ["statistic", "title", "meaning", "needs"], ["statistic", "title"]
        )
        return
    from plancia_archive.statistics.typed_results import typed_games

    archive = context.open()
    filters = filter_values.to_filters(context, archive)
    if all_provenances and filters.provenance is None:
        filters = replace(filters, provenance=ALL_PROVENANCES)
    if name == "what-if":
        judge_again(context, archive, filters, under, limit, jobs, printer)
        return
    with consistent_read(archive) as state:
        answer = {**compute_statistic(archive.db, name, filters), "as_of": state}
    answer["notes"] = notes_in(answer["notes"], context.lang)
    add_names(context.names(archive), answer["rows"])
    if svg:
        svg_text = chart(answer, REGISTERED[name].title(context.lang), context.lang)
        if svg_text is None:
            context.fail(context.say("no-chart", what=name))
        write_text(context, svg, svg_text)
        return
    if not printer.is_json:
        report_qualified(context, answer)
        for note in answer["notes"][1:]:
            context.tell_line(note["says"])
        if count := len(typed_games(archive)):
            context.tell("stats-typed", count=count)
    columns = list(answer["rows"][0]) if answer["rows"] else with_name_columns(columns_of(name))
    reference_columns = [key.removesuffix("_name") for key in columns if key.endswith("_name")]
    printer.print_rows(
        answer["rows"], columns, [column for column in columns if column not in reference_columns], answer
    )


def with_name_columns(columns: list[str]) -> list[str]:
    """The columns with a `..._name` column after each reference, as `add_names` adds them to rows."""
    return [
        name for column in columns for name in ((column, f"{column}_name") if column in PERSON_COLUMNS else (column,))
    ]


def add_names(names: ShownNames, rows: list[Row]) -> None:
    """Adds to each row the names of its references, each after its reference."""
    for row in rows:
        cells = dict(row)
        row.clear()
        for key, value in cells.items():
            row[key] = value
            if key in PERSON_COLUMNS:
                row[f"{key}_name"] = names.name(value) if value else value


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

    if under is None:
        raise click.UsageError(context.say("which-rules"))
    game_count = limit if limit is not None else int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
    with progress(context.say("what-if", under=under), game_count) as step:
        head = archive.checkpoints.head()
        answer = what_if(archive, filters, under, limit, progress=lambda _: step(), jobs=jobs)
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
