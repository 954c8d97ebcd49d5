"""Replaces names of registered people in free text by their references, before anything is hashed and stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.people.free_text import COMMENT, is_free_text_header, replace_in_comments
from plancia_archive.people.register import REFERENCE, People
from plancia_events import Game
from plancia_events.text.event_text import MAX_NOTE_LENGTH

if TYPE_CHECKING:
    from plancia_archive.log.storable_game import StorableGame

MAX_HEADER_LENGTH = 500
MAX_REASON_LENGTH = 500  # characters of a reason


def replace_names(people: People, storable: StorableGame) -> StorableGame:
    """Replaces names in the comments and free headers of a game whose seats have references already.

    Raises ArchiveError `free-text-long` for a text that is too long with the references.
    """
    if "{" not in storable.body and not any(is_free_text_header(name) for name, _ in storable.headers):
        return storable
    names = people.known_names()
    seated_words = people.name_words_by_reference(storable.person_names())
    replaced = storable.with_free_text(lambda text: names.replace(text, seated_words))
    if replaced is not storable:
        check_length([value for name, value in replaced.headers if is_free_text_header(name)], MAX_HEADER_LENGTH)
        check_length(COMMENT.findall(replaced.body), MAX_NOTE_LENGTH)
    return replaced


def replace_names_in_lines(people: People, game: Game, lines: list[str]) -> list[str]:
    """Replaces names in the comments of event lines for a game. Raises ArchiveError `free-text-long`."""
    if not any("{" in line for line in lines):
        return lines
    names = people.known_names()
    seated_words = people.name_words_by_reference(value for _, value in game.headers if REFERENCE.match(value))
    replaced = [replace_in_comments(lambda text: names.replace(text, seated_words), line) for line in lines]
    for before, line in zip(lines, replaced, strict=True):
        if line != before:
            check_length(COMMENT.findall(line), MAX_NOTE_LENGTH)
    return replaced


def replace_names_in_text(people: People, text: str, max_length: int, about: Iterable[str] = ()) -> str:
    """Replaces names in a reason; of the people that it is `about` (references) the surname alone too.

    Raises ArchiveError `free-text-long` if it becomes too long.
    """
    replaced = people.known_names().replace(text, people.name_words_by_reference(about))
    if replaced != text:
        check_length([replaced], max_length)
    return replaced


def normalize_reason(why: str) -> str:
    """Collapses white space in a reason. Raises ArchiveError `why` if it is empty, too long or not printable."""
    reason = " ".join(why.split())
    if not is_reason(reason):
        raise ArchiveError("why", f"1..{MAX_REASON_LENGTH}")
    return reason


def is_reason(text: str) -> bool:
    """True for a printable text in the form in which a reason is stored: not empty, not too long, single blanks."""
    return 0 < len(text) <= MAX_REASON_LENGTH and text.isprintable() and " ".join(text.split()) == text


def reason_text(people: People, why: str, about: Iterable[str]) -> str:
    """Returns a reason as it is stored: normalised, with references for names. Raises ArchiveError."""
    return replace_names_in_text(people, normalize_reason(why), MAX_REASON_LENGTH, about)


def check_length(texts: list[str], max_length: int) -> None:
    """Raises ArchiveError `free-text-long` for a text of more than `max_length` characters."""
    for text in texts:
        if len(text) > max_length:
            raise ArchiveError("free-text-long", f"{text[:40]}... ({len(text)}/{max_length})")
