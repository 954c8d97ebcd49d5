"""The outer form of a bundle: a JSON object with exactly the members of plancia-bundle/1."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.result import Refusal
from plancia_archive.evidence.strict_json import JsonError, natural, parse_json
from plancia_archive.tlog.text_fields import from_base64, has_control_characters, parse_hash

FORMAT = "plancia-bundle/1"
LARGEST = 256 * 1024 * 1024  # bytes
REQUIRED = ("format", "subject", "origin", "key", "streams", "consistency")
OPTIONAL = ("people", "files")
MOST_HASHES = 128
SHA256 = re.compile(r"[0-9a-f]{64}")
HEX = re.compile(r"(?:[0-9a-f]{2})+")


@dataclass(frozen=True)
class RawStream:
    """A stream as the bundle has it."""

    name: str
    entries: list[bytes]
    proof: str


@dataclass(frozen=True)
class Consistency:
    """A proof that the tree of `size` leaves with `root` is the beginning of the checkpoint's."""

    size: int
    root: bytes
    proof: list[bytes]


@dataclass(frozen=True)
class RawBundle:
    """The parts of a bundle, of which nothing is checked but the form."""

    subject: dict[str, str]
    origin: str
    key: str | None
    streams: list[RawStream]
    consistency: list[Consistency]
    people: dict[str, tuple[dict[str, Any], bytes]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def parse_bundle(data: bytes) -> RawBundle:
    """Parses the bytes of a bundle file. Raises Refusal: size, utf8, json, format, shape, subject or base64."""
    return bundle_of(parse_file(data))


def parse_file(data: bytes) -> Any:
    """The JSON value of an evidence file, a bundle's or a receipt's. Raises Refusal: size, utf8 or json."""
    if len(data) > LARGEST:
        raise Refusal("size", most=LARGEST)
    try:
        return parse_json(text := data.decode())
    except UnicodeDecodeError as error:
        raise Refusal("utf8") from error
    except JsonError as error:
        raise Refusal("json", position(text, error.at), kind=error.kind) from error


def bundle_of(value: Any) -> RawBundle:
    """The bundle of a JSON value. Raises Refusal: format, shape, subject or base64."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise Refusal("format")
    check_members(value, REQUIRED, OPTIONAL, "")
    streams = parse_streams(value["streams"])
    need(is_text(value["origin"]), ".origin")
    need(value["key"] is None or is_text(value["key"]), ".key")
    subject = parse_subject(value["subject"], streams)
    consistency = parse_consistency(value["consistency"])
    people, files = parse_people(value.get("people", {})), parse_files(value.get("files", {}))
    return RawBundle(subject, value["origin"], value["key"], streams, consistency, people, files)


def position(text: str, at: int | None) -> dict[str, Any]:
    """Line and character of a place in a text, from 1."""
    if at is None:
        return {}
    before = text[:at]
    return {"line": before.count("\n") + 1, "character": at - before.rfind("\n")}


def need(good: bool, path: str) -> None:
    """Raises Refusal `shape` that names the member."""
    if not good:
        raise Refusal("shape", {"path": path})


def check_members(value: Any, required: tuple[str, ...], optional: tuple[str, ...], path: str) -> None:
    """Checks that a value is an object with the members that it must and may have."""
    need(isinstance(value, dict), path)
    for name in required:
        need(name in value, f"{path}.{name}")
    for name in value:
        need(name in required or name in optional, f"{path}.{name}")


def is_text(value: Any) -> bool:
    """Whether a value is a text of one line that is not empty."""
    return type(value) is str and value != "" and not has_control_characters(value) and "\n" not in value


def parse_subject(value: Any, streams: list[RawStream]) -> dict[str, str]:
    """What the bundle is about: kind and id. The first stream must be its."""
    check_members(value, (), ("game", "dispute"), ".subject")
    need(len(value) == 1, ".subject")
    ((kind, name),) = value.items()
    need(is_text(name), f".subject.{kind}")
    if streams[0].name != (name if kind == "game" else f"dispute:{name}"):
        raise Refusal("subject", {"stream": streams[0].name, "path": ".subject"}, id=name)
    return {"kind": kind, "id": name}


def parse_streams(value: Any) -> list[RawStream]:
    """The streams, at least one, each once."""
    need(isinstance(value, list) and bool(value), ".streams")
    seen: set[str] = set()
    found = []
    for place, one in enumerate(value):
        path = f".streams[{place}]"
        check_members(one, ("stream", "entries", "proof"), (), path)
        name, entries, proof = one["stream"], one["entries"], one["proof"]
        need(is_text(name) and name not in seen, f"{path}.stream")
        seen.add(name)
        need(isinstance(entries, list) and bool(entries), f"{path}.entries")
        need(type(proof) is str, f"{path}.proof")
        raw = [entry_of(item, name, entry, f"{path}.entries[{entry}]") for entry, item in enumerate(entries)]
        found.append(RawStream(name, raw, proof))
    return found


def entry_of(item: Any, stream: str, entry: int, path: str) -> bytes:
    """The bytes of an entry."""
    need(type(item) is str, path)
    data = from_base64(item)
    if data is None:
        raise Refusal("base64", {"stream": stream, "entry": entry, "column": "entries"})
    return data


def parse_consistency(value: Any) -> list[Consistency]:
    """The consistency proofs."""
    need(isinstance(value, list), ".consistency")
    found = []
    for place, one in enumerate(value):
        path = f".consistency[{place}]"
        check_members(one, ("size", "root", "proof"), (), path)
        size, proof = natural(one["size"]), one["proof"]
        need(bool(size), f"{path}.size")
        root = digest(one["root"], f"{path}.root")
        need(isinstance(proof, list) and len(proof) <= MOST_HASHES, f"{path}.proof")
        hashes = [digest(item, f"{path}.proof[{step}]") for step, item in enumerate(proof)]
        found.append(Consistency(size or 0, root, hashes))
    return found


def digest(value: Any, path: str) -> bytes:
    """The 32 bytes of a hash in base64."""
    need(type(value) is str, path)
    found = parse_hash(value)
    if found is None:
        raise Refusal("base64", {"path": path})
    return found


def parse_people(value: Any) -> dict[str, tuple[dict[str, Any], bytes]]:
    """Record and salt of the people who are shown, by reference."""
    need(isinstance(value, dict), ".people")
    found = {}
    for reference, one in value.items():
        path = f".people.{reference}"
        check_members(one, ("record", "salt"), (), path)
        record, salt = one["record"], one["salt"]
        need(isinstance(record, dict), f"{path}.record")
        need(type(salt) is str and bool(HEX.fullmatch(salt)), f"{path}.salt")
        found[reference] = (record, bytes.fromhex(salt))
    return found


def parse_files(value: Any) -> dict[str, bytes]:
    """The files of a dispute by their SHA-256."""
    need(isinstance(value, dict), ".files")
    found = {}
    for name, content in value.items():
        need(bool(SHA256.fullmatch(name)) and type(content) is str, f".files.{name}")
        data = from_base64(content)
        if data is None:
            raise Refusal("base64", {"path": f".files.{name}"})
        found[name] = data
    return found
