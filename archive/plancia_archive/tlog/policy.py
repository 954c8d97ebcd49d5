"""Policies: which logs and how many witnesses make a checkpoint trusted (C2SP tlog-policy)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from plancia_archive.tlog.errors import NoteError, PolicyError
from plancia_archive.tlog.keys import COSIGNATURE, ED25519, VerifierKey, parse_verifier_key
from plancia_archive.tlog.text_fields import excerpt, parse_decimal

NO_QUORUM = "none"
MAX_POLICY_BYTES = 1_000_000  # bytes
FIELD_SEPARATOR = re.compile(r"[ \t]+")


@dataclass(frozen=True)
class Log:
    """A trusted log; the name of its key is its origin."""

    key: VerifierKey
    url: str = ""


@dataclass(frozen=True)
class Witness:
    """A witness: its name in the policy, its cosignature key, its URL."""

    name: str
    key: VerifierKey
    url: str = ""


@dataclass(frozen=True)
class Group:
    """A group of witnesses and groups, satisfied when `threshold` of its members are."""

    name: str
    threshold: int
    members: tuple[str, ...]


@dataclass
class Policy:
    """A policy: trusted logs, witnesses and groups by name in file order, and the witness or group of the quorum."""

    logs: list[Log] = field(default_factory=list)
    witnesses: dict[str, Witness] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""

    def log_keys(self) -> list[VerifierKey]:
        """Returns the keys of the trusted logs."""
        return [log.key for log in self.logs]

    def witness_keys(self) -> list[VerifierKey]:
        """Returns the keys of the witnesses."""
        return [witness.key for witness in self.witnesses.values()]

    def is_satisfied_by(self, cosigners: Iterable[VerifierKey]) -> bool:
        """Returns whether cosignatures by these keys satisfy the quorum."""
        if self.quorum == NO_QUORUM:
            return True
        keys = set(cosigners)
        satisfied_names = {name for name, witness in self.witnesses.items() if witness.key in keys}
        for group in self.groups.values():  # a group names earlier lines only
            if len(satisfied_names.intersection(group.members)) >= group.threshold:
                satisfied_names.add(group.name)
        return self.quorum in satisfied_names

    def defines(self, name: str) -> bool:
        """Returns whether the policy has a witness or a group with this name."""
        return name in self.witnesses or name in self.groups


def parse_policy(text: str | bytes) -> Policy:
    """Parses a policy. Raises PolicyError `policy-...`, whose message has the line number."""
    policy = Policy()
    used_members: set[str] = set()
    for line_number, line in enumerate(decode_policy(text).split("\n"), 1):
        fields = [part for part in FIELD_SEPARATOR.split(line) if part]
        if fields and not fields[0].startswith("#"):
            parse_line = LINE_PARSERS.get(fields[0])
            if parse_line is None:
                raise PolicyError("policy-line", f"{line_number}: {excerpt(fields[0])}")
            parse_line(policy, fields[1:], line_number, used_members)
    if not policy.quorum:
        raise PolicyError("policy-no-quorum")
    return policy


def decode_policy(text: str | bytes) -> str:
    """Decodes a policy; bytes that are not UTF-8 become surrogates.

    Raises PolicyError for its size or a control character.
    """
    if len(text) > MAX_POLICY_BYTES:
        raise PolicyError("policy-large", MAX_POLICY_BYTES)
    decoded = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
    for line_number, line in enumerate(decoded.split("\n"), 1):
        if any((char < " " and char != "\t") or char == "\x7f" for char in line):
            raise PolicyError("policy-control", line_number)
    return decoded


def parse_log_line(policy: Policy, fields: list[str], line_number: int, used_members: set[str]) -> None:
    """Parses the fields of a line `log VKEY [URL]` into the policy. Raises PolicyError."""
    if not 1 <= len(fields) <= 2:
        raise PolicyError("policy-fields", f"{line_number}: log VKEY [URL]")
    key = parse_policy_key(fields[0], ED25519, line_number)
    if any(log.key.public == key.public for log in policy.logs):
        raise PolicyError("policy-key-twice", f"{line_number}: {excerpt(key.name)}")
    policy.logs.append(Log(key, *fields[1:]))


def parse_witness_line(policy: Policy, fields: list[str], line_number: int, used_members: set[str]) -> None:
    """Parses the fields of a line `witness NAME VKEY [URL]` into the policy. Raises PolicyError."""
    if not 2 <= len(fields) <= 3:
        raise PolicyError("policy-fields", f"{line_number}: witness NAME VKEY [URL]")
    check_new_name(policy, fields[0], line_number)
    key = parse_policy_key(fields[1], COSIGNATURE, line_number)
    if any(witness.key.public == key.public for witness in policy.witnesses.values()):
        raise PolicyError("policy-key-twice", f"{line_number}: {excerpt(key.name)}")
    policy.witnesses[fields[0]] = Witness(fields[0], key, *fields[2:])


def parse_group_line(policy: Policy, fields: list[str], line_number: int, used_members: set[str]) -> None:
    """Parses the fields of a line `group NAME any|all|K NAME...` into the policy.

    Raises PolicyError, also for a member of another group.
    """
    if len(fields) < 3:
        raise PolicyError("policy-fields", f"{line_number}: group NAME any|all|K NAME...")
    name, threshold, *members = fields
    check_new_name(policy, name, line_number)
    for member in members:
        if not policy.defines(member):
            raise PolicyError("policy-unknown", f"{line_number}: {excerpt(member)}")
        if member in used_members:
            raise PolicyError("policy-member-twice", f"{line_number}: {excerpt(member)}")
        used_members.add(member)
    required_count = {"any": 1, "all": len(members)}.get(threshold, parse_decimal(threshold))
    if required_count is None or not 1 <= required_count <= len(members):
        raise PolicyError("policy-threshold", f"{line_number}: {excerpt(threshold)}")
    policy.groups[name] = Group(name, required_count, tuple(members))


def parse_quorum_line(policy: Policy, fields: list[str], line_number: int, used_members: set[str]) -> None:
    """Parses the field of a line `quorum NAME`, where NAME may be `none`, into the policy. Raises PolicyError."""
    if len(fields) != 1:
        raise PolicyError("policy-fields", f"{line_number}: quorum NAME")
    if policy.quorum:
        raise PolicyError("policy-quorum-twice", line_number)
    if fields[0] != NO_QUORUM and not policy.defines(fields[0]):
        raise PolicyError("policy-unknown", f"{line_number}: {excerpt(fields[0])}")
    policy.quorum = fields[0]


LINE_PARSERS = {
    "log": parse_log_line,
    "witness": parse_witness_line,
    "group": parse_group_line,
    "quorum": parse_quorum_line,
}


def check_new_name(policy: Policy, name: str, line_number: int) -> None:
    """Raises PolicyError `policy-name` for a name that is predefined or defined by an earlier line."""
    if name == NO_QUORUM or policy.defines(name):
        raise PolicyError("policy-name", f"{line_number}: {excerpt(name)}")


def parse_policy_key(text: str, kind: int, line_number: int) -> VerifierKey:
    """Parses a vkey of the signature type `kind`. Raises PolicyError `policy-key` or `policy-kind`."""
    try:
        key = parse_verifier_key(text)
    except NoteError as error:
        raise PolicyError("policy-key", f"{line_number}: {excerpt(text)}") from error
    if key.kind != kind:
        raise PolicyError("policy-kind", f"{line_number}: {excerpt(text)}")
    return key
