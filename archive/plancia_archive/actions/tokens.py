"""Writes about tokens for the HTTP API: created, renewed, revoked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, UnsetType

from plancia_archive.actions.action import Action, Caller, Done, Option, Text, Time, given, newest
from plancia_archive.errors import ArchiveError
from plancia_archive.registers.roles import Limits, Role, require_above

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

UNTIL = Option(in_body=False, on_command=False)  # the end in Unix milliseconds, as a command knows it


def end_of(expires: str | UnsetType, until: int | None = None) -> int | None:
    """Returns the end of a token in Unix milliseconds, None for one without. Raises ValueError."""
    from plancia_archive.dates import parse_time

    return until if expires is UNSET else parse_time(expires)


def end_fault(expires: str | UnsetType) -> dict[str, str]:
    """Returns what is wrong with the end of a token, which is a time (RFC 3339)."""
    try:
        end_of(expires)
    except ValueError:
        return {"expires": "YYYY-MM-DDThh:mm:ssZ"}
    return {}


def change_tokens(archive: Archive, name: str, caller: Caller, word: str, write: Callable[[], int]) -> Done:
    """Does a write to the tokens of a name, or to that of an id.

    Raises ArchiveError: `no-token` where there is none, `role` for one that the caller may not change.
    """
    from plancia_archive.registers.token_events import STREAM

    with archive.writing():
        rows = [row for row in archive.tokens.all() if name in (row["id"], row["name"])]
        if not rows:
            raise ArchiveError("no-token", name[:80])
        for row in rows:
            require_above(caller.role, row["role"])
        token_ids = archive.tokens.unrevoked_ids(name)
        count = write()
        places = newest(archive, *(STREAM + token_id for token_id in token_ids))
        return Done({"token": name}, places, [(word, {"count": count})])


class CreateToken(Action, kw_only=True):
    """Create a token: `secret` is shown in this answer alone. `expires` is a time (RFC 3339)."""

    operation, group, creates, quiet = "create_token", "tokens", True, True
    address, right, bodies = "tokens", "token.write", ("TokenBody",)
    example = {"name": "tavolo1", "role": "recorder", "limits": {"tournaments": ["autunno"], "tables": ["A"]}}
    command = "token create"
    help = """Create a token; it is shown only once. Each kind of limit given must hold.

    \b
    Example: plancia token create giudice --role arbiter --tournament autunno --expires 2026-12-31
    """

    name: Annotated[Text, Option(name="NAME")]
    role: Annotated[Role, Option("What the token permits; by default recorder.")]
    limits: Annotated[Limits | UnsetType, Option(on_command=False)] = UNSET
    player: Annotated[Text | UnsetType, Option("The person of a token with the role player.")] = UNSET
    expires: Annotated[Time | UnsetType, Option(on_command=False)] = UNSET
    until: Annotated[int | None, UNTIL] = None

    def fault(self) -> dict[str, str]:
        return end_fault(self.expires)

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.registers.token_events import STREAM

        require_above(caller.role, self.role)
        limits: dict[str, object] = dict(given(self.limits) or {})  # `grant` checks them
        if isinstance(games := limits.get("games"), list):
            limits["games"] = [archive.resolve(str(game)) for game in games]
        same = [row["id"] for row in archive.tokens.all() if (row["name"], row["state"]) == (self.name, "valid")]
        with archive.writing():
            until = end_of(self.expires, self.until)
            token, secret = archive.tokens.grant(self.name, self.role, limits, given(self.player), until)
            places = newest(archive, STREAM + token)
        told = [("token-same", {"tokens": ", ".join(same)})] if same else []
        return Done({"token": token, "secret": secret}, places, [secret], told)


class RevokeToken(Action):
    """Revoke a token by its id, for good; one that is revoked already stays so."""

    operation, group, quiet = "revoke_token", "tokens", True
    address, right = "tokens/{token}/revoke", "token.write"
    command, target = "token revoke", "NAME"
    help = """Revoke the tokens of a name, or the token of an id.

    \b
    Example: plancia token revoke tavolo1
    """

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        return change_tokens(archive, name, caller, "revoked", lambda: archive.tokens.revoke(name))


class RenewToken(Action, kw_only=True):
    """Change the expiry of a token, expired ones too; a revoked one is not renewed."""

    operation, group, quiet = "renew_token", "tokens", True
    address, right, bodies = "tokens/{token}/renew", "token.write", ("RenewalBody",)
    example = {"expires": "2100-01-01T00:00:00Z"}
    command, target = "token renew", "NAME"
    help = """Change the expiry of the tokens of a name, or of the token of an id; without a date they do not expire.

    \b
    Example: plancia token renew tavolo1 --days 3
    """

    expires: Annotated[Time, Option(on_command=False)]
    until: Annotated[int | None, UNTIL] = None

    def fault(self) -> dict[str, str]:
        return end_fault(self.expires)

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        until = end_of(self.expires, self.until)
        return change_tokens(archive, name, caller, "renewed", lambda: archive.tokens.renew(name, until))
