"""dispute: objections to an event, with evidence, answers, ruling and appeal, up to the printable decision."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.actions import archive_for_write, with_role
from plancia_cli.support.context import CliContext, read_bytes, write_text
from plancia_cli.support.evidence_options import tell_place
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_receipt, tell_head, with_qr, with_receipt

if TYPE_CHECKING:
    from plancia_archive import Archive
    from plancia_archive.disputes.states import Dispute

pass_cli_context = click.make_pass_decorator(CliContext)
DUE_HELP = "The deadline in UTC, as 2026-05-01T18:00:00Z; by default in seven days."
BY_HELP = "Whose it is: a player by name, reference or colour, or A for the arbiter."
LIST_FIELDS = ("dispute", "state", "game", "tournament", "event", "rule", "claimant", "outcome", "due")


def print_outcome(context: CliContext, archive: Archive, dispute: Dispute) -> None:
    """Prints the new state of a dispute and writes the receipt of its newest line."""
    from plancia_archive.disputes.store import STREAM

    click.echo(context.say("dispute-now", dispute=dispute.id, state=context.say(f"dispute.{dispute.state}")))
    number = dispute.repeats or len(dispute.lines)
    if dispute.lines[number - 1]["late"]:
        context.tell("dispute-late", dispute=dispute.id)
    tell_head(context, give_receipt(context, archive, STREAM + dispute.id, number))


@click.group()
def dispute() -> None:
    """Disputes about an event of a game or tournament: claim, evidence, answers, ruling, appeal.

    \b
    Example: plancia dispute list --open
    """


@dispute.command(name="open")
@click.argument("subject", metavar="GAME|TOURNAMENT")
@click.argument("claimant", metavar="PLAYER")
@click.argument("claim")
@click.option("--event", type=click.IntRange(0), default=0, help="The number of the disputed event.")
@click.option("--rule", default="", metavar="RULE", help="The number of the rule, such as MON-15.")
@click.option("--tournament", "about_tournament", is_flag=True, help="The first argument is the name of a tournament.")
@click.option("--due", default="", metavar="TIME", help=DUE_HELP)
@with_role
@with_receipt
@with_qr
@pass_cli_context
def open_dispute(
    context: CliContext, subject: str, claimant: str, claim: str, event: int, rule: str, about_tournament: bool,
    due: str, role: str,
) -> None:  # fmt: skip
    """Open a dispute: PLAYER objects to an event. The others answer until the deadline.

    \b
    Example: plancia dispute open prima-serata V "the attack came after the end" --event 43 --rule MON-22
    """
    with archive_for_write(context, role) as archive:
        subject_field = {"tournament": subject} if about_tournament else {"game": archive.resolve(subject)}
        print_outcome(
            context, archive, archive.disputes.open(claim, claimant, event=event, rule=rule, due=due, **subject_field)
        )


@dispute.command(name="evidence")
@click.argument("dispute_id", metavar="DISPUTE")
@click.argument("file", metavar="FILE")
@click.argument("about", metavar="DESCRIPTION")
@click.option("--by", default="A", show_default=True, help=BY_HELP)
@with_role
@with_receipt
@with_qr
@pass_cli_context
def evidence(context: CliContext, dispute_id: str, file: str, about: str, by: str, role: str) -> None:
    """Keep a file as evidence beside the archive, such as a photo of the sheet; the log has its SHA-256.

    What is there already, from the same author with the same description, is not recorded again.

    \b
    Example: plancia dispute evidence d_0123ABCD foglio.jpg "the sheet of table 3" --by V
    """
    data = read_bytes(context, file)
    tell_place(context, file, data)
    with archive_for_write(context, role) as archive:
        changed_dispute = archive.disputes.add_evidence(dispute_id, data, about, by, name=Path(file).name)
        line = changed_dispute.lines[(changed_dispute.repeats or len(changed_dispute.lines)) - 1]
        said = "evidence-there" if changed_dispute.repeats else "evidence-kept"
        click.echo(context.say(said, file=file, bytes=line["bytes"], sha256=line["sha256"]))
        print_outcome(context, archive, changed_dispute)


@dispute.command(name="answer")
@click.argument("dispute_id", metavar="DISPUTE")
@click.argument("text")
@click.option("--by", required=True, help=BY_HELP)
@with_role
@with_receipt
@with_qr
@pass_cli_context
def answer(context: CliContext, dispute_id: str, text: str, by: str, role: str) -> None:
    """Record the answer of another player or of the arbiter. After the deadline it is recorded and marked late.

    \b
    Example: plancia dispute answer d_0123ABCD "it was my turn" --by R
    """
    add_line(context, role, dispute_id, {"kind": "answer", "by": by, "text": text})


@dispute.command(name="ruling")
@click.argument("dispute_id", metavar="DISPUTE")
@click.argument("outcome", type=click.Choice(["upheld", "rejected", "partly"]))
@click.argument("text")
@click.option("--line", "lines", multiple=True, metavar="LINE",
              help="A line to add to the game: VOID, FIX, FOUL, PEN or NOTE; repeatable.")  # fmt: skip
@click.option("--event", "events", multiple=True, metavar="JSON",
              help="An event to add to the tournament, such as an adjustment of points; repeatable.")  # fmt: skip
@click.option("--tournament", default="", metavar="NAME", help="The tournament that the events are added to.")
@click.option(
    "--reading",
    default="",
    metavar="RULE.OPTION=VALUE",
    help="The reading of a clause chosen, by name; an unknown name lists them.",
)
@click.option("--arbiter", default="", metavar="NAME", help="The name of the arbiter, who signs the decision.")
@click.option("--due", default="", metavar="TIME", help="The deadline of an appeal; by default in seven days.")
@click.option("--days", type=click.IntRange(0, 90), help="Days for an appeal from now, in place of --due; 0: none.")
@click.option("--dry-run", is_flag=True, help="Report what would happen, but store nothing.")
@with_role
@with_receipt
@with_qr
@pass_cli_context
def ruling(
    context: CliContext, dispute_id: str, outcome: str, text: str, lines: tuple[str, ...], events: tuple[str, ...],
    tournament: str, reading: str, arbiter: str, due: str, days: int | None, dry_run: bool, role: str,
) -> None:  # fmt: skip
    """Rule on a dispute. What the ruling changes is stored with it, or neither.

    \b
    Example: plancia dispute ruling d_0123ABCD rejected "the attack came before the end"
             plancia dispute ruling d_0123ABCD upheld "it was after the end" --line "VOID A 43 {after the end}"
    """
    try:
        tournament_events = [json.loads(event) for event in events]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--event") from error
    from plancia_archive.disputes.judged_effect import reading_choices
    from plancia_archive.disputes.lines import format_time

    with archive_for_write(context, role) as archive:
        choices = reading_choices(archive.log, archive.disputes.get(dispute_id), context.lang) if reading else []
        if reading and reading not in dict(choices):
            for name, text in choices:
                click.echo(f"{name}\t{text}", err=True)
        if days is not None and not due:
            due = format_time(archive.log.clock() + days * 86_400_000)
        values: dict[str, Any] = {
            "outcome": outcome, "text": text, "lines": list(lines), "tournament": tournament,
            "events": tournament_events, "reading": reading, "arbiter": arbiter, "due": due,
        }  # fmt: skip
        if dry_run:
            print_preview(context, archive, dispute_id, values)
        else:
            print_outcome(context, archive, archive.disputes.rule(dispute_id, **values))


def print_preview(context: CliContext, archive: Archive, dispute_id: str, values: dict[str, Any]) -> None:
    """Prints what a ruling would change; stores nothing."""
    from plancia_archive.disputes.ruling_preview import preview_ruling, preview_sections
    from plancia_archive.people.shown_names import ShownNames

    to_names = ShownNames(archive.people, context.lang).text
    preview = preview_ruling(archive, dispute_id, lang=context.lang, to_names=to_names, **values)
    click.echo(context.say("ruling-not-stored", dispute=dispute_id))
    for heading, items, _, _ in preview_sections(preview, context.lang):
        click.echo(f"{heading}:")
        for item in items:
            click.echo(f"  {item}")


@dispute.command(name="appeal")
@click.argument("dispute_id", metavar="DISPUTE")
@click.argument("text")
@click.option("--by", required=True, help=BY_HELP)
@with_role
@with_receipt
@with_qr
@pass_cli_context
def appeal(context: CliContext, dispute_id: str, text: str, by: str, role: str) -> None:
    """Record an appeal against the ruling; the ruling on the appeal is the last one.

    \b
    Example: plancia dispute appeal d_0123ABCD "the bell rang later" --by V
    """
    add_line(context, role, dispute_id, {"kind": "appeal", "by": by, "text": text})


@dispute.command(name="close")
@click.argument("dispute_id", metavar="DISPUTE")
@click.argument("why")
@click.option("--withdrawn", is_flag=True, help="The player withdraws the objection, or the appeal.")
@with_role
@with_receipt
@with_qr
@pass_cli_context
def close(context: CliContext, dispute_id: str, why: str, withdrawn: bool, role: str) -> None:
    """Close a dispute after its ruling, or record that it was withdrawn.

    \b
    Example: plancia dispute close d_0123ABCD "no appeal"
    """
    add_line(context, role, dispute_id, {"kind": "withdrawn" if withdrawn else "closed", "why": why})


def add_line(context: CliContext, role: str, dispute_id: str, line: dict[str, Any]) -> None:
    """Adds a line to a dispute and prints its state."""
    with archive_for_write(context, role) as archive:
        print_outcome(context, archive, archive.disputes.add(dispute_id, line))


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

    with archive_for_write(context) as archive:
        rows = archive.disputes.listed(is_open, archive.resolve(game) if game else "", tournament, player)
        for row in rows:
            row |= {name: format_time(row[name]) if row[name] else None for name in ("due", "opened_at", "changed_at")}
            row |= {name: row[name] or None for name in ("game", "tournament", "rule", "outcome")}
            row["line_count"] = row.pop("lines")
            row["claimant"] = archive.people.name(row["claimant"])
        printer.print_rows(rows, LIST_FIELDS)


def in_strings(change: Callable[[str], str], value: Any) -> Any:
    """Returns a JSON value with every string in it changed, names of members too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [in_strings(change, item) for item in value]
    if isinstance(value, dict):
        return {change(name): in_strings(change, member) for name, member in value.items()}
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
    from plancia_archive.disputes.judged_effect import reading_choices
    from plancia_archive.disputes.lines import format_time
    from plancia_archive.people.shown_names import ShownNames

    with archive_for_write(context) as archive:
        record = archive.disputes.get(dispute_id)
        show_names = ShownNames(archive.people, context.lang).text
        rows = [
            {"at": format_time(line["at"]), "kind": line["kind"], "role": line["role"], "late": line["late"],
             "fields": {key: in_strings(show_names, value) for key, value in line.items()
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

    with archive_for_write(context) as archive:
        text = render_decision(archive, dispute_id, context.lang, ShownNames(archive.people, context.lang).text, form)
    write_text(context, output, text)


for command in (list_disputes, show, print_decision):
    dispute.add_command(command)
