"""A new game: the questions over HTTP, and the pages that ask them and store the headers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

PLAYERS = "rosso Anna, blu Bruno, verde Gino, nero Nadia"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(tmp_path / "a.db", create=True)


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive).test_client()


def ask(client: FlaskClient, **answers: str) -> dict[str, Any]:
    answer = client.post("/api/v1/opening", json={"answers": answers})
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def test_questions_follow_one_another_to_the_headers(client: FlaskClient) -> None:
    first = ask(client)
    assert first["question"] == "variant" and {"monopoli", "rcm"} <= {one["answer"] for one in first["choices"]}
    assert ask(client, variant="rcm")["question"] == "options"
    assert ask(client, variant="monopoli")["question"] == "players"
    rest = {"event": "", "date": "2026-11-23", "source": "sheet"}
    done = ask(client, variant="monopoli", players=PLAYERS, **rest)
    assert done["question"] == "" and ["Red", "Anna"] in done["headers"]
    game = read(done["text"]).games[0]
    assert game.header("Provenance") == "sheet" and game.header("Date") == "2026-11-23"


@pytest.mark.parametrize(
    ("answers", "question"),
    [({"variant": "nothing"}, "variant"), ({"variant": "rcm", "options": "hard-stop, minutes-7"}, "options"),
     ({"variant": "monopoli", "players": "rosso Anna, blu Bruno, nero Nadia"}, "players"),
     ({"variant": "stucchi", "options": "", "players": PLAYERS, "team": "rosso blu"}, "team")],
)  # fmt: skip
def test_an_answer_that_is_not_valid_is_asked_again(
    client: FlaskClient, answers: dict[str, str], question: str
) -> None:
    answer = ask(client, **answers)
    assert answer["question"] == question and answer["unclear"]["detail"] and answer["headers"] is None


def test_a_colour_without_a_player_is_asked_for_where_one_plays_against_a_pair(client: FlaskClient) -> None:
    answers = {"variant": "stucchi", "players": PLAYERS, "team": "rosso verde, blu nero"}
    assert ask(client, **answers, options="")["question"] == "event"
    assert ask(client, **answers, options="one-against-pair")["question"] == "virtual"


def test_what_is_no_question_is_refused(client: FlaskClient) -> None:
    assert client.post("/api/v1/opening", json={"answers": {"name": "x"}}).status_code == 422
    assert client.post("/api/v1/opening", json={"answers": {"variant": 1}}).status_code == 422


def sign_in(client: FlaskClient, archive: Archive, role: str = "recorder") -> None:
    client.post("/sign-in", data={"token": archive.tokens.grant(role, role)[1], "next": "/record"})


def form_fields(text: str) -> dict[str, str]:
    """The hidden fields of the form of a new game, and the radio buttons chosen."""
    hidden = dict(re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', text))
    return hidden | dict(re.findall(r'<input type="radio" name="([\w.]+)" value="([^"]*)" checked', text))


def begin(client: FlaskClient, address: str, names: str = "", **fields: str) -> Any:
    """Sends the form of an address with names of players in its first rows."""
    typed = form_fields(client.get(address).text) | {f"name.{row}": name for row, name in enumerate(names.split())}
    return client.post("/record", data={"event": "", "date": "2026-11-23", **typed, **fields})


def test_a_free_game_is_stored_with_its_headers_and_goes_on_to_its_recording(
    archive: Archive, client: FlaskClient
) -> None:
    sign_in(client, archive)
    answer = begin(client, "/record?variant=rcm", "Anna Bruno Gino Nadia", **{"option.11": "minutes-105"})
    assert answer.status_code == 303, answer.text
    (game,) = archive.game_ids()
    assert answer.headers["Location"] == f"/record/{game}"
    headers = archive.game(game)
    assert headers.header("Variant") == "rcm@3 + minutes-105" and headers.header("Provenance") == "live"
    assert [archive.people.name(player) for player in headers.players.values()] == ["Anna", "Bruno", "Gino", "Nadia"]
    assert game in client.get("/record").text, "a game that is open is offered to go on with"


def test_the_same_form_sent_twice_is_one_game_and_two_evenings_are_two(archive: Archive, client: FlaskClient) -> None:
    sign_in(client, archive)
    fields = form_fields(client.get("/record?variant=monopoli").text) | {"event": "", "date": "2026-11-23"}
    fields |= {f"name.{row}": name for row, name in enumerate(("Anna", "Bruno", "Gino", "Nadia"))}
    assert [client.post("/record", data=fields).status_code for _ in range(2)] == [303, 303]
    assert len(archive.game_ids()) == 1
    begin(client, "/record?variant=monopoli", "Anna Bruno Gino Nadia")
    assert len(archive.game_ids()) == 2


@pytest.mark.parametrize(
    ("variant", "names", "fields", "message"),
    [("monopoli", "Anna Bruno", {}, "4, 5, 6 (MON-02)"), ("torneo", "Anna Bruno", {}, "3, 4, 5, 6 (EG-03)"),
     ("monopoli", "Anna Bruno Gino Nadia", {"colour.1": "R"}, "colore"),
     ("stucchi", "Anna Bruno Gino Nadia", {"team.0": "1"}, "squadre"),
     ("stucchi", "Anna Bruno Gino Nadia", {}, "mancano le squadre"),
     ("uno-contro-uno", "Anna Bruno Gino", {}, "manca un colore, uno di questi: "),
     ("rcm", "Anna Bruno Gino Nadia", {"option.1": "objectives-after-4"}, "I1")],
)  # fmt: skip
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    archive: Archive, client: FlaskClient, variant: str, names: str, fields: dict[str, str], message: str
) -> None:
    sign_in(client, archive)
    answer = begin(client, f"/record?variant={variant}", names, **fields)
    errors = " ".join(re.findall(r'class="error"[^>]*>([^<]*)', answer.text))
    assert answer.status_code == 422 and message in errors and 'value="Bruno"' in answer.text
    assert archive.game_ids() == []


def test_a_colour_without_a_player_needs_no_name(archive: Archive, client: FlaskClient) -> None:
    sign_in(client, archive)
    assert begin(client, "/record?variant=uno-contro-uno", "Anna Bruno", virtual="2").status_code == 303
    game = archive.game(archive.game_ids()[0])
    assert game.header("Virtual") == "G" and game.header("Green") == "-"


def tournament_table(archive: Archive) -> dict[str, str]:
    """A tournament with a table that waits for its game."""
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    players = [row["player"] for row in archive.people.all()][:4]
    entered = [{"kind": "entered", "player": player} for player in players]
    table = {"kind": "table", "round": 1, "table": "A", "seats": players}
    opened = {"kind": "opened", "title": "Torneo d'autunno", "system": "monopoli"}
    archive.tournaments.append("autunno", [opened, *entered, table])
    return {"players": " ".join(players)}


def test_a_game_of_a_tournament_s_table_has_its_players_and_place(archive: Archive, client: FlaskClient) -> None:
    players = tournament_table(archive)["players"].split()
    sign_in(client, archive)
    assert "tournament=autunno&amp;round=1&amp;table=A" in client.get("/tournaments/autunno").text
    assert "tournament=autunno&amp;round=1&amp;table=A" in client.get("/record").text
    answer = begin(client, "/record?tournament=autunno&round=1&table=A", event="Torneo d'autunno")
    assert answer.status_code == 303, answer.text
    game = archive.game(answer.headers["Location"].removeprefix("/record/"))
    assert list(game.players.values()) == players and game.header("Variant") == "monopoli@1"
    assert [game.header(name) for name in ("Event", "Round", "Table")] == ["Torneo d'autunno", "1", "A"]
    assert archive.tournaments.get("autunno").tables[1, "A"].game == answer.headers["Location"].removeprefix("/record/")
    shown = client.get("/tournaments/autunno")
    assert shown.status_code == 200 and answer.headers["Location"].removeprefix("/record/") in shown.text
    assert "tournament=autunno&amp;round=1&amp;table=A" not in client.get("/record").text
    assert client.get("/tournaments/autunno/results?round=1").status_code == 200
    assert client.get("/record?tournament=autunno&round=7&table=A").status_code == 404


def test_a_table_too_small_for_the_rules_is_told_before_anything_is_sent(archive: Archive, client: FlaskClient) -> None:
    tournament_table(archive)
    players = ["zeta", "eta"]
    table = {"kind": "table", "round": 1, "table": "Z", "seats": players}
    entered = [{"kind": "entered", "player": player} for player in players]
    archive.tournaments.append("altro", [{"kind": "opened", "title": "Altro", "system": "monopoli"}, *entered, table])
    sign_in(client, archive)
    for variant, is_refused in (("monopoli", True), ("uno-contro-uno", False)):
        shown = client.get(f"/record?tournament=altro&round=1&table=Z&variant={variant}").text
        assert ('id="error-players"' in shown) == is_refused
    answer = begin(client, "/record?tournament=altro&round=1&table=Z&variant=monopoli")
    assert answer.status_code == 422 and "4, 5, 6 (MON-02)" in answer.text and archive.game_ids()[1:] == []


def test_the_address_of_a_tournament_shows_its_tables_alone(archive: Archive, client: FlaskClient) -> None:
    tournament_table(archive)
    players = ["zeta", "eta", "theta", "iota"]
    table = {"kind": "table", "round": 1, "table": "Z", "seats": players}
    entered = [{"kind": "entered", "player": player} for player in players]
    archive.tournaments.append("altro", [{"kind": "opened", "title": "Altro", "system": "monopoli"}, *entered, table])
    sign_in(client, archive)
    everything = client.get("/record").text
    assert "tournament=altro&amp;" in everything and 'id="variants"' in everything
    one = client.get("/record?tournament=autunno")
    assert one.status_code == 200 and "tournament=autunno&amp;round=1&amp;table=A" in one.text
    assert "tournament=altro" not in one.text and 'id="variants"' not in one.text and 'href="/record"' in one.text
    assert client.get("/record?tournament=nowhere").status_code == 404


def test_who_may_not_record_is_told_where_to_sign_in(archive: Archive, client: FlaskClient) -> None:
    shown = client.get("/record?variant=monopoli").text
    assert shown.count('href="/sign-in?next=/record%3Fvariant%3Dmonopoli"') == 2, "in the head of the page too"
    assert begin(client, "/record?variant=monopoli", "Anna Bruno Gino Nadia").status_code == 401
    sign_in(client, archive, "reader")
    assert begin(client, "/record?variant=monopoli", "Anna Bruno Gino Nadia").status_code == 403
    assert archive.game_ids() == []


def test_a_token_typed_into_the_form_stores_the_game_and_a_wrong_one_loses_no_name(
    archive: Archive, client: FlaskClient
) -> None:
    address, names = "/record?variant=monopoli", "Anna Bruno Gino Nadia"
    for token in ("", "plk_wrong"):
        answer = begin(client, address, names, token=token)
        assert answer.status_code == 401 and 'id="error-token"' in answer.text
        assert all(f'value="{name}"' in answer.text for name in names.split())
        assert 'name="variant" value="monopoli"' in answer.text and "plk_wrong" not in answer.text
    secret = archive.tokens.grant("evening", "recorder")[1]
    refused = begin(client, address, "Anna Bruno", token=secret)
    assert refused.status_code == 422 and 'name="token"' not in refused.text, "it is known from now on"
    assert archive.game_ids() == []
    answer = begin(client, address, names)
    assert answer.status_code == 303 and len(archive.game_ids()) == 1
    other = create_app(archive).test_client()
    assert begin(other, address, names, token=secret).status_code == 303
    assert other.get_cookie("plancia_token") is not None


def test_a_form_of_another_site_stores_nothing(archive: Archive, client: FlaskClient) -> None:
    sign_in(client, archive)
    answer = client.post("/record", data={"variant": "monopoli"}, headers={"Origin": "https://example.org"})
    assert answer.status_code == 403 and archive.game_ids() == []
