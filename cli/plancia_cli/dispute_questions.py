"""dispute list, show, decision: what the archive has of disputes, and the decision to print."""

from __future__ import annotations

import json

import click

from plancia_cli.support.context import CliContext, write_text
from plancia_cli.support.disputes import dispute_archive
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)
LIST_FIELDS = ("dispute", "state", "game", "tournament", "event", "rule", "claimant", "outcome", "due")


@click.command(name="list")
@click.option("--open/--settled", "is_open", default=None, help="Open disputes alone, or settled ones alone.")
@click.option("--game", default="", help="Those about a game.")
@click.option("--tournament", default="", help="Those about a tournament and the games linked to it.")
@click.option("--player", default="", help="Those that a player opened.")
@with_format()
@pass_cli_context
def list_disputes(
    context: CliContext, is_open: bool | None, game: str, tournament: str, player: str, printer: Printer
) -> None:  # fmt: skip
    """List disputes: state, what they are about, who objected, the deadline.

    \b
    Example: plancia dispute list --open
    """
    from plancia_archive.disputes.lines import format_time

    with dispute_archive(context) as archive:
        rows = archive.disputes.listed(is_open, archive.resolve(game) if game else "", tournament, player)
        for row in rows:
            row |= {name: format_time(row[name]) if row[name] else None for name in ("due", "opened_at", "changed_at")}
            row |= {name: row[name] or None for name in ("game", "tournament", "rule", "outcome")}
            row["line_count"] = row.pop("lines")
            row["claimant"] = archive.people.name(row["claimant"])
        printer.print_rows(rows, LIST_FIELDS)


@click.command(name="show")
@click.argument("dispute_id", metavar="DISPUTE")
@with_format("text")
@pass_cli_context
def show(context: CliContext, dispute_id: str, printer: Printer) -> None:
    """Print every line of a dispute: when, in which role, what.

    \b
    Example: plancia dispute show d_0123ABCD
    """
    from plancia_archive.disputes.judged_effect import reading_choices
    from plancia_archive.disputes.lines import format_time
    from plancia_archive.people.shown_names import ShownNames

    with dispute_archive(context) as archive:
        record = archive.disputes.get(dispute_id)
        show_names = ShownNames(archive.people, context.lang).text
        rows = [
            {"at": format_time(line["at"]), "kind": line["kind"], "role": line["role"], "late": line["late"],
             "fields": {key: json.loads(show_names(json.dumps(value, ensure_ascii=False)))
                        for key, value in line.items()
                        if key not in ("at", "kind", "role", "late", "v", "index", "author")}}
            for line in record.lines
        ]  # fmt: skip
        if printer.format != "text":
            printer.print_rows(rows, ["at", "kind", "role", "late", "fields"],
                               payload={"dispute": record.id, "state": record.state, "lines": rows})  # fmt: skip
            return
        click.echo(context.say("dispute-now", dispute=record.id, state=context.say(f"dispute.{record.state}")))
        is_chosen = any("reading" in line for line in record.lines)
        readings = dict(reading_choices(archive.log, record, context.lang)) if is_chosen else {}
        for row in rows:
            kind, late = context.say(f"dispute.{row['kind']}"), context.say("dispute-late-mark") if row["late"] else ""
            click.echo(f"  {row['at']} {row['role']}: {kind}{late}")
            for name, value in row["fields"].items():
                value = readings.get(value, value) if name == "reading" else value
                click.echo(f"    {name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")


@click.command(name="decision")
@click.argument("dispute_id", metavar="DISPUTE")
@click.option("--format", "form", type=click.Choice(["md", "html"]), default="md", show_default=True,
              help="Markdown, or one HTML file with the drawn positions.")  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Write to this file.")
@pass_cli_context
def print_decision(context: CliContext, dispute_id: str, form: str, output: str | None) -> None:
    """Print the decision: facts, position, clause, readings, course, ruling, proof.

    \b
    Example: plancia dispute decision d_0123ABCD --format html -o decisione.html
    """
    from plancia_archive.disputes.decision import render_decision
    from plancia_archive.people.shown_names import ShownNames

    with dispute_archive(context) as archive:
        text = render_decision(archive, dispute_id, context.lang, ShownNames(archive.people, context.lang).text, form)
    write_text(context, output, text)
