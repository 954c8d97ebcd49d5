"""Verify compares sets, both ways, ends in findings whatever the damage, and keeps nobody from writing (A2, A3, A4)."""

from __future__ import annotations

import json
import random
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_archive import AddedGame, Archive, ArchiveError, Finding, verify
from plancia_archive.exports.backups import backup, restore
from plancia_archive.facts.projections import derived_rows
from plancia_archive.facts.projections import rows_of as derived_rows_of
from plancia_archive.facts.tables import BY_NUMBER, DERIVED_TABLES, TABLES_BY_GAME
from plancia_archive.integrity.game_rows import equal_rows, expected_rows, fetch_rows, fetch_table_columns, game_numbers
from plancia_archive.log.entry_format import NO_PREDECESSOR, leaf_hash
from plancia_archive.log.schema import GUARD_TRIGGERS
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate

GHOST = "g_ffffffffffffabcdef"


def filled(place: Path) -> Archive:
    """Two games, one of a tournament, an answered request."""
    made = Archive.open(place, create=True)
    added = made.add_game(read(samples()["monopoli-serata.rgn"]).games[0], "http:x:1")
    players = list(made.game(added.game_id).players.values())
    made.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "open"},
        *({"kind": "entered", "player": player} for player in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": added.game_id},
    ])  # fmt: skip
    made.add_game(generate(GameSpec("rcm@1 + no-strip", 4)))
    return made


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an archive, closed and whole."""
    place = tmp_path_factory.mktemp("intact") / "a.db"
    made = filled(place)
    assert verify(made) == []
    made.close()
    return place


@pytest.fixture
def archive(intact: Path, tmp_path: Path) -> Archive:
    shutil.copy(intact, tmp_path / "a.db")
    return Archive.open(tmp_path / "a.db")


def unguarded(archive: Archive, *statements: str) -> None:
    """Runs statements as somebody with sqlite3 would: the guards taken away and made again word for word."""
    for name in GUARD_TRIGGERS:
        archive.db.execute(f"DROP TRIGGER {name}")
    archive.db.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        archive.db.execute(statement)
    for statement in GUARD_TRIGGERS.values():
        archive.db.execute(statement)


def codes(found: list[Finding]) -> set[str]:
    return {one.code for one in found}


def test_expected_rows_are_those_stored(archive: Archive) -> None:
    heads = fetch_table_columns(archive.db)
    for game_id, number in game_numbers(archive.db).items():
        game = archive.game(game_id)
        rows = derived_rows_of(game, archive.rules_of(game), game_id, number)
        expected, stored = expected_rows(rows, heads), fetch_rows(archive.db, game_id, number)
        assert rows["throw"], "nothing to compare"
        for table in heads:  # by their repr: also of the same types
            assert sorted(map(repr, expected[table])) == sorted(map(repr, stored[table])), table
        with pytest.raises(ValueError, match="throw: other columns: "):
            expected_rows(rows, {**heads, "throw": heads["throw"][1:]})
        with pytest.raises(ValueError, match="no such table: duels"):
            expected_rows({**rows, "duels": []}, heads)


def test_rows_are_compared_in_any_order_and_as_often_as_they_are_there() -> None:
    one, two = (1, "a", b"x"), (2, None, b"")
    assert equal_rows({"t": [one, two]}, {"t": [two, one]}) and equal_rows({"t": []}, {"t": []})
    assert equal_rows({"t": [one, one, two]}, {"t": [two, one, one]})
    for other in ([one], [two, two], [one, two, two], [one, (2, "", b"")], []):
        assert not equal_rows({"t": [one, two]}, {"t": other})
    assert not equal_rows({"t": [one, one, two]}, {"t": [one, two, two]})
    assert not equal_rows({"t": []}, {})


def test_a2_every_derived_table_is_compared() -> None:
    assert {*TABLES_BY_GAME, *BY_NUMBER, "link", "withdrawn", "merged", "dispute", "approval"} == set(DERIVED_TABLES)


@pytest.mark.parametrize("table", DERIVED_TABLES)
def test_a2_a_row_of_a_game_that_is_not_in_the_log(archive: Archive, table: str) -> None:
    heads = [row[1] for row in archive.db.execute(f"PRAGMA table_info({table})").fetchall()]
    put = {"game": f"'{GHOST}'", "number": "100000"}
    if table == "link":
        put = {"tournament": "'finto'"}
    if archive.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0:
        pytest.skip("no row to copy")
    cells = ", ".join(put.get(head, head) for head in heads)
    archive.db.execute(f"INSERT INTO {table} SELECT {cells} FROM {table} LIMIT 1")
    assert codes(verify(archive)) == {"ghost"}
    assert codes(archive.rebuild()) <= {"ghost"} and verify(archive) == []


def test_a2_the_game_of_the_trial(archive: Archive) -> None:
    heads = [row[1] for row in archive.db.execute("PRAGMA table_info(game)").fetchall()]
    cells = ", ".join({"game": f"'{GHOST}'", "number": "100000"}.get(head, head) for head in heads)
    archive.db.execute(f"INSERT INTO game SELECT {cells} FROM game LIMIT 1")
    assert len(archive.games()[0]) == 3
    (found,) = verify(archive)
    assert (found.where, found.code) == (f"game {GHOST}", "ghost")


def test_a2_orphans_of_a_game_cut_off_the_end(archive: Archive) -> None:
    game = archive.game_ids()[-1]
    unguarded(archive, f"DELETE FROM entry WHERE game = '{game}'")
    found = verify(archive)
    assert {f"game {game}", f"seat {game}"} <= {one.where for one in found} and "unused-rules" in codes(found)
    archive.rebuild()
    assert codes(verify(archive)) == {"unused-rules"}, "the rules of the game that is gone still stand in the log"


@pytest.mark.parametrize(("statement", "code"), [
    ("DELETE FROM person WHERE player_ref = (SELECT player_ref FROM seat LIMIT 1)", "person"),
    ("UPDATE alias SET player_ref = 'p_00000000' WHERE rowid = 1", "person"),
    ("UPDATE request SET version = 9999", "request"), ("UPDATE request SET game = 'g_x'", "request"),
    ("INSERT INTO request VALUES ('http:y:2', 'f', 'tournament:altro', 1, 0)", "request"),
    ("DELETE FROM entry WHERE game LIKE 'tournament:%'", "gap"),
    ("UPDATE link SET board = 'B'", "ghost"), ("DELETE FROM link", "derived"),
    ("DELETE FROM entry WHERE log_index = (SELECT max(log_index) FROM entry)", "ghost"),
    ("UPDATE entry SET game = 'altro:x' WHERE game LIKE 'tournament:%'", "tournament"),
])  # fmt: skip
def test_a2_people_requests_links_and_streams(archive: Archive, statement: str, code: str) -> None:
    unguarded(archive, statement)
    assert code in codes(verify(archive))


def test_a2_a_trigger_of_somebody_else(archive: Archive) -> None:
    archive.db.execute("CREATE TRIGGER x AFTER INSERT ON game BEGIN DELETE FROM verdict; END")
    assert codes(verify(archive)) == {"stranger"}


@pytest.mark.parametrize(("statement", "code"), [
    ("CREATE TABLE x(y)", "stranger"), ("CREATE VIEW x AS SELECT * FROM game", "stranger"),
    ("DROP INDEX game_event", "schema"), ("DROP TABLE tile", "schema"),
])  # fmt: skip
def test_a2_tables_and_indexes_are_those_of_archives(archive: Archive, statement: str, code: str) -> None:
    archive.db.execute(statement)
    assert code in codes(verify(archive))


def rehashed(archive: Archive, stream: str, change: Callable[[bytes], bytes]) -> None:
    """Changes the only entry of a stream and makes its hash fit."""
    row = archive.db.execute("SELECT body, header FROM entry WHERE game = ?", [stream]).fetchone()
    body = change(bytes(row[0]))
    leaf = leaf_hash(NO_PREDECESSOR, str(row[1]), body)
    cells = f"body = x'{body.hex()}', leaf = x'{leaf.hex()}'"
    unguarded(archive, f"UPDATE entry SET {cells} WHERE game = '{stream}' AND first = 0")


def nonsense(body: bytes) -> bytes:
    return body.replace(b'"kind":"opened"', b'"kind":"nonsense"')


@pytest.mark.parametrize(("stream", "change", "code"), [
    ("tournament:t", nonsense, "tournament"), ("tournament:t", lambda body: b"{" + body[1:-2] + b"\n", "tournament"),
    ("tournament:t", lambda body: b"[]\n" * body.count(b"\n"), "tournament"),
    ("tournament:t", lambda body: body.replace(b"Autunno", b"Aut\xff\xfeno"), "tournament"),
    ("GAME", lambda body: body.replace(b"[Event", b"[Evant"), "canonical"),
    ("GAME", lambda body: body.replace(b"CIN+3", b"CIN+03"), "canonical"),
    ("GAME", lambda body: body.replace(b"CIN", b"\xff\xfeN", 1), "canonical"),
    ("GAME", lambda body: b"\n" * body.count(b"\n"), "canonical"),
    ("GAME", lambda body: body.replace(b"CIN+3", b"CIN+2"), "edited"),
    ("RULES", lambda body: body.replace(b'"format":1', b'"format":2'), "rules"), ("RULES", lambda body: b"[]", "rules"),
])  # fmt: skip
def test_a3_a_stream_that_was_changed_and_hashed_again(
    archive: Archive, stream: str, change: Callable[[bytes], bytes], code: str
) -> None:
    game = archive.game_ids()[0]
    rules = "ruleset:" + (archive.game(game).header("Rules") or "")
    name = {"GAME": game, "RULES": rules}.get(stream, stream)
    rehashed(archive, name, change)
    found = verify(archive)
    assert code in codes(found) and name in {one.where for one in found}
    fresh = Archive.open(archive.path)
    calls: tuple[Callable[[], object], ...] = (
        lambda: fresh.tournaments.standings("t"), lambda: fresh.tournaments.events("t"), lambda: fresh.judgement(game),
        lambda: fresh.tournaments.remarks("t"), fresh.rebuild,
    )  # fmt: skip
    for call in calls:
        with suppress(ArchiveError):  # a refusal in words, and no other error
            call()


def exchanged(archive: Archive) -> None:
    one, two = (archive.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game]).fetchone()[0]
                for game in archive.game_ids())  # fmt: skip
    unguarded(archive, f"UPDATE entry SET log_index = -1 WHERE log_index = {one}",
              f"UPDATE entry SET log_index = {one} WHERE log_index = {two}",
              f"UPDATE entry SET log_index = {two} WHERE log_index = -1")  # fmt: skip


def renumbered(archive: Archive) -> None:
    game = archive.game_ids()[0]
    at = archive.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game]).fetchone()[0]
    unguarded(archive, f"DELETE FROM entry WHERE game = '{game}'",
              f"UPDATE entry SET log_index = log_index - 1 WHERE log_index > {at}")  # fmt: skip


@pytest.mark.parametrize("change", [exchanged, renumbered])
def test_a3_exchanged_and_renumbered_entries_are_findings(archive: Archive, change: Callable[[Archive], None]) -> None:
    change(archive)
    assert verify(archive) != []
    archive.rebuild()


def command(*args: str) -> Result:
    return CliRunner().invoke(plancia, ["--lang", "en", *args])


def ended_well(result: Result, allowed: tuple[int, ...]) -> bool:
    """No error went through the command; refusals that `main` words are the archive's or its driver's."""
    from plancia_archive.log.connections import DRIVER, ERROR_PATTERNS, translate_error

    problem = result.exception
    if isinstance(problem, DRIVER.DatabaseError):
        return translate_error(problem, Path("x")).code in (*ERROR_PATTERNS, "not-archive")
    return result.exit_code in allowed and isinstance(problem, SystemExit | ArchiveError | None)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))])
def test_a3_flipped_bits_and_lost_bytes_never_end_in_an_error(intact: Path, tmp_path: Path, seed: int) -> None:
    data, chance = intact.read_bytes(), random.Random(seed)
    for number in range(12):
        damaged = bytearray(data)
        if number % 3 == 0:  # the head of a page
            page = 4096 * chance.randrange(len(data) // 4096)
            damaged[page : page + 14] = bytes(chance.randrange(256) for _ in range(14))
        elif number % 3 == 1:
            damaged[chance.randrange(100, len(data))] ^= 1 << chance.randrange(8)
        else:  # in the schema
            damaged[chance.randrange(100, 8000)] ^= 1 << chance.randrange(8)
        place = tmp_path / f"{number}.db"
        place.write_bytes(bytes(damaged))
        result = command("-a", str(place), "verify")
        assert ended_well(result, (0, 1, 3)), (seed, number, result.exception)
        for other in (["list"], ["rebuild"], ["backup", str(tmp_path / f"{number}.zip")]):
            result = command("-a", str(place), *other)
            assert ended_well(result, (0, 1, 3)), (seed, number, other, result.exception)


def test_a3_a_damaged_header_is_a_refusal(archive: Archive, tmp_path: Path) -> None:
    unguarded(archive, """UPDATE entry SET header = replace(header, '"prev":"', '"prev":"x') WHERE log_index = 1""")
    archive.close()
    result = command("-a", str(archive.path), "backup", str(tmp_path / "b.zip"))
    assert result.exit_code == 1 and "`$.prev`" in result.output, result.output


def test_a3_the_advice_says_what_a_rebuild_hides(archive: Archive) -> None:
    game = archive.game_ids()[0]
    rehashed(archive, game, lambda body: body.replace(b"CIN+3", b"CIN+2"))
    archive.close()
    result = command("-a", str(archive.path), "verify")
    assert result.exit_code == 3 and f"{game}: the text in the log is not the one" in result.output
    assert "content: " in result.output and "deletes this trace" in result.output
    result = command("-a", str(archive.path), "rebuild")
    assert result.exit_code == 0 and f"{game}: the rows were others" in result.output and "content: " in result.output


def test_a3_every_finding_has_words() -> None:
    from plancia_data import messages

    root = Path(__file__).resolve().parents[2] / "archive" / "plancia_archive" / "integrity"
    text = "".join(file.read_text("utf-8") for file in root.glob("*.py"))
    for lang in ("it", "en"):
        known = {key.removeprefix("finding.") for key in messages("cli", lang) if key.startswith("finding.")}
        assert all(f'"{code}"' in text for code in known), lang


def test_a4_verify_and_rebuild_let_others_write(archive: Archive) -> None:
    for seed in range(6, 14):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    other = Archive.open(archive.path)
    game = archive.game_ids()[0]
    for work in (lambda: verify(archive), archive.rebuild):
        done = threading.Event()

        def run(work: Callable[[], object] = work, done: threading.Event = done) -> None:
            work()
            done.set()

        thread = threading.Thread(target=run)
        thread.start()
        waits = []
        while not done.is_set():
            start = time.monotonic()
            other.append(game, ["NOTE A {x}"], None)
            archive.count()
            waits.append(time.monotonic() - start)
        thread.join()
        assert waits and max(waits) < 10
    assert verify(archive) == []


def test_a4_an_upgrade_lets_others_write(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one process makes the rows of an older archive again, another one adds games: all are whole then."""
    from plancia_archive.integrity import rebuild

    monkeypatch.setattr(rebuild, "MAX_LOCK_SECONDS", 0.0)
    archive.db.execute("PRAGMA user_version = 4")
    archive.close()
    rival = Archive.open(archive.path)
    added: list[AddedGame] = []
    rival.db.execute("PRAGMA user_version = 4")

    def one_more() -> None:
        added.append(rival.add_game(generate(GameSpec("monopoli@1", len(added)))))

    monkeypatch.setattr(rebuild, "pause", one_more)
    opened = Archive.open(archive.path)
    assert added and set(opened.game_ids()) >= {one.game_id for one in added} and verify(opened) == []


def test_a9_restore_takes_known_columns_and_ids_only(archive: Archive, tmp_path: Path) -> None:
    from tests.archive.test_backups import changed

    backup(archive, tmp_path / "one.zip")
    bad = 'player_ref", "name") SELECT \'p_INJECTED\', sqlite_version() WHERE 1 OR 1=(?) --'

    def injected(files: dict[str, bytes]) -> None:
        files["tables/person.jsonl"] += json.dumps({bad: 1}).encode() + b"\n"

    def typed(files: dict[str, bytes]) -> None:
        files["tables/person.jsonl"] += json.dumps({"player_ref": 1, "name": "x"}).encode() + b"\n"

    def renamed(files: dict[str, bytes]) -> None:
        name = next(file for file in files if file.startswith("games/"))
        game = name.removeprefix("games/").removesuffix(".rgn")
        files["games/..%2Fx.rgn"] = files.pop(name)
        files["entries.jsonl"] = files["entries.jsonl"].replace(game.encode(), b"../x")
        manifest = json.loads(files["MANIFEST.json"])
        del manifest["files"][name]
        files["MANIFEST.json"] = json.dumps(manifest).encode()

    for change in (injected, typed, renamed):
        with pytest.raises(ArchiveError) as refused:
            restore(changed(tmp_path / "one.zip", change, sealed=True), tmp_path / "b.db")
        assert refused.value.code in ("backup", "backup-text") and not (tmp_path / "b.db").exists()


def test_a3_rebuilt_rows_are_the_same(archive: Archive) -> None:
    before = derived_rows(archive.db)
    assert archive.rebuild() == [] and derived_rows(archive.db) == before
