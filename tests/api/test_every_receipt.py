"""Every acknowledged write of the API answers with receipts that prove its entries; a new write cannot be forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Response, request
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.auth import ACTIONS
from plancia_api.http_methods import READ_METHODS
from plancia_archive import Archive, verify
from plancia_archive.actions import ACTIONS as DECLARED_WRITES
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_log_key
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests.api.conftest import filled
from tests.example_writes import claimed, disputed, registered, settled, tokens, written

# They store nothing in the log of this archive: judging and completing, a lease, the checkpoint of another log.
NO_ENTRY = {
    "judgements.judge_game", "recording.complete_in_game", "recording.complete_text", "opening.next_question",
    "witness.add_checkpoint", "writers.claim_writer",
}  # fmt: skip
Writes = dict[str, list[tuple[dict[str, Any], int, int]]]
NAME = "Zoraide Zzquirin"  # in the register, and in every sentence that the examples of declared writes send
DECLARED = {f"{action.group}.{action.operation}" for action in DECLARED_WRITES if action.group != "people"}


class NamingClient(FlaskClient):
    """Names somebody in each sentence of a declared write: what has a blank, and is a member of the body itself."""

    named: ClassVar[set[tuple[str, str]]] = set()

    def open(self, *args: Any, **inside: Any) -> Any:
        body, method = inside.get("json"), inside.get("method")
        if isinstance(args[0], str) and isinstance(body, dict) and method == "POST":
            endpoint, _ = self.application.url_map.bind("localhost").match(args[0].partition("?")[0], method)
            sentences = [one for one, text in body.items() if isinstance(text, str) and " " in text]
            if endpoint in DECLARED:
                self.named.update((endpoint.partition(".")[2], one) for one in sentences)
                inside["json"] = body | {one: f"{body[one]}, says {NAME}" for one in sentences}
        return super().open(*args, **inside)


def receipts_in(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The receipts of an answer: its own, those of its items, those of a round."""
    members = [answer.get("receipt"), answer.get("evidence_receipt"), *answer.get("receipts", [])]
    return [one for one in (*members, *(item.get("receipt") for item in answer.get("items", []))) if one]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Writes, VerifierInputs, bytes]:
    """The answers of real requests by endpoint, with the size of the log before and after each; what the log has."""
    archive = filled(tmp_path_factory.mktemp("receipts") / "a.db")
    archive.append(archive.game_ids()[-1], ["VOID A 20 {recorded twice}"], None)
    with archive.writing():
        archive.people.find_or_make(NAME)
    app = create_app(archive, writes_per_minute=10**9)
    app.test_client_class = NamingClient
    writes: Writes = {}
    sizes: list[int] = []

    def note_size() -> None:
        sizes.append(archive.last_index() + 1)

    def note_answer(response: Response) -> Response:
        if request.method not in READ_METHODS and response.status_code < 300 and response.is_json:
            rows = writes.setdefault(str(request.endpoint), [])
            rows.append((json.loads(response.data), sizes[-1], archive.last_index() + 1))
        return response

    app.before_request(note_size)
    app.after_request(note_answer)
    client = app.test_client()
    for write in (written, disputed, registered, tokens, settled, claimed):
        write(client, archive)
    write_what_examples_do_not(client, archive)
    key = archive.checkpoints.signing_key()
    assert key is not None and verify(archive) == []
    log = b"".join(bytes(row[0]) for row in archive.db.execute("SELECT body FROM entry").fetchall())
    return writes, VerifierInputs(key=read_log_key(key.verifier.text())), log


def write_what_examples_do_not(client: FlaskClient, archive: Archive) -> None:
    """Sends new games at once and approves a round with a game: those of the examples store nothing new."""
    game = archive.add_game(generate(GameSpec("monopoli@1", 5))).game_id
    players = sorted(set(archive.game(game).players.values()) - {"?"})
    archive.tournaments.append("linked", [
        {"kind": "opened", "title": "x", "system": "open"}, *({"kind": "entered", "player": one} for one in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": game},
    ])  # fmt: skip
    headers = {"Authorization": "Bearer " + archive.tokens.grant("a", "arbiter")[1]}
    new = read(samples()["monopoli-serata.rgn"].replace(b"serata-1", b"serata-77")).games[0].to_json()
    assert client.post("/api/v1/bulk/games", json=[new], headers=headers).get_json()["kept"] == 1
    for _ in range(2):  # the second time everything was approved before
        answer = client.post("/api/v1/tournaments/linked/approval", json={"round": 1}, headers=headers)
        assert answer.status_code == 200 and len(answer.get_json()["receipts"]) == 1, answer.text


def api_writes() -> set[str]:
    """The endpoints of ACTIONS that are of the API: the forms of pages answer with pages."""
    pages = ("_forms.", "sessions.", "record_start.", "record_result.", "text_check.")
    return {endpoint for endpoint in ACTIONS if not any(name in endpoint for name in pages)}


def test_every_write_of_the_api_was_asked(seen: tuple[Writes, VerifierInputs, bytes]) -> None:
    writes = seen[0]
    assert api_writes() - {"witness.add_checkpoint"} == set(writes), "a write without a request in example_writes.py"


def test_no_name_in_a_text_of_a_write_comes_into_the_log(seen: tuple[Writes, VerifierInputs, bytes]) -> None:
    assert {("withdraw_game", "why"), ("open_dispute", "claim"), ("add_evidence", "about")} <= NamingClient.named
    assert NAME.encode() not in seen[2] and b", says p_" in seen[2], "put references for names: reason_text"


@pytest.mark.parametrize("endpoint", sorted(api_writes() - {"witness.add_checkpoint"}))
def test_its_receipts_prove_its_entries(seen: tuple[Writes, VerifierInputs, bytes], endpoint: str) -> None:
    writes, inputs, _ = seen
    assert endpoint in NO_ENTRY or any(after > before for _, before, after in writes[endpoint])
    for answer, before, after in writes[endpoint]:
        found = receipts_in(answer)
        if endpoint in NO_ENTRY:
            assert not found and before == after
            continue
        assert found or before == after, endpoint
        for receipt in found:
            result = verify_bundle(json.dumps(receipt).encode(), inputs)
            assert result.problem is None and result.level == "green", (endpoint, result.problem)
            assert receipt["proof"] and receipt["checkpoint"] and receipt["leaf"] and receipt["head"]
            assert receipt["proof"].splitlines()[1] == f"index {receipt['index']}"
        if after > before:
            assert any(before <= receipt["index"] < after for receipt in found), (endpoint, before, after)


def test_one_checkpoint_covers_the_receipts_of_a_request(seen: tuple[Writes, VerifierInputs, bytes]) -> None:
    for rows in seen[0].values():
        for answer, _, _ in rows:
            assert len({receipt["checkpoint"] for receipt in receipts_in(answer)}) <= 1


def test_a_dry_run_has_no_receipt(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive).test_client()
    headers = {"Authorization": "Bearer " + archive.tokens.grant("k", "keeper")[1]}
    player = archive.people.find("Anna")
    before = archive.last_index()
    for word, body in (("name", {"name": "Anna Blu"}), ("keep", {"basis": "x"}), ("erase", {})):
        answer = client.post(f"/api/v1/players/{player}/{word}?dry_run=true", json=body, headers=headers)
        assert answer.status_code == 200 and "receipt" not in answer.get_json()
    assert archive.last_index() == before
