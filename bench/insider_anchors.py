"""What others hold of an archive before it is rewritten, and what each of them can name afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.evidence.receipt_form import RawReceipt
from plancia_archive.evidence.receipts import make_receipts, receipt_line
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.evidence.verify_receipt import read_receipts
from plancia_archive.integrity.receipt_checks import check_receipts
from plancia_archive.integrity.tree_checks import find_first_difference
from plancia_archive.tlog.checkpoint import parse_checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, parse_verifier_key
from plancia_archive.tlog.witness import AddCheckpointRequest, WitnessServer
from plancia_archive.tlog.witness_store import FileStore

WITNESS = SigningKey("witness.example", COSIGNATURE, bytes([7]) * 32)
HOLDERS = ("head", "receipt", "witness")


@dataclass(frozen=True)
class Anchors:
    """A head noted on paper, the receipt of the last sender, and the folder of a witness that cosigned."""

    head: str
    receipt: RawReceipt
    witness: Path
    vkey: str


def taken(place: Path, folder: Path) -> Anchors:
    """The anchors of an archive; its head is signed and cosigned."""
    archive = Archive.open(place)
    note = archive.checkpoints.sign()
    assert note is not None
    key = archive.checkpoints.signing_key()
    assert key is not None
    head = archive.checkpoints.head()
    server = witness(folder, head.origin, key.verifier.text())
    answer = server.add_checkpoint(AddCheckpointRequest(0, (), note).text())
    assert answer.status == 200, answer.body
    (last,) = archive.db.execute("SELECT game FROM entry WHERE log_index = ?", [head.size - 1]).fetchone()
    (given,) = make_receipts(archive.checkpoints, [(str(last), None)])
    archive.close()
    (receipt,) = read_receipts(receipt_line(given).encode())
    return Anchors(head.head(), receipt, folder, key.verifier.text())


def witness(folder: Path, origin: str, vkey: str) -> WitnessServer:
    """Another club's witness, that knows this log's key."""
    return WitnessServer([WITNESS], {origin: [parse_verifier_key(vkey)]}, FileStore(folder), lambda: 1_800_000_000)


def named(place: Path, anchors: Anchors) -> dict[str, list[str]]:
    """The codes that each finds: the archive's own check, a head, a receipt, a witness."""
    try:
        archive = Archive.open(place)
    except ArchiveError as error:
        return {"own": [error.code], **{holder: [error.code] for holder in HOLDERS}}
    try:
        own = sorted({finding.code for finding in verify(archive)})
        return {"own": own, "head": by_head(archive, anchors), "receipt": by_receipt(archive, anchors),
                "witness": by_witness(archive, anchors)}  # fmt: skip
    finally:
        archive.close()


def by_head(archive: Archive, anchors: Anchors) -> list[str]:
    """What the head shows."""
    try:
        finding = find_first_difference(archive, parse_head(anchors.head))
    except (ArchiveError, TlogError) as error:
        return [error.code]
    return [finding.code] if finding else []


def by_receipt(archive: Archive, anchors: Anchors) -> list[str]:
    """What the receipt shows: the leaf of its entry, and the head that came with it."""
    found = [finding.code for finding in check_receipts(archive, VerifierInputs(receipts=[anchors.receipt]))]
    return sorted({*found, *by_head(archive, anchors)})


def by_witness(archive: Archive, anchors: Anchors) -> list[str]:
    """What the witness answers to the newest checkpoint, with the best proof that the archive can make."""
    old = parse_head(anchors.head)
    try:
        note = archive.checkpoints.sign() or archive.checkpoints.latest()
        if note is None:
            return ["unsigned"]
        new = parse_checkpoint(note.body)
        proof = archive.checkpoints.tree.consistency(old.size, new.size) if old.size <= new.size else []
        server = witness(anchors.witness, old.origin, anchors.vkey)
        answer = server.add_checkpoint(AddCheckpointRequest(old.size, tuple(proof), note).text())
    except (ArchiveError, TlogError) as error:
        return [error.code]
    return [] if answer.status == 200 else [answer.error.code if answer.error else str(answer.status)]
