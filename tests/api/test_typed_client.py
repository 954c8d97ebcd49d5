"""A client generated from the OpenAPI document reads every JSON answer, strictly (H6)."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from plancia_api import create_app
from plancia_api.app import openapi_document
from plancia_archive import Archive
from plancia_archive.statistics import REGISTERED
from plancia_data import samples
from plancia_events import KINDS, read
from plancia_replay import RuleSetError
from tests import SOAK
from tests.api.conftest import filled
from tests.api.typed_client import client as typed
from tests.api.typed_client import decoded
from tests.example_writes import ADDRESSES, EXAMPLES
from tests.make_examples import questions

ROOT = Path(__file__).resolve().parent.parent
LINES = ["DISP R 4 {x}", "FOUL A R limit for=2", "PEN A R remove-armies 1 for=2", "VOID A 5 {x}", "NOTE A about=3 {x}"]


@pytest.fixture(scope="module")
def kinds() -> dict[str, Any]:
    return typed(openapi_document())


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = filled(tmp_path_factory.mktemp("typed") / "a.db")
    for file in sorted((ROOT / "games").glob("*/*.rgn")):
        for game in read(file.read_bytes(), file.name).games:
            archive.add_game(game)
    for file in sorted((ROOT / "conformance").glob("*/*.rgn")):
        reading = read(file.read_bytes(), file.name)
        for game in reading.games if reading.ok else []:
            with contextlib.suppress(RuleSetError):  # every kind of header, for rules that have no such option
                archive.add_game(game)
    archive.append(archive.resolve("serata-1"), LINES, None)
    return archive


def test_h6_no_answer_is_any_object() -> None:
    document = openapi_document()
    loose = []
    for item in document["paths"].values():
        for method, operation in item.items():
            for status, answer in operation.get("responses", {}).items() if method != "parameters" else ():
                schema = answer.get("content", {}).get("application/json", {}).get("schema")
                if status.startswith("2") and schema is not None:
                    named = schema.get("$ref", "").rpartition("/")[2]
                    whole = document["components"]["schemas"].get(named, schema)
                    if not whole.get("properties") and not whole.get("oneOf"):
                        loose.append(operation["operationId"])
    assert loose == ["openapi"], "give the operation its type: `answer` or `items` of its route"
    event = document["components"]["schemas"]["Event"]
    assert len(event["oneOf"]) == len(KINDS) and event["discriminator"]["propertyName"] == "kind"


def test_h6_the_typed_client_reads_an_answer_of_every_operation(archive: Archive, kinds: dict[str, Any]) -> None:
    client = create_app(archive, bulk_per_minute=10**6, seconds_per_minute=10**6).test_client()
    requests = questions(archive)
    for name, (path, inside, query) in requests.items():
        if name in kinds and name != "openapi":
            answer = client.get("/api/v1" + path.format(**inside) + ("?" + urlencode(query) if query else ""))
            assert answer.status_code == 200, name
            decoded(kinds, name, answer.data)
    assert set(kinds) - set(requests) == {
        "keep_game", "keep_games", "append_events", "add_correction_evidence",
        "add_events", "judge_game", "complete_in_game", "complete_text",
        "record_in_game", "next_question",
        *ADDRESSES,
        "list_tokens", "list_refusals", "claim_writer",
    }  # fmt: skip


def test_h6_it_reads_every_game_every_statistic_and_every_list(archive: Archive, kinds: dict[str, Any]) -> None:
    client = create_app(archive, bulk_per_minute=10**6, seconds_per_minute=10**6).test_client()

    def get(operation: str, path: str) -> Any:
        answer = client.get(f"/api/v1{path}")
        assert answer.status_code == 200, (path, answer.text)
        return decoded(kinds, operation, answer.data)

    for place_in_list, game in enumerate(archive.game_ids()):
        place = f"/games/{game}"
        whole = get("one_game", place)
        assert len(whole.events) == whole.version - 1
        rows = get("events", f"{place}/events?limit=5000").items
        assert [row.event for row in rows] == list(range(1, whole.version))
        if place_in_list % 4 and not SOAK:
            continue
        for number in (0, whole.version // 2, whole.version - 1):
            get("state", f"{place}/state/{number}")
        for under in ("", "?under=torneo@1"):
            get("verdicts", f"{place}/verdicts{under}")
            get("score", f"{place}/score{under}")
    for name in REGISTERED:
        get("one_statistic", f"/statistics/{name}")
    get("list_games", "/games?limit=500&sort=newest")
    get("list_verdicts", "/verdicts?limit=500")
    for variant in get("variants", "/variants").items:
        get("one_variant", f"/variants/{variant.variant}")
    for name in ("autunno", "inverno"):
        get("one_tournament", f"/tournaments/{name}")
        get("standings", f"/tournaments/{name}/standings")
        get("tournament_events", f"/tournaments/{name}/events")


def test_h6_it_reads_the_answers_of_writes(tmp_path: Path, kinds: dict[str, Any]) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": "*"}
    text = samples()["monopoli-serata.rgn"]
    rgn = {"content_type": "text/x-rgn", "headers": auth}
    stored = decoded(kinds, "keep_game", client.post("/api/v1/games", data=text, **rgn).data)
    decoded(kinds, "keep_games", client.post("/api/v1/bulk/games", data=text, **rgn).data)
    decoded(kinds, "judge_game", client.post("/api/v1/judge", data=text, **rgn).data)
    game_id = archive.game_ids()[0]
    said = {"said": ["cina siam 654 32", "carta", "fine"]}
    decoded(kinds, "complete_in_game", client.post(f"/api/v1/games/{game_id}/complete", json=said).data)
    decoded(kinds, "complete_text", client.post("/api/v1/complete", json={**said, "text": text.decode()}).data)
    for answers in ({}, {"variant": "rcm"}, {"variant": "monopoli", "players": "x"}):
        decoded(kinds, "next_question", client.post("/api/v1/opening", json={"answers": answers}).data)
    where = f"/api/v1/games/{stored.game}/events"
    added = decoded(kinds, "append_events", client.post(where, json={"lines": ["REIN G 9+9+9=27"]}, headers=auth).data)
    assert added.verdicts
    where, note = f"/api/v1/games/{stored.game}/record", {"said": ["nota il dado è caduto"]}
    assert decoded(kinds, "record_in_game", client.post(where, json=note, headers=auth).data).told[0].says
    opened = {"events": [{"kind": "opened", "title": "x", "system": "open"}]}
    begun = client.post("/api/v1/tournaments/t/events", json=opened, headers={**auth, "If-Match": "0"})
    assert decoded(kinds, "add_events", begun.data).version == 1


def test_h6_it_reads_the_answers_of_changes_of_people(tmp_path: Path, kinds: dict[str, Any]) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.grant("k", "keeper")[1]}
    anna, bruno = archive.people.find("Anna"), archive.people.find("Bruno")
    bodies = {"rename_person": ("name", {"name": "Anna Blu"}), "keep_person": ("keep", {"basis": "x"}),
              "erase_person": ("erase", {})}  # fmt: skip
    for operation, (word, body) in bodies.items():
        answer = client.post(f"/api/v1/players/{anna}/{word}?dry_run=true", json=body, headers=auth)
        assert decoded(kinds, operation, answer.data).player == anna
    refused = client.post(f"/api/v1/players/{anna}/merge?dry_run=true", json={"other": bruno}, headers=auth)
    assert refused.status_code == 409, "they met"


def test_h6_it_reads_the_answers_of_approvals_and_withdrawals(tmp_path: Path, kinds: dict[str, Any]) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.grant("a", "arbiter")[1]}
    game = archive.game_ids()[0]
    for operation, path, body in (
        ("approve_game", f"/games/{game}/approval", {}),
        ("approve_game", f"/games/{game}/approval", {"undo": True, "why": "x"}),
        ("withdraw_game", f"/games/{game}/withdrawal", {"why": "x"}),
        ("approve_tournament_round", "/tournaments/autunno/approval", {"round": 1}),
    ):
        decoded(kinds, operation, client.post(f"/api/v1{path}", json=body, headers=auth).data)


def test_h6_it_reads_the_answers_of_a_dispute(tmp_path: Path, kinds: dict[str, Any]) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}

    def post(operation: str, path: str, body: dict[str, Any]) -> Any:
        return decoded(kinds, operation, client.post(f"/api/v1/disputes{path}", json=body, headers=auth).data)

    opened = post("open_dispute", "", EXAMPLES["open_dispute"])
    tried = post("add_ruling", f"/{opened.dispute}/ruling?dry_run=true", EXAMPLES["add_ruling"])
    assert tried.dry_run and tried.changes and tried.board
    for operation in ("add_evidence", "add_answer", "add_ruling", "add_appeal"):
        post(operation, f"/{opened.dispute}/{operation.removeprefix('add_')}", EXAMPLES[operation])
    post("add_ruling", f"/{opened.dispute}/ruling", {"outcome": "partly", "text": "one die"})
    closed = post("close_dispute", f"/{opened.dispute}/close", EXAMPLES["close_dispute"])
    assert (closed.state, closed.open, len(closed.lines)) == ("closed", False, 7)
