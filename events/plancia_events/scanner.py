"""The fast reader of canonical lines: bytes to packed rows, without an object in between. Compiled kernel.

It knows the kinds that fill a game; any other line, or one with a time, a comment or a named argument, it hands
to `cold`, which reads it in full. It never repairs: a line that is not canonical is for `cold` too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from plancia_events.log import Log

NEWLINE: Final = 10
SPACE: Final = 32
PLUS: Final = 43
MINUS: Final = 45
COLON: Final = 58
EQUALS: Final = 61
GREATER: Final = 62


def table_of(entries: list[tuple[int, int]], size: int) -> vec[i64]:
    """A vector of -1 with some places set."""
    made = vec[i64]()
    empty: i64 = -1
    for _ in range(size):
        made = append(made, empty)
    for place, value in entries:
        made[place] = value
    return made


def code_key(code: str) -> int:
    """The place of a three-letter code in the table of codes."""
    return ((ord(code[0]) - 65) * 26 + ord(code[1]) - 65) * 26 + ord(code[2]) - 65


class Scanner:
    """Reads canonical text into a log. `codes` are the 42 territory codes in the standard order."""

    def __init__(self, codes: list[str], letters: str, cold: Callable[[bytes, Log], None]) -> None:
        self.lands = table_of([(code_key(code), number) for number, code in enumerate(codes)], 26 * 26 * 26)
        self.jolly: i64 = code_key("JOL")
        self.actors = table_of([(ord(letter), number) for number, letter in enumerate(letters)], 128)
        self.cold = cold
        self.text = b""
        self.at: i64 = 0
        self.end: i64 = 0

    def scan(self, text: bytes, start: int, log: Log) -> None:
        """Reads every line from byte `start` on. Whatever `cold` raises goes through."""
        self.text = text
        size: i64 = len(text)
        at: i64 = start
        while at < size:
            self.at = at
            self.end = size
            if self.hot(log):
                at = self.at + 1
                continue
            line_end: i64 = text.find(b"\n", at)
            if line_end < 0:
                line_end = size
            self.cold(text[at:line_end], log)
            at = line_end + 1

    def done(self) -> bool:
        """True at the end of the line."""
        return self.at >= self.end or self.text[self.at] == NEWLINE

    def land(self) -> i64:
        """The territory at the cursor, which moves on by three; -1 where there is none."""
        text = self.text
        at = self.at
        if at + 3 > self.end:
            return -1
        one: i64 = text[at] - 65
        two: i64 = text[at + 1] - 65
        three: i64 = text[at + 2] - 65
        if one < 0 or one > 25 or two < 0 or two > 25 or three < 0 or three > 25:
            return -1
        self.at = at + 3
        return self.lands[(one * 26 + two) * 26 + three]

    def figure(self) -> i64:
        """The number at the cursor, which moves behind it; -1 where there is none or it starts with a needless 0."""
        text = self.text
        at = self.at
        end = self.end
        first = at
        value: i64 = 0
        while at < end and at - first < 5:
            digit: i64 = text[at] - 48
            if digit < 0 or digit > 9:
                break
            value = value * 10 + digit
            at += 1
        if at == first or (at - first > 1 and text[first] == 48):
            return -1
        self.at = at
        return value

    def skip(self, mark: i64) -> bool:
        """Moves over one byte if it is the one expected."""
        if self.at < self.end and self.text[self.at] == mark:
            self.at += 1
            return True
        return False

    def hot(self, log: Log) -> bool:
        """Reads the line at the cursor if it is one of the frequent kinds in its plainest form."""
        text = self.text
        start = self.at
        if self.end - start < 7:
            return False
        first: i64 = text[start]
        second: i64 = text[start + 1]
        width: i64 = 3 if text[start + 3] == SPACE else 4 if text[start + 4] == SPACE else 5
        actor_at = start + width + 1
        if text[start + width] != SPACE or actor_at >= self.end:
            return False
        letter: i64 = text[actor_at]
        if letter > 127:
            return False
        actor = self.actors[letter]
        if actor < 0 or actor > 5:
            return False
        self.at = actor_at + 1
        if not self.done() and not self.skip(SPACE):
            return False
        third: i64 = text[start + 2]
        if width == 3:
            if first == 65 and second == 84 and third == 84:
                return self.attack(actor, log)
            if first == 80 and second == 85 and third == 84:
                return self.items(8, actor, log)
            if first == 79 and second == 67 and third == 67:
                return self.passage(17, actor, log)
            if first == 69 and second == 78 and third == 68:
                return self.bare(12, actor, log)
            if first == 83 and second == 69 and third == 84:
                return self.items(7, actor, log)
            return self.hot_rare(start, width, actor, log)
        if width == 5:
            return self.hot_rare(start, width, actor, log)
        fourth: i64 = text[start + 3]
        if first == 77 and second == 79 and third == 86 and fourth == 69:
            return self.passage(18, actor, log)
        if first == 84 and second == 85 and third == 82 and fourth == 78:
            return self.bare(10, actor, log)
        if first == 82 and second == 69 and third == 73 and fourth == 78:
            return self.reinforcement(actor, log)
        if first == 68 and second == 82 and third == 65 and fourth == 87:
            return self.draw(actor, log)
        if first == 84 and second == 82 and third == 73 and fourth == 83:
            return self.exchange(actor, log)
        if first == 68 and second == 69 and third == 65 and fourth == 76:
            return self.deal(actor, log)
        return False

    def hot_rare(self, start: i64, width: i64, actor: i64, log: Log) -> bool:
        """OBJ, SCORE and EROLL in their plainest form."""
        text = self.text
        if width == 3 and text[start] == 79 and text[start + 1] == 66 and text[start + 2] == 74:
            return self.objective(actor, log)
        if width == 5 and text[start] == 83 and text[start + 1] == 67 and text[start + 4] == 69:
            points = self.figure()
            if points < 0 or not self.done():
                return False
            log.add(39, actor, points * 2, 0, 0, 0, 0, 0)
            return True
        if width == 5 and text[start] == 69 and text[start + 1] == 82 and text[start + 4] == 76:
            dice = self.figure()
            one = dice // 10
            two = dice % 10
            if dice < 11 or one > 6 or two > one or two < 1 or not self.done():
                return False
            log.add(22, actor, one, two, -1, 0, 0, 0)
            return True
        return False

    def objective(self, actor: i64, log: Log) -> bool:
        """OBJ R ciclista: one word of letters, digits and hyphens that starts with a letter or digit."""
        text = self.text
        start = self.at
        at = start
        while at < self.end:
            letter: i64 = text[at]
            small = letter >= 97 and letter <= 122
            figure = letter >= 48 and letter <= 57
            if not small and not figure and (letter != MINUS or at == start):
                break
            at += 1
        self.at = at
        if at == start or at - start > 64 or not self.done():
            return False
        log.add(6, actor, log.add_word(text[start:at].decode("ascii")), -1, -1, 0, 0, 0)
        return True

    def bare(self, op: i64, actor: i64, log: Log) -> bool:
        """END and TURN without arguments; a TURN keeps -1 for no director."""
        if not self.done() or self.text[self.at - 1] == SPACE:
            return False
        if op == 10:
            log.add(op, actor, 0, -1, 0, 0, 0, 0)
        else:
            log.add(op, actor, 0, 0, 0, 0, 0, 0)
        return True

    def dice(self, stop: i64) -> i64:
        """Dice up to the byte `stop`, sorted down, as a code of three digits; -1 where they are not that."""
        text = self.text
        at = self.at
        code: i64 = 0
        count: i64 = 0
        before: i64 = 6
        while at < self.end and text[at] != stop:
            face: i64 = text[at] - 48
            if face < 1 or face > before or count == 3:
                return -1
            code = code * 10 + face
            before = face
            count += 1
            at += 1
        if count == 0 or at >= self.end:
            return -1
        self.at = at + 1
        while count < 3:
            code = code * 10
            count += 1
        return code

    def attack(self, actor: i64, log: Log) -> bool:
        """ATT R CIN>SIA 62:531 -1-1"""
        source = self.land()
        if source < 0 or not self.skip(GREATER):
            return False
        target = self.land()
        if target < 0 or not self.skip(SPACE):
            return False
        attack = self.dice(COLON)
        if attack < 0:
            return False
        defence = self.dice(SPACE)
        if defence < 0 or not self.skip(MINUS):
            return False
        lost = self.figure()
        if lost < 0 or lost > 999 or not self.skip(MINUS):
            return False
        slain = self.figure()
        if slain < 0 or slain > 999 or not self.done():
            return False
        log.add(16, actor, source, target, attack, defence, lost * 1000 + slain, -1)
        return True

    def passage(self, op: i64, actor: i64, log: Log) -> bool:
        """OCC R CIN>SIA 3 and MOVE R CIN>SIA 3"""
        source = self.land()
        if source < 0 or not self.skip(GREATER):
            return False
        target = self.land()
        if target < 0 or not self.skip(SPACE):
            return False
        armies = self.figure()
        if armies < 0 or not self.done():
            return False
        if op == 18:
            log.add(op, actor, source, target, armies, -1, 0, 0)
        else:
            log.add(op, actor, source, target, armies, 0, 0, 0)
        return True

    def items(self, op: i64, actor: i64, log: Log) -> bool:
        """PUT R CIN+2 SIA+1 and SET"""
        start = len(log.extra)
        count: i64 = 0
        extra = log.extra
        while True:
            land = self.land()
            if land < 0 or not self.skip(PLUS):
                return False
            armies = self.figure()
            if armies < 0:
                return False
            extra = append(extra, land)
            extra = append(extra, armies)
            count += 2
            if self.done():
                break
            if not self.skip(SPACE):
                return False
        log.extra = extra
        log.add(op, actor, -1, 0, 0, 0, count, start)
        return True

    def reinforcement(self, actor: i64, log: Log) -> bool:
        """REIN R 3+5+10=18"""
        one = self.figure()
        if one < 0 or not self.skip(PLUS):
            return False
        two = self.figure()
        if two < 0 or not self.skip(PLUS):
            return False
        three = self.figure()
        if three < 0 or not self.skip(EQUALS):
            return False
        total = self.figure()
        if total < 0 or not self.done():
            return False
        log.add(13, actor, one, two, three, total, -1, 0)
        return True

    def card(self) -> i64:
        """The card at the cursor: a territory or the jolly; -1 otherwise."""
        at = self.at
        found = self.land()
        if found >= 0:
            return found
        text = self.text
        if at + 3 <= self.end and text[at] == 74 and text[at + 1] == 79 and text[at + 2] == 76:
            self.at = at + 3
            return 42
        return -1

    def deal(self, actor: i64, log: Log) -> bool:
        """DEAL R CIN PER SIA, one army on each"""
        start = len(log.extra)
        extra = log.extra
        count: i64 = 0
        while True:
            card = self.card()
            if card < 0:
                return False
            extra = append(extra, card)
            count += 1
            if self.done():
                break
            if not self.skip(SPACE):
                return False
        log.extra = extra
        log.add(3, actor, 1, 0, 0, 0, count, start)
        return True

    def draw(self, actor: i64, log: Log) -> bool:
        """DRAW R BRA"""
        card = self.card()
        if card < 0 or not self.done():
            return False
        start = len(log.extra)
        log.push(card)
        log.add(19, actor, 0, 0, 0, 0, 1, start)
        return True

    def exchange(self, actor: i64, log: Log) -> bool:
        """TRIS R CIN SIA JOL =10+2"""
        start = len(log.extra)
        extra = log.extra
        count: i64 = 0
        while not self.skip(EQUALS):
            card = self.card()
            if card < 0 or not self.skip(SPACE):
                return False
            extra = append(extra, card)
            count += 1
        base = self.figure()
        if base < 0 or not self.skip(PLUS):
            return False
        bonus = self.figure()
        if bonus < 0 or not self.done() or count == 0:
            return False
        log.extra = extra
        log.add(14, actor, base, bonus, -1, 0, count, start)
        return True
