"""Prints what an evidence bundle contains: the game, its disputes and approvals with their lines."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext


def print_bundle_contents(context: CliContext, proven: dict[str, Any]) -> None:
    """Prints the contents of a bundle from the facts that a verifier proved."""
    contents, game = proven.get("contents"), proven["game"]
    if contents:
        click.echo(context.say("contains"))
    if game:
        click.echo(
            context.say("proven-game", game=proven["subject"]["id"], events=game["events"], sha256=game["sha256"])
        )
    if contents:
        print_disputes_and_approvals(context, contents)


def print_disputes_and_approvals(context: CliContext, contents: dict[str, Any]) -> None:
    """Prints the disputes and approvals with their lines, or that there are none."""
    for dispute in contents["disputes"]:
        click.echo(context.say("contains-dispute", **dispute))
        for line in dispute["lines"]:
            click.echo(f"  {format_line(context, line)}")
    if not contents["disputes"]:
        click.echo(context.say("contains-no-dispute"))
    for line in contents["approvals"]:
        click.echo(format_line(context, line))
    if not contents["approvals"]:
        click.echo(context.say("contains-no-approval"))


def format_line(context: CliContext, line: dict[str, Any]) -> str:
    """Returns a line of a dispute or an approval as text: kind, outcome, author, text. The file is not trusted."""
    from plancia_archive.evidence.result import printable
    from plancia_data import messages

    words = messages("evidence", context.lang)
    kind, outcome = (printable(words.get(f"kind.{line[name]}", line[name] or "")) for name in ("kind", "outcome"))
    author = f"({printable(line['by'])})" if line["by"] else ""
    statement = line["text"] if line["version"] is None else line["version"]
    return " ".join(filter(None, (kind, outcome, author))) + ("" if statement is None else f": {printable(statement)}")
