"""Writes logs and evidence bundles from the page of the formats alone, for tests of a verifier."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import struct
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ZEROS = bytes(32)
START = 1_767_225_600_000  # 2026-01-01T00:00:00Z in milliseconds
LOG, WITNESS = 1, 4


def canonical(value: object) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha(b"\x00", entry)


def split(size: int) -> int:
    """The largest power of two below a size (RFC 6962, 2.1)."""
    return 1 << (size - 1).bit_length() - 1


def root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, by its recursive definition."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha()
    k = split(len(leaves))
    return sha(b"\x01", root(leaves[:k]), root(leaves[k:]))


def path(index: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*path(index, leaves[:k]), root(leaves[k:])]
    return [*path(index - k, leaves[k:]), root(leaves[:k])]


def consistency(old: int, leaves: list[bytes], whole: bool = True) -> list[bytes]:
    """PROOF and SUBPROOF of RFC 6962, 2.1.2."""
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    k = split(len(leaves))
    if old <= k:
        return [*consistency(old, leaves[:k], whole), root(leaves[k:])]
    return [*consistency(old - k, leaves[k:], False), root(leaves[:k])]


@dataclass
class Key:
    """A signing key of a log (type 1) or a witness (type 4)."""

    name: str
    type: int = LOG
    seed: bytes = b"\x07" * 32

    def material(self) -> bytes:
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key()
        return bytes([self.type]) + public.public_bytes(Encoding.Raw, PublicFormat.Raw)

    def id(self) -> bytes:
        return sha(self.name.encode(), b"\n", self.material())[:4]

    def vkey(self) -> str:
        return f"{self.name}+{self.id().hex()}+{b64(self.material())}"

    def sign(self, body: str, time: int = 0) -> str:
        """The signature line of a note; a witness signs the time too."""
        private = Ed25519PrivateKey.from_private_bytes(self.seed)
        if self.type == LOG:
            signature = private.sign(body.encode())
        else:
            signature = struct.pack(">Q", time) + private.sign(f"cosignature/v1\ntime {time}\n{body}".encode())
        return f"— {self.name} {b64(self.id() + signature)}\n"


@dataclass
class Log:
    """A log with its streams; entries of form 1 first, then the line that closes them, then form 2."""

    origin: str = "circolo.example/archivio"
    key: Key = field(default_factory=lambda: Key("circolo.example/archivio"))
    witnesses: list[Key] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)
    streams: dict[str, list[int]] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    rows: list[list[Any]] = field(default_factory=list)

    def leaves(self) -> list[bytes]:
        return [leaf_hash(entry) for entry in self.entries]

    def _prev(self, stream: str) -> bytes:
        places = self.streams.setdefault(stream, [])
        return leaf_hash(self.entries[places[-1]]) if places else ZEROS

    def add(self, stream: str, body: str, count: int, /, *, form: int = 2, role: str = "recorder", **other: Any) -> int:
        """Appends an entry and returns its index."""
        prev, index, first = self._prev(stream), len(self.entries), self.events.get(stream, 0)
        request = f"request-{index}"
        if form == 1:
            entry = b"\x01" + prev + body.encode()
            self.rows.append([index, stream, first, count, request, START + index, leaf_hash(entry).hex()])
        else:
            header = {
                "at": START + index * 60_000, "author": "local", "count": count, "first": first, "index": index,
                "prev": prev.hex(), "request": request, "role": role, "stream": stream, **other,
            }  # fmt: skip
            entry = b"\x02" + canonical(header).encode() + b"\n" + body.encode()
        self.entries.append(entry)
        self.streams[stream].append(index)
        self.events[stream] = first + count
        return index

    def migrate(self) -> None:
        """Closes the entries of form 1."""
        digest = hashlib.sha256("".join(canonical(row) + "\n" for row in self.rows).encode()).hexdigest()
        line = {"kind": "migrated", "rows": digest, "size": len(self.rows), "v": 1,
                "key": self.key.vkey(), "origin": self.origin}  # fmt: skip
        self.add("archive:", canonical(line) + "\n", 1, role="keeper")

    def root(self, size: int | None = None) -> bytes:
        return root(self.leaves()[:size])

    def head(self, size: int | None = None) -> str:
        return f"{self.origin} {len(self.entries) if size is None else size} {b64(self.root(size))}"

    def checkpoint(self) -> str:
        body = f"{self.origin}\n{len(self.entries)}\n{b64(self.root())}\n"
        signers = [self.key.sign(body), *(one.sign(body, START // 1000 + 7) for one in self.witnesses)]
        return body + "\n" + "".join(signers)

    def proof(self, index: int) -> str:
        hashes = "".join(b64(one) + "\n" for one in path(index, self.leaves()))
        return f"c2sp.org/tlog-proof@v1\nindex {index}\n{hashes}\n{self.checkpoint()}"

    def receipt(self, index: int, entry: bool = True) -> dict[str, Any]:
        """The receipt of an entry at the newest checkpoint."""
        (stream,) = (name for name, places in self.streams.items() if index in places)
        found = {
            "format": "plancia-receipt/1", "stream": stream, "index": index, "leaf": self.leaves()[index].hex(),
            "head": self.head(), "key": self.key.vkey(), "checkpoint": self.checkpoint(), "proof": self.proof(index),
        }  # fmt: skip
        return {**found, "entry": b64(self.entries[index])} if entry else found

    def bundle(self, subject: dict[str, str], streams: list[str], heads: tuple[int, ...] = ()) -> dict[str, Any]:
        """A bundle of streams, with consistency proofs from older sizes."""
        leaves = self.leaves()
        return {
            "format": "plancia-bundle/1", "subject": subject, "origin": self.origin, "key": self.key.vkey(),
            "streams": [
                {"stream": name, "entries": [b64(self.entries[place]) for place in self.streams[name]],
                 "proof": self.proof(self.streams[name][-1])}
                for name in streams
            ],
            "consistency": [
                {"size": size, "root": b64(self.root(size)), "proof": [b64(one) for one in consistency(size, leaves)]}
                for size in heads
            ],
        }  # fmt: skip


RULES = canonical({"name": "monopoli@1", "title": {"it": "Carta dei Monopòli"}, "board": {"borders": [[0, 1], [0, 3]]}})
RULES_HASH = hashlib.sha256(RULES.encode()).hexdigest()
HEADERS = (
    f'[Notation "rgn 1"]\n[Game "serata-1"]\n[Variant "monopoli@1"]\n[Rules "{RULES_HASH}"]\n[Event "Serata"]\n'
    '[Blue "p_7Q2M9K1A"]\n[Green "p_55DCN0AQ"]\n[Completeness "full"]\n[Provenance "live"]\n\n'
)
RECORD = {"born": 1980, "name": "Anna Però"}
SALT = bytes(range(16))
GAME, OLD_GAME, PERSON = "g_01a204010c072b38f2", "g_01a204010c072b0001", "person:p_7Q2M9K1A"
WITNESS_KEYS = [
    Key("testimone.example/uno", WITNESS, b"\x01" * 32), Key("testimone.example/due", WITNESS, b"\x02" * 32),
]  # fmt: skip


def commitment(record: dict[str, Any] = RECORD, salt: bytes = SALT) -> str:
    return hmac.new(salt, canonical(record).encode(), hashlib.sha256).hexdigest()


def club() -> Log:
    """A log with an old game, its closing line, rules in two pieces, a game of three entries, people, a dispute."""
    log = Log(witnesses=list(WITNESS_KEYS))
    log.add(OLD_GAME, HEADERS + "ROLL * order B6 G4\nORDER * B G\n", 3, form=1)
    log.add(OLD_GAME, "TURN B\nREIN 3+0+0=3\n", 2, form=1)
    log.migrate()
    log.add(OLD_GAME, "END B\n", 1)
    log.add(f"ruleset:{RULES_HASH}", RULES[:40], 1)
    log.add(f"ruleset:{RULES_HASH}", RULES[40:], 1)
    log.add(PERSON, canonical({"commitment": "0" * 64, "kind": "bound", "v": 1}) + "\n", 1, role="keeper")
    log.add(GAME, HEADERS + "ROLL * order B6 G4\nORDER * B G\nTURN B\nREIN 3+0+0=3\n", 5)
    log.add(PERSON, canonical({"commitment": commitment(), "kind": "bound", "v": 1}) + "\n", 1, role="keeper")
    log.add(GAME, "PUT TNO+2 AFS+1\nATT TNO>GRO 43:543\nEND B\n", 3, author="t_abcd1234")
    log.add("dispute:d_1", canonical({"file": sha(b"foto").hex(), "kind": "opened", "v": 1}) + "\n", 1, role="arbiter")
    log.add(GAME, "TURN G {à 🂡}\nEND G\n", 2, role="arbiter")
    log.add("tournament:autunno", canonical({"kind": "opened", "title": "Autunno", "v": 1}) + "\n", 1)
    return log


def game_bundle(log: Log, heads: tuple[int, ...] = (3, 8)) -> dict[str, Any]:
    """The bundle of the new game with rules, person and the archive's own stream."""
    made = log.bundle({"game": GAME}, [GAME, f"ruleset:{RULES_HASH}", PERSON, "archive:"], heads)
    made["people"] = {"p_7Q2M9K1A": {"record": RECORD, "salt": SALT.hex()}}
    return made


def game_text(log: Log, game: str = GAME) -> str:
    """The canonical text of a game of form 2."""
    return b"".join(log.entries[place].partition(b"\n")[2] for place in log.streams[game]).decode()


def policy(log: Log, quorum: str = "both") -> str:
    names = [f"witness w{at} {key.vkey()}\n" for at, key in enumerate(log.witnesses)]
    return f"# circolo\nlog {log.key.vkey()}\n{''.join(names)}group both all w0 w1\nquorum {quorum}\n"
