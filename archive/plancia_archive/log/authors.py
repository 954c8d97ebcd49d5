"""The current author: the token id and role that a thread records in the header of each entry it appends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Author:
    """The id of a token, or `local` for the command line on the keeper's machine, and the role it writes with."""

    id: str = "local"
    role: str = "keeper"


AUTHOR: ContextVar[Author] = ContextVar("author", default=Author())  # noqa: B039 (frozen)


@contextmanager
def acting_as(author: Author) -> Iterator[None]:
    """Context manager: entries that this thread appends inside the block record this author."""
    token = AUTHOR.set(author)
    try:
        yield
    finally:
        AUTHOR.reset(token)
