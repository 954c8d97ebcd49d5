"""Games judged under two variants, side by side: `judge --under` and `score --under`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext
from plancia_cli.support.figures import format_account_line, format_winners
from plancia_cli.support.judging import (
    display_name,
    print_legend,
    print_problems,
    report_unknown_rules,
    rules_for,
    worse_code,
)
from plancia_cli.support.printing import Printer, Row
from plancia_cli.support.sources import Source
from plancia_data import decimal_text
from plancia_replay.batch.compare_judgements import AccountPair
from plancia_replay.judging.forms import Comparison

if TYPE_CHECKING:
    from plancia_replay import WhatIf

SIDES = ("recorded", "under")
VERDICT_COLUMNS = ("side", "game", "event", "line", "verdict", "says", "rule_id", "rule", "cite", "facts", "reading",
                   "kind")  # fmt: skip
SCORE_COLUMNS = ("game", "colour", *SIDES, "undecidable")
MAX_VERDICTS_PRINTED = 40  # verdicts of one side printed as text; --json has all


def compare_games(
    context: CliContext, sources: Sequence[Source], variant: str | None, under: str, printer: Printer,
    explain: bool | None = None,
) -> int:  # fmt: skip
    """Prints every game under another variant beside its own; the exit code says whether anything differs.

    With `explain` true or false only scores are compared, with or without the account lines that differ.
    """
    from plancia_replay import compare

    code = CLEAN
    rows: list[Row] = []
    for source in sources:
        code = worse_code(code, print_problems(context, source))
        if report_unknown_rules(context, source, variant):
            code = ERROR
            continue
        what_if = compare(
            source.game, rules_for(context, source, variant), rules_for(context, source, under), context.lang
        )
        what_if.recorded.game = display_name(source, what_if.recorded)
        if printer.is_json:
            printer.print_object(what_if.to_json(), len(sources) == 1)
        elif printer.format != "text":
            data = what_if.to_json()
            rows += verdict_rows(data) if explain is None else score_rows(data)
        elif explain is None:
            print_comparison(context, what_if)
        else:
            print_scores(context, what_if, explain)
        if not (what_if.same if explain is None else what_if.same_scores):
            code = worse_code(code, FOUND)
        if what_if.recorded.impossible is not None:
            code = ERROR
    if printer.format == "text":
        print_legend(context, sources)
    elif not printer.is_json:
        printer.print_rows(rows, VERDICT_COLUMNS if explain is None else SCORE_COLUMNS)
    return code


def verdict_rows(data: Comparison) -> list[Row]:
    """The verdicts of one side only, as rows."""
    sides = (("gained", data["gained"]), ("lost", data["lost"]))
    return [{"side": side, "game": data["game"], **verdict} for side, verdicts in sides for verdict in verdicts]


def score_rows(data: Comparison) -> list[Row]:
    """Both scores of each colour, as rows."""
    rows: list[Row] = []
    for colour, points in data["scores"].items():
        reasons = undecided_reasons(data, colour, "points")
        undecided_sides = [side for side, reason in zip(SIDES, reasons, strict=True) if reason]
        rows.append({"game": data["game"], "colour": colour, "recorded": points[0], "under": points[1],
                     "undecidable": " ".join(undecided_sides) or None})  # fmt: skip
    return rows


def print_comparison(context: CliContext, what_if: WhatIf) -> None:
    """Prints what another variant changes: first difference, verdicts of one side only, ends, scores."""
    data = what_if.to_json()
    print_title(context, data)
    if data["first"]:
        text = data["first"]["text"] or context.say("header")
        click.echo("  " + context.say("first-difference", event=data["first"]["event"], text=text))
    for verdicts, sign in ((data["gained"], "+"), (data["lost"], "-")):
        for verdict in verdicts[:MAX_VERDICTS_PRINTED]:
            click.echo(f"  {sign} {context.say('event')} {verdict['event']}: {verdict['says']}")
            kind_text = context.say("verdict." + verdict["verdict"])
            click.echo(f"      {verdict['rule_id']} ({verdict['cite']}) [{verdict['rule']}] {kind_text}")
        if len(verdicts) > MAX_VERDICTS_PRINTED:
            click.echo(f"  {sign} ... {len(verdicts) - MAX_VERDICTS_PRINTED}")
    variants = (data["variant"], data["under"])
    for variant, impossible_event in zip(variants, data["impossible"], strict=True):
        if impossible_event:
            click.echo(f"  {variant}: {context.say('impossible', **impossible_event)}")
    click.echo(f"  {context.say('undecided', count=len(data['undecided']))}")
    for variant, event in zip(variants, data["ends_at"], strict=True):
        if event and data["ends_at"][0] != data["ends_at"][1]:
            click.echo("  " + context.say("ends-at", variant=variant, event=event))
    print_figures(context, data)
    if data["same"]:
        click.echo("  " + context.say("no-difference"))


def print_scores(context: CliContext, what_if: WhatIf, explain: bool) -> None:
    """Prints both scores of a game and, with `explain`, the account lines of one side only."""
    data = what_if.to_json()
    print_title(context, data)
    print_figures(context, data, data["accounts"] if explain else {})
    if what_if.same_scores:
        click.echo("  " + context.say("no-difference"))


def print_title(context: CliContext, data: Comparison) -> None:
    """Prints the game and the two variants."""
    click.echo(context.say("whatif", game=data["game"], variant=data["variant"], under=data["under"]))


def print_figures(context: CliContext, data: Comparison, accounts: dict[str, AccountPair] | None = None) -> None:
    """Prints both ends, then both scores and both ranking points side by side."""
    ends = [f"{end['says']}, {format_winners(context, end)}" for end in data["end"]]
    click.echo("  " + context.say("both-ends", one=ends[0], other=ends[1]))
    for colour, points in data["scores"].items():
        reasons = undecided_reasons(data, colour, "points")
        click.echo(f"  {colour} {format_pair(context, points, reasons)}{reasons_suffix(reasons)}")
        if colour in data["rankings"]:
            ranking_reasons = undecided_reasons(data, colour, "ranking")
            ranking = context.say("ranking", points=format_pair(context, data["rankings"][colour], ranking_reasons))
            new_reasons = [reason for reason in ranking_reasons if reason not in reasons]
            click.echo(f"    {ranking}{reasons_suffix(new_reasons)}")
        for lines, mark, reason in zip((accounts or {}).get(colour, ()), "-+", reasons, strict=False):
            for line in lines if not reason else ():
                click.echo(f"    {mark} {format_account_line(context, line)}")


def undecided_reasons(data: Comparison, colour: str, figure: str) -> list[str]:
    """Why each side's figure ("points", "ranking") of a colour cannot be decided; "" where it can."""
    return [
        next((entry["says"] for entry in side if entry["player"] == colour and figure in entry["of"]), "")
        for side in data["undecidable"]
    ]


def reasons_suffix(reasons: Sequence[str]) -> str:
    """The reasons to append to two figures; one that both sides share appears once."""
    return "".join(f": {reason}" for reason in dict.fromkeys(reasons) if reason)


def format_pair(context: CliContext, values: Sequence[Any], reasons: Sequence[str]) -> str:
    """Two figures side by side: `-` for none, "open" for one that cannot be decided."""
    return " | ".join(
        context.say("open") if reason else "-" if value is None else decimal_text(value, context.lang)
        for value, reason in zip(values, reasons, strict=True)
    )
