"""Names of people in free text: replaced by references on the way in, and references by names on the way out.

Free text is what a reader writes in his own words: comments, the headers of FREE_HEADERS and `X-`, reasons, titles. It
is part of the hashed lines of the log, from which a name could never be erased.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

FREE_HEADERS = ("Event", "Place", "Round", "Table", "Game", "Match", "Leg")
REFERENCE_WORD = re.compile(r"\bp_[0-9A-HJKMNP-TV-Z]{8}\b")
TOKEN = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z])|(?:[^\W_][\u0300-\u036f]*)+")
GAP = re.compile(r"[^\w;:!?{}\[\]|<>]{1,4}|_|")  # between two words of one name: blanks, commas, dots, hyphens
COMMENT = re.compile(r"\{([^{}]*)\}")
FREE_HEADER_LINE = re.compile(rf"^\[({'|'.join(FREE_HEADERS)}|X-[A-Za-z0-9-]+) .*\]$", re.MULTILINE)
MIN_LETTERS = 3  # of a single word that stands for a person
ANY_CASE = 4  # letters from which a name of one word is found in lower case too

Span = tuple[int, int, str]


def is_free_header(name: str) -> bool:
    """True if the value of the header is free text."""
    return name in FREE_HEADERS or name.startswith("X-")


@lru_cache(maxsize=65536)
def parts(word: str) -> tuple[str, ...]:
    """Returns a word as `people.plain` has it: lower case, no accents; several parts if a letter is no ASCII letter."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    folded = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return tuple(re.findall(r"[a-z0-9]+", folded)) or (folded,)


def key_of(words: Iterable[str]) -> tuple[str, ...]:
    """Returns a comparison key of words that ignores order and spelling."""
    return tuple(sorted(part for word in words for part in parts(word)))


class KnownNames:
    """The names and aliases of the registered people, for finding them in text.

    Every name of two words or more is found in any case, order of words and accents. A name of one word is found in
    lower case from ANY_CASE letters on, capitalised from MIN_LETTERS on.
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
        words = [word for word in TOKEN.findall(spelling) if not REFERENCE_WORD.fullmatch(word)]
        if words and not REFERENCE_WORD.search(spelling):
            key = key_of(words)
            self.references.setdefault(key, reference)
            self.vocabulary.update(key)
            self.longest = max(self.longest, len(key))

    def replace(self, text: str, seated: Mapping[str, frozenset[str]] | None = None) -> str:
        """Replaces names in a text by references, longest names first.

        `seated` has the words of each person of a game: there a part of a name, such as the surname, stands for the one
        person whose name has it.
        """
        spans = self.spans(text, seated or {})
        for start, end, reference in reversed(spans):
            text = text[:start] + reference + text[end:]
        return text

    def spans(self, text: str, seated: Mapping[str, frozenset[str]]) -> list[Span]:
        """Returns the spans of names in the text, from left to right, each with its reference."""
        tokens = list(TOKEN.finditer(text))
        known = [self.is_known(token[0], seated) for token in tokens]
        found: list[Span] = []
        place = 0
        while place < len(tokens):
            size = 0
            if known[place]:
                size, reference = self.longest_at(text, tokens, known, place, seated)
                if size:
                    found.append((tokens[place].start(), tokens[place + size - 1].end(), reference))
            place += size or 1
        return found

    def is_known(self, word: str, seated: Mapping[str, frozenset[str]]) -> bool:
        """True if all parts of the word are in some name."""
        return all(part in self.vocabulary or any(part in own for own in seated.values()) for part in parts(word))

    def longest_at(
        self, text: str, tokens: list[re.Match[str]], known: list[bool], place: int,
        seated: Mapping[str, frozenset[str]],
    ) -> tuple[int, str]:  # fmt: skip
        """Finds the longest name that begins at a token: its number of tokens, 0 for none, and the reference."""
        end = place + 1
        while (
            end < len(tokens) and known[end] and end - place < self.longest
            and GAP.fullmatch(text, tokens[end - 1].end(), tokens[end].start())
        ):  # fmt: skip
            end += 1
        for size in range(end - place, 0, -1):
            words = [token[0] for token in tokens[place : place + size]]
            reference = self.references.get(key_of(words))
            if reference and (size > 1 or stands_for_person(words[0])):
                return size, reference
            if seated and (reference := person_of(words, seated)):
                return size, reference
        return 0, ""


def stands_for_person(word: str) -> bool:
    """True if a single word is long enough, or capitalised, to be taken for a registered name of one word."""
    return not word.isdigit() and (len(word) >= ANY_CASE or (len(word) >= MIN_LETTERS and word[0].isupper()))


def person_of(words: list[str], seated: Mapping[str, frozenset[str]]) -> str | None:
    """Returns the reference of the only person of a game whose name contains all the words; None otherwise."""
    if not any(len(word) >= MIN_LETTERS and word[0].isupper() for word in words):
        return None
    key = key_of(words)
    owners = [reference for reference, own in seated.items() if own.issuperset(key)]
    return owners[0] if len(owners) == 1 and len(set(key)) == len(key) else None


def in_comments(replace: Callable[[str], str], lines: str) -> str:
    """Applies `replace` to each comment of the lines."""
    return COMMENT.sub(lambda match: "{" + replace(match[1]) + "}", lines) if "{" in lines else lines


def in_headers(replace: Callable[[str], str], headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Applies `replace` to the free headers, and to the names of `X-` headers."""
    return [
        (header_name(replace, name), replace(value)) if is_free_header(name) else (name, value)
        for name, value in headers
    ]


def header_name(replace: Callable[[str], str], name: str) -> str:
    """Returns the name of a header; a person's name in an `X-` header becomes the reference, with a hyphen."""
    if not name.startswith("X-"):
        return name
    return "X-" + REFERENCE_WORD.sub(lambda match: match[0].replace("_", "-"), replace(name[2:]))


def with_names(text: str, name_of: Callable[[str], str]) -> str:
    """Replaces references in a text by names."""
    return REFERENCE_WORD.sub(lambda match: name_of(match[0]), text) if "p_" in text else text


def skeleton_of(text: str) -> str:
    """Returns the SHA-256 of a game's canonical text without its free text, hexadecimal.

    Independent of the known names.
    """
    head, _, body = text.partition("\n\n")
    blank = FREE_HEADER_LINE.sub("[]", head) + "\n\n" + (COMMENT.sub("{}", body) if "{" in body else body)
    return hashlib.sha256(blank.encode()).hexdigest()
