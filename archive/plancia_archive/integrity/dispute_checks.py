"""Checks of disputes and approvals: what they refer to is there, rulings' effects and files of evidence too."""

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
    """The game or tournament, the event, the people and the effects of rulings of one dispute."""
    try:
        dispute = load_dispute(view.log, stream.removeprefix(STREAM))
    except ArchiveError:
        return  # reported by the check of texts
    target = dispute.game or f"{TOURNAMENT}{dispute.tournament}"
    if target not in versions:
        yield Finding(stream, "no-game", target)
    elif dispute.event > versions[target] - (1 if dispute.game else 0):
        yield Finding(stream, "no-game", f"{target} {dispute.event}")
    named = {str(line[name]) for line in dispute.lines for name in ("claimant", "by", "arbiter") if name in line}
    for reference in sorted(one for one in named if REFERENCE.match(one) and one not in people):
        yield Finding(stream, "person", reference)
    for ruling in dispute.of_kind("ruling"):
        for what in effect_differences(view, dispute, ruling["effect"]):
            yield Finding(stream, "effect", what)


def effect_differences(view: Archive, dispute: Dispute, effect: dict[str, Any]) -> Iterator[str]:
    """What a ruling says that it changed and the log does not have."""
    if "lines" in effect:
        first, stored = effect["first"], list[str]()
        with suppress(ArchiveError):
            events = view.game(dispute.game).events[first - 1 : first - 1 + len(effect["lines"])]
            stored = [format_event(event) for event in events]
        if stored != effect["lines"]:
            yield f"{dispute.game} {first}"
    if "events" in effect:
        name, first = effect["tournament"], effect["tournament_first"]
        kept = list[dict[str, Any]]()
        with suppress(ArchiveError):
            kept = view.log.events(TOURNAMENT + name)[first : first + len(effect["events"])]
        if kept != effect["events"]:
            yield f"{TOURNAMENT}{name} {first}"


def check_approval(view: Archive, stream: str, versions: dict[str, int]) -> Iterator[Finding]:
    """The game of an approval at the version that was approved."""
    game_id = stream.removeprefix(APPROVAL)
    if game_id not in versions:
        yield Finding(stream, "no-game", game_id)
        return
    for (body,) in view.db.execute("SELECT body FROM entry WHERE game = ?", [stream]).fetchall():
        for line in bytes(body).decode("utf-8", errors="replace").splitlines():
            with suppress(ArchiveError):
                if (version := parse_approval_line(line).get("version", 0)) > versions[game_id]:
                    yield Finding(stream, "no-game", f"{game_id} {version}")


def check_evidence(view: Archive, archive: Path) -> Iterator[Finding]:
    """Files of evidence beside the archive: each is there with the size and the hash that its line states."""
    for dispute_id in dispute_ids(view.log):
        with suppress(ArchiveError):
            for line in load_dispute(view.log, dispute_id).of_kind("evidence"):
                if problem := check_file(archive, line["sha256"], line["bytes"]):
                    yield Finding(f"{STREAM}{dispute_id}", "evidence", f"{line['sha256']} {problem}")
