"""The frequent lines word by word, by tables of all their words: for plain Python, where a step a byte is dear.

Beside the compiled kernel, which does not use it. It reads only what its tables hold whole; any other line is `rest`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from plancia_events.ops import ATT, DEAL, DRAW, END, MOVE, OCC, PUT, REIN, SET, TRIS, TURN, TURN_ORDINARY

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

FIGURES = {b"%d" % figure: figure for figure in range(1000)}
LOSSES = {b"-%d-%d" % (lost, killed): lost * 1000 + killed for lost in range(4) for killed in range(4)}
ENDED = {b"": (0, 0, 0, 0)}
ENTERED = {b"%d" % figure: (figure, 0, 0, 0) for figure in range(1000)}
MOVED = {b" %d" % figure: (figure, -1, 0, 0) for figure in range(1000)}
MOST_THROWS = 8192  # enough for all dice with the losses due to them
MOST_SUMS = 4096
MOST_STARTS = 8192
OPS = {
    b"ATT": ATT, b"OCC": OCC, b"PUT": PUT, b"SET": SET, b"REIN": REIN, b"DRAW": DRAW, b"MOVE": MOVE, b"TRIS": TRIS,
    b"DEAL": DEAL,
}  # fmt: skip
LISTS = frozenset((PUT, SET))
PASSAGES = frozenset((ATT, OCC, MOVE))

Half = tuple[int, int, int, int]


def sides() -> dict[bytes, int]:
    """One side's dice, sorted down, and their code of three digits."""
    found = {}
    for count in (1, 2, 3):
        for faces in combinations_with_replacement("654321", count):
            word = "".join(faces)
            found[word.encode()] = int(word.ljust(3, "0"))
    return found


class Throws(dict[bytes, Half]):
    """Dice and losses, as in `62:531 -1-1`, each read once. Raises KeyError where they are not sorted or not whole."""

    def __init__(self) -> None:
        super().__init__()
        self.sides = sides()

    def __missing__(self, text: bytes) -> Half:
        dice, _, lost = text.partition(b" ")
        one, _, two = dice.partition(b":")
        made = self.sides[one], self.sides[two], LOSSES[lost], -1
        if len(self) < MOST_THROWS:
            self[text] = made
        return made


class Lines:
    """Reads the frequent lines. `codes` are the 42 territory codes in the standard order."""

    def __init__(self, codes: list[str], letters: str) -> None:
        names = [code.encode() for code in codes]
        self.heads: dict[bytes, tuple[int, int]] = {}  # by the first six bytes: `TURN R`, `PUT R `
        for tag, op in OPS.items():
            for actor, letter in enumerate(letters.encode()):
                self.heads[(tag + b" %c " % letter)[:6]] = (op, actor)
        self.pairs = {b" %b>%b " % (one, two): (a, b) for a, one in enumerate(names) for b, two in enumerate(names)}
        self.items = {b"%b+%d" % (code, count): (land, count) for land, code in enumerate(names) for count in range(50)}
        self.cards = {code: number for number, code in enumerate([*names, b"JOL"])}
        # beginnings of which the same few come most often are kept as they are met, up to a bound: half a row, and the
        # other halves by the rest of the line
        self.starts: dict[bytes, tuple[Half, dict[bytes, Half]]] = {}
        for actor, letter in enumerate(letters.encode()):
            self.starts[b"TURN %c" % letter] = (TURN, actor, TURN_ORDINARY, -1), ENDED
            self.starts[b"END %c" % letter] = (END, actor, 0, 0), ENDED
        self.throws = Throws()
        self.sums: dict[bytes, Half] = {}

    def scan(self, text: bytes, start: int, log: Log, rest: Callable[[bytes, Log], None]) -> None:
        """Reads every line from byte `start` on; the rarer ones through `rest`."""
        lines = text[start:].split(b"\n")
        if not lines[-1]:
            lines.pop()
        rows: Any = log.rows
        before = len(rows)
        starts = self.starts
        for line in lines:
            try:
                known = starts.get(line[:14])
                if known:
                    head, tails = known
                    tail = tails[line[14:]]
                    rows += head
                    rows += tail
                else:
                    rows += self.row(line, log)
                continue
            except (KeyError, ValueError):  # a word that no table holds, or too few or too many of them
                log.count += (len(rows) - before) // 8
            rest(line, log)
            before = len(rows)
        log.count += (len(rows) - before) // 8

    def sum(self, text: bytes) -> Half:
        """An income, as in ` 3+5+10=18`. Raises KeyError or ValueError."""
        one, two, more = text.split(b"+")
        three, total = more.split(b"=")
        if one[:1] != b" ":
            raise KeyError
        made = FIGURES[one[1:]], FIGURES[two], FIGURES[three], FIGURES[total]
        if len(self.sums) < MOST_SUMS:
            self.sums[text] = made
        return made

    def row(self, line: bytes, log: Log) -> tuple[int, ...]:
        """The row of a kind with a list or a sum. Raises KeyError or ValueError; then nothing was kept."""
        op, actor = self.heads[line[:6]]
        extra: Any = log.extra
        first = len(extra)
        if op in LISTS:
            items = self.items
            try:
                for word in line[6:].split(b" "):
                    extra += items[word]
            except KeyError:
                log.cut(first)
                raise
            return op, actor, -1, 0, 0, 0, len(extra) - first, first
        if op == REIN:
            one, two, three, total = self.sums.get(line[6:]) or self.sum(line[6:])
            if len(line) <= 14:
                self.keep(line, (REIN, actor, one, two), {b"": (three, total, -1, 0)})
            return REIN, actor, one, two, three, total, -1, 0
        if op in PASSAGES:
            return self.passage(op, actor, line)
        if line[6:7] != b" ":
            raise KeyError
        if op == DRAW:
            extra.append(self.cards[line[7:]])
            return DRAW, actor, 0, 0, 0, 0, 1, first
        *words, worth = line[7:].split(b" ")
        if op == DEAL:
            cards = [self.cards[word] for word in (*words, worth)]
            extra += cards
            return DEAL, actor, 1, 0, 0, 0, len(cards), first
        return self.exchange(actor, words, worth, extra)

    def passage(self, op: int, actor: int, line: bytes) -> tuple[int, ...]:
        """ATT R CIN>SIA 62:531 -1-1, OCC R CIN>SIA 3, MOVE R CIN>SIA 3, at their first time. Raises KeyError."""
        source, target = self.pairs[line[6:15] if op == MOVE else line[5:14]]
        tails = self.throws if op == ATT else ENTERED if op == OCC else MOVED
        head = op, actor, source, target
        self.keep(line[:14], head, tails)
        return *head, *tails[line[14:]]

    def keep(self, start: bytes, head: Half, tails: dict[bytes, Half]) -> None:
        """Knows a beginning the next time."""
        if len(self.starts) < MOST_STARTS:
            self.starts[start] = head, tails

    def exchange(self, actor: int, words: list[bytes], worth: bytes, extra: Any) -> tuple[int, ...]:
        """TRIS R CIN SIA JOL =10+2. Raises KeyError or ValueError."""
        cards = [self.cards[word] for word in words]
        base, bonus = worth.split(b"+")
        if not cards or base[:1] != b"=":
            raise KeyError
        row = TRIS, actor, FIGURES[base[1:]], FIGURES[bonus], -1, 0, len(cards), len(extra)
        extra += cards
        return row
