"""Tokens: roles, limits, expiry by the clock given, streams of the log, and what `verify` says of altered rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.integrity.stream_checks import find_problem
from plancia_archive.log.authors import Author, acting_as
from plancia_archive.registers.roles import (
    PERMISSIONS,
    ROLES,
    Grant,
    Limits,
    Target,
    tournament_action,
    validate_limits,
)
from plancia_archive.registers.token_events import STREAM, TOKEN_ID
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read


def stored_game(archive: Archive) -> str:
    return archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id


def lines(archive: Archive, token_id: str) -> list[dict[str, Any]]:
    return archive.log.events(STREAM + token_id)


def test_a_grant_is_a_line_of_the_log_without_secret_and_name(archive: Archive) -> None:
    token_id, secret = archive.tokens.grant("Zanzotto", "recorder", {"tournaments": ["t"], "tables": []}, None, None)
    assert TOKEN_ID.match(token_id)
    found = archive.tokens.find(secret)
    assert found == Grant(token_id, "Zanzotto", "recorder", {"tournaments": ["t"]})
    (line,) = lines(archive, token_id)
    assert (line["kind"], line["role"], line["limits"], line["player"], line["expires"]) == (
        "granted", "recorder", {"tournaments": ["t"]}, None, None,
    )  # fmt: skip
    log = b"".join(bytes(row[0]) for row in archive.db.execute("SELECT body FROM entry").fetchall())
    assert secret.encode() not in log and b"Zanzotto" not in log and verify(archive) == []


def test_a_token_expires_by_the_clock_and_is_valid_again_when_renewed(archive: Archive) -> None:
    now = [1_000_000]
    archive.tokens.clock = lambda: now[0]
    token_id, secret = archive.tokens.grant("tavolo", "recorder", expires_at=2_000_000)
    assert archive.tokens.find(secret) is not None
    now[0] = 2_000_000
    known = archive.tokens.find_status(secret)
    assert archive.tokens.find(secret) is None and known is not None and known.state == "expired"
    with pytest.raises(ArchiveError) as past:
        archive.tokens.renew(token_id, 1_999_999)
    assert past.value.code == "token-expiry"
    assert archive.tokens.renew(token_id, 3_000_000) == 1 and archive.tokens.find(secret) is not None
    assert archive.tokens.revoke("tavolo") == 1 and archive.tokens.find(secret) is None
    with pytest.raises(ArchiveError) as gone:
        archive.tokens.renew(token_id, None)
    assert gone.value.code == "no-token"
    assert [line["kind"] for line in lines(archive, token_id)] == ["granted", "renewed", "revoked"]
    assert verify(archive) == []


def test_a_player_is_a_person_and_only_a_player_has_one(archive: Archive) -> None:
    stored_game(archive)
    reference = archive.people.find("Anna")
    token_id, _ = archive.tokens.grant("anna", "player", player="Anna")
    assert lines(archive, token_id)[0]["player"] == reference
    for role, player in (("player", None), ("player", "Nessuno"), ("arbiter", "Anna"), ("arbiter", "Nessuno")):
        with pytest.raises(ArchiveError) as refused:
            archive.tokens.grant("x", role, player=player)
        assert refused.value.code == "token-player"
    assert len(archive.tokens.all()) == 1


@pytest.mark.parametrize(
    ("change", "member"),
    [
        ("role = 'admin'", "role"),
        ("limits = '{}'", "limits"),
        ("limits = 'x'", "limits"),
        ("expires_at = NULL", "expires"),
        ("revoked_at = 5", "revoked"),
        ("player_ref = 'p_00000000'", "player"),
        ("hash = x'" + "00" * 32 + "'", "hash"),
        ("id = 't_00000000'", "granted"),
    ],
)
def test_an_altered_row_is_a_finding(archive: Archive, change: str, member: str) -> None:
    archive.tokens.grant("tavolo", "recorder", {"tournaments": ["t"]}, None, 2**53)
    archive.db.execute(f"UPDATE token SET {change}")
    assert member in {one.detail for one in verify(archive) if one.code == "token"}


def test_a_revocation_undone_an_inserted_and_a_deleted_row_are_findings(archive: Archive) -> None:
    token_id, _ = archive.tokens.grant("tavolo", "recorder")
    archive.tokens.revoke(token_id)
    archive.db.execute("UPDATE token SET revoked_at = NULL")
    assert [(one.where, one.code, one.detail) for one in verify(archive)] == [(f"token {token_id}", "token", "revoked")]
    archive.db.execute("DELETE FROM token")
    assert [(one.where, one.code, one.detail) for one in verify(archive)] == [(f"token {token_id}", "token", "row")]
    archive.db.execute(
        "INSERT INTO token(hash, name, scopes, made_at, id, role, limits) "
        "VALUES (x'01', 'x', '', 1, 't_11111111', 'admin', '{}')"
    )
    assert ("token t_11111111", "token", "granted") in {(one.where, one.code, one.detail) for one in verify(archive)}


GRANTED = (
    '{"expires":null,"hash":"' + "0" * 64 + '","kind":"granted","limits":{},"player":null,"role":"recorder","v":1}\n'
)


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        (GRANTED, True),
        (GRANTED + '{"expires":5,"kind":"renewed","v":1}\n{"kind":"revoked","v":1}\n', True),
        (GRANTED.replace("recorder", "player"), False),
        (GRANTED.replace("recorder", "king"), False),
        (GRANTED.replace('"limits":{}', '"limits":{"games":[]}'), False),
        (GRANTED.replace('"expires":null', '"expires":true'), False),
        (GRANTED + GRANTED, False),
        ('{"kind":"revoked","v":1}\n', False),
        (GRANTED + '{"kind":"revoked","v":1}\n{"expires":5,"kind":"renewed","v":1}\n', False),
        (GRANTED + '{"kind":"revoked","v":2}\n', False),
        ("", False),
    ],
)
def test_a_stream_is_what_the_archive_would_have_written(text: str, valid: bool) -> None:
    assert (find_problem("token:t_00000000", text.encode()) is None) == valid
    assert find_problem("token:anna", text.encode()) is not None


def test_tokens_made_before_roles_get_one_at_migration(archive: Archive) -> None:
    for name, scopes, revoked in (
        ("r", "read", None),
        ("w", "write", None),
        ("b", "read write", 7),
        ("a", "admin", None),
    ):
        archive.db.execute(
            "INSERT INTO token(hash, name, scopes, made_at, revoked_at) VALUES (?, ?, ?, 1, ?)",
            [name.encode() * 32, name, scopes, revoked],
        )
    with archive.writing():
        archive.tokens.commit_scope_tokens()
        archive.tokens.commit_scope_tokens()
    found = {one["name"]: (one["role"], one["limits"], one["state"]) for one in archive.tokens.all()}
    assert found == {
        "r": ("reader", {}, "valid"), "w": ("arbiter", {"names": False}, "valid"), "b": ("arbiter", {}, "revoked"),
        "a": ("admin", {}, "valid"),
    }  # fmt: skip
    assert verify(archive) == []


def test_every_role_is_in_the_table_and_no_other(archive: Archive) -> None:
    assert set().union(*PERMISSIONS.values()) == set(ROLES)
    for role in (*ROLES, "king"):
        if role != "player":
            assert (role in ROLES) == (granted_code(archive, role) == "")


def granted_code(archive: Archive, role: str) -> str:
    try:
        archive.tokens.grant("x", role)
    except ArchiveError as error:
        return error.code
    return ""


TARGET = Target(
    "g_1", frozenset({"g_1"}), frozenset({"t"}), frozenset({"2/A"}), frozenset({"Autunno"}), frozenset({"Club"}),
    frozenset({"p_00000001"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "within"),
    [
        ({}, True),
        ({"games": ["g_1"]}, True),
        ({"games": ["g_2"]}, False),
        ({"tournaments": ["t"], "tables": ["A"]}, True),
        ({"tournaments": ["t"], "tables": ["2/A", "B"]}, True),
        ({"tournaments": ["t"], "tables": ["1/A"]}, False),
        ({"tournaments": ["t"], "games": ["g_2"]}, False),
        ({"clubs": ["Club"], "events": ["Autunno"]}, True),
        ({"clubs": ["Altro"]}, False),
        ({"events": ["Inverno"]}, False),
    ],
)
def test_each_limit_given_must_hold(limits: Limits, within: bool) -> None:
    assert (Grant("t_1", "x", "recorder", limits).exceeded_limit(TARGET) is None) == within
    assert (Grant("t_1", "x", "recorder", limits).exceeded_limit(None) is None) == (limits == {})


def test_a_player_acts_on_own_games_alone() -> None:
    assert Grant("t_1", "x", "player", player="p_00000001").exceeded_limit(TARGET) is None
    assert Grant("t_1", "x", "player", player="p_00000002").exceeded_limit(TARGET) is not None
    assert Grant("t_1", "x", "player", player="p_00000001").exceeded_limit(None) is not None


@pytest.mark.parametrize(
    "limits", [[], {"x": ["y"]}, {"games": "g"}, {"games": [1]}, {"games": [" g"]}, {"names": True}]
)
def test_other_limits_are_refused(limits: Any) -> None:
    with pytest.raises(ArchiveError) as refused:
        validate_limits(limits)
    assert refused.value.code == "token-limits"


def test_only_a_first_result_is_recorded() -> None:
    assert tournament_action({"kind": "result"}) == "tournament.result"
    for event in ({"kind": "result", "instead": True}, {"kind": "adjusted"}, {"kind": ["result"]}, {}):
        assert tournament_action(event) == "tournament.direct"


def test_a_recorder_corrects_the_current_turn_alone(archive: Archive) -> None:
    text = samples()["monopoli-serata.rgn"].decode()
    game = read(text.split("\nOVER")[0].encode() + b"\n").games[0]
    game_id = archive.add_game(game).game_id
    turn = max(game.numbers_of("TURN"))
    with acting_as(Author("t_00000000", "recorder")):
        with pytest.raises(ArchiveError) as old:
            archive.append(game_id, [f"VOID A {turn - 1} {{errore}}"], None)
        assert (old.value.code, old.value.what) == ("correction", str(turn - 1))
        archive.append(game_id, [f"VOID A {len(game.events)} {{errore}}"], None)
        with pytest.raises(ArchiveError) as over:
            archive.append(game_id, ["OVER * agreement", f"VOID A {turn} {{errore}}"], None)
        assert over.value.code == "correction"
    with acting_as(Author("t_00000001", "arbiter")):
        archive.append(game_id, [f"VOID A {turn - 1} {{errore}}"], None)
    headers = [json.loads(row[0]) for row in archive.db.execute("SELECT header FROM entry WHERE game = ?", [game_id])]
    assert [(one["author"], one["role"]) for one in headers] == [
        ("local", "keeper"), ("t_00000000", "recorder"), ("t_00000001", "arbiter"),
    ]  # fmt: skip


def test_a_second_valid_token_of_a_name_is_told(tmp_path: Path) -> None:
    base = ["-a", str(tmp_path / "a.db"), "token"]
    run = CliRunner()
    for lang, told in (("it", "vale ancora"), ("en", "still valid")):
        first = run.invoke(plancia, ["--lang", lang, *base, "create", lang])
        again = run.invoke(plancia, ["--lang", lang, *base, "create", lang])
        assert first.exit_code == again.exit_code == 0
        assert told not in first.output and told in again.stderr and again.stdout.startswith("plk_")
        assert run.invoke(plancia, [*base, "revoke", lang]).exit_code == 0
        assert told not in run.invoke(plancia, ["--lang", lang, *base, "create", lang]).output
