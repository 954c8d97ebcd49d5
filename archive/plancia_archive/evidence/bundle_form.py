"""Parsing of bundle files: a JSON object with exactly the members of plancia-bundle/1."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.strict_json import JsonError, JsonObject, natural_number, parse_json
from plancia_archive.tlog.text_fields import from_base64, has_control_characters, parse_hash

FORMAT = "plancia-bundle/1"
MAX_FILE_BYTES = 256 * 1024 * 1024  # bytes
REQUIRED_MEMBERS = ("format", "subject", "origin", "key", "streams", "consistency")
OPTIONAL_MEMBERS = ("people", "files")
MAX_PROOF_HASHES = 128
SHA256_HEX = re.compile(r"[0-9a-f]{64}")
HEX_BYTES = re.compile(r"(?:[0-9a-f]{2})+")


@dataclass(frozen=True)
class RawStream:
    """A stream of a bundle: name, bytes of the entries, text of the inclusion proof."""

    name: str
    entries: list[bytes]
    proof: str


@dataclass(frozen=True)
class Consistency:
    """A consistency proof from the tree of `size` leaves with the hash `root` to that of the checkpoint."""

    size: int
    root: bytes
    proof: list[bytes]


@dataclass(frozen=True)
class RawBundle:
    """The members of a bundle, checked for their types only."""

    subject: dict[str, str]
    origin: str
    key: str | None
    streams: list[RawStream]
    consistency: list[Consistency]
    people: dict[str, tuple[JsonObject, bytes]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def parse_file(data: bytes) -> Any:
    """Parses the JSON of an evidence file, a bundle or a receipt. Raises VerificationError: size, utf8 or json."""
    if len(data) > MAX_FILE_BYTES:
        raise VerificationError("size", most=MAX_FILE_BYTES)
    try:
        return parse_json(text := data.decode())
    except UnicodeDecodeError as error:
        raise VerificationError("utf8") from error
    except JsonError as error:
        raise VerificationError("json", text_position(text, error.at), kind=error.kind) from error


def bundle_from_json(value: Any) -> RawBundle:
    """Converts a JSON value to a bundle. Raises VerificationError: format, shape, subject or base64."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise VerificationError("format")
    check_members(value, REQUIRED_MEMBERS, OPTIONAL_MEMBERS, "")
    streams = parse_streams(value["streams"])
    require(is_text(value["origin"]), ".origin")
    require(value["key"] is None or is_text(value["key"]), ".key")
    subject = parse_subject(value["subject"], streams)
    consistency = parse_consistency(value["consistency"])
    people, files = parse_people(value.get("people", {})), parse_files(value.get("files", {}))
    return RawBundle(subject, value["origin"], value["key"], streams, consistency, people, files)


def text_position(text: str, offset: int | None) -> dict[str, Any]:
    """Returns line and character, from 1, of an offset in a text; empty for None."""
    if offset is None:
        return {}
    preceding_text = text[:offset]
    return {"line": preceding_text.count("\n") + 1, "character": offset - preceding_text.rfind("\n")}


def require(condition: bool, path: str) -> None:
    """Raises VerificationError `shape` with the path of the member if a condition is false."""
    if not condition:
        raise VerificationError("shape", {"path": path})


def check_members(value: Any, required: tuple[str, ...], optional: tuple[str, ...], path: str) -> None:
    """Checks that a value is an object with all required members and no others than the optional ones."""
    require(isinstance(value, dict), path)
    for name in required:
        require(name in value, f"{path}.{name}")
    for name in value:
        require(name in required or name in optional, f"{path}.{name}")


def is_text(value: Any) -> bool:
    """Returns whether a value is a non-empty text of one line."""
    return type(value) is str and value != "" and not has_control_characters(value) and "\n" not in value


def parse_subject(value: Any, streams: list[RawStream]) -> dict[str, str]:
    """Parses the subject into kind and id. The first stream must be that of the subject."""
    check_members(value, (), ("game", "dispute"), ".subject")
    require(len(value) == 1, ".subject")
    ((kind, name),) = value.items()
    require(is_text(name), f".subject.{kind}")
    if streams[0].name != (name if kind == "game" else f"dispute:{name}"):
        raise VerificationError("subject", {"stream": streams[0].name, "path": ".subject"}, id=name)
    return {"kind": kind, "id": name}


def parse_streams(value: Any) -> list[RawStream]:
    """Parses the list of streams, which has at least one and no name twice."""
    require(isinstance(value, list) and bool(value), ".streams")
    seen: set[str] = set()
    streams = []
    for number, stream in enumerate(value):
        path = f".streams[{number}]"
        check_members(stream, ("stream", "entries", "proof"), (), path)
        name, entries, proof = stream["stream"], stream["entries"], stream["proof"]
        require(is_text(name) and name not in seen, f"{path}.stream")
        seen.add(name)
        require(isinstance(entries, list) and bool(entries), f"{path}.entries")
        require(type(proof) is str, f"{path}.proof")
        entry_bytes = [
            decode_entry(item, name, entry, f"{path}.entries[{entry}]") for entry, item in enumerate(entries)
        ]
        streams.append(RawStream(name, entry_bytes, proof))
    return streams


def decode_entry(item: Any, stream: str, entry_number: int, path: str) -> bytes:
    """Decodes an entry from base64."""
    require(type(item) is str, path)
    data = from_base64(item)
    if data is None:
        raise VerificationError("base64", {"stream": stream, "entry": entry_number, "column": "entries"})
    return data


def parse_consistency(value: Any) -> list[Consistency]:
    """Parses the list of consistency proofs."""
    require(isinstance(value, list), ".consistency")
    proofs = []
    for number, item_object in enumerate(value):
        path = f".consistency[{number}]"
        check_members(item_object, ("size", "root", "proof"), (), path)
        size, proof = natural_number(item_object["size"]), item_object["proof"]
        require(bool(size), f"{path}.size")
        root = decode_hash(item_object["root"], f"{path}.root")
        require(isinstance(proof, list) and len(proof) <= MAX_PROOF_HASHES, f"{path}.proof")
        hashes = [decode_hash(item, f"{path}.proof[{proof_number}]") for proof_number, item in enumerate(proof)]
        proofs.append(Consistency(size or 0, root, hashes))
    return proofs


def decode_hash(value: Any, path: str) -> bytes:
    """Decodes a hash of 32 bytes from base64."""
    require(type(value) is str, path)
    decoded = parse_hash(value)
    if decoded is None:
        raise VerificationError("base64", {"path": path})
    return decoded


def parse_people(value: Any) -> dict[str, tuple[JsonObject, bytes]]:
    """Parses the people with their names: record and salt by reference."""
    require(isinstance(value, dict), ".people")
    people = {}
    for reference, item in value.items():
        path = f".people.{reference}"
        check_members(item, ("record", "salt"), (), path)
        record, salt = item["record"], item["salt"]
        require(isinstance(record, dict), f"{path}.record")
        require(type(salt) is str and bool(HEX_BYTES.fullmatch(salt)), f"{path}.salt")
        people[reference] = (record, bytes.fromhex(salt))
    return people


def parse_files(value: Any) -> dict[str, bytes]:
    """Parses the files of a dispute: bytes by SHA-256 in hexadecimal."""
    require(isinstance(value, dict), ".files")
    files = {}
    for name, content in value.items():
        require(bool(SHA256_HEX.fullmatch(name)) and type(content) is str, f".files.{name}")
        data = from_base64(content)
        if data is None:
            raise VerificationError("base64", {"path": f".files.{name}"})
        files[name] = data
    return files
