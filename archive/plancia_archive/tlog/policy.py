"""Policies: which logs and how many witnesses make a checkpoint trusted (C2SP tlog-policy)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from plancia_archive.tlog.errors import NoteError, PolicyError
from plancia_archive.tlog.keys import COSIGNATURE, ED25519, VerifierKey, parse_verifier_key
from plancia_archive.tlog.text_fields import decimal, shown

NONE = "none"
LARGEST_POLICY = 1_000_000  # bytes
SPACE = re.compile(r"[ \t]+")


@dataclass(frozen=True)
class Log:
    """A log that is trusted; its key's name is its origin."""

    key: VerifierKey
    url: str = ""


@dataclass(frozen=True)
class Witness:
    """A witness by its name in the policy, and its key for cosignatures."""

    name: str
    key: VerifierKey
    url: str = ""


@dataclass(frozen=True)
class Group:
    """A group, which has witnessed a checkpoint when `threshold` of its members have."""

    name: str
    threshold: int
    members: tuple[str, ...]


@dataclass
class Policy:
    """Logs, witnesses by name, groups in the order of the file, and the name that the quorum needs."""

    logs: list[Log] = field(default_factory=list)
    witnesses: dict[str, Witness] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""

    def log_keys(self) -> list[VerifierKey]:
        """The keys of the logs."""
        return [log.key for log in self.logs]

    def witness_keys(self) -> list[VerifierKey]:
        """The keys of the witnesses."""
        return [witness.key for witness in self.witnesses.values()]

    def satisfied(self, cosigners: Iterable[VerifierKey]) -> bool:
        """Whether cosignatures by these keys reach the quorum."""
        if self.quorum == NONE:
            return True
        keys = set(cosigners)
        seen = {name for name, witness in self.witnesses.items() if witness.key in keys}
        for group in self.groups.values():  # a group names earlier lines only
            if len(seen.intersection(group.members)) >= group.threshold:
                seen.add(group.name)
        return self.quorum in seen

    def defined(self, name: str) -> bool:
        """Whether a witness or a group has the name."""
        return name in self.witnesses or name in self.groups


def single_log(key: VerifierKey) -> Policy:
    """The policy that trusts one log without any witness."""
    return Policy(logs=[Log(key)], quorum=NONE)


def parse_policy(text: str | bytes) -> Policy:
    """The policy of a text. Raises PolicyError `policy-...` that names the line."""
    policy = Policy()
    used: set[str] = set()
    for number, line in enumerate(octets(text).split("\n"), 1):
        fields = [one for one in SPACE.split(line) if one]
        if fields and not fields[0].startswith("#"):
            read = LINES.get(fields[0])
            if read is None:
                raise PolicyError("policy-line", f"{number}: {shown(fields[0])}")
            read(policy, fields[1:], number, used)
    if not policy.quorum:
        raise PolicyError("policy-no-quorum")
    return policy


def octets(text: str | bytes) -> str:
    """The text; octets that are not UTF-8 stay apart from one another. Raises PolicyError."""
    if len(text) > LARGEST_POLICY:
        raise PolicyError("policy-large", LARGEST_POLICY)
    whole = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
    for number, line in enumerate(whole.split("\n"), 1):
        if any((char < " " and char != "\t") or char == "\x7f" for char in line):
            raise PolicyError("policy-control", number)
    return whole


def read_log(policy: Policy, fields: list[str], number: int, used: set[str]) -> None:
    """A line `log VKEY [URL]`."""
    if not 1 <= len(fields) <= 2:
        raise PolicyError("policy-fields", f"{number}: log VKEY [URL]")
    key = read_key(fields[0], ED25519, number)
    if any(log.key.public == key.public for log in policy.logs):
        raise PolicyError("policy-key-twice", f"{number}: {shown(key.name)}")
    policy.logs.append(Log(key, *fields[1:]))


def read_witness(policy: Policy, fields: list[str], number: int, used: set[str]) -> None:
    """A line `witness NAME VKEY [URL]`."""
    if not 2 <= len(fields) <= 3:
        raise PolicyError("policy-fields", f"{number}: witness NAME VKEY [URL]")
    check_new_name(policy, fields[0], number)
    key = read_key(fields[1], COSIGNATURE, number)
    if any(witness.key.public == key.public for witness in policy.witnesses.values()):
        raise PolicyError("policy-key-twice", f"{number}: {shown(key.name)}")
    policy.witnesses[fields[0]] = Witness(fields[0], key, *fields[2:])


def read_group(policy: Policy, fields: list[str], number: int, used: set[str]) -> None:
    """A line `group NAME any|all|K NAME...`; a member belongs to one group only."""
    if len(fields) < 3:
        raise PolicyError("policy-fields", f"{number}: group NAME any|all|K NAME...")
    name, threshold, *members = fields
    check_new_name(policy, name, number)
    for member in members:
        if not policy.defined(member):
            raise PolicyError("policy-unknown", f"{number}: {shown(member)}")
        if member in used:
            raise PolicyError("policy-member-twice", f"{number}: {shown(member)}")
        used.add(member)
    needed = {"any": 1, "all": len(members)}.get(threshold, decimal(threshold))
    if needed is None or not 1 <= needed <= len(members):
        raise PolicyError("policy-threshold", f"{number}: {shown(threshold)}")
    policy.groups[name] = Group(name, needed, tuple(members))


def read_quorum(policy: Policy, fields: list[str], number: int, used: set[str]) -> None:
    """A line `quorum NAME`, where NAME may be `none`."""
    if len(fields) != 1:
        raise PolicyError("policy-fields", f"{number}: quorum NAME")
    if policy.quorum:
        raise PolicyError("policy-quorum-twice", number)
    if fields[0] != NONE and not policy.defined(fields[0]):
        raise PolicyError("policy-unknown", f"{number}: {shown(fields[0])}")
    policy.quorum = fields[0]


LINES = {"log": read_log, "witness": read_witness, "group": read_group, "quorum": read_quorum}


def check_new_name(policy: Policy, name: str, number: int) -> None:
    """Refuses a name that is taken already or predefined."""
    if name == NONE or policy.defined(name):
        raise PolicyError("policy-name", f"{number}: {shown(name)}")


def read_key(text: str, kind: int, number: int) -> VerifierKey:
    """The key of a vkey, of the signature type that the line needs."""
    try:
        key = parse_verifier_key(text)
    except NoteError as error:
        raise PolicyError("policy-key", f"{number}: {shown(text)}") from error
    if key.kind != kind:
        raise PolicyError("policy-kind", f"{number}: {shown(text)}")
    return key
