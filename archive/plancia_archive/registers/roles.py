"""What each role of a token may do, and whether a target lies within the limits of a token.

The table `PERMISSIONS` is the whole of it: every route that writes names one of its actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.errors import ArchiveError

ROLES = ("reader", "player", "recorder", "arbiter", "keeper", "admin")
RECORDING = frozenset({"recorder", "arbiter", "keeper", "admin"})
DECIDING = frozenset({"arbiter", "keeper", "admin"})
KEEPING = frozenset({"keeper", "admin"})
SEATED = frozenset({"player"}) | DECIDING
PERMISSIONS: dict[str, frozenset[str]] = {
    "names.read": frozenset({"reader"}) | DECIDING,
    "hidden.read": RECORDING,  # what nobody but a seat sees at the table of an open game
    "hidden.own": frozenset({"player"}),  # what the own seat sees
    "game.add": RECORDING,
    "game.append": RECORDING,
    "game.correct": DECIDING,  # VOID and FIX; a recorder those of the current turn (log/recorder_lines.py)
    "game.withdraw": DECIDING,
    "game.approve": DECIDING,
    "game.confirm": frozenset({"player"}),  # the result of an own game
    "tournament.result": RECORDING,
    "tournament.direct": DECIDING,
    "dispute.object": SEATED | RECORDING,  # open a dispute, answer, bring evidence, appeal
    "dispute.rule": DECIDING,
    "dispute.read": SEATED | RECORDING,  # files of evidence
    "person.write": KEEPING,
    "token.write": KEEPING,  # tokens of the role admin: an admin's alone (`require_above`)
    "token.read": KEEPING,
    "refusal.read": KEEPING,
}
RECORDED_EVENTS = ("result",)  # kinds of a tournament's events that a recorder of the table adds
LISTS = ("clubs", "events", "tournaments", "tables", "games")


def tournament_action(event: Mapping[str, Any]) -> str:
    """The action of a tournament's event: a first result is recorded, everything else directs the tournament."""
    recorded = event.get("kind") in RECORDED_EVENTS and not event.get("instead")
    return "tournament.result" if recorded else "tournament.direct"


@dataclass(frozen=True)
class Target:
    """What an action is about: `name` as messages say it, and what limits compare. A table is `ROUND/BOARD`."""

    name: str
    games: frozenset[str] = frozenset()
    tournaments: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()

    def within(self, kind: str, allowed: Iterable[str]) -> bool:
        """True where one of the allowed values is the target's. A table matches with its round or without."""
        values: frozenset[str] = getattr(self, kind)
        if kind == "tables":
            values |= {value.partition("/")[2] for value in values}
        return not values.isdisjoint(allowed)


@dataclass(frozen=True)
class Grant:
    """What a valid token grants: role, limits (each one given must hold), and for a player the person."""

    id: str
    name: str
    role: str
    limits: dict[str, Any] = field(default_factory=dict)
    player: str | None = None

    def permits(self, action: str) -> bool:
        """True where the role has the action and, for names, where the token does not hide them."""
        hidden = action == "names.read" and self.limits.get("names") is False
        return self.role in PERMISSIONS[action] and not hidden

    def require(self, action: str, target: Target | None = None) -> None:
        """Raises ArchiveError unless role and limits permit the action on the target.

        An action without target concerns the whole archive: a token with limits, or of a player, may not take it.
        """
        self.require_role(action)
        outside = self.outside(target)
        if outside is not None:
            raise ArchiveError("limit", outside)

    def require_role(self, action: str) -> None:
        """Raises ArchiveError unless the role permits the action, whatever its target."""
        holders = PERMISSIONS.get(action, frozenset())
        if self.role not in holders:
            allowed = ", ".join(role for role in ROLES if role in holders)
            raise ArchiveError("role", f"{self.role}: {action} ({allowed})")

    def require_above(self, role: str) -> None:
        """Raises ArchiveError for a keeper who would give, renew or revoke the token of an admin."""
        if role == "admin" and self.role != "admin":
            raise ArchiveError("role", f"{self.role}: token.write admin (admin)")

    def outside(self, target: Target | None) -> str | None:
        """The limit that the target does not meet, with the target; None within all of them."""
        name = target.name if target else "*"
        for kind in LISTS:
            allowed = self.limits.get(kind)
            if allowed and not (target and target.within(kind, allowed)):
                return f"{name} ({kind}: {', '.join(allowed)})"
        if self.role == "player" and not (target and self.player in target.players):
            return f"{name} (player: {self.player})"
        return None


def checked_limits(limits: Any) -> dict[str, Any]:
    """The limits in their stored form: sorted lists without repeats, empty ones left out. Raises ArchiveError."""
    if not isinstance(limits, dict) or set(limits) - {*LISTS, "names"}:
        raise ArchiveError("token-limits", str(limits)[:120])
    checked: dict[str, Any] = {}
    for kind, values in sorted(limits.items()):
        if kind == "names":
            if values is not False:
                raise ArchiveError("token-limits", f"names: {values!r:.40}")
            checked[kind] = values
            continue
        texts = values if isinstance(values, list) else []
        if not isinstance(values, list) or not all(isinstance(one, str) and limit_text(one) for one in texts):
            raise ArchiveError("token-limits", f"{kind}: {values!r:.100}")
        if texts:
            checked[kind] = sorted(set(texts))
    return checked


def limit_text(text: str) -> bool:
    """True for a value of a limit: 1 to 200 printable characters without blanks at the ends."""
    return 1 <= len(text) <= 200 and text.isprintable() and text == text.strip()
