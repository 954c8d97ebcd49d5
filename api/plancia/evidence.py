"""Proofs of stored games: making bundles, and verifying bundles and receipts without the archive."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plancia_data import name_missing_extras

if TYPE_CHECKING:
    from plancia_archive import Archive as ArchiveStore
    from plancia_archive.tlog.checkpoint import Checkpoint


@dataclass(frozen=True)
class Verification:
    """The result of verifying a bundle or a receipt.

    `level` is "green" if a key or head from elsewhere proves it, "amber" if only the file's own key does or something
    cannot be decided, "red" if it is refused. `code` is stable, "proven" if nothing is wrong; `where` has stream,
    entry, index, column, line and event of the first error, None if they do not apply; `says` is the result as a
    sentence. `proven` has the facts (None if refused), `notes` what the result does not show.
    """

    ok: bool
    level: Literal["green", "amber", "red"]
    code: str
    where: dict[str, Any]
    says: str
    proven: dict[str, Any] | None
    notes: list[str]

    def __bool__(self) -> bool:
        """True if nothing is wrong; `level` says by whose key."""
        return self.ok


def verify_bundle(
    bundle: bytes | str | os.PathLike[str], *, head: str | None = None, key: str | None = None,
    policy: str | None = None, game: str | None = None, lang: str = "en",
) -> Verification:  # fmt: skip
    """Verifies a bundle or a receipt, given as bytes or as the path of a file, without the archive.

    `head` is a line ORIGIN SIZE ROOT that was stored earlier, `key` the log's verifier key from elsewhere, `policy` the
    text of a C2SP tlog-policy instead of a key, `game` a text to compare with the recorded one. The content of the
    bundle never raises. Raises ValueError for an invalid head, key or policy, OSError for a file that cannot be read,
    MissingExtra without the extra `archive`.
    """
    with name_missing_extras():
        from plancia_archive.evidence.result import VerificationError
        from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_log_key, read_policy
        from plancia_archive.evidence.verify_bundle import verify_bundle as verify
    if key and policy:
        raise ValueError("key or policy, not both")
    try:
        trust_anchors = VerifierInputs(
            heads=[parse_head(head)] if head else (), key=read_log_key(key) if key else None,
            policy=read_policy(policy) if policy else None, game=game.encode() if game is not None else None,
        )  # fmt: skip
    except VerificationError as refusal:
        raise ValueError(f"{refusal.code}: {key or policy}"[:200]) from refusal
    result = verify(bundle if isinstance(bundle, bytes) else Path(bundle).read_bytes(), trust_anchors)
    answer = result.to_json()
    says = result.problem.text(lang) if result.problem else answer["proven"]["head"]
    return Verification(result.ok, answer["level"], answer["code"], answer["where"], says, result.proven,
                        [note.text(lang) for note in result.notes])  # fmt: skip


def make_bundle_bytes(log: ArchiveStore, name: str, since: str | None) -> bytes:
    """Returns the bundle of a game as bytes. Raises ArchiveError, ValueError."""
    from plancia_archive.evidence.bundle import bundle_text, make_bundle

    older_heads = [parse_head(since)] if since else []
    return bundle_text(make_bundle(log, log.resolve(name), older_heads)).encode()


def parse_head(line: str) -> Checkpoint:
    """Parses the line of a head. Raises ValueError."""
    from plancia_archive.evidence.result import VerificationError
    from plancia_archive.evidence.verifier_inputs import read_head

    try:
        return read_head(line)
    except VerificationError as refusal:
        raise ValueError(f"not a head ORIGIN SIZE ROOT: {line[:120]}") from refusal
