"""The examples of the API's writes, from real requests: part of tests/make_examples.py."""

from __future__ import annotations

from typing import Any

from plancia_api.writer_leases import WRITERS
from plancia_archive import Archive
from plancia_archive.actions import ACTIONS
from plancia_data import samples
from plancia_events import read

EXAMPLES: dict[str, Any] = {action.operation: action.example for action in ACTIONS}
ADDRESSES = {action.operation: action.address for action in ACTIONS}


def open_game(archive: Archive) -> str:
    """The first game that is not over, whose end was not recorded; else the first."""
    ids = archive.game_ids()
    return next((one for one in ids if not archive.game(one).numbers_of("OVER")), ids[0])


def written(client: Any, archive: Archive) -> dict[str, Any]:
    """The examples of the writes, and of a game that is only judged."""
    headers = {"Authorization": "Bearer " + archive.tokens.make("e", ["write"]), "Accept-Language": "en"}
    text = samples()["monopoli-serata.rgn"].decode().replace("serata-1", "serata-9")
    game = read(text.encode()).games[0].to_json()
    cut = {**game, "events": game["events"][:2]}
    kept = client.post("/api/v1/games", data=text, content_type="text/x-rgn", headers=headers)
    again = client.post("/api/v1/games", data=text, content_type="text/x-rgn", headers=headers)
    version = kept.get_json()["version"]
    match = {"If-Match": f'"{version}"'}
    lines = {"lines": ["VOID A 24 {the arbiter: the dice fell off the table}"]}
    place = f"/api/v1/games/{kept.get_json()['game']}/events"
    added = client.post(place, json=lines, headers={**headers, **match})
    assert (kept.status_code, added.status_code) == (201, 200), added.get_data(as_text=True)
    cited = {"id": "sheet-12", "about": "the sheet of table 3"}
    correction = {"game_id": kept.get_json()["game"], "event": added.get_json()["version"] - 1}
    place = "/api/v1/games/{game_id}/corrections/{event}/evidence".format(**correction)
    evidence = client.post(place, json=cited, headers=headers)
    assert evidence.status_code == 200, evidence.get_data(as_text=True)
    events = {"events": [{"kind": "opened", "title": "Primavera", "system": "monopoli"},
                         {"kind": "entered", "player": "Anna"}]}  # fmt: skip
    opened = client.post("/api/v1/tournaments/primavera/events", json=events, headers={**headers, "If-Match": '"0"'})
    both = client.post("/api/v1/bulk/games", json=[game, game], headers=headers)
    judged = client.post("/api/v1/judge", data=text, content_type="text/x-rgn", headers={"Accept-Language": "en"})
    assert (both.status_code, judged.status_code) == (200, 200), both.get_data(as_text=True)
    said = {"said": ["+3 brasile", "brasile perù 654 32", "annulla"]}
    in_game = client.post(f"/api/v1/games/{open_game(archive)}/complete", json=said, headers={"Accept-Language": "en"})
    spoken = {"said": ["nota il dado è caduto a terra"]}
    place = f"/api/v1/games/{kept.get_json()['game']}/record"
    now = {"If-Match": f'"{added.get_json()["version"]}"'}
    recorded = client.post(place, json=spoken, headers={**headers, **now})
    assert recorded.status_code == 200, recorded.get_data(as_text=True)
    alone = {"text": game_so_far(text), "said": ["dadi rosso 6 blu 4 verde 3 nero 1"]}
    in_text = client.post("/api/v1/complete", json=alone, headers={"Accept-Language": "en"})
    assert (in_game.status_code, in_text.status_code) == (200, 200), in_text.get_data(as_text=True)
    head = "".join(text.splitlines(keepends=True)[:16])
    begun = {"answers": {"variant": "stucchi"}}
    asked = client.post("/api/v1/opening", json=begun, headers={"Accept-Language": "en"})
    return {
        "keep_game": {
            "parameters": {"Idempotency-Key": "evening-1-table-a"},
            "body": {"text/x-rgn": head, "text/plain": head, "application/json": cut},
            "answers": {"201": kept.get_json(), "200": again.get_json()},
        },
        "keep_games": {
            "parameters": {"Idempotency-Key": "evening-1"},
            "body": {"text/x-rgn": head, "text/plain": head, "application/json": [cut]},
            "answers": {"200": both.get_json()},
        },
        "judge_game": {
            "parameters": {"under": "monopoli@1"},
            "body": {"text/x-rgn": head, "text/plain": head, "application/json": cut},
            "answers": {"200": short(judged.get_json())},
        },
        "complete_in_game": {
            "parameters": {"game_id": open_game(archive)},
            "body": {"application/json": said},
            "answers": {"200": short(in_game.get_json())},
        },
        "complete_text": {
            "body": {"application/json": alone},
            "answers": {"200": short(in_text.get_json())},
        },
        "record_in_game": {
            "parameters": {"game_id": kept.get_json()["game"], **now, "Idempotency-Key": "evening-1-table-a-25"},
            "body": {"application/json": spoken},
            "answers": {"200": short(recorded.get_json())},
        },
        "next_question": {
            "body": {"application/json": begun},
            "answers": {"200": asked.get_json()},
        },
        "append_events": {
            "parameters": {"game_id": kept.get_json()["game"], **match, "Idempotency-Key": "evening-1-table-a-24"},
            "body": {"application/json": lines, "text/plain": lines["lines"][0], "text/x-rgn": lines["lines"][0]},
            "answers": {"200": short(added.get_json())},
        },
        "add_correction_evidence": {
            "parameters": {**correction, "Idempotency-Key": "evening-1-sheet-12"},
            "body": {"application/json": cited},
            "answers": {"200": short(evidence.get_json())},
        },
        "add_events": {
            "parameters": {"name": "primavera", "If-Match": '"0"', "Idempotency-Key": "primavera-opens"},
            "body": {"application/json": events},
            "answers": {"200": opened.get_json()},
        },
    }


def game_so_far(text: str) -> str:
    """The headers of a game."""
    return text.partition("\n\n")[0] + "\n"


def disputed(client: Any, archive: Archive) -> dict[str, Any]:
    """The examples of a dispute from the objection to its end: its writes."""
    headers = {"Authorization": "Bearer " + archive.tokens.make("a", ["write"]), "Accept-Language": "en"}
    answers: dict[str, Any] = {}

    def post(name: str, path: str, status: int = 200) -> Any:
        answer = client.post(f"/api/v1/disputes{path}", json=EXAMPLES[name], headers=headers)
        assert answer.status_code == status, (name, answer.get_data(as_text=True))
        answers[name] = {"parameters": {}, "body": {"application/json": EXAMPLES[name]},
                         "answers": {str(status): short(answer.get_json())}}  # fmt: skip
        return answer.get_json()

    place = "/" + post("open_dispute", "", 201)["dispute"]
    for name in ("add_evidence", "add_answer", "add_ruling", "add_appeal", "close_dispute"):
        if name == "close_dispute":  # after the appeal's ruling
            last = {"outcome": "rejected", "text": "the photo shows two"}
            assert client.post(f"/api/v1/disputes{place}/ruling", json=last, headers=headers).status_code == 200
        post(name, f"{place}/{ADDRESSES[name].rpartition('/')[2]}")
        answers[name]["parameters"] = {"dispute_id": place[1:]}
    return answers | approved(client, archive, headers)


def approved(client: Any, archive: Archive, headers: dict[str, str]) -> dict[str, Any]:
    """The examples of approvals: of a game, of a round of a tournament."""
    game = archive.resolve("serata-1")
    asked: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
        "approve_game": (f"games/{game}", {"game_id": game}, {"expected": archive.version(game)}),
        "approve_tournament_round": ("tournaments/autunno", {"name": "autunno"}, {"round": 1}),
    }
    found = {}
    seated = [{"kind": "opened", "title": "Coppa", "system": "monopoli"},
              *({"kind": "entered", "player": one} for one in ("Anna", "Bruno", "Carla", "Dino")),
              {"kind": "table", "round": 1, "table": "A", "seats": ["Anna", "Bruno", "Carla", "Dino"]}]  # fmt: skip
    archive.tournaments.append("coppa", seated)
    for name in ("change_seats", "take_back_draw"):
        asked[name] = ("tournaments/coppa", {"name": "coppa"}, EXAMPLES[name])
    for name, (path, inside, body) in asked.items():
        answer = client.post(f"/api/v1/{path}/{ADDRESSES[name].rpartition('/')[2]}", json=body, headers=headers)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found[name] = {"parameters": inside, "body": {"application/json": body}, "answers": {"200": answer.get_json()}}
    return found


def registered(client: Any, archive: Archive) -> dict[str, Any]:
    """The examples of changes to the register of people, each tried first."""
    headers = {"Authorization": "Bearer " + archive.tokens.grant("k", "keeper")[1], "Accept-Language": "en"}
    with archive.writing():
        names = ("Mario Rosi", "Mario Rossi", "Ugo Nero")
        one, other, gone = (archive.people.find_or_make(name, find_similar=False)[0] for name in names)
    asked = {"rename_person": (one, "name", {"name": "Mario Rossi junior"}),
             "merge_person": (one, "merge", {"other": other}),
             "keep_person": (one, "keep", EXAMPLES["keep_person"]),
             "erase_person": (gone, "erase", EXAMPLES["erase_person"])}  # fmt: skip
    answers: dict[str, Any] = {}
    for operation, (player, word, body) in asked.items():
        place = f"/api/v1/players/{player}/{word}"
        would = client.post(f"{place}?dry_run=true", json=body, headers=headers).get_json()
        match = {"If-Match": f'"{would["version"]}"'}
        answer = client.post(place, json=body, headers={**headers, **match})
        assert answer.status_code == 200, (operation, answer.get_data(as_text=True))
        answers[operation] = {"parameters": {"player": player, **match}, "body": {"application/json": body},
                              "answers": {"200": short(answer.get_json())}}  # fmt: skip
    return answers


def tokens(client: Any, archive: Archive) -> dict[str, Any]:
    """The examples of tokens from the grant to the revocation, and of refused writes."""
    headers = {"Authorization": "Bearer " + archive.tokens.grant("k", "keeper")[1], "Accept-Language": "en"}
    answers: dict[str, Any] = {}

    def ask(name: str, method: str, path: str, status: int = 200, **inside: Any) -> Any:
        body = EXAMPLES.get(name) or None
        answer = client.open(f"/api/v1{path}", method=method, json=body, headers=headers)
        assert answer.status_code == status, (name, answer.get_data(as_text=True))
        example = answer.get_json() | ({"secret": "plk_..."} if name == "create_token" else {})
        answers[name] = {"parameters": inside, "answers": {str(status): short(example)}}
        answers[name] |= {"body": {"application/json": body}} if body else {}
        return answer.get_json()

    made = ask("create_token", "POST", "/tokens", 201)["token"]
    ask("renew_token", "POST", f"/tokens/{made}/renew", token=made)
    ask("revoke_token", "POST", f"/tokens/{made}/revoke", token=made)
    ask("list_tokens", "GET", "/tokens")
    client.post("/api/v1/games", headers={"Authorization": "Bearer " + archive.tokens.grant("reader", "reader")[1]})
    ask("list_refusals", "GET", "/refusals", limit=1)
    return answers


def claimed(client: Any, archive: Archive) -> dict[str, Any]:
    """The example of a device that says that it records a game, at a fixed time."""
    WRITERS.of(client.application).clock = lambda: 1_795_351_201.0
    game, body = open_game(archive), {"device": "5f0c1a52-9d6e-4c1b-8a53-0f3f5b8d2c11", "kind": "phone"}
    headers = {"Authorization": "Bearer " + archive.tokens.make("w", ["write"])}
    answer = client.post(f"/api/v1/games/{game}/writer", json=body, headers=headers)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return {"claim_writer": {"parameters": {"game_id": game}, "body": {"application/json": body},
                             "answers": {"200": answer.get_json()}}}  # fmt: skip


def settled(client: Any, archive: Archive) -> dict[str, Any]:
    """The examples of a confirmation and of a withdrawal."""
    game = archive.resolve("serata-2")
    if archive.approvals.get(game):
        archive.approvals.reopen(game, "an example")
    archive.append(game, ["OVER * time"], None)
    player = next(iter(archive.game(game).players.values()))
    tokens = {"confirm_game": archive.tokens.grant("p", "player", player=player)[1],
              "withdraw_game": archive.tokens.grant("a", "arbiter")[1]}  # fmt: skip
    bodies = {"confirm_game": {"version": archive.version(game)}, "withdraw_game": {"why": "stored twice"}}
    answers: dict[str, Any] = {}
    for name, place in (("confirm_game", "confirmation"), ("withdraw_game", "withdrawal")):
        headers = {"Authorization": f"Bearer {tokens[name]}", "Accept-Language": "en"}
        answer = client.post(f"/api/v1/games/{game}/{place}", json=bodies[name], headers=headers)
        assert answer.status_code == 200, (name, answer.get_data(as_text=True))
        answers[name] = {"parameters": {"game_id": game}, "body": {"application/json": bodies[name]},
                         "answers": {"200": short(answer.get_json())}}  # fmt: skip
    return answers


def short(value: Any, name: str = "") -> Any:
    """An answer with its lists and boards cut to two; a list of plain values, which may be a tuple, stays whole."""
    if isinstance(value, list):
        plain = name == "" and len(value) <= 4 and not any(isinstance(item, dict | list) for item in value)
        return [short(item) for item in (value if plain else value[:2])]
    if isinstance(value, dict):
        most = (
            2
            if "borders" not in value and name in ("board", "final", "clauses", "continents", "territories", "content")
            else None
        )
        return {key: short(item, key) for key, item in list(value.items())[:most]}
    return value
