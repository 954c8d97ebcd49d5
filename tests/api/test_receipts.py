"""Receipts of writes over HTTP, and the bundle of a game."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient

import plancia
from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.side_files import key_file
from plancia_data import samples

TEXT = samples()["monopoli-serata.rgn"].decode()
RGN = "text/x-rgn"


class Sender:
    """A client with a token that may write."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.client: FlaskClient = create_app(archive).test_client()
        self.auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}

    def post(self, path: str, body: Any, **headers: str) -> dict[str, Any]:
        sent = {"data": body, "content_type": RGN} if isinstance(body, str) else {"json": body}
        answer = self.client.post(f"/api/v1{path}", headers={**self.auth, **headers}, **sent)
        assert answer.status_code in (200, 201), answer.get_data(as_text=True)
        return dict(answer.get_json())

    def proven(self, answer: dict[str, Any], stream: str, index: int) -> dict[str, Any]:
        """The receipt of an answer, which proves the entry at an index by the archive's key."""
        receipt = dict(answer["receipt"])
        assert (receipt["stream"], receipt["index"]) == (stream, index)
        result = plancia.verify_bundle(json.dumps(answer).encode(), key=keys_of(self.archive.log)[-1])
        assert (result.code, result.level) == ("proven", "green")
        row = self.archive.db.execute("SELECT leaf FROM entry WHERE log_index = ?", [index]).fetchone()
        assert receipt["leaf"] == bytes(row[0]).hex()
        return receipt


def test_every_write_answers_with_the_receipt_of_its_entry(archive: Archive) -> None:
    sender = Sender(archive)
    added = sender.post("/games", TEXT)
    game = added["game"]
    sender.proven(added, game, archive.last_index())
    appended = sender.post(f"/games/{game}/events", {"lines": ["NOTE R {late}"]}, **{"If-Match": "*"})
    sender.proven(appended, game, archive.last_index())
    dry = sender.post(f"/games/{game}/events?dry_run=true", {"lines": ["NOTE R {x}"]})
    assert "receipt" not in dry
    opened = [{"kind": "opened", "title": "Autunno", "system": "open"}]
    made = sender.post("/tournaments/autunno/events", {"events": opened}, **{"If-Match": '"0"'})
    sender.proven(made, "tournament:autunno", archive.last_index())
    claim = {"claim": "two dice", "claimant": "B", "game": game, "event": 20}
    dispute = sender.post("/disputes", claim, **{"Idempotency-Key": "d"})
    first = sender.proven(dispute, f"dispute:{dispute['dispute']}", archive.last_index())
    place = f"/disputes/{dispute['dispute']}"
    for path, body in (
        ("evidence", {"content": "/9j/4AAQ", "about": "the sheet", "by": "B"}), ("answer", {"text": "no", "by": "G"}),
        ("ruling", {"outcome": "rejected", "text": "three"}), ("appeal", {"text": "two", "by": "B"}),
        ("close", {"why": "gone", "withdrawn": True}),
    ):  # fmt: skip
        sender.proven(sender.post(f"{place}/{path}", body), first["stream"], archive.last_index())
    assert sender.post("/disputes", claim, **{"Idempotency-Key": "d"})["receipt"] == first


def test_a_repeated_request_has_the_receipt_of_the_first_entry(archive: Archive) -> None:
    sender = Sender(archive)
    whole = TEXT.replace("serata-1", "serata-2")
    first = sender.post("/games", whole, **{"Idempotency-Key": "a"})
    note = {"lines": ["NOTE R {late}"]}
    later = sender.post(f"/games/{first['game']}/events", note, **{"If-Match": "*", "Idempotency-Key": "b"})
    sender.post("/games", TEXT)
    again = sender.post("/games", whole, **{"Idempotency-Key": "a"})
    assert again == first, "also the checkpoint is the one signed then"
    duplicate = sender.post("/games", whole)
    assert duplicate["duplicate"] is True and duplicate["version"] == later["version"]
    assert duplicate["receipt"] == first["receipt"], "the game as it was sent, not as it went on"
    shorter = sender.post("/games", "\n".join(whole.rstrip("\n").split("\n")[:-1]) + "\n")
    assert shorter["duplicate"] and shorter["receipt"]["index"] == first["receipt"]["index"]
    assert "entry" in first["receipt"] and "entry" not in shorter["receipt"], "the entry goes on beyond what was sent"
    repeated = sender.post(f"/games/{first['game']}/events", note, **{"If-Match": "*", "Idempotency-Key": "b"})
    assert repeated["receipt"] == later["receipt"]


def test_games_in_bulk_share_a_checkpoint(archive: Archive) -> None:
    sender = Sender(archive)
    texts = [TEXT.replace("serata-1", f"serata-{number}") for number in (1, 2)]
    broken = TEXT.replace("monopoli@1", "nothing@1")
    answer = sender.post("/bulk/games", "\n".join([*texts, broken, texts[0]]))
    one, two, refused, again = answer["items"]
    assert "problem" in refused and "receipt" not in refused and again["receipt"] == one["receipt"]
    assert one["receipt"]["checkpoint"] == two["receipt"]["checkpoint"] and "entry" not in one["receipt"]
    assert len(archive.checkpoints.signed_notes()) == 1
    sender.proven(two, two["game"], archive.last_index())


def test_an_archive_that_cannot_sign_stores_and_says_so(archive: Archive) -> None:
    sender = Sender(archive)
    key_file(archive.path).write_text("not a key")
    receipt = sender.post("/games", TEXT)["receipt"]
    assert receipt["checkpoint"] is None and receipt["proof"] is None
    assert receipt["head"] == archive.checkpoints.head().head() and archive.count() == 1


def test_the_bundle_of_a_game(archive: Archive) -> None:
    sender = Sender(archive)
    game = sender.post("/games", TEXT)["game"]
    address, size = f"/api/v1/games/{game}/proof", archive.last_index() + 1
    kept = archive.checkpoints.head().head()
    closed = sender.client.get(address)
    assert (closed.status_code, closed.get_json()["reason"]) == (403, "hidden"), "the game is not over"
    sender.post(f"/games/{game}/events", {"lines": ["OVER * time"]}, **{"If-Match": "*"})
    answer = sender.client.get(f"{address}?since={size}")
    result = plancia.verify_bundle(answer.data, head=kept, key=keys_of(archive.log)[-1])
    assert result.ok and result.proven and result.proven["game"]["id"] == game
    assert result.proven["head_check"] == "older" and result.proven["game"]["events"] == archive.version(game)
    same = sender.client.get(f"{address}?since={size}", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    archive.withdrawals.withdraw(game, "typed twice")
    newer = sender.client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert newer.status_code == 200 and f"withdrawal:{game}" in newer.get_data(as_text=True)
    assert sender.client.get(f"{address}?since=9999").status_code == 422
    assert sender.client.get("/api/v1/games/g_000000000000000000/proof").status_code == 404


def test_without_a_key_there_is_no_bundle(archive: Archive) -> None:
    sender = Sender(archive)
    game = archive.add_game(plancia.read(TEXT + "OVER * time\n")[0]).game_id
    key_file(archive.path).unlink()
    answer = sender.client.get(f"/api/v1/games/{game}/proof")
    assert (answer.status_code, answer.get_json()["reason"]) == (404, "no-key")
