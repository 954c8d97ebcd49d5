"""Prints findings of `verify` and `rebuild`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext

if TYPE_CHECKING:
    from plancia_archive import Archive, Finding


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
