"""The frequent lines word by word, by tables of all their words: for plain Python, where a step a byte is dear.

Beside the compiled kernel, which does not use it. It reads only what its tables hold whole; any other line is `rest`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plancia_events.log import Log

FIGURES = {b"%d" % figure: figure for figure in range(1000)}
LOSSES = {b"-%d-%d" % (lost, slain): lost * 1000 + slain for lost in range(4) for slain in range(4)}
MOST_THROWS = 83 * 83  # 83 ways to write one side's dice
OPS = {b"ATT": 16, b"OCC": 17, b"PUT": 8, b"SET": 7, b"END": 12, b"TURN": 10, b"REIN": 13, b"DRAW": 19, b"MOVE": 18,
       b"TRIS": 14, b"DEAL": 3}  # fmt: skip


def sides() -> dict[bytes, int]:
    """One side's dice, sorted down, and their code of three digits."""
    found = {}
    for count in (1, 2, 3):
        for faces in combinations_with_replacement("654321", count):
            word = "".join(faces)
            found[word.encode()] = int(word.ljust(3, "0"))
    return found


class Lines:
    """Reads the frequent lines. `codes` are the 42 territory codes in the standard order."""

    def __init__(self, codes: list[str], letters: str) -> None:
        names = [code.encode() for code in codes]
        self.heads: dict[bytes, tuple[int, int]] = {}  # by the first six bytes: `TURN R`, `ATT R `, or all of `END R`
        for tag, op in OPS.items():
            for actor, letter in enumerate(letters.encode()):
                self.heads[tag + b" %c" % letter if op == 12 else (tag + b" %c " % letter)[:6]] = (op, actor)
        self.pairs = {b" %b>%b " % (one, two): (a, b) for a, one in enumerate(names) for b, two in enumerate(names)}
        self.items = {b"%b+%d" % (code, count): (land, count) for land, code in enumerate(names) for count in range(50)}
        self.cards = {code: number for number, code in enumerate([*names, b"JOL"])}
        self.sides = sides()
        self.throws: dict[bytes, tuple[int, int]] = {}

    def scan(self, text: bytes, start: int, log: Log, rest: Callable[[bytes, Log], None]) -> None:
        """Reads every line from byte `start` on; the rarer ones through `rest`."""
        lines = text[start:].split(b"\n")
        if not lines[-1]:
            lines.pop()
        rows: Any = log.rows
        before = len(rows)
        heads, pairs, throws, losses, figures = self.heads, self.pairs, self.throws, LOSSES, FIGURES
        for line in lines:
            try:
                op, actor = heads[line[:6]]
                if op == 16:
                    source, target = pairs[line[5:14]]
                    dice, _, lost = line[14:].partition(b" ")
                    attack, defence = throws.get(dice) or self.throw(dice)
                    rows += (16, actor, source, target, attack, defence, losses[lost], -1)
                elif op == 17:
                    source, target = pairs[line[5:14]]
                    rows += (17, actor, source, target, figures[line[14:]], 0, 0, 0)
                elif op == 10 and len(line) == 6:
                    rows += (10, actor, 0, -1, 0, 0, 0, 0)
                elif op == 12:
                    rows += (12, actor, 0, 0, 0, 0, 0, 0)
                else:
                    rows += self.row(op, actor, line, log)
                continue
            except (KeyError, ValueError):  # a word that no table holds, or too few or too many of them
                log.count += (len(rows) - before) // 8
            rest(line, log)
            before = len(rows)
        log.count += (len(rows) - before) // 8

    def throw(self, text: bytes) -> tuple[int, int]:
        """Both sides' dice. Raises KeyError where they are not sorted or not whole."""
        one, _, two = text.partition(b":")
        made = self.sides[one], self.sides[two]
        if len(self.throws) < MOST_THROWS:
            self.throws[text] = made
        return made

    def row(self, op: int, actor: int, line: bytes, log: Log) -> tuple[int, ...]:
        """The row of a kind with a list or a sum. Raises KeyError or ValueError, before it keeps anything."""
        extra: Any = log.extra
        if op == 8 or op == 7:
            found = [value for word in line[6:].split(b" ") for value in self.items[word]]
            extra += found
            return op, actor, -1, 0, 0, 0, len(found), len(extra) - len(found)
        if line[6:7] != b" ":
            raise KeyError
        if op == 13:
            one, two, more = line[7:].split(b"+")
            three, total = more.split(b"=")
            return 13, actor, FIGURES[one], FIGURES[two], FIGURES[three], FIGURES[total], -1, 0
        if op == 19:
            extra.append(self.cards[line[7:]])
            return 19, actor, 0, 0, 0, 0, 1, len(extra) - 1
        if op == 18:
            source, target = self.pairs[line[6:15]]
            return 18, actor, source, target, FIGURES[line[15:]], -1, 0, 0
        *words, worth = line[7:].split(b" ")
        if op == 3:
            cards = [self.cards[word] for word in (*words, worth)]
            extra += cards
            return 3, actor, 1, 0, 0, 0, len(cards), len(extra) - len(cards)
        return self.exchange(actor, words, worth, extra)

    def exchange(self, actor: int, words: list[bytes], worth: bytes, extra: Any) -> tuple[int, ...]:
        """TRIS R CIN SIA JOL =10+2. Raises KeyError or ValueError."""
        cards = [self.cards[word] for word in words]
        base, bonus = worth.split(b"+")
        if not cards or base[:1] != b"=":
            raise KeyError
        row = 14, actor, FIGURES[base[1:]], FIGURES[bonus], -1, 0, len(cards), len(extra)
        extra += cards
        return row
