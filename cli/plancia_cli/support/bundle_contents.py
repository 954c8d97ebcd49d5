"""Prints what an evidence bundle contains: the game, its disputes, approvals and evidence of corrections."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext


def print_bundle_contents(context: CliContext, proven: dict[str, Any]) -> None:
    """Prints the contents of a bundle from the facts that a verifier proved; what it lacks is left to the notes."""
    contents, game = proven.get("contents"), proven["game"]
    if contents:
        click.echo(context.say("contains"))
    if game:
        # events are counted from 0, which is the block of headers
        facts = {"game": proven["subject"]["id"], "last": game["events"] - 1, "sha256": game["sha256"]}
        click.echo(context.say("proven-game", **facts))
    if contents:
        print_disputes_and_approvals(context, contents, proven["people"])


def print_disputes_and_approvals(context: CliContext, contents: dict[str, Any], people: list[dict[str, Any]]) -> None:
    """Prints disputes, approvals and evidence of corrections, with the names that the bundle carries."""
    from plancia_archive.evidence.verdict_words import format_correction, format_line, names_by_reference

    names = names_by_reference(people)
    for dispute in contents["disputes"]:
        click.echo(context.say("contains-dispute", **dispute))
        for line in dispute["lines"]:
            click.echo(f"  {format_line(line, context.lang, names)}")
    for line in contents["approvals"]:
        click.echo(format_line(line, context.lang, names))
    for line in contents["corrections"]:
        click.echo(format_correction(line, context.lang, names))
