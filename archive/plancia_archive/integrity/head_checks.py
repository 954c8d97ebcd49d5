"""Verifies the log against heads that somebody else kept, and says where it was changed, as far as that can be known.

Whoever has the file and its key can make every hash, tile and checkpoint in it again, but not a head that is kept
elsewhere. So what is said of such a head relies on other heads from outside, on stored tiles that still lead to its
root, and, for an upper bound, on checkpoints of the archive that its entries do not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancia_archive.archive import Archive
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.integrity.finding import Finding
from plancia_archive.integrity.tree_checks import differences, tree_of
from plancia_archive.log.archive_stream import Identity, read_identities, verifier_keys
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import parse_note, verify_note
from plancia_archive.tlog.text_fields import HASH_SIZE
from plancia_archive.tlog.tiles import TILE_WIDTH


@dataclass
class LogState:
    """The log as its entries give it: tree, origins, streams of the entries, and the leaves of the stored tiles."""

    tree: MemoryTree
    found: list[Identity]
    streams: list[str]
    stored: dict[int, bytes]

    def fits(self, head: Checkpoint) -> bool:
        """Whether the log begins with the tree of a head."""
        return head.size <= len(self.tree) and root_of_size(self.tree, head.size) == head.root

    def place(self, where: str, first: int, end: int) -> Finding:
        """The finding that the first changed entry is among `first` to `end`, the end excluded."""
        if end == first + 1:
            return Finding(where, "head-entry", f"{first} ({self.streams[first]})")
        return Finding(where, "head-range", f"{first}..{end - 1}")


def read_state(view: Archive) -> LogState:
    """The state of the log of a view."""
    streams = [str(row[0]) for row in view.db.execute("SELECT game FROM entry ORDER BY log_index")]
    stored: dict[int, bytes] = {}
    for number, data in view.db.execute("SELECT n, data FROM tile WHERE level = 0 AND n >= 0 ORDER BY n"):
        content = bytes(data)
        hashes = [content[at : at + HASH_SIZE] for at in range(0, len(content), HASH_SIZE)]
        stored.update(enumerate(hashes, int(number) * TILE_WIDTH))
    return LogState(tree_of(view), read_identities(view.log), streams, stored)


def check_heads(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """Findings of the heads and signed checkpoints from outside, and the place of the first change."""
    state = read_state(view)
    signed = signed_heads(view)
    yield from check_signatures(state, outside)
    yield from first_unfit(state, signed)
    lower = 0
    for head in sorted(outside.heads, key=lambda head: head.size):
        differing = list(differences(head, where := f"head {head.head()}", state.tree, state.found))
        yield from differing
        if not differing:
            lower = head.size
        elif differing[0].code in ("head-root", "head-behind"):
            yield from place_of_change(state, head, where, lower, signed)
            return  # later heads differ because of the same change


def check_signatures(state: LogState, outside: VerifierInputs) -> Iterator[Finding]:
    """Signatures of the checkpoints from outside, by the keys given, else by those that the log announced."""
    own = [key for identity in state.found for key in verifier_keys(identity)]
    for note in outside.signed:
        head = parse_checkpoint(note.body)
        try:
            verify_note(note, [key for key in outside.log_keys() or own if key.name == head.origin])
        except TlogError as error:
            yield Finding(f"head {head.head()}", "checkpoint", error.code)


def signed_heads(view: Archive) -> list[Checkpoint]:
    """The heads in the table of signed checkpoints, by size; what is not one is a finding of `check_tree`."""
    heads = []
    for (text,) in view.db.execute("SELECT note FROM checkpoint ORDER BY size").fetchall():
        try:
            heads.append(parse_checkpoint(parse_note(str(text)).body))
        except TlogError:
            continue
    return sorted(heads, key=lambda head: head.size)


def first_unfit(state: LogState, signed: Sequence[Checkpoint]) -> Iterator[Finding]:
    """Among which entries the log was changed, by the archive's own checkpoints."""
    lower = 0
    for head in signed:
        if head.size > len(state.tree):
            return
        if not state.fits(head):
            yield state.place(f"checkpoint {head.size}", min(lower, head.size - 1), head.size)
            return
        lower = head.size


def place_of_change(
    state: LogState, head: Checkpoint, where: str, lower: int, signed: Sequence[Checkpoint]
) -> Iterator[Finding]:
    """Where the log was changed since a head, or what is known of it."""
    entry = proven_change(state, head)
    if entry is not None:
        yield state.place(where, entry, entry + 1)
        return
    size = len(state.tree)
    unfit = [one.size for one in signed if lower < one.size <= size and not state.fits(one)]
    upper = min([head.size, size, *unfit])
    if upper > lower and (unfit or head.size <= size):
        yield state.place(where, lower, upper)


def proven_change(state: LogState, head: Checkpoint) -> int | None:
    """The first entry that differs from the stored tiles, if these, with the later leaves, lead to the head's root."""
    leaves = [state.stored.get(index, leaf) for index, leaf in enumerate(state.tree.levels[0][: head.size])]
    if head.size > len(state.tree) or root_of_size(MemoryTree(leaves), head.size) != head.root:
        return None
    return next((index for index, leaf in enumerate(leaves) if leaf != state.tree.levels[0][index]), None)
