"""Replaces names of people in free text by references, before it is stored, and references by names.

Free text is text that a person writes: comments, the headers of FREE_TEXT_HEADERS and `X-`, reasons, titles. It is part
of the hashed lines of the log, from which a name could never be erased.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from plancia_data import board, board_ids, languages, messages

FREE_TEXT_HEADERS = ("Event", "Place", "Round", "Table", "Game", "Match", "Leg")
REFERENCE_PREFIX = "p_"  # begins the reference of a person
REFERENCE_WORD = re.compile(r"\bp_[0-9A-HJKMNP-TV-Z]{8}\b")
WORD_OR_REFERENCE = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z])|(?:[^\W_][\u0300-\u036f]*)+")
NAME_SEPARATOR = re.compile(
    r"[^\w;:!?{}\[\]|<>]{1,4}|_|"
)  # between two words of one name: blanks, commas, dots, hyphens
COMMENT = re.compile(r"\{([^{}]*)\}")
FREE_HEADER_LINE = re.compile(rf"^\[({'|'.join(FREE_TEXT_HEADERS)}|X-[A-Za-z0-9-]+) .*\]$", re.MULTILINE)
MIN_LETTERS = 3  # of a capitalised word that stands for a person
MIN_LOWER_CASE_LETTERS = 4  # of a word in lower case that stands for a person

Span = tuple[int, int, str]


def is_free_text_header(name: str) -> bool:
    """True if the value of the header is free text."""
    return name in FREE_TEXT_HEADERS or name.startswith("X-")


@lru_cache(maxsize=65536)
def fold_word(word: str) -> tuple[str, ...]:
    """Returns a word in lower case without accents, split into several parts at letters outside ASCII."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    without_accents = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return tuple(re.findall(r"[a-z0-9]+", without_accents)) or (without_accents,)


@cache
def ordinary_words() -> frozenset[str]:
    """Returns words in lower case that are capitalised without being names: of each language, and of the boards."""
    listed_words = " ".join(messages("ordinary", lang)["words"] for lang in languages())
    boards = [board(name) for name in board_ids()]
    names = [name for game_board in boards for name in (*game_board.names_it, *game_board.names_en)]
    names += [name for game_board in boards for continent in game_board.continents for name in continent[1:3]]
    return frozenset(
        part for word in (*listed_words.split(), *" ".join(names).replace("-", " ").split()) for part in fold_word(word)
    )


@dataclass(frozen=True)
class NameWords:
    """The words of a person's name and aliases, folded; `surname` is the last of a name of two words or more."""

    words: frozenset[str]
    surname: str = ""

    @classmethod
    def of(cls, name: str, spellings: Iterable[str] = ()) -> NameWords:
        """Returns the words of a name and of its other spellings."""
        last_word = name.split()[-1] if len(name.split()) > 1 else ""
        return cls(frozenset(name_key([name, *spellings])), (name_key([last_word]) or ("",))[-1] if last_word else "")


def name_key(words: Iterable[str]) -> tuple[str, ...]:
    """Returns a comparison key of words that ignores order and spelling."""
    return tuple(sorted(part for word in words for part in fold_word(word)))


class KnownNames:
    """An index of the names and aliases of the registered people, which finds them in text.

    Every name of two words or more is found in any case, order of words and accents. A name of one word is found in
    lower case from MIN_LOWER_CASE_LETTERS letters on, capitalised from MIN_LETTERS on.
    """

    def __init__(self, spellings: Iterable[tuple[str, str]]) -> None:
        """`spellings` are names or aliases in normalised form, each with its reference."""
        self.references: dict[tuple[str, ...], str] = {}
        self.vocabulary: set[str] = set()
        self.longest = 0
        for spelling, reference in spellings:
            self.add(spelling, reference)

    def add(self, spelling: str, reference: str) -> None:
        """Adds a name or an alias of a person."""
        words = [word for word in WORD_OR_REFERENCE.findall(spelling) if not REFERENCE_WORD.fullmatch(word)]
        if words and not REFERENCE_WORD.search(spelling):
            key = name_key(words)
            self.references.setdefault(key, reference)
            self.vocabulary.update(key)
            self.longest = max(self.longest, len(key))

    def replace(self, text: str, seated: Mapping[str, NameWords] | None = None) -> str:
        """Replaces names in a text by references, longest names first.

        `seated` has the words of each person that a game or an entry is about: there a capitalised part of a name, and
        the surname in any case, stands for the one person whose name has it.
        """
        spans = self.find_spans(text, seated or {})
        for start, end, reference in reversed(spans):
            text = text[:start] + reference + text[end:]
        return text

    def find_spans(self, text: str, seated: Mapping[str, NameWords]) -> list[Span]:
        """Returns the spans of names in the text, from left to right, each with its reference."""
        tokens = list(WORD_OR_REFERENCE.finditer(text))
        known_flags = [self.is_known(token[0], seated) for token in tokens]
        spans: list[Span] = []
        position = 0
        while position < len(tokens):
            length = 0
            if known_flags[position]:
                length, reference = self.find_longest_name(text, tokens, known_flags, position, seated)
                if length:
                    spans.append((tokens[position].start(), tokens[position + length - 1].end(), reference))
            position += length or 1
        return spans

    def is_known(self, word: str, seated: Mapping[str, NameWords]) -> bool:
        """Returns whether each part of the word occurs in a name."""
        return all(
            part in self.vocabulary or any(part in person.words for person in seated.values())
            for part in fold_word(word)
        )

    def find_longest_name(
        self, text: str, tokens: list[re.Match[str]], known_flags: list[bool], position: int,
        seated: Mapping[str, NameWords],
    ) -> tuple[int, str]:  # fmt: skip
        """Finds the longest name that begins at a token: its number of tokens, 0 for none, and the reference."""
        end = position + 1
        while (
            end < len(tokens) and known_flags[end] and end - position < self.longest
            and NAME_SEPARATOR.fullmatch(text, tokens[end - 1].end(), tokens[end].start())
        ):  # fmt: skip
            end += 1
        for length in range(end - position, 0, -1):
            words = [token[0] for token in tokens[position : position + length]]
            reference = self.references.get(name_key(words))
            if reference and (length > 1 or stands_for_person(words[0])):
                return length, reference
            if seated and (reference := find_seated_person(words, seated)):
                return length, reference
        return 0, ""


def stands_for_person(word: str) -> bool:
    """Returns whether a single word may stand for a registered name of one word, by its length and capital letter."""
    return not word.isdigit() and (
        len(word) >= MIN_LOWER_CASE_LETTERS or (len(word) >= MIN_LETTERS and word[0].isupper())
    )


def find_seated_person(words: list[str], seated: Mapping[str, NameWords]) -> str | None:
    """Returns the reference of the only person whose name contains all the words; None otherwise.

    One of the words is capitalised, or they are the surname in lower case, if that is no ordinary word.
    """
    key = name_key(words)
    owners = [reference for reference, person in seated.items() if person.words.issuperset(key)]
    if len(owners) != 1 or len(set(key)) != len(key):
        return None
    if any(len(word) >= MIN_LETTERS and word[0].isupper() for word in words):
        return owners[0]
    surname = seated[owners[0]].surname
    is_surname = key == (surname,) and len(surname) >= MIN_LOWER_CASE_LETTERS and surname not in ordinary_words()
    return owners[0] if is_surname else None


def replace_in_comments(replace: Callable[[str], str], lines: str) -> str:
    """Applies `replace` to each comment of the lines."""
    return COMMENT.sub(lambda match: "{" + replace(match[1]) + "}", lines) if "{" in lines else lines


def replace_in_headers(replace: Callable[[str], str], headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Applies `replace` to the free headers, and to the names of `X-` headers."""
    return [
        (replace_in_header_name(replace, name), replace(value)) if is_free_text_header(name) else (name, value)
        for name, value in headers
    ]


def replace_in_header_name(replace: Callable[[str], str], name: str) -> str:
    """Returns the name of a header; a person's name in an `X-` header becomes the reference, with a hyphen."""
    if not name.startswith("X-"):
        return name
    return "X-" + REFERENCE_WORD.sub(lambda match: match[0].replace("_", "-"), replace(name[2:]))


def replace_references(text: str, name_of: Callable[[str], str]) -> str:
    """Replaces references in a text by names."""
    return REFERENCE_WORD.sub(lambda match: name_of(match[0]), text) if REFERENCE_PREFIX in text else text


def hash_without_free_text(text: str) -> str:
    """Returns the SHA-256, in hexadecimal, of a game's canonical text with the free text removed.

    It does not depend on the registered names.
    """
    header_block, _, body = text.partition("\n\n")
    text_without_names = (
        FREE_HEADER_LINE.sub("[]", header_block) + "\n\n" + (COMMENT.sub("{}", body) if "{" in body else body)
    )
    return hashlib.sha256(text_without_names.encode()).hexdigest()
