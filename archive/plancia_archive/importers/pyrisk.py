"""Importer for logs of the engine pyrisk: one line per battle, no dice, no cards."""

from __future__ import annotations

import ast
import re
from typing import Any

from plancia_archive.importers.base import LETTERS, Imported, ImportProblem, build_game, error_reason, item_at
from plancia_data import board
from plancia_events.kinds import ending, setup, turn

TERRITORY_NAMES = {
    **{name.replace(".", ""): code for name, code in zip(board("eg").names_en, board("eg").codes, strict=True)},
    "Venezuala": "VEN", "Mexico": "AMC", "Scandanavia": "SCA", "South East Asia": "SIA",
    "Northwest Territories": "TNO",
}  # fmt: skip
PAIR = re.compile(r"\((\d{1,5}), (\d{1,5})\)\Z")
LINE = re.compile(r"\[.{1,500}\]\Z")


def sniff(data: bytes) -> bool:
    """Returns True if the first line is the list ['start']."""
    return data.lstrip().startswith(b"['start']")


def parse_pair(text: str) -> tuple[int, int]:
    """Parses a pair of integers such as "(1, 2)". Raises ValueError."""
    match = PAIR.match(text)
    if not match:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def territory_code(text: str) -> str:
    """Returns the territory code for `T;Name`. Raises KeyError."""
    return TERRITORY_NAMES[text.removeprefix("T;")]


class Conversion:
    """Converts one game. A log of pyrisk does not mark turns: a line of a different player starts a new one."""

    def __init__(self, players: list[str]) -> None:
        self.letters = {player: item_at(LETTERS, place) for place, player in enumerate(players)}
        self.initial = 35 - 2 * len(players)
        self.placed = dict.fromkeys(players, 0)
        self.owner: dict[str, str] = {}
        self.turn = ""
        self.over = False
        self.events: list[Any] = [setup.OrderFixed(actor="*", order=list(self.letters.values()))]

    def start_turn(self, player: str) -> str:
        """Starts the player's turn if another's is open, which it ends; returns the player's colour."""
        letter = self.letters[player]
        if self.turn != letter:
            if self.turn:
                self.events.append(turn.TurnEnded(actor=self.turn))
            self.turn = letter
            self.events.append(turn.TurnStarted(actor=letter))
        return letter

    def convert_line(self, row: list[str]) -> None:
        """Converts one line."""
        kind = row[0]
        if kind in ("claim", "deal"):
            self.claim(row[1], territory_code(row[2]))
        elif kind == "reinforce":
            self.reinforce(row[1], territory_code(row[2]), int(row[3]))
        elif kind in ("conquer", "defeat"):
            self.battle(kind == "conquer", row)
        elif kind == "move":
            self.move(row[1], territory_code(row[2]), territory_code(row[3]), int(row[4]))
        elif kind == "victory":
            self.over = True
            self.events.append(ending.GameEnded(actor="*", reason="world", winner=self.letters[row[1]]))
        elif kind != "start":
            raise KeyError(kind)

    def claim(self, player: str, code: str) -> None:
        """Takes a free territory with one army."""
        self.placed[player] += 1
        self.owner[code] = self.letters[player]
        self.events.append(setup.Pick(actor=self.letters[player], territory=code))

    def reinforce(self, player: str, code: str, count: int) -> None:
        """Places armies: set-up until the initial armies are on the board, then reinforcements of a turn."""
        if self.placed[player] < self.initial:
            self.placed[player] += count
            self.events.append(setup.Setup(actor=self.letters[player], items=[(code, count)]))
            return
        letter = self.start_turn(player)
        if count:
            self.events.append(turn.Placed(actor=letter, items=[(code, count)]))

    def battle(self, won: bool, row: list[str]) -> None:
        """Converts a battle to one attack with its total losses, and the occupation after a conquest."""
        letter = self.start_turn(row[1])
        source, target = territory_code(row[3]), territory_code(row[4])
        armies_before, armies_after = parse_pair(row[5]), parse_pair(row[6])
        attack_losses = armies_before[0] - sum(armies_after) if won else armies_before[0] - armies_after[0]
        defence_losses = armies_before[1] if won else armies_before[1] - armies_after[1]
        if not (attack_losses or defence_losses):  # announced and withdrawn: every throw costs somebody an army
            self.events.append(turn.AttackDeclared(actor=letter, source=source, target=target))
            return
        self.events.append(
            turn.Attack(
                actor=letter, source=source, target=target, attack_losses=attack_losses, defence_losses=defence_losses
            )
        )
        if not won:
            return
        self.events.append(turn.Occupied(actor=letter, source=source, target=target, armies=armies_after[1]))
        loser = self.owner[target]
        self.owner[target] = letter
        if loser not in self.owner.values():
            self.events.append(ending.Eliminated(actor=letter, player=loser))

    def move(self, player: str, source: str, target: str, count: int) -> None:
        """Converts the move of the turn; the engine also logs moves of no armies."""
        letter = self.start_turn(player)
        if count and source != target:
            self.events.append(turn.Moved(actor=letter, source=source, target=target, armies=count))


def read_rows(data: bytes, name: str) -> list[tuple[int, list[str]]]:
    """Parses lines to (line number, words). Raises ImportProblem."""
    rows: list[tuple[int, list[str]]] = []
    lines = data.decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if not line.rstrip().endswith("]") and number == len(lines) and not data.endswith(b"\n"):
            raise ImportProblem(name, number, "cut", line[-60:])
        try:
            if not LINE.match(line.strip()):
                raise ValueError(line[:60])
            words = [str(word) for word in ast.literal_eval(line.strip())]
            rows.append((number, [item_at(words, 0), *words[1:]]))
        except (LookupError, MemoryError, RecursionError, SyntaxError, TypeError, ValueError) as error:
            raise ImportProblem(name, number, "content", line[:60]) from error
    return rows


def convert(data: bytes, name: str) -> list[Imported]:
    """Converts a log. Raises ImportProblem with the line."""
    rows = read_rows(data, name)
    players = list(dict.fromkeys(row[1] for _, row in rows if row[0] in ("claim", "deal") and len(row) > 1))
    if not players:
        raise ImportProblem(name, 1, "empty")
    conversion = Conversion(players)
    for place, (number, row) in enumerate(rows):
        if place and row[0] == "start":
            raise ImportProblem(name, number, "second-game")
        try:
            conversion.convert_line(row)
        except (LookupError, ValueError) as error:
            raise ImportProblem(name, number, "command", f"{row[0]}: {error_reason(error)}"[:200]) from error
    references = {letter: f"pyrisk-{letter.lower()}" for letter in conversion.letters.values()}
    game = build_game(name, "pyrisk@1", references, "no-dice", "pyrisk", conversion.events)
    omissions = [
        "the dice: a battle is one line with its total losses", "moves of no armies", "the names of the players",
    ]  # fmt: skip
    if not conversion.over:
        omissions.append("the log stops before the game is over")
    return [Imported(game, omissions)]
