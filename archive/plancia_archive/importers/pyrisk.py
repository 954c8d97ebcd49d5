"""The log of the engine pyrisk: a whole battle is one line, without dice and without cards."""

from __future__ import annotations

import ast
import re
from typing import Any

from plancia_archive.importers.shape import Imported, ImportProblem
from plancia_data import board
from plancia_events import Game, kinds
from plancia_events.headers import COLOUR_HEADERS, sort_key

LETTERS = "RBGYNV"
INITIAL = {players: 35 - 2 * players for players in range(2, 7)}
NAMES = {
    **{name.replace(".", ""): code for name, code in zip(board("eg").names_en, board("eg").codes, strict=True)},
    "Venezuala": "VEN", "Mexico": "AMC", "Scandanavia": "SCA", "South East Asia": "SIA",
    "Northwest Territories": "TNO",
}  # fmt: skip
PAIR = re.compile(r"\((\d+), (\d+)\)\Z")


def tells(data: bytes) -> bool:
    """The first line is the list ['start']."""
    return data.lstrip().startswith(b"['start']")


def pair(text: str) -> tuple[int, int]:
    """Two numbers in brackets."""
    match = PAIR.match(text)
    if not match:
        raise ValueError(text)
    return int(match[1]), int(match[2])


class Conversion:
    """One game on its way."""

    def __init__(self, players: list[str]) -> None:
        self.letters = {player: LETTERS[place] for place, player in enumerate(players)}
        self.initial = INITIAL.get(len(players), 0)
        self.placed = dict.fromkeys(players, 0)
        self.lands: dict[str, str] = {}
        self.turn = ""
        self.events: list[Any] = [kinds.OrderFixed(actor="*", order=list(self.letters.values()))]

    def turn_of(self, player: str) -> str:
        """Ends the turn of another and begins this player's."""
        letter = self.letters[player]
        if self.turn != letter:
            self.end_turn()
            self.turn = letter
            self.events.append(kinds.TurnStarted(actor=letter))
        return letter

    def end_turn(self) -> None:
        """Ends the open turn."""
        if self.turn:
            self.events.append(kinds.TurnEnded(actor=self.turn))
            self.turn = ""

    def take(self, row: list[str]) -> None:
        """Converts one line."""
        kind, player = row[0], row[1] if len(row) > 1 else ""
        if kind in ("claim", "deal"):
            code = NAMES[row[2][2:]]
            self.placed[player] += 1
            self.lands[code] = self.letters[player]
            self.events.append(kinds.Pick(actor=self.letters[player], territory=code))
        elif kind == "reinforce":
            self.reinforce(player, NAMES[row[2][2:]], int(row[3]))
        elif kind in ("conquer", "defeat"):
            self.battle(kind, player, row)
        elif kind == "move":
            letter = self.turn_of(player)
            source, target = NAMES[row[2][2:]], NAMES[row[3][2:]]
            if int(row[4]):
                self.events.append(kinds.Moved(actor=letter, source=source, target=target, armies=int(row[4])))
        elif kind == "victory":
            self.events.append(kinds.GameEnded(actor="*", reason="world", winner=self.letters[player]))
        elif kind != "start":
            raise KeyError(kind)

    def reinforce(self, player: str, code: str, count: int) -> None:
        """Armies of the set-up until the endowment is placed, then of a turn."""
        if self.placed[player] < self.initial:
            self.placed[player] += count
            self.events.append(kinds.Setup(actor=self.letters[player], items=[(code, count)]))
        else:
            letter = self.turn_of(player)
            if count:
                self.events.append(kinds.Placed(actor=letter, items=[(code, count)]))

    def battle(self, kind: str, player: str, row: list[str]) -> None:
        """A whole battle as one attack with its total losses, and the occupation after a conquest."""
        letter = self.turn_of(player)
        source, target = NAMES[row[3][2:]], NAMES[row[4][2:]]
        before, after = pair(row[5]), pair(row[6])
        won = kind == "conquer"
        lost = before[0] - sum(after) if won else before[0] - after[0]
        slain = before[1] if won else before[1] - after[1]
        self.events.append(
            kinds.Attack(actor=letter, source=source, target=target, attack_losses=lost, defence_losses=slain)
        )
        if not won:
            return
        self.events.append(kinds.Occupied(actor=letter, source=source, target=target, armies=after[1]))
        loser = self.lands[target]
        self.lands[target] = letter
        if loser not in self.lands.values():
            self.events.append(kinds.Eliminated(actor=letter, player=loser))


def convert(data: bytes, name: str) -> list[Imported]:
    """The game of a log. Raises ImportProblem with the line."""
    rows: list[list[str]] = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = ast.literal_eval(line)
            rows.append([str(word) for word in row])
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise ImportProblem(name, number, "content", type(error).__name__) from error
    players = list(dict.fromkeys(row[1] for row in rows if row[0] in ("claim", "deal")))
    if not players:
        raise ImportProblem(name, 1, "empty")
    conversion = Conversion(players)
    for number, row in enumerate(rows, start=1):
        try:
            conversion.take(row)
        except (KeyError, ValueError, IndexError) as error:
            raise ImportProblem(name, number, "command", f"{row[0]} ({type(error).__name__}: {error})") from error
    by_letter = {letter: header for header, letter in COLOUR_HEADERS.items()}
    headers = [
        ("Notation", "rgn 1"), ("Game", name.rsplit("/", 1)[-1].split(".")[0] or "pyrisk"), ("Variant", "pyrisk@1"),
        *((by_letter[letter], f"pyrisk-{letter.lower()}") for letter in conversion.letters.values()),
        ("Completeness", "no-dice"), ("Provenance", "imported:pyrisk"),
    ]  # fmt: skip
    game = Game(sorted(headers, key=sort_key), conversion.events, [0] * len(conversion.events))
    return [Imported(game, ["dice: a battle is one line with its total losses", "the computer players' names"])]
