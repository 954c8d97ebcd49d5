"""Prints findings of `verify` and `rebuild`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext

if TYPE_CHECKING:
    from plancia_archive import Archive, Finding


def report_namesakes(context: CliContext, archive: Archive) -> None:
    """Reports the variants of which the log has several rule-sets under one name."""
    from plancia_archive.log.stored_rulesets import namesakes

    for namesake in namesakes(archive):
        context.tell("rules-namesakes", name=namesake.name, rules=namesake.summary())


def print_findings(context: CliContext, findings: list[Finding]) -> None:
    """Prints findings, one per line."""
    for finding in findings:
        click.echo(f"{finding.where}: {context.say('finding.' + finding.code)} {finding.detail}".rstrip())
