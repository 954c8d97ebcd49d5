"""token: tokens for the HTTP API, with role, limits and expiry."""

from __future__ import annotations

from datetime import datetime, timedelta

import click

from plancia_archive.actions import UNSET, CreateToken, RenewToken, RevokeToken
from plancia_archive.actions.action import members_of
from plancia_cli.support.actions import command_of, do, parameter, with_members
from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.receipts import with_receipt

pass_cli_context = click.make_pass_decorator(CliContext)
MEMBERS = {member.name: member for member in members_of(CreateToken)}
expires_option = click.option(
    "--expires", type=click.DateTime(["%Y-%m-%d"]), help="Last day on which the token is valid."
)
days_option = click.option("--days", type=click.IntRange(1, 3650), help="Days for which the token is valid, from now.")


@click.group()
def token() -> None:
    """Tokens for the HTTP API: who may do what, until when.

    \b
    Example: plancia token create tavolo1 --role recorder --tournament autunno --days 1
    """


@token.command(name="create", help=CreateToken.help)
@parameter(MEMBERS["name"], True)
@parameter(MEMBERS["role"], False)
@click.option("--club", multiple=True, help="Only tournaments of this club and their games; repeatable.")
@click.option("--event", multiple=True, help="Only games of this event (header Event); repeatable.")
@click.option("--tournament", multiple=True, help="Only this tournament and its games; repeatable.")
@click.option("--table", multiple=True, help="Only this table, as A or as 2/A in round 2; repeatable.")
@click.option("--game", multiple=True, help="Only this game; repeatable.")
@parameter(MEMBERS["player"], False)
@click.option("--no-names", is_flag=True, help="Do not show names of people to this token.")
@expires_option
@days_option
@click.option("--scope", "scopes", multiple=True, type=click.Choice(["read", "write", "admin"]),
              help="Deprecated, use --role: read is reader, write is arbiter.")  # fmt: skip
@with_receipt
@pass_cli_context
def token_create(
    context: CliContext, /, name: str, role: str | None, player: str | None, no_names: bool, expires: datetime | None,
    days: int | None, scopes: tuple[str, ...], **limits: tuple[str, ...],
) -> None:  # fmt: skip
    """Creates a token."""
    if role and scopes:
        raise click.UsageError(context.say("token-role-or-scope"))
    chosen_role, scope_limits = role or "recorder", dict[str, object]()
    if scopes:
        from plancia_archive.registers.tokens import role_of_scopes

        chosen_role, own_limits = role_of_scopes(list(scopes))
        scope_limits |= own_limits
        context.tell("token-scope", role=chosen_role)
    scope_limits |= {f"{kind}s": list(values) for kind, values in limits.items() if values}
    scope_limits |= {"names": False} if no_names else {}
    until = expiry(context, expires, days)
    do(context, CreateToken, "", name=name, role=chosen_role, limits=scope_limits, player=player, until=until)


def expiry(context: CliContext, last_day: datetime | None, days: int | None) -> int | None:
    """The end of the last day by the local clock, or so many days from now, in milliseconds since 1970 UTC."""
    if last_day is not None and days is not None:
        raise click.UsageError(context.say("token-expires-or-days"))
    if days is not None:
        return int((datetime.now().astimezone() + timedelta(days=days)).timestamp() * 1000)
    if last_day is None:
        return None
    try:
        next_day = last_day + timedelta(days=1)
        return int(next_day.astimezone().timestamp() * 1000) - 1
    except (OverflowError, OSError, ValueError):
        context.fail(context.say("token-date", date=last_day.date()))


@token.command(name="list")
@with_format()
@pass_cli_context
def token_list(context: CliContext, printer: Printer) -> None:
    """List tokens with role, limits and state, never the secrets.

    \b
    Example: plancia token list
    """
    rows = [token_row(entry, printer.format) for entry in context.open().tokens.all()]
    printer.print_rows(rows, ["id", "name", "role", "state", "limits", "player", "expires_at", "made_at", "revoked_at"])


def token_row(row: Row, form: str) -> Row:
    """A token as a row: in the table for people times are local, else UTC; outside JSON the limits are one text."""
    from plancia_archive.dates import format_time

    shown = format_local_time if form == "table" else format_time
    times = {name: row[name] and shown(row[name]) for name in ("made_at", "expires_at", "revoked_at")}
    if form in ("json", "jsonl"):
        return {**row, **times}
    limits = "; ".join(
        f"{kind}: {', '.join(values) if isinstance(values, list) else 'no'}" for kind, values in row["limits"].items()
    )
    return {**row, "limits": limits, **times}


def format_local_time(milliseconds: int) -> str:
    """A time as date and minute by the local clock."""
    from plancia_archive.dates import local_time

    return f"{local_time(milliseconds):%Y-%m-%d %H:%M}"


@token.command(name="renew", help=RenewToken.help)
@with_members(RenewToken, extra=(expires_option, days_option))
@pass_cli_context
def token_renew(context: CliContext, /, target: str, expires: datetime | None, days: int | None) -> None:
    """Renews the tokens of a name, or that of an id."""
    do(context, RenewToken, target, expires=UNSET, until=expiry(context, expires, days))


token.add_command(command_of(RevokeToken))


@token.command(name="refusals")
@click.option("--limit", type=click.IntRange(1, 10000), default=100, show_default=True, help="Most rows.")
@with_format()
@pass_cli_context
def token_refusals(context: CliContext, printer: Printer, limit: int) -> None:
    """List refused writes, newest first: when, by which token, what, on what, and why.

    The newest are kept, outside the log; `skipped` counts those before a row that were not written, since their rate is
    limited.

    \b
    Example: plancia token refusals --limit 20
    """
    rows = context.open().refusals.listed(limit)
    if printer.format == "table":
        rows = [{**row, "at": format_local_time(row["at"])} for row in rows]
    printer.print_rows(rows, ["at", "author", "name", "role", "action", "subject", "code", "skipped"])
