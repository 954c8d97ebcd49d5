"""What the streams of a bundle say: rule-sets, people, files, the archive's own lines."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.bundle_proofs import Proof
from plancia_archive.evidence.result import Note, Refusal
from plancia_archive.evidence.strict_json import JsonError, canonical, natural, parse_json
from plancia_archive.tlog.keys import VerifierKey

HEADER_LINE = re.compile(r'\[([A-Za-z][A-Za-z0-9-]*) "((?:[^"\\]|\\["\\])*)"\]')
RULES = "ruleset:"


def header_of(line: str) -> tuple[str, str] | None:
    """Name and value of a header line of a game."""
    found = HEADER_LINE.fullmatch(line)
    return (found[1], re.sub(r'\\(["\\])', r"\1", found[2])) if found else None


def game_headers(stream: Stream) -> list[tuple[str, str]]:
    """The headers of a game. Raises Refusal `body`."""
    one = stream.entries[0]
    found = []
    for place, line in enumerate(one.lines[: one.headers], 1):
        pair = header_of(line)
        if pair is None:
            raise Refusal("body", stream.where(0, column="body", line=place, event=0))
        found.append(pair)
    return found


def check_rules(streams: list[Stream], notes: list[Note]) -> None:
    """Step 6: each rule-set has the hash in its name, and the header Rules of each game names one. Raises Refusal."""
    known = set()
    for stream in streams:
        if stream.kind != "ruleset":
            continue
        content = b"".join(one.body for one in stream.entries)
        digest = hashlib.sha256(content).hexdigest()
        if digest != stream.name.removeprefix(RULES) or not is_object(content):
            where = {"stream": stream.name, "entry": len(stream.entries) - 1, "column": "body"}
            raise Refusal("rules-content", where, digest=digest)
        known.add(digest)
    for stream in streams:
        if stream.kind == "game":
            check_rules_named(stream, known, notes)


def check_rules_named(stream: Stream, known: set[str], notes: list[Note]) -> None:
    """The header Rules of a game names a rule-set of the bundle. Raises Refusal `rules-named`."""
    places = [(place, value) for place, (name, value) in enumerate(game_headers(stream), 1) if name == "Rules"]
    if len(places) == 1 and places[0][1] in known:
        return
    if known or len(places) > 1:
        line, named = places[0] if places else (0, None)
        raise Refusal("rules-named", stream.where(0, column="Rules", line=line, event=0), named=named)
    notes.append(Note("rules-absent", {"stream": stream.name}))


def is_object(content: bytes) -> bool:
    """Whether bytes are a JSON object."""
    try:
        return isinstance(parse_json(content.decode()), dict)
    except (JsonError, UnicodeDecodeError):
        return False


def check_people(people: dict[str, tuple[dict[str, Any], bytes]], streams: list[Stream]) -> None:
    """Step 7: each person shown has the record to which the log committed. Raises Refusal."""
    for reference, (record, salt) in people.items():
        name = f"person:{reference}"
        stream = next((one for one in streams if one.name == name), None)
        if stream is None:
            raise Refusal("person-stream", {"stream": name, "column": "people"}, reference=reference)
        bound = [
            (entry, place, value)
            for entry, one in enumerate(stream.entries)
            for place, value in enumerate(one.objects)
            if value.get("kind") == "bound"
        ]
        if not bound:
            raise Refusal("commitment", {"stream": name, "column": "commitment"}, reference=reference)
        entry, place, value = bound[-1]
        mac = hmac.new(salt, canonical(record).encode(), hashlib.sha256).hexdigest()
        if value.get("commitment") != mac:
            one = stream.entries[entry]
            where = stream.where(entry, column="commitment", line=one.first_line + place, event=one.first + place)
            raise Refusal("commitment", where, reference=reference)


def check_files(files: dict[str, bytes], streams: list[Stream]) -> list[dict[str, Any]]:
    """The files of a dispute have the SHA-256 under which they stand, and an entry of a dispute names each.

    Raises Refusal: file-content, file-unnamed.
    """
    disputes = [line for stream in streams if stream.kind == "dispute" for line in stream.lines()]
    found = []
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != name:
            raise Refusal("file-content", {"column": "files", "file": name})
        if not any(name in line for line in disputes):
            raise Refusal("file-unnamed", {"column": "files", "file": name})
        found.append({"sha256": name, "size": len(data)})
    return found


NAMING = ("opened", "migrated", "restored")  # lines of the stream `archive:` that give the log its origin and key


def check_archive(
    streams: list[Stream], proofs: dict[str, Proof], origin: str, key: VerifierKey, notes: list[Note]
) -> None:
    """The stream `archive:`, where the bundle has it: origin, announced keys, the border of form 1. Raises Refusal."""
    stream = next((one for one in streams if one.kind == "archive"), None)
    if stream is None:
        return
    border, keys = None, []
    latest: tuple[dict[str, Any], Any] | None = None  # a log restored to an earlier state goes on under another origin
    for entry, one in enumerate(stream.entries):
        for place, value in enumerate(one.objects):
            where = stream.where(entry, line=one.first_line + place, event=one.first + place)
            kind = value.get("kind")
            if kind in NAMING and "origin" in value:
                latest = where, value["origin"]
            if kind in (*NAMING, "key") and value.get("key"):
                keys.append(value["key"])
            if kind == "migrated":
                border = natural(value.get("size"))
                if border is None or border != one.index:
                    raise Refusal("migrated", {**where, "column": "size"})
    if latest and latest[1] != origin:
        raise Refusal("origin", {**latest[0], "column": "origin"}, expected=origin)
    if keys and key.text() not in keys:
        notes.append(Note("key-not-announced"))
    if border is not None:
        check_border(streams, proofs, border)


def check_border(streams: list[Stream], proofs: dict[str, Proof], border: int) -> None:
    """Entries of form 1 stand before the line that closes them, those of form 2 from it on. Raises Refusal."""
    for stream in streams:
        for entry, one in enumerate(stream.entries):
            last = entry == len(stream.entries) - 1
            index = one.index if one.header else proofs[stream.name].index if last else None
            if index is not None and (index >= border if one.header is None else index < border):
                raise Refusal("migrated", {**stream.where(entry, column="form"), "index": index})
