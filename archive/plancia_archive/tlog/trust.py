"""Evaluation of a signed checkpoint against a policy: which logs signed it, which witnesses cosigned it, and when."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint
from plancia_archive.tlog.cosignature import verify_cosignatures
from plancia_archive.tlog.errors import PolicyError
from plancia_archive.tlog.policy import Policy
from plancia_archive.tlog.signed_note import Note, parse_note, verify_note


@dataclass(frozen=True)
class TrustedCheckpoint:
    """A checkpoint that satisfies a policy.

    `signed_by` are the names of the log keys that signed; `cosignature_times` maps the name of a witness in the policy
    to the Unix time, by its clock, of its cosignature.
    """

    checkpoint: Checkpoint
    signed_by: tuple[str, ...]
    cosignature_times: dict[str, int]


def evaluate_policy(note: Note | str | bytes, policy: Policy) -> TrustedCheckpoint:
    """Verifies the signatures of a note by a policy and returns its checkpoint.

    Raises NoteError or CheckpointError for a note that is not well-formed, has no signature by a log of the policy or
    an invalid one; PolicyError `policy-quorum` if too few witnesses cosigned.
    """
    parsed_note = note if isinstance(note, Note) else parse_note(note)
    checkpoint = open_checkpoint(parsed_note, policy.log_keys())
    signing_keys = verify_note(parsed_note, [key for key in policy.log_keys() if key.name == checkpoint.origin])
    times_by_key = verify_cosignatures(parsed_note, policy.witness_keys())
    times_by_witness = {
        name: times_by_key[witness.key] for name, witness in policy.witnesses.items() if witness.key in times_by_key
    }
    if not policy.is_satisfied_by(times_by_key):
        raise PolicyError("policy-quorum", f"{policy.quorum} ({', '.join(times_by_witness) or '-'})")
    return TrustedCheckpoint(checkpoint, tuple(key.name for key in signing_keys), times_by_witness)
