"""The commands of the writes that are declared (plancia_archive.actions): arguments, options, what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plancia_archive.actions.action import Action, Caller, Done, Member, Said, faults_of, members_of
from plancia_cli.support.context import CliContext
from plancia_cli.support.receipts import (
    build_receipts,
    give_register_receipts,
    tell_head,
    tell_receipt,
    with_qr,
    with_receipt,
    write_receipts,
)

if TYPE_CHECKING:
    from plancia_archive import Archive

RECORDED_REFUSALS = (  # error codes that the register of refusals lists
    "role", "limit", "correction", "approved", "disputed", "dispute-role", "dispute-own", "dispute-state",
    "dispute-early", "confirmed", "not-over",
)  # fmt: skip
A = TypeVar("A", bound=Action)
Wrapper = Callable[[Callable[..., Any]], Callable[..., Any]]


@contextmanager
def archive_in_role(context: CliContext, role: str = "keeper", create: bool = False) -> Iterator[Archive]:
    """Yields the archive for what is done in a role. Ends the command if the archive refuses it."""
    from plancia_archive import ArchiveError
    from plancia_archive.log.authors import Author, acting_as

    archive = None
    try:
        with acting_as(Author("local", role)):
            archive = context.open(create)
            yield archive
    except ArchiveError as error:
        if archive is not None and error.code in RECORDED_REFUSALS:
            command = click.get_current_context()
            subject = str(command.params.get("target", ""))
            archive.refusals.record("local", role, command.command_path, subject, error.code)
        context.fail(error.text(context.lang))


def with_role(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option --as to a command: the role in which the line is written."""
    option = click.option(
        "--as", "role", type=click.Choice(["keeper", "arbiter", "recorder"]), default="keeper", show_default=True,
        help="The role that the line of the log states.",
    )  # fmt: skip
    return option(command)


def parameter(member: Member, required: bool) -> Wrapper:
    """Returns what adds the argument or option of a member to a command."""
    option, kind = member.option, click.Choice(member.choices) if member.choices else None
    number = None if member.least is None else click.IntRange(member.least)
    if option.name.isupper():
        several: dict[str, Any] = {"nargs": -1} if member.kind is list else {}
        return click.argument(member.name, metavar=None if kind else option.name, type=kind or number, **several)
    names = (option.name or f"--{member.name.replace('_', '-')}", member.name)
    if member.kind is bool or option.is_flag:
        return click.option(*names, is_flag=True, help=option.help)
    given: dict[str, Any] = {"required": required}
    if option.default is not None:  # else the option has none, which is not the same as None
        given = {"default": option.default, "show_default": True}
    return click.option(
        *names, type=kind or number, metavar=option.metavar, help=option.help, multiple=member.kind is list, **given
    )


def with_members(*actions: type[Action], extra: Sequence[Wrapper] = ()) -> Wrapper:
    """Adds what it acts on and the members of an action, or of one of some, to a command; then `extra` options.

    The options --as, --receipt and --qr follow.
    """
    members = [member for action in actions for member in members_of(action) if member.option.on_command]

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        command = with_receipt(with_qr(command)) if actions[0].shows_head else with_receipt(command)
        command = with_role(command) if actions[0].takes_role else command
        for option in reversed(extra):
            command = option(command)
        for member in reversed(members):
            command = parameter(member, member.required and len(actions) == 1)(command)
        return click.argument("target", metavar=actions[0].target)(command)

    return add


def action_of(action: type[A], values: Mapping[str, object]) -> A:
    """Returns the action with the members that a command was given."""
    given = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return action(**{name: value for name, value in given.items() if value is not None})


def do(
    context: CliContext, action: type[Action], name: str, role: str = "keeper", dry_run: bool = False,
    create: bool = False, /, **values: object,
) -> Done:  # fmt: skip
    """Does a write with the members that were given, or tries it; prints what it says and gives its receipts.

    With `create` there need be no archive yet.
    """
    write = action_of(action, values)
    if faults := faults_of(write):
        from plancia_data import messages

        words = messages("cli", context.lang)
        texts = (words.get(f"{member}-{detail}") or f"{member}: {detail}" for member, detail in faults.items())
        raise click.UsageError("; ".join(texts))
    with archive_in_role(context, role, create or (action.creates and action.quiet)) as archive:
        done = write.perform(archive, find_target(archive, action, name), Caller("", context.lang, dry_run=dry_run))
        for said in done.said:
            click.echo(words_of(context, done, said))
        for told in done.told:
            context.tell_line(words_of(context, done, told))
        give_receipts(context, archive, action, done)
    if done.partly:
        raise SystemExit(1)
    return done


def words_of(context: CliContext, done: Done, said: Said) -> str:
    """Returns what a write says, with the members of its answer in their places."""
    if isinstance(said, str):
        return said
    word, shown = said
    return context.say(word, **{**done.answer, **shown})


def find_target(archive: Archive, action: type[Action], name: str) -> str:
    """Returns the id of what a command names. Raises ArchiveError."""
    return archive.resolve(name) if action.address.startswith("games/") else name


def give_receipts(context: CliContext, archive: Archive, action: type[Action], done: Done) -> None:
    """Tells the newest receipt of a write, and writes all to the file of --receipt."""
    if action.quiet:
        give_register_receipts(context, archive, [stream for stream, _ in done.places])
    elif receipts := build_receipts(archive, done.places):
        if action.tells_receipt:
            tell_receipt(context, receipts[-1])
        if context.receipt_file:
            write_receipts(context, receipts)
        if action.shows_head:
            tell_head(context, receipts[-1])


def command_of(action: type[Action]) -> click.Command:
    """Returns the command of an action."""

    @click.command(action.command.rpartition(" ")[2], help=action.help)
    @with_members(action)
    @click.make_pass_decorator(CliContext)
    def command(context: CliContext, /, target: str, role: str = "keeper", **values: object) -> None:
        do(context, action, target, role, **values)

    return command
