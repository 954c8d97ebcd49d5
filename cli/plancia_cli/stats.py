"""stats and odds: questions over the games of the archive."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from plancia_cli.support.context import CliContext, write_text
from plancia_cli.support.filter_options import Wanted, checked, filtered
from plancia_cli.support.jobs_option import with_jobs
from plancia_cli.support.printing import Form, printed
from plancia_data import messages

pass_state = click.make_pass_decorator(CliContext)
PEOPLE = ("player", "rival")  # columns of references; each is followed by one of names


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@filtered
@click.option("--all-provenances", is_flag=True, help="Count generated games and those of other programs too.")
@click.option("--under", metavar="VARIANT", help="For what-if: the rules to judge the games under.")
@click.option("--limit", type=click.IntRange(1), help="For what-if: judge at most so many games.")
@with_jobs("For what-if: how many processes; else one a core. Few games take one. The result is the same.")
@click.option("--svg", help="Write a chart to this file.")
@printed(json_help="The whole answer: rows, games that qualified, those left out.")
@pass_state
def stats(
    state: CliContext, name: str | None, wanted: Wanted, all_provenances: bool, under: str | None, limit: int | None,
    jobs: int, svg: str | None, form: Form,
) -> None:  # fmt: skip
    """Statistics over the games of the archive; without a name, those that exist.

    Each says how many games qualified and which were left out and why. Generated games and those that other programs
    played count only where a --provenance or --all-provenances asks for them. The statistic what-if judges the games
    once more under other rules and says what that would have changed.

    \b
    Example: plancia stats results-by-player --variant monopoli@1
             plancia stats throws --format csv
             plancia stats what-if --under torneo@1 --club Milano
    """
    from plancia_archive import ArchiveError
    from plancia_archive.queries.filters import ALL
    from plancia_archive.statistics import REGISTERED, ask, columns_of
    from plancia_archive.statistics.charts import chart
    from plancia_archive.statistics.listing import statistics_known
    from plancia_cli.stats_what_if import suppose

    if name is None:
        form.rows(statistics_known(state.lang), ["statistic", "title", "meaning", "needs"], ["statistic", "title"])
        return
    archive = state.open()
    filters = wanted.on(state, archive)
    if all_provenances and filters.provenance is None:
        filters = replace(filters, provenance=ALL)
    if name == "what-if":
        suppose(state, archive, filters, under, limit, jobs, form)
        return
    try:
        found = ask(archive.db, name, filters)
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    named(archive, found["rows"])
    if svg:
        drawn = chart(found, REGISTERED[name].title(state.lang), state.lang)
        if drawn is None:
            state.fail(state.say("no-chart", what=name))
        write_text(state, svg, drawn)
        return
    if not form.objects:
        tell_counted(state, found)
    heads = list(found["rows"][0]) if found["rows"] else with_names(columns_of(name))
    people = [key.removesuffix("_name") for key in heads if key.endswith("_name")]
    form.rows(found["rows"], heads, [head for head in heads if head not in people], found)


def tell_counted(state: CliContext, found: dict[str, Any]) -> None:
    """Tells how many games qualified, which were left out and why, and how those of programs would count."""
    words = messages("api", state.lang)
    left = ", ".join(f"{words.get(f'reason_{reason}', reason)} {count}" for reason, count in found["left_out"].items())
    state.tell("qualified", games=found["games"], qualified=found["qualified"], left=left or "-")
    if {"synthetic", "engines"} & found["left_out"].keys():
        state.tell("programs-left-out")


def with_names(heads: list[str]) -> list[str]:
    """The columns with those of names, as `named` puts them into rows."""
    return [one for head in heads for one in ((head, f"{head}_name") if head in PEOPLE else (head,))]


def named(archive: Any, rows: list[dict[str, Any]]) -> None:
    """Puts names beside references, each after its reference."""
    for row in rows:
        cells = dict(row)
        row.clear()
        for key, value in cells.items():
            row[key] = value
            if key in PEOPLE:
                row[f"{key}_name"] = archive.people.name(value)


@click.command()
@click.argument("attackers", type=click.IntRange(1, 60))
@click.argument("defenders", type=click.IntRange(1, 60))
@click.option("--defence", type=click.IntRange(1, 3), default=3, show_default=True, help="Most dice of the defence.")
@printed("text", "As JSON, with exact fractions.")
@pass_state
def odds(state: CliContext, attackers: int, defenders: int, defence: int, form: Form) -> None:
    """The exact odds of an attack: of one throw, and of going on to the end.

    ATTACKERS are the armies usable, those beyond the one that stays; the defence always throws all it may.

    \b
    Example: plancia odds 5 3
    """
    from plancia_archive.facts.odds import answer

    found = answer(attackers, defenders, defence)
    if form.kind != "text":
        form.rows(found["throw"], ["attack_losses", "defence_losses", "chance", "decimal"], whole=found)
        return
    for row in found["throw"]:
        click.echo(f"-{row['attack_losses']}-{row['defence_losses']}  {row['chance']}  {row['decimal']:.4f}")
    click.echo(f"{state.say('conquest')} {found['conquest_decimal']:.4f}")


@click.command()
@click.option("--position", help="Who holds what: SIA=x>=3 CIN=x INS=R; a small letter is any one colour.")
@click.option("--sequence", help="Steps by one colour: INS>SIA tris; * is any territory.")
@click.option("--within", type=click.IntRange(0), default=0, show_default=True, help="Turns between two steps.")
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option("--limit", type=click.IntRange(1, 100000), default=100, show_default=True, help="At most so many.")
@printed()
@pass_state
def search(
    state: CliContext, position: str | None, sequence: str | None, within: int, variant: str | None, event: str | None,
    limit: int, form: Form,
) -> None:  # fmt: skip
    """Games by position or by sequence, with the event where they match.

    \b
    Example: plancia search --position "SIA=x>=3 INS=x NGU=x"
             plancia search --sequence "tris INS>SIA" --within 2
    """
    from plancia_archive import ArchiveError, Filters
    from plancia_archive.queries.search import positions, sequences

    if (position is None) == (sequence is None):
        raise click.UsageError(state.say("which-search"))
    archive = state.open()
    filters = checked(state, archive, Filters(variant=variant, event=event))
    try:
        if position is not None:
            rows = list(positions(archive, position, filters, limit))
            heads = ["game", "event", "round", "line"]
        else:
            rows = sequences(archive, sequence or "", within, filters, limit)
            heads = ["game", "colour", "event", "last_event"]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    form.rows(rows, heads)
