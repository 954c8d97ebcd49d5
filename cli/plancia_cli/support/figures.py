"""Points, winners and account lines as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_data import decimal_text, messages
from plancia_replay.judging.forms import AccountLine, Ending

if TYPE_CHECKING:
    from plancia_archive import Archive, Finding
    from plancia_replay import Judgement

ADVICE = {  # codes of findings -> the advice `advice.NAME` that is printed once after all findings
    "head-root": "head-root", "head-entry": "changed", "head-range": "changed", "head-origin": "head-origin",
    "head-behind": "shorter", "head-restored": "shorter", "receipt": "changed", "receipt-gone": "shorter",
    "backdated": "backdated", "checkpoint-missing": "checkpoint",
}  # fmt: skip


def report_namesakes(context: CliContext, archive: Archive) -> None:
    """Reports the variants of which the log has several rule-sets under one name."""
    from plancia_archive.log.stored_rulesets import find_namesakes

    for namesake in find_namesakes(archive):
        context.tell("rules-namesakes", name=namesake.name, rules=namesake.summary())


def report_stated_times(context: CliContext, archive: Archive) -> None:
    """Reports what the log states about clocks that were ahead: it is the word of the keeper."""
    from plancia_archive.log.entry_times import find_falls, read_stated

    for fall in find_falls(archive.db, read_stated(archive.db)):
        if fall.why is not None:
            context.tell("clock-stated", where=fall.where(), times=fall.times(), why=fall.why)


def print_findings(context: CliContext, findings: list[Finding]) -> None:
    """Prints findings, one per line, then what the reader of a head or receipt that does not fit can do."""
    for finding in findings:
        click.echo(f"{finding.where}: {context.say('finding.' + finding.code)} {finding.detail}".rstrip())
    advice = dict.fromkeys(ADVICE[finding.code] for finding in findings if finding.code in ADVICE)
    for name in advice:
        click.echo(context.say(f"advice.{name}"))


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
