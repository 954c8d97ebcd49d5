"""Players confirm results of own games, at one version, and withdraw nothing; events name who recorded them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_api import action_routes, create_app
from plancia_api.receipts import make_receipt
from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.log.approvals import APPROVALS, STREAM_PREFIX
from plancia_archive.log.authors import Author, acting_as
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read


class Ended:
    """An archive with a game that is over, with the token of one of its players."""

    def __init__(self, path: Path) -> None:
        self.archive = Archive.open(path, create=True)
        self.game = self.archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
        self.archive.append(self.game, ["OVER * time"], None)
        self.players = self.archive.game(self.game).players
        self.token, self.secret = self.archive.tokens.grant("anna", "player", player=self.players["R"])
        self.client = create_app(self.archive).test_client()

    def confirm(self, body: object = None, secret: str | None = None) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {secret or self.secret}"}
        answer = self.client.post(f"/api/v1/games/{self.game}/confirmation", json=body or {}, headers=headers)
        found = answer.get_json(force=True)
        return answer.status_code, str(found.get("reason") or found.get("player"))


@pytest.fixture
def ended(tmp_path: Path) -> Ended:
    return Ended(tmp_path / "a.db")


def test_a_player_confirms_the_own_game_once_at_its_version(ended: Ended) -> None:
    version = ended.archive.version(ended.game)
    assert ended.confirm({"version": version - 1}) == (412, "conflict")
    assert ended.confirm({"version": version}) == (200, ended.players["R"])
    assert ended.confirm() == (409, "confirmed")
    (line,) = ended.archive.confirmations.list_for_game(ended.game)
    assert (line["author"], line["role"], line["version"]) == (ended.token, "player", version)
    for address in ("/api/v1/games", f"/api/v1/games/{ended.game}"):
        answer = ended.client.get(address).get_json()
        row = answer["items"][0] if "items" in answer else answer
        assert [one["player"] for one in row["confirmed"]] == [ended.players["R"]] and row["status"] == "provisional"
    assert "Anna" in ended.client.get(f"/games/{ended.game}?lang=en").text.split("Confirmed by")[1][:40]
    assert verify(ended.archive) == [] and ended.archive.rebuild() == []


def test_the_receipt_is_that_of_the_own_entry_when_two_confirm_at_once(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other player confirms after the entry was stored and before its receipt is made."""

    def after_another(*place: Any) -> object:
        ended.archive.confirmations.confirm(ended.game, "Bruno")
        return make_receipt(*place)

    monkeypatch.setattr(action_routes, "make_receipt", after_another)
    headers = {"Authorization": f"Bearer {ended.secret}"}
    answer = ended.client.post(f"/api/v1/games/{ended.game}/confirmation", json={}, headers=headers).get_json()
    assert answer["player"] == ended.players["R"] and answer["receipt"]["index"] == answer["entry"]
    assert ended.archive.last_index() == answer["entry"] + 1


def test_it_changes_no_approval_and_counts_no_longer_after_a_correction(ended: Ended) -> None:
    with acting_as(Author("local", "arbiter")):
        ended.archive.approvals.approve(ended.game)
        ended.archive.confirmations.confirm(ended.game, "B")
        assert ended.archive.approvals.get(ended.game) is not None and verify(ended.archive) == []
        ended.archive.approvals.reopen(ended.game, "a photo")
    assert ended.archive.approvals.get(ended.game) is None
    ended.archive.append(ended.game, ["NOTE A {late}"], None)
    assert ended.archive.confirmations.list_for_game(ended.game) == []
    ended.archive.confirmations.confirm(ended.game, "Bruno")
    assert [one["player"] for one in ended.archive.confirmations.list_for_game(ended.game)] == [ended.players["B"]]
    assert verify(ended.archive) == []


def test_nobody_confirms_for_another_or_before_the_end(ended: Ended) -> None:
    archive, before = ended.archive, ended.archive.last_index()
    with pytest.raises(ArchiveError) as other:
        archive.confirmations.confirm(ended.game, "Bruno", own_reference=ended.players["R"])
    with pytest.raises(ArchiveError) as nobody:
        archive.confirmations.confirm(ended.game, "Zeno")
    assert (other.value.code, nobody.value.code) == ("dispute-own", "dispute-party") and archive.last_index() == before
    archive.append(ended.game, [f"VOID A {archive.version(ended.game) - 1} {{not over}}"], None)
    assert ended.confirm() == (409, "not-over")
    arbiter, zeno = archive.tokens.grant("x", "arbiter")[1], archive.people.find_or_make("Zeno")[0]
    assert ended.confirm(secret=arbiter)[0] == 403
    assert ended.confirm(secret=archive.tokens.grant("x", "player", player=zeno)[1]) == (403, "limit")


@pytest.mark.parametrize(
    "line",
    ['{"kind":"confirmed","player":"p_0","v":1,"version":1}', '{"kind":"confirmed","player":"R","v":1,"version":0}',
     '{"kind":"confirmed","player":"R","v":2,"version":1}', '{"kind":"confirmed","v":1,"version":1}'],
)  # fmt: skip
def test_a_line_that_the_archive_would_not_have_written(line: str) -> None:
    with pytest.raises(ArchiveError):
        APPROVALS.parse(line)


def test_a_confirmation_of_a_version_that_never_was_is_found(ended: Ended) -> None:
    with ended.archive.writing():
        line = {"kind": "confirmed", "player": "R", "v": 1, "version": 999}
        ended.archive.log.append_events(STREAM_PREFIX + ended.game, [line])
    assert {finding.code for finding in verify(ended.archive)} == {"no-game"}


def test_a_game_is_withdrawn_and_restored_over_http(ended: Ended) -> None:
    headers = {"Authorization": f"Bearer {ended.archive.tokens.grant('x', 'arbiter')[1]}"}
    place = f"/api/v1/games/{ended.game}/withdrawal"
    gone = ended.client.post(place, json={"why": "stored twice"}, headers=headers)
    assert gone.status_code == 200 and gone.get_json()["withdrawn"]["role"] == "arbiter"
    assert ended.client.get("/api/v1/games").get_json()["items"] == []
    assert ended.client.post(place, json={"why": "again"}, headers=headers).status_code in (409, 422)
    back = ended.client.post(place, json={"why": "no, once", "undo": True}, headers=headers)
    assert back.get_json()["withdrawn"] is None and ended.archive.count() == 1
    for wrong in ({}, {"why": 1}, {"why": "x", "y": 1}, {"why": " "}):
        assert ended.client.post(place, json=wrong, headers=headers).status_code == 422


def test_the_command_and_the_lists_of_events(ended: Ended) -> None:
    recorder, secret = ended.archive.tokens.grant("x", "recorder")
    headers = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    ended.client.post(f"/api/v1/games/{ended.game}/events", json={"lines": ["NOTE A {x}"]}, headers=headers)
    items = ended.client.get(f"/api/v1/games/{ended.game}/events?limit=500").get_json()["items"]
    assert [(items[0][name], items[-1][name]) for name in ("author", "role")] == [
        ("local", recorder), ("keeper", "recorder")
    ]  # fmt: skip
    last = items[-1]["event"]
    assert recorder in ended.client.get(f"/games/{ended.game}?at={last}").text
    streamed = ended.client.get("/api/v1/events.ndjson").text.splitlines()
    assert json.loads(streamed[-1])["author"] == recorder
    done = CliRunner().invoke(plancia, ["-a", str(ended.archive.path), "--lang", "en", "events", ended.game])
    assert done.exit_code == 0 and recorder in done.output
    call = ["-a", str(ended.archive.path), "--lang", "en", "confirm", ended.game, "Gino"]
    assert CliRunner().invoke(plancia, call).exit_code == 0
    assert CliRunner().invoke(plancia, call).exit_code == 1
    row = json.loads(CliRunner().invoke(plancia, [*call[:4], "list", "--format", "json"]).stdout)[0]
    assert [one["player"] for one in row["confirmed"]] == [ended.players["G"]]


def test_a_confirmation_by_the_keeper_says_so_wherever_it_is_shown(ended: Ended, tmp_path: Path) -> None:
    def run(*words: str, lang: str = "en") -> str:
        done = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(ended.archive.path), *words])
        assert done.exit_code == 0, done.output
        return done.output

    assert ended.confirm()[0] == 200
    bundle = str(tmp_path / "b.json")
    assert "entered by: keeper" in run("confirm", ended.game, "Bruno", "--receipt", str(tmp_path / "r.json"))
    run("prove", ended.game, "-o", bundle)
    for lang, entered in (("en", "entered by: keeper"), ("it", "scritto da: chi tiene l'archivio")):
        lines = [
            line for line in run("verify", bundle, lang=lang).splitlines() if "confirm" in line or "conferm" in line
        ]
        assert [entered in line for line in lines] == [False, True], lines
        assert entered in run("verify", str(tmp_path / "r.json"), lang=lang)
    for lang, entered in (("en", "Bruno (entered by: keeper)"), ("it", "Bruno (scritto da: custode)")):
        page = ended.client.get(f"/games/{ended.game}?lang={lang}").text
        assert page.count(entered) == 1 and "Anna (" not in page
    assert "entered by somebody else" in ended.client.get("/?lang=en").text
