"""Parts of a single kind of event: throws, losses, sums, set values, boards, points, transfers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from plancia_events.ascii_case import lower, upper
from plancia_events.errors import NotationError
from plancia_events.names import LANDS, find_land, normalize, parse_colour
from plancia_events.parts.common import COMMITMENT, WORD, Fields, KeywordPart, Words, parse_dice, parse_number

LOSSES = re.compile(r"-([0-9]{1,3})-([0-9]{1,3})\Z")
REINFORCEMENT_SUM = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})\+([0-9]{1,4})=([0-9]{1,5})\Z")
SET_VALUE = re.compile(r"=(?:([0-9]{1,4})(?:\+([0-9]{1,4}))?|\?)\Z")
BOARD_CELL = re.compile(r"([RBGYNV-])([0-9]{1,4})|\?")
POINTS = re.compile(r"([0-9]{1,5})(?:[.,]([05]))?\Z")
VOID_THROWS = re.compile(r"[ad][1-6]{1,6}(?:,[ad][1-6]{1,6})*\Z")


@dataclass
class Throw:
    """Dice of both sides `62:531`, or only their numbers `3v2`, `?` for an unknown number."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("62:531")
        attack, separator, defence = text.partition(":")
        if separator:
            fields["attack_dice"] = parse_dice(attack, column)
            fields["defence_dice"] = parse_dice(defence, column + len(attack) + 1)
            fields["attack_count"] = len(fields["attack_dice"])
            fields["defence_count"] = len(fields["defence_dice"])
            return
        attack, separator, defence = lower(text).partition("v")
        if not separator:
            raise NotationError("dice", column, text, "62:531 | 3v2 | ?v?")
        for name, count, count_column in (
            ("attack_count", attack, column),
            ("defence_count", defence, column + len(attack) + 1),
        ):
            if count != "?" and count not in ("1", "2", "3"):
                raise NotationError("dice", count_column, count, "1-3 | ?")
            fields[name] = None if count == "?" else int(count)

    def write(self, event: Any) -> str:
        if event.attack_dice:
            return "".join(map(str, event.attack_dice)) + ":" + "".join(map(str, event.defence_dice))
        counts = (event.attack_count, event.defence_count)
        return "v".join("?" if count is None else str(count) for count in counts)


@dataclass
class Losses:
    """Armies lost by attacker and defender: `-1-1`."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("-1-1")
        match = LOSSES.match(text)
        if not match:
            raise NotationError("losses", column, text, "-1-1")
        fields["attack_losses"] = int(match[1])
        fields["defence_losses"] = int(match[2])

    def write(self, event: Any) -> str:
        return f"-{event.attack_losses}-{event.defence_losses}"


@dataclass
class VoidThrows(KeywordPart):
    """Void throws, which were repeated: `void=a654,d66`."""

    key: ClassVar[str] = "void"

    def read(self, words: Words, fields: Fields) -> None:
        if not lower(words.peek()).startswith("void="):
            return
        text, column = words.take("void=")
        text = lower(text)
        if not VOID_THROWS.match(text[5:]):
            raise NotationError("dice", column + 5, text[5:45], "a654,d66")
        fields["void"] = [throw[0] + "".join(sorted(throw[1:], reverse=True)) for throw in text[5:].split(",")]

    def write(self, event: Any) -> str:
        return "void=" + ",".join(event.void) if event.void else ""


@dataclass
class ReinforcementSum:
    """Armies declared for territories, continents and cards, and their total: `3+5+10=18`."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("3+5+10=18")
        match = REINFORCEMENT_SUM.match(text)
        if not match:
            raise NotationError("form", column, text, "3+5+10=18")
        for name, value in zip(("territories", "continents", "cards", "total"), match.groups(), strict=True):
            fields[name] = int(value)

    def write(self, event: Any) -> str:
        return f"{event.territories}+{event.continents}+{event.cards}={event.total}"


@dataclass
class SetValue:
    """The armies for a set: `=10+2` (value and territory bonus), `=?` if not recorded."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("=10+2")
        match = SET_VALUE.match(text)
        if not match:
            raise NotationError("form", column, text, "=10+2 | =?")
        fields["base"] = None if match[1] is None else int(match[1])
        fields["bonus"] = None if match[1] is None else int(match[2] or 0)

    def write(self, event: Any) -> str:
        return "=?" if event.base is None else f"={event.base}+{event.bonus or 0}"


@dataclass
class BoardText:
    """The whole board in the standard order: colour and armies of each territory, `?` if not recorded."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("R3B12...")
        text = upper(text)
        cells = [match.group(0) for match in BOARD_CELL.finditer(text)]
        if "".join(cells) != text or len(cells) != len(LANDS):
            raise NotationError("board", column, text[:40], f"{len(LANDS)} x R3 | ?")
        fields["board"] = "".join(cell[0] + str(int(cell[1:])) if cell != "?" else "?" for cell in cells)

    def write(self, event: Any) -> str:
        return str(event.board)


@dataclass
class Hands(KeywordPart):
    """The number of cards in each hand: `hands=R3,B2`."""

    key: ClassVar[str] = "hands"

    def read(self, words: Words, fields: Fields) -> None:
        if not lower(words.peek()).startswith("hands="):
            return
        text, column = words.take("hands=")
        hands = []
        for item in text[6:].split(","):
            count = item.lstrip("".join(letter for letter in item if letter.isalpha()))
            if not item:
                raise NotationError("form", column + 6, text[6:46], "R3,B2")
            letter = parse_colour(item.removesuffix(count), column + 6)
            hands.append((letter, parse_number(count, column + 6 + len(item) - len(count), 99)))
        fields["hands"] = hands

    def write(self, event: Any) -> str:
        return "hands=" + ",".join(f"{letter}{count}" for letter, count in event.hands) if event.hands else ""


@dataclass
class Points:
    """Points in exact halves, `31` or `31.5`, stored as half points."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("31.5")
        match = POINTS.match(text)
        if not match:
            raise NotationError("number", column, text, "31 | 31.5")
        fields["half_points"] = 2 * int(match[1]) + (1 if match[2] == "5" else 0)

    def write(self, event: Any) -> str:
        return f"{event.half_points // 2}" + (".5" if event.half_points % 2 else "")


CARD_PILES = ("deck", "pile", "out")


@dataclass
class Transfer:
    """Cards from a hand to another, or to the `deck` (bottom), the discard `pile`, or `out` of play: `G>R`."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("G>R")
        giver, separator, receiver = text.partition(">")
        if not separator:
            raise NotationError("form", column, text, "G>R | G>deck")
        fields["giver"] = parse_colour(giver, column)
        fields["to"] = (
            lower(receiver) if lower(receiver) in CARD_PILES else parse_colour(receiver, column + len(giver) + 1)
        )

    def write(self, event: Any) -> str:
        return f"{event.giver}>{event.to}"


@dataclass
class EndDice:
    """One or two dice of a throw that may end the game."""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("62")
        fields["dice"] = parse_dice(text, column, 2)

    def write(self, event: Any) -> str:
        return "".join(map(str, event.dice))


@dataclass
class ObjectiveName:
    """An objective: its id, `???` or a commitment; several words up to a keyword are joined to an id."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take_value("objective")
        if text in ("???", "??", "?"):
            fields[self.name] = "???"
            return
        if text.startswith("#"):
            if not COMMITMENT.match(lower(text)):
                raise NotationError("card", column, text[:20], "#" + "64 hex")
            fields[self.name] = lower(text)
            return
        while words.peek() and "=" not in words.peek():
            text += " " + words.take("")[0]
        objective = objective_id(text)
        if not WORD.match(objective):
            raise NotationError("word", column, text[:40], "A-Z a-z 0-9 _ . : / -")
        fields[self.name] = words.objectives.resolve(objective, column) if words.objectives else objective

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


def objective_id(text: str) -> str:
    """Returns an objective's id for its name: lower case without accents, words joined by `-`."""
    return "-".join(normalize(text).split()) if " " in text or not text.isascii() else lower(text)


@dataclass
class RevealedValue:
    """A revealed value: a card by its code or full name, else an objective's id."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take_value("card | objective")
        while words.peek() and "=" not in words.peek():
            text += " " + words.take("")[0]
        card = "JOL" if upper(text) in ("JOL", "JOLLY") else find_land(text)
        value = card or objective_id(text)
        if not WORD.match(value):
            raise NotationError("word", column, text[:40], "A-Z a-z 0-9 _ . : / -")
        fields[self.name] = value if card or not words.objectives else words.objectives.resolve(value, column)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


SALT = re.compile(r"[0-9a-f]{16,64}\Z")


@dataclass
class Salt(KeywordPart):
    """The salt of a commitment, `salt=HEX`: 16 to 64 hexadecimal digits, too many to try all of them."""

    key: ClassVar[str] = "salt"
    name: str

    def read(self, words: Words, fields: Fields) -> None:
        key, separator, text = words.peek().partition("=")
        if not separator or lower(key) != "salt":
            return
        column = words.take("salt=")[1] + 5
        if not SALT.match(lower(text)):
            raise NotationError("salt", column, text[:40], "16-64")
        fields[self.name] = lower(text)

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None else f"salt={value}"
