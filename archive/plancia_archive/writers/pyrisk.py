"""Writer for logs of the engine pyrisk: each throw is a battle of its own, without dice; no cards, no objectives."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.pyrisk import TERRITORY_NAMES
from plancia_archive.writers.base import ORDER_FIELDS, THROW_FIELDS, Record, first_colours, is_advance
from plancia_events import Game
from plancia_events.kinds import setup

NAMES = {code: name for name, code in TERRITORY_NAMES.items()}  # the engine's own spelling is the last of a code
COLOUR_NAMES = {"R": "RED", "B": "BLUE", "G": "GREEN", "Y": "YELLOW", "N": "BLACK", "V": "VIOLET"}


def colours(game: Game) -> dict[str, str]:
    """The colours of the seats: players are known by the order in which they claim."""
    takers = [event.actor for event in game.events if event.TAG in ("PICK", "DEAL") and event.actor in game.players]
    return first_colours(dict.fromkeys(takers))


def write(record: Record, variant: str) -> str:
    """Writes a game as lines of the log."""
    writer = Writer(record)
    if record.board_id != "classic":
        record.lose("map", record.board_id, 0)
    record.write(writer)
    record.end_of_last_turn()
    return "".join(f"{line!r}\n" for line in writer.lines)


class Writer:
    """The lines so far. A turn is open with the first line of its player; one without lines gets a placing of none."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines: list[list[str]] = [["start"]]
        self.silent = False  # the turn has no line yet

    def line(self, *words: str) -> None:
        """Adds a line."""
        self.lines.append(list(words))
        self.silent = False

    def on_order(self, event: Any) -> None:
        self.record.carry(self.record.trimmed(event, "detail", *ORDER_FIELDS))

    def on_pick(self, event: Any) -> None:
        self.line("claim", player(event.actor), land(event.territory))
        self.record.carry(event)

    def on_deal(self, event: Any) -> None:
        self.record.lose("chosen")
        for code in event.territories:
            self.line("deal", player(event.actor), land(code))
            self.record.carry(setup.Pick(actor=event.actor, territory=code, armies=event.armies))

    def on_set(self, event: Any) -> None:
        for part in self.record.items_apart(event):
            self.line("reinforce", player(event.actor), land(part.items[0][0]), str(part.items[0][1]))
            self.record.carry(part)

    on_put = on_set

    def on_turn(self, event: Any) -> None:
        self.silent = True
        self.record.carry(self.record.trimmed(event, "detail", "turn", "director"))

    def on_end(self, event: Any) -> None:
        if self.silent:
            self.line("reinforce", player(event.actor), land("ALA"), "0")
        self.record.carry(event)

    def on_decl(self, event: Any) -> None:
        self.battle("defeat", event, 0, 0)
        self.record.carry(self.record.trimmed(event, "dice", "dice"))

    def on_att(self, event: Any) -> None:
        trimmed = self.record.trimmed(event, "dice", *THROW_FIELDS)
        trimmed = self.record.trimmed(trimmed, "detail", "by", "void")
        after = self.record.next_event()
        if not is_advance(event, after):
            self.battle("defeat", event, event.attack_losses, event.defence_losses)
        else:
            armies = self.record.board.armies
            before = armies.get(event.source, 0), armies.get(event.target, 0)
            left = before[0] - event.attack_losses - after.armies
            self.line("conquer", player(event.actor), self.defender(event), land(event.source), land(event.target),
                      f"({before[0]}, {before[1]})", f"({left}, {after.armies})")  # fmt: skip
        self.record.carry(trimmed)

    def battle(self, kind: str, event: Any, attack_losses: int, defence_losses: int) -> None:
        """Adds a battle that conquers nothing."""
        armies = self.record.board.armies
        before = armies.get(event.source, 0), armies.get(event.target, 0)
        self.line(kind, player(event.actor), self.defender(event), land(event.source), land(event.target),
                  f"({before[0]}, {before[1]})",
                  f"({before[0] - attack_losses}, {before[1] - defence_losses})")  # fmt: skip

    def defender(self, event: Any) -> str:
        """The owner of the target."""
        return player(self.record.board.owner.get(event.target, event.actor))

    def on_occ(self, event: Any) -> None:
        before = self.record.due[-1][1] if self.record.due else None
        if not is_advance(before, event):
            self.record.lose("conquest")
        self.record.carry(event)

    def on_elim(self, event: Any) -> None:
        self.record.carry(event)  # read from the battle before it

    def on_move(self, event: Any) -> None:
        self.line("move", player(event.actor), land(event.source), land(event.target), str(event.armies))
        self.record.carry(self.record.trimmed(event, "detail", "replaces"))

    def on_over(self, event: Any) -> None:
        if event.reason != "world" or event.winner is None:
            self.record.lose("end")
            return
        self.line("victory", player(event.winner))
        self.record.carry(event)


def player(letter: str) -> str:
    """A player's word."""
    return f"P;{COLOUR_NAMES.get(letter, letter)}"


def land(code: str) -> str:
    """A territory's word."""
    return f"T;{NAMES[code]}"
