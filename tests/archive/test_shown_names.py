"""Names on the way out: in place of references where the reader may see them, never in what is hashed or proven."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError
from plancia_archive.evidence.bundle import make_bundle
from plancia_archive.people.free_text import FREE_TEXT_HEADERS, is_free_text_header
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.registers.person_erasure import erase_record
from plancia_cli.main import plancia
from plancia_events import read
from plancia_events.text.headers import COLOUR_HEADERS, HEADER_ORDER
from plancia_replay import RuleSetError
from tests import examples

NAME = "Mario Rossi"
GAME = """[Notation "rgn 1"]
[Game "g-Mario-Rossi"]
[Variant "monopoli@1"]
[Event "Memorial Mario Rossi"]
[Place "casa di Mario Rossi"]
[Table "tavolo di Mario Rossi"]
[Red "Mario Rossi"]
[Blue "Carla De Luca"]
[Green "Ugo Neri"]
[Completeness "full"]
[Provenance "sheet"]
[X-Mario-Rossi "Mario Rossi in ritardo"]

CLOCK * started {protesta Mario Rossi}
TURN R {tocca a Mario Rossi}
"""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(GAME).games[0])
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Trofeo Mario Rossi", "system": "monopoli", "club": "Circolo Mario Rossi"},
        {"kind": "entered", "player": NAME, "team": "Amici di Mario Rossi"}, {"kind": "entered", "player": "Ugo Neri"},
        {"kind": "adjusted", "player": "Ugo Neri", "points": "-1", "why": "offese Mario Rossi"},
    ])  # fmt: skip
    gone = archive.add_game(read(GAME.replace("g-Mario-Rossi", "g2").replace("started", "paused")).games[0])
    archive.withdrawals.withdraw(gone.game_id, "chiesto da Mario Rossi")
    yield archive
    archive.close()


def command(archive: Archive, *words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(archive.path), *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.output


def commands(archive: Archive) -> dict[str, str]:
    """What every command that shows free text prints."""
    game = archive.game_ids()[0]
    asked = [
        ["list"], ["list", "--json"], ["list", "--withdrawn"], ["events", game], ["events", game, "--json"],
        ["judge", game, "--json"], ["tournament", "list"], ["tournament", "show", "t"], ["tournament", "log", "t"],
        ["tournament", "standings", "t"], ["tournament", "crosstable", "t"], ["tournament", "report", "t"],
        ["export", game, "--names"], ["export", game, "--names", "--form", "csv"],
        ["export", game, "--names", "--form", "csv", "--table", "events"],
    ]  # fmt: skip
    return {" ".join(words): command(archive, *words) for words in asked}


def pages(archive: Archive, headers: dict[str, str], private: bool = False) -> dict[str, str]:
    """The answers of the API and the pages that show free text."""
    client, game = create_app(archive, private=private).test_client(), archive.game_ids()[0]
    addresses = [
        "/", f"/games/{game}?at=1", "/tournaments", "/tournaments/t", "/api/v1/games", "/api/v1/games.csv",
        f"/api/v1/games/{game}", f"/api/v1/games/{game}/events", "/api/v1/tournaments", "/api/v1/tournaments/t",
        "/api/v1/tournaments/t/events", "/api/v1/tournaments/t/standings", "/api/v1/tournaments/t/report",
    ]  # fmt: skip
    found = {}
    for address in addresses:
        answer = client.get(address, headers={"Accept-Language": "en", **headers})
        assert answer.status_code == 200, address
        found[address] = answer.get_data(as_text=True)
    return found


def token(archive: Archive, role: str) -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.grant(role, role)[1]}


def test_commands_show_the_name_in_place_of_the_reference(archive: Archive) -> None:
    reference = archive.people.find(NAME) or ""
    for words, text in commands(archive).items():
        assert NAME in text, words
        free = [line for line in text.splitlines() if reference in line and "protesta" in line]
        assert free == [], words


def test_a_reader_with_a_token_sees_names_in_free_text(archive: Archive) -> None:
    for address, text in pages(archive, token(archive, "reader"), private=True).items():
        assert NAME in text, address


def test_without_a_token_a_private_server_shows_none(archive: Archive) -> None:
    for address, text in pages(archive, {}, private=True).items():
        assert "Rossi" not in text and "Mario" not in text, address
    for address, text in pages(archive, token(archive, "recorder"), private=True).items():
        assert "Rossi" not in text and "Mario" not in text, address


def test_games_as_objects_show_names_to_readers_alone(archive: Archive) -> None:
    game = archive.game_ids()[0]
    for address in (f"/api/v1/games/{game}", f"/api/v1/games/{game}/events"):
        assert NAME not in pages(archive, {})[address]
    client = create_app(archive).test_client()
    named = client.get(f"/api/v1/games/{game}", headers=token(archive, "keeper"))
    assert dict(named.get_json()["headers"])["Red"] == archive.people.find(NAME), "seats are references"
    plain = client.get(f"/api/v1/games/{game}")
    assert NAME not in plain.get_data(as_text=True) and plain.headers["ETag"] != named.headers["ETag"]


def test_what_is_proven_or_dumped_keeps_the_references(archive: Archive, tmp_path: Path) -> None:
    game, auth = archive.game_ids()[0], token(archive, "keeper")
    client = create_app(archive).test_client()
    for form in ("rgn", "ndjson"):
        assert "Rossi" not in client.get(f"/api/v1/games/{game}.{form}", headers=auth).get_data(as_text=True)
    assert client.get(f"/api/v1/games/{game}.rgn", headers=auth).get_data(as_text=True) == archive.text(game)
    archive.checkpoints.sign()
    assert "Rossi" not in json.dumps(make_bundle(archive, game), default=str)
    command(archive, "dump", str(tmp_path / "dump"))
    command(archive, "backup", "--no-names", str(tmp_path / "b.zip"))
    for path in (tmp_path / "dump").rglob("*"):
        assert path.is_dir() or b"Rossi" not in path.read_bytes(), path.name


def test_an_erased_person_is_shown_as_erased(archive: Archive) -> None:
    reference = erase_record(archive, NAME, "asked").player
    label = f"erased person {reference}"
    for words, text in {**commands(archive), **pages(archive, token(archive, "reader"))}.items():
        assert "Rossi" not in text and "Mario" not in text, words
    for asked in (["list"], ["tournament", "standings", "t"], ["tournament", "crosstable", "t"]):
        assert label in command(archive, *asked), asked
    client, auth = create_app(archive).test_client(), token(archive, "reader")
    for address in ("/", "/tournaments/t", "/api/v1/tournaments/t/standings", "/api/v1/games"):
        assert label in client.get(address, headers={"Accept-Language": "en", **auth}).get_data(as_text=True), address
    shown = client.get(f"/api/v1/players/{reference}", headers=auth).get_json()
    assert shown["erased"] is True and shown["name"] is None and shown["games"] == 1
    exported = command(archive, "export", archive.game_ids()[0], "--names")
    assert f'[Red "{reference}"]' in exported and "erased" not in exported
    assert archive.add_game(read(exported).games[0]).duplicate


def test_an_erased_person_counts_in_statistics(archive: Archive) -> None:
    over = GAME.partition("\n\n")[0].replace('"full"', '"result-only"').replace("g-Mario-Rossi", "g3")
    archive.add_game(read(over + "\n\nOVER * agreement winner=R\n").games[0])
    before = json.loads(command(archive, "stats", "results-by-player", "--json"))["rows"]
    erase_record(archive, NAME, "asked")
    after = json.loads(command(archive, "stats", "results-by-player", "--json"))["rows"]
    assert [row["games"] for row in after] == [row["games"] for row in before] and len(after) >= 3
    assert sum("erased person" in row["player_name"] for row in after) == 1


def test_a_person_merged_into_an_erased_one_is_shown_as_erased(archive: Archive) -> None:
    from plancia_archive.registers.person_merges import merge_people

    with archive.writing():
        archive.people.find_or_make("Marius Rosso")
    old = archive.people.find("Marius Rosso") or ""
    merge_people(archive, NAME, "Marius Rosso")
    erase_record(archive, NAME, "asked")
    assert ShownNames(archive.people, "en").name(old) == f"erased person {old}"


def test_a_filter_takes_the_name_that_is_shown(archive: Archive) -> None:
    assert len(json.loads(command(archive, "list", "--event", "Memorial Mario Rossi", "--json"))) == 1
    client = create_app(archive, private=True).test_client()
    address = "/api/v1/games?event=Memorial+Mario+Rossi"
    assert client.get(address).get_json()["items"] == []
    assert len(client.get(address, headers=token(archive, "reader")).get_json()["items"]) == 1


WORDS = st.lists(
    st.sampled_from(["protesta", "il", "Rosso", "contro", "e", "{n}", "{m}", "2", "dadi"]), min_size=1, max_size=8
)


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(comment=WORDS, event=WORDS, number=st.integers(1, 10**9))
def test_an_import_and_an_export_give_the_same_text(
    archive: Archive, comment: list[str], event: list[str], number: int
) -> None:
    people = {"n": "Mario Rossi", "m": "Carla De Luca"}
    text = GAME.replace("protesta Mario Rossi", " ".join(comment).format(**people))
    text = text.replace("Memorial Mario Rossi", " ".join(event).format(**people)).replace("g-Mario-Rossi", f"n{number}")
    text = text.replace("[Completeness", '[Rules "?"]\n[Completeness')
    game = read(text).games[0]
    stored = archive.add_game(game).game_id
    exported = ShownNames(archive.people).game(archive.game(stored))
    assert without_rules(exported.text()) == without_rules(game.text())
    again = archive.add_game(read(exported.text()).games[0])
    assert again.duplicate and again.game_id == stored


def without_rules(text: str) -> str:
    """The text without the header Rules, which the archive adds."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("[Rules "))


IDS = {"Notation", "Variant", "Rules", "Board", "Deck", "Objectives", "Option", "Completeness", "Provenance", "Date",
       "Team", "Virtual", "Result"}  # fmt: skip
PEOPLE = {*COLOUR_HEADERS, "Arbiter"}


def test_every_header_is_free_text_an_id_or_a_person() -> None:
    kinds = (IDS, PEOPLE, set(FREE_TEXT_HEADERS))
    assert set.union(*kinds) == set(HEADER_ORDER) and sum(map(len, kinds)) == len(HEADER_ORDER)
    assert not any(is_free_text_header(name) for name in IDS | PEOPLE) and is_free_text_header("X-Note")


@pytest.mark.parametrize("header", sorted(IDS))
def test_a_header_that_is_an_id_takes_no_name(archive: Archive, header: str) -> None:
    line = f'[{header} "Mario Rossi"]\n'
    old = [one for one in GAME.splitlines() if not one.startswith(f"[{header} ")]
    reading = read("\n".join([old[0], line.strip(), *old[1:]]) if header != "Notation" else line + "\n".join(old))
    if reading.ok:
        with pytest.raises((ArchiveError, RuleSetError)):
            archive.add_game(reading.games[0])


def values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for member in value.values():
            yield from values(member)
    elif isinstance(value, list):
        for item in value:
            yield from values(item)
    elif isinstance(value, str):
        yield value


def test_a_value_is_changed_in_free_text_alone(archive: Archive) -> None:
    reference = archive.people.find(NAME) or ""
    row = {"player": reference, "note": f"{reference}!", "headers": [["Red", reference], ["Event", reference]],
           "event": 4, "replacement": {"note": reference}}  # fmt: skip
    shown = ShownNames(archive.people).value(row)
    assert shown == {"player": reference, "note": f"{NAME}!", "headers": [["Red", reference], ["Event", NAME]],
                     "event": 4, "replacement": {"note": NAME}}  # fmt: skip
    assert reference in set(values(row)), "the given object is unchanged"
