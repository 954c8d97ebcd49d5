"""A token that somebody with the file re-enables or raises grants nothing, and verify names it: the log decides."""

from __future__ import annotations

import pytest

from plancia_api import create_app
from plancia_archive import Archive, verify
from plancia_archive.registers.tokens import hash_token
from plancia_data import samples

TEXT = samples()["monopoli-serata.rgn"]
PAST = 1_000


def edited(archive: Archive, statement: str, *values: object) -> None:
    with archive.writing():
        archive.db.execute(statement, list(values))


def refused(archive: Archive, secret: str, member: str) -> None:
    """The secret writes nothing, over HTTP too, and verify names the member."""
    assert archive.tokens.find(secret) is None
    client, before = create_app(archive).test_client(), archive.last_index()
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.post("/api/v1/games", headers=headers, data=TEXT).status_code == 401
    assert archive.last_index() == before
    assert [(one.code, one.detail) for one in verify(archive)] == [("token", member)]


def test_a_revocation_taken_back_in_the_table(archive: Archive) -> None:
    _, secret = archive.tokens.grant("x", "recorder")
    archive.tokens.revoke("x")
    edited(archive, "UPDATE token SET revoked_at = NULL")
    refused(archive, secret, "revoked")


def test_an_expiry_moved(archive: Archive) -> None:
    _, secret = archive.tokens.grant("x", "recorder", expires_at=2**52)
    edited(archive, "UPDATE token SET expires_at = NULL")
    refused(archive, secret, "expires")


@pytest.mark.parametrize(
    ("change", "member"),
    [("role = 'admin'", "role"), ("limits = '{}'", "limits"), ("player_ref = 'p_00000000'", "player")],
)  # fmt: skip
def test_rights_raised(archive: Archive, change: str, member: str) -> None:
    _, secret = archive.tokens.grant("x", "recorder", {"tournaments": ["t"]})
    edited(archive, f"UPDATE token SET {change}")
    refused(archive, secret, member)


def test_a_secret_exchanged(archive: Archive) -> None:
    archive.tokens.grant("x", "admin")
    edited(archive, "UPDATE token SET hash = ?", hash_token("mine"))
    refused(archive, "mine", "hash")


def test_a_row_without_a_stream(archive: Archive) -> None:
    archive.tokens.grant("x", "reader")
    edited(archive, "INSERT INTO token(hash, name, scopes, made_at, id, role, limits) "
           "VALUES (?, 'y', 'admin', 1, 't_00000000', 'admin', '{}')", hash_token("mine"))  # fmt: skip
    refused(archive, "mine", "granted")


def test_an_honest_token_of_a_merged_person_stays_valid(archive: Archive) -> None:
    archive.people.find_or_make("Anna")
    token_id, secret = archive.tokens.grant("anna", "player", player="Anna")
    found = archive.tokens.find(secret)
    assert found is not None and found.id == token_id and archive.tokens.load_from_log(token_id).revoked is False
