"""--receipt on the commands that write, and what plancia verify says of the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_cli import import_games
from plancia_cli.main import plancia
from plancia_data import messages, samples

TEXT = samples()["monopoli-serata.rgn"].decode()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for number in range(1, 6):
        (tmp_path / f"s{number}.rgn").write_text(TEXT.replace("serata-1", f"serata-{number}"), "utf-8")
    return tmp_path


def run(*arguments: str, lang: str = "en") -> Result:
    result = CliRunner().invoke(plancia, ["--lang", lang, "-a", "a.db", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def receipts(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text("utf-8").splitlines()]


def test_an_import_gives_one_receipt_a_game_and_signs_once(place: Path) -> None:
    told = run("import", "s1.rgn", "s2.rgn", "s3.rgn", "--receipt", "r.json")
    assert told.exit_code == 0 and told.output.count("receipt:") == 1
    kept = receipts("r.json")
    assert len(kept) == 3 and len({one["checkpoint"] for one in kept}) == 1
    archive = Archive.open("a.db")
    assert [one["stream"] for one in kept] == archive.game_ids() and len(archive.checkpoints.signed_notes()) == 1
    archive.close()
    assert run("verify", "r.json", "--key", kept[0]["key"]).exit_code == 0
    intact = run("verify", "a.db", "--receipt", "r.json")
    assert intact.exit_code == 0 and "3 receipts" in intact.output
    again = run("import", "s2.rgn", "--receipt", "again.json")
    assert again.exit_code == 0 and receipts("again.json") == [kept[1]], "stored already: the first receipt"


def test_json_rows_have_the_receipt_also_in_several_batches(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_games, "RECEIPT_BATCH_SIZE", 2)
    done = run("import", *(f"s{number}.rgn" for number in range(1, 6)), "--format", "json", "--receipt", "r.json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["receipt"]["stream"] for row in rows] == [row["game"] for row in rows] and len(rows) == 5
    assert len({row["receipt"]["checkpoint"] for row in rows}) == 3 and "entry" not in rows[0]["receipt"]
    assert [one["index"] for one in receipts("r.json")] == [row["receipt"]["index"] for row in rows]
    dry = run("import", "s1.rgn", "--dry-run", "--format", "json", "--receipt", "dry.json")
    assert "receipt" not in json.loads(dry.stdout.splitlines()[0]) and not Path("dry.json").exists()


def test_every_command_that_writes_gives_one(place: Path) -> None:
    run("import", "s1.rgn", "s2.rgn")
    commands: list[tuple[str, list[str]]] = [
        ("", ["append", "serata-1", "NOTE R {late}"]),
        ("tournament:t", ["tournament", "create", "t", "--system", "monopoli"]),
        ("tournament:t", ["tournament", "enter", "t", "Anna", "Bruno", "Carla", "Dino"]),
        ("tournament:t", ["tournament", "draw", "t", "--keep"]),
        ("tournament:t", ["tournament", "remove", "t", "1", "A", "formed twice"]),
        ("tournament:t", ["tournament", "table", "t", "1", "A", "Anna", "Bruno", "Carla", "Dino"]),
        ("tournament:t", ["tournament", "result", "t", "1", "A", "Anna=40", "Bruno=20", "Carla=10", "Dino=0"]),
        ("tournament:t", ["tournament", "adjust", "t", "Dino", "2", "late"]),
        ("tournament:t", ["tournament", "lot", "t", "Anna", "Bruno"]),
        ("tournament:t", ["tournament", "leave", "t", "Dino"]),
        ("tournament:t", ["tournament", "close", "t"]), ("tournament:t", ["tournament", "reopen", "t", "recounted"]),
        ("dispute:", ["dispute", "open", "serata-1", "B", "two dice", "--event", "20"]),
        ("approval:", ["approve", "serata-2"]), ("approval:", ["approve", "serata-2", "--undo", "--why", "a photo"]),
        ("withdrawal:", ["withdraw", "serata-2", "--why", "typed twice"]),
        ("withdrawal:", ["withdraw", "serata-2", "--why", "no", "--undo"]),
    ]  # fmt: skip
    for stream, command in commands:
        done = run(*command[:1], *command[1:], "--receipt", "r.json")
        assert done.exit_code in (0, 3), done.output
        (kept,) = receipts("r.json")
        archive = Archive.open("a.db")
        assert kept["stream"].startswith(stream) and kept["index"] == archive.last_index(), command
        archive.close()
    claim = run("dispute", "list", "--format", "json")
    dispute = json.loads(claim.stdout)[0]["dispute"]
    added = run("dispute", "answer", dispute, "three", "--by", "G", "--receipt", "-")
    assert json.loads(added.stdout.splitlines()[-1])["stream"] == f"dispute:{dispute}"
    shown = json.loads(run("append", "serata-1", "NOTE R {again}", "--format", "json").stdout)
    assert shown["receipt"]["stream"] == shown["game"]


def test_a_file_that_cannot_be_written_stops_before_anything_is_stored(place: Path) -> None:
    run("import", "s1.rgn")
    for name in (".", "a.db"):
        refused = run("append", "serata-1", "NOTE R {late}", "--receipt", name)
        assert refused.exit_code == 1 and "version" not in refused.stdout
    kept = run("append", "serata-1", "NOTE R {late}", "--receipt", "r.json")
    assert kept.exit_code == 0 and run("verify", "r.json", "--receipt", "r.json").exit_code == 2
    assert run("verify", "a.db", "--receipt", "s2.rgn").exit_code == 1


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_bundle_that_is_written_says_what_it_contains_and_how_to_check_it(place: Path, lang: str) -> None:
    run("import", "s1.rgn")
    archive = Archive.open("a.db")
    game = archive.game_ids()[0]
    archive.close()
    written = run("prove", "serata-1", "-o", "my bundle.json", lang=lang)
    head = run("head", "--no-qr").output.strip()
    assert written.exit_code == 0 and head in written.output and game in written.output
    assert str(Path("my bundle.json").stat().st_size) in written.output and "'my bundle.json'" in written.output
    assert "plancia verify" in written.output and "docs/verify/index.html" in written.output
    plain = run("prove", "serata-1")
    assert json.loads(plain.stdout)["format"] == "plancia-bundle/1"


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_head_that_does_not_fit_says_what_the_reader_can_do(place: Path, lang: str) -> None:
    run("import", "s1.rgn")
    origin, size, root = run("head", "--no-qr").output.split()
    wrong = f"{origin} {size} {'B' if root[0] == 'A' else 'A'}{root[1:]}"
    told = run("verify", "--head", wrong, lang=lang)
    assert told.exit_code == 3 and messages("cli", lang)["advice.head-root"] in told.output
    other = run("verify", "--head", f"other.example/a {size} {root}", lang=lang)
    assert messages("cli", lang)["advice.head-origin"] in other.output
    longer = run("verify", "--head", f"{origin} {int(size) + 9} {root}", lang=lang)
    assert longer.output.count(messages("cli", lang)["advice.shorter"]) == 1
    assert "advice" not in run("verify", "--head", f"{origin} {size} {root}").output


def test_evidence_of_a_correction_is_told_and_has_a_receipt_of_its_own(place: Path) -> None:
    run("import", "s1.rgn")
    (place / "foglio.jpg").write_bytes(b"\xff\xd8\xff photo")
    fix = "FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"
    tried = run("append", "serata-1", fix, "--evidence-id", "d_0123ABCD", "--dry-run")
    assert tried.exit_code == 1 and "d_0123ABCD" in tried.output
    run("append", "serata-1", fix, "--evidence", "foglio.jpg", "--about", "the sheet of table 3", "--receipt", "r.json")
    kept = receipts("r.json")
    assert [one["stream"].partition(":")[0] for one in kept][1] == "correction" and kept[1]["index"] > kept[0]["index"]
    cited = run("cite", "serata-1", "25", "--evidence-id", "foglio-12", "--as", "arbiter", "--receipt", "c.json")
    assert cited.exit_code == 0 and receipts("c.json")[0]["stream"] == kept[1]["stream"]
    cite = ["cite", "serata-1", "25", "--evidence-id", "foglio-12", "--as", "arbiter"]
    assert "already there" in run(*cite, "--receipt", "d.json").output
    assert receipts("d.json")[0]["index"] == receipts("c.json")[0]["index"]
    for name in ("r.json", "c.json"):
        assert run("verify", name, "--key", kept[0]["key"]).exit_code == 0
    for lang in ("it", "en"):
        told = run("corrections", "serata-1", lang=lang).output
        assert "the sheet of table 3" in told and "foglio-12" in told and "image/jpeg" in told
    item = json.loads(run("corrections", "serata-1", "--json").output)["items"][0]
    assert [one["id"] or one["media"] for one in item["references"]] == ["image/jpeg", "foglio-12"]
    changed = {colour: pair for colour, pair in item["scores"].items() if pair[0] != pair[1]}
    told = run("corrections", "serata-1", lang="en").output
    unknown, words = messages("cli", "en")["open"], messages("cli", "en")["correction-score"]
    for colour, (before, after) in changed.items():
        scores = [unknown if value is None else value for value in (before, after)]
        assert words.format(colour=colour, before=scores[0], after=scores[1]) in told
    assert changed
    rows = run("corrections", "serata-1", "--format", "csv").output
    assert "foglio-12" in rows
    bare = run("cite", "serata-1", "25")
    assert bare.exit_code == 2 and "or both" in bare.output and "--evidence-id ID" in bare.output
    assert run("cite", "serata-1", "17", "--evidence-id", "x").exit_code == 1
    assert run("cite", "serata-1", "25", "--evidence-id", "d_nonexist").exit_code == 1
    (place / "empty.jpg").write_bytes(b"")
    for command in (["cite", "serata-1", "25"], ["append", "serata-1", "VOID A 19 {no}", "--dry-run"]):
        empty = run(*command, "--evidence", "empty.jpg")
        assert empty.exit_code == 1 and "is empty, empty.jpg" in empty.output and "smaller" not in empty.output
    for lang, says in (("it", "nessuna delle righe"), ("en", "none of the lines")):
        refused = run("append", "serata-1", "TURN B", "--evidence", "foglio.jpg", lang=lang)
        assert refused.exit_code == 1 and says in refused.output and "foglio.jpg" in refused.output
    run("prove", "serata-1", "-o", "b.json")
    proven = run("verify", "b.json").output
    assert "event no. 25" in proven and "foglio-12" in proven
    assert run("verify", "a.db").exit_code == 0
