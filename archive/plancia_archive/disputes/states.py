"""The states of a dispute: which line may follow, whose it is, and whether it came in time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_archive.disputes.lines import format_time, parse_time
from plancia_archive.errors import ArchiveError

# state -> kind of line -> the state after it
TRANSITIONS: dict[str, dict[str, str]] = {
    "new": {"opened": "open"},
    "open": {"evidence": "open", "answer": "open", "ruling": "ruled", "withdrawn": "withdrawn"},
    "ruled": {"appeal": "appealed", "closed": "closed"},
    "appealed": {"evidence": "appealed", "answer": "appealed", "ruling": "decided", "withdrawn": "closed"},
    "decided": {"closed": "closed"},  # one appeal: its ruling is the last
    "closed": {},
    "withdrawn": {},
}
FINAL = ("closed", "withdrawn")
STATES = tuple(state for state in TRANSITIONS if state != "new")
# kind of line -> the roles that may write it; a player may where the line is the player's own (see `party`)
ROLES: dict[str, tuple[str, ...]] = {
    "opened": ("player", "recorder", "arbiter", "keeper", "admin"),
    "evidence": ("player", "recorder", "arbiter", "keeper", "admin"),
    "answer": ("player", "recorder", "arbiter", "keeper", "admin"),
    "appeal": ("player", "arbiter", "keeper", "admin"),
    "withdrawn": ("player", "arbiter", "keeper", "admin"),
    "ruling": ("arbiter", "keeper", "admin"),
    "closed": ("arbiter", "keeper", "admin"),
}
DEADLINES = ("evidence", "answer", "appeal")  # lines that are late after the deadline that stands


@dataclass
class Dispute:
    """A dispute as its lines give it. `lines` have besides their fields `at` (milliseconds UTC by the log), the index
    of their entry, author and role, and `late`.

    `game` or `tournament` is empty, the other names what the dispute is about; `due` is the deadline that stands, in
    milliseconds; 0 for none.
    """

    id: str
    state: str = "new"
    game: str = ""
    tournament: str = ""
    event: int = 0
    rule: str = ""
    claimant: str = ""
    due: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """True until it is closed or withdrawn."""
        return self.state not in FINAL

    @property
    def ruling(self) -> dict[str, Any] | None:
        """The last ruling, if there is one."""
        return next((line for line in reversed(self.lines) if line["kind"] == "ruling"), None)

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        """The lines of one kind, in order."""
        return [line for line in self.lines if line["kind"] == kind]


def next_state(dispute: Dispute, kind: str) -> str:
    """The state after a line of this kind. Raises ArchiveError where it may not follow."""
    if kind not in TRANSITIONS[dispute.state]:
        allowed = ", ".join(TRANSITIONS[dispute.state]) or "-"
        raise ArchiveError("dispute-state", f"{dispute.id}: {dispute.state}, {kind} ({allowed})")
    return TRANSITIONS[dispute.state][kind]


def refuse_early(dispute: Dispute, kind: str, now: int) -> None:
    """Raises ArchiveError for a closing before the deadline of an appeal, a time in milliseconds."""
    if kind == "closed" and dispute.state == "ruled" and now < dispute.due:
        raise ArchiveError("dispute-early", f"{dispute.id}: {format_time(dispute.due)}")


def refuse_role(kind: str, role: str) -> None:
    """Raises ArchiveError where a role may not write lines of this kind."""
    if role not in ROLES[kind]:
        raise ArchiveError("dispute-role", f"{kind}: {role} ({', '.join(ROLES[kind])})")


def follow(dispute: Dispute, line: dict[str, Any], at: int) -> None:
    """Applies a validated line, recorded at a time in milliseconds. Raises ArchiveError where it may not follow."""
    kind = line["kind"]
    dispute.state = next_state(dispute, kind)
    late = kind in DEADLINES and bool(dispute.due) and at > dispute.due
    if kind == "opened":
        dispute.game, dispute.tournament = line.get("game", ""), line.get("tournament", "")
        dispute.event, dispute.rule, dispute.claimant = line["event"], line.get("rule", ""), line["claimant"]
    if kind in ("opened", "ruling"):
        dispute.due = parse_time(line["due"]) if "due" in line else 0
    elif kind == "appeal":
        dispute.due = 0
    dispute.lines.append({**line, "at": at, "late": late})
