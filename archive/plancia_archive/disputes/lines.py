"""The lines of a dispute, and the form in which they are stored."""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from plancia_archive.dates import format_time, parse_time
from plancia_archive.disputes.outcomes import Outcome
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import GAME_ID as GAME_ID
from plancia_archive.log.stream import SHA256_HEX as SHA256_HEX
from plancia_archive.log.stream import GameId, Line, Natural, Party, PersonReference, Sha256, matching
from plancia_archive.people.parties import ARBITER, COLOURS
from plancia_archive.people.register import REFERENCE
from plancia_archive.tournaments.state import NAME, validate_event

OUTCOMES: tuple[str, ...] = get_args(Outcome)
TEXT_FIELDS = ("claim", "text", "about", "why")
CORRECTION_OPCODES = ("VOID", "FIX", "FOUL", "PEN", "NOTE")  # lines of a game that a ruling may add
RULING_EVENT_KINDS = ("adjusted", "result", "linked", "removed", "reopened", "closed")  # that a ruling may add
DAY_MS = 24 * 60 * 60 * 1000
MAX_TEXT_CHARACTERS, MAX_LINES = 4000, 50
MEDIA_TYPE = re.compile(r"[a-z]{1,20}/[a-z0-9][a-z0-9.+-]{0,80}\Z")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]{0,11}-[0-9A-Za-z.]{1,12}\Z")
READING_NAME = re.compile(r"[a-z0-9_.+:@ -]{1,200}(=[A-Za-z0-9_.+-]{1,80})?\Z")
DISPUTE_ID = re.compile(r"d_[0-9A-HJKMNP-TV-Z]{8}\Z")


def deadline(now: int, days: int) -> str:
    """Returns the time so many days after `now`, which is in Unix milliseconds."""
    return format_time(now + days * DAY_MS)


def check_line(line: DisputeLine) -> None:
    """Checks texts (stripped, at most MAX_TEXT_CHARACTERS, no control characters but line feeds) and deadlines.

    Raises ArchiveError `dispute-text`, `dispute-due`.
    """
    for name in TEXT_FIELDS:
        text, place = getattr(line, name, "-"), f"{line.kind}.{name}"
        if not 0 < len(text) <= MAX_TEXT_CHARACTERS or text != text.strip():
            raise ArchiveError("dispute-text", f"{place}: {len(text)}/{MAX_TEXT_CHARACTERS}")
        if any(not (letter.isprintable() or letter == "\n") for letter in text):
            raise ArchiveError("dispute-text", f"{place}: {text[:40]!r}")
    due = line.due if isinstance(line, Opened | Ruling) else UNSET
    if due is not UNSET and normal_due(due) != due:
        raise ArchiveError("dispute-due", due[:40])


def normal_due(due: Any) -> str:
    """Returns a deadline in UTC with seconds. Raises ArchiveError `dispute-due`."""
    try:
        return format_time(parse_time(due))
    except ValueError as error:
        raise ArchiveError("dispute-due", str(due)[:40]) from error


def normal_form(members: Any) -> Any:
    """Returns what a writer gives for a line with stripped texts and deadlines in UTC. Raises ArchiveError."""
    if not isinstance(members, dict):
        return members
    return {
        name: value.replace("\r\n", "\n").strip() if name in TEXT_FIELDS and isinstance(value, str)
        else normal_due(value) if name == "due" else value
        for name, value in members.items()
    }  # fmt: skip


Writer = Annotated[str, matching(re.compile(rf"({REFERENCE.pattern}|[{COLOURS}{ARBITER}]\Z)"))]
Tournament = Annotated[str, matching(NAME)]


class Opened(Line, tag="opened"):
    """A dispute about an event of a game or a tournament, until a deadline for answers."""

    event: Natural
    claim: str
    claimant: Party
    due: str
    game: GameId | UnsetType = UNSET
    tournament: Tournament | UnsetType = UNSET
    rule: Annotated[str, matching(RULE_ID)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if bool(self.game) == bool(self.tournament):
            raise ArchiveError("dispute-subject")


class EvidenceLine(Line, tag="evidence"):
    """A file beside the archive, and what it shows."""

    sha256: Sha256
    bytes: Natural
    media: Annotated[str, matching(MEDIA_TYPE)]
    about: str
    by: Writer


class Answer(Line, tag="answer"):
    """What a player or the arbiter answers."""

    by: Writer
    text: str


class Appeal(Line, tag="appeal"):
    """Why the ruling is appealed against."""

    by: Writer
    text: str


class Closed(Line, tag="closed"):
    """The dispute is closed."""

    why: str


class Withdrawn(Line, tag="withdrawn"):
    """The dispute, or the appeal, is withdrawn by its claimant."""

    why: str


class Effect(Struct, forbid_unknown_fields=True):
    """What a ruling added: lines of the game from the event `first` on, or events of a tournament, or both.

    The events follow the version `tournament_first` of the tournament.
    """

    lines: Annotated[list[str], Meta(max_length=MAX_LINES)] | UnsetType = UNSET
    first: Natural | UnsetType = UNSET
    tournament: str | UnsetType = UNSET
    events: Annotated[list[dict[str, Any]], Meta(max_length=MAX_LINES)] | UnsetType = UNSET
    tournament_first: Natural | UnsetType = UNSET

    def __post_init__(self) -> None:
        of_game, of_tournament = (self.lines, self.first), (self.tournament, self.events, self.tournament_first)
        if any(0 < sum(value is UNSET for value in members) < len(members) for members in (of_game, of_tournament)):
            raise ValueError("effect")
        for line in self.lines or ():
            if "\n" in line or not line.startswith(CORRECTION_OPCODES):
                raise ArchiveError("dispute-correction", f"{line[:60]} ({', '.join(CORRECTION_OPCODES)})")
        for event in self.events or ():
            if validate_event(event).kind not in RULING_EVENT_KINDS:
                raise ArchiveError("dispute-correction", f"{event['kind']} ({', '.join(RULING_EVENT_KINDS)})")


class Ruling(Line, tag="ruling"):
    """The decision with its effect, until a deadline for an appeal; `arbiter` is who signs it."""

    outcome: Outcome
    text: str
    effect: Effect
    reading: Annotated[str, matching(READING_NAME)] | UnsetType = UNSET
    arbiter: PersonReference | UnsetType = UNSET
    due: str | UnsetType = UNSET


DisputeLine = Opened | EvidenceLine | Answer | Ruling | Appeal | Closed | Withdrawn
