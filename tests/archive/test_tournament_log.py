"""The log of a tournament: requests, versions, several processes, old logs, sheets, whatever else is sent."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError, Conflict, verify
from plancia_archive.tournaments.result_sheets import read_events
from plancia_archive.tournaments.standings import format_points
from tests.archive.contest import NAMES, OVER, add, eight, keep, refused, result, totals


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return eight(tmp_path)


def test_requests_and_versions(archive: Archive) -> None:
    store = archive.tournaments
    once = store.append("t", [result()], expected=11, request_id="r")
    store.append("t", [{"kind": "left", "player": "Ugo"}])
    again = store.append("t", [result()], expected=11, request_id="r")
    assert (again.version, again.left) == (once.version, set()) and store.get("t").version == once.version + 1
    with pytest.raises(ArchiveError) as reused:
        store.append("t", [result(instead=True)], request_id="r")
    assert reused.value.code == "request-reused"
    with pytest.raises(Conflict) as stale:
        store.append("t", [{"kind": "closed"}], expected=11)
    assert stale.value.current == once.version + 1 and "torneo" in stale.value.text("it")
    with pytest.raises(ArchiveError) as missing:
        store.append("nessuno", [{"kind": "entered", "player": "Anna"}])
    assert missing.value.code == "no-tournament" and store.ids() == ["t"]
    assert archive.people.find("Zoe") is None
    with pytest.raises(ArchiveError):
        store.append("t", [{"kind": "entered", "player": "Zoe"}, {"kind": "dance"}])
    assert archive.people.find("Zoe") is None, "a refused write leaves no person behind"


@pytest.mark.soak
def test_several_processes_write_at_once(archive: Archive, tmp_path: Path) -> None:
    seats = [[NAMES[0], NAMES[1]], [NAMES[2], NAMES[3]], [NAMES[0], NAMES[4]], [NAMES[5], NAMES[6]]]
    calls = [["table", "t", "2", name, *pair] for name, pair in zip("ABCD", seats)]
    calls += [["result", "t", "1", "B", *(f"{one}={place}" for one in NAMES[4:])] for place in (1, 2, 3)]
    calls += [["adjust", "t", "Anna", "1", f"reason {place}"] for place in range(3)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "plancia_cli", "--lang", "en", "-a", str(tmp_path / "a.db"), "tournament", *call],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ),
        )
        for call in calls
    ]  # fmt: skip
    told = [(one.communicate(timeout=120)[0], one.returncode) for one in running]
    assert sorted(code for _, code in told[4:7]) == [0, 1, 1] and all(code == 0 for _, code in told[7:])
    assert sorted(code for _, code in told[:4]) == [0, 0, 0, 1], "Anna sits at one table of a round"
    assert all("already" in text for text, code in told if code)
    state = archive.tournaments.get("t")
    assert state.version == 11 + 3 + 1 + 3 and totals(archive)["Anna"] == 3 and verify(archive) == []


def test_an_old_log_stays_readable(archive: Archive) -> None:
    person = archive.people.find
    a, b = person("Anna"), person("Bruno")
    lines = [
        '{"kind":"opened","system":"rcm","title":"old","v":1}', f'{{"kind":"entered","player":"{a}","v":1}}',
        f'{{"kind":"entered","player":"{b}","v":1}}',
        f'{{"kind":"table","round":7,"seats":["{a}","{b}"],"table":"A","v":1}}',
        f'{{"kind":"result","points":{{"{a}":"1e1","{b}":"3"}},"round":7,"table":"A","v":1}}',
        f'{{"kind":"result","points":{{"{a}":"20","{b}":"3"}},"round":7,"table":"A","v":1}}',
        f'{{"kind":"adjusted","player":"{a}","points":"1","v":1,"why":"x"}}',
        f'{{"kind":"adjusted","player":"{a}","points":"1","v":1,"why":"x"}}', '{"kind":"closed","v":1}',
    ]  # fmt: skip
    with archive.writing():
        archive.log.append_lines("tournament:old", 0, [line + "\n" for line in lines])
    rows = archive.tournaments.standings("old")
    assert [format_points(row.total) for row in rows] == ["22", "3"] and archive.tournaments.get("old").closed


def random_event(chance: random.Random) -> dict[str, Any]:
    """Something that people or programs may send."""
    people = [*NAMES, "anna", "Zoe", "", "x" * 99, 7, None]
    at = chance.choice([1, 2, 3, chance.choice([0, -1, 99, "1", None, True])])
    table = chance.choice(["A", "B", "C", "", 5])
    seats = [chance.choice(people) for _ in range(chance.randint(0, 6))]
    seats = chance.choice([seats, chance.sample(NAMES, 4)])
    points = {str(player): chance.choice(["1", "2.5", 30, -4, "x", None, "1/3"]) for player in seats}
    event: dict[str, Any] = {
        "opened": {"title": "x", "system": "open"}, "entered": {"player": chance.choice(people)},
        "left": {"player": chance.choice(people)}, "table": {"round": at, "table": table, "seats": seats},
        "removed": {"round": at, "table": table, "why": "y"},
        "result": {"round": at, "table": table, "points": points},
        "linked": {"round": at, "table": table, "game": chance.choice(["serata-1", "nothing", 3])},
        "adjusted": {"player": chance.choice(people), "points": chance.choice(["1", -2, "x"]), "why": "z"},
        "lot": {"players": seats}, "closed": {}, "reopened": {"why": "w"}, "hidden": {"why": "h"}, "unhidden": {},
        "renamed": {"title": "y"},
        "scheduled": {"round": at, "when": chance.choice(["2026-12-03", "2026-13-03", "x", None])},
    }  # fmt: skip
    kind = chance.choice([*event, "table", "result", "result", "entered", "reopened", "unhidden"])
    made = {"kind": kind, **event[kind]}
    if chance.random() < 0.2:
        name = chance.choice(["instead", "winner", "out", "teams", "round", "outcome", "again", "extra"])
        made[name] = chance.choice([True, "Anna", ["Anna"], [["Anna"]], 2, None, {}])
    return made


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_sent_is_kept_whole_or_refused(archive: Archive, seed: int) -> None:
    chance = random.Random(seed)
    keep(archive, OVER)
    store, kept = archive.tournaments, 0
    for _ in range(250):
        before = store.get("t").version
        try:
            state = store.append("t", [random_event(chance)])
            kept += 1
            assert state.version == before + 1 and state == store.get("t")
        except ArchiveError as error:
            assert error.text("it") != error.text("en") and store.get("t").version == before
    rows = store.standings("t")
    assert kept > 10 and len(rows) == len(store.get("t").players)
    for row in rows:
        assert row.total == sum((p for p in row.per_round if p is not None), Fraction(0)) + row.adjusted
    assert [row.pos for row in rows] == sorted(row.pos for row in rows)
    assert all(remark.text("it") and remark.text("en") for remark in store.remarks("t")) and verify(archive) == []


def test_results_from_a_sheet_are_kept_whole(archive: Archive) -> None:
    spelled = {s for player in archive.tournaments.get("t").players for s in archive.people.spellings(player)}
    sheet = "turno;tavolo;giocatore;punti\n1;B;EZIO;12,5\n1;B;fabia;3\n1;B;Zoe;4\n"
    events = read_events(sheet.encode(), spelled)
    assert [event["kind"] for event in events] == ["entered", "table", "result"], "known spellings enter once"
    assert refused(archive, *events).code == "t-formed" and archive.people.find("Zoe") is None
    events = read_events(sheet.encode(), spelled, instead=True)
    add(archive, *events)
    assert totals(archive)["Ezio"] == Fraction("17.5") and totals(archive)["Zoe"] == 4


def test_who_has_left_does_not_leave_again_and_may_come_back(archive: Archive) -> None:
    store = archive.tournaments
    left = {"kind": "left", "player": "Ugo"}
    store.append("t", [left])
    version = store.get("t").version
    for more in ([left], [{"kind": "entered", "player": "Zoe"}, left]):
        with pytest.raises(ArchiveError) as caught:
            store.append("t", more)
        assert caught.value.code == "t-gone" and "Ugo" in caught.value.text("it") and "Ugo" in caught.value.text("en")
    assert store.get("t").version == version and archive.people.find("Zoe") is None
    store.append("t", [{"kind": "entered", "player": "Ugo"}, left])
    assert store.get("t").version == version + 2 and len(store.get("t").left) == 1


def test_an_old_log_in_which_somebody_left_twice_is_still_read(archive: Archive) -> None:
    ugo = archive.people.find("Ugo")
    line = f'{{"kind":"left","player":"{ugo}","v":1}}\n'
    with archive.writing():
        archive.log.append_lines("tournament:t", archive.tournaments.get("t").version, [line, line])
    assert archive.tournaments.get("t").left == {ugo} and verify(archive) == []
