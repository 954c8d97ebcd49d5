"""Lists as they are said: territories with numbers, cards, colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from plancia_events.names import COLOUR_WORDS, normalize
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import MOST_WORDS, candidates, resolve, spelt, unclear
from plancia_replay.recording.tokens import Said, Token
from plancia_replay.recording.vocabulary import HIDDEN, JOLLY, meaning

MOST_CARDS = 12
MOST_LISTED_WORDS = 24


def items_of(said: Said) -> list[tuple[list[Token], int]]:
    """Words with their numbers: `+2 alaska +1 siam` or `alaska 2, siam 1`. Raises Unclear."""
    tokens = said.of("word", "number")
    if not tokens:
        raise Unclear("items", said.end)
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


def lands_of_items(items: list[tuple[list[Token], int]], fits: Callable[[str], bool]) -> list[tuple[str, int]]:
    """The items with the codes of their territories. Raises Unclear."""
    return [(resolve(words, 1, fits)[0], count) for words, count in items]


def written(items: Sequence[tuple[str, int]], sign: str = "+") -> str:
    """Items as the notation writes them; the same territory once."""
    total: dict[str, int] = {}
    for code, count in items:
        total[code] = total.get(code, 0) + count
    return " ".join(f"{code}{sign}{count}" for code, count in total.items())


def card_candidates(text: str) -> tuple[str, ...]:
    """The cards that a typed name may mean."""
    if meaning(text, JOLLY):
        return ("JOL",)
    if set(text) == {"?"} or text.startswith("#"):
        return ("???" if set(text) == {"?"} else text,)
    return candidates(text)


def groups(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words between commas."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "word":
            parts[-1].append(token)
        elif token.text == ",":
            parts.append([])
    return [part for part in parts if part]


def cards_in(tokens: Sequence[Token], fits: Callable[[str], bool], count: int | None = None) -> list[str]:
    """Territories or cards named one after another, with or without commas between. Raises Unclear.

    A name that may mean several is the one that fits; where the words can be divided into names in several ways, that
    with the fewest names that fits is taken.
    """
    cards: list[str] = []
    for part in groups(tokens):
        cards += cards_of_words(part, fits)
    if count is not None and len(cards) != count:
        raise Unclear("card-count", tokens[0].column if tokens else 1, count=count, given=len(cards))
    return cards


def cards_of_words(words: list[Token], fits: Callable[[str], bool]) -> list[str]:
    """The cards that some words mean, by the longest names that can be read from the left. Raises Unclear."""
    if len(words) > MOST_LISTED_WORDS * MOST_WORDS:
        raise Unclear("surplus", words[MOST_LISTED_WORDS].column, words[MOST_LISTED_WORDS].text)
    ways: dict[int, list[str] | None] = {len(words): []}
    for start in range(len(words) - 1, -1, -1):
        ways[start] = None
        for length in range(min(MOST_WORDS, len(words) - start), 0, -1):
            rest = ways.get(start + length)
            codes = card_candidates(spelt(words[start : start + length]))
            chosen = codes if len(codes) == 1 else tuple(code for code in codes if fits(code))
            if rest is None or len(chosen) != 1:
                continue
            best = ways[start]
            if best is None or len(rest) + 1 < len(best):
                ways[start] = [chosen[0], *rest]
    found = ways[0]
    if found is None:
        for word in words:
            codes = card_candidates(word.text)
            if len(codes) != 1:
                fitting = [(code,) for code in codes if fits(code)]
                raise unclear([word], 1, [(code,) for code in codes], fitting)
        raise Unclear("lands", words[0].column, spelt(words), count=1)
    return found


def colour_of(text: str, among: Sequence[str]) -> str:
    """The colour that a word, its beginning, or a letter in capitals means among some; "" for none or several."""
    if len(text) == 1 and text in among:
        return text
    word = normalize(text)
    exact = COLOUR_WORDS.get(word, "")
    if exact:
        return exact if exact in among else ""
    found = {letter for name, letter in COLOUR_WORDS.items() if name.startswith(word) and letter in among}
    return found.pop() if len(found) == 1 else ""


def expect_colour(token: Token | None, play: Play, end: int) -> str:
    """The colour that a token means among the players. Raises Unclear."""
    letter = colour_of(token.text, play.players) if token is not None and token.kind == "word" else ""
    if not letter:
        raise Unclear("colour", token.column if token else end, token.text if token else "",
                      colours=lambda lang: colour_names(play.players, lang))  # fmt: skip
    return letter


def colour_names(letters: Sequence[str], lang: str) -> str:
    """Colours by their names."""
    from plancia_replay.text.sentences import vocabulary

    return ", ".join(str(vocabulary(lang)[f"colour.{letter}"]) for letter in letters)


def hides(token: Token) -> bool:
    """True for a word that says that something is hidden."""
    return bool(meaning(token.text, HIDDEN)) or set(token.text) == {"?"}


def combinations_of(cards: list[str]) -> list[tuple[str, ...]]:
    """The sets of three that a hand has."""
    return list(dict.fromkeys(combinations(cards[:MOST_CARDS], 3)))
