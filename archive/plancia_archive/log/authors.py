"""Who writes: author and role of the entries that a thread appends, part of each entry's header."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Author:
    """Id of a token, or `local` for the command line on the keeper's machine; and the role of its entries."""

    id: str = "local"
    role: str = "keeper"


AUTHOR: ContextVar[Author] = ContextVar("author", default=Author())  # noqa: B039 (frozen)


@contextmanager
def acting_as(author: Author) -> Iterator[None]:
    """Entries that this thread appends inside the block are by this author."""
    token = AUTHOR.set(author)
    try:
        yield
    finally:
        AUTHOR.reset(token)
