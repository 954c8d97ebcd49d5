"""The lines of a ruling that a later ruling of the same dispute revokes: those that put back what stood before them.

A correction of a correction has no effect (docs/notation.md), so an event is corrected again: as it stood before.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.log.validation import parse_new_events
from plancia_events import Game, format_event, replace_fields
from plancia_events.ops import FIX, VOID
from plancia_replay.judging.corrections import corrected

KEEPING = "upheld"  # the outcome that leaves the lines of the ruling before it in force


def ruled_numbers(dispute: Dispute) -> list[int]:
    """The numbers of the events of the game that the rulings of a dispute have added."""
    effects = [line["effect"] for line in dispute.of_kind("ruling")]
    return [number for effect in effects if "first" in effect
            for number in range(effect["first"], effect["first"] + len(effect["lines"]))]  # fmt: skip


def bare(event: Any) -> str:
    """The line of an event without its comment and time."""
    return format_event(replace_fields(event, note=None, at=None))


def revised(game: Game, dispute: Dispute, outcome: str, lines: list[str], reason: str) -> tuple[list[str], list[str]]:
    """The lines that a ruling adds: those that revoke lines of the ruling before it, and the new ones of `lines`.

    `upheld` keeps the earlier lines; any other outcome keeps only those that `lines` repeats, comments aside. A line
    that is kept is not added again. Raises Malformed for a line that is not understood.
    """
    numbers = ruled_numbers(dispute)
    if not numbers:
        return [], lines
    given = parse_new_events(lines, game) if lines else []
    stood = {bare(game.events[number - 1]) for number in numbers}
    wanted = {bare(event) for event in given}
    fresh = [line for line, event in zip(lines, given, strict=True) if bare(event) not in stood] \
        if len(given) == len(lines) else lines  # fmt: skip
    if outcome == KEEPING:
        return [], fresh
    gone = [number for number in numbers if bare(game.events[number - 1]) not in wanted]
    kept = {game.events[number - 1].event for number in numbers
            if number not in gone and game.events[number - 1].OP in (VOID, FIX)}  # fmt: skip
    return revoking(game, numbers[0], set(numbers), gone, kept, reason), fresh


def revoking(game: Game, first: int, ours: set[int], gone: list[int], kept: set[int], reason: str) -> list[str]:
    """One line for each event that the lines `gone` corrected, and a VOID for every other line of them.

    An event that a line from outside these rulings corrected since stays as that line has it.
    """
    void, replaced = corrected(game)
    void_before, replaced_before = corrected(game, first - 1)
    newest = {game.events[number - 1].event: number for number in game.numbers_of("VOID", "FIX")}
    comment = " {" + reason + "}"
    lines, seen = list[str](), set(kept)
    for number in gone:
        event = game.events[number - 1]
        if event.OP not in (VOID, FIX):
            if number not in void:
                lines.append(f"VOID A {number}{comment}")
            continue
        target = event.event
        if target in seen or newest[target] not in ours:
            continue
        seen.add(target)
        before = bare(replaced_before.get(target, game.events[target - 1]))
        if target in void_before:
            if target not in void:
                lines.append(f"VOID A {target}{comment}")
        elif target in void or bare(replaced.get(target, game.events[target - 1])) != before:
            lines.append(f"FIX A {target} {before}{comment}")
    return lines


def reversed_adjustments(dispute: Dispute, outcome: str, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The adjustments of points that take back those of the ruling before, where the outcome does not keep them.

    Raises ArchiveError where that ruling changed the tournament in another way and this one does not say what holds.
    """
    earlier = [event for line in dispute.of_kind("ruling") for event in line["effect"].get("events", [])]
    if outcome == KEEPING or not earlier or events:
        return []
    others = [str(event["kind"]) for event in earlier if event["kind"] != "adjusted"]
    if others:
        raise ArchiveError("dispute-earlier", ", ".join(others))
    return [{"kind": "adjusted", "player": event["player"], "points": negated(str(event["points"])),
             "why": event["why"]} for event in earlier]  # fmt: skip


def negated(points: str) -> str:
    """Points with the other sign."""
    text = points.strip()
    return text[1:] if text.startswith("-") else "-" + text.removeprefix("+")
