"""The small archive whose bytes `bench/byte_flips.py` changes, and what others hold of it."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from insider_archive import EVENING, OTHER, add, sample

from plancia_archive import Archive
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.receipts import make_receipts, receipt_line
from plancia_archive.exports.backups import backup
from plancia_archive.log.side_files import checkpoint_file, files_folder, key_file
from plancia_archive.registers.person_erasure import erase_record

PAGE = 512  # bytes, so that few of them are unused; SQLite's pages are 4096 by default
PHOTO = b"\xff\xd8\xff\xe0 the sheet of the second table" + bytes(range(200))


@dataclass(frozen=True)
class Texts:
    """What was handed to others: head, checkpoint, bundle and receipt of the disputed game, and the verifier key."""

    head: str
    checkpoint: str
    bundle: str
    receipt: str
    key: str
    game: str


def make(folder: Path) -> Texts:
    """Makes `a.db` with its files, `a.zip`, a backup of it, and the texts that others hold."""
    place = folder / "a.db"
    archive = Archive.open(place, create=True)
    disputed = fill(archive)
    note = archive.checkpoints.sign()
    assert note is not None
    bundle = make_bundle(archive, disputed, [3], include_names=True)
    backup(archive, folder / "a.zip")
    receipt = receipt_line(make_receipts(archive.checkpoints, [(disputed, None)])[0])
    head = archive.checkpoints.head().head()
    texts = Texts(head, note.text(), bundle_text(bundle), receipt, str(bundle["key"]), disputed)
    archive.close()
    shrink(place)
    (folder / "texts.json").write_text(json.dumps(texts.__dict__), "utf-8")
    return texts


def fill(archive: Archive) -> str:
    """Games, a tournament, a dispute with a file and a ruling, people, tokens; the id of the disputed game."""
    first = add(archive, sample(EVENING), "http:x:1")
    gone = add(archive, sample(OTHER, Game="serata-8"))
    players = sorted(archive.game(first).players.values())
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "open"},
        *({"kind": "entered", "player": one} for one in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": first},
        {"kind": "adjusted", "player": players[0], "points": "5", "why": "ruling"},
    ])  # fmt: skip
    with archive.writing():
        archive.people.add_alias("Anna", "A. Rossi")
        archive.people.rename("Bruno", "Bruno Bianchi")
        archive.tokens.grant("tavolo1", "recorder", {"tournaments": ["t"]})
    archive.checkpoints.sign()
    archive.withdrawals.withdraw(gone, "typed twice")
    dispute = archive.disputes.open("the attack came after the end", "Anna", game=first, event=5).id
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "A")
    archive.disputes.rule(dispute, "rejected", "the record stands", due="2026-01-01T00:00:00Z")
    archive.disputes.add(dispute, {"kind": "closed", "why": "no appeal"})
    archive.append(first, ["NOTE R {late}"], None, "http:x:2")
    archive.approvals.approve(first)
    archive.tournaments.append("u", [{"kind": "opened", "title": "Inverno", "system": "open"},
                                     {"kind": "entered", "player": "Zeno Zeri"}])  # fmt: skip
    erase_record(archive, str(archive.people.find("Zeno Zeri")), "asked")
    return first


def shrink(place: Path) -> None:
    """Writes the file again with small pages."""
    db = sqlite3.connect(place, isolation_level=None)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute(f"PRAGMA page_size = {PAGE}")
    db.execute("VACUUM")
    db.close()


def side_files(place: Path) -> dict[str, Path]:
    """The files beside an archive by what they are."""
    (photo,) = files_folder(place).iterdir()
    return {"checkpoint file": checkpoint_file(place), "signing key": key_file(place), "file of a dispute": photo}
