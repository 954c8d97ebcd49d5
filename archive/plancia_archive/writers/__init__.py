"""Writers: games as records of other engines, one module for each kind of `importers.toml` with `writes = true`.

A writer never guesses. What it wrote is read back by the importer of its kind and compared with the game, event by
event; what differs and is not in the list of losses is a loss that blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import zip_longest

from plancia_archive.facts.redaction import is_over, redact
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.importers.base import LETTERS
from plancia_archive.writers.base import Loss, Record, Refused, describe, plain
from plancia_data import importers
from plancia_events import Game
from plancia_replay.judging.prepare import effective_events
from plancia_replay.rulesets.ruleset import RuleSet

CORRECTIONS = ("VOID", "FIX")
NOT_COMPARED = ("Notation", "Rules", "Game")  # the id is the name of a file


@dataclass(frozen=True)
class Written:
    """A record in the format of an engine, and what of the game it lacks."""

    text: str
    losses: list[Loss]


def writer_kinds() -> tuple[str, ...]:
    """Returns the ids of the kinds that can be written."""
    return tuple(row["kind"] for row in importers() if row.get("writes"))


def write_game(kind: str, game: Game, rules: RuleSet, lossy: bool = False) -> Written:
    """Writes a game in the format of an engine. What is hidden in a game that is not over is never written.

    Raises Refused where the format does not carry the whole game; with `lossy` only where what it lacks would make the
    rest false.
    """
    visible = game if is_over(game) else redact(game, "")
    writer = import_module(f"plancia_archive.writers.{kind.replace('-', '_')}")
    events = [(number, event) for number, event in effective_events(visible) if event.TAG not in CORRECTIONS]
    record = Record(visible, events, rules, writer.colours(visible))
    note_common_losses(record, writer.colours(visible))
    text: str = writer.write(record, rules.id)
    if not any(loss.is_blocking for loss in record.losses):
        compare(kind, text, record)
    losses = sorted(record.losses, key=lambda loss: (loss.event, loss.code))
    if any(loss.is_blocking or not lossy for loss in losses):
        raise Refused(losses)
    return Written(text, losses)


def note_common_losses(record: Record, colours: dict[str, str]) -> None:
    """Notes what no format has: comments, times, corrections, colours of its own."""
    for number, event in enumerate(record.game.events, start=1):
        if event.TAG in CORRECTIONS:
            record.lose("correction", number=number)
        elif event.note or event.at:
            record.lose("comment", number=number)
    changed = ", ".join(f"{old} = {new}" for old, new in colours.items() if old != new)
    if changed:
        record.lose("colours", changed, 0)


def compare(kind: str, text: str, record: Record) -> None:
    """Reads the written record back; notes headers that it lacks, and the first event that would differ."""
    name = f"{record.game.header('Game') or 'game'}.txt"
    try:
        reread = convert(kind, text.encode(), name)[0].game
    except ImportProblem as problem:
        record.lose("differs", problem.text("en"), 0)
        return
    seats = set(record.board.colours.values())
    if set(reread.players) != seats:
        record.lose("differs", f"{' '.join(reread.players)} <> {' '.join(sorted(seats, key=LETTERS.index))}", 0)
    lacking = [key for key, value in record.game.headers
               if key not in NOT_COMPARED and (key, value) not in reread.headers]  # fmt: skip
    if lacking:
        record.lose("header", ", ".join(dict.fromkeys(lacking)), 0)
    pairs = zip_longest(record.due, (plain(event) for event in reread.events))
    for due, event in pairs:
        if due is None or due[1] != event:
            number = due[0] if due else len(record.game.events)
            words = f"{describe(event)} <> {describe(due[1] if due else None)}"
            record.lose("differs", words, number)
            return


__all__ = ["Loss", "Refused", "Written", "write_game", "writer_kinds"]
