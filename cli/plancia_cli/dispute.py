"""dispute: objections to an event, with evidence, answers, ruling and appeal, up to the printable decision."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from plancia_archive.actions import AddAnswer, AddAppeal, AddEvidence, AddRuling, CloseDispute, OpenDispute
from plancia_cli.support.actions import action_of, archive_in_role, command_of, do, with_members
from plancia_cli.support.context import CliContext, read_bytes, write_text
from plancia_cli.support.evidence_options import tell_place
from plancia_cli.support.printing import Printer, with_format

if TYPE_CHECKING:
    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)
LIST_FIELDS = ("dispute", "state", "game", "tournament", "event", "rule", "claimant", "outcome", "due")
LINE_FIELDS = ("at", "kind", "role", "late")
ENTRY_FIELDS = ("v", "index", "author")  # of a line's log entry; not shown


@click.group()
def dispute() -> None:
    """Disputes about an event of a game or tournament: claim, evidence, answers, ruling, appeal.

    \b
    Example: plancia dispute list --open
    """


@dispute.command(name="open", help=OpenDispute.help)
@with_members(OpenDispute)
@pass_cli_context
def open_dispute(context: CliContext, /, target: str, role: str, tournament: bool, **values: object) -> None:
    """Opens a dispute about a game, or a tournament."""
    do(context, OpenDispute, "", role, **{"tournament" if tournament else "game": target}, **values)


@dispute.command(name="evidence", help=AddEvidence.help)
@with_members(AddEvidence)
@pass_cli_context
def evidence(context: CliContext, /, target: str, role: str, file: str, **values: object) -> None:
    """Adds a file to a dispute."""
    data = read_bytes(context, file)
    tell_place(context, file, data)
    do(context, AddEvidence, target, role, content="", files=[("", data, Path(file).name)], file=file, **values)


@dispute.command(name="ruling", help=AddRuling.help)
@with_members(AddRuling, extra=(
    click.option("--days", type=click.IntRange(0, 90), help="Days for an appeal from now, in place of --due; 0: none."),
    click.option("--dry-run", is_flag=True, help="Report what would happen, but store nothing."),
))  # fmt: skip
@pass_cli_context
def ruling(
    context: CliContext, /, target: str, role: str, events: tuple[str, ...], reading: str | None, due: str | None,
    days: int | None, dry_run: bool, **values: object,
) -> None:  # fmt: skip
    """Rules on a dispute, or tells what the ruling would change."""
    try:
        tournament_events = [json.loads(event) for event in events]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--event") from error
    from plancia_archive.disputes.judged_effect import reading_choices
    from plancia_archive.disputes.lines import deadline

    with archive_in_role(context, role) as archive:
        choices = reading_choices(archive.log, archive.disputes.get(target), context.lang) if reading else []
        if reading and reading not in dict(choices):  # the refusal follows; it does not say what may be chosen
            for name, meaning in choices:
                click.echo(f"{name}\t{meaning}", err=True)
        in_days = deadline(archive.log.clock(), days) if days is not None else None
        members = {**values, "events": tournament_events, "reading": reading, "due": due or in_days}
        if dry_run:
            print_preview(context, archive, target, action_of(AddRuling, members))
            return
    do(context, AddRuling, target, role, **members)


def print_preview(context: CliContext, archive: Archive, dispute_id: str, ruling: AddRuling) -> None:
    """Prints what a ruling would change; stores nothing."""
    from plancia_archive.disputes.ruling_preview import preview_ruling, preview_sections
    from plancia_archive.people.shown_names import ShownNames

    to_names = ShownNames(archive.people, context.lang).text
    preview = preview_ruling(archive, dispute_id, lang=context.lang, to_names=to_names, **ruling.values())
    click.echo(context.say("ruling-not-stored", dispute=dispute_id))
    for heading, items, _, _ in preview_sections(preview, context.lang):
        click.echo(f"{heading}:")
        for item in items:
            click.echo(f"  {item}")


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
    from plancia_archive.dates import format_time

    with archive_in_role(context) as archive:
        rows = archive.disputes.listed(is_open, archive.resolve(game) if game else "", tournament, player)
        printer.print_rows([
            {**row.listed(), "claimant": archive.people.name(row.claimant),
             "due": format_time(row.due) if row.due else None,
             "opened_at": format_time(row.opened_at), "changed_at": format_time(row.changed_at)}
            for row in rows
        ], LIST_FIELDS)  # fmt: skip


def map_strings(change: Callable[[str], str], value: Any) -> Any:
    """Returns a JSON value with every string in it changed, names of members too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [map_strings(change, item) for item in value]
    if isinstance(value, dict):
        return {change(name): map_strings(change, member) for name, member in value.items()}
    return value


@click.command(name="show")
@click.argument("dispute_id", metavar="DISPUTE")
@with_format("text")
@pass_cli_context
def show(context: CliContext, dispute_id: str, printer: Printer) -> None:
    """Print every line of a dispute: when, in which role, what.

    \b
    Example: plancia dispute show d_0123ABCD
    """
    from plancia_archive.dates import format_time
    from plancia_archive.disputes.judged_effect import reading_choices
    from plancia_archive.people.shown_names import ShownNames

    with archive_in_role(context) as archive:
        record = archive.disputes.get(dispute_id)
        show_names = ShownNames(archive.people, context.lang).text
        rows = [
            {**{name: value for name, value in line.items() if name in LINE_FIELDS}, "at": format_time(line["at"]),
             "fields": {name: map_strings(show_names, value) for name, value in line.items()
                        if name not in LINE_FIELDS + ENTRY_FIELDS}}
            for line in record.lines
        ]  # fmt: skip
        if printer.format != "text":
            printer.print_rows(rows, [*LINE_FIELDS, "fields"],
                               payload={"dispute": record.id, "state": record.state, "lines": rows})  # fmt: skip
            return
        click.echo(context.say("dispute-now", dispute=record.id, state=context.say(f"dispute.{record.state}")))
        is_chosen = any("reading" in line for line in record.lines)
        readings = dict(reading_choices(archive.log, record, context.lang)) if is_chosen else {}
        for row in rows:
            kind, late = context.say(f"dispute.{row['kind']}"), context.say("dispute-late-mark") if row["late"] else ""
            click.echo(f"  {row['at']} {row['role']}: {kind}{late}")
            for name, value in cast("dict[str, Any]", row["fields"]).items():
                shown = readings.get(value, value) if name == "reading" else value
                click.echo(f"    {name}: {shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)}")


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

    with archive_in_role(context) as archive:
        text = render_decision(archive, dispute_id, context.lang, ShownNames(archive.people, context.lang).text, form)
    write_text(context, output, text)


for command in (
    command_of(AddAnswer), command_of(AddAppeal), command_of(CloseDispute), list_disputes, show, print_decision,
):  # fmt: skip
    dispute.add_command(command)
