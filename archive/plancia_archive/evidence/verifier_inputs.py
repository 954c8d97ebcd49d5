"""What a verifier trusts or compares with: heads kept earlier, a key or a policy, the text of the game, receipts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from plancia_archive.evidence.receipt_form import RawReceipt
from plancia_archive.evidence.result import VerificationError
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint, parse_head
from plancia_archive.tlog.errors import PolicyError, TlogError
from plancia_archive.tlog.keys import ED25519, VerifierKey, parse_verifier_key
from plancia_archive.tlog.policy import Policy, parse_policy
from plancia_archive.tlog.signed_note import Note, parse_note

ROOT_LENGTH = 44  # characters of a root in base64


@dataclass(frozen=True)
class VerifierInputs:
    """The inputs of a verification from outside the bundle or the archive.

    `signed` are the notes of those heads that are signed checkpoints; their signatures are verified too. `receipts` are
    compared with an archive; their heads and checkpoints are also in `heads` and `signed`.
    """

    heads: Sequence[Checkpoint] = ()
    key: VerifierKey | None = None
    policy: Policy | None = None
    game: bytes | None = None
    signed: Sequence[Note] = ()
    receipts: Sequence[RawReceipt] = ()

    def log_keys(self) -> list[VerifierKey]:
        """Returns the trusted keys of logs; empty without a key and without logs in the policy."""
        if self.policy and self.policy.logs:
            return self.policy.log_keys()
        return [self.key] if self.key else []


def read_head(text: str) -> Checkpoint:
    """Parses a head `ORIGIN SIZE ROOT`, on one line or wrapped over several. Raises VerificationError `head-form`."""
    try:
        return parse_head(join_wrapped_head(text.strip()))
    except TlogError as error:
        raise VerificationError("head-form") from error


def join_wrapped_head(text: str) -> str:
    """Joins a head that was wrapped inside its origin or its root; returns other texts unchanged."""
    if not re.search(r"[^\S ]|  ", text):
        return text
    words = text.split()
    for size_index in range(1, len(words) - 1):
        root = "".join(words[size_index + 1 :])
        if len(root) == ROOT_LENGTH and words[size_index].isdecimal():
            return f"{''.join(words[:size_index])} {words[size_index]} {root}"
    return text


def read_heads(text: str) -> list[Checkpoint]:
    """Parses a file with one head `ORIGIN SIZE ROOT` a line, or with one checkpoint.

    Raises VerificationError `head-form`.
    """
    try:
        return [parse_checkpoint(parse_note(text).body)]
    except TlogError:
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines:
            raise VerificationError("head-form") from None
        with suppress(VerificationError):
            return [read_head(line) for line in lines]
        return [read_head(text)]


def read_signed_checkpoint(text: str) -> Note:
    """Parses the note of a signed checkpoint. Raises VerificationError `head-form`."""
    try:
        note = parse_note(text)
        parse_checkpoint(note.body)
    except TlogError as error:
        raise VerificationError("head-form") from error
    return note


def read_log_key(text: str) -> VerifierKey:
    """Parses the verifier key (vkey) of a log. Raises VerificationError `key-form`."""
    try:
        key = parse_verifier_key(text.strip())
    except TlogError as error:
        raise VerificationError("key-form") from error
    if key.kind != ED25519:
        raise VerificationError("key-form")
    return key


def read_policy(text: str | bytes) -> Policy:
    """Parses a policy. Raises VerificationError `policy-form` with the line."""
    try:
        return parse_policy(text)
    except PolicyError as error:
        line_number = error.what.partition(":")[0]
        raise VerificationError(
            "policy-form", {"line": int(line_number)} if line_number.isdecimal() else {}, why=error.code
        ) from error
