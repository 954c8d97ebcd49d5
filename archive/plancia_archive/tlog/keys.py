"""Ed25519 keys of signed notes and their texts (C2SP signed-note; golang.org/x/mod/sumdb/note).

`cryptography` is imported at the first use of a key.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from plancia_archive.tlog.errors import NoteError
from plancia_archive.tlog.text_fields import excerpt, from_base64, has_control_characters, is_utf8_encodable, to_base64

ED25519 = 0x01  # signature of the note text itself
COSIGNATURE = 0x04  # timestamped cosignature of a checkpoint (cosignature/v1)
SIGNATURE_TYPES = (ED25519, COSIGNATURE)
SIGNING_KEY_PREFIX = "PRIVATE+KEY+"
KEY_BYTES = 32


def check_key_name(name: str) -> None:
    """Raises NoteError `key-name` for a key name that is empty or has spaces, plus or control characters."""
    is_invalid = not name or "+" in name or any(char.isspace() for char in name)
    if is_invalid or has_control_characters(name) or not is_utf8_encodable(name):
        raise NoteError("key-name", excerpt(name))


def check_key(name: str, kind: int, data: bytes) -> None:
    """Raises NoteError `key-name`, `key-kind` or `key-data` for what is no key."""
    check_key_name(name)
    if kind not in SIGNATURE_TYPES:
        raise NoteError("key-kind", f"0x{kind:02x}")
    if len(data) != KEY_BYTES:
        raise NoteError("key-data", excerpt(name))


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """Returns the four-byte key ID of signature lines: SHA-256(name || 0x0A || kind || public key)[:4]."""
    return sha256(name.encode("utf-8") + b"\n" + bytes([kind]) + public).digest()[:4]


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name; `kind` is the signature type, ED25519 or COSIGNATURE."""

    name: str
    kind: int
    public: bytes

    def __post_init__(self) -> None:
        check_key(self.name, self.kind, self.public)

    @cached_property
    def id(self) -> bytes:
        """The key id, four bytes."""
        return key_id(self.name, self.kind, self.public)

    def text(self) -> str:
        """Returns the key as a vkey: NAME+ID+BASE64(kind || public key)."""
        return f"{self.name}+{self.id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"

    def accepts(self, signature: bytes, message: bytes) -> bool:
        """Returns whether the signature, 64 bytes, is this key's Ed25519 signature of the message (RFC 8032)."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """A private key with its name. The seed is 32 secret bytes and does not appear in the representation."""

    name: str
    kind: int
    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        check_key(self.name, self.kind, self.seed)

    @cached_property
    def verifier(self) -> VerifierKey:
        """The public key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return VerifierKey(self.name, self.kind, public)

    def text(self) -> str:
        """Returns the text of the key file, which is secret: PRIVATE+KEY+NAME+ID+BASE64(kind || seed)."""
        return f"{SIGNING_KEY_PREFIX}{self.name}+{self.verifier.id.hex()}+{to_base64(bytes([self.kind]) + self.seed)}"

    def sign(self, message: bytes) -> bytes:
        """Returns the Ed25519 signature of the message, 64 bytes (RFC 8032)."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


def new_key(name: str, kind: int = ED25519) -> SigningKey:
    """Generates a signing key from the random numbers of the operating system. Raises NoteError `key-name`."""
    return SigningKey(name, kind, os.urandom(KEY_BYTES))


def parse_verifier_key(text: str) -> VerifierKey:
    """Parses a vkey. Raises NoteError: `key-text`, `key-name`, `key-kind`, `key-data` or `key-id`."""
    name, key_id_hex, kind, public = parse_key_fields(text)
    key = VerifierKey(name, kind, public)
    if key.id.hex() != key_id_hex:
        raise NoteError("key-id", excerpt(name))
    return key


def parse_signing_key(text: str) -> SigningKey:
    """Parses the text of a signing key, with or without a final newline.

    Raises NoteError `key-private`, or those of `parse_verifier_key`.
    """
    if not text.startswith(SIGNING_KEY_PREFIX):
        raise NoteError("key-private")
    name, key_id_hex, kind, seed = parse_key_fields(text.removesuffix("\n").removeprefix(SIGNING_KEY_PREFIX))
    key = SigningKey(name, kind, seed)
    if key.verifier.id.hex() != key_id_hex:
        raise NoteError("key-id", excerpt(name))
    return key


def parse_key_fields(text: str) -> tuple[str, str, int, bytes]:
    """Parses NAME+ID+BASE64 into name, key ID in hexadecimal, kind and key bytes. Raises NoteError `key-text`."""
    fields = text.split("+", 2)  # the base64 may contain a plus
    data = from_base64(fields[-1])
    if len(fields) != 3 or not data:
        raise NoteError("key-text")  # the text may be secret, so it is not quoted
    return fields[0], fields[1], data[0], data[1:]
