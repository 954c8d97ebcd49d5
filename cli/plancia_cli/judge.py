"""judge: every verdict on a game, with its rule and its source."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.comparison import compare_games
from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext
from plancia_cli.support.figures import format_points, format_winners, print_points_assume, reason_suffix
from plancia_cli.support.judging import (
    judge_source,
    print_legend,
    print_problems,
    problems_json,
    report_unknown_rules,
    worse_code,
)
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.sources import IMPORTER_KINDS, Source, read_sources
from plancia_data import decimal_text

if TYPE_CHECKING:
    from plancia_replay import Judgement

pass_cli_context = click.make_pass_decorator(CliContext)
COLUMNS = ("game", "event", "line", "verdict", "says", "rule_id", "rule", "cite", "facts", "reading", "kind")
EXAMPLES_PER_RULE = 3  # alike verdicts printed in full; illegal ones all are
STYLES: dict[str, dict[str, Any]] = {
    "illegal": {"fg": "red", "bold": True}, "undecidable": {"fg": "yellow"}, "assumed": {"fg": "yellow"},
    "warning": {"fg": "cyan"},
}  # fmt: skip


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Judge under this variant instead of the recorded one.")
@click.option("--under", "-u", help='Compare the recorded variant with this one, such as "rcm@1 + no-strip".')
@click.option("--from", "kind", type=IMPORTER_KINDS, help="Kind of the files; detected from their content if omitted.")
@click.option("--complete", is_flag=True, help="Fill in colours, losses, END and OCC where they follow from the rest.")
@click.option("--as-recorded", is_flag=True, help="As it was recorded, without its corrections (VOID, FIX).")
@with_format("text", "One JSON object per game.")
@pass_cli_context
def judge(
    context: CliContext, games: tuple[str, ...], variant: str | None, under: str | None, kind: str | None,
    complete: bool, as_recorded: bool, printer: Printer,
) -> None:  # fmt: skip
    """Judge games: every verdict with its rule, its document and the facts that decide it.

    Exit code 0: clean; 3: an illegal event, or a declared score that differs; 1: a game that cannot be read or replayed
    to its end. With --under, 0: no difference; 3: a verdict, a score or the end differs. What the record does not show
    is undecidable. Two games of one match (headers Event, Match, Leg) given together are judged as a pair.

    \b
    Example: plancia judge partita.rgn
             plancia judge partita.rgn --variant torneo@1 --json
             plancia judge partita.rgn --under "rcm@1 + cards-to-eliminator"
    """
    from plancia_replay.judging.seat_headers import first_legs

    unread: list[str] = []
    sources = read_sources(context, games, kind, unread, complete=complete)
    code = ERROR if unread else CLEAN
    if under is not None and as_recorded:
        raise click.UsageError(context.say("recorded-under"))
    if under is not None:
        sys.exit(compare_games(context, sources, variant, under, printer))
    rows: list[Row] = []
    first_leg_by_index = first_legs([source.game for source in sources])
    for i, source in enumerate(sources):
        code = worse_code(code, print_problems(context, source))
        if report_unknown_rules(context, source, variant):
            code = ERROR
            continue
        judgement = judge_source(context, source, variant, first_leg_by_index.get(i), as_recorded)
        if printer.is_json:
            printer.print_object(judgement_json(context, source, judgement), len(sources) == 1)
        elif printer.format == "text":
            print_judgement(context, source, judgement)
        else:
            rows += source.with_names([{"game": judgement.game, **verdict.to_json()} for verdict in judgement.verdicts])
        if not judgement.clean:
            code = worse_code(code, FOUND if judgement.impossible is None else ERROR)
    if printer.format == "text":
        print_legend(context, sources)
    elif not printer.is_json:
        printer.print_rows(rows, COLUMNS)
    sys.exit(code)


def judgement_json(context: CliContext, source: Source, judgement: Judgement) -> dict[str, Any]:
    """A judgement with its game and, if there are any, the parse problems."""
    payload = {
        "version": source.game.version,
        **judgement.to_json(),
        **source.game.to_json(),
        **(source.standing or {}),
    }
    return {"game": judgement.game, **source.with_names(payload), **problems_json(context, source)}


def print_judgement(context: CliContext, source: Source, judgement: Judgement) -> None:
    """Prints a judgement as text: verdicts (of many alike, the first three), then end and scores."""
    click.echo(
        context.say("judged", game=judgement.game or source.name, variant=judgement.variant, events=judgement.events)
    )
    print_verdicts(context, source, judgement)
    if judgement.impossible:
        click.echo("  " + context.say("impossible", **judgement.impossible))
        click.echo(f"      {source.with_names(judgement.impossible['text'])}")
    click.echo("  " + context.say("ending", says=judgement.end["says"], winner=format_winners(context, judgement.end)))
    for colour, entry in judgement.scores.items():
        points = judgement.declared.get(colour)
        reason = judgement.undecided(colour)
        told = context.say("declared", points=decimal_text(points, context.lang))
        declared = "" if points is None else f"{',' if reason else ''} {told}"
        click.echo(f"  {colour} {format_points(context, entry['points'], reason)}{declared}{reason_suffix(reason)}")
    print_points_assume(context, judgement)
    problem_count = len(source.problems)
    if not judgement.verdicts and judgement.impossible is None:
        click.echo(
            "  " + (context.say("clean-but-unread", count=problem_count) if problem_count else context.say("clean"))
        )
    elif problem_count:
        click.echo("  " + context.say("unread-too", count=problem_count))


def print_verdicts(context: CliContext, source: Source, judgement: Judgement) -> None:
    """Prints every illegal verdict, and of the other kinds the first three of each rule and how many more there are."""
    counts: Counter[tuple[str, str]] = Counter()
    rule_ids = {verdict.rule: verdict.rule_id for verdict in judgement.verdicts}
    for verdict in judgement.verdicts:
        key = (verdict.rule, verdict.verdict)
        counts[key] += 1
        if verdict.verdict != "illegal" and counts[key] > EXAMPLES_PER_RULE:
            continue
        location = f"{source.name}:{verdict.line}" if verdict.line else source.name
        kind_text = click.style(context.say("verdict." + verdict.verdict), **STYLES[verdict.verdict])
        click.echo(f"  {location}: {context.say('event')} {verdict.event}: {kind_text}: {verdict.says}")
        click.echo(f"      {source.with_names(verdict.text) or context.say('header')}")
        click.echo(f"      {verdict.rule_id} ({verdict.cite}) [{verdict.rule}]")
        if verdict.reading:
            click.echo(f"      {context.say('reading')}: {verdict.reading}")
        if verdict.assumes:
            click.echo(f"      {context.say('assumes')}: {verdict.assumes}")
    for (rule, kind), count in counts.items():
        if kind != "illegal" and count > EXAMPLES_PER_RULE:
            remainder_text = context.say("some." + kind, count=count - EXAMPLES_PER_RULE)
            click.echo("  " + context.say("and-more", what=remainder_text, rule_id=rule_ids[rule], rule=rule))
