"""Writes about a dispute: it is opened, evidence and answers are added, it is ruled on, appealed, closed."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, UnsetType

from plancia_archive.actions.action import Action, Caller, Done, Option, Said, Subject, Text, given
from plancia_archive.disputes.outcomes import Outcome

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.disputes.states import Dispute

BY_HELP = "Whose it is: a player by name, reference or colour, or A for the arbiter."
By = Annotated[Text, Option(BY_HELP, "--by")]
Files = Annotated[list[Any], Option(in_body=False, on_command=False)]  # field of the form, upload and name of each


def recorded(archive: Archive, dispute: Dispute, caller: Caller, said: Sequence[Said] = ()) -> Done:
    """Returns what a line of a dispute did: its state, and whether it came after the deadline."""
    from plancia_archive.disputes.store import STREAM
    from plancia_data import messages

    number = archive.disputes.version_of(dispute, caller.request_id)
    state = messages("cli", caller.lang)[f"dispute.{dispute.state}"]
    late: list[Said] = [("dispute-late", {})] if dispute.lines[number - 1]["late"] else []
    now: Said = ("dispute-now", {"state": state})
    return Done({"dispute": dispute.id}, [(STREAM + dispute.id, number)], [*said, now], late, result=dispute)


def add_files(
    archive: Archive, dispute: str, files: Files, about: str, by: str, caller: Caller, media: str = ""
) -> Dispute:  # fmt: skip
    """Adds files as evidence, those of a form each under a key of its own; returns the dispute. Raises ArchiveError."""
    for field, upload, name in files:
        key = f"{caller.request_id}:{field}" if caller.request_id and field else caller.request_id
        done = archive.disputes.add_evidence(
            dispute, upload, about, by, media=media, name=name, player=caller.player, request_id=key
        )
    return done


class OpenDispute(Action, kw_only=True):
    """Open a dispute about an event of a game or tournament."""

    operation, group, keyed, creates = "open_dispute", "disputes", True, True
    address, right, subject_in_body = "disputes", "dispute.object", True
    bodies, one_of = ("GameDisputeBody", "TournamentDisputeBody"), ("game", "tournament")
    example = {"game": "serata-2", "claimant": "Bruno", "event": 28, "rule": "MON-15", "claim": "he threw two dice"}
    command, target, takes_role, shows_head = "dispute open", "GAME|TOURNAMENT", True, True
    help = """Open a dispute: PLAYER objects to an event. The others answer until the deadline.

    \b
    Example: plancia dispute open prima-serata V "the attack came after the end" --event 43 --rule MON-22
    """

    game: Annotated[Text | UnsetType, Option(on_command=False)] = UNSET
    claimant: Annotated[Text, Option(name="PLAYER")]
    claim: Annotated[Text, Option(name="CLAIM")]
    event: Annotated[int, Option("The number of the disputed event.", least=0)] = 0
    rule: Annotated[Text, Option("The number of the rule, such as MON-15.", metavar="RULE")] = ""
    tournament: Annotated[Text | UnsetType, Option("The first argument is the name of a tournament.", is_flag=True)] = (
        UNSET
    )
    due: Annotated[
        Text, Option("The deadline in UTC, as 2026-05-01T18:00:00Z; by default in seven days.", metavar="TIME")
    ] = ""
    files: Files = []
    about: Annotated[str, Option(in_body=False, on_command=False)] = ""  # what the files show

    def subjects(self, archive: Archive, name: str) -> Iterable[Subject]:
        game = "" if self.game is UNSET else archive.resolve(self.game)
        return [Subject(game, given(self.tournament) or "", self.event)]

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        (subject,) = self.subjects(archive, name)
        with archive.writing():
            dispute = archive.disputes.open(
                self.claim, self.claimant, game=subject.game, tournament=subject.tournament, event=self.event,
                rule=self.rule, due=self.due, player=caller.player, request_id=caller.request_id,
            )  # fmt: skip
            if self.files:
                add_files(archive, dispute.id, self.files, self.about, self.claimant, caller)
        return recorded(archive, dispute, caller)


class AddEvidence(Action, kw_only=True):
    """Keep a file and add the line that names it by its SHA-256.

    As JSON `content` is base64 (RFC 4648); as a form (RFC 7578) with `file`, `about` and `by` it has up to 16 MB.
    """

    operation, group, keyed = "add_evidence", "disputes", True
    address, right = "disputes/{dispute_id}/evidence", "dispute.object"
    bodies = ("DisputeEvidenceBody",)
    example = {"content": "/9j/4AAQ", "about": "the sheet of table 3", "by": "B"}
    command, target, takes_role, shows_head = "dispute evidence", "DISPUTE", True, True
    help = """Keep a file as evidence beside the archive, such as a photo of the sheet; the log has its SHA-256.

    What is there already, from the same author with the same description, is not recorded again.

    \b
    Example: plancia dispute evidence d_0123ABCD foglio.jpg "the sheet of table 3" --by V
    """

    content: Annotated[Text, Option(on_command=False)]
    file: Annotated[str, Option(name="FILE", in_body=False)] = ""
    about: Annotated[Text, Option(name="DESCRIPTION")]
    by: Annotated[Text, Option(BY_HELP, default="A")]
    media: Annotated[Text, Option(on_command=False)] = ""
    name: Annotated[Text, Option(on_command=False)] = ""
    files: Files = []  # in place of `content`

    def fault(self) -> dict[str, str]:
        try:
            base64.b64decode(self.content, validate=True)
        except ValueError as error:
            return {"content": f"base64, {error}"}
        return {}

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        files = self.files or [("", base64.b64decode(self.content), self.name)]
        with archive.writing():
            dispute = add_files(archive, name, files, self.about, self.by, caller, self.media)
        line = dispute.lines[(dispute.repeats or len(dispute.lines)) - 1]
        kept = {"file": self.file, "bytes": line["bytes"], "sha256": line["sha256"]}
        return recorded(archive, dispute, caller, [("evidence-there" if dispute.repeats else "evidence-kept", kept)])


class AddAnswer(Action):
    """Add the answer of a player, or of the arbiter (`by`: `A`)."""

    operation, group, keyed = "add_answer", "disputes", True
    address, right = "disputes/{dispute_id}/answer", "dispute.object"
    bodies, example = ("DisputeTextBody",), {"text": "there were three", "by": "G"}
    command, target, takes_role, shows_head = "dispute answer", "DISPUTE", True, True
    help = """Record the answer of another player or of the arbiter. After the deadline it is recorded and marked late.

    \b
    Example: plancia dispute answer d_0123ABCD "it was my turn" --by R
    """

    text: Annotated[Text, Option(name="TEXT")]
    by: By

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        return add_line(archive, name, caller, {"kind": "answer", "text": self.text, "by": self.by})


def add_line(archive: Archive, dispute_id: str, caller: Caller, line: dict[str, str]) -> Done:
    """Adds a line to a dispute. Raises ArchiveError."""
    dispute = archive.disputes.add(dispute_id, line, player=caller.player, request_id=caller.request_id)
    return recorded(archive, dispute, caller)


class AddRuling(Action):
    """Rule on a dispute: upheld, rejected or partly; what it changes is stored with it, or neither.

    With `dry_run=true` nothing is stored: the answer has the lines and events that the ruling would add (`effect`),
    its `changes` of findings, scores and winners with the later events in conflict, and the last `board` before and
    after.
    """

    operation, group, keyed = "add_ruling", "disputes", True
    address, right = "disputes/{dispute_id}/ruling", "dispute.rule"
    bodies = ("RulingBody",)
    example = {"outcome": "upheld", "text": "two dice are not enough", "lines": ["VOID A 28 {two dice}"]}
    command, target, takes_role, shows_head = "dispute ruling", "DISPUTE", True, True
    help = """Rule on a dispute. What the ruling changes is stored with it, or neither.

    \b
    Example: plancia dispute ruling d_0123ABCD rejected "the attack came before the end"
             plancia dispute ruling d_0123ABCD upheld "it was after the end" --line "VOID A 43 {after the end}"
    """

    outcome: Annotated[Outcome, Option(name="OUTCOME")]
    text: Annotated[Text, Option(name="TEXT")]
    lines: Annotated[
        list[str] | UnsetType,
        Option("A line to add to the game: VOID, FIX, FOUL, PEN or NOTE; repeatable.", "--line", "LINE"),
    ] = UNSET
    events: Annotated[
        list[Any] | UnsetType,
        Option("An event to add to the tournament, such as an adjustment of points; repeatable.", "--event", "JSON"),
    ] = UNSET
    tournament: Annotated[Text, Option("The tournament that the events are added to.", metavar="NAME")] = ""
    reading: Annotated[
        Text,
        Option("The reading of a clause chosen, by name; an unknown name lists them.", metavar="RULE.OPTION=VALUE"),
    ] = ""
    arbiter: Annotated[Text, Option("The name of the arbiter, who signs the decision.", metavar="NAME")] = ""
    due: Annotated[Text, Option("The deadline of an appeal; by default in seven days.", metavar="TIME")] = ""

    def fault(self) -> dict[str, str]:
        return {"lines": '["..."]'} if any(not isinstance(line, str) for line in self.lines or ()) else {}

    def subjects(self, archive: Archive, name: str) -> Iterable[Subject]:
        return [Subject(tournament=self.tournament)] if self.tournament else []

    def values(self) -> dict[str, Any]:
        """Returns the arguments of a ruling, or of its preview, by name."""
        return {
            "outcome": self.outcome, "text": self.text, "lines": given(self.lines), "tournament": self.tournament,
            "events": given(self.events), "reading": self.reading, "arbiter": self.arbiter, "due": self.due,
        }  # fmt: skip

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        dispute = archive.disputes.rule(name, **self.values(), request_id=caller.request_id)
        return recorded(archive, dispute, caller)


class AddAppeal(Action):
    """Appeal against a ruling, once."""

    operation, group, keyed = "add_appeal", "disputes", True
    address, right = "disputes/{dispute_id}/appeal", "dispute.object"
    bodies, example = ("DisputeTextBody",), {"text": "the photo shows three", "by": "G"}
    command, target, takes_role, shows_head = "dispute appeal", "DISPUTE", True, True
    help = """Record an appeal against the ruling; the ruling on the appeal is the last one.

    \b
    Example: plancia dispute appeal d_0123ABCD "the bell rang later" --by V
    """

    text: Annotated[Text, Option(name="TEXT")]
    by: By

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        return add_line(archive, name, caller, {"kind": "appeal", "text": self.text, "by": self.by})


class CloseDispute(Action):
    """Close a dispute after its ruling; if `withdrawn` is set, record instead that the player withdrew it."""

    operation, group, keyed = "close_dispute", "disputes", True
    address, right = "disputes/{dispute_id}/close", "dispute.object"
    bodies, example = ("CloseBody",), {"why": "no appeal"}
    command, target, takes_role, shows_head = "dispute close", "DISPUTE", True, True
    help = """Close a dispute after its ruling, or record that it was withdrawn.

    \b
    Example: plancia dispute close d_0123ABCD "no appeal"
    """

    why: Annotated[Text, Option(name="WHY")]
    withdrawn: Annotated[bool, Option("The player withdraws the objection, or the appeal.")] = False

    def needed(self) -> str:
        return self.right if self.withdrawn else "dispute.rule"

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        kind = "withdrawn" if self.withdrawn else "closed"
        return add_line(archive, name, caller, {"kind": kind, "why": self.why})
