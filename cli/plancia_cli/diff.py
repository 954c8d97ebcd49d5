"""diff: two variants clause by clause."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_data import text_in
from plancia_replay.batch.diff_rulesets import ClauseEntry, RuleSetChanges

SIDES = ("first", "second")
COLUMNS = ("side", "rule", "rule_id", "cite", "says", "options")


@click.command()
@click.argument("first", metavar="VARIANT")
@click.argument("second", metavar="VARIANT")
@with_format("text")
@click.make_pass_decorator(CliContext)
def diff(context: CliContext, first: str, second: str, printer: Printer) -> None:
    """Two variants clause by clause: rules of one only, and rules with other options.

    \b
    Example: plancia diff monopoli torneo
             plancia diff rcm@1 "rcm@1 + cards-to-eliminator"

    < stands for the first alone, > for the second alone, ~ for a rule of both with other options.
    """
    from plancia_replay import compare_rulesets, load_ruleset

    changes = compare_rulesets(load_ruleset(first), load_ruleset(second))
    if printer.format == "text":
        print_changes(context, changes)
    else:
        printer.print_rows(change_rows(changes), COLUMNS, payload=changes)


def print_changes(context: CliContext, changes: RuleSetChanges) -> None:
    """Prints the differences as text: settings, rules of one side, rules with other options."""
    for key, values in changes["setting"].items():
        click.echo(f"{context.say('setting.' + key)}: {values[0] or '-'} | {values[1] or '-'}")
    for entries, mark in ((changes["only_first"], "<"), (changes["only_second"], ">")):
        for entry in entries:
            click.echo(f"{mark} {format_entry(context, entry)}")
    for changed in changes["changed"]:
        first, second = changed["first"], changed["second"]
        click.echo(f"~ [{changed['rule']}]")
        if first["cite"] == second["cite"] and first["says"] == second["says"]:
            click.echo(f"    {format_entry(context, first)}")
        else:
            click.echo(f"    < {format_entry(context, first)}\n    > {format_entry(context, second)}")
        for option, values in changed["options"].items():
            click.echo(f"    {option}: {format_value(context, values[0])} | {format_value(context, values[1])}")
    if not (changes["setting"] or changes["only_first"] or changes["only_second"] or changes["changed"]):
        click.echo(context.say("no-difference"))


def change_rows(changes: RuleSetChanges) -> list[Row]:
    """The differences as rows: settings and changed rules have one row for each side."""
    keys = ("rule", "rule_id", "cite", "says")
    rows: list[Row] = []
    for name, values in changes["setting"].items():
        rows += [{"side": side, "rule": name, "options": value} for side, value in zip(SIDES, values, strict=True)]
    for side, entries in zip(SIDES, (changes["only_first"], changes["only_second"]), strict=True):
        rows += [{"side": side, **{key: entry.get(key) for key in keys}} for entry in entries]
    for changed in changes["changed"]:
        for i, (side, own) in enumerate(zip(SIDES, (changed["first"], changed["second"]), strict=True)):
            options = {name: pair[i] for name, pair in changed["options"].items()}
            rows.append({"side": side, **{key: own.get(key) for key in keys}, "rule": changed["rule"],
                         "options": options})  # fmt: skip
    return rows


def format_entry(context: CliContext, entry: ClauseEntry) -> str:
    """A rule of one side: number, citation, rule name, the clause's sentence."""
    return f"{entry['rule_id']} ({entry['cite']}) [{entry['rule']}] {text_in(entry['says'], context.lang)}"


def format_value(context: CliContext, value: Any) -> str:
    """An option's value: yes or no for booleans, lists with blanks."""
    if isinstance(value, bool):
        return context.say("yes" if value else "no")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
