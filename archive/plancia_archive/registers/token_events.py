"""The log stream `token:ID`: the grant of a token, changes of its expiry, its revocation.

The stream has the hash of the secret, and not the name of the holder. Times are Unix milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Any

from msgspec import Meta

from plancia_archive.log.stream import Line, PersonReference, Recorded, Sha256, Stream
from plancia_archive.registers.roles import Role, validate_limits

TOKEN_ID = re.compile(r"t_[0-9A-HJKMNP-TV-Z]{8}\Z")
Expiry = Annotated[int, Meta(ge=0)] | None


class Granted(Line, tag="granted"):
    """A token with this hash has a role and limits; one of the role player belongs to a person."""

    hash: Sha256
    role: Role
    limits: dict[str, Any]
    player: PersonReference | None
    expires: Expiry

    def __post_init__(self) -> None:
        if (self.role == "player") != (self.player is not None):
            raise ValueError("player")
        if validate_limits(self.limits) != self.limits:
            raise ValueError("limits")


class Renewed(Line, tag="renewed"):
    """The token expires at another time, or never."""

    expires: Expiry


class Revoked(Line, tag="revoked"):
    """The token is no longer valid."""


@dataclass(frozen=True)
class TokenState:
    """A token after the lines of its stream."""

    hash: str
    role: str
    limits: dict[str, Any]
    player: str | None
    expires: int | None
    revoked: bool = False


def add_line(state: TokenState | None, recorded: Recorded[Granted | Renewed | Revoked]) -> TokenState:
    """Returns the state after a line: `granted` is first and comes once, and nothing follows `revoked`."""
    line = recorded.line
    if isinstance(line, Granted) and state is None:
        return TokenState(line.hash, line.role, line.limits, line.player, line.expires)
    if isinstance(line, Granted) or state is None or state.revoked:
        raise ValueError("order")
    return replace(state, expires=line.expires) if isinstance(line, Renewed) else replace(state, revoked=True)


TOKENS: Stream[Granted | Renewed | Revoked, TokenState | None] = Stream(
    "token:",
    TOKEN_ID,
    Granted | Renewed | Revoked,
    "token-stream",
    add_line,
    lambda token_id: None,
    whole=lambda token: token is not None,
)
STREAM = TOKENS.prefix
