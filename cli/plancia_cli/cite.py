"""cite: record evidence for a correction that is stored."""

from __future__ import annotations

import click

from plancia_cli.support.actions import archive_in_role, with_role
from plancia_cli.support.context import CliContext
from plancia_cli.support.evidence_options import read_evidence, with_evidence
from plancia_cli.support.receipts import give_receipt, with_receipt


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("event", metavar="EVENT", type=click.IntRange(1))
@with_evidence
@with_role
@with_receipt
@click.make_pass_decorator(CliContext)
def cite(
    context: CliContext, game: str, event: int, evidence_files: tuple[str, ...], evidence_ids: tuple[str, ...],
    about: str, role: str,
) -> None:  # fmt: skip
    """Record evidence for a correction: files, kept beside the archive by their SHA-256, and ids of other things.

    EVENT is the number of the line FIX or VOID, which does not change. `plancia corrections` shows the evidence, and
    `plancia prove` puts it into the bundle of the game. What is there already, from the same author with the same
    description, is not recorded again.

    \b
    Example: plancia cite serata-1 41 --evidence foglio.jpg --about "the sheet of table 3"
             plancia cite serata-1 41 --evidence-id d_0123ABCD
    """
    from plancia_archive.disputes.correction_evidence import STREAM_PREFIX

    evidence = read_evidence(context, evidence_files, evidence_ids, about)
    if not evidence:
        raise click.UsageError(context.say("which-evidence"))
    with archive_in_role(context, role) as archive:
        game_id = archive.resolve(game)
        before = archive.corrections.version(game_id)
        version = archive.corrections.add(game_id, event, evidence)
        added = max(0, version - before)
        for said, count in (("correction-cited", added), ("correction-cited-already", len(evidence) - added)):
            if count:
                click.echo(context.say(said, game=game_id, event=event, count=count))
        give_receipt(context, archive, STREAM_PREFIX + game_id, version)
