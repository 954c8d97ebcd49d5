"""Backups whose records of further archives were written by hand: refused with a reason, and nothing hidden is told."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.disputes.correction_evidence import Evidence
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.merges import Merge, open_as_archive
from plancia_archive.exports.restored_log import backup_file_name
from plancia_archive.log.entry_format import Header, leaf_hash
from plancia_archive.log.foreign_logs import FOREIGN, STREAM_PREFIX, ForeignEntry
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"].decode()
DISPUTE = "dispute:d_0123ABCD"


def entry(body: str, stream: str = DISPUTE, **changes: Any) -> dict[str, Any]:
    """A line with an entry whose leaf is right."""
    leaf = leaf_hash(bytes(32), "", body.encode()).hex()
    (line,) = ForeignEntry(5, leaf, stream, "00" * 32, "", body).to_lines()
    return {**msgspec.to_builtins(line), **changes}


def file_line(digest: str, size: object = 3) -> str:
    return json.dumps({"kind": "evidence", "sha256": digest, "bytes": size}) + "\n"


LOG = {"kind": "log", "v": 1, "head": "", "key": None, "checkpoint": None}
PERSON = {"kind": "person", "v": 1, "reference": "p_01234567", "commitment": None, "here": None, "by": "unknown"}
HOSTILE: dict[str, tuple[str, list[dict[str, Any]], str]] = {  # origin, lines, what the refusal names
    "no JSON": ("o", [entry("not json\n")], "entry 5: body"), "a list": ("o", [entry("[1]\n")], "entry 5: body"),
    "a number": ("o", [entry("5\n")], "entry 5: body"), "deep": ("o", [entry("[" * 9000 + "\n")], "entry 5: body"),
    "no file": ("o", [entry('{"kind":"evidence"}\n')], "entry 5: body"),
    "a path": ("o", [entry(file_line("../../../../../../etc/hostname"))], "entry 5: body"),
    "NUL": ("o", [entry(file_line("a\x00b"))], "entry 5: body"),
    "size": ("o", [entry(file_line("0" * 64, "x"))], "entry 5: body"),
    "surrogate": ("o", [entry('{"kind":"opened","game":"g_\\ud800"}\n')], "entry 5: body"),
    "surrogate in a log": ("o", [{**LOG, "head": "\ud800"}, entry("{}\n")], "log: "),
    "escape sequence": ("o", [{**LOG, "key": "\x1b[31m"}, entry("{}\n")], "log.key"),
    "another leaf": ("o", [entry("{}\n", leaf="0" * 64)], "entry 5: leaf"),
    "stream": ("o", [entry("{}\n", "dispute:\x1b[31m")], "stream"), "kind": ("o", [entry("{}\n", "token:x")], "stream"),
    "path as stream": ("o", [entry("{}\n", "approval:../../x")], "stream"),
    "index": ("o", [entry("{}\n", index=10**400)], "entry.index"), "origin": ("o\x1b[31m", [entry("{}\n")], "name 'o"),
    "reference": ("o", [{**PERSON, "reference": "<b>"}, entry("{}\n")], "person.reference"),
}  # fmt: skip


def package(folder: Path, origin: str, lines: list[dict[str, Any]]) -> Path:
    """A backup of an archive with these lines about another one."""
    archive = Archive.open(folder / "other.db", create=True)
    archive.add_game(read(SAMPLE.replace('"serata-1"', '"other"')).games[0])
    texts = [json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n" for line in lines]
    with archive.writing():
        archive.log.append_lines(STREAM_PREFIX + origin, 0, texts)
    backup(archive, folder / "other.zip")
    archive.close()
    return folder / "other.zip"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_record_written_by_hand_is_refused_with_a_reason_and_nothing_is_merged(name: str, tmp_path: Path) -> None:
    origin, lines, what = HOSTILE[name]
    file, here = package(tmp_path, origin, lines), tmp_path / "here.db"
    archive = Archive.open(here, create=True)
    archive.close()
    result = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(here), "import", str(file)])
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
    assert what in result.output and "\x1b" not in result.output
    merged = Archive.open(here)
    assert merged.game_ids() == [] and verify(merged) == []
    merged.close()
    with pytest.raises(ArchiveError):
        restore(file, tmp_path / "restored.db")
    restore(file, tmp_path / "anyway.db", anyway=True)
    anyway = Archive.open(tmp_path / "anyway.db")
    assert any(one.where.startswith(STREAM_PREFIX) for one in verify(anyway))
    anyway.close()


@pytest.mark.parametrize(
    ("member", "value"), [("recorded_at", -5), ("recorded_at", 10**30), ("author", 7), ("role", [1]), ("count", 0)]
)
def test_an_entry_with_a_header_that_no_archive_writes_is_refused(member: str, value: object, tmp_path: Path) -> None:
    """Its hashes fit. Taken over, it made the log of this archive unreadable for good."""
    club = Archive.open(tmp_path / "club.db", create=True)
    club.tournaments.append("t", [{"kind": "opened", "title": "Autunno", "system": "monopoli"}])
    backup(club, tmp_path / "club.zip")
    club.close()
    with zipfile.ZipFile(tmp_path / "club.zip") as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    entries = [json.loads(line) for line in files["entries.jsonl"].decode().splitlines()]
    last = entries[-1]
    last[member] = value
    header = Header(last["log_index"], last["stream"], last["first"], last["count"], last["request_id"],
                    last["recorded_at"], last["author"], last["role"], "00" * 32)  # fmt: skip
    last["leaf"] = leaf_hash(bytes(32), header.text(), files[backup_file_name(last["stream"])]).hex()
    files["entries.jsonl"] = "".join(json.dumps(one) + "\n" for one in entries).encode()
    manifest = json.loads(files["MANIFEST.json"])
    manifest["leaves"] = hashlib.sha256(b"".join(bytes.fromhex(one["leaf"]) for one in entries)).hexdigest()
    manifest["files"]["entries.jsonl"]["sha256"] = hashlib.sha256(files["entries.jsonl"]).hexdigest()
    files["MANIFEST.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(tmp_path / "club.zip", "w") as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    here = tmp_path / "here.db"
    result = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(here), "import", str(tmp_path / "club.zip")])
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
    assert f"entries.jsonl: {last['log_index']}: " in result.output
    merged = Archive.open(here)
    assert merged.foreign.origins() == [] and verify(merged) == []
    merged.close()


def test_records_of_another_archive_do_not_tell_what_an_open_game_hides(tmp_path: Path) -> None:
    club, here = (Archive.open(tmp_path / name, create=True) for name in ("club.db", "here.db"))
    whole = read(SAMPLE).games[0]
    game = club.add_game(whole).game_id
    place = 1 + next(at for at, event in enumerate(whole.events) if event.TAG == "OBJ")
    fix = f"FIX A {place} OBJ R giraffa {{misread}}"
    club.append(game, [fix], None, evidence=[Evidence("sheet-12", about="it was giraffa")])
    backup(club, tmp_path / "club.zip")
    with open_as_archive(tmp_path / "club.zip") as opened:
        merge = Merge(here, opened)
        list(merge.merge_games())
        with here.writing():  # the records stand in a bundle without entries of the game
            for _ in range(256 - here.last_index()):
                here.foreign.append("another/log", [FOREIGN.of(LOG)])
        merge.take_records()
    here.checkpoints.sign()
    client, width = create_app(here).test_client(), here.last_index() + 1 - 256
    path = f"/api/v1/tlog/tile/entries/001.p/{width}"
    refused = client.get(path)
    assert refused.status_code == 403 and refused.get_json()["reason"] == "hidden"
    arbiter = {"Authorization": f"Bearer {here.tokens.grant('a', 'arbiter')[1]}"}
    assert b"giraffa" in client.get(path, headers=arbiter).data
    assert b"giraffa" not in client.get("/api/v1/merged").data
    (merged,) = here.game_ids()
    here.append(merged, ["OVER * agreement winner=R"], None)
    assert client.get(path).status_code == 200
