"""Restores the log of an archive from a backup with all checks, and continues it from a known head."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import insert_table_rows
from plancia_archive.integrity.stream_checks import find_problem, parse_backup_row
from plancia_archive.integrity.tree_checks import check_tree, find_first_difference, read_checkpoint_file
from plancia_archive.log.archive_stream import ARCHIVE, Restored, new_origin, read_identities, reason_text, state_clock
from plancia_archive.log.entry_format import NO_PREDECESSOR, Header, leaf_hash
from plancia_archive.log.entry_times import clock_behind, find_backdated
from plancia_archive.log.side_files import checkpoint_file, files_folder, key_file, write_durably
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import SigningKey, new_key, parse_signing_key
from plancia_archive.tlog.signed_note import parse_note

if TYPE_CHECKING:
    from zipfile import ZipFile

BACKED_UP_TABLES = ("person", "alias", "request", "checkpoint")
FOLDER_AND_ENDING = {"ruleset": ("rules/", ".json"), "tournament": ("tournaments/", ".jsonl"),
          "withdrawal": ("withdrawals/", ".jsonl"), "person": ("persons/", ".jsonl"),
          "archive": ("archive/", "log.jsonl"), "token": ("tokens/", ".jsonl"), "dispute": ("disputes/", ".jsonl"),
          "approval": ("approvals/", ".jsonl"), "correction": ("corrections/", ".jsonl"),
          "foreign": ("foreign/", ".jsonl")}  # fmt: skip
ENTRY_COLUMNS = ("log_index", "game", "first", "count", "request_id", "recorded_at", "prev", "body", "leaf",
                 "header")  # fmt: skip


def backup_file_name(stream: str) -> str:
    """Returns the name of the file in a backup that holds a stream of the log."""
    kind, colon, name = stream.partition(":")
    if not colon:
        return f"games/{quote(stream, safe='')}.rgn"
    folder, ending = FOLDER_AND_ENDING.get(kind, (f"{quote(kind, safe='')}/", ".log"))
    return f"{folder}{quote(name, safe='')}{ending}"


def build_header(entry: dict[str, Any], prev: bytes) -> str:
    """Builds the header of an entry from its line in a backup; "" for form 1. Raises ArchiveError."""
    if "author" not in entry:
        return ""
    header = Header(
        entry["log_index"], entry["stream"], entry["first"], entry["count"], entry["request_id"],
        entry["recorded_at"], entry["author"], entry["role"], prev.hex(),
    )  # fmt: skip
    try:
        return Header.parse(header.text()).text()
    except ValueError as error:
        raise ArchiveError("backup", f"entries.jsonl: {entry['log_index']}: {error}"[:200]) from error


def restore_rows(archive: Archive, bundle: ZipFile, manifest: dict[str, Any], anyway: bool) -> None:
    """Writes log and tables; checks the chain and, unless `anyway`, every text. Raises ArchiveError."""
    leaves_hash = hashlib.sha256()
    texts: dict[str, bytes] = {}
    offsets: dict[str, int] = {}
    last_leaves: dict[str, bytes] = {}
    for line in bundle.read("entries.jsonl").decode().splitlines():
        entry = json.loads(line)
        stream = entry["stream"]
        if stream not in texts:
            texts[stream] = bundle.read(backup_file_name(stream))
        start = offsets.get(stream, 0)
        body = texts[stream][start : start + entry["bytes"]]
        prev = last_leaves.get(stream, NO_PREDECESSOR)
        header = build_header(entry, prev)
        leaf = leaf_hash(prev, header, body)
        if leaf.hex() != entry["leaf"]:
            raise ArchiveError("backup", f"{backup_file_name(stream)}: {entry['log_index']}")
        leaves_hash.update(leaf)
        offsets[stream], last_leaves[stream] = start + len(body), leaf
        row = (entry["log_index"], stream, entry["first"], entry["count"], entry["request_id"], entry["recorded_at"])
        archive.db.execute(f"INSERT INTO entry({', '.join(ENTRY_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           [*row, prev, body, leaf, header])  # fmt: skip
    incomplete = [stream for stream, text in texts.items() if offsets[stream] != len(text)]
    for stream, text in texts.items() if not anyway else ():
        if error := find_problem(stream, text):
            raise ArchiveError("backup-text", f"{backup_file_name(stream)}: {error}")
    if incomplete or leaves_hash.hexdigest() != manifest["leaves"]:
        raise ArchiveError("backup", backup_file_name(incomplete[0]) if incomplete else "entries.jsonl")
    for table in BACKED_UP_TABLES:
        if f"tables/{table}.jsonl" not in manifest["files"] and table == "checkpoint":
            continue  # format 1
        for line in bundle.read(f"tables/{table}.jsonl").decode().splitlines():
            insert_table_rows(archive.db, table, [parse_backup_row(table, line)])


def check_restored(archive: Archive, manifest: dict[str, Any]) -> None:
    """Checks the root of the log, and every checkpoint, against the manifest. Raises ArchiveError."""
    for finding in check_tree(archive, read_checkpoint_file(archive.path)):
        raise ArchiveError("backup", f"{finding.where}: {finding.code} {finding.detail}".rstrip()[:200])
    if "head" in manifest and manifest["head"] != archive.checkpoints.head().head():
        raise ArchiveError("backup", f"MANIFEST.json: head {manifest['head']}"[:200])


def load_required_heads(place: Path, head: str) -> list[Checkpoint]:
    """Loads the heads that an archive restored to a place must contain: of the checkpoint file there, and `head`.

    Raises ArchiveError for a file that is not a checkpoint, TlogError for a text that is not a head.
    """
    heads = [parse_head(head.strip())] if head else []
    path = checkpoint_file(place)
    try:
        heads.append(parse_checkpoint(parse_note(path.read_bytes()).body))
    except FileNotFoundError:
        pass
    except (OSError, TlogError) as error:
        raise ArchiveError("checkpoint-file", f"{path}: {error}"[:200]) from error
    return heads


def check_required_heads(archive: Archive, place: Path, known: list[Checkpoint], behind: bool) -> None:
    """Checks that the restored log contains the known heads, and that the key file at the place has its newest key.

    With `behind` the log may be shorter, but not another log. Raises ArchiveError.
    """
    codes = {"head-origin": "checkpoint-other", "head-root": "forked"}
    newest = read_identities(archive.log)[-1]
    for head in known:
        finding = find_first_difference(archive, head)
        if finding is None or (behind and finding.code == "head-behind"):
            continue
        detail = f"{head.origin[:120]} ({newest.origin})" if finding.code == "head-origin" else f"0..{head.size - 1}"
        raise ArchiveError(
            codes.get(finding.code, "restore-behind"), detail if finding.code in codes else finding.detail
        )
    try:
        key = parse_signing_key(key_file(place).read_text("ascii"))
    except (OSError, ValueError):
        return  # without a key file the archive cannot sign
    if key.name == newest.origin and key.verifier.text() != newest.keys[-1] and not behind:
        raise ArchiveError("restore-behind", str(key_file(place)))


def check_times(archive: Archive, clock: str) -> None:
    """Checks that no entry is back-dated; with a reason in `clock` the log states it.

    Raises ArchiveError `backdated`.
    """
    falls = find_backdated(archive.db)
    if falls and not clock:
        raise ArchiveError("backdated", f"{falls[0].where()}: {falls[0].times()}")
    if clock and (falls or clock_behind(archive.db, archive.log.clock())):
        state_clock(archive.log, clock)


def continue_log(archive: Archive, known: list[Checkpoint], why: str) -> SigningKey:
    """Continues the log under a new origin and key; its next entry names the newest known head of the old origin.

    Returns the new key. Raises ArchiveError for a reason that is not one line of at most 300 characters.
    """
    last_head = max([*known, archive.checkpoints.head()], key=lambda head: head.size)
    key = new_key(new_origin())
    line = Restored(
        origin=key.name, key=key.verifier.text(), size=last_head.size, root=last_head.root.hex(),
        why=reason_text(archive.log, why),
    )  # fmt: skip
    with archive.writing():
        ARCHIVE.append(archive.log, "", line)
    return key


def restore_files(bundle: ZipFile, place: Path) -> None:
    """Writes the files of disputes beside the archive. Raises ArchiveError, OSError."""
    for name in bundle.namelist():
        if name.startswith("files/"):
            data, digest = bundle.read(name), name.removeprefix("files/")
            if hashlib.sha256(data).hexdigest() != digest:
                raise ArchiveError("backup", name)
            files_folder(place).mkdir(mode=0o700, exist_ok=True)
            write_durably(files_folder(place) / digest, data)
