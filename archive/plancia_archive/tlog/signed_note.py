"""Signed notes: a text with signature lines (C2SP signed-note)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancia_archive.tlog.errors import NoteError
from plancia_archive.tlog.keys import ED25519, SigningKey, VerifierKey, check_name
from plancia_archive.tlog.text_fields import from_base64, has_control, is_utf8, shown, to_base64

LARGEST_NOTE = 1_000_000  # bytes
MOST_SIGNATURES = 100
DASH = "— "  # em dash and space begin a signature line


@dataclass(frozen=True)
class Signature:
    """A signature line: key name, key id (four bytes), and what the key made, in the form of its type."""

    name: str
    id: bytes
    data: bytes

    def line(self) -> str:
        """The signature line with its newline."""
        return f"{DASH}{self.name} {to_base64(self.id + self.data)}\n"

    def by(self, key: VerifierKey) -> bool:
        """Whether the line claims to be by a key: name and id are the key's."""
        return (self.name, self.id) == (key.name, key.id)


@dataclass(frozen=True)
class Note:
    """A text that ends in a newline, and its signatures in order. Nothing of it is true until a signature verifies."""

    body: str
    signatures: tuple[Signature, ...] = ()

    def text(self) -> str:
        """The whole note. Raises NoteError `note-no-signature` if there is no signature."""
        if not self.signatures:
            raise NoteError("note-no-signature")
        return self.body + "\n" + "".join(one.line() for one in self.signatures)

    def plus(self, *added: Signature) -> Note:
        """The note with further signatures; one by the same name and id is replaced. Raises NoteError."""
        fresh = {(one.name, one.id): one for one in added}
        kept = [one for one in self.signatures if (one.name, one.id) not in fresh]
        if len(kept) + len(fresh) > MOST_SIGNATURES:
            raise NoteError("note-many", MOST_SIGNATURES)
        return Note(self.body, (*kept, *fresh.values()))


def parse_note(text: str | bytes) -> Note:
    """The note of a text. Its `text()` is the same text again.

    Raises NoteError: `note-large`, `note-encoding`, `note-control`, `note-form`, `note-line`, `note-many` or
    `key-name`.
    """
    whole = decoded(text)
    body, separator, lines = whole.rpartition("\n\n")
    if not separator or not lines.endswith("\n"):
        raise NoteError("note-form")
    found = lines[:-1].split("\n")
    if len(found) > MOST_SIGNATURES:
        raise NoteError("note-many", MOST_SIGNATURES)
    return Note(body + "\n", tuple(parse_signature(line) for line in found))


def decoded(text: str | bytes) -> str:
    """The text, held to the limits of a note: size, UTF-8, control characters."""
    if len(text) > LARGEST_NOTE:
        raise NoteError("note-large", LARGEST_NOTE)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NoteError("note-encoding") from error
    elif not is_utf8(text):
        raise NoteError("note-encoding")
    if has_control(text):
        raise NoteError("note-control")
    return text


def parse_signature(line: str) -> Signature:
    """The signature of a line without its newline. Raises NoteError `note-line` or `key-name`."""
    name, space, encoded = line.removeprefix(DASH).partition(" ")
    data = from_base64(encoded)
    if not line.startswith(DASH) or not space or data is None or len(data) < 5:
        raise NoteError("note-line", shown(line))
    check_name(name)
    return Signature(name, data[:4], data[4:])


def check_body(body: str) -> None:
    """Refuses what cannot be the text of a note: NoteError `note-form`, `note-large`, `note-encoding`, ..."""
    if not decoded(body).endswith("\n"):
        raise NoteError("note-form")


def sign_note(body: str, *keys: SigningKey) -> Note:
    """The note of a text signed by Ed25519 keys. Raises NoteError if the text cannot be a note's."""
    check_body(body)
    return Note(body).plus(*(ed25519_signature(body, key) for key in keys))


def ed25519_signature(body: str, key: SigningKey) -> Signature:
    """The signature of a text by a key of the type ED25519. Raises NoteError `key-kind` for another."""
    if key.kind != ED25519:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    return Signature(key.name, key.verifier.id, key.sign(body.encode("utf-8")))


def signature_by(note: Note, key: VerifierKey) -> Signature | None:
    """The signature that claims to be by a key. Raises NoteError `note-twice` if there are two."""
    found = [one for one in note.signatures if one.by(key)]
    if len(found) > 1:
        raise NoteError("note-twice", key.name)
    return found[0] if found else None


def verify_note(note: Note, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
    """The keys of the type ED25519 among `keys` that signed the note. Signatures by other keys are ignored.

    Raises NoteError: `note-signature` if a signature by one of the keys is false, `note-twice`, `note-unsigned` if none
    of the keys signed.
    """
    known = tuple(keys)
    signed = []
    for key in known:
        if key.kind == ED25519 and (found := signature_by(note, key)):
            if not key.accepts(found.data, note.body.encode("utf-8")):
                raise NoteError("note-signature", key.name)
            signed.append(key)
    if not signed:
        raise NoteError("note-unsigned", ", ".join(key.name for key in known) or "-")
    return signed
