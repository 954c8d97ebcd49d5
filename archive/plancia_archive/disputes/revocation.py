"""Computes the lines by which a later ruling of a dispute revokes the effect of the ruling before it.

A correction of a correction has no effect (docs/rgn/specification.md, 8), so the original event is corrected again to
its earlier form.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entry_format import Members
from plancia_archive.log.validation import parse_new_events
from plancia_events import Game, format_event, replace_fields
from plancia_events.ops import FIX, VOID
from plancia_replay.judging.corrections import corrected_events

UPHELD = "upheld"  # the outcome that keeps the lines of the ruling before it


def ruled_event_numbers(dispute: Dispute) -> list[int]:
    """Returns the numbers of the events that the rulings of a dispute added to the game."""
    effects = [line["effect"] for line in dispute.of_kind("ruling")]
    return [number for effect in effects if "first" in effect
            for number in range(effect["first"], effect["first"] + len(effect["lines"]))]  # fmt: skip


def format_bare(event: Any) -> str:
    """Formats an event without its comment and time."""
    return format_event(replace_fields(event, note=None, at=None))


def revise_lines(
    game: Game, dispute: Dispute, outcome: str, lines: list[str], reason: str
) -> tuple[list[str], list[str]]:
    """Returns the lines that revoke those of the ruling before, and the lines of this ruling that are new.

    The outcome `upheld` keeps the earlier lines; any other keeps only those that `lines` repeats, comments ignored. A
    line that is kept is not added again. Raises Malformed for a line that cannot be parsed.
    """
    numbers = ruled_event_numbers(dispute)
    if not numbers:
        return [], lines
    new_game_events = parse_new_events(lines, game) if lines else []
    earlier_lines = {format_bare(game.events[number - 1]) for number in numbers}
    new_lines = {format_bare(event) for event in new_game_events}
    added_lines = lines
    if len(new_game_events) == len(lines):
        pairs = zip(lines, new_game_events, strict=True)
        added_lines = [line for line, event in pairs if format_bare(event) not in earlier_lines]
    if outcome == UPHELD:
        return [], added_lines
    revoked_numbers = [number for number in numbers if format_bare(game.events[number - 1]) not in new_lines]
    targets_of_kept_corrections = {game.events[number - 1].event for number in numbers
            if number not in revoked_numbers and game.events[number - 1].OP in (VOID, FIX)}  # fmt: skip
    return revoking_lines(
        game, numbers[0], set(numbers), revoked_numbers, targets_of_kept_corrections, reason
    ), added_lines


def revoking_lines(
    game: Game,
    first_number: int,
    ruled_numbers: set[int],
    revoked_numbers: list[int],
    targets_of_kept_corrections: set[int],
    reason: str,
) -> list[str]:
    """Returns one line for each event that the revoked lines corrected, and a VOID for each other revoked line.

    An event that was corrected later, outside the rulings of this dispute, keeps that correction.
    """
    voided, replaced = corrected_events(game)
    voided_before, replaced_before = corrected_events(game, first_number - 1)
    latest_correction = {game.events[number - 1].event: number for number in game.numbers_of("VOID", "FIX")}
    comment = " {" + reason + "}"
    lines, handled_targets = list[str](), set(targets_of_kept_corrections)
    for number in revoked_numbers:
        event = game.events[number - 1]
        if event.OP not in (VOID, FIX):
            if number not in voided:
                lines.append(f"VOID A {number}{comment}")
            continue
        target = event.event
        if target in handled_targets or latest_correction[target] not in ruled_numbers:
            continue
        handled_targets.add(target)
        earlier_line = format_bare(replaced_before.get(target, game.events[target - 1]))
        if target in voided_before:
            if target not in voided:
                lines.append(f"VOID A {target}{comment}")
        elif target in voided or format_bare(replaced.get(target, game.events[target - 1])) != earlier_line:
            lines.append(f"FIX A {target} {earlier_line}{comment}")
    return lines


def reverse_adjustments(dispute: Dispute, outcome: str, events: list[Members]) -> list[Members]:
    """Returns adjustments of points that cancel those of the ruling before, unless the outcome keeps them.

    Raises ArchiveError `dispute-earlier` if that ruling changed the tournament in another way and this ruling has no
    events of its own.
    """
    earlier_events = [event for line in dispute.of_kind("ruling") for event in line["effect"].get("events", [])]
    if outcome == UPHELD or not earlier_events or events:
        return []
    other_kinds = [str(event["kind"]) for event in earlier_events if event["kind"] != "adjusted"]
    if other_kinds:
        raise ArchiveError("dispute-earlier", ", ".join(other_kinds))
    return [{"kind": "adjusted", "player": event["player"], "points": negate_points(str(event["points"])),
             "why": event["why"]} for event in earlier_events]  # fmt: skip


def negate_points(points: str) -> str:
    """Returns points, as text, with the opposite sign."""
    text = points.strip()
    return text[1:] if text.startswith("-") else "-" + text.removeprefix("+")
