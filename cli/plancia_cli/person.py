"""person: names and aliases of players, stored beside the log."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from plancia_archive.actions import ErasePerson, KeepPerson, MergePerson, RenamePerson
from plancia_cli.support.actions import command_of, do, with_members
from plancia_cli.support.context import USAGE, CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_register_receipts, with_receipt

if TYPE_CHECKING:
    from plancia_archive import Archive
    from plancia_archive.registers.person_erasure import Mention

MENTION_KINDS = ("game", "tournament", "dispute", "withdrawal", "correction", "approval", "person", "token", "file")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")
pass_cli_context = click.make_pass_decorator(CliContext)


@click.group()
def person() -> None:
    """Names and aliases of players, stored beside the log.

    \b
    Example: plancia person list
    """


@person.command(name="list")
@with_format()
@pass_cli_context
def person_list(context: CliContext, printer: Printer) -> None:
    """List the players with their references.

    \b
    Example: plancia person list --format csv
    """
    printer.print_rows(context.open().people.all(), ["player", "name"])


@person.command(name="alias")
@click.argument("player")
@click.argument("name")
@with_receipt
@pass_cli_context
def person_alias(context: CliContext, player: str, name: str) -> None:
    """Add an alias: another spelling of a player's name.

    \b
    Example: plancia person alias "Mario Rossi" "M. Rossi"
    """
    from plancia_archive.people.register import STREAM

    archive = context.open()
    with archive.writing():
        reference = archive.people.add_alias(player, name)
    click.echo(reference)
    give_register_receipts(context, archive, [STREAM + reference])


@person.command(name="merge", help=MergePerson.help)
@with_members(MergePerson, extra=(
    click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing."), yes_option,
))  # fmt: skip
@pass_cli_context
def person_merge(context: CliContext, /, target: str, other: str, dry_run: bool, yes: bool) -> None:
    """Tells what a merge would change, asks, and does it."""
    do(context, MergePerson, target, "keeper", True, other=other)
    if not dry_run:
        ask_confirmation(context, yes)
        do(context, MergePerson, target, other=other)


@person.command(name="part")
@click.argument("reference")
@click.argument("name", required=False, default="")
@with_receipt
@pass_cli_context
def person_part(context: CliContext, reference: str, name: str) -> None:
    """Undo a merge: REFERENCE, which was merged, is a person again, with this NAME or that of the other person.

    What was recorded under REFERENCE is its own again; what was written under the other one after the merge stays
    there.

    \b
    Example: plancia person part p_0123ABCD "Marco Bianchi (Bari)"
    """
    from plancia_archive.people.register import STREAM
    from plancia_archive.registers.person_merges import part_people

    archive = context.open()
    kept, parted = part_people(archive, reference, name)
    click.echo(context.say("parted-people", one=kept, other=parted, name=archive.people.name(parted)))
    give_register_receipts(context, archive, [STREAM + kept, STREAM + parted])


@person.command(name="erase", help=ErasePerson.help)
@with_members(ErasePerson, extra=(yes_option,))
@pass_cli_context
def person_erase(context: CliContext, /, target: str, basis: str, yes: bool) -> None:
    """Tells what an erasure would change and what keeps the name, asks, and does it."""
    archive = context.open()
    if not archive.people.is_erased(target):
        mentions = do(context, ErasePerson, target, "keeper", True, basis=basis).result
        assert isinstance(mentions, list)
        tell_mentions(context, archive, mentions)
        ask_confirmation(context, yes)
    answer = do(context, ErasePerson, target, basis=basis).answer
    if not answer["cleaned"]:
        context.fail(context.say("erased-held", player=answer["player"]))


for declared in (RenamePerson, KeepPerson):
    person.add_command(command_of(declared))


def tell_mentions(context: CliContext, archive: Archive, mentions: list[Mention]) -> None:
    """Prints on standard error what keeps the name of a person, one place a line."""
    if not mentions:
        return
    context.tell("erase-stays")
    for mention in mentions:
        kind, _, name = mention.where.replace(":", " ", 1).partition(" ")
        if not name:
            kind, name = "game", mention.where
        if kind == "person":
            name = f"{archive.people.name(name)} ({name})" if archive.people.name(name) != name else name
        place = context.say(f"mention.{kind}", name=name) if kind in MENTION_KINDS else mention.where
        entries = context.say("mention-entries", entries=", ".join(map(str, mention.entries)))
        part = "" if mention.whole else context.say("mention-surname")
        context.tell_line(f"  {place}{entries if mention.entries else ''}{part}")


def ask_confirmation(context: CliContext, yes: bool) -> None:
    """Asks the user to confirm a step that was described before. Ends the command on "no", or without a terminal."""
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        context.fail(context.say("confirm-yes"), USAGE)
    click.confirm(context.say("confirm-final"), abort=True, err=True)
