"""Checks what disputes and evidence of corrections refer to, effects of rulings, and files of evidence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from plancia_archive.archive import Archive
from plancia_archive.disputes.correction_evidence import CORRECTIONS, FileLine
from plancia_archive.disputes.correction_evidence import STREAM_PREFIX as CORRECTION
from plancia_archive.disputes.files import check_file
from plancia_archive.disputes.lines import EvidenceLine
from plancia_archive.disputes.register import DISPUTES, STREAM, load_dispute
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.event_references import CORRECTION_OPS
from plancia_archive.log.foreign_logs import STREAM_PREFIX as FOREIGN
from plancia_archive.tournaments.log import STREAM as TOURNAMENT
from plancia_events import format_event


def check_dispute(view: Archive, stream: str) -> Iterator[Finding]:
    """Checks the effects of rulings of one dispute."""
    with suppress(ArchiveError):  # reported by the check of texts
        dispute = load_dispute(view.log, stream.removeprefix(STREAM))
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
    for stream in (DISPUTES, CORRECTIONS):
        for name in stream.names(view.log):
            with suppress(ArchiveError):
                for one in stream.read(view.log, name):
                    if isinstance(one.line, EvidenceLine | FileLine) and (
                        problem := check_file(archive, one.line.sha256, one.line.bytes)
                    ):
                        yield Finding(f"{stream.prefix}{name}", "evidence", f"{one.line.sha256} {problem}")
    for origin in view.foreign.origins():
        with suppress(ArchiveError, ValueError):
            foreign = view.foreign.load(origin)
            missing = foreign.missing_files()
            for _, line in foreign.evidence():
                is_expected = line["sha256"] not in missing
                if is_expected and (problem := check_file(archive, str(line["sha256"]), int(line["bytes"]))):
                    yield Finding(f"{FOREIGN}{origin}", "evidence", f"{line['sha256']} {problem}")
