"""Findings of an archive check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A problem in the archive: place, stable code, details."""

    where: str
    code: str
    detail: str = ""


class Stopped(Exception):
    """Damage that stopped a check in a worker; the message is that of the worker's error."""


def summary(error: Exception) -> str:
    """Message of an error, on one line of at most 200 characters."""
    text = str(error) if isinstance(error, Stopped) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:200]


def collect_findings(work: Iterable[Finding]) -> tuple[list[Finding], str]:
    """Findings up to the first error, and its summary; an exception from a worker would lose the findings."""
    rows: list[Finding] = []
    try:
        rows.extend(work)
    except Exception as error:
        return rows, summary(error)
    return rows, ""
