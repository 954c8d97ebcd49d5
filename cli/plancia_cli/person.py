"""person: names and aliases of players, stored beside the log."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import USAGE, CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_register_receipts, with_receipt

if TYPE_CHECKING:
    from plancia_archive import Archive
    from plancia_archive.registers.person_erasure import Mention

MENTION_KINDS = ("game", "tournament", "dispute", "withdrawal", "correction", "approval", "person", "token", "file")
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


@person.command(name="rename")
@click.argument("player")
@click.argument("name")
@with_receipt
@pass_cli_context
def person_rename(context: CliContext, player: str, name: str) -> None:
    """Change the name that a player is shown by, to a new one or a known spelling; the old name remains an alias.

    \b
    Example: plancia person rename "M. Rossi" "Mario Rossi"
    """
    from plancia_archive.people.register import STREAM

    archive = context.open()
    with archive.writing():
        reference = archive.people.rename(player, name)
    click.echo(reference)
    give_register_receipts(context, archive, [STREAM + reference])


@person.command(name="merge")
@click.argument("player")
@click.argument("other")
@click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_receipt
@pass_cli_context
def person_merge(context: CliContext, player: str, other: str, dry_run: bool, yes: bool) -> None:
    """Merge two people: OTHER becomes an alias of PLAYER, whose name and reference stay.

    The log keeps both references; lists, statistics, standings and exports show one. `person part` undoes it. It is
    refused for two players who met in a game or a tournament. What would change is printed, and confirmed unless --yes.

    \b
    Example: plancia person merge "Mario Rossi" "Rosi Mario" --dry-run
    """
    from plancia_archive.people.register import STREAM
    from plancia_archive.registers.person_merges import merge_people, preview_merge

    archive = context.open()
    effects = preview_merge(archive, player, other)
    context.tell("would-merge", **effects, more="; " * bool(effects["aliases"]))
    if dry_run:
        return
    ask_confirmation(context, yes)
    reference, other_reference = merge_people(archive, player, other)
    click.echo(context.say("merged", one=reference, other=other_reference))
    give_register_receipts(context, archive, [STREAM + reference])


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


@person.command(name="erase")
@click.argument("player")
@click.option("--basis", default="request of the person", show_default=True, help="Why, in one line, without names.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_receipt
@pass_cli_context
def person_erase(context: CliContext, player: str, basis: str, yes: bool) -> None:
    """Erase a person's name and all its spellings from the archive's file, for good.

    Games keep the reference, and every proof still verifies. Before it asks, the command lists what keeps the name or
    the surname: entries of the log, tokens, other persons, files. Copies and backups made before cannot be reached:
    those written by this program are listed. For a reference that was erased before, the
    file is cleaned again.

    \b
    Example: plancia person erase "Mario Rossi" --basis "GDPR, article 17"
    """
    from plancia_archive.people.register import STREAM
    from plancia_archive.registers.person_erasure import erase_record, find_mentions, require_person
    from plancia_archive.registers.written_copies import list_copies

    archive = context.open()
    already_erased = archive.people.is_erased(player)
    mentions = [] if already_erased else find_mentions(archive, player)
    copies = list_copies(archive, player if already_erased else require_person(archive, player))
    if not already_erased:
        context.tell("would-erase", player=archive.people.find(player) or player)
        tell_mentions(context, archive, mentions)
        ask_confirmation(context, yes)
    erasure = erase_record(archive, player, basis)
    give_register_receipts(context, archive, [STREAM + erasure.player])
    click.echo(context.say("erased", player=erasure.player, games=erasure.games, tournaments=erasure.tournaments))
    context.tell("erased-backups")
    for copy in copies:
        written_at = datetime.fromtimestamp(copy["written_at"] / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        context.tell("erased-copy" if copy["present"] else "erased-copy-moved", **{**copy, "written_at": written_at})
    if not erasure.cleaned:
        context.fail(context.say("erased-held", player=erasure.player))


@person.command(name="keep")
@click.argument("player")
@click.option("--basis", required=True, help="Why the record is kept, in one line, without names.")
@with_receipt
@pass_cli_context
def person_keep(context: CliContext, player: str, basis: str) -> None:
    """Record in the log that the erasure of a person was refused, and on what basis.

    \b
    Example: plancia person keep "Mario Rossi" --basis "GDPR, article 17(3)(d): archive of the national championship"
    """
    from plancia_archive.people.register import STREAM
    from plancia_archive.registers.person_erasure import record_erasure_refusal

    archive = context.open()
    reference = record_erasure_refusal(archive, player, basis)
    click.echo(context.say("kept-person", player=reference))
    give_register_receipts(context, archive, [STREAM + reference])


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
