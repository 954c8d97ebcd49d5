"""Where the form of a text departs from the canonical one, though the text is valid."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from plancia_events.text.event_text import format_event
from plancia_events.text.headers import format_headers, parse_headers
from plancia_events.text.reader import Reading

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FORM_CODES = ("byte-order-mark", "line-end", "comment-line", "untidy", "header-order", "blank-lines")


@dataclass(frozen=True)
class FormFinding:
    """A departure from the canonical form: its line in the file, what stands there, and what would be written."""

    line: int
    code: str
    found: str = ""
    canonical: str = ""


def canonical_text(reading: Reading) -> str:
    """The canonical text of all games of a file."""
    return "\n".join(game.text() for game in reading.games)


def source_lines(data: bytes) -> list[str]:
    """The lines of a file, without the byte-order mark and carriage returns at their ends."""
    text = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8", errors="replace")
    return [line.rstrip("\r") for line in text.split("\n")]


def is_comment_line(line: str) -> bool:
    """True for a line that readers drop: a canonical text has none."""
    return line.lstrip().startswith(";")


def find_untidy(data: bytes, reading: Reading) -> list[FormFinding]:
    """The departures of a file from its canonical form, in order of line; its problems are not among them."""
    lines = source_lines(data)
    findings = [FormFinding(1, "byte-order-mark")] if data.startswith(BYTE_ORDER_MARK) else []
    if b"\r\n" in data:
        findings.append(FormFinding(data[: data.index(b"\r\n")].count(b"\n") + 1, "line-end"))
    elif not data.endswith(b"\n"):
        findings.append(FormFinding(len(lines), "line-end"))
    findings += [
        FormFinding(number, "comment-line", line.strip())
        for number, line in enumerate(lines, start=1)
        if is_comment_line(line)
    ]
    findings += untidy_events(lines, reading)
    findings += untidy_headers(lines, reading)
    if reading.ok and not findings and "\n".join(lines) != (text := canonical_text(reading)):
        findings.append(FormFinding(first_difference(lines, text.split("\n")), "blank-lines"))
    return sorted(findings, key=lambda finding: finding.line)


def untidy_events(lines: list[str], reading: Reading) -> list[FormFinding]:
    """Event lines that are not as they would be written; those that could not be parsed are problems."""
    findings = []
    for game in reading.games:
        for number, (line, event) in enumerate(zip(game.lines, game.events, strict=True), start=1):
            if number not in game.unread and lines[line - 1] != (canonical := format_event(event)):
                findings.append(FormFinding(line, "untidy", lines[line - 1], canonical))
    return findings


def untidy_headers(lines: list[str], reading: Reading) -> list[FormFinding]:
    """Header lines that are not as they would be written, and valid headers that stand out of order."""
    findings = []
    written: list[tuple[int, str]] = []  # in canonical spelling, in the order of the file
    for number, line in enumerate(lines, start=1):
        if not line.lstrip().startswith("["):
            continue
        composed = unicodedata.normalize("NFC", line)  # as the reader takes it
        headers = [parsed for parsed in parse_headers(composed) if parsed.problem is None]
        spelled = [format_headers([(header.name, header.value)]).removesuffix("\n") for header in headers]
        written += [(number, text) for text in spelled]
        if spelled and spelled != [line]:
            findings.append(FormFinding(number, "untidy", line, "\n".join(spelled)))
    expected = [line for game in reading.games for line in format_headers(game.headers).splitlines()]
    misplaced = next(
        ((number, line) for (number, text), line in zip(written, expected, strict=False) if text != line), None
    )
    if reading.ok and misplaced:
        number, line = misplaced
        findings.append(FormFinding(number, "header-order", lines[number - 1], line))
    return findings


def first_difference(lines: list[str], canonical: list[str]) -> int:
    """The number of the first line that differs."""
    same = (number for number, (one, other) in enumerate(zip(lines, canonical, strict=False), start=1) if one != other)
    return next(same, min(len(lines), len(canonical)))
