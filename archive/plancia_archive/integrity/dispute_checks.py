"""Checks what disputes and evidence of corrections refer to, effects of rulings, and files of evidence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from plancia_archive.archive import Archive
from plancia_archive.disputes.correction_evidence import CORRECTIONS
from plancia_archive.disputes.correction_evidence import STREAM_PREFIX as CORRECTION
from plancia_archive.disputes.files import check_file
from plancia_archive.disputes.register import STREAM, dispute_ids, load_dispute
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.event_references import CORRECTION_OPS
from plancia_archive.log.foreign_logs import STREAM_PREFIX as FOREIGN
from plancia_archive.people.register import REFERENCE
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


def check_correction(view: Archive, stream: str) -> Iterator[Finding]:
    """Checks that each line of evidence is about a correction of its game."""
    game_id = stream.removeprefix(CORRECTION)
    with suppress(ArchiveError):  # reported by the check of texts
        events = view.game(game_id).events
        for number in view.corrections.of_game(game_id):
            if number <= len(events) and events[number - 1].OP not in CORRECTION_OPS:
                yield Finding(stream, "no-game", f"{game_id} {number}")


def check_evidence_files(view: Archive, archive: Path) -> Iterator[Finding]:
    """Checks that each file of evidence beside the archive has the size and the hash that its line records."""
    for dispute_id in dispute_ids(view.log):
        with suppress(ArchiveError):
            for line in load_dispute(view.log, dispute_id).of_kind("evidence"):
                if problem := check_file(archive, line["sha256"], line["bytes"]):
                    yield Finding(f"{STREAM}{dispute_id}", "evidence", f"{line['sha256']} {problem}")
    for origin in view.foreign.origins():
        with suppress(ArchiveError, ValueError):
            foreign = view.foreign.load(origin)
            missing = foreign.missing_files()
            for _, line in foreign.evidence():
                is_expected = line["sha256"] not in missing
                if is_expected and (problem := check_file(archive, str(line["sha256"]), int(line["bytes"]))):
                    yield Finding(f"{FOREIGN}{origin}", "evidence", f"{line['sha256']} {problem}")
    for game_id in CORRECTIONS.names(view.log):
        with suppress(ArchiveError):
            for line in (line for lines in view.corrections.of_game(game_id).values() for line in lines):
                if line["kind"] == "evidence" and (problem := check_file(archive, line["sha256"], line["bytes"])):
                    yield Finding(f"{CORRECTION}{game_id}", "evidence", f"{line['sha256']} {problem}")
