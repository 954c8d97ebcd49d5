"""score: recomputed scores beside the declared ones."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from plancia_cli.support.comparison import compare_games
from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext
from plancia_cli.support.figures import format_account_line, format_points, print_points_assume, reason_suffix
from plancia_cli.support.judging import (
    judge_source,
    print_legend,
    print_problems,
    problems_json,
    report_unknown_rules,
    worse_code,
)
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.sources import IMPORTER_KINDS, read_sources
from plancia_data import decimal_text

if TYPE_CHECKING:
    from plancia_replay import Judgement

pass_cli_context = click.make_pass_decorator(CliContext)
COLUMNS = ("game", "colour", "points", "declared", "ranking", "undecidable")
ACCOUNT_COLUMNS = ("game", "colour", "account", "points", "what", "rule_id", "cite", "undecidable")


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Score under this variant instead of the recorded one.")
@click.option("--under", "-u", help="Compare the scores under the recorded variant and under this one.")
@click.option("--explain", is_flag=True, help="Itemise every number with its citation.")
@click.option("--from", "kind", type=IMPORTER_KINDS, help="Kind of the files; detected from their content if omitted.")
@click.option("--as-recorded", is_flag=True, help="As it was recorded, without its corrections (VOID, FIX).")
@with_format("text", "One JSON object per game.")
@pass_cli_context
def score(
    context: CliContext, games: tuple[str, ...], variant: str | None, under: str | None, explain: bool,
    kind: str | None, as_recorded: bool, printer: Printer,
) -> None:  # fmt: skip
    """Recompute the scores of games and compare them with the declared ones.

    With --under, exit code 0: scores and end agree; 3: they differ. --explain then lists the lines that differ.

    \b
    Example: plancia score partita.rgn --explain
             plancia score partita.rgn --under torneo@1
    """
    unread: list[str] = []
    sources = read_sources(context, games, kind, unread)
    code = ERROR if unread else CLEAN
    if under is not None and as_recorded:
        raise click.UsageError(context.say("recorded-under"))
    if under is not None:
        sys.exit(compare_games(context, sources, variant, under, printer, explain))
    rows: list[Row] = []
    for source in sources:
        code = worse_code(code, print_problems(context, source))
        if report_unknown_rules(context, source, variant):
            code = ERROR
            continue
        judgement = judge_source(context, source, variant, as_recorded=as_recorded)
        if printer.is_json:
            payload = {"game": judgement.game, "variant": judgement.variant, "scores": judgement.told_scores,
                       "declared": judgement.declared, "end": judgement.told_end, "undecidable": judgement.undecidable,
                       "assumptions": judgement.score_assumptions, "compared": None,
                       **problems_json(context, source)}  # fmt: skip
            printer.print_object(payload, len(sources) == 1)
        elif printer.format == "text":
            print_score(context, judgement, explain)
        rows += score_rows(judgement, explain)
        if differs_from_declared(judgement):
            code = worse_code(code, FOUND)
    if printer.format == "text":
        print_legend(context, sources)
    elif not printer.is_json:
        printer.print_rows(rows, ACCOUNT_COLUMNS if explain else COLUMNS)
    sys.exit(code)


def differs_from_declared(judgement: Judgement) -> bool:
    """True if a declared score differs from the recomputed one; scores that cannot be decided do not count."""
    return any(
        value is not None and colour in judgement.scores and value != judgement.scores[colour]["points"]
        for colour, value in judgement.declared.items() if not judgement.undecided(colour)
    )  # fmt: skip


def score_rows(judgement: Judgement, explain: bool) -> list[Row]:
    """A game's scores as rows: one per colour, or with `explain` one per line of its accounts."""
    rows: list[Row] = []
    for colour, entry in judgement.told_scores.items():
        game_and_colour: Row = {"game": judgement.game, "colour": colour}
        undecided_figures = [figure for figure in ("points", "ranking") if judgement.undecided(colour, figure)]
        game_and_colour["undecidable"] = " ".join(undecided_figures) or None
        if explain:
            rows += [{**game_and_colour, "account": "score", **line} for line in entry["account"]]
            rows += [{**game_and_colour, "account": "ranking", **line} for line in entry.get("ranking_account", [])]
        else:
            declared = judgement.declared.get(colour)
            rows.append(
                {**game_and_colour, "points": entry["points"], "declared": declared, "ranking": entry.get("ranking")}
            )
    return rows


def print_score(context: CliContext, judgement: Judgement, explain: bool) -> None:
    """Prints a game's scores as text, with `explain` line by line."""
    click.echo(context.say("scored", game=judgement.game, variant=judgement.variant))
    if not judgement.scores:
        click.echo("  " + context.say("result-alone" if judgement.completeness == "result-only" else "no-score"))
    for colour, entry in judgement.told_scores.items():
        points = judgement.declared.get(colour)
        told = context.say("declared", points=decimal_text(points, context.lang))
        declared_suffix = "" if points is None else f" ({told})"
        reason = judgement.undecided(colour)
        click.echo(
            f"  {colour} {format_points(context, entry['points'], reason)}{declared_suffix}{reason_suffix(reason)}"
        )
        for line in entry["account"] if explain else []:
            click.echo("      " + format_account_line(context, line))
        ranking_reason = judgement.undecided(colour, "ranking")
        shows_ranking = "ranking" in entry and judgement.has_own_ranking
        if shows_ranking:
            ranking = context.say("ranking", points=format_points(context, entry["ranking"], ranking_reason))
            click.echo(f"      {ranking}{reason_suffix(ranking_reason if ranking_reason != reason else '')}")
        for line in entry.get("ranking_account", []) if explain and shows_ranking else []:
            click.echo("        " + format_account_line(context, line))
    if judgement.level:
        click.echo("  " + context.say("ending", says=judgement.end["says"], winner="-"))
    print_points_assume(context, judgement)
