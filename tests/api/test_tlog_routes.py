"""The log over HTTP: a client that has the key alone checks checkpoint, tiles, entries and proofs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.entry_format import Header
from plancia_archive.log.side_files import checkpoint_file, key_file
from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint, parse_head
from plancia_archive.tlog.keys import parse_verifier_key
from plancia_archive.tlog.merkle import leaf_hash, verify_consistency, verify_inclusion
from plancia_archive.tlog.proofs import root_of_size
from plancia_archive.tlog.text_fields import parse_hash
from plancia_archive.tlog.tiles import (
    ENTRIES_LEVEL,
    TILE_WIDTH,
    Tile,
    count_tiles,
    subtree_hashes_from_tiles,
)
from plancia_data import samples
from plancia_events import read
from tests.archive.tlog.test_tiles import unpack_entries

LOG = "/api/v1/tlog"


def grow(archive: Archive, entries: int) -> None:
    """Appends so many entries to the log."""
    with archive.writing():
        for number in range(entries):
            archive.log.append_events("person:p_00000000", [{"number": number}])


def archive_of(path: Path, entries: int = 0) -> Archive:
    """An archive with a game and so many more entries."""
    archive = Archive.open(path, create=True)
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    archive.append(game, ["OVER * time"], None)  # else its entries are for its recorder and arbiter
    grow(archive, entries)
    return archive


def parse_entry(data: bytes) -> tuple[bytes, Header | None, bytes]:
    """Parses the bytes of an entry into `prev`, header (None for form 1) and body. Raises ValueError."""
    if data[:1] == b"\x01" and len(data) >= 33:
        return data[1:33], None, data[33:]
    if data[:1] != b"\x02":
        raise ValueError("form")
    line, newline, body = data[1:].partition(b"\n")
    if not newline:
        raise ValueError("header")
    header = Header.parse(line.decode())
    return bytes.fromhex(header.prev), header, body


def whole_log(client: FlaskClient, key: str) -> tuple[Checkpoint, list[bytes]]:
    """Checkpoint and entries as a light client gets them: signature, tiles, root and every leaf are checked."""
    answer = client.get(f"{LOG}/checkpoint")
    assert answer.content_type == "text/plain; charset=utf-8"
    head = open_checkpoint(answer.data, [parse_verifier_key(key)])

    def fetch(tile: Tile) -> bytes:
        return bytes(got(client, f"{LOG}/{tile.path()}").data)

    subtree = subtree_hashes_from_tiles(fetch, head.size)
    assert root_of_size(subtree, head.size) == head.root
    entries: list[bytes] = []
    full, partial = count_tiles(0, head.size)
    for index in range(full + bool(partial)):
        tile = Tile(ENTRIES_LEVEL, index, TILE_WIDTH if index < full else partial)
        entries += unpack_entries(fetch(tile), tile.width)
    assert [leaf_hash(entry) for entry in entries] == [subtree(0, index) for index in range(head.size)]
    return head, entries


def got(client: FlaskClient, address: str) -> Any:
    """An answer with status 200."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.get_data(as_text=True))
    return answer


@pytest.mark.parametrize("entries", [0, 300])
def test_a_light_client_rebuilds_the_root_and_checks_every_entry(entries: int, tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db", entries)
    archive.checkpoints.sign()
    client = create_app(archive).test_client()
    head, found = whole_log(client, keys_of(archive.log)[-1])
    assert head == archive.checkpoints.head() and len(found) == head.size == archive.last_index() + 1
    game = archive.game_ids()[0]
    bodies = [body for _, header, body in map(parse_entry, found) if header and header.stream == game]
    assert b"".join(bodies).decode() == archive.text(game)
    with archive.writing():  # a changed entry no longer fits
        archive.db.execute("DROP TRIGGER entry_no_update")
        archive.db.execute("UPDATE entry SET body = CAST(body || 'x' AS BLOB) WHERE log_index = 1")
    with pytest.raises(AssertionError):
        whole_log(client, keys_of(archive.log)[-1])


def test_nothing_beyond_the_checkpoint_is_published(tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db", 280)
    client = create_app(archive).test_client()
    for path in ("checkpoint", "tile/0/000", "tile/0/000.p/1", "tile/entries/000.p/1"):
        assert client.get(f"{LOG}/{path}").status_code == 404
    archive.checkpoints.sign()
    size = archive.last_index() + 1
    grow(archive, 300)
    width = size - TILE_WIDTH
    there = ["0/000", "0/000.p/1", "0/000.p/255", f"0/001.p/{width}", "0/001.p/1", "1/000.p/1", "entries/000",
             f"entries/001.p/{width}"]  # fmt: skip
    for path in there:
        assert client.get(f"{LOG}/tile/{path}").status_code == 200, path
    absent = [f"0/001.p/{width + 1}", "0/001", "0/002", "1/000", "1/000.p/2", "2/000.p/1", f"entries/001.p/{width + 1}",
              "entries/001", "0/0", "0/0000", "0/x000/000", "00/000", "0/000.p/0", "0/000.p/256", "0/000.p/01",
              "64/000", "-1/000", "entries/", "0/000.bin", "x"]  # fmt: skip
    for path in absent:
        assert client.get(f"{LOG}/tile/{path}").status_code == 404, path


def test_caches_keep_tiles_for_ever_and_ask_again_for_the_checkpoint(tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db", 260)
    archive.checkpoints.sign()
    client = create_app(archive).test_client()
    for path in ("tile/0/000", "tile/0/000.p/7", "tile/entries/000.p/7"):
        answer = got(client, f"{LOG}/{path}")
        assert answer.content_type == "application/octet-stream"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        tag = answer.headers["ETag"]
        assert client.get(f"{LOG}/{path}", headers={"If-None-Match": tag}).status_code == 304
    answer = got(client, f"{LOG}/checkpoint")
    assert answer.headers["Cache-Control"] == "no-cache"
    grow(archive, 1)
    archive.checkpoints.sign()
    again = client.get(f"{LOG}/checkpoint", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200 and again.data != answer.data
    packed = client.get(f"{LOG}/tile/entries/000", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "immutable" in packed.headers["Cache-Control"]


def test_head_and_proofs_fit_together(tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db", 20)
    client = create_app(archive).test_client()
    head = got(client, "/api/v1/head").get_json()
    assert parse_head(head["line"]) == archive.checkpoints.head() and head["key"] == keys_of(archive.log)[-1]
    assert head["line"] == f"{head['origin']} {head['size']} {head['root']}"
    for index, size in ((0, 1), (3, 9), (head["size"] - 1, head["size"])):
        proof = got(client, f"/api/v1/proofs/inclusion?index={index}&size={size}").get_json()
        path = [parse_hash(one) or b"" for one in proof["proof"]]
        verify_inclusion(index, size, bytes.fromhex(proof["leaf"]), path, parse_hash(proof["root"]) or b"")
    for start in (1, 8, head["size"]):
        proof = got(client, f"/api/v1/proofs/consistency?from={start}").get_json()
        assert (proof["to"], proof["root"]) == (head["size"], head["root"])
        old = archive.checkpoints.head(start).root
        assert parse_hash(proof["from_root"]) == old
        verify_consistency(
            start, proof["to"], old, parse_hash(proof["root"]) or b"", [parse_hash(p) or b"" for p in proof["proof"]]
        )
    for query in ("inclusion?index=999", "inclusion?index=3&size=3", "inclusion?size=2", "inclusion?index=0&size=999",
                  "inclusion?index=-1", "consistency?from=0", "consistency?from=9&to=8", "consistency?from=1&to=999",
                  "consistency", "consistency?from=1&from=2"):  # fmt: skip
        assert client.get(f"/api/v1/proofs/{query}").status_code == 422, query
    tag = client.get("/api/v1/head").headers["ETag"]
    assert client.get("/api/v1/head", headers={"If-None-Match": tag}).status_code == 304
    grow(archive, 1)
    assert client.get("/api/v1/head", headers={"If-None-Match": tag}).status_code == 200


def test_an_archive_without_its_key_has_a_head_and_no_checkpoint(tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db")
    key_file(archive.path).unlink()
    client = create_app(archive).test_client()
    assert archive.checkpoints.sign() is None
    assert client.get(f"{LOG}/checkpoint").status_code == 404
    assert got(client, "/api/v1/head").get_json()["size"] == archive.last_index() + 1


def test_a_checkpoint_that_the_log_does_not_reach_is_not_served(tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "a.db")
    archive.checkpoints.sign()
    note = checkpoint_file(archive.path).read_text("utf-8")
    size = archive.last_index() + 1
    checkpoint_file(archive.path).write_text(note.replace(f"\n{size}\n", f"\n{size + 5}\n"), "utf-8")
    answer = create_app(archive).test_client().get(f"{LOG}/checkpoint")
    assert (answer.status_code, answer.get_json()["reason"]) == (500, "behind")
    checkpoint_file(archive.path).write_text("garbage", "utf-8")
    answer = create_app(archive).test_client().get(f"{LOG}/checkpoint")
    assert (answer.status_code, answer.get_json()["reason"]) == (500, "checkpoint-file")
    assert str(tmp_path) not in answer.get_data(as_text=True)
