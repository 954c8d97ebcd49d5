"""Whole games are judged once and served from a memo table: nothing stale, no names, bounded memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plancia_api import create_app, game_cache
from plancia_api.current_archive import ARCHIVE
from plancia_api.game_cache import CACHE, PAGE_PARTS, LruCache
from plancia_archive import Archive
from plancia_archive.integrity.rebuild import rebuild
from plancia_archive.log.game_head import read_game_head
from plancia_archive.registers.person_merges import merge_people
from plancia_data import samples
from plancia_events import read
from plancia_events.text.canonical_lines import CanonicalLines
from plancia_replay import judge, load_ruleset
from plancia_replay.recording.play import Play

SAMPLE = samples()["monopoli-serata.rgn"]
READS = ("", "/verdicts", "/score", "/state/7", "/events")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    return archive


@pytest.fixture
def app(archive: Archive) -> Flask:
    return create_app(archive)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def judgements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages of the judgements that the API computes from now on."""
    calls: list[str] = []

    def counted(game: Any, rules: Any, lang: str, **options: Any) -> Any:
        calls.append(lang)
        return judge(game, rules, lang, **options)

    monkeypatch.setattr(game_cache, "judge", counted)
    return calls


def bodies(client: FlaskClient, game: str, lang: str = "en") -> list[bytes]:
    answers = [client.get(f"/api/v1/games/{game}{path}?lang={lang}") for path in READS]
    assert [answer.status_code for answer in answers] == [200] * len(READS)
    return [answer.data for answer in answers]


def fresh(archive: Archive, game: str, lang: str = "en") -> list[bytes]:
    """The same answers of an application that has not answered anything."""
    return bodies(create_app(archive).test_client(), game, lang)


def test_a_game_is_judged_once_for_each_language(client: FlaskClient, archive: Archive, judgements: list[str]) -> None:
    game = archive.game_ids()[0]
    first = bodies(client, game)
    assert bodies(client, game) == first and judgements == ["en"]
    assert bodies(client, game, "it") != first and bodies(client, game, "it") == fresh(archive, game, "it")
    assert judgements == ["en", "it", "it"], "the last one is the other application's"
    assert client.get(f"/games/{game}?lang=en").status_code == 200 and len(judgements) == 3


def test_an_append_and_a_correction_are_seen_at_once(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
    path = f"/api/v1/games/{game}"
    seen = [client.get(path).data]
    for line in ("NOTE A {over}", "FIX A 4 TURN R {wrong colour}", "VOID A 5 {the dice fell}"):
        before = client.get(path)
        version = {"If-Match": before.headers["ETag"], **auth}
        assert client.post(path + "/events", json={"lines": [line]}, headers=version).status_code == 200
        after = client.get(path, headers={"If-None-Match": before.headers["ETag"]})
        assert after.status_code == 200 and after.get_json()["version"] == before.get_json()["version"] + 1
        assert bodies(client, game) == fresh(archive, game)
        seen.append(after.data)
    assert len(set(seen)) == 4
    verdicts = [client.get(f"{path}/verdicts").get_json()["items"], before.get_json()["verdicts"]]
    assert verdicts[0] != verdicts[1], "the voided event is judged no more"


def test_an_append_of_another_process_is_seen_at_once(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    before = bodies(client, game)
    program = (
        "import sys; from plancia_archive import Archive; "
        "a = Archive.open(sys.argv[1]); a.append(sys.argv[2], ['VOID A 5 {the dice fell}'], None); a.close()"
    )
    subprocess.run([sys.executable, "-c", program, str(archive.path), game], check=True)
    after = bodies(client, game)
    assert after == fresh(archive, game) and not set(before[:1]) & set(after)


def test_a_withdrawn_game_reads_as_before_and_is_gone_from_lists(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    before = bodies(client, game)
    archive.withdrawals.withdraw(game, "played twice")
    after = bodies(client, game)
    assert after == fresh(archive, game) and after[1:] == before[1:]
    assert json.loads(before[0])["withdrawn"] is None and json.loads(after[0])["withdrawn"]["why"] == "played twice"
    assert {**json.loads(after[0]), "withdrawn": None} == json.loads(before[0])
    assert client.get("/api/v1/games").get_json()["items"] == []
    archive.withdrawals.restore(game, "played once")
    rebuild(archive)
    assert bodies(client, game) == before and len(client.get("/api/v1/games").get_json()["items"]) == 1


def test_other_rules_or_another_text_under_the_same_id_are_another_answer(
    app: Flask, client: FlaskClient, archive: Archive, tmp_path: Path
) -> None:
    """As where the file is replaced by another archive: version and id are equal, the hash chain is not."""
    game = archive.game_ids()[0]
    before = bodies(client, game)
    tag = client.get(f"/api/v1/games/{game}").headers["ETag"]
    other = Archive.open(tmp_path / "b.db", create=True)
    rules = load_ruleset("torneo@1")
    with other.writing():
        other.log.store_rules(rules)
        lines = archive.text(game).splitlines(keepends=True)
        lines = [f'[Rules "{rules.hash}"]\n' if line.startswith("[Rules ") else line for line in lines]
        other.log.append_text(game, 0, "".join(lines), archive.game(game).head().count("\n"))
    assert read_game_head(other.log, game).version == read_game_head(archive.log, game).version
    ARCHIVE.keep(app, other)
    after = client.get(f"/api/v1/games/{game}?lang=en")
    assert after.get_json()["rules"] == rules.hash and after.data == fresh(other, game)[0] != before[0]
    assert client.get(f"/api/v1/games/{game}", headers={"If-None-Match": tag}).status_code == 200


def test_a_merge_of_players_changes_the_references_and_the_tag(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    first = archive.game(game).players["R"]
    with archive.writing():
        merged_into = archive.people.find_or_make("Somebody Else", find_similar=False)[0]
    before = client.get(f"/api/v1/games/{game}")
    assert first in before.get_data(as_text=True)
    merge_people(archive, merged_into, first)
    after = client.get(f"/api/v1/games/{game}", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    text = after.get_data(as_text=True)
    assert first not in text and merged_into in text


def test_names_are_never_in_the_memo(app: Flask, archive: Archive) -> None:
    client = app.test_client()
    game = archive.game_ids()[0]
    bodies(client, game)
    player = archive.game(game).players["R"]
    assert archive.people.name(player) in client.get(f"/games/{game}").get_data(as_text=True)
    names = [row["name"] for row in archive.people.all()]
    memo = CACHE.of(app)
    stored = repr([value for value, _ in memo.values.values()])
    assert player in stored and [name for name in names if name in stored] == []
    parts = PAGE_PARTS.of(app)
    old = archive.people.name(player)
    assert old in repr([value for value, _ in parts.values.values()])
    with archive.writing():
        archive.people.rename(player, "Zaccaria Nuovo")
    assert "Zaccaria Nuovo" in client.get(f"/games/{game}").get_data(as_text=True)
    assert old not in repr([value for value, _ in parts.values.values()])


def test_what_changed_while_it_was_computed_is_not_stored(
    app: Flask, client: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = archive.game_ids()[0]

    def slow(text: Any, rules: Any, lang: str, **options: Any) -> Any:
        monkeypatch.setattr(game_cache, "judge", judge)
        archive.append(game, ["NOTE A {meanwhile}"], None)
        return judge(text, rules, lang, **options)

    monkeypatch.setattr(game_cache, "judge", slow)
    head = read_game_head(archive.log, game)
    assert client.get(f"/api/v1/games/{game}").status_code == 200
    memo = CACHE.of(app)
    assert [key[1] for key in memo.values if key[0] == head] == ["game"], "which was read before"  # type: ignore[index]
    assert bodies(client, game) == fresh(archive, game)


def test_threads_that_read_one_game_at_once_get_the_same_answers(archive: Archive) -> None:
    game = archive.game_ids()[0]
    paths = [f"/api/v1/games/{game}{path}?lang={lang}" for path in READS for lang in ("it", "en")]
    alone = create_app(archive).test_client()
    expected = [alone.get(path).data for path in paths]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            app = create_app(archive)
            with ThreadPoolExecutor(len(paths)) as threads:
                assert list(threads.map(lambda path, app=app: app.test_client().get(path).data, paths)) == expected
    finally:
        sys.setswitchinterval(interval)


def test_an_index_of_a_shared_game_is_never_seen_half_filled(archive: Archive) -> None:
    lines = archive.game(archive.game_ids()[0]).canonical_lines()
    assert lines is not None
    complete = CanonicalLines(list(lines.texts), lines.log, list(lines.headers)).numbers_of(("ATT", "END"))
    meanwhile: list[list[int]] = []

    class Watched(list[str]):
        """Lines in the middle of which another reader asks for the index, once."""

        def __iter__(self) -> Iterator[str]:
            for place, text in enumerate(list.__iter__(self)):
                if place == len(self) // 2 and not meanwhile:
                    meanwhile.append([])
                    meanwhile[0] = shared.numbers_of(("ATT", "END"))
                yield text

    shared = CanonicalLines(Watched(lines.texts), lines.log, list(lines.headers))
    assert shared.numbers_of(("ATT", "END")) == complete == meanwhile[0] and len(complete) > 1


def test_an_unknown_game_and_other_streams_of_the_log_have_no_head(client: FlaskClient, archive: Archive) -> None:
    stream = "ruleset:" + load_ruleset("monopoli@1").hash
    for name in ("nope", stream):
        for path in READS:
            assert client.get(f"/api/v1/games/{name}{path}").status_code == 404, name + path


def test_the_memo_drops_what_was_unused_for_longest_and_stores_nothing_huge() -> None:
    memo = LruCache(100)
    for key in "abcd":
        memo.put(key, key.upper(), 25)
    assert memo.get("a") == "A" and memo.used == 100
    memo.put("e", "E", 20)
    assert memo.get("b") is None and [memo.get(key) for key in "acde"] == ["A", "C", "D", "E"]
    memo.put("a", "again", 5)
    assert memo.get("a") == "again" and memo.used == 75
    memo.put("f", "F", 26)
    assert memo.get("f") is None and memo.used == 75 == sum(size for _, size in memo.values.values())


def test_what_was_typed_is_kept_as_it_is_stored(app: Flask, archive: Archive) -> None:
    client, game = app.test_client(), archive.game_ids()[0]
    name = archive.people.name(archive.game(game).players["R"])
    headers = {"Authorization": "Bearer " + archive.tokens.make("w", ["write"]), "If-Match": "*"}
    for said in (f"nota {name} protesta", "nota altro"):
        assert client.post(f"/api/v1/games/{game}/record", json={"said": [said]}, headers=headers).status_code == 200
    memo = CACHE.of(app)
    plays = [value for value, _ in memo.values.values() if isinstance(value, Play)]
    assert plays and not any(name in (event.note or "") for play in plays for event in play.events), "a reference"
    newest = max(plays, key=lambda play: len(play.events))
    assert newest.events == list(archive.game(game).events)


def test_a_weak_etag_matches(client: FlaskClient, archive: Archive) -> None:
    """RFC 9110, 13.1.2: If-None-Match compares weakly, and proxies that compress make an ETag weak."""
    path = f"/api/v1/games/{archive.game_ids()[0]}"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": f'"other", W/{tag}'}).status_code == 304
