"""Checks of the contents of a bundle: rule-sets, people, files, the stream `archive:`."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.bundle_proofs import Proof
from plancia_archive.evidence.result import Note, VerificationError
from plancia_archive.evidence.strict_json import JsonError, JsonObject, canonical_json, natural_number, parse_json
from plancia_archive.tlog.keys import VerifierKey

HEADER_LINE = re.compile(r'\[([A-Za-z][A-Za-z0-9-]*) "((?:[^"\\]|\\["\\])*)"\]')
RULESET_PREFIX = "ruleset:"


def parse_header_line(line: str) -> tuple[str, str] | None:
    """Parses a header line of a game into name and value; None for another line."""
    match = HEADER_LINE.fullmatch(line)
    return (match[1], re.sub(r'\\(["\\])', r"\1", match[2])) if match else None


def game_headers(stream: Stream) -> list[tuple[str, str]]:
    """Returns names and values of a game's headers. Raises VerificationError `body`."""
    entry = stream.entries[0]
    headers = []
    for line_number, line in enumerate(entry.lines[: entry.headers], 1):
        header = parse_header_line(line)
        if header is None:
            raise VerificationError("body", stream.location(0, column="body", line=line_number, event=0))
        headers.append(header)
    return headers


def check_rules(streams: list[Stream], notes: list[Note]) -> None:
    """Checks that each rule-set has the hash in its name, and that the header Rules of each game names one (step 6).

    Raises VerificationError `rules-content` or `rules-named`.
    """
    ruleset_hashes = set()
    for stream in streams:
        if stream.kind != "ruleset":
            continue
        content = b"".join(entry.body for entry in stream.entries)
        digest = hashlib.sha256(content).hexdigest()
        if digest != stream.name.removeprefix(RULESET_PREFIX) or not is_object(content):
            location = {"stream": stream.name, "entry": len(stream.entries) - 1, "column": "body"}
            raise VerificationError("rules-content", location, digest=digest)
        ruleset_hashes.add(digest)
    for stream in streams:
        if stream.kind == "game":
            check_rules_header(stream, ruleset_hashes, notes)


def check_rules_header(stream: Stream, ruleset_hashes: set[str], notes: list[Note]) -> None:
    """Checks that the header Rules of a game names a rule-set of the bundle. Raises VerificationError `rules-named`."""
    rules_headers = [
        (header_line, value) for header_line, (name, value) in enumerate(game_headers(stream), 1) if name == "Rules"
    ]
    if len(rules_headers) == 1 and rules_headers[0][1] in ruleset_hashes:
        return
    if ruleset_hashes or len(rules_headers) > 1:
        line_number, named_hash = rules_headers[0] if rules_headers else (0, None)
        raise VerificationError(
            "rules-named", stream.location(0, column="Rules", line=line_number, event=0), named=named_hash
        )
    notes.append(Note("rules-absent", {"stream": stream.name}))


def is_object(content: bytes) -> bool:
    """Returns whether bytes are a JSON object."""
    try:
        return isinstance(parse_json(content.decode()), dict)
    except (JsonError, UnicodeDecodeError):
        return False


def check_people(people: dict[str, tuple[JsonObject, bytes]], streams: list[Stream]) -> None:
    """Checks that the record of each person has the HMAC to which the log committed (step 7).

    Raises VerificationError `person-stream` or `commitment`.
    """
    for reference, (record, salt) in people.items():
        name = f"person:{reference}"
        stream = next((candidate for candidate in streams if candidate.name == name), None)
        if stream is None:
            raise VerificationError("person-stream", {"stream": name, "column": "people"}, reference=reference)
        commitments = [
            (entry_number, line_offset, value)
            for entry_number, entry in enumerate(stream.entries)
            for line_offset, value in enumerate(entry.objects)
            if value.get("kind") == "bound"
        ]
        if not commitments:
            raise VerificationError("commitment", {"stream": name, "column": "commitment"}, reference=reference)
        entry_number, line_offset, value = commitments[-1]
        mac = hmac.new(salt, canonical_json(record).encode(), hashlib.sha256).hexdigest()
        if value.get("commitment") != mac:
            entry = stream.entries[entry_number]
            line, event = entry.first_line + line_offset, entry.first + line_offset
            location = stream.location(entry_number, column="commitment", line=line, event=event)
            raise VerificationError("commitment", location, reference=reference)


def check_files(files: dict[str, bytes], streams: list[Stream]) -> list[JsonObject]:
    """Checks that each file has the SHA-256 that is its key, and that an entry of a dispute or correction names it.

    Returns hash and size of each. Raises VerificationError: `file-content`, `file-unnamed`.
    """
    naming_lines = [line for stream in streams if stream.kind in ("dispute", "correction") for line in stream.lines()]
    file_facts = []
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != name:
            raise VerificationError("file-content", {"column": "files", "file": name})
        if not any(name in line for line in naming_lines):
            raise VerificationError("file-unnamed", {"column": "files", "file": name})
        file_facts.append({"sha256": name, "size": len(data)})
    return file_facts


ORIGIN_KINDS = ("opened", "migrated", "restored")  # lines of the stream `archive:` that give the log its origin and key


def check_archive(
    streams: list[Stream], proofs: dict[str, Proof], origin: str, key: VerifierKey, notes: list[Note]
) -> None:
    """Checks the stream `archive:`, where the bundle has it: origin, announced keys, index of the migration to form 2.

    Raises VerificationError `origin` or `migrated`.
    """
    stream = next((candidate for candidate in streams if candidate.kind == "archive"), None)
    if stream is None:
        return
    migration_index, keys = None, []
    latest_origin: tuple[JsonObject, Any] | None = None  # a log restored to an earlier state gets a new origin
    for entry_number, entry in enumerate(stream.entries):
        for line_offset, value in enumerate(entry.objects):
            location = stream.location(
                entry_number, line=entry.first_line + line_offset, event=entry.first + line_offset
            )
            kind = value.get("kind")
            if kind in ORIGIN_KINDS and "origin" in value:
                latest_origin = location, value["origin"]
            if kind in (*ORIGIN_KINDS, "key") and value.get("key"):
                keys.append(value["key"])
            if kind == "migrated":
                migration_index = natural_number(value.get("size"))
                if migration_index is None or migration_index != entry.index:
                    raise VerificationError("migrated", {**location, "column": "size"})
    if latest_origin and latest_origin[1] != origin:
        raise VerificationError("origin", {**latest_origin[0], "column": "origin"}, expected=origin)
    if keys and key.text() not in keys:
        notes.append(Note("key-not-announced"))
    if migration_index is not None:
        check_migration(streams, proofs, migration_index)


def check_migration(streams: list[Stream], proofs: dict[str, Proof], migration_index: int) -> None:
    """Checks that entries of form 1 have indexes below that of the migration, and entries of form 2 do not.

    Raises VerificationError `migrated`.
    """
    for stream in streams:
        for entry_number, entry in enumerate(stream.entries):
            is_last = entry_number == len(stream.entries) - 1
            index = entry.index if entry.header else proofs[stream.name].index if is_last else None
            if index is not None and (index >= migration_index if entry.header is None else index < migration_index):
                raise VerificationError("migrated", {**stream.location(entry_number, column="form"), "index": index})
