"""A whole dispute on the command line, and what it refuses."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_archive.evidence.qr_codes import qr_text
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.text.spoken_sources import document_title

GAME = "serata"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = read(samples()["monopoli-serata.rgn"]).games[0]
    game.headers[:] = [(name, GAME if name == "Game" else value) for name, value in game.headers]
    archive.add_game(game)
    archive.close()
    return tmp_path / "a.db"


def run(place: Path, *arguments: str, lang: str = "en") -> Result:
    """The command's result; a traceback is a failure."""
    result = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(place), *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def done(place: Path, *arguments: str, lang: str = "en") -> str:
    result = run(place, *arguments, lang=lang)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_whole_dispute(place: Path, tmp_path: Path) -> None:
    photo = tmp_path / "foglio.png"
    photo.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    opened = done(place, "dispute", "open", GAME, "Bruno", "Anna attacked twice", "--event", "20", "--rule", "MON-15")
    dispute = opened.split()[1].rstrip(":")
    done(place, "dispute", "evidence", dispute, str(photo), "the sheet", "--by", "B")
    done(place, "dispute", "answer", dispute, "once", "--by", "Anna")
    assert run(place, "approve", GAME).exit_code == 1
    assert run(place, "dispute", "close", dispute, "no ruling yet").exit_code == 1
    assert run(place, "dispute", "ruling", dispute, "upheld", "x", "--as", "recorder").exit_code == 1
    done(place, "dispute", "ruling", dispute, "upheld", "yes", "--line", "VOID A 20 {twice}", "--as", "arbiter")
    done(place, "dispute", "appeal", dispute, "no", "--by", "R")
    done(place, "dispute", "ruling", dispute, "upheld", "yes, still")
    done(place, "dispute", "close", dispute, "done")
    rows = json.loads(done(place, "dispute", "list", "--json"))
    assert [(row["state"], row["outcome"], row["claimant"], row["rule"]) for row in rows] == [
        ("closed", "upheld", "Bruno", "MON-15")
    ]
    assert rows[0]["line_count"] == 7 and rows[0]["tournament"] is None
    assert all(rows[0][name].endswith("Z") for name in ("opened_at", "changed_at"))
    assert json.loads(done(place, "dispute", "list", "--open", "--json")) == []
    shown = json.loads(done(place, "dispute", "show", dispute, "--json"))
    kinds = ["opened", "evidence", "answer", "ruling", "appeal", "ruling", "closed"]
    assert [line["kind"] for line in shown["lines"]] == kinds
    assert [line["role"] for line in shown["lines"]][3] == "arbiter"
    assert shown["lines"][0]["fields"]["claim"] == "Anna attacked twice"  # names on the way out
    assert "VOID A 20" in done(place, "dispute", "show", dispute)
    done(place, "approve", GAME, "--as", "arbiter")
    assert run(place, "append", GAME, "NOTE A about=20 {x}").exit_code == 1
    assert run(place, "approve", GAME, "--undo", "--why", "a photo", "--expected", "1").exit_code == 1
    done(place, "approve", GAME, "--undo", "--why", "a photo")
    assert done(place, "verify")


def test_names_with_quotes_are_shown(place: Path) -> None:
    done(place, "person", "rename", "Bruno", 'Bruno "il Drago" \\ 2')
    opened = done(place, "dispute", "open", GAME, "B", "Bruno attacked", "--event", "20")
    dispute = opened.split()[1].rstrip(":")
    done(place, "dispute", "ruling", dispute, "upheld", "x", "--line", "NOTE A {x}")
    lines = json.loads(done(place, "dispute", "show", dispute, "--json"))["lines"]
    assert lines[0]["fields"]["claimant"] == 'Bruno "il Drago" \\ 2' and lines[1]["fields"]["effect"]["lines"]
    assert 'claimant: Bruno "il Drago" \\ 2' in done(place, "dispute", "show", dispute)


@pytest.mark.parametrize(
    "arguments",
    [
        ("open", "nothing", "Bruno", "x"), ("open", GAME, "Zoe", "x"), ("open", GAME, "Bruno", ""),
        ("open", GAME, "Bruno", "x", "--event", "999"), ("open", GAME, "Bruno", "x", "--due", "tomorrow"),
        ("open", "nothing", "Bruno", "x", "--tournament"), ("show", "d_00000000"), ("show", "../x"),
        ("evidence", "d_00000000", "/nowhere", "x"), ("ruling", "d_00000000", "upheld", "x", "--event", "[1]"),
        ("answer", "d_00000000", "x", "--by", ""), ("list", "--game", "nothing"), ("list", "--player", "Zoe"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_do(place: Path, arguments: tuple[str, ...]) -> None:
    result = run(place, "dispute", *arguments)
    assert result.exit_code == 1 and result.output.startswith("plancia: "), result.output


def test_wrong_use(place: Path) -> None:
    assert run(place, "dispute", "ruling", "d_00000000", "upheld", "x", "--event", "{").exit_code == 2
    assert run(place, "dispute", "ruling", "d_00000000", "maybe", "x").exit_code == 2


@pytest.mark.parametrize(("lang", "words"), [("it", "va solo con --undo"), ("en", "goes with --undo alone")])
def test_a_reason_without_what_it_is_for_is_refused(place: Path, lang: str, words: str) -> None:
    refused = run(place, "approve", GAME, "--as", "arbiter", "--why", "a photo", lang=lang)
    assert refused.exit_code == 2 and words in refused.output
    refused = run(place, "approve", "autunno", "--round", "1", "--why", "a photo", lang=lang)
    assert refused.exit_code == 2 and "--round" in refused.output
    assert "[]" in done(place, "dispute", "list", "--json")


@pytest.mark.parametrize(("arguments", "words"), [
    (("withdraw", GAME, "--why", "x", "--undo", "--instead", GAME), "--undo and --instead do not go together"),
    (("withdraw", GAME, "--why", "x", "--instead", ""), "instead: 1.."),
    (("token", "create", "t", "--role", "player", "--player", ""), "player: 1.."),
    (("person", "rename", "Bruno", "x" * 501), "name: 1..500"),
    (("person", "keep", "Bruno", "--basis", " "), "basis: 1..500"),
])  # fmt: skip
def test_a_member_that_no_body_takes_is_refused_before_anything_is_done(
    place: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = done(place, "head")
    refused = run(place, *arguments)
    assert refused.exit_code == 2 and words in refused.output and done(place, "head") == before


def test_a_refused_command_names_what_it_was_about(place: Path) -> None:
    assert run(place, "confirm", GAME, "Anna").exit_code == 1, "the game is not over"
    (row,) = json.loads(done(place, "token", "refusals", "--json"))
    assert (row["action"], row["subject"], row["code"]) == ("plancia confirm", GAME, "not-over")
    done(place, "approve", GAME)
    assert run(place, "append", GAME, "NOTE A {late}").exit_code == 1
    (row, _) = json.loads(done(place, "token", "refusals", "--json"))
    assert (row["action"], row["subject"], row["code"]) == ("plancia append", GAME, "approved")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_decision_has_its_facts(place: Path, tmp_path: Path, lang: str) -> None:
    dispute = done(place, "dispute", "open", GAME, "Bruno", "<b>twice</b>", "--event", "20", "--rule", "MON-15")
    name = dispute.split()[1].rstrip(":")
    done(place, "dispute", "ruling", name, "upheld", "yes", "--line", "VOID A 20 {twice}", "--arbiter", "Zoe Arbitro")
    text = done(place, "dispute", "decision", name, lang=lang)
    source = document_title("004_2d02180a63ad5a95.txt", lang)
    for fact in ("MON-15", "Bruno", "VOID A 20 {twice}", "Zoe Arbitro", source, f"dispute:{name}"):
        assert fact.replace("_", "\\_") in text or fact in text, fact
    archive = Archive.open(place)
    assert archive.checkpoints.head().head().split()[2] in text and archive.disputes.get(name).is_open
    done(place, "dispute", "decision", name, "--format", "html", "-o", str(tmp_path / "d.html"), lang=lang)
    page = (tmp_path / "d.html").read_text("utf-8")
    assert (
        page.count('class="board"') == 2
        and "&lt;b&gt;twice" in page
        and "<b>twice" not in page
        and "<script" not in page
    )
    assert f'<html lang="{lang}">' in page


def test_every_reading_of_the_clause_is_tried(place: Path) -> None:
    from plancia_archive.disputes.readings import recompute
    from plancia_replay.judging.without_event import replay_before

    archive = Archive.open(place)
    game = read(samples()["monopoli-arbitro.rgn"]).games[0]
    game_id = archive.add_game(game).game_id
    stored = archive.game(game_id)
    found = recompute(replay_before(stored, archive.rules_of(stored), 28), 28, "MON-15", "en")
    assert [verdict.rule_id for verdict in found.played.verdicts] == ["MON-15"]
    without_rule = next(one for one in found.readings if one.reading == "attack.dice_not_fewer=false")
    assert without_rule.outcome.verdicts == [] and "verdicts" in without_rule.differs
    assert "claim.objective_met.wins=false" in {one.reading for one in found.readings}  # an open point
    assert found.left_out == 0
    evening = archive.game(archive.game_ids()[0])
    assert recompute(replay_before(evening, archive.rules_of(evening), 20), 20, "MON-15", "en").without is not None


@pytest.mark.parametrize(("lang", "words"), [("it", "usa almeno tanti dadi"), ("en", "uses at least as many dice")])
def test_a_reading_is_listed_and_shown_in_words(place: Path, lang: str, words: str) -> None:
    opened = done(place, "dispute", "open", GAME, "Bruno", "x", "--event", "20", "--rule", "MON-15")
    dispute, name = re.findall(r"d_[0-9A-Z]{8}", opened)[0], "attack.dice_not_fewer=false"
    refused = run(place, "dispute", "ruling", dispute, "upheld", "yes", "--reading", "list", lang=lang)
    assert refused.exit_code == 1
    assert [words in line for line in refused.output.splitlines() if line.startswith(f"{name}\t")] == [True]
    done(place, "dispute", "ruling", dispute, "upheld", "yes", "--reading", name)
    shown = done(place, "dispute", "show", dispute, lang=lang)
    assert words in shown and name not in shown
    assert json.loads(done(place, "dispute", "show", dispute, "--json"))["lines"][1]["fields"]["reading"] == name


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_ruling_is_tried_without_storing(place: Path, lang: str) -> None:
    opened = done(place, "dispute", "open", GAME, "Bruno", "x", "--event", "20")
    dispute, head = re.findall(r"d_[0-9A-Z]{8}", opened)[0], done(place, "head", "--no-qr")
    ruling = ("dispute", "ruling", dispute, "upheld", "yes", "--line", "VOID A 20 {twice}")
    tried = done(place, *ruling, "--dry-run", lang=lang)
    assert "20" in tried and "twice" in tried and done(place, "head", "--no-qr") == head
    done(place, *ruling)
    assert done(place, "head", "--no-qr") != head


def test_the_receipt_has_the_head_as_text_and_qr_code_and_the_file_with_its_hash(place: Path, tmp_path: Path) -> None:
    photo = tmp_path / "foglio.png"
    photo.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    opened = done(place, "dispute", "open", GAME, "Bruno", "twice", "--event", "20", "--qr")
    dispute_id = re.findall(r"d_[0-9A-Z]{8}", opened)[0]
    head = done(place, "head", "--no-qr").strip()
    assert head in opened and qr_text(head) in opened
    kept = done(place, "dispute", "evidence", dispute_id, str(photo), "the sheet", "--by", "B")
    again = done(place, "dispute", "evidence", dispute_id, str(photo), "the sheet", "--by", "B")
    assert "already there" in again and "already there" not in kept
    assert hashlib.sha256(photo.read_bytes()).hexdigest() in kept and "48" in kept
    assert "█" not in kept and "▀" not in kept, "no QR code outside a terminal"


@pytest.mark.parametrize(("lang", "words"), [("it", "sono registrate"), ("en", "are stored")])
def test_an_append_that_exits_with_3_says_that_it_is_stored(place: Path, lang: str, words: str) -> None:
    line = "ATT B TNO>SIA 6:1 -0-1"
    tried = run(place, "append", GAME, line, "--dry-run", lang=lang)
    stored = run(place, "append", GAME, line, lang=lang)
    assert tried.exit_code == stored.exit_code == 3
    assert words in stored.output and words not in tried.output
