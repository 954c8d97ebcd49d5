"""Disputes and approvals: whole courses, forbidden transitions, deadlines, evidence, effects, damage, backups."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError, Malformed
from plancia_archive.disputes.files import MAX_FILE_BYTES, evidence_path, sha256_hex
from plancia_archive.disputes.register import DISPUTES, new_line
from plancia_archive.disputes.states import STATES, TRANSITIONS
from plancia_archive.exports.backups import backup, restore
from plancia_archive.integrity.verify import verify
from plancia_archive.log.authors import Author, acting_as
from plancia_data import samples
from plancia_events import read
from tests.fixed_clock import archive_at

PHOTO = b"\xff\xd8\xff\xe0" + bytes(range(256))
DAY = 86_400_000
NOW = "2026-05-28T20:26:40Z"  # of the clock of `archive`
PAYLOADS: dict[str, dict[str, Any]] = {
    "answer": {"kind": "answer", "by": "R", "text": "no"},
    "appeal": {"kind": "appeal", "by": "B", "text": "again"},
    "closed": {"kind": "closed", "why": "done"},
    "withdrawn": {"kind": "withdrawn", "why": "no more"},
}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive with one game of Anna, Bruno, Gino and Nadia, and a clock that stands still."""
    made = archive_at(tmp_path / "a.db", 1_780_000_000_000)
    made.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    return made


def game_of(archive: Archive) -> str:
    return archive.game_ids()[0]


def refused(code: str, work: Any, *values: Any, **options: Any) -> None:
    with pytest.raises(ArchiveError) as caught:
        work(*values, **options)
    assert caught.value.code == code, caught.value


def opened(archive: Archive, claimant: str = "Bruno", **options: Any) -> str:
    return archive.disputes.open("Anna attacked twice", claimant, game=game_of(archive), event=20, **options).id


def in_state(archive: Archive, state: str) -> str:
    """A dispute brought to a state."""
    store, dispute = archive.disputes, opened(archive)
    if state == "withdrawn":
        store.add(dispute, PAYLOADS["withdrawn"])
    if state in ("ruled", "appealed", "decided", "closed"):
        store.rule(dispute, "rejected", "it stands", due=NOW)
    if state in ("appealed", "decided"):
        store.add(dispute, PAYLOADS["appeal"])
    if state == "decided":
        store.rule(dispute, "rejected", "it stands still")
    if state == "closed":
        store.add(dispute, PAYLOADS["closed"])
    assert store.get(dispute).state == state
    return dispute


def test_a_whole_dispute_of_a_game(archive: Archive) -> None:
    game, store = game_of(archive), archive.disputes
    dispute = opened(archive, rule="MON-15")
    store.add_evidence(dispute, PHOTO, "the sheet", "Bruno", name="foglio.jpg")
    store.add(dispute, {"kind": "answer", "by": "R", "text": "Anna says: it was one attack"})
    version = archive.version(game)
    found = store.rule(dispute, "upheld", "Bruno is right", lines=["VOID A 20 {objected to}"],
                       arbiter="Zoe Arbitro", due=NOW)  # fmt: skip
    assert archive.version(game) == version + 1
    assert found.ruling is not None and found.ruling["effect"]["first"] == version
    assert found.ruling["effect"]["lines"][0].startswith("VOID A 20 {objected to}")
    closed = store.add(dispute, {"kind": "closed", "why": "no appeal"})
    assert closed.state == "closed" and not closed.is_open
    assert [line["kind"] for line in closed.lines] == ["opened", "evidence", "answer", "ruling", "closed"]
    assert evidence_path(archive.path, sha256_hex(PHOTO)).read_bytes() == PHOTO
    assert evidence_path(archive.path, sha256_hex(PHOTO)).stat().st_mode & 0o777 == 0o600
    assert verify(archive) == []
    archive.rebuild()
    assert verify(archive) == [] and archive.disputes.listed()[0].outcome == "upheld"


def test_names_in_texts_become_references(archive: Archive) -> None:
    dispute = opened(archive)
    anna, bruno = archive.people.find("Anna"), archive.people.find("Bruno")
    assert archive.disputes.get(dispute).lines[0]["claim"] == f"{anna} attacked twice"
    archive.disputes.rule(dispute, "rejected", "BRUNO was late, Brunone was not")
    assert archive.disputes.get(dispute).lines[1]["text"] == f"{bruno} was late, Brunone was not"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("kind", [kind for kind in DISPUTES.kinds() if kind != "opened"])
def test_every_transition_is_allowed_or_refused(archive: Archive, state: str, kind: str) -> None:
    dispute, store = in_state(archive, state), archive.disputes
    before = len(store.get(dispute).lines), archive.last_index()

    def act() -> None:
        if kind == "evidence":
            store.add_evidence(dispute, PHOTO, "x", "A")
        elif kind == "ruling":
            store.rule(dispute, "partly", "half", lines=["NOTE A about=20 {half}"])
        else:
            store.add(dispute, PAYLOADS[kind])

    if kind in TRANSITIONS[state]:
        act()
        assert store.get(dispute).state == TRANSITIONS[state][kind]
    else:
        refused("dispute-state", act)
        assert (len(store.get(dispute).lines), archive.last_index()) == before
        assert not evidence_path(archive.path, sha256_hex(PHOTO)).exists()


def test_roles(archive: Archive) -> None:
    dispute, store = opened(archive), archive.disputes
    bruno = archive.people.find("Bruno") or ""
    for role in ("player", "recorder", "reader"):
        with acting_as(Author("t_00000000", role)):
            refused("dispute-role", store.rule, dispute, "upheld", "mine")
            refused("dispute-role", archive.approvals.approve, game_of(archive))
    with acting_as(Author("t_00000000", "player")):
        refused("dispute-own", store.add, dispute, PAYLOADS["answer"], player=bruno)
        refused("dispute-own", store.open, "x", "Anna", game=game_of(archive), player=bruno)
        refused("dispute-own", store.add, dispute, {"kind": "answer", "by": "A", "text": "x"}, player=bruno)
        refused("dispute-own", store.add, dispute, {"kind": "answer", "by": "B", "text": "x"})
        assert (
            store.add(dispute, {"kind": "answer", "by": "B", "text": "x"}, player=bruno).lines[-1]["role"] == "player"
        )
    with acting_as(Author("t_00000001", "arbiter")):
        assert store.rule(dispute, "upheld", "so be it").lines[-1]["author"] == "t_00000001"


def test_late_lines_are_kept_and_marked(archive: Archive) -> None:
    dispute, store = opened(archive), archive.disputes
    now = archive.log.clock()
    archive.log.clock = lambda: now + 7 * DAY
    assert not store.add(dispute, PAYLOADS["answer"]).lines[-1]["late"]
    archive.log.clock = lambda: now + 7 * DAY + 1
    assert store.add(dispute, PAYLOADS["answer"]).lines[-1]["late"]
    store.rule(dispute, "rejected", "no", due="2026-06-30T00:00:00Z")
    archive.log.clock = lambda: 1_782_777_600_001
    assert store.add(dispute, PAYLOADS["appeal"]).lines[-1]["late"]
    refused("dispute-due", opened, archive, due="soon")


def test_a_ruling_and_its_effect_are_stored_together_or_neither(archive: Archive) -> None:
    game, dispute = game_of(archive), opened(archive)
    before = archive.last_index(), archive.version(game)
    with pytest.raises(Malformed):
        archive.disputes.rule(dispute, "upheld", "x", lines=["VOID A 20 {objected to}", "FIX A nonsense"])
    refused("dispute-correction", archive.disputes.rule, dispute, "upheld", "x", lines=["ATT R CIN>SIA"])
    refused(
        "aim-missing",
        archive.disputes.rule,
        dispute,
        "upheld",
        "x",
        lines=["VOID A 20 {objected to}", "VOID A 999 {x}"],
    )
    refused("dispute-text", archive.disputes.rule, dispute, "upheld", "", lines=["VOID A 20 {objected to}"])
    refused("dispute-line", archive.disputes.rule, dispute, "perhaps", "x", lines=["VOID A 20 {objected to}"])
    assert (archive.last_index(), archive.version(game)) == before
    assert archive.disputes.get(dispute).state == "open"


def test_a_dispute_of_a_tournament_changes_points(archive: Archive) -> None:
    store, players = archive.tournaments, ["Anna", "Bruno", "Gino", "Nadia"]
    entered = [{"kind": "entered", "player": name} for name in players]
    points = {name: 40 - 7 * place for place, name in enumerate(players)}
    store.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}, *entered,
                             {"kind": "table", "round": 1, "table": "A", "seats": players},
                             {"kind": "result", "round": 1, "table": "A", "points": points}])  # fmt: skip
    before = {row.player: row.to_json() for row in store.standings("autunno")}
    dispute = archive.disputes.open("one point too few", "Bruno", tournament="autunno", event=7).id
    effect = [{"kind": "adjusted", "player": "Bruno", "points": "1", "why": "counted again"}]
    refused("dispute-correction", archive.disputes.rule, dispute, "upheld", "x", lines=["VOID A 3"])
    refused(
        "dispute-correction", archive.disputes.rule, dispute, "upheld", "x", events=[{"kind": "entered", "player": "Z"}]
    )
    found = archive.disputes.rule(dispute, "upheld", "yes", events=effect)
    assert found.ruling is not None and found.ruling["effect"]["tournament_first"] == 7
    after = {row.player: row.to_json() for row in store.standings("autunno")}
    assert before != after and verify(archive) == []
    assert [row.dispute for row in archive.disputes.listed(tournament="autunno")] == [dispute]


def test_lists(archive: Archive) -> None:
    first, second = opened(archive), opened(archive, "Gino")
    archive.disputes.add(first, PAYLOADS["withdrawn"])
    assert [row.dispute for row in archive.disputes.listed(is_open=True)] == [second]
    assert [row.dispute for row in archive.disputes.listed(is_open=False)] == [first]
    assert [row.dispute for row in archive.disputes.listed(player="Gino")] == [second]
    refused("person", archive.disputes.listed, player="Zoe")


def test_a_retry_gives_the_first_answer(archive: Archive) -> None:
    dispute = opened(archive, request_id="r1")
    assert opened(archive, request_id="r1") == dispute and len(archive.disputes.listed()) == 1
    refused("request-reused", opened, archive, "Gino", request_id="r1")
    for _ in range(2):
        archive.disputes.rule(dispute, "upheld", "yes", lines=["VOID A 20 {objected to}"], request_id="r2")
        archive.disputes.add(dispute, PAYLOADS["appeal"], request_id="r3")
    assert len(archive.disputes.get(dispute).lines) == 3 and verify(archive) == []


def test_of_two_rulings_at_once_one_is_stored(archive: Archive) -> None:
    game, dispute = game_of(archive), opened(archive)
    version, codes, start = archive.version(game), list[str](), threading.Barrier(2)

    def decide() -> None:
        mine = Archive.open(archive.path)
        start.wait()
        try:
            mine.disputes.rule(dispute, "upheld", "yes", lines=["VOID A 20 {objected to}"])
            codes.append("stored")
        except ArchiveError as error:
            codes.append(error.code)
        finally:
            mine.close()

    threads = [threading.Thread(target=decide) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["dispute-state", "stored"] and archive.version(game) == version + 1


def test_approval(archive: Archive) -> None:
    game, dispute = game_of(archive), opened(archive)
    refused("disputed", archive.approvals.approve, game)
    archive.disputes.add(dispute, PAYLOADS["withdrawn"])
    refused("conflict", archive.approvals.approve, game, 3)
    version = archive.approvals.approve(game)
    assert version == archive.version(game) and (archive.approvals.get(game) or {})["version"] == version
    for work in (
        lambda: archive.append(game, ["NOTE A about=20 {x}"], None),
        lambda: archive.withdrawals.withdraw(game, "x"),
        lambda: archive.approvals.approve(game),
        lambda: opened(archive),
    ):
        refused("approved", work)
    assert verify(archive) == []
    archive.rebuild()
    assert archive.approvals.get(game)
    archive.approvals.reopen(game, "a photo")
    archive.append(game, ["NOTE A about=20 {x}"], None)
    refused("not-approved", archive.approvals.reopen, game, "again")
    assert verify(archive) == []


def test_altered_files_rows_and_streams_are_found(archive: Archive) -> None:
    dispute = opened(archive)
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "A")
    place = evidence_path(archive.path, sha256_hex(PHOTO))
    for data, word in ((PHOTO[:-1], "size"), (PHOTO[:-1] + b"x", "hash")):
        place.write_bytes(data)
        assert [(one.code, one.detail.split()[-1]) for one in verify(archive)] == [("evidence", word)]
    place.unlink()
    assert [one.detail.split()[-1] for one in verify(archive)] == ["missing"]
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet again", "A")
    assert verify(archive) == []
    archive.db.execute("UPDATE dispute SET state = 'closed'")
    archive.db.execute("INSERT INTO approval VALUES (?, 1, 1)", [game_of(archive)])
    assert sorted(one.code for one in verify(archive)) == ["derived", "ghost", "ghost"]
    archive.rebuild()
    assert verify(archive) == []
    with archive.writing():
        archive.log.append_events("dispute:d_00000000", [{"kind": "closed", "v": 1, "why": "nothing"}])
        archive.log.append_events("approval:g_000000000000000000", [{"kind": "approved", "v": 1, "version": 1}])
    assert {"dispute", "no-game"} <= {one.code for one in verify(archive)}


def test_an_effect_that_the_game_lacks_is_found(archive: Archive) -> None:
    dispute = opened(archive)
    effect = {"lines": ["VOID A 20 {objected to}"], "first": 3}
    with archive.writing():
        line = new_line({"kind": "ruling", "outcome": "upheld", "text": "x", "effect": effect})
        DISPUTES.append(archive.log, dispute, line)
    assert "effect" in {one.code for one in verify(archive)}


def test_backup_and_restore(archive: Archive, tmp_path: Path) -> None:
    dispute = opened(archive)
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "A")
    archive.disputes.rule(dispute, "upheld", "yes", lines=["VOID A 20 {objected to}"], due=NOW)
    archive.disputes.add(dispute, PAYLOADS["closed"])
    archive.approvals.approve(game_of(archive))
    manifest = backup(archive, tmp_path / "b.zip")
    assert f"files/{sha256_hex(PHOTO)}" in manifest["files"]
    restore(tmp_path / "b.zip", tmp_path / "c.db")
    copy = Archive.open(tmp_path / "c.db")
    assert verify(copy) == [] and copy.disputes.listed() == archive.disputes.listed()
    assert evidence_path(copy.path, sha256_hex(PHOTO)).read_bytes() == PHOTO
    assert copy.approvals.get(game_of(archive))


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("no-game", {"game": "g_nothing"}), ("no-tournament", {"tournament": "nothing"}), ("dispute-subject", {}),
        ("dispute-party", {"claimant": "Zoe"}), ("dispute-party", {"claimant": "V"}),
        ("dispute-party", {"claimant": ""}),
        ("dispute-event", {"event": 999}), ("dispute-event", {"event": -1}), ("dispute-event", {"event": True}),
        ("dispute-text", {"claim": " \n "}), ("dispute-text", {"claim": "a\x00b"}),
        ("dispute-text", {"claim": "x" * 4001}), ("dispute-line", {"rule": "DROP TABLE"}),
        ("dispute-due", {"due": "2026-13-01T00:00:00Z"}), ("dispute-line", {"claim": 7}),
    ],
)  # fmt: skip
def test_hostile_openings(archive: Archive, code: str, values: dict[str, Any]) -> None:
    asked = {
        "claim": "x",
        "claimant": "Bruno",
        **({"game": game_of(archive)} if code not in ("dispute-subject", "no-game", "no-tournament") else {}),
    }
    before = archive.last_index()
    asked |= values
    refused(code, archive.disputes.open, asked.pop("claim"), asked.pop("claimant"), **asked)
    assert archive.last_index() == before


def test_the_same_evidence_again_is_the_line_that_is_there(archive: Archive) -> None:
    dispute, store = opened(archive), archive.disputes
    first = store.add_evidence(dispute, PHOTO, "the sheet", "Bruno")
    store.add(dispute, {"kind": "answer", "by": "R", "text": "x"})
    last = archive.last_index()
    again = store.add_evidence(dispute, PHOTO, " the sheet", "B", request_id="k")
    assert (first.repeats, again.repeats, archive.last_index()) == (0, 2, last)
    assert again.lines[again.repeats - 1]["kind"] == "evidence" and store.version_of(again, "k") == 2
    assert len(store.add_evidence(dispute, PHOTO, " the sheet", "B", request_id="k").lines) == 3
    for about, by in (("another description", "B"), ("the sheet", "A")):
        assert store.add_evidence(dispute, PHOTO, about, by).repeats == 0
    with acting_as(Author("local", "arbiter")):
        assert store.add_evidence(dispute, PHOTO, "the sheet", "B").repeats == 0
    assert verify(archive) == []


def test_hostile_evidence_and_ids(archive: Archive) -> None:
    dispute, store = opened(archive), archive.disputes
    refused("evidence-empty", store.add_evidence, dispute, b"", "x", "A")
    refused("evidence-size", store.add_evidence, dispute, bytes(MAX_FILE_BYTES + 1), "x", "A")
    refused("dispute-line", store.add_evidence, dispute, PHOTO, "x", "A", media="text/html; charset=x")
    for name in ("../../etc/passwd", "d_" + "0" * 9, "", "d_0000000'"):
        refused("no-dispute", store.get, name)
    refused("dispute-line", store.add, dispute, {"kind": "nonsense"})
    refused("dispute-line", store.add, dispute, {"kind": "answer", "by": "R", "text": "x", "more": 1})
    refused("dispute-line", store.add, dispute, {"kind": "answer", "text": "x"})


@pytest.mark.parametrize(
    "line", [None, [], {}, {"kind": []}, {"kind": "ruling"}, {"kind": "closed", "why": "x", "v": 2},
             {"kind": "ruling", "outcome": "upheld", "text": "x", "effect": {"lines": ["VOID A 1"]}},
             {"kind": "ruling", "outcome": "upheld", "text": "x", "effect": {"lines": [1], "first": 1}},
             {"kind": "ruling", "outcome": "upheld", "text": "x",
              "effect": {"events": [[]], "tournament_first": 0, "tournament": "a"}},
             {"kind": "ruling", "outcome": "upheld", "text": "x", "effect": []}],
)  # fmt: skip
def test_malformed_lines(line: Any) -> None:
    with pytest.raises(ArchiveError):
        new_line(line)


@pytest.mark.parametrize("name", [" \t", "nul\0", "\x1b[31mZoe", "\ud800"])
def test_an_arbiter_without_a_printable_name_signs_nothing(archive: Archive, name: str) -> None:
    dispute, people = opened(archive), len(archive.people.all())
    refused("dispute-text", archive.disputes.rule, dispute, "upheld", "x", arbiter=name)
    assert len(archive.people.all()) == people and archive.disputes.get(dispute).state == "open"
