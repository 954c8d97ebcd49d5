"""What a proof of the archive finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something wrong in the archive: where, a stable code, and details."""

    where: str
    code: str
    detail: str = ""


class Stopped(Exception):
    """Damage that stopped a check in a task, in the words of the error there."""


def summary(error: Exception) -> str:
    """What an error says of itself, on one line of at most 200 characters."""
    text = str(error) if isinstance(error, Stopped) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:200]


def gathered(work: Iterable[Finding]) -> tuple[list[Finding], str]:
    """The findings up to an error, and the summary of that: a task in a worker gives both, an exception only itself."""
    rows: list[Finding] = []
    try:
        rows.extend(work)
    except Exception as error:
        return rows, summary(error)
    return rows, ""
