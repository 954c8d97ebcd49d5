"""A1: whichever way a game comes in, what is kept is canonical text that reads back the same, or it is refused."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.utils.exceptions import IllegalCharacterError

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.restored_log import build_header
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.log.entry_format import NO_PREDECESSOR, leaf_hash
from plancia_data import samples
from plancia_events import read, read_json_value
from plancia_replay import RuleSetError
from tests import examples
from tests.archive.test_backups import changed

SAMPLE = samples()["monopoli-serata.rgn"]
WHOLE: dict[str, Any] = read(SAMPLE).games[0].to_json()
REFUSED = (ArchiveError, ImportProblem, RuleSetError)
HOSTILE = [
    "banana", "", " ", "a\nb", "a\r\nb", "x\ry", "a\u202eb", "a\u2028b", "\ufeff", "a\x00b", "]", '"', '\\',
    'a" ]\n[Event "b', 'a"] [Event "b', "{", "}", "x} {y", "a}\nTURN G {b", "n\u0303o", "\u0660", "a\tb", "; x",
    "[Event", "@25:99", "a" * 600, "R>B>G", "p_00000000", "?", "-", "#" + "0" * 64, "CIN\u0410", "\U000e0041",
]  # fmt: skip
texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12))
values = st.one_of(texts, st.integers(-10, 10**7), st.booleans(), st.none(), st.lists(st.integers(-1, 9), max_size=3),
                   st.lists(texts, max_size=2))  # fmt: skip
headers = st.one_of(
    st.sampled_from([name for name, _ in WHOLE["headers"]]), texts,
    st.sampled_from(["Foo", "X-Tel", "red", "Option", "Team"]),
)  # fmt: skip


@st.composite
def forms(draw: st.DrawFn) -> dict[str, Any]:
    """The JSON form of a game with one to three hostile values."""
    made: dict[str, Any] = json.loads(json.dumps(WHOLE))
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            name, value = draw(headers), draw(texts)
            place = next((n for n, (known, _) in enumerate(made["headers"]) if known == name), None)
            if place is None or draw(st.booleans()):
                made["headers"].insert(draw(st.integers(0, len(made["headers"]))), [name, value])
            else:
                made["headers"][place][1] = value
        else:
            event = made["events"][draw(st.integers(0, len(made["events"]) - 1))]
            event[draw(st.sampled_from([*event, "note", "at", "armies"]))] = draw(values)
    return made


def as_json(form: dict[str, Any]) -> bytes:
    return json.dumps(form).encode()


def as_array(form: dict[str, Any]) -> bytes:
    return json.dumps([form, WHOLE]).encode()


def as_lines(form: dict[str, Any]) -> bytes:
    things = [{"kind": "game_opened", "headers": form["headers"]}, *form["events"]]
    return "".join(json.dumps(thing) + "\n" for thing in things).encode()


def as_text(form: dict[str, Any]) -> bytes:
    """The sample with the hostile headers and notes put in as they are."""
    heads = "".join(f'[{name} "{value}"]\n' for name, value in form["headers"])
    notes = "".join(f"NOTE A {{{event.get('note')}}}\n" for event in form["events"] if event.get("note"))
    body = SAMPLE.decode().split("\n\n", 1)[1]
    return (heads + "\n" + body + notes).encode("utf-8", errors="replace")


def as_sheet(form: dict[str, Any]) -> bytes:
    found = dict((name, value) for name, value in form["headers"])
    cells = [found.get("Event", "E"), found.get("Red", "Anna"), "31", found.get("Variant", "monopoli@1")]
    quoted = ";".join('"' + cell.replace('"', '""') + '"' for cell in cells)
    text = f"torneo;giocatore;punti;variante;turno;tavolo\n{quoted};1;A\nE;Zoe;20;;1;A\n"
    return text.encode("utf-8", errors="replace")


def as_workbook(form: dict[str, Any]) -> bytes:
    found = dict((name, value) for name, value in form["headers"])
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["torneo", "giocatore", "punti", "variante"])
    try:
        sheet.append([found.get("Event", "E"), found.get("Red", "Anna"), 31, found.get("Variant", "monopoli@1")])
    except (IllegalCharacterError, UnicodeError):
        return b""
    sheet.append([found.get("Event", "E"), "Zoe", 20, ""])
    made = io.BytesIO()
    try:
        book.save(made)
    except UnicodeError:
        return b""
    return made.getvalue()


FILES = [as_json, as_array, as_lines, as_text, as_sheet, as_workbook]
SETTINGS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def archive() -> Iterator[Archive]:
    with tempfile.TemporaryDirectory() as folder:
        made = Archive.open(Path(folder) / "a.db", create=True)
        yield made
        made.close()


def proved(archive: Archive, game_id: str) -> None:
    """What was kept is canonical, and comes in again as the same game."""
    text = archive.text(game_id)
    reading = read(text)
    assert reading.ok and len(reading.games) == 1 and reading.games[0].text() == text
    version = archive.db.execute("SELECT sum(count) FROM entry WHERE game = ?", [game_id]).fetchone()[0]
    assert version == reading.games[0].version
    assert archive.add_game(read(text.encode()).games[0]).game_id == game_id


@pytest.mark.parametrize("door", FILES)
@SETTINGS
@given(form=forms())
def test_a1_files(archive: Archive, door: Callable[[dict[str, Any]], bytes], form: dict[str, Any]) -> None:
    data = door(form)
    try:
        found = convert(None if data else "rgn", data, "x", {"Variant": "monopoli@1"})
    except ImportProblem as problem:
        assert problem.text("it")
        return
    for one in found:
        if not one.problems:
            try:
                proved(archive, archive.add_game(one.game).game_id)
            except REFUSED as refused:
                assert refused.text("it")


@SETTINGS
@given(form=forms())
def test_a1_the_archive_itself(archive: Archive, form: dict[str, Any]) -> None:
    if not (games := read_json_value(form).games):
        return
    game = games[0]
    try:
        proved(archive, archive.add_game(game).game_id)
    except REFUSED as refused:
        assert refused.text("it")


@SETTINGS
@given(form=forms())
def test_a1_over_http(archive: Archive, form: dict[str, Any]) -> None:
    bearer = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
    client = create_app(archive, writes_per_minute=10**6).test_client()
    for data, kind in ((as_json(form), "application/json"), (as_text(form), "text/x-rgn")):
        answer = client.post("/api/v1/games", data=data, headers=bearer, content_type=kind)
        assert answer.status_code in (200, 201, 400, 422), answer.text
        if answer.status_code < 300:
            proved(archive, json.loads(answer.text)["game"])


@SETTINGS
@given(form=forms(), line=texts)
def test_a1_appends(archive: Archive, form: dict[str, Any], line: str) -> None:
    fresh = [["Game", "g"] if name == "Game" else [name, value] for name, value in WHOLE["headers"]]
    game_id = archive.add_game(read_json_value({**WHOLE, "headers": fresh}).games[0]).game_id
    bearer = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
    client = create_app(archive, writes_per_minute=10**6).test_client()
    bodies = ((json.dumps({"events": form["events"][-2:]}), "application/json"),
              (json.dumps({"lines": [line, f"NOTE A {{{line}}}"]}), "application/json"),
              (f"NOTE A {{{line}}}".encode("utf-8", errors="replace"), "text/plain"))  # fmt: skip
    for number, (data, kind) in enumerate(bodies):
        key = {"Idempotency-Key": f"{archive.version(game_id)}-{number}-{len(line)}"}
        answer = client.post(f"/api/v1/games/{game_id}/events", data=data, headers={**bearer, **key}, content_type=kind)
        assert answer.status_code in (200, 400, 409, 422), answer.text
    with suppress(*REFUSED):
        archive.append(game_id, [line, f"NOTE A {{{line}}}"], None)
    proved(archive, game_id)


@pytest.mark.parametrize(("place", "value", "code"), [
    (("Foo", "x"), None, "header-unknown"), (("Completeness", "banana"), None, "header-value"),
    (("Game", "due"), None, "header-twice"), (("Event", "a\nb"), None, "control"),
    (("Event", "a\u202eb"), None, "control"),
    ("armies", -5, "number"), ("note", "a}\nTURN G {b", "control"),
])  # fmt: skip
def test_a1_json_lines_of_the_trial(place: Any, value: Any, code: str) -> None:
    form = json.loads(json.dumps(WHOLE))
    if value is None:
        form["headers"] = [pair for pair in form["headers"] if pair[0] != place[0] or code == "header-twice"]
        form["headers"].append(list(place))
    else:
        next(event for event in form["events"] if place in event or place == "note")[place] = value
    with pytest.raises(ImportProblem) as refused:
        convert("rgn", as_lines(form), "x")
    problems = refused.value.problems
    assert problems and {problem.code for problem in problems} <= {code, "form", "losses", "header-missing"}
    assert all(problem.line >= 1 and problem.pointer for problem in problems)
    assert all(problem.text("it") != problem.text("en") for problem in problems)


def test_a1_json_of_convert_comes_in(archive: Archive) -> None:
    known = archive.add_game(read(SAMPLE).games[0]).game_id
    for data in (as_json(WHOLE), json.dumps(WHOLE, indent=1).encode(), as_array(WHOLE), as_lines(WHOLE)):
        assert archive.add_game(convert(None, data, "x")[0].game).game_id == known


def test_a1_a_header_before_appended_lines_is_refused(archive: Archive) -> None:
    game_id = archive.add_game(read(SAMPLE).games[0]).game_id
    with pytest.raises(ArchiveError) as refused:
        archive.append(game_id, ['[Place "Roma"]', "NOTE A {x}"], None)
    assert refused.value.code == "header-late"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(form=forms())
def test_a1_restore(form: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = Archive.open(folder / "a.db", create=True)
        first.add_game(read(SAMPLE).games[0])
        backup(first, folder / "one.zip")

        def hostile(files: dict[str, bytes]) -> None:
            """The text of the game is hostile, and every hash and count fits it."""
            game = next(file for file in files if file.startswith("games/"))
            files[game] = as_text(form)
            rows = [json.loads(line) for line in files["entries.jsonl"].splitlines()]
            rows[-1] |= {
                "bytes": len(files[game]),
                "leaf": leaf_hash(NO_PREDECESSOR, build_header(rows[-1], NO_PREDECESSOR), files[game]).hex(),
            }
            files["entries.jsonl"] = "".join(json.dumps(row) + "\n" for row in rows).encode()
            manifest = json.loads(files["MANIFEST.json"])
            leaves = b"".join(bytes.fromhex(row["leaf"]) for row in rows)
            manifest["leaves"] = hashlib.sha256(leaves).hexdigest()
            files["MANIFEST.json"] = json.dumps(manifest).encode()

        try:
            restore(changed(folder / "one.zip", hostile, sealed=True), folder / "b.db")
        except ArchiveError as refused:
            assert refused.text("it")
            return
        again = Archive.open(folder / "b.db")
        assert not [one for one in verify(again) if one.code == "canonical"]
        again.close()
