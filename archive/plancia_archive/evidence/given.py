"""What a verifier has from outside: heads, a key or a policy, and the text of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from plancia_archive.evidence.receipt_form import RawReceipt
from plancia_archive.evidence.result import Refusal
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint, parse_head
from plancia_archive.tlog.errors import PolicyError, TlogError
from plancia_archive.tlog.keys import ED25519, VerifierKey, parse_verifier_key
from plancia_archive.tlog.policy import Policy, parse_policy
from plancia_archive.tlog.signed_note import Note, parse_note

ROOT_LENGTH = 44  # characters of a root in base64


@dataclass(frozen=True)
class Given:
    """What a verifier has from outside the bundle or the archive.

    `signed` are the checkpoints among the heads that are signed, and whose signatures are checked too; `receipts` are
    held against an archive, their heads and checkpoints being among the others.
    """

    heads: Sequence[Checkpoint] = ()
    key: VerifierKey | None = None
    policy: Policy | None = None
    game: bytes | None = None
    signed: Sequence[Note] = ()
    receipts: Sequence[RawReceipt] = ()

    def log_keys(self) -> list[VerifierKey]:
        """The keys of logs that are trusted; none where neither a key nor a policy with logs is given."""
        if self.policy and self.policy.logs:
            return self.policy.log_keys()
        return [self.key] if self.key else []


def head_of(text: str) -> Checkpoint:
    """The head `ORIGIN SIZE ROOT`, in one line or wrapped over several. Raises Refusal `head-form`."""
    try:
        return parse_head(unwrapped(text.strip()))
    except TlogError as error:
        raise Refusal("head-form") from error


def unwrapped(text: str) -> str:
    """A head in one line: breaks inside its origin and its root are removed; other texts unchanged."""
    if not re.search(r"[^\S ]|  ", text):
        return text
    words = text.split()
    for place in range(1, len(words) - 1):
        root = "".join(words[place + 1 :])
        if len(root) == ROOT_LENGTH and words[place].isdecimal():
            return f"{''.join(words[:place])} {words[place]} {root}"
    return text


def heads_of(text: str) -> list[Checkpoint]:
    """The heads of a file: lines `ORIGIN SIZE ROOT`, empty ones aside, or one checkpoint. Raises Refusal."""
    try:
        return [parse_checkpoint(parse_note(text).body)]
    except TlogError:
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines:
            raise Refusal("head-form") from None
        with suppress(Refusal):
            return [head_of(line) for line in lines]
        return [head_of(text)]


def checkpoint_of(text: str) -> Note:
    """The note of a signed checkpoint. Raises Refusal `head-form`."""
    try:
        note = parse_note(text)
        parse_checkpoint(note.body)
    except TlogError as error:
        raise Refusal("head-form") from error
    return note


def key_of(text: str) -> VerifierKey:
    """The verifier key (vkey) of a log. Raises Refusal `key-form`."""
    try:
        key = parse_verifier_key(text.strip())
    except TlogError as error:
        raise Refusal("key-form") from error
    if key.kind != ED25519:
        raise Refusal("key-form")
    return key


def policy_of(text: str | bytes) -> Policy:
    """The policy of a text. Raises Refusal `policy-form` with the line."""
    try:
        return parse_policy(text)
    except PolicyError as error:
        line = error.what.partition(":")[0]
        raise Refusal("policy-form", {"line": int(line)} if line.isdecimal() else {}, why=error.code) from error
