"""Steps that make one thing wrong in a bundle, and bundles of logs that were signed with something wrong."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from tests.verify_page.bundle_writer import GAME, HEADERS, PERSON, RULES_HASH, Log, b64, club, game_bundle, game_text

Bundle = dict[str, Any]
RULESET = f"ruleset:{RULES_HASH}"


def stream(bundle: Bundle, name: str = GAME) -> dict[str, Any]:
    return next(one for one in bundle["streams"] if one["stream"] == name)


def edit(bundle: Bundle, entry: int, old: bytes, new: bytes, name: str = GAME) -> None:
    """Exchanges bytes of an entry."""
    entries = stream(bundle, name)["entries"]
    raw = base64.b64decode(entries[entry])
    assert old in raw
    entries[entry] = b64(raw.replace(old, new, 1))


def edit_proof(bundle: Bundle, line: int, new: Callable[[str], str], every: bool = False) -> None:
    """Changes a line of the proof of the first stream, or of all."""
    for one in bundle["streams"][: None if every else 1]:
        lines = one["proof"].split("\n")
        lines[line] = new(lines[line])
        one["proof"] = "\n".join(lines)


def other_hash(text: str) -> str:
    raw = bytearray(base64.b64decode(text))
    raw[5] ^= 1
    return b64(bytes(raw))


def after_blank(bundle: Bundle, row: int, new: Callable[[str], str]) -> None:
    """Changes a row of the checkpoint in every proof: 0 origin, 1 size, 2 root, 4 the log's signature."""
    for one in bundle["streams"]:
        proof, _, checkpoint = one["proof"].partition("\n\n")
        lines = checkpoint.split("\n")
        lines[row] = new(lines[row])
        one["proof"] = proof + "\n\n" + "\n".join(lines)


def drop_signature(bundle: Bundle, row: int) -> None:
    for one in bundle["streams"]:
        proof, _, checkpoint = one["proof"].partition("\n\n")
        lines = checkpoint.split("\n")
        del lines[row]
        one["proof"] = proof + "\n\n" + "\n".join(lines)


def flip_signature(line: str) -> str:
    mark, name, signature = line.split(" ")
    raw = bytearray(base64.b64decode(signature))
    raw[-1] ^= 1
    return f"{mark} {name} {b64(bytes(raw))}"


def forged(*, count: int = 2, body: str = "TURN G\nEND G\n", **header: Any) -> Bundle:
    """A bundle whose keeper signed an entry with something wrong in it: every hash is right."""
    log = club()
    log.add(GAME, body, count, **header)
    return game_bundle(log)


def raw_entry(change: Callable[[bytes], bytes], stream_name: str = GAME) -> Bundle:
    """A bundle whose keeper signed an entry of changed bytes."""
    log = club()
    log.add(stream_name, "TURN G\nEND G\n", 2)
    log.entries[-1] = change(log.entries[-1])
    return game_bundle(log)


def other_rules() -> Bundle:
    log = club()
    name = "g_other"
    log.add(name, HEADERS.replace(RULES_HASH, "ab" * 32), 1)
    return log.bundle({"game": name}, [name, RULESET])


def wrong_content() -> Bundle:
    log = club()
    name = "ruleset:" + "cd" * 32
    log.add(name, '{"name":"x"}', 1)
    return log.bundle({"game": GAME}, [GAME, RULESET, name])


def with_file(name: str | None = None) -> Bundle:
    log = club()
    made = log.bundle({"dispute": "d_1"}, ["dispute:d_1"])
    made["files"] = {name or hashlib.sha256(b"foto").hexdigest(): b64(b"foto" if name is None else b"altra")}
    return made


def moved_border() -> Bundle:
    log = Log()
    log.add("g_a", HEADERS, 1, form=1)
    log.rows.append(log.rows[0])
    log.migrate()
    return log.bundle({"game": "g_a"}, ["g_a", "archive:"])


def set_of(bundle: Bundle, place: str, value: Any) -> Bundle:
    """A bundle with a member set: `people.p_7Q2M9K1A.salt`."""
    *way, name = place.split(".")
    at: Any = bundle
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[int(name) if isinstance(at, list) else name] = value
    return bundle


def text_with(old: str, new: str) -> str:
    text = game_text(club())
    assert old in text
    return base64.b64encode(text.replace(old, new, 1).encode()).decode()


def without(bundle: Bundle, *names: str) -> Bundle:
    return {name: value for name, value in bundle.items() if name not in names}


def noisy(bundle: Bundle, noise: str) -> None:
    entries = stream(bundle)["entries"]
    entries[1] = entries[1][:8] + noise + entries[1][8:]


def set_entry(bundle: Bundle, entry: int, raw: bytes) -> None:
    stream(bundle)["entries"][entry] = b64(raw)


def cut_prev(bundle: Bundle) -> None:
    """Makes a prev that was lengthened by one digit 64 digits long again."""
    raw = base64.b64decode(stream(bundle)["entries"][1])
    at = raw.index(b'","request')
    set_entry(bundle, 1, raw[: at - 1] + raw[at:])


def first_prev(bundle: Bundle) -> None:
    """Gives the only entry of a game signed so a prev that is not zeros."""
    log = Log()
    log.add(GAME, HEADERS, 1, prev="11" * 32)
    bundle.clear()
    bundle.update(log.bundle({"game": GAME}, [GAME]))


def upper_prev(bundle: Bundle) -> None:
    raw = base64.b64decode(stream(bundle)["entries"][1])
    at = raw.index(b'"prev":"') + 8
    set_entry(bundle, 1, raw[:at] + b"A" + raw[at + 1 :])


def exchange(bundle: Bundle) -> None:
    """Puts the second and third entries of a stream of JSON lines, or of the game, in each other's place."""
    entries = stream(bundle)["entries"]
    entries[1], entries[2] = entries[2], entries[1]


def drop(bundle: Bundle, entry: int) -> None:
    del stream(bundle)["entries"][entry]


def repeat(bundle: Bundle, entry: int) -> None:
    entries = stream(bundle)["entries"]
    entries.insert(entry, entries[entry])


def drop_proof_line(bundle: Bundle, line: int) -> None:
    lines = bundle["streams"][0]["proof"].split("\n")
    del lines[line]
    bundle["streams"][0]["proof"] = "\n".join(lines)


def person_line(line: str) -> Bundle:
    """A bundle with a further line in the stream of a person."""
    log = club()
    log.add(PERSON, line + "\n", 1)
    return game_bundle(log)
