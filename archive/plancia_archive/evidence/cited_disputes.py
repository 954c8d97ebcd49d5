"""Finds the disputes that lines of a bundle cite and that the bundle does not have.

A ruling that revokes lines cites its dispute in the comment of the new ones; the text of a line may cite others.
"""

from __future__ import annotations

import re

from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.result import ABSENT_DISPUTE, Note

CITATION = re.compile(r"(?<![0-9A-Za-z_-])d_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z_-])")
CITING_KINDS = ("game", "dispute", "approval", "withdrawal", "correction")


def absent_dispute_notes(streams: list[Stream]) -> list[Note]:
    """Returns a note for each cited dispute that is absent: `dispute`, and `stream`, `line`, `event` that cite it."""
    found = {stream.name.partition(":")[2] for stream in streams if stream.kind == "dispute"}
    notes = []
    for stream in streams:
        for entry in stream.entries if stream.kind in CITING_KINDS else ():
            for line_offset, line in enumerate(entry.lines):
                for dispute in CITATION.findall(line):
                    if dispute in found:
                        continue
                    found.add(dispute)
                    event = entry.first + max(line_offset - entry.headers, 0)
                    facts = {"dispute": dispute, "stream": stream.name, "line": entry.first_line + line_offset}
                    notes.append(Note(ABSENT_DISPUTE, {**facts, "event": event}))
    return notes


def absence_notes(streams: list[Stream]) -> list[Note]:
    """Returns the notes that a bundle has no dispute, or no approval: others may be in the log."""
    kinds = {stream.kind for stream in streams}
    return [Note(f"no-{kind}") for kind in ("dispute", "approval") if kind not in kinds]
