"""Scanner of canonical lines: bytes to packed rows without intermediate objects. Part of the compiled kernel.

It handles the frequent kinds of event; any other line, one with a time, a comment or a keyword, and one that is not
canonical goes to `fallback`, the full parser.

Text is read eight bytes at a time as a little-endian integer `w`, whose lowest byte comes first. Each method gets the
offset of its first argument and returns the offset of the line's end, or NO_MATCH.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64

from plancia_events import ops
from plancia_events.names import JOLLY
from plancia_events.packed.log import Log, append_value

NO_MATCH: Final = -1
NEWLINE: Final = 10
SPACE: Final = 32
PLUS: Final = 43
MINUS: Final = 45
ZERO: Final = 48
NINE: Final = 57
COLON: Final = 58
EQUALS: Final = 61
GREATER: Final = 62
LOWER_A: Final = 97
LOWER_Z: Final = 122
# the first four bytes of a line, lowest first
ATT: Final = 0x20545441
OCC: Final = 0x2043434F
PUT: Final = 0x20545550
SET: Final = 0x20544553
END: Final = 0x20444E45
OBJ: Final = 0x204A424F
TURN: Final = 0x4E525554
REIN: Final = 0x4E494552
DRAW: Final = 0x57415244
MOVE: Final = 0x45564F4D
TRIS: Final = 0x53495254
DEAL: Final = 0x4C414544
SCORE: Final = 0x45524F4353  # of these two the first five
EROLL: Final = 0x4C4C4F5245
JOL: Final = 0x4C4F4A
PAD: Final = b"\n" * 16  # reads at the last byte stay in bounds, and the last line has a line feed


def build_table(entries: list[tuple[int, int]], size: int) -> vec[i64]:
    """Returns a vector of `size` elements: the entries (index, value), and -1 elsewhere."""
    table = vec[i64]()
    empty: i64 = -1
    for _ in range(size):
        table = append(table, empty)
    for index, value in entries:
        table[index] = value
    return table


def code_key(code: str) -> int:
    """Returns the index of a three-letter code in the table of codes: the low five bits of each letter."""
    return (ord(code[0]) & 31) + ((ord(code[1]) & 31) << 5) + ((ord(code[2]) & 31) << 10)


class Scanner:
    """Reads canonical text into a log. `codes` are the 42 territory codes in the standard order; see the module."""

    def __init__(self, codes: list[str], letters: str, fallback: Callable[[bytes, Log], None]) -> None:
        self.lands = build_table([(code_key(code), number) for number, code in enumerate(codes)], 32 * 32 * 32)
        self.actors = build_table([(ord(letter), number) for number, letter in enumerate(letters[:6])], 256)
        self.fallback = fallback

    def scan(self, text: bytes, start: int, log: Log) -> None:
        """Reads every line from byte `start` on. Exceptions of `fallback` propagate."""
        padded = text + PAD
        size: i64 = len(text)
        at: i64 = start
        while at < size:
            line_end = self.read_frequent_line(padded, at, log)
            if line_end < 0:
                line_end = text.find(b"\n", at)
                if line_end < 0:
                    line_end = size
                self.fallback(text[at:line_end], log)
            at = line_end + 1

    def read_line(self, line: bytes, log: Log) -> None:
        """Reads one line."""
        if self.read_frequent_line(line + PAD, 0, log) < 0:
            self.fallback(line, log)

    def read_frequent_line(self, text: bytes, at: i64, log: Log) -> i64:
        """Reads the line at `at` if it is a frequent kind without optional parts."""
        w = read_i64_le(text, at)
        tag = w & 0xFFFFFFFF
        if tag >> 24 != SPACE:
            return self.read_long_tag_line(text, at, w, log)
        actor = self.actors[w >> 32 & 255]
        separator = w >> 40 & 255
        if actor < 0:
            return NO_MATCH
        if separator != SPACE:
            if tag == END and separator == NEWLINE:
                log.add(ops.END, actor, 0, 0, 0, 0, 0, 0)
                return at + 5
            return NO_MATCH
        if tag == ATT:
            return self.read_attack(text, at + 6, actor, log)
        if tag == OCC:
            return self.read_border_line(ops.OCC, text, at + 6, actor, log)
        if tag == PUT:
            return self.read_items(ops.PUT, text, at + 6, actor, log)
        if tag == SET:
            return self.read_items(ops.SET, text, at + 6, actor, log)
        if tag == OBJ:
            return self.read_objective(text, at + 6, actor, log)
        return NO_MATCH

    def read_long_tag_line(self, text: bytes, at: i64, w: i64, log: Log) -> i64:
        """Reads the kinds whose tag has four or five letters; TURN has -1 for no director."""
        tag = w & 0xFFFFFFFF
        if w >> 32 & 255 != SPACE:
            return self.read_score_line(text, at, w, log)
        actor = self.actors[w >> 40 & 255]
        separator = w >> 48 & 255
        if actor < 0:
            return NO_MATCH
        if separator != SPACE:
            if tag == TURN and separator == NEWLINE:
                log.add(ops.TURN, actor, 0, -1, 0, 0, 0, 0)
                return at + 6
            return NO_MATCH
        if tag == REIN:
            return self.read_reinforcement(text, at + 7, actor, log)
        if tag == DRAW:
            return self.read_draw(text, at + 7, actor, log)
        if tag == MOVE:
            return self.read_border_line(ops.MOVE, text, at + 7, actor, log)
        if tag == TRIS:
            return self.read_exchange(text, at + 7, actor, log)
        if tag == DEAL:
            return self.read_deal(text, at + 7, actor, log)
        return NO_MATCH

    def read_score_line(self, text: bytes, at: i64, w: i64, log: Log) -> i64:
        """Reads SCORE R 31 and EROLL R 62."""
        tag = w & 0xFFFFFFFFFF
        actor = self.actors[w >> 48 & 255]
        if actor < 0 or w >> 40 & 255 != SPACE or w >> 56 != SPACE:
            return NO_MATCH
        number = self.read_number(text, at + 8)
        end = at + 8 + (number & 7)
        value = number >> 3
        if number < 0 or text[end] != NEWLINE:
            return NO_MATCH
        if tag == SCORE:
            log.add(ops.SCORE, actor, value * 2, 0, 0, 0, 0, 0)
            return end
        if tag == EROLL:
            first_die = value // 10
            second_die = value % 10
            if first_die > 6 or second_die > first_die or second_die < 1:
                return NO_MATCH
            log.add(ops.EROLL, actor, first_die, second_die, -1, 0, 0, 0)
            return end
        return NO_MATCH

    def read_land(self, w: i64) -> i64:
        """Returns the territory whose code is in the three lowest bytes, or NO_MATCH."""
        if w & 0xE0E0E0 != 0x404040:  # no capital letter somewhere
            return NO_MATCH
        return self.lands[w & 31 | w >> 3 & 0x3E0 | w >> 6 & 0x7C00]

    def read_card(self, w: i64) -> i64:
        """Returns the card whose code is in the three lowest bytes (a territory or the jolly), or NO_MATCH."""
        if w & 0xFFFFFF == JOL:
            return JOLLY
        return self.read_land(w)

    def read_number(self, text: bytes, at: i64) -> i64:
        """Reads a number of at most five digits.

        Returns 8 times the number plus its width; NO_MATCH for no number or a leading 0.
        """
        w = read_i64_le(text, at)
        value = (w & 255) - ZERO
        if value < 0 or value > 9:
            return NO_MATCH
        width: i64 = 1
        digit = (w >> 8 & 255) - ZERO
        while digit >= 0 and digit <= 9 and width < 5:
            if value == 0:
                return NO_MATCH
            value = value * 10 + digit
            width += 1
            digit = (w >> 8 * width & 255) - ZERO
        return value * 8 + width

    def read_objective(self, text: bytes, start: i64, actor: i64, log: Log) -> i64:
        """Reads OBJ R ciclista: one word of letters, digits and hyphens that begins with a letter or digit."""
        at = start
        while at - start < 66:
            letter: i64 = text[at]
            is_lower = letter >= LOWER_A and letter <= LOWER_Z
            is_digit = letter >= ZERO and letter <= NINE
            if not is_lower and not is_digit and (letter != MINUS or at == start):
                break
            at += 1
        if at == start or at - start > 64 or text[at] != NEWLINE:
            return NO_MATCH
        log.add(ops.OBJ, actor, log.add_word(text[start:at].decode("ascii")), -1, -1, 0, 0, 0)
        return at

    def read_dice(self, w: i64, stop: i64) -> i64:
        """Reads descending dice before the byte `stop`.

        Returns 4 times their code of three digits plus their number, or NO_MATCH.
        """
        first = (w & 255) - ZERO
        second = (w >> 8 & 255) - ZERO
        if first < 1 or first > 6:
            return NO_MATCH
        if second == stop - ZERO:
            return first * 400 + 1
        third = (w >> 16 & 255) - ZERO
        if second < 1 or second > first:
            return NO_MATCH
        if third == stop - ZERO:
            return first * 400 + second * 40 + 2
        if third < 1 or third > second or w >> 24 & 255 != stop:
            return NO_MATCH
        return first * 400 + second * 40 + third * 4 + 3

    def read_attack(self, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads ATT R CIN>SIA 62:531 -1-1."""
        w = read_i64_le(text, at)
        source = self.read_land(w)
        target = self.read_land(w >> 32)
        if source < 0 or target < 0 or w >> 24 & 255 != GREATER or w >> 56 != SPACE:
            return NO_MATCH
        w = read_i64_le(text, at + 8)
        attack = self.read_dice(w, COLON)
        if attack < 0:
            return NO_MATCH
        first = (attack & 3) + 1
        defence = self.read_dice(w >> 8 * first, SPACE)
        if defence < 0:
            return NO_MATCH
        at += 9 + first + (defence & 3)
        w = read_i64_le(text, at)
        attack_loss = (w >> 8 & 255) - ZERO
        defence_loss = (w >> 24 & 255) - ZERO
        if w & 0xFF00FF00FF == 0x0A002D002D and 0 <= attack_loss <= 9 and 0 <= defence_loss <= 9:  # -D-D and line feed
            log.add(ops.ATT, actor, source, target, attack >> 2, defence >> 2, attack_loss * 1000 + defence_loss, -1)
            return at + 4
        return self.read_long_losses(text, at, actor, source, target, attack >> 2, defence >> 2, log)

    def read_long_losses(
        self, text: bytes, at: i64, actor: i64, source: i64, target: i64, attack: i64, defence: i64, log: Log
    ) -> i64:
        """Reads the losses of an attack if one has several digits."""
        attack_loss = self.read_number(text, at + 1)
        second_minus = at + 1 + (attack_loss & 7)
        if text[at] != MINUS or attack_loss < 0 or text[second_minus] != MINUS:
            return NO_MATCH
        defence_loss = self.read_number(text, second_minus + 1)
        end = second_minus + 1 + (defence_loss & 7)
        if defence_loss < 0 or attack_loss >> 3 > 999 or defence_loss >> 3 > 999 or text[end] != NEWLINE:
            return NO_MATCH
        log.add(ops.ATT, actor, source, target, attack, defence, (attack_loss >> 3) * 1000 + (defence_loss >> 3), -1)
        return end

    def read_border_line(self, op: i64, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads OCC R CIN>SIA 3 and MOVE R CIN>SIA 3."""
        w = read_i64_le(text, at)
        source = self.read_land(w)
        target = self.read_land(w >> 32)
        if source < 0 or target < 0 or w >> 24 & 255 != GREATER or w >> 56 != SPACE:
            return NO_MATCH
        armies = self.read_number(text, at + 8)
        end = at + 8 + (armies & 7)
        if armies < 0 or text[end] != NEWLINE:
            return NO_MATCH
        log.add(op, actor, source, target, armies >> 3, -1 if op == ops.MOVE else 0, 0, 0)
        return end

    def read_items(self, op: i64, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads PUT R CIN+2 SIA+1 and SET."""
        extra = log.extra
        start: i64 = len(extra)
        count: i64 = 0
        while True:
            w = read_i64_le(text, at)
            land = self.read_land(w)
            armies = self.read_number(text, at + 4)
            if land < 0 or armies < 0 or w >> 24 & 255 != PLUS:
                log.truncate(start)
                return NO_MATCH
            extra = append_value(append_value(extra, land), armies >> 3)
            count += 2
            at += 4 + (armies & 7)
            separator: i64 = text[at]
            if separator == NEWLINE:
                break
            if separator != SPACE:
                log.truncate(start)
                return NO_MATCH
            at += 1
        log.extra = extra
        log.add(op, actor, -1, 0, 0, 0, count, start)
        return at

    def read_reinforcement(self, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads REIN R 3+5+10=18."""
        territories = self.read_number(text, at)
        at += territories & 7
        if territories < 0 or text[at] != PLUS:
            return NO_MATCH
        continents = self.read_number(text, at + 1)
        at += (continents & 7) + 1
        if continents < 0 or text[at] != PLUS:
            return NO_MATCH
        cards = self.read_number(text, at + 1)
        at += (cards & 7) + 1
        if cards < 0 or text[at] != EQUALS:
            return NO_MATCH
        total = self.read_number(text, at + 1)
        at += (total & 7) + 1
        if total < 0 or text[at] != NEWLINE:
            return NO_MATCH
        log.add(ops.REIN, actor, territories >> 3, continents >> 3, cards >> 3, total >> 3, -1, 0)
        return at

    def read_deal(self, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads DEAL R CIN PER SIA, with one army on each."""
        extra = log.extra
        start: i64 = len(extra)
        count: i64 = 0
        while True:
            w = read_i64_le(text, at)
            card = self.read_card(w)
            separator = w >> 24 & 255
            if card < 0 or (separator != SPACE and separator != NEWLINE):
                log.truncate(start)
                return NO_MATCH
            extra = append_value(extra, card)
            count += 1
            at += 4
            if separator == NEWLINE:
                break
        log.extra = extra
        log.add(ops.DEAL, actor, 1, 0, 0, 0, count, start)
        return at - 1

    def read_draw(self, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads DRAW R BRA."""
        w = read_i64_le(text, at)
        card = self.read_card(w)
        if card < 0 or w >> 24 & 255 != NEWLINE:
            return NO_MATCH
        start: i64 = len(log.extra)
        log.push(card)
        log.add(ops.DRAW, actor, 0, 0, 0, 0, 1, start)
        return at + 3

    def read_exchange(self, text: bytes, at: i64, actor: i64, log: Log) -> i64:
        """Reads TRIS R CIN SIA JOL =10+2."""
        extra = log.extra
        start: i64 = len(extra)
        count: i64 = 0
        while text[at] != EQUALS:
            w = read_i64_le(text, at)
            card = self.read_card(w)
            if card < 0 or w >> 24 & 255 != SPACE:
                log.truncate(start)
                return NO_MATCH
            extra = append_value(extra, card)
            count += 1
            at += 4
        base = self.read_number(text, at + 1)
        at += (base & 7) + 1
        if base >= 0 and count > 0 and text[at] == PLUS:
            bonus = self.read_number(text, at + 1)
            at += (bonus & 7) + 1
            if bonus >= 0 and text[at] == NEWLINE:
                log.extra = extra
                log.add(ops.TRIS, actor, base >> 3, bonus >> 3, -1, 0, count, start)
                return at
        log.truncate(start)
        return NO_MATCH
