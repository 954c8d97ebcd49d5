"""Findings of an archive check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A problem found by a check: its location, its stable code, and details."""

    where: str
    code: str
    detail: str = ""


class CheckStopped(Exception):
    """Raised when damage stopped a check in a worker; the message is that of the worker's error."""


def summarize_error(error: Exception) -> str:
    """Returns the message of an error on one line of at most 200 characters."""
    text = str(error) if isinstance(error, CheckStopped) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:200]


def collect_findings(work: Iterable[Finding]) -> tuple[list[Finding], str]:
    """Returns the findings up to the first error, and a summary of the error, "" without one.

    An exception raised in a worker would lose the findings before it.
    """
    findings: list[Finding] = []
    try:
        findings.extend(work)
    except Exception as error:
        return findings, summarize_error(error)
    return findings, ""
