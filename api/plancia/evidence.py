"""Proofs of what an archive holds: bundles made, and bundles and receipts verified without it."""

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
    """What the verification of a bundle or a receipt gave.

    `level` is "green" for what a key or head from elsewhere proves, "amber" for what the file's own key alone does or
    what cannot be told, "red" for what is refused. `code` is stable, "proven" where nothing is wrong; `where` has
    stream, entry, index, column, line and event of the first thing that is wrong, None where they do not apply; `says`
    is it as a sentence. `proven` has the facts (None if refused), `notes` what the answer does not say.
    """

    ok: bool
    level: Literal["green", "amber", "red"]
    code: str
    where: dict[str, Any]
    says: str
    proven: dict[str, Any] | None
    notes: list[str]

    def __bool__(self) -> bool:
        """Whether nothing is wrong; by whose key is in `level`."""
        return self.ok


def verify_bundle(
    bundle: bytes | str | os.PathLike[str], *, head: str | None = None, key: str | None = None,
    policy: str | None = None, game: str | None = None, lang: str = "en",
) -> Verification:  # fmt: skip
    """Verifies a bundle, or a receipt, without the archive: its bytes, or the path of its file.

    `head` is a line ORIGIN SIZE ROOT that was kept, `key` the log's verifier key from elsewhere, `policy` the text of a
    C2SP tlog-policy in its place, `game` a text to compare with the one recorded. Never raises for what the bundle
    contains. Raises ValueError for a head, key or policy that is not one, OSError for a file that cannot be read,
    MissingExtra without the extra `archive`.
    """
    with name_missing_extras():
        from plancia_archive.evidence.result import VerificationError
        from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_log_key, read_policy
        from plancia_archive.evidence.verify_bundle import verify_bundle as verify
    if key and policy:
        raise ValueError("key or policy, not both")
    try:
        trust = VerifierInputs(
            heads=[parse_head(head)] if head else (), key=read_log_key(key) if key else None,
            policy=read_policy(policy) if policy else None, game=game.encode() if game is not None else None,
        )  # fmt: skip
    except VerificationError as refusal:
        raise ValueError(f"{refusal.code}: {key or policy}"[:200]) from refusal
    result = verify(bundle if isinstance(bundle, bytes) else Path(bundle).read_bytes(), trust)
    answer = result.to_json()
    says = result.problem.text(lang) if result.problem else answer["proven"]["head"]
    return Verification(result.ok, answer["level"], answer["code"], answer["where"], says, result.proven,
                        [note.text(lang) for note in result.notes])  # fmt: skip


def make_bundle_bytes(log: ArchiveStore, name: str, since: str | None) -> bytes:
    """The bundle of a game. Raises ArchiveError, ValueError."""
    from plancia_archive.evidence.bundle import bundle_text, make_bundle

    older_heads = [parse_head(since)] if since else []
    return bundle_text(make_bundle(log, log.resolve(name), older_heads)).encode()


def parse_head(line: str) -> Checkpoint:
    """The head of a line. Raises ValueError."""
    from plancia_archive.evidence.result import VerificationError
    from plancia_archive.evidence.verifier_inputs import read_head

    try:
        return read_head(line)
    except VerificationError as refusal:
        raise ValueError(f"not a head ORIGIN SIZE ROOT: {line[:120]}") from refusal
