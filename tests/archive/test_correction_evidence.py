"""Evidence of corrections: stored beside the line FIX or VOID, checked, proven, backed up (D-166)."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import msgspec
import pytest

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.disputes.correction_evidence import CORRECTIONS, STREAM_PREFIX, Evidence
from plancia_archive.disputes.files import Upload, evidence_path, read_file, sha256_hex
from plancia_archive.disputes.recorded_lines import find_recorded_lines
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.exports.backups import backup, restore
from plancia_archive.log.authors import Author, acting_as
from plancia_archive.past.views import make_view, open_view
from plancia_data import samples
from plancia_events import read

PHOTO = b"\xff\xd8\xff a photo of the sheet"
FIX = "FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"
VOID = "VOID A 19 {not drawn}"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    found = Archive.open(tmp_path / "a.db", create=True)
    found.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    return found


@pytest.fixture
def game(archive: Archive) -> str:
    return archive.game_ids()[0]


def photo(about: str = "") -> Evidence:
    return Evidence(upload=Upload.of(PHOTO), about=about, name="foglio.jpg")


def test_an_append_stores_its_evidence_for_each_correction_and_the_game_stays_notation(
    archive: Archive, game: str
) -> None:
    with acting_as(Author("t_abcd2345", "arbiter")):
        version = archive.append(game, [FIX, "NOTE A {x}", VOID], None, evidence=[photo("the sheet"), Evidence("s-12")])
    numbers = [version.version - 3, version.version - 1]
    found = archive.corrections.of_game(game)
    assert sorted(found) == numbers
    for lines in found.values():
        assert [line["kind"] for line in lines] == ["evidence", "reference"]
        assert (lines[0]["sha256"], lines[0]["bytes"], lines[0]["media"]) == (
            sha256_hex(PHOTO),
            len(PHOTO),
            "image/jpeg",
        )
        assert (lines[0]["about"], lines[1]["id"], lines[1]["role"]) == ("the sheet", "s-12", "arbiter")
        assert lines[0]["author"] == "t_abcd2345"
    assert read_file(archive.path, sha256_hex(PHOTO)) == PHOTO
    assert archive.text(game).splitlines()[-3:] == [FIX, "NOTE A {x}", VOID]
    assert read(archive.text(game).encode()).ok
    recorded = find_recorded_lines(archive, game, numbers)[numbers[0]]
    assert recorded["evidence"] == [sha256_hex(PHOTO)] and recorded["dispute"] is None
    assert [one["id"] for one in recorded["references"]] == [None, "s-12"]
    assert verify(archive) == []


def test_evidence_is_added_to_a_stored_correction_with_ids_of_the_archive(archive: Archive, game: str) -> None:
    event = archive.append(game, [FIX], None).version - 1
    dispute = archive.disputes.open("misread", "B", game=game, event=16).id
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "B")
    ids = [dispute, game, sha256_hex(PHOTO)]
    named = [Evidence(one, is_readable=True) for one in ids]
    assert archive.corrections.add(game, event, named, "k") == 3
    assert archive.corrections.add(game, event, named, "k") == 3  # a repeated request
    with pytest.raises(ArchiveError, match=sha256_hex(PHOTO)):  # whether it may be read was not asked
        archive.corrections.add(game, event, [Evidence(sha256_hex(PHOTO))])
    lines = archive.corrections.of_game(game)[event]
    assert [line.get("id") or line["sha256"] for line in lines] == ids
    assert lines[2]["bytes"] == len(PHOTO)
    with pytest.raises(ArchiveError, match=re.escape("k")) as error:
        archive.corrections.add(game, event, [Evidence("other")], "k")
    assert error.value.code == "request-reused"
    assert verify(archive) == []


def test_the_same_evidence_again_is_not_recorded_again(archive: Archive, game: str) -> None:
    event = archive.append(game, [FIX], None).version - 1
    assert archive.corrections.add(game, event, [photo("x"), photo("x")]) == 1  # twice in one request
    assert archive.corrections.add(game, event, [Evidence("s-12")]) == 2
    evidence_path(archive.path, sha256_hex(PHOTO)).unlink()
    last = archive.last_index()
    assert archive.corrections.add(game, event, [photo("x")], "k") == 1 and archive.last_index() == last
    assert archive.corrections.add(game, event, [photo("x")], "k") == 1  # the request is known too
    assert read_file(archive.path, sha256_hex(PHOTO)) == PHOTO  # the file is back
    assert archive.corrections.add(game, event, [photo("x"), photo("another description")]) == 3
    with acting_as(Author("t_abcd2345", "arbiter")):
        assert archive.corrections.add(game, event, [photo("x")]) == 4  # somebody else says so too
    assert [line.get("about") for line in archive.corrections.of_game(game)[event]] == [
        "x", None, "another description", "x",
    ]  # fmt: skip
    assert verify(archive) == []


@pytest.mark.parametrize(
    ("evidence", "code"),
    [
        (Evidence("d_0123ABCD"), "correction-evidence"), (Evidence("g_0123456789abcdef01"), "correction-evidence"),
        (Evidence("0" * 64), "correction-evidence"), (Evidence("two words"), "correction-evidence"),
        (Evidence(""), "correction-evidence"), (Evidence("x", Upload.of(b"y")), "correction-evidence"),
        (Evidence(upload=Upload.of(b"")), "evidence-empty"), (Evidence("x", about="a\x00b"), "why"),
        (Evidence(upload=Upload.of(b"y"), media="no type"), "correction-evidence"),
        (Evidence("d_nonexist"), "correction-evidence"), (Evidence("g_12"), "correction-evidence"),
        (Evidence("\udcff"), "correction-evidence"), (Evidence("x", about="\udcff"), "why"),
    ],
)  # fmt: skip
def test_wrong_evidence_stores_nothing(archive: Archive, game: str, evidence: Evidence, code: str) -> None:
    before = archive.last_index()
    with pytest.raises(ArchiveError) as error:
        archive.append(game, [FIX], None, evidence=[photo(), evidence])
    assert error.value.code == code and archive.last_index() == before
    assert error.value.text("it").encode() != error.value.text("en").encode()
    assert not evidence_path(archive.path, sha256_hex(PHOTO)).exists()


def test_what_is_no_correction_has_no_evidence(archive: Archive, game: str) -> None:
    before = archive.last_index()
    for number in (0, 17, 10**6):
        with pytest.raises(ArchiveError) as error:
            archive.corrections.add(game, number, [Evidence("s-12")])
        assert error.value.code == "correction-target"
    with pytest.raises(ArchiveError) as error:
        archive.append(game, ["NOTE A {x}"], None, evidence=[Evidence("s-12")])
    assert (error.value.code, archive.last_index()) == ("correction-none", before)
    event = archive.append(game, [FIX], None).version - 1
    archive.withdrawals.withdraw(game, "typed twice")
    with pytest.raises(ArchiveError) as error:
        archive.corrections.add(game, event, [Evidence("s-12")])
    assert error.value.code == "withdrawn"


def test_a_repeated_append_stores_its_evidence_once(archive: Archive, game: str) -> None:
    asked = [photo(), Evidence("s-11")]
    first = archive.append(game, [FIX], None, "k", asked)
    again = archive.append(game, [FIX], None, "k", asked)
    assert (again.version, again.evidence_version) == (first.version, first.evidence_version) == (26, 2)
    assert archive.corrections.version(game) == 2
    archive.corrections.add(game, first.version - 1, [Evidence("s-13")])
    assert archive.append(game, [FIX], None, "k", asked).evidence_version == 2
    assert archive.append(game, ["NOTE A {x}"], None).evidence_version is None
    with pytest.raises(ArchiveError) as error:
        archive.append(game, [FIX], None, "k", [Evidence("s-12")])
    assert error.value.code == "request-reused"


def test_the_evidence_of_an_append_takes_no_request_id_that_a_client_may_send(archive: Archive, game: str) -> None:
    event = archive.append(game, [FIX], None).version - 1
    archive.corrections.add(game, event, [Evidence("s-11")], "http:0:k/evidence")
    archive.append(game, [VOID], None, "http:0:k", [Evidence("s-12")])
    assert sorted(archive.corrections.of_game(game)) == [event, event + 1] and verify(archive) == []


def test_names_in_what_evidence_shows_become_references(archive: Archive, game: str) -> None:
    event = archive.append(game, [FIX], None).version - 1
    reference = archive.people.find_or_make("Zeno Quirinalli")[0]
    archive.corrections.add(game, event, [Evidence("s-12", about="photo by Zeno Quirinalli")])
    assert archive.corrections.of_game(game)[event][0]["about"] == f"photo by {reference}"


def test_verify_finds_a_missing_file_and_a_line_about_no_correction(archive: Archive, game: str) -> None:
    archive.append(game, [FIX], None, evidence=[photo()])
    evidence_path(archive.path, sha256_hex(PHOTO)).unlink()
    assert [(one.where, one.code) for one in verify(archive)] == [(STREAM_PREFIX + game, "evidence")]
    evidence_path(archive.path, sha256_hex(PHOTO)).write_bytes(PHOTO)
    with archive.writing():
        lines = [{"kind": "reference", "event": 3, "id": "s-1", "v": 1}]
        lines += [{"kind": "reference", "event": 25, "id": "d_0123ABCD", "v": 1}]
        archive.log.append_events(STREAM_PREFIX + game, lines)
    details = [(one.code, one.detail) for one in verify(archive)]
    assert sorted(details) == [("no-game", "dispute:d_0123ABCD"), ("no-game", f"{game} 3")]
    with archive.writing():
        archive.log.append_events(STREAM_PREFIX + game, [{"kind": "reference", "event": 3, "v": 1}])
    assert "reference.-id" in " ".join(str(one.detail) for one in verify(archive))


@pytest.mark.parametrize("change", [{"v": 2}, {"event": 0}, {"event": True}, {"id": ""}, {"x": 1}, {"kind": "closed"}])
def test_a_line_has_exactly_its_fields(change: dict[str, object]) -> None:
    line = {"kind": "reference", "event": 3, "id": "s-1", "v": 1}
    assert msgspec.to_builtins(CORRECTIONS.of(line)) == line
    with pytest.raises(ArchiveError) as error:
        CORRECTIONS.of({**line, **change})
    assert error.value.code == "correction-line"


def test_the_bundle_of_the_game_proves_its_evidence(archive: Archive, game: str, tmp_path: Path) -> None:
    event = archive.append(game, [FIX], None, evidence=[photo("the sheet"), Evidence("s-12")]).version - 1
    bundle = make_bundle(archive, game)
    assert STREAM_PREFIX + game in [one["stream"] for one in bundle["streams"]]
    bundle["files"] = {sha256_hex(PHOTO): base64.b64encode(PHOTO).decode()}
    result = verify_bundle(bundle_text(bundle).encode())
    assert result.problem is None
    contents = result.to_json()["proven"]["contents"]["corrections"]
    assert [(one["event"], one["kind"], one["id"]) for one in contents] == [
        (event, "evidence", None),
        (event, "reference", "s-12"),
    ]
    assert contents[0]["file"] == {"sha256": sha256_hex(PHOTO), "bytes": len(PHOTO), "media": "image/jpeg"}
    stream = next(one for one in bundle["streams"] if one["stream"].startswith(STREAM_PREFIX))
    data = bytearray(base64.b64decode(stream["entries"][0]))
    data[data.rindex(b"s-12")] ^= 1
    stream["entries"][0] = base64.b64encode(bytes(data)).decode()
    changed = verify_bundle(json.dumps(bundle).encode()).problem
    assert changed is not None and changed.text("en") != changed.text("it")


def test_backup_restore_and_earlier_states_have_the_evidence(archive: Archive, game: str, tmp_path: Path) -> None:
    event = archive.append(game, [FIX], None).version - 1
    before = archive.last_index() + 1
    archive.corrections.add(game, event, [photo("the sheet")])
    backup(archive, tmp_path / "b.zip")
    restore(tmp_path / "b.zip", tmp_path / "r.db")
    restored = Archive.open(tmp_path / "r.db")
    assert restored.corrections.of_game(game) == archive.corrections.of_game(game)
    assert read_file(restored.path, sha256_hex(PHOTO)) == PHOTO and verify(restored) == []
    head = archive.checkpoints.head(before)
    make_view(archive, head, tmp_path / "past.db")
    view = open_view(tmp_path / "past.db", head)
    assert view.corrections.of_game(game) == {}
