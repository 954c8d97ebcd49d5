"""Free text on its way into the log: names of registered people become references, before anything is hashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.registers.free_text import COMMENT, in_comments, is_free_header
from plancia_archive.registers.people import REFERENCE, People
from plancia_events import Game
from plancia_events.text.event_text import MAX_NOTE_LENGTH

if TYPE_CHECKING:
    from plancia_archive.log.intake import Intake

MAX_HEADER_LENGTH = 500


def without_names(people: People, intake: Intake) -> Intake:
    """The same game with references for the people named in its comments and free headers.

    Its seats are bound already. Raises ArchiveError for a text that is too long with the references.
    """
    if "{" not in intake.body and not any(is_free_header(name) for name, _ in intake.headers):
        return intake
    names = people.known_names()
    seated = people.words_of(intake.people())
    bound = intake.with_free_text(lambda text: names.replace(text, seated))
    if bound is not intake:
        refuse_longer([value for name, value in bound.headers if is_free_header(name)], MAX_HEADER_LENGTH)
        refuse_longer(COMMENT.findall(bound.body), MAX_NOTE_LENGTH)
    return bound


def lines_without_names(people: People, game: Game, lines: list[str]) -> list[str]:
    """Event lines for a game with references for the people named in their comments. Raises ArchiveError."""
    if not any("{" in line for line in lines):
        return lines
    names = people.known_names()
    seated = people.words_of(value for _, value in game.headers if REFERENCE.match(value))
    bound = [in_comments(lambda text: names.replace(text, seated), line) for line in lines]
    for before, line in zip(lines, bound, strict=True):
        if line != before:
            refuse_longer(COMMENT.findall(line), MAX_NOTE_LENGTH)
    return bound


def text_without_names(people: People, text: str, most: int) -> str:
    """A reason or a title with references for the people it names. Raises ArchiveError if it becomes too long."""
    bound = people.known_names().replace(text)
    if bound != text:
        refuse_longer([bound], most)
    return bound


def refuse_longer(texts: list[str], most: int) -> None:
    """Raises ArchiveError for a text that is longer than `most` characters."""
    for text in texts:
        if len(text) > most:
            raise ArchiveError("free-text-long", f"{text[:40]}... ({len(text)}/{most})")
