"""Parses lists of an input line: territories with numbers, cards, colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from plancia_events.names import COLOUR_WORDS, normalize
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import MAX_NAME_WORDS, candidates, joined_text, resolve, territory_error
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import HIDDEN, JOLLY, find_meaning

MAX_HAND_CARDS = 12
MAX_LISTED_NAMES = 24


def parse_items(input_line: InputLine) -> list[tuple[list[Token], int]]:
    """Parses names with numbers: `+2 alaska +1 siam` or `alaska 2, siam 1`. Raises Unclear."""
    tokens = input_line.of_kind("word", "number")
    if not tokens:
        raise Unclear("items", input_line.end)
    items: list[tuple[list[Token], int]] = []
    number_first = tokens[0].kind == "number"
    words: list[Token] = []
    number: Token | None = tokens[0] if number_first else None
    for token in tokens[1 if number_first else 0 :]:
        if token.kind == "word":
            words.append(token)
            continue
        if not words:
            raise Unclear("items", token.column, token.text)
        items.append((words, (number if number_first and number else token).value))
        words, number = [], token
    if number_first and words and number:
        items.append((words, number.value))
    elif words or number_first:
        raise Unclear("items", tokens[-1].column, tokens[-1].text)
    return items


def resolve_items(items: list[tuple[list[Token], int]], fits: Callable[[str], bool]) -> list[tuple[str, int]]:
    """Returns items with the codes of their territories. Raises Unclear."""
    return [(resolve(words, 1, fits)[0], count) for words, count in items]


def format_items(items: Sequence[tuple[str, int]], sign: str = "+") -> str:
    """Formats items in the notation; numbers of the same territory are added."""
    armies_by_code: dict[str, int] = {}
    for code, count in items:
        armies_by_code[code] = armies_by_code.get(code, 0) + count
    return " ".join(f"{code}{sign}{count}" for code, count in armies_by_code.items())


def card_candidates(text: str) -> tuple[str, ...]:
    """Returns the cards that a typed name may mean."""
    if find_meaning(text, JOLLY):
        return ("JOL",)
    if set(text) == {"?"} or text.startswith("#"):
        return ("???" if set(text) == {"?"} else text,)
    return candidates(text)


def split_at_commas(tokens: Sequence[Token]) -> list[list[Token]]:
    """Returns the words between commas, one list for each part."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "word":
            parts[-1].append(token)
        elif token.text == ",":
            parts.append([])
    return [part for part in parts if part]


def parse_cards(tokens: Sequence[Token], fits: Callable[[str], bool], count: int | None = None) -> list[str]:
    """Parses territories or cards named one after another, with or without commas between. Raises Unclear.

    A name that may mean several is the one that fits; where the words can be divided into names in several ways, that
    with the fewest names that fits is taken.
    """
    cards: list[str] = []
    for part in split_at_commas(tokens):
        cards += match_cards(part, fits)
    if count is not None and len(cards) != count:
        raise Unclear("card-count", tokens[0].column if tokens else 1, count=count, given=len(cards))
    return cards


def match_cards(words: list[Token], fits: Callable[[str], bool]) -> list[str]:
    """Returns the cards that words mean when divided into the fewest names. Raises Unclear."""
    if len(words) > MAX_LISTED_NAMES * MAX_NAME_WORDS:
        raise Unclear("surplus", words[MAX_LISTED_NAMES].column, words[MAX_LISTED_NAMES].text)
    best_reading: dict[int, list[str] | None] = {len(words): []}
    for start in range(len(words) - 1, -1, -1):
        best_reading[start] = None
        for length in range(min(MAX_NAME_WORDS, len(words) - start), 0, -1):
            following_cards = best_reading.get(start + length)
            codes = card_candidates(joined_text(words[start : start + length]))
            matching_codes = codes if len(codes) == 1 else tuple(code for code in codes if fits(code))
            if following_cards is None or len(matching_codes) != 1:
                continue
            current_best = best_reading[start]
            if current_best is None or len(following_cards) + 1 < len(current_best):
                best_reading[start] = [matching_codes[0], *following_cards]
    cards = best_reading[0]
    if cards is None:
        for word in words:
            codes = card_candidates(word.text)
            if len(codes) != 1:
                fitting = [(code,) for code in codes if fits(code)]
                raise territory_error([word], 1, [(code,) for code in codes], fitting)
        raise Unclear("lands", words[0].column, joined_text(words), count=1)
    return cards


def match_colour(text: str, letters: Sequence[str]) -> str:
    """Returns the one of `letters` that a colour word, its beginning or a letter means; "" for none or several."""
    if len(text) == 1 and text in letters:
        return text
    word = normalize(text)
    exact_match = COLOUR_WORDS.get(word, "")
    if exact_match:
        return exact_match if exact_match in letters else ""
    matches = {letter for name, letter in COLOUR_WORDS.items() if name.startswith(word) and letter in letters}
    return matches.pop() if len(matches) == 1 else ""


def expect_colour(token: Token | None, play: Play, end: int) -> str:
    """Returns the colour of a player that a token means. Raises Unclear."""
    letter = match_colour(token.text, play.players) if token is not None and token.kind == "word" else ""
    if not letter:
        raise colour_error(play.players, token.column if token else end, token.text if token else "")
    return letter


def colour_error(letters: Sequence[str], column: int, found: str = "") -> Unclear:
    """Returns the error for a word that is no colour of `letters`, or for the lack of one."""
    return Unclear("colour" if found else "colour-missing", column, found,
                   colours=lambda lang: colour_names(letters, lang))  # fmt: skip


def colour_names(letters: Sequence[str], lang: str) -> str:
    """Returns the names of colours, with commas."""
    from plancia_replay.text.sentences import vocabulary

    return ", ".join(str(vocabulary(lang)[f"colour.{letter}"]) for letter in letters)


def is_hidden_word(token: Token) -> bool:
    """True for a word that stands for something hidden."""
    return bool(find_meaning(token.text, HIDDEN)) or set(token.text) == {"?"}


def card_triples(cards: list[str]) -> list[tuple[str, ...]]:
    """Returns all combinations of three cards of a hand."""
    return list(dict.fromkeys(combinations(cards[:MAX_HAND_CARDS], 3)))
