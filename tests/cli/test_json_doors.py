"""JSON in: what would be lost or moved is refused at every door, with its place in the JSON; order of members is free.

What is refused and what is read is in tests/conformance/json.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_cli.main import plancia

Run = Callable[..., Result]
HEADERS = [["Notation", "rgn 1"], ["Variant", "monopoli@1"], ["Red", "a"], ["Blue", "b"], ["Completeness", "full"],
           ["Provenance", "live"]]  # fmt: skip
LOST = {"kind": "exchange", "actor": "R", "cards": ["CIN"], "bonus": 2}
TEXT = '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "a"]\n[Blue "b"]\n[Completeness "full"]\n' \
       '[Provenance "live"]\n\nTURN R\nEND R\n'  # fmt: skip


def game(*events: Any) -> dict[str, Any]:
    return {"notation": "rgn 1", "headers": HEADERS, "events": list(events)}


def lines(value: dict[str, Any]) -> str:
    """JSON Lines as programs write them that sort members."""
    objects = [{"kind": "game_opened", "headers": value["headers"]}, *value["events"]]
    return "".join(json.dumps(one, sort_keys=True) + "\n" for one in objects)


PLAYED = game({"kind": "turn", "actor": "R"}, {"kind": "end", "actor": "R"})


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *words, lang="en": CliRunner().invoke(plancia, ["--archive", "a.db", "--lang", lang, *words])


def test_members_may_stand_in_any_order_in_every_form(run: Run) -> None:
    backwards = {"events": [dict(reversed(event.items())) for event in PLAYED["events"]], "headers": HEADERS,
                 "notation": "rgn 1"}  # fmt: skip
    forms = {"a.jsonl": lines(PLAYED), "b.json": json.dumps(backwards), "c.json": json.dumps([PLAYED], indent=1),
             "d.jsonl": json.dumps({"headers": HEADERS, "kind": "game_opened"})}  # fmt: skip
    for name, text in forms.items():
        Path(name).write_text(text, "utf-8")
        done = run("convert", name)
        assert done.exit_code == 0 and done.stdout == (TEXT if name != "d.jsonl" else TEXT[: -len("TURN R\nEND R\n")])
    assert run("import", "a.jsonl").exit_code == 0 and run("lint", "a.jsonl").exit_code == 0


def test_every_command_refuses_what_would_be_lost_and_says_where(run: Run) -> None:
    Path("x.json").write_text(json.dumps([PLAYED, game(LOST)], indent=1), "utf-8")
    Path("x.jsonl").write_text("\n" + lines(game(LOST)), "utf-8")
    for command in ("convert", "judge", "import", "lint"):
        done = run(command, "x.json")
        assert done.exit_code == 1 and "/1/events/0/bonus: 2 would be lost" in done.output, command
        assert "x.jsonl:3:25: /bonus: 2 would be lost" in run(command, "x.jsonl").output
    assert "/1/events/0/bonus: 2 andrebbe perso" in run("convert", "x.json", lang="it").output
    assert run("list").stdout.strip() in ("", "no games") or "monopoli" not in run("list").stdout
    (row,) = json.loads(run("lint", "x.jsonl", "--json").stdout)
    assert (row["line"], row["column"], row["code"], row["pointer"]) == (3, 25, "json-lost", "/bonus")


def test_an_unknown_header_is_named_in_the_json_with_the_names_there_are(run: Run) -> None:
    Path("x.json").write_text(json.dumps({**PLAYED, "headers": [*HEADERS, ["Data", "2026-01-01"]]}), "utf-8")
    done = run("convert", "x.json")
    assert '/headers/6/0: unknown header "Data"; there are Notation, Game' in done.output and done.stdout == ""


def test_a_member_given_twice_is_refused_by_commands_and_requests(run: Run, tmp_path: Path) -> None:
    twice = json.dumps(PLAYED).replace('"actor": "R"', '"actor": "R", "actor": "B"', 1)
    Path("x.json").write_text(twice, "utf-8")
    assert '/events/0/actor: member "actor" given twice' in run("convert", "x.json").output
    client: FlaskClient = create_app(Archive.open(tmp_path / "a.db", create=True)).test_client()
    for body, said in ((twice, "given twice"), (json.dumps(game(LOST)), "/events/0/bonus: 2 would be lost")):
        for address in ("judge", "games", "bulk/games"):
            answer = client.post(f"/api/v1/{address}", data=body, content_type="application/json",
                                 headers={"Accept-Language": "en"})  # fmt: skip
            assert answer.status_code in (401, 422)
            assert answer.status_code == 401 or said in answer.get_json(force=True)["detail"]
