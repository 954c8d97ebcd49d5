"""Signed notes (C2SP signed-note): a text with signature lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancia_archive.tlog.errors import NoteError
from plancia_archive.tlog.keys import ED25519, SigningKey, VerifierKey, check_key_name
from plancia_archive.tlog.text_fields import excerpt, from_base64, has_control_characters, is_utf8_encodable, to_base64

MAX_NOTE_BYTES = 1_000_000  # bytes
MAX_SIGNATURES = 100
SIGNATURE_PREFIX = "— "  # em dash and space begin a signature line


@dataclass(frozen=True)
class Signature:
    """A signature line: key name, key ID (four bytes) and signature bytes, whose format depends on the key's type."""

    name: str
    id: bytes
    data: bytes

    def line(self) -> str:
        """Returns the signature line with its newline."""
        return f"{SIGNATURE_PREFIX}{self.name} {to_base64(self.id + self.data)}\n"

    def matches_key(self, key: VerifierKey) -> bool:
        """Returns whether name and key ID are those of a key. The signature itself is not verified."""
        return (self.name, self.id) == (key.name, key.id)


@dataclass(frozen=True)
class Note:
    """A text that ends in a newline, and its signatures in order, which are not verified."""

    body: str
    signatures: tuple[Signature, ...] = ()

    def text(self) -> str:
        """Returns the note with its signature lines. Raises NoteError `note-no-signature` if there is none."""
        if not self.signatures:
            raise NoteError("note-no-signature")
        return self.body + "\n" + "".join(signature.line() for signature in self.signatures)

    def with_signatures(self, *signatures: Signature) -> Note:
        """Returns the note with added signatures; they replace those of the same key. Raises NoteError `note-many`."""
        replacements = {(signature.name, signature.id): signature for signature in signatures}
        remaining = [signature for signature in self.signatures if (signature.name, signature.id) not in replacements]
        if len(remaining) + len(replacements) > MAX_SIGNATURES:
            raise NoteError("note-many", MAX_SIGNATURES)
        return Note(self.body, (*remaining, *replacements.values()))


def parse_note(text: str | bytes) -> Note:
    """Parses a signed note; `text()` of the result is the input again. Signatures are not verified.

    Raises NoteError: `note-large`, `note-encoding`, `note-control`, `note-form`, `note-line`, `note-many` or
    `key-name`.
    """
    note_text = decode_note_text(text)
    body, separator, lines = note_text.rpartition("\n\n")
    if not separator or not lines.endswith("\n"):
        raise NoteError("note-form")
    signature_lines = lines[:-1].split("\n")
    if len(signature_lines) > MAX_SIGNATURES:
        raise NoteError("note-many", MAX_SIGNATURES)
    return Note(body + "\n", tuple(parse_signature(line) for line in signature_lines))


def decode_note_text(text: str | bytes) -> str:
    """Decodes a text as UTF-8. Raises NoteError: `note-large`, `note-encoding` or `note-control`."""
    if len(text) > MAX_NOTE_BYTES:
        raise NoteError("note-large", MAX_NOTE_BYTES)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NoteError("note-encoding") from error
    elif not is_utf8_encodable(text):
        raise NoteError("note-encoding")
    if has_control_characters(text):
        raise NoteError("note-control")
    return text


def parse_signature(line: str) -> Signature:
    """Parses a signature line without its newline. Raises NoteError `note-line` or `key-name`."""
    name, separator, encoded = line.removeprefix(SIGNATURE_PREFIX).partition(" ")
    data = from_base64(encoded)
    if not line.startswith(SIGNATURE_PREFIX) or not separator or data is None or len(data) < 5:
        raise NoteError("note-line", excerpt(line))
    check_key_name(name)
    return Signature(name, data[:4], data[4:])


def check_body(body: str) -> None:
    """Raises NoteError for a text that is not valid in a note: `note-form`, `note-large`, `note-encoding`, ..."""
    if not decode_note_text(body).endswith("\n"):
        raise NoteError("note-form")


def sign_note(body: str, *keys: SigningKey) -> Note:
    """Signs a text with Ed25519 keys and returns the note. Raises NoteError if the text is not valid in a note."""
    check_body(body)
    return Note(body).with_signatures(*(ed25519_signature(body, key) for key in keys))


def ed25519_signature(body: str, key: SigningKey) -> Signature:
    """Signs a text with a key of the type ED25519. Raises NoteError `key-kind` for a key of another type."""
    if key.kind != ED25519:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    return Signature(key.name, key.verifier.id, key.sign(body.encode("utf-8")))


def signature_by(note: Note, key: VerifierKey) -> Signature | None:
    """Returns the signature with the name and ID of a key, not verified; None if there is none.

    Raises NoteError `note-twice` if there are two.
    """
    matches = [signature for signature in note.signatures if signature.matches_key(key)]
    if len(matches) > 1:
        raise NoteError("note-twice", key.name)
    return matches[0] if matches else None


def verify_note(note: Note, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
    """Verifies the Ed25519 signatures by these keys and returns the keys that signed. Other signatures are ignored.

    Raises NoteError: `note-signature` for an invalid signature by one of the keys, `note-twice`, `note-unsigned` if
    none of the keys signed.
    """
    candidates = tuple(keys)
    signing_keys = []
    for key in candidates:
        if key.kind == ED25519 and (signature := signature_by(note, key)):
            if not key.accepts(signature.data, note.body.encode("utf-8")):
                raise NoteError("note-signature", key.name)
            signing_keys.append(key)
    if not signing_keys:
        raise NoteError("note-unsigned", ", ".join(key.name for key in candidates) or "-")
    return signing_keys
