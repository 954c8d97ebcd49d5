"""Writes to the lines of a game: lines are added, corrections among them; corrections get evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from plancia_archive.actions.action import Action, Caller, Done, Option, Place, Version

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


class AppendLines(Action, kw_only=True):
    """Append event lines. `If-Match` states the version expected; at another one the answer is a 412 with `current`.

    It takes the version's number, the ETag of an answer about the game, several of them, or `*`. `verdicts` are those
    that are new, `gone` those that a correction removed, `likely_names` words of the comments that may be names of
    people who are not registered. `evidence` names files and ids for each correction among the lines; its receipt is
    `evidence_receipt`. With `dry_run=true` the answer is the same, without receipts, and nothing is stored.
    """

    operation, group, keyed, tried, versioned = "append_events", "events", True, True, True
    address, right = "games/{game_id}/events", "game.append"
    command = "append"
    help = """Add event lines to a stored game: later turns, an arbiter's correction. Existing lines never change.

    All lines are stored or none; without LINE and --file they are read from standard input. The game is judged again:
    rules broken by the new lines are reported, and standings that depend on the game are updated. Exit code 3 if the
    game has illegal events. --evidence and --evidence-id are recorded for each correction among the lines.

    \b
    Example: plancia append serata-1 "FIX A 41 ATT R CIN>SIA 62:531 -1-1 {the dice were read wrong}"
             plancia append serata-1 --file seguito.rgn --expected 25
    """

    lines: Annotated[list[str], Option(name="[LINE]...", in_body=False)]
    evidence: Annotated[list[Any], Option(in_body=False, on_command=False)]  # of `correction_evidence.Evidence`

    def version_of(self, archive: Archive, name: str) -> int:
        return archive.version(name)

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.disputes.correction_evidence import STREAM_PREFIX, new_corrections
        from plancia_archive.facts.judgement_changes import judgement_changes
        from plancia_archive.log.validation import parse_new_events

        places, changes, extra = list[Place](), None, dict[str, object]()
        if caller.dry_run:
            (game, count), extra = archive.preview(name, self.lines, caller.expected), {"dry_run": True}
            version = game.version
            if self.evidence:
                archive.corrections.check(game, new_corrections(game, version - count), self.evidence)
        else:
            result = archive.append(name, self.lines, caller.expected, caller.request_id, self.evidence)
            version, changes, game = result.version, result.changes(caller.lang), result.game or archive.game(name)
            count = 0 if changes else len(parse_new_events(self.lines, game))
            extra = {"likely_names": result.likely_names} if result.likely_names else {}
            places = [(name, version)]
            if result.evidence_version is not None:
                places.append((STREAM_PREFIX + name, result.evidence_version))
        changes = changes or judgement_changes(game, version, count, archive.rules_of(game), caller.lang)
        return Done({"game": name, "version": version, "duplicate": False, **extra}, places, [], result=changes)


class CiteCorrection(Action, kw_only=True):
    """Record evidence for a correction that is stored: a file, or the id of something else.

    `event` is the number of the line FIX or VOID. As JSON the body has either `content`, a file in base64 (RFC 4648),
    or `id`: the SHA-256 of a file that the archive has, a dispute, a game, or a mark such as `sheet-12`; as a form
    (RFC 7578) with `file` and `about` it has up to 16 MB. The line of the game does not change.
    """

    operation, group, keyed = "add_correction_evidence", "corrections", True
    address, right = "games/{game_id}/corrections/{event}/evidence", "game.append"
    command, takes_role = "cite", True
    help = """Record evidence for a correction: files, kept beside the archive by their SHA-256, and ids of other
    things.

    EVENT is the number of the line FIX or VOID, which does not change. `plancia corrections` shows the evidence, and
    `plancia prove` puts it into the bundle of the game. What is there already, from the same author with the same
    description, is not recorded again.

    \b
    Example: plancia cite serata-1 41 --evidence foglio.jpg --about "the sheet of table 3"
             plancia cite serata-1 41 --evidence-id d_0123ABCD
    """

    event: Annotated[Version, Option(name="EVENT", in_body=False)]
    evidence: Annotated[list[Any], Option(in_body=False, on_command=False)]  # of `correction_evidence.Evidence`

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.disputes.correction_evidence import STREAM_PREFIX

        before = archive.corrections.version(name)
        version = archive.corrections.add(name, self.event, self.evidence, caller.request_id)
        added = max(0, version - before)
        counts = {"correction-cited": added, "correction-cited-already": len(self.evidence) - added}
        answer = {"game": name, "event": self.event, "version": version}
        said = [(word, {"count": count}) for word, count in counts.items() if count]
        return Done(answer, [(STREAM_PREFIX + name, version)], said)
