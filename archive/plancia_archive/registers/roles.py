"""Authorisation: the actions that each role of a token permits, and the limits of a token.

Every route that writes names an action of the table `PERMISSIONS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict, get_args

from plancia_archive.errors import ArchiveError

Role = Literal["reader", "player", "recorder", "arbiter", "keeper", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
RECORDING_ROLES = frozenset({"recorder", "arbiter", "keeper", "admin"})
DECIDING_ROLES = frozenset({"arbiter", "keeper", "admin"})
KEEPING_ROLES = frozenset({"keeper", "admin"})
SEATED_ROLES = frozenset({"player"}) | DECIDING_ROLES
PERMISSIONS: dict[str, frozenset[str]] = {
    "names.read": frozenset({"reader"}) | DECIDING_ROLES,
    "hidden.read": RECORDING_ROLES,  # values of an open game that only one seat knows
    "hidden.own": frozenset({"player"}),  # those of the player's own seat
    "game.add": RECORDING_ROLES,
    "game.append": RECORDING_ROLES,
    "game.correct": DECIDING_ROLES,  # VOID and FIX; a recorder those of the current turn (log/recorder_lines.py)
    "game.withdraw": DECIDING_ROLES,
    "game.approve": DECIDING_ROLES,
    "game.confirm": frozenset({"player"}),  # the result of an own game
    "tournament.result": RECORDING_ROLES,
    "tournament.direct": DECIDING_ROLES,
    "dispute.object": SEATED_ROLES | RECORDING_ROLES,  # open a dispute, answer, bring evidence, appeal
    "dispute.rule": DECIDING_ROLES,
    "dispute.read": SEATED_ROLES | RECORDING_ROLES,  # files of evidence
    "person.write": KEEPING_ROLES,
    "token.write": KEEPING_ROLES,  # tokens of the role admin: an admin's alone (`require_above`)
    "token.read": KEEPING_ROLES,
    "refusal.read": KEEPING_ROLES,
}
RECORDER_EVENT_KINDS = ("result",)  # kinds of tournament events that a recorder of the table may add
LimitKind = Literal["clubs", "events", "tournaments", "tables", "games"]
LIMIT_KINDS: tuple[LimitKind, ...] = get_args(LimitKind)


def tournament_action(event: Mapping[str, Any]) -> str:
    """Returns the action of a tournament event: `tournament.result` for a first result, else `tournament.direct`."""
    is_recorded = event.get("kind") in RECORDER_EVENT_KINDS and not event.get("instead")
    return "tournament.result" if is_recorded else "tournament.direct"


class Limits(TypedDict):
    """The limits of a token, all of which must hold; `names` is false where it is shown no names."""

    clubs: NotRequired[list[str]]
    events: NotRequired[list[str]]
    tournaments: NotRequired[list[str]]
    tables: NotRequired[list[str]]
    games: NotRequired[list[str]]
    names: NotRequired[bool]


@dataclass(frozen=True)
class Target:
    """The object of an action: its name in messages, and the values that limits compare. A table is `ROUND/BOARD`."""

    name: str
    games: frozenset[str] = frozenset()
    tournaments: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()

    def matches(self, kind: str, allowed: Iterable[str]) -> bool:
        """Returns whether the target has one of the allowed values. A table matches with its round or without."""
        values: frozenset[str] = getattr(self, kind)
        if kind == "tables":
            values |= {value.partition("/")[2] for value in values}
        return not values.isdisjoint(allowed)


@dataclass(frozen=True)
class Grant:
    """The grant of a valid token: role, limits, all of which apply, and the person for the role player."""

    id: str
    name: str
    role: str
    limits: Limits = field(default_factory=Limits)
    player: str | None = None

    def permits(self, action: str) -> bool:
        """Returns whether the role has the action and, for `names.read`, the token does not hide names."""
        hides_names = action == "names.read" and self.limits.get("names") is False
        return self.role in PERMISSIONS[action] and not hides_names

    def require(self, action: str, target: Target | None = None) -> None:
        """Raises ArchiveError unless role and limits permit the action on the target.

        An action without target concerns the whole archive: a token with limits, or of a player, may not take it.
        """
        self.require_role(action)
        limit_text = self.exceeded_limit(target)
        if limit_text is not None:
            raise ArchiveError("limit", limit_text)

    def require_role(self, action: str) -> None:
        """Raises ArchiveError `role` unless the role permits the action; limits are not checked."""
        permitted_roles = PERMISSIONS.get(action, frozenset())
        if self.role not in permitted_roles:
            allowed = ", ".join(role for role in ROLES if role in permitted_roles)
            raise ArchiveError("role", f"{self.role}: {action} ({allowed})")

    def exceeded_limit(self, target: Target | None) -> str | None:
        """Returns a text with the target and the first limit that it does not meet; None if it meets all."""
        name = target.name if target else "*"
        for kind in LIMIT_KINDS:
            allowed = self.limits.get(kind)
            if allowed and not (target and target.matches(kind, allowed)):
                return f"{name} ({kind}: {', '.join(allowed)})"
        if self.role == "player" and not (target and self.player in target.players):
            return f"{name} (player: {self.player})"
        return None


def require_above(own_role: str, role: str) -> None:
    """Raises ArchiveError `role` if another role than admin would grant, renew or revoke a token of the role admin."""
    if role == "admin" and own_role != "admin":
        raise ArchiveError("role", f"{own_role}: token.write admin (admin)")


def validate_limits(limits: Any) -> Limits:
    """Returns the limits in their stored form: sorted lists without duplicates, without empty ones.

    Raises ArchiveError `token-limits`.
    """
    if not isinstance(limits, dict) or set(limits) - {*LIMIT_KINDS, "names"}:
        raise ArchiveError("token-limits", str(limits)[:120])
    normalised = Limits()
    for kind, values in sorted(limits.items()):
        if kind == "names":
            if values is not False:
                raise ArchiveError("token-limits", f"names: {values!r:.40}")
            normalised["names"] = False
        elif not isinstance(values, list) or not all(isinstance(text, str) and is_limit_value(text) for text in values):
            raise ArchiveError("token-limits", f"{kind}: {values!r:.100}")
        elif values:
            normalised[kind] = sorted(set(values))  # type: ignore[literal-required]
    return normalised


def is_limit_value(text: str) -> bool:
    """Returns whether a text is valid in a limit: 1 to 200 printable characters, no spaces at the ends."""
    return 1 <= len(text) <= 200 and text.isprintable() and text == text.strip()
