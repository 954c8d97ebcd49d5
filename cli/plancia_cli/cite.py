"""cite: record evidence for a correction that is stored."""

from __future__ import annotations

from typing import Any

import click

from plancia_archive.actions import CiteCorrection
from plancia_cli.support.actions import do, with_members
from plancia_cli.support.context import CliContext
from plancia_cli.support.evidence_options import read_evidence, with_evidence


@click.command(help=CiteCorrection.help)
@with_members(CiteCorrection, extra=(with_evidence,))
@click.make_pass_decorator(CliContext)
def cite(context: CliContext, /, target: str, role: str, event: int, **options: Any) -> None:
    """Records files and ids as evidence."""
    evidence = read_evidence(context, **options)
    if not evidence:
        raise click.UsageError(context.say("which-evidence"))
    do(context, CiteCorrection, target, role, event=event, evidence=evidence)
