"""Every route that writes, with every kind of token that may not: refused as the table of permissions says, nothing
written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_api.auth import ACTIONS
from plancia_archive import Archive
from plancia_archive.registers.roles import LIMIT_KINDS, PERMISSIONS, ROLES
from plancia_data import samples
from plancia_events import read

TEXT = samples()["monopoli-serata.rgn"].decode()
ELSEWHERE: dict[str, dict[str, list[str]]] = {
    "clubs": {"clubs": ["Altrove"]}, "events": {"events": ["Altrove"]}, "tournaments": {"tournaments": ["altrove"]},
    "tables": {"tables": ["9/Z"]}, "games": {"games": ["g_000000000000000000"]},
}  # fmt: skip


class Place:
    """An archive with a game, a dispute, a tournament and people, and its application."""

    def __init__(self, path: Path) -> None:
        self.archive = archive = Archive.open(path, create=True)
        self.game = archive.add_game(read(TEXT).games[0]).game_id
        archive.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}])
        self.dispute = archive.disputes.open("two dice", "B", game=self.game, event=2).id
        self.person = archive.people.find("Anna") or ""
        archive.people.find_or_make("Zeno")
        self.token = archive.tokens.grant("x", "reader")[0]
        self.app = create_app(archive, writes_per_minute=10**6, bulk_per_minute=10**6, seconds_per_minute=10**6)
        archive.refusals.max_per_minute, archive.refusals.levels = 0, {True: 0.0, False: 0.0}

    def secret(self, role: str, limits: dict[str, Any] | None = None) -> str:
        return self.archive.tokens.grant("x", role, limits, "Zeno" if role == "player" else None)[1]

    def send(self, endpoint: str, secret: str | None) -> Any:
        """A request that would be right with the right token."""
        values = {"game_id": self.game, "dispute_id": self.dispute, "name": "autunno", "player": self.person,
                  "token": self.token, "event": 2}  # fmt: skip
        rule = next(rule for rule in self.app.url_map.iter_rules() if rule.endpoint == endpoint)
        address = self.app.url_map.bind("localhost").build(
            endpoint, {name: values[name] for name in rule.arguments}, method="POST"
        )
        headers = {"If-Match": "*"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
        name = endpoint.partition(".")[2]
        if name in ("keep_game", "append_events"):
            body = TEXT.replace("serata-1", "altra") if name == "keep_game" else "NOTE A {x}\n"
            return self.app.test_client().post(address, headers=headers, data=body, content_type="text/x-rgn")
        bodies: dict[str, Any] = {
            "keep_games": [read(TEXT).games[0].to_json()], "close_dispute": {"why": "x"},
            "add_events": {"events": [{"kind": "entered", "player": "Anna"}]},
            "open_dispute": {"claim": "x", "claimant": "B", "game": self.game},
            "add_correction_evidence": {"id": "sheet-12"}, "create_token": {"name": "y", "role": "reader"},
        }  # fmt: skip
        return self.app.test_client().post(address, headers=headers, json=bodies.get(name, {}))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("place") / "a.db")


def refused(place: Place, endpoint: str, secret: str | None, status: int) -> None:
    """The status, for each game of a bulk too; no entry and no traceback."""
    before = place.archive.last_index()
    answer = place.send(endpoint, secret)
    body = answer.get_json(force=True)
    found = {item["status"] for item in body["items"]} if answer.status_code == 200 else {answer.status_code}
    assert found == {status}, (endpoint, body)
    assert place.archive.last_index() == before, endpoint


@pytest.mark.parametrize("endpoint", sorted(name for name, action in ACTIONS.items() if action))
def test_a_write_needs_a_valid_token_of_a_role_within_its_limits(place: Place, endpoint: str) -> None:
    action = ACTIONS[endpoint]
    assert action is not None
    expired = place.archive.tokens.grant("x", "admin", expires_at=place.archive.tokens.clock() + 10_000)[1]
    revoked_id, revoked = place.archive.tokens.grant("x", "admin")
    place.archive.tokens.revoke(revoked_id)
    clock = place.archive.tokens.clock
    for secret in (None, "plk_nobody", revoked):
        refused(place, endpoint, secret, 401)
    place.archive.tokens.clock = lambda: 2**52
    refused(place, endpoint, expired, 401)
    place.archive.tokens.clock = clock
    for role in ROLES:
        allowed = role in PERMISSIONS[action]
        if not allowed or role == "player":  # of a person who does not sit in the game
            refused(place, endpoint, place.secret(role), 403)
        for kind in LIMIT_KINDS if allowed else ():
            refused(place, endpoint, place.secret(role, ELSEWHERE[kind]), 403)


def test_a_keeper_gives_and_takes_no_token_of_an_admin(place: Place) -> None:
    admin, secret = place.archive.tokens.grant("x", "admin")
    client, keeper = place.app.test_client(), {"Authorization": f"Bearer {place.secret('keeper')}"}
    before = place.archive.last_index()
    for path, body in (
        ("", {"name": "y", "role": "admin"}),
        (f"/{admin}/revoke", {}),
        (f"/{admin}/renew", {"expires": "2100-01-01T00:00:00Z"}),
    ):
        assert client.post(f"/api/v1/tokens{path}", json=body, headers=keeper).status_code == 403
    assert place.archive.last_index() == before and place.archive.tokens.find(secret) is not None


def test_a_token_is_made_shown_once_renewed_and_revoked(place: Place) -> None:
    client, keeper = place.app.test_client(), {"Authorization": f"Bearer {place.secret('keeper')}"}
    body = {"name": "tavolo", "role": "recorder", "limits": {"games": [place.game]}, "expires": "2100-01-01T00:00:00Z"}
    made = client.post("/api/v1/tokens", json=body, headers=keeper)
    answer = made.get_json()
    assert made.status_code == 201 and made.headers["Cache-Control"] == "no-store"
    found = place.archive.tokens.find(answer["secret"])
    assert found is not None and found.id == answer["token"] and found.limits == {"games": [place.game]}
    listed = client.get("/api/v1/tokens", headers=keeper)
    assert answer["secret"] not in listed.text and answer["token"] in listed.text
    later = {"expires": "2100-01-01T01:00:00.001+01:00"}
    renewed = client.post(f"/api/v1/tokens/{answer['token']}/renew", json=later, headers=keeper)
    assert renewed.get_json()["expires_at"] == "2100-01-01T00:00:00.001Z"
    for late in ("", "9999-12-31T23:59:59-01:00"):  # the latter is in the year 10000 by UTC
        never = client.post(f"/api/v1/tokens/{answer['token']}/renew", json={"expires": late}, headers=keeper)
        assert never.status_code == 422 and [one["pointer"] for one in never.get_json()["errors"]] == ["/expires"]
    limited = {"Authorization": f"Bearer {place.secret('keeper', ELSEWHERE['games'])}"}
    for token in (answer["token"], "t_00000000"):  # who may touch none is not told which there are
        assert client.post(f"/api/v1/tokens/{token}/revoke", headers=limited).status_code == 403
    gone = client.post(f"/api/v1/tokens/{answer['token']}/revoke", headers=keeper)
    assert gone.get_json()["state"] == "revoked" and place.archive.tokens.find(answer["secret"]) is None
    assert client.post("/api/v1/tokens/t_00000000/revoke", headers=keeper).status_code == 404
    for wrong in (
        {},
        {"name": "x", "role": "king"},
        {"name": "x", "role": "player"},
        {"name": "x", "role": "reader", "y": 1},
        {"name": "x", "role": "reader", "limits": {"games": 1}},
        {"name": "x", "role": "reader", "expires": 1},
        {"name": "x", "role": "reader", "expires": ""},
        {"name": "x", "role": "reader", "expires": "tomorrow"},
    ):
        assert client.post("/api/v1/tokens", json=wrong, headers=keeper).status_code == 422, wrong
    for path in ("tokens", "refusals"):
        assert client.get(f"/api/v1/{path}").status_code == 401
        for role in ROLES:
            status = 200 if role in ("keeper", "admin") else 403
            bearer = {"Authorization": f"Bearer {place.secret(role)}"}
            assert client.get(f"/api/v1/{path}", headers=bearer).status_code == status
