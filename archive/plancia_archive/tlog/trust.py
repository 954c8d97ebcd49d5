"""A checkpoint held against a policy: who signed it, who cosigned it and when."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint
from plancia_archive.tlog.cosignature import verify_cosignatures
from plancia_archive.tlog.errors import PolicyError
from plancia_archive.tlog.policy import Policy
from plancia_archive.tlog.signed_note import Note, parse_note, verify_note


@dataclass(frozen=True)
class Trusted:
    """A checkpoint that satisfies a policy: names of the log keys that signed, times of the witnesses' cosignatures.

    Times are in seconds since 1970 by the witness's clock, by the witness's name in the policy.
    """

    checkpoint: Checkpoint
    signed_by: tuple[str, ...]
    cosigned: dict[str, int]


def evaluate(note: Note | str | bytes, policy: Policy) -> Trusted:
    """The checkpoint of a note, if the policy trusts it.

    Raises NoteError or CheckpointError for a note that is not well-formed, has no signature by a log of the policy or
    has a false one; PolicyError `policy-quorum` if too few witnesses cosigned.
    """
    opened = note if isinstance(note, Note) else parse_note(note)
    checkpoint = open_checkpoint(opened, policy.log_keys())
    signed = verify_note(opened, [key for key in policy.log_keys() if key.name == checkpoint.origin])
    times = verify_cosignatures(opened, policy.witness_keys())
    named = {name: times[one.key] for name, one in policy.witnesses.items() if one.key in times}
    if not policy.satisfied(times):
        raise PolicyError("policy-quorum", f"{policy.quorum} ({', '.join(named) or '-'})")
    return Trusted(checkpoint, tuple(key.name for key in signed), named)
