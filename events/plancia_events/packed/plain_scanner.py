"""Scanner of frequent lines for the interpreted kernel: table look-ups of whole words, since a step per byte is slow.

Unused when compiled. It accepts only words that its tables contain; every other line goes to `fallback`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from plancia_events.ops import ATT, DEAL, DRAW, END, MOVE, OCC, PUT, REIN, SET, TRIS, TURN, TURN_ORDINARY

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

NUMBERS = {b"%d" % number: number for number in range(1000)}
LOSSES = {
    b"-%d-%d" % (attack_losses, defence_losses): attack_losses * 1000 + defence_losses
    for attack_losses in range(4)
    for defence_losses in range(4)
}
LINE_END = {b"": (0, 0, 0, 0)}
OCC_ARMIES = {b"%d" % number: (number, 0, 0, 0) for number in range(1000)}
MOVE_ARMIES = {b" %d" % number: (number, -1, 0, 0) for number in range(1000)}
MAX_THROWS = 8192  # enough for all dice with the right losses
MAX_SUMS = 4096
MAX_STARTS = 8192
OP_BY_TAG = {
    b"ATT": ATT, b"OCC": OCC, b"PUT": PUT, b"SET": SET, b"REIN": REIN, b"DRAW": DRAW, b"MOVE": MOVE, b"TRIS": TRIS,
    b"DEAL": DEAL,
}  # fmt: skip
OPS_WITH_ITEMS = frozenset((PUT, SET))
OPS_WITH_BORDER = frozenset((ATT, OCC, MOVE))

HalfRow = tuple[int, int, int, int]


def dice_codes() -> dict[bytes, int]:
    """Returns the three-digit codes of all throws of one side, by their digits in descending order."""
    codes = {}
    for count in (1, 2, 3):
        for faces in combinations_with_replacement("654321", count):
            word = "".join(faces)
            codes[word.encode()] = int(word.ljust(3, "0"))
    return codes


class ThrowTable(dict[bytes, HalfRow]):
    """Memo table of dice and losses, as in `62:531 -1-1`. Raises KeyError if they are not in canonical form."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = dice_codes()

    def __missing__(self, text: bytes) -> HalfRow:
        dice, _, losses = text.partition(b" ")
        attack, _, defence = dice.partition(b":")
        half_row = self.dice[attack], self.dice[defence], LOSSES[losses], -1
        if len(self) < MAX_THROWS:
            self[text] = half_row
        return half_row


class PlainScanner:
    """Reads frequent lines into a log. `codes` are the 42 territory codes in the standard order."""

    def __init__(self, codes: list[str], letters: str) -> None:
        names = [code.encode() for code in codes]
        self.op_and_actor_by_prefix: dict[bytes, tuple[int, int]] = {}  # by the first six bytes: `TURN R`, `PUT R `
        for tag, op in OP_BY_TAG.items():
            for actor, letter in enumerate(letters.encode()):
                self.op_and_actor_by_prefix[(tag + b" %c " % letter)[:6]] = (op, actor)
        self.borders = {b" %b>%b " % (s, t): (a, b) for a, s in enumerate(names) for b, t in enumerate(names)}
        self.items = {b"%b+%d" % (code, count): (land, count) for land, code in enumerate(names) for count in range(50)}
        self.cards = {code: number for number, code in enumerate([*names, b"JOL"])}
        # line beginnings, memoised up to a bound because a few recur: half a row, and a table of the other halves by
        # the rest of the line
        self.line_starts: dict[bytes, tuple[HalfRow, dict[bytes, HalfRow]]] = {}
        for actor, letter in enumerate(letters.encode()):
            self.line_starts[b"TURN %c" % letter] = (TURN, actor, TURN_ORDINARY, -1), LINE_END
            self.line_starts[b"END %c" % letter] = (END, actor, 0, 0), LINE_END
        self.throws = ThrowTable()
        self.sums: dict[bytes, HalfRow] = {}

    def scan(self, text: bytes, start: int, log: Log, fallback: Callable[[bytes, Log], None]) -> None:
        """Reads every line from byte `start` on; passes lines that it does not handle to `fallback`."""
        lines = text[start:].split(b"\n")
        if not lines[-1]:
            lines.pop()
        rows: Any = log.rows
        length = len(rows)
        line_starts = self.line_starts
        for line in lines:
            try:
                line_start = line_starts.get(line[:14])
                if line_start:
                    first_half, rest_table = line_start
                    last_half = rest_table[line[14:]]
                    rows += first_half
                    rows += last_half
                else:
                    rows += self.parse_row(line, log)
                continue
            except (KeyError, ValueError):  # a word in no table, or too few or too many words
                log.count += (len(rows) - length) // 8
            fallback(line, log)
            length = len(rows)
        log.count += (len(rows) - length) // 8

    def parse_sum(self, text: bytes) -> HalfRow:
        """Parses reinforcements, as in ` 3+5+10=18`. Raises KeyError or ValueError."""
        territories, continents, cards_and_total = text.split(b"+")
        cards, total = cards_and_total.split(b"=")
        if territories[:1] != b" ":
            raise KeyError
        half_row = NUMBERS[territories[1:]], NUMBERS[continents], NUMBERS[cards], NUMBERS[total]
        if len(self.sums) < MAX_SUMS:
            self.sums[text] = half_row
        return half_row

    def parse_row(self, line: bytes, log: Log) -> tuple[int, ...]:
        """Returns the row of a line whose beginning is not memoised.

        Raises KeyError, ValueError; `log` is then unchanged.
        """
        op, actor = self.op_and_actor_by_prefix[line[:6]]
        extra: Any = log.extra
        start = len(extra)
        if op in OPS_WITH_ITEMS:
            items = self.items
            try:
                for word in line[6:].split(b" "):
                    extra += items[word]
            except KeyError:
                log.truncate(start)
                raise
            return op, actor, -1, 0, 0, 0, len(extra) - start, start
        if op == REIN:
            territories, continents, card_armies, total = self.sums.get(line[6:]) or self.parse_sum(line[6:])
            if len(line) <= 14:
                self.memoise(line, (REIN, actor, territories, continents), {b"": (card_armies, total, -1, 0)})
            return REIN, actor, territories, continents, card_armies, total, -1, 0
        if op in OPS_WITH_BORDER:
            return self.parse_border_line(op, actor, line)
        if line[6:7] != b" ":
            raise KeyError
        if op == DRAW:
            extra.append(self.cards[line[7:]])
            return DRAW, actor, 0, 0, 0, 0, 1, start
        *words, last_word = line[7:].split(b" ")
        if op == DEAL:
            cards = [self.cards[word] for word in (*words, last_word)]
            extra += cards
            return DEAL, actor, 1, 0, 0, 0, len(cards), start
        return self.parse_exchange(actor, words, last_word, extra)

    def parse_border_line(self, op: int, actor: int, line: bytes) -> tuple[int, ...]:
        """Parses ATT R CIN>SIA 62:531 -1-1, OCC R CIN>SIA 3 or MOVE R CIN>SIA 3.

        Memoises the beginning. Raises KeyError.
        """
        source, target = self.borders[line[6:15] if op == MOVE else line[5:14]]
        rest_table = self.throws if op == ATT else OCC_ARMIES if op == OCC else MOVE_ARMIES
        first_half = op, actor, source, target
        self.memoise(line[:14], first_half, rest_table)
        return *first_half, *rest_table[line[14:]]

    def memoise(self, start: bytes, first_half: HalfRow, rest_table: dict[bytes, HalfRow]) -> None:
        """Stores a line's beginning, up to the bound."""
        if len(self.line_starts) < MAX_STARTS:
            self.line_starts[start] = first_half, rest_table

    def parse_exchange(self, actor: int, words: list[bytes], value: bytes, extra: Any) -> tuple[int, ...]:
        """Parses TRIS R CIN SIA JOL =10+2. Raises KeyError or ValueError."""
        cards = [self.cards[word] for word in words]
        base, bonus = value.split(b"+")
        if not cards or base[:1] != b"=":
            raise KeyError
        row = TRIS, actor, NUMBERS[base[1:]], NUMBERS[bonus], -1, 0, len(cards), len(extra)
        extra += cards
        return row
