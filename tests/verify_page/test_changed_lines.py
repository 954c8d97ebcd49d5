"""A changed line is named with its event and text; both verifiers say the same."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive.evidence.result import Problem
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_cli.main import plancia
from tests.verify_page.bundle_writer import GAME, b64, club, game_bundle, game_text
from tests.verify_page.conftest import ROOT, Ask, packed
from tests.verify_page.test_contents import DISPUTE, disputed
from tests.verify_page.test_contents import bundle as bundle_of
from tests.verify_page.wrong_bundles import edit

HEADERS = 9  # lines of the header block of the game, and an empty one
NOTE = "NOTE R about=9 {late}\n"


def with_note() -> Any:
    """A log whose game has a last entry of one line."""
    log = club()
    log.add(GAME, NOTE, 1)
    return log


def both(ask: Ask, made: dict[str, Any], game: str | None = None) -> dict[str, Any]:
    """The answer of both verifiers to a bundle or receipt, which must be one."""
    given = {} if game is None else {"game": base64.b64encode(game.encode()).decode()}
    (answer,) = ask({"jobs": [{"bundle": packed(made), **given}]})
    own = verify_bundle(
        json.dumps(made).encode(), VerifierInputs(game=None if game is None else game.encode())
    ).to_json()
    assert {name: answer[name] for name in ("code", "where", "facts")} == {
        name: own[name] for name in ("code", "where", "facts")
    }
    return own


def test_the_only_line_of_an_entry_is_named_with_its_event(ask: Ask) -> None:
    log = with_note()
    made = game_bundle(log)
    edit(made, 3, b"{late}", b"{soon}")
    answer = both(ask, made)
    assert (answer["code"], answer["where"]["event"]) == ("inclusion", 10)
    assert answer["facts"]["text"] == "NOTE R about=9 {soon}"
    log.add(GAME, "NOTE R about=9 {again}\n", 1)
    made = game_bundle(log)
    edit(made, 3, b"{late}", b"{soon}")
    answer = both(ask, made)
    assert (answer["code"], answer["where"]["event"], answer["where"]["line"]) == ("content", 10, HEADERS + 11)
    assert answer["facts"]["text"] == "NOTE R about=9 {soon}"


def test_of_several_lines_the_events_are_named_and_with_a_copy_the_line(ask: Ask) -> None:
    log = club()
    made = game_bundle(log)
    lines = base64.b64decode(made["streams"][0]["entries"][1]).split(b"\n", 1)[1].decode().splitlines()
    assert len(lines) == 3
    edit(made, 1, b"TNO>GRO", b"TNO>GRA")
    answer = both(ask, made)
    first = answer["facts"]["first_event"]
    assert answer["code"] == "content" and answer["where"]["event"] is None
    assert answer["facts"]["last_event"] == first + 2 and "text" not in answer["facts"]
    answer = both(ask, made, game_text(log))
    changed = next(place for place, line in enumerate(lines) if "TNO>GRO" in line)
    assert answer["code"] == "content" and answer["where"]["event"] == first + changed
    assert answer["facts"]["given"] == lines[changed]
    assert answer["facts"]["text"] == lines[changed].replace("TNO>GRO", "TNO>GRA")


def test_a_changed_header_of_the_game_is_event_0(ask: Ask) -> None:
    made = game_bundle(log := club())
    edit(made, 0, b'[Variant "', b'[Variant "x')
    answer = both(ask, made, game_text(log))
    assert answer["where"]["event"] == 0 and answer["facts"]["text"].startswith('[Variant "x')


def test_a_changed_time_leaves_the_lines_as_they_are(ask: Ask) -> None:
    made = game_bundle(log := club())
    edit(made, 1, b'"at":17', b'"at":18')
    assert both(ask, made, game_text(log))["facts"]["same"] is True


def test_a_copy_that_differs_elsewhere_names_no_line(ask: Ask) -> None:
    made = game_bundle(log := with_note())
    edit(made, 1, b"TNO>GRO", b"TNO>GRA")
    other = game_text(log).replace("[Variant", '[Event "x"]\n[Variant', 1)
    answer = both(ask, made, other)
    assert answer["where"]["event"] is None and "given" not in answer["facts"]


def test_a_changed_line_of_a_dispute_and_of_a_receipt(ask: Ask) -> None:
    log = disputed()
    made = bundle_of(log, DISPUTE)
    edit(made, 1, b'"three"', b'"four!"', DISPUTE)
    answer = both(ask, made)
    assert (answer["where"]["stream"], answer["where"]["event"]) == (DISPUTE, 1)
    assert '"four!"' in answer["facts"]["text"]
    log = with_note()
    receipt = log.receipt(len(log.entries) - 1)
    receipt["entry"] = b64(base64.b64decode(receipt["entry"]).replace(b"{late}", b"{soon}"))
    answer = both(ask, receipt)
    assert (answer["code"], answer["where"]["event"]) == ("receipt-leaf", 10)
    assert answer["facts"]["text"] == "NOTE R about=9 {soon}"


def test_a_changed_ruling_is_told_in_words_as_a_line_of_its_dispute(ask: Ask, node: str, tmp_path: Path) -> None:
    made = bundle_of(disputed(), DISPUTE)
    edit(made, 2, b'"partly"', b'"upheld"', DISPUTE)
    edit(made, 2, b'"effect":{}', b'"effect":{"lines":["VOID A 5"]}', DISPUTE)
    answer = both(ask, made)
    assert (answer["where"]["stream"], answer["where"]["line"]) == (DISPUTE, 3)
    (tmp_path / "b.json").write_text(json.dumps(made), "utf-8")
    command = [node, str(ROOT / "docs" / "verify" / "verify.mjs"), str(tmp_path / "b.json"), "--lang", "it"]
    python = CliRunner().invoke(plancia, ["--lang", "it", "verify", str(tmp_path / "b.json")]).output
    for printed in (python, subprocess.run(command, capture_output=True, text=True).stdout):
        assert "Riga 3 (contestazione d_2): decisione accolta: a" in printed and "VOID A 5" in printed
        assert "evento" not in printed and "{" not in printed and "foglia" not in printed


@pytest.mark.parametrize("lang", ["it", "en"])
def test_commands_print_the_line(node: str, tmp_path: Path, lang: str) -> None:
    made = game_bundle(log := with_note())
    edit(made, 1, b"TNO>GRO", b"TNO>GRA")
    (tmp_path / "b.json").write_text(json.dumps(made), "utf-8")
    (tmp_path / "g.rgn").write_text(game_text(log), "utf-8")
    words = [str(tmp_path / "b.json"), "--game", str(tmp_path / "g.rgn")]
    python = CliRunner().invoke(plancia, ["--lang", lang, "verify", *words])
    command = [node, str(ROOT / "docs" / "verify" / "verify.mjs"), *words, "--lang", lang]
    javascript = subprocess.run(command, capture_output=True, text=True)
    assert python.exit_code == javascript.returncode == 3
    for printed in (python.output, javascript.stdout):
        assert "TNO>GRA" in printed and "TNO>GRO" in printed and "{" not in printed.replace("{late}", "")


def test_a_line_that_is_absent_is_said_in_words() -> None:
    problem = Problem("game", {"event": 3}, {"recorded": None, "given": "END G"})
    assert "None" not in problem.text("en") and "END G" in problem.text("it")
