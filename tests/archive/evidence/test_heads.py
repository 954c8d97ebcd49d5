"""What an insider changes, with every hash made again, shows against a head that somebody else kept."""

from __future__ import annotations

import msgspec

from plancia_archive import Archive, verify
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.log.entry_format import Header, leaf_hash
from plancia_archive.log.schema import GUARD_TRIGGERS


def rewritten(archive: Archive, index: int, at: int) -> None:
    """Changes the time of an entry and makes its hash again, as somebody with the file and the source would."""
    for name in GUARD_TRIGGERS:
        archive.db.execute(f"DROP TRIGGER {name}")
    row = archive.db.execute("SELECT header, body, prev FROM entry WHERE log_index = ?", [index]).fetchone()
    header = msgspec.structs.replace(Header.parse(row[0]), at=at).text()
    leaf = leaf_hash(bytes(row[2]), header, bytes(row[1]))
    change = "UPDATE entry SET header = ?, recorded_at = ?, leaf = ? WHERE log_index = ?"
    archive.db.execute(change, [header, at, leaf, index])
    for statement in GUARD_TRIGGERS.values():
        archive.db.execute(statement)


def test_a_back_dated_entry_is_named_by_its_checkpoints_and_by_a_head(archive: Archive) -> None:
    head = archive.checkpoints.head()
    assert verify(archive, judged=False, outside=VerifierInputs(heads=[head])) == []
    last = archive.last_index()
    rewritten(archive, last, 1)
    found = verify(archive, judged=False, outside=VerifierInputs(heads=[head]))
    named = {(one.where, one.code): one.detail for one in found}
    assert named[f"checkpoint {head.size}", "head-entry"].startswith(f"{last} (g_")
    assert (f"head {head.head()}", "head-root") in named
    archive.db.execute("DELETE FROM checkpoint")
    found = verify(archive, judged=False, outside=VerifierInputs(heads=[archive.checkpoints.head(3), head]))
    ranges = [one.detail for one in found if one.code == "head-range" and one.where.startswith("head")]
    assert ranges == [f"3..{last}"]
