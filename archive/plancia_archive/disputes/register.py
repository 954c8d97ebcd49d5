"""The streams of disputes, and the table `dispute` that lists them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, TypedDict, cast

from plancia_archive.disputes.lines import DISPUTE_ID, DisputeLine, Opened, check_line, normal_form
from plancia_archive.disputes.outcomes import Outcome
from plancia_archive.disputes.states import FINAL_STATES, ROLES, Dispute, State, add_line
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.projections import insert_table_rows
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.stream import Moment, Stream, Target
from plancia_archive.people.register import REFERENCE


class DisputeInList(TypedDict):
    """The row as lists show it: None for what a dispute does not have, the number of lines last."""

    dispute: str
    number: int
    game: str | None
    tournament: str | None
    event: int
    rule: str | None
    claimant: str
    state: State
    outcome: Outcome | None
    due: Moment | None
    opened_at: Moment
    changed_at: Moment
    line_count: int


@dataclass(frozen=True)
class DisputeRow:
    """A row of the table `dispute`, with "" or 0 for what a dispute does not have.

    `number` is the log index of its first line, `lines` how many it has; times are in Unix milliseconds.
    """

    dispute: str
    number: int
    game: str
    tournament: str
    event: int
    rule: str
    claimant: str
    state: State
    outcome: str
    due: int
    opened_at: int
    changed_at: int
    lines: int

    @classmethod
    def of(cls, dispute: Dispute) -> DisputeRow:
        """Returns the row of a dispute."""
        first, last, ruling = dispute.lines[0], dispute.lines[-1], dispute.ruling
        return cls(
            dispute.id, first["index"], dispute.game, dispute.tournament, dispute.event, dispute.rule,
            dispute.claimant, dispute.state, ruling["outcome"] if ruling else "", dispute.due, first["at"], last["at"],
            len(dispute.lines),
        )  # fmt: skip

    @property
    def is_open(self) -> bool:
        """True unless the dispute is closed or withdrawn."""
        return self.state not in FINAL_STATES

    def listed(self) -> DisputeInList:
        """Returns the row as lists show it."""
        members = {name: value for name, value in vars(self).items() if name != "lines"}
        absent = {name: members[name] or None for name in ("game", "tournament", "rule", "outcome", "due")}
        return cast("DisputeInList", {**members, **absent, "line_count": self.lines})


COLUMNS = tuple(column.name for column in fields(DisputeRow))


def dispute_rows(log: EntryLog) -> Iterator[Row]:
    """Yields the rows of all disputes, computed from the log. Raises ArchiveError for a damaged stream."""
    yield from (vars(DisputeRow.of(dispute)) for dispute in DISPUTES.states(log).values())


def dispute_targets(dispute_id: str, line: DisputeLine) -> list[Target]:
    """Returns the event that is disputed, and the people that a line names."""
    targets = list[Target]()
    if isinstance(line, Opened):
        targets += [Target(line.game, line.event + 1)] if line.game else []
        targets += [Target(f"tournament:{line.tournament}", line.event)] if line.tournament else []
    names = [getattr(line, name, "") or "" for name in ("claimant", "by", "arbiter")]
    return [*targets, *(Target(f"person:{name}") for name in names if REFERENCE.match(name))]


DISPUTES: Stream[DisputeLine, Dispute] = Stream(
    "dispute:", DISPUTE_ID, DisputeLine, "dispute-line", add_line, Dispute, "dispute", dispute_rows, dispute_targets,
    check=check_line, whole=lambda dispute: bool(dispute.lines), roles=ROLES, words="<disputes:kind.{}>",
)  # fmt: skip
STREAM = DISPUTES.prefix


def new_line(members: Any) -> DisputeLine:
    """Returns the line of what a writer gives, in its stored form. Raises ArchiveError."""
    return DISPUTES.of(normal_form(members))


def load_dispute(log: EntryLog, dispute_id: str) -> Dispute:
    """Loads a dispute from the log. Raises ArchiveError `no-dispute` or `damaged`."""
    if not log.next_event(STREAM + dispute_id):
        raise ArchiveError("no-dispute", dispute_id[:40])
    try:
        return DISPUTES.state(log, dispute_id)
    except (ArchiveError, ValueError) as error:
        raise ArchiveError("damaged", f"{STREAM}{dispute_id}: {error}"[:200]) from error


def write_row(log: EntryLog, dispute: Dispute) -> None:
    """Writes the row of a dispute; to be called inside a transaction."""
    log.db.execute("DELETE FROM dispute WHERE dispute = ?", [dispute.id])
    insert_table_rows(log.db, "dispute", [vars(DisputeRow.of(dispute))])


def list_disputes(
    log: EntryLog, is_open: bool | None = None, game: str = "", tournament: str = "", players: tuple[str, ...] = ()
) -> list[DisputeRow]:
    """Returns the rows of disputes in log order, filtered by state, game, tournament and claimants.

    The disputes of a tournament include those about games linked to it.
    """
    conditions, values = ["1"], list[Any]()
    if is_open is not None:
        conditions.append(f"state {'NOT IN' if is_open else 'IN'} ({', '.join('?' * len(FINAL_STATES))})")
        values += FINAL_STATES
    if game:
        conditions.append("game = ?")
        values.append(game)
    if tournament:
        conditions.append("(tournament = ? OR game IN (SELECT game FROM link WHERE tournament = ?))")
        values += [tournament, tournament]
    if players:
        conditions.append(f"claimant IN ({', '.join('?' * len(players))})")
        values += players
    statement = f"SELECT {', '.join(COLUMNS)} FROM dispute WHERE {' AND '.join(conditions)} ORDER BY number"
    with log.lock:
        rows = log.db.execute(statement, values).fetchall()
    return [DisputeRow(*row) for row in rows]
