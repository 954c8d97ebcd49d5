"""State machine of a dispute: the kinds of line allowed in each state, the roles that may write them, deadlines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from plancia_archive.dates import format_time, parse_time
from plancia_archive.disputes.lines import DisputeLine, Opened, Ruling
from plancia_archive.errors import ArchiveError
from plancia_archive.log.stream import Recorded

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
FINAL_STATES = ("closed", "withdrawn")
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
KINDS_WITH_DEADLINE = ("evidence", "answer", "appeal")  # lines that are marked late after the deadline


@dataclass
class Dispute:
    """A dispute and its lines.

    Either `game` or `tournament` is empty. `due` is the current deadline in Unix milliseconds, 0 for none. Each of
    `lines` also has `at` (recorded time in Unix milliseconds), `index`, `author` and `role` of its entry, and `late`.
    `repeats` is the number, from 1, of the line that a write found there already; 0 where it added one.
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
    repeats: int = 0

    @property
    def is_open(self) -> bool:
        """True unless the dispute is closed or withdrawn."""
        return self.state not in FINAL_STATES

    @property
    def ruling(self) -> dict[str, Any] | None:
        """The last ruling, or None."""
        return next((line for line in reversed(self.lines) if line["kind"] == "ruling"), None)

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        """Returns the lines of one kind, in order."""
        return [line for line in self.lines if line["kind"] == kind]


def next_state(dispute: Dispute, kind: str) -> str:
    """Returns the state after a line of this kind. Raises ArchiveError `dispute-state` if it is not allowed."""
    if kind not in TRANSITIONS[dispute.state]:
        allowed = ", ".join(f"<disputes:kind.{one}>" for one in TRANSITIONS[dispute.state]) or "-"
        place = f"{dispute.id}: <disputes:state.{dispute.state}>; <disputes:kind.{kind}>"
        raise ArchiveError("dispute-state", f"{place} ({allowed})")
    return TRANSITIONS[dispute.state][kind]


def check_appeal_deadline(dispute: Dispute, kind: str, now: int) -> None:
    """Raises ArchiveError `dispute-early` for closing before the deadline of an appeal; `now` in Unix milliseconds."""
    if kind == "closed" and dispute.state == "ruled" and now < dispute.due:
        raise ArchiveError("dispute-early", f"{dispute.id}: {format_time(dispute.due)}")


def add_line(dispute: Dispute, recorded: Recorded[DisputeLine]) -> Dispute:
    """Adds a line to a dispute. Raises ArchiveError if it is not allowed in its state."""
    line, kind = recorded.line, recorded.line.kind
    dispute.state = next_state(dispute, kind)
    is_late = kind in KINDS_WITH_DEADLINE and bool(dispute.due) and recorded.at > dispute.due
    if isinstance(line, Opened):
        dispute.game, dispute.tournament = line.game or "", line.tournament or ""
        dispute.event, dispute.rule, dispute.claimant = line.event, line.rule or "", line.claimant
    if isinstance(line, Opened | Ruling):
        dispute.due = parse_time(line.due) if line.due else 0
    elif kind == "appeal":
        dispute.due = 0
    author, role = recorded.writer
    entry = {"at": recorded.at, "late": is_late, "index": recorded.index, "author": author, "role": role}
    dispute.lines.append({**msgspec.to_builtins(line), **entry})
    return dispute
