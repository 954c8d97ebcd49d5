"""Lists of events: numbers and cursors (H4), and references to other events in appended lines (H10)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_events.kinds import KINDS
from tests.api.conftest import as_keeper

SAMPLE = samples()["monopoli-serata.rgn"]
AIMING = [
    "DISP R 4 {one}", "NOTE A about=3 {two}", "FOUL A R limit for=2", "PEN A R remove-armies 1 for=2",
    "FIX A 4 TURN R {three}", "VOID A 5 {four}", "NOTE A {five}",
]  # fmt: skip


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    return archive


def test_h4_every_event_keeps_its_number_and_pages_end(archive: Archive) -> None:
    game = archive.game_ids()[0]
    archive.append(game, AIMING, None)
    count = archive.version(game) - 1
    client = as_keeper(create_app(archive).test_client(), archive)
    seen: list[dict[str, Any]] = []
    after: str | None = "0"
    for _ in range(count):
        body = client.get(f"/api/v1/games/{game}/events?after={after}&limit=2").get_json()
        seen += body["items"]
        after = body["next"]
        if after is None:
            break
    assert after is None and [row["event"] for row in seen] == list(range(1, count + 1))
    assert [row.get("about") for row in seen[-7:]] == [4, 3, 2, 2, 4, 5, None]
    table = client.get(f"/api/v1/games/{game}/events.csv").get_data(as_text=True).removeprefix("\ufeff")
    assert [int(row["event"]) for row in csv.DictReader(io.StringIO(table))] == list(range(1, count + 1))
    lines = client.get("/api/v1/events.ndjson").get_data(as_text=True).splitlines()
    assert [json.loads(line)["event"] for line in lines] == list(range(1, count + 1))
    done = CliRunner().invoke(plancia, ["-a", str(archive.path), "events", game, "--json"])
    rows = json.loads(done.stdout)
    assert [row["event"] for row in rows] == list(range(1, count + 1)) and rows == seen


def test_h4_no_kind_has_a_member_that_a_list_of_events_needs() -> None:
    for kind in KINDS:
        assert not {"event", "line", "game"} & set(kind.__struct_encode_fields__), kind


@pytest.mark.parametrize(("line", "code"), [
    ("VOID A 999 {x}", "aim-missing"), ("FIX A 999 END R {x}", "aim-missing"), ("VOID A 0 {x}", "aim-missing"),
    ("DISP R 999 {x}", "aim-missing"), ("NOTE A about=999 {x}", "aim-missing"),
    ("FOUL A R limit for=999", "aim-missing"),
    ("PEN A R limit 1 for=999", "aim-missing"), ("SHOW R 999 guerra-fredda", "aim-missing"),
    ("MOVE R CIN>SIA 1 replaces=999", "aim-missing"), ("MOVE R CIN>SIA 1 replaces=1", "aim-move"),
    ("VOID A FIXED {x}", "aim-correction"), ("VOID A VOIDED {x}", "aim-correction"),
    ("FIX A VOIDED END R {x}", "aim-correction"), ("VOID A 5 {again}", "aim-void"), ("FIX A 4 TURN R {x}", "aim-same"),
    ("SHOW R 1 guerra-fredda", "aim-open"), ("FIX A 6 NOTE A about=9 {x}", "aim-missing"),
])  # fmt: skip
def test_h10_lines_that_can_never_mean_anything_are_refused(archive: Archive, line: str, code: str) -> None:
    game = archive.game_ids()[0]
    before = archive.append(game, ["FIX A 4 TURN R {w}", "VOID A 5 {w}"], None).version
    line = line.replace("FIXED", str(before - 2)).replace("VOIDED", str(before - 1))
    with pytest.raises(ArchiveError) as refused:
        archive.append(game, ["NOTE A {good}", line], None)
    assert refused.value.code == code and archive.version(game) == before
    token = archive.tokens.make("t", ["write"])
    client: FlaskClient = create_app(archive).test_client()
    headers = {"Authorization": f"Bearer {token}", "If-Match": str(before)}
    answer = client.post(f"/api/v1/games/{game}/events", json={"lines": [line]}, headers=headers)
    assert answer.status_code == 422 and answer.get_json(force=True)["reason"] == code
    done = CliRunner().invoke(plancia, ["-a", str(archive.path), "append", game, line])
    assert done.exit_code == 1 and archive.version(game) == before


def test_h10_lines_that_mean_something_are_stored(archive: Archive) -> None:
    game = archive.game_ids()[0]
    archive.append(game, ["VOID A 5 {x}"], None)
    archive.append(game, ["FIX A 5 NOTE A {instead}", "NOTE A about=0 {the header}"], None)
    old = read(SAMPLE.replace(b"serata-1", b"old") + b"VOID A 999 {x}\n").games[0]
    game_id = archive.add_game(old).game_id
    assert any(verdict.rule == "record.correction" for verdict in archive.judgement(game_id).verdicts)
