"""Checks that the references of disputes and approvals, the effects of rulings and the files of evidence exist."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from plancia_archive.archive import Archive
from plancia_archive.disputes.files import check_file
from plancia_archive.disputes.register import STREAM, dispute_ids, load_dispute
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.approvals import STREAM_PREFIX as APPROVAL
from plancia_archive.log.approvals import parse_approval_line
from plancia_archive.registers.people import REFERENCE
from plancia_archive.tournaments.log import STREAM as TOURNAMENT
from plancia_events import format_event


def check_dispute(view: Archive, stream: str, versions: dict[str, int], people: set[str]) -> Iterator[Finding]:
    """Checks the game or tournament, the event, the people and the effects of rulings of one dispute."""
    try:
        dispute = load_dispute(view.log, stream.removeprefix(STREAM))
    except ArchiveError:
        return  # reported by the check of texts
    target = dispute.game or f"{TOURNAMENT}{dispute.tournament}"
    if target not in versions:
        yield Finding(stream, "no-game", target)
    elif dispute.event > versions[target] - (1 if dispute.game else 0):
        yield Finding(stream, "no-game", f"{target} {dispute.event}")
    reference_ids = {
        str(line[name]) for line in dispute.lines for name in ("claimant", "by", "arbiter") if name in line
    }
    for reference in sorted(
        reference_id for reference_id in reference_ids if REFERENCE.match(reference_id) and reference_id not in people
    ):
        yield Finding(stream, "person", reference)
    for ruling in dispute.of_kind("ruling"):
        for difference in missing_effects(view, dispute, ruling["effect"]):
            yield Finding(stream, "effect", difference)


def missing_effects(view: Archive, dispute: Dispute, effect: dict[str, Any]) -> Iterator[str]:
    """Yields the changes that a ruling records as its effect and that are not in the log."""
    if "lines" in effect:
        first, stored_lines = effect["first"], list[str]()
        with suppress(ArchiveError):
            events = view.game(dispute.game).events[first - 1 : first - 1 + len(effect["lines"])]
            stored_lines = [format_event(event) for event in events]
        if stored_lines != effect["lines"]:
            yield f"{dispute.game} {first}"
    if "events" in effect:
        name, first = effect["tournament"], effect["tournament_first"]
        stored_events = list[dict[str, Any]]()
        with suppress(ArchiveError):
            stored_events = view.log.events(TOURNAMENT + name)[first : first + len(effect["events"])]
        if stored_events != effect["events"]:
            yield f"{TOURNAMENT}{name} {first}"


def check_approval(view: Archive, stream: str, versions: dict[str, int]) -> Iterator[Finding]:
    """Checks that the game of an approval has the approved version."""
    game_id = stream.removeprefix(APPROVAL)
    if game_id not in versions:
        yield Finding(stream, "no-game", game_id)
        return
    for (body,) in view.db.execute("SELECT body FROM entry WHERE game = ?", [stream]).fetchall():
        for line in bytes(body).decode("utf-8", errors="replace").splitlines():
            with suppress(ArchiveError):
                if (version := parse_approval_line(line).get("version", 0)) > versions[game_id]:
                    yield Finding(stream, "no-game", f"{game_id} {version}")


def check_evidence_files(view: Archive, archive: Path) -> Iterator[Finding]:
    """Checks that each file of evidence beside the archive has the size and the hash that its line records."""
    for dispute_id in dispute_ids(view.log):
        with suppress(ArchiveError):
            for line in load_dispute(view.log, dispute_id).of_kind("evidence"):
                if problem := check_file(archive, line["sha256"], line["bytes"]):
                    yield Finding(f"{STREAM}{dispute_id}", "evidence", f"{line['sha256']} {problem}")
