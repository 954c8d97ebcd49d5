"""Points, winners and account lines as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_data import decimal_text, messages
from plancia_replay.judging.forms import AccountLine, Ending

if TYPE_CHECKING:
    from plancia_replay import Judgement


def report_qualified(context: CliContext, answer: dict[str, Any]) -> None:
    """Prints how many games qualified, which were left out and why, and how to count generated games."""
    words = messages("api", context.lang)
    left_out = ", ".join(
        f"{words.get(f'reason_{reason}', reason)} {count}" for reason, count in answer["left_out"].items()
    )
    context.tell("qualified", games=answer["games"], qualified=answer["qualified"], left=left_out or "-")
    if {"synthetic", "engines"} & answer["left_out"].keys():
        context.tell("programs-left-out")


def format_winners(context: CliContext, end: Ending) -> str:
    """The winners of an end, `-` for none; "open" if they depend on points that the record does not decide."""
    return context.say("open") if end.get("undecidable") else " ".join(end["winners"]) or "-"


def print_points_assume(context: CliContext, judgement: Judgement) -> None:
    """Prints under the points what they are counted on that no document settles; nothing where all is settled."""
    if supposed := judgement.points_assume(context.lang):
        click.echo("  " + context.say("points-assume", what=supposed))
        click.echo(f"      {context.say('assumes')}: {judgement.points_settled}")


def format_points(context: CliContext, points: Any, reason: str) -> str:
    """Points with the decimal mark of the language, or "open" if there is a reason why they cannot be decided."""
    return context.say("open") if reason else decimal_text(points, context.lang)


def reason_suffix(reason: str) -> str:
    """The reason why points cannot be decided, to append to them; "" for none."""
    return f": {reason}" if reason else ""


def format_account_line(context: CliContext, line: AccountLine) -> str:
    """A line of an account: points, what they are for, number and citation of the clause."""
    from plancia_replay.text.sentences import account_source_text

    description = account_source_text(line["what"], context.lang)
    return f"{decimal_text(line['points'], context.lang):>4}  {description}  {line['rule_id']} ({line['cite']})"
