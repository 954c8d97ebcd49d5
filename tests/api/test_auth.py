"""Bearer tokens: one look-up a request, challenges of 401, scopes, renewal and revocation."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from plancia_archive import Archive
from plancia_archive.registers.tokens import Tokens, TokenStatus
from plancia_data import samples

GAMES = "/api/v1/games"
TEXT = {"data": samples()["monopoli-serata.rgn"], "content_type": "text/x-rgn"}


def bearer(archive: Archive, *scopes: str, name: str = "table") -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.make(name, list(scopes))}


def test_a_token_is_looked_up_once_a_request(
    client: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    lookups: list[str] = []
    look_up = Tokens.find_status

    def counted(tokens: Tokens, token: str) -> TokenStatus | None:
        lookups.append(token)
        return look_up(tokens, token)

    monkeypatch.setattr(Tokens, "find_status", counted)
    auth = bearer(archive, "write")
    answer = client.post(GAMES, headers={**auth, "Idempotency-Key": "one"}, **TEXT)
    assert answer.status_code == 201 and lookups == [auth["Authorization"].removeprefix("Bearer ")]
    assert client.get(GAMES, headers=auth).status_code == 200 and len(lookups) == 2


def test_a_revoked_token_is_refused_at_the_next_request(client: FlaskClient, archive: Archive) -> None:
    auth = bearer(archive, "write")
    assert client.get(GAMES, headers=auth).status_code == 200
    archive.tokens.revoke("table")
    answer = client.get(GAMES, headers=auth)
    assert answer.status_code == 401 and answer.get_json(force=True)["code"] == "invalid-token"
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="plancia", error="invalid_token"'


@pytest.mark.parametrize("header", ["Basic dTpw", "Bearer", "Bearer  ", "Bearer plk_invented", "plk_invented"])
def test_other_credentials_are_a_401_on_reads_too(client: FlaskClient, header: str) -> None:
    answer = client.get(GAMES, headers={"Authorization": header})
    assert answer.status_code == 401 and answer.get_json(force=True)["code"] == "invalid-token"


def test_the_scheme_is_compared_without_case_and_blanks_are_ignored(client: FlaskClient, archive: Archive) -> None:
    token = archive.tokens.make("table", ["write"])
    for scheme in ("Bearer ", "bearer ", "BEARER   "):
        assert client.get(GAMES, headers={"Authorization": f" {scheme}{token} "}).status_code == 200


def test_a_write_needs_a_role_that_writes(client: FlaskClient, archive: Archive) -> None:
    missing = client.post(GAMES, **TEXT)
    assert missing.status_code == 401 and missing.get_json(force=True)["code"] == "unauthorized"
    assert missing.headers["WWW-Authenticate"] == 'Bearer realm="plancia"', "without a token there is no error to name"
    assert client.post(GAMES, headers=bearer(archive, "read"), **TEXT).status_code == 403
    assert client.post(GAMES, headers=bearer(archive, "admin"), **TEXT).status_code == 201, "admin holds every scope"
    assert archive.count() == 1
