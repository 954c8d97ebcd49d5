"""Names parts of an untrusted bundle in words: streams, columns, seats, lines of disputes and approvals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plancia_archive.evidence.strict_json import JsonError, JsonObject, natural_number, parse_json
from plancia_data import messages, wrap_number

REFERENCE = re.compile(r"(?<![0-9A-Za-z_-])p_[0-9A-Z]+")


class FactsOrQuestionMark(dict[str, Any]):
    """Facts of a message; a missing one is a question mark."""

    def __missing__(self, key: str) -> object:
        return wrap_number("?")


def format_sentence(key: str, lang: str, facts: Mapping[str, Any]) -> str:
    """Returns a message with its facts, escaped since they come from an untrusted file."""
    shown = {name: wrap_number(value if type(value) is int else printable(value)) for name, value in facts.items()}
    return messages("evidence", lang)[key].format_map(FactsOrQuestionMark(shown))


def printable(value: object) -> str:
    """Returns at most 200 characters of a value, with those that are not printable escaped."""
    text = str(value)[:200]
    return text if text.isprintable() else "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def is_game_stream(name: object) -> bool:
    """Returns whether a stream, or None for the whole bundle, has lines that are events of a game."""
    return not isinstance(name, str) or ":" not in name


def format_stream(name: str, lang: str) -> str:
    """Returns a stream in words: `dispute:d_1` is the dispute d_1. A rule-set is named by 12 digits of its hash."""
    kind, colon, stream_id = name.partition(":")
    if not colon:
        kind, stream_id = "game", name
    words = messages("evidence", lang)
    if f"stream.{kind}" not in words:
        return printable(name)
    return format_sentence(f"stream.{kind}", lang, {"id": stream_id[:12] if kind == "ruleset" else stream_id})


def format_column(column: str, lang: str) -> str:
    """Returns a column of an entry, of a proof or of a bundle in words."""
    key = f"column.{column}"
    return format_sentence(key if key in messages("evidence", lang) else "column.other", lang, {"column": column})


def format_location(where: JsonObject, lang: str) -> str:
    """Returns a location in words. Entries are counted from 1 for a reader; only lines of a game are events."""
    location = {name: value for name, value in where.items() if value is not None}
    if "entry" in location:
        location["entry"] += 1
    if not is_game_stream(where.get("stream")):
        location.pop("event", None)
    if "stream" in location:
        location["stream"] = format_stream(str(location["stream"]), lang)
    if "column" in location:
        location["column"] = format_column(str(location["column"]), lang)
    return ", ".join(format_sentence(f"where.{name}", lang, {"what": value}) for name, value in location.items())


def format_colour(name: str, lang: str) -> str:
    """Returns the colour of a seat, given by its header or its letter, in words; another text as it is."""
    return messages("evidence", lang).get(f"colour.{name}", printable(name))


def with_names(text: str, names: dict[str, str]) -> str:
    """Returns a text with names in place of the references that the bundle explains."""
    return REFERENCE.sub(lambda match: names.get(match[0], match[0]), text)


def names_by_reference(people: list[JsonObject]) -> dict[str, str]:
    """Returns the names that a bundle carries, by reference."""
    return {
        person["reference"]: person["record"]["name"]
        for person in people
        if isinstance(person["record"].get("name"), str)
    }


def line_summary(value: JsonObject) -> JsonObject:
    """Returns kind, author, outcome, text, version and file of a JSON line; None for a member that it does not have."""
    return {
        "kind": first_text(value, "kind"), "by": first_text(value, "claimant", "by", "player", "arbiter"),
        "outcome": first_text(value, "outcome"), "text": first_text(value, "claim", "text", "why", "about"),
        "version": natural_number(value.get("version")), "file": file_summary(value),
    }  # fmt: skip


def correction_summary(value: JsonObject) -> JsonObject:
    """Returns the summary of a line of evidence of a correction, with the number of the correction and an id."""
    return {**line_summary(value), "event": natural_number(value.get("event")), "id": first_text(value, "id")}


def file_summary(value: JsonObject) -> JsonObject | None:
    """Returns SHA-256, size and media type of the file that a line of evidence names; None for other lines."""
    sha256, media, size = first_text(value, "sha256"), first_text(value, "media"), natural_number(value.get("bytes"))
    return (
        None if sha256 is None or media is None or size is None else {"sha256": sha256, "bytes": size, "media": media}
    )


def first_text(value: JsonObject, *names: str) -> str | None:
    """Returns the first of these members that is a text; None if there is none."""
    return next((str(value[name]) for name in names if type(value.get(name)) is str), None)


def format_line(line: JsonObject, lang: str, names: dict[str, str]) -> str:
    """Returns a summary of a line of a dispute or an approval as text: kind, outcome, author, text or last event."""
    words = messages("evidence", lang)
    kind, outcome = (printable(words.get(f"kind.{line[name]}", line[name] or "")) for name in ("kind", "outcome"))
    author = f"({format_colour(with_names(line['by'], names), lang)}{entered_by(line, lang)})" if line["by"] else ""
    text = " ".join(filter(None, (kind or "?", outcome, author)))
    if line["version"] is not None:  # events are counted from 0, which is the block of headers
        return f"{text}, {format_sentence('final.event', lang, {'event': line['version'] - 1})}"
    text = text if line["text"] is None else f"{text}: {printable(with_names(line['text'], names))}"
    return f"{text} ({printable(format_sentence('contents.file', lang, line['file']))})" if line["file"] else text


def entered_by(line: JsonObject, lang: str) -> str:
    """Returns in words who entered a confirmation in the name of a player; "" for other lines."""
    if line["kind"] != "confirmed" or line.get("role") in (None, "player"):
        return ""
    return format_roles([line["role"]], lang)


def format_roles(roles: list[str], lang: str) -> str:
    """Returns in words the roles of those who entered something, after a semicolon; "" where none is stated."""
    words = messages("evidence", lang)
    names = ", ".join(words.get(f"role.{role}", printable(role)) for role in roles)
    return f"; {format_sentence('contents.entered', lang, {'role': names})}" if names else ""


def format_correction(line: JsonObject, lang: str, names: dict[str, str]) -> str:
    """Returns a `correction_summary` as text: the number of the correction, then its file or id."""
    event = "?" if line["event"] is None else line["event"]
    place = format_sentence("contents.correction", lang, {"event": event})
    identifier = f" {printable(line['id'])}" if line["id"] else ""
    return f"{place}:{identifier} {format_line(line, lang, names)}"


def format_json_line(line: str, lang: str) -> str:
    """Returns a JSON line of a stream in words, with the lines that it says it added to the game."""
    try:
        value = parse_json(line)
    except JsonError:
        value = None
    if not isinstance(value, dict):
        return printable(line)
    effect = value.get("effect")
    lines = effect.get("lines") if isinstance(effect, dict) else None
    text = format_line(line_summary(value), lang, {})
    if not isinstance(lines, list) or not lines:
        return text
    return f"{text}; {format_sentence('changed.effect', lang, {'lines': ' / '.join(map(str, lines))})}"
