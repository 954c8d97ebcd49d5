"""State machine of a dispute: the kinds of line allowed in each state, the roles that may write them, deadlines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict, cast

import msgspec

from plancia_archive.dates import format_time, parse_time
from plancia_archive.disputes.lines import DisputeLine, Opened, Ruling
from plancia_archive.disputes.outcomes import Outcome, Time
from plancia_archive.errors import ArchiveError
from plancia_archive.log.stream import Moment, Recorded
from plancia_archive.people.parties import ARBITER

# state -> kind of line -> the state after it
State = Literal["open", "ruled", "appealed", "decided", "closed", "withdrawn"]
TRANSITIONS: dict[str, dict[str, State]] = {
    "new": {"opened": "open"},
    "open": {"evidence": "open", "answer": "open", "ruling": "ruled", "withdrawn": "withdrawn"},
    "ruled": {"appeal": "appealed", "closed": "closed"},
    "appealed": {"evidence": "appealed", "answer": "appealed", "ruling": "decided", "withdrawn": "closed"},
    "decided": {"closed": "closed"},  # one appeal: its ruling is the last
    "closed": {},
    "withdrawn": {},
}
NEW = cast("State", "new")  # of a dispute until its first line
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


LineKind = Literal["opened", "evidence", "answer", "ruling", "appeal", "closed", "withdrawn"]


class RulingEffect(TypedDict):
    lines: NotRequired[list[str]]
    first: NotRequired[int]
    tournament: NotRequired[str]
    events: NotRequired[list[Any]]
    tournament_first: NotRequired[int]


class KeptLine(TypedDict):
    """A line of a dispute with its entry: what its kind has, time, index, author and role, and whether it was late."""

    kind: LineKind
    v: int
    at: Moment
    late: bool
    index: int
    author: str
    role: str
    game: NotRequired[str]
    tournament: NotRequired[str]
    event: NotRequired[int]
    rule: NotRequired[str]
    claim: NotRequired[str]
    claimant: NotRequired[str]
    due: NotRequired[Time]
    sha256: NotRequired[str]
    bytes: NotRequired[int]
    media: NotRequired[str]
    about: NotRequired[str]
    by: NotRequired[str]
    text: NotRequired[str]
    outcome: NotRequired[Outcome]
    effect: NotRequired[RulingEffect]
    reading: NotRequired[str]
    arbiter: NotRequired[str]
    why: NotRequired[str]


@dataclass
class Dispute:
    """A dispute and its lines.

    Either `game` or `tournament` is empty. `due` is the current deadline in Unix milliseconds, 0 for none. Each of
    `lines` also has `at` (recorded time in Unix milliseconds), `index`, `author` and `role` of its entry, and `late`.
    `repeats` is the number, from 1, of the line that a write found there already; 0 where it added one.
    """

    id: str
    state: State = NEW
    game: str = ""
    tournament: str = ""
    event: int = 0
    rule: str = ""
    claimant: str = ""
    due: int = 0
    lines: list[KeptLine] = field(default_factory=list)
    repeats: int = 0

    @property
    def is_open(self) -> bool:
        """True unless the dispute is closed or withdrawn."""
        return self.state not in FINAL_STATES

    @property
    def ruling(self) -> KeptLine | None:
        """The last ruling, or None."""
        return next((line for line in reversed(self.lines) if line["kind"] == "ruling"), None)

    def of_kind(self, kind: LineKind) -> list[KeptLine]:
        """Returns the lines of one kind, in order."""
        return [line for line in self.lines if line["kind"] == kind]


def next_state(dispute: Dispute, kind: str) -> State:
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
    dispute.lines.append(cast("KeptLine", {**msgspec.to_builtins(line), **entry}))
    return dispute


def author_of_line(line: KeptLine, claimant: str) -> tuple[str, str]:
    """Returns in whose name a line is, and the role that entered it for somebody else.

    The name is a reference, a colour, the name that an arbiter signed with, or empty for the arbiter. The role is empty
    for players, who write in their own name only, and for what an arbiter writes as one.
    """
    if line["kind"] in ("ruling", "closed"):
        return str(line.get("arbiter", "")), ""
    party = claimant if line["kind"] == "withdrawn" else str(line.get("by", line.get("claimant", "")))
    if party == ARBITER:
        return "", ""
    return party, "" if line["role"] == "player" else str(line["role"])
