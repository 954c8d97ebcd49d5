"""Splits an input line into tokens: words, numbers, signs, named arguments, a comment, a time of day."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from plancia_replay.recording.errors import Unclear

MAX_CHARACTERS = 2000
LEADING_MARKS = re.compile(r"[\s*•·\-–—>]*(?=[^\s\d*•·\-–—>])|\s*")
TOKEN = re.compile(
    r"(?P<named>[a-z-]+=[A-Za-z0-9,?]+)|(?P<counts>(?:\d|\?)v(?:\d|\?))|(?P<losses>-\d{1,2}-\d{1,2})"
    r"|(?P<arrow>->|=>|→|>)|(?P<number>[+=-]?\d+)|(?P<word>[^\W\d_][^\W\d_'’]*\.?|\?+|#\w+)|(?P<sign>[:/,;+()=.!-])"
)
ATTACK_WORDS = ("contro", "vs", "versus", "against", "attacca", "attacks")
FILLER_WORDS = ("da", "dal", "dalla", "from", "armate", "armata", "armies", "army", "alle")
TIME_OF_DAY = re.compile(r"(?<![\d:/])(?:@|ore\s+|at\s+)?([01]?\d|2[0-3])[:.]([0-5]\d)(?![\d:])")


@dataclass(frozen=True)
class Token:
    """A word, number or sign with its column, from 1. `kind` is the name of its group in `TOKEN`."""

    kind: str
    text: str
    column: int

    @property
    def value(self) -> int:
        """The number, without its sign."""
        return int(self.text.lstrip("+=-"))


@dataclass
class InputLine:
    """An input line: its tokens in order, its comment and its time of day (None without one)."""

    line: str
    tokens: list[Token]
    note: str | None = None
    at: str | None = None
    colour: str = ""  # the letter of the colour that the line begins with
    named: dict[str, Token] = field(default_factory=dict)

    def of_kind(self, *kinds: str) -> list[Token]:
        """Returns the tokens of the given kinds."""
        return [token for token in self.tokens if token.kind in kinds]

    @property
    def words(self) -> list[Token]:
        """The words."""
        return self.of_kind("word")

    @property
    def numbers(self) -> list[Token]:
        """The numbers, signed or not."""
        return self.of_kind("number")

    @property
    def arguments(self) -> str:
        """The named arguments as they were typed, each after a space."""
        return "".join(f" {token.text}" for token in self.named.values())

    def without_first(self, count: int = 1) -> InputLine:
        """Returns the line without its first `count` tokens."""
        return InputLine(self.line, self.tokens[count:], self.note, self.at, self.colour, self.named)

    def text_after(self, count: int = 1) -> str:
        """Returns the text after the first `count` tokens as it was typed, without the comment."""
        if len(self.tokens) <= count:
            return ""
        before = self.tokens[count - 1]
        return self.line[before.column - 1 + len(before.text) :].partition("{")[0].strip(" .:,\t")

    @property
    def end(self) -> int:
        """The column after the last token."""
        return self.tokens[-1].column + len(self.tokens[-1].text) if self.tokens else 1


def normalize_token(token: Token, before: Token | None) -> Token | None:
    """A token without what people add to it: `contro` is a sign between dice and an arrow elsewhere; None for `da`."""
    word = token.text.lower()
    if token.kind != "word":
        return token
    if word in ATTACK_WORDS and before is not None:
        return Token("sign", ":", token.column) if before.kind == "number" else Token("arrow", ">", token.column)
    return None if word in FILLER_WORDS else token


def parse_input_line(line: str, timed: bool = False) -> InputLine:
    """Parses a line. With `timed` a number such as 21:05 is a time of day. Raises Unclear."""
    if len(line) > MAX_CHARACTERS:
        raise Unclear("too-long", 1, line[:20], most=MAX_CHARACTERS)
    text, brace, comment = line.partition("{")
    note = None
    if brace:
        note = " ".join(comment.rpartition("}")[0].split()) or None
        if "}" not in comment or note is None or comment.rpartition("}")[2].strip() or "{" in comment:
            raise Unclear("comment", len(text) + 1, brace + comment[:20])
    at = None
    match = TIME_OF_DAY.search(text) if timed or "@" in text else None
    if match:
        at = f"{int(match[1]):02}:{match[2]}"
        text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
    tokens: list[Token] = []
    position = LEADING_MARKS.match(text).end()  # type: ignore[union-attr]
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        token_match = TOKEN.match(text, position)
        if token_match is None:
            raise Unclear("sign", position + 1, text[position])
        tokens.append(Token(str(token_match.lastgroup), token_match[0].removesuffix(".") or ".", position + 1))
        position = token_match.end()
    tokens = [tokens_left for tokens_left in map(normalize_token, tokens, [None, *tokens]) if tokens_left is not None]
    named = {token.text.partition("=")[0]: token for token in tokens if token.kind == "named"}
    tokens_left = [token for token in tokens if token.kind != "named"]
    return InputLine(line, tokens_left, note, at, named=named)
