"""Every command that writes entries gives their receipts; a new one cannot be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_data import samples

FIX = "FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"
STEPS: list[tuple[str, list[str]]] = [  # in an order in which each is allowed
    ("import", ["s1.rgn"]), ("append", ["serata-1", FIX, "--evidence-id", "s-12"]),
    ("cite", ["serata-1", "25", "--evidence-id", "s-13"]),
    ("person alias", ["Anna", "A. Rossi"]), ("person rename", ["Anna", "Anna Blu"]),
    ("person keep", ["Anna", "--basis", "archive of the championship"]),
    ("tournament create", ["t", "--system", "monopoli", "--title", "T"]),
    ("tournament enter", ["t", "Zeno", "Ugo", "Ada", "Ivo", "Lia"]), ("tournament leave", ["t", "Ada"]),
    ("tournament table", ["t", "1", "A", "Zeno", "Ugo"]), ("tournament table", ["t", "1", "B", "Ivo", "Lia"]),
    ("tournament remove", ["t", "1", "B", "formed twice"]),
    ("tournament seat", ["t", "1", "--player", "Ugo", "--instead", "Lia"]),
    ("tournament seat", ["t", "1", "--player", "Lia", "--instead", "Ugo"]),
    ("tournament schedule", ["t", "1", "2026-12-03T21:00"]), ("tournament rename", ["t", "Prova"]),
    ("tournament result", ["t", "1", "A", "Zeno=31.5", "Ugo=20"]),
    ("tournament draw", ["t", "--sizes", "4", "--keep"]), ("tournament undraw", ["t", "2", "--why", "a late entry"]),
    ("tournament draw", ["t", "--sizes", "4", "--keep"]), ("tournament hide", ["t", "opened twice"]),
    ("tournament unhide", ["t"]), ("tournament adjust", ["t", "Zeno", "5", "late"]),
    ("tournament lot", ["t", "Ugo", "Zeno"]),
    ("tournament load", ["t", "more.csv"]), ("tournament remove", ["t", "2", "A", "not played"]),
    ("tournament close", ["t"]), ("tournament reopen", ["t", "recounted"]),
    ("person merge", ["Zeno", "Gino", "--yes"]), ("person part", ["Z"]), ("person erase", ["Ivo", "--yes"]),
    ("dispute open", ["serata-1", "B", "two dice", "--event", "20"]),
    ("dispute evidence", ["D", "s1.rgn", "the sheet"]), ("dispute answer", ["D", "three", "--by", "R"]),
    ("dispute ruling", ["D", "rejected", "as recorded", "--as", "arbiter"]),
    ("dispute appeal", ["D", "no", "--by", "B"]),
    ("dispute ruling", ["D", "rejected", "again", "--as", "arbiter"]),
    ("dispute close", ["D", "over", "--as", "arbiter"]),
    ("append", ["serata-2", "OVER * target"]), ("confirm", ["serata-2", "R"]),
    ("approve", ["serata-1", "--as", "arbiter"]),
    ("withdraw", ["serata-3", "--why", "typed twice"]),
    ("record", ["new.rgn", "--variant", "monopoli", "--player", "rosso=Anna", "--player", "blu=Bruno", "--player",
                "verde=Carla", "--player", "giallo=Dino", "--date", "2026-11-20", "--store"]),
    ("token create", ["table"]), ("token renew", ["table", "--days", "3"]), ("token revoke", ["table"]),
    ("key rotate", []), ("key create", []), ("clock", ["--accept", "the laptop was ahead"]),
]  # fmt: skip


def has_receipt(command: click.Command) -> bool:
    return any("--receipt" in option.opts for option in command.params)


def writing_commands() -> set[str]:
    return {" ".join(path) for path, command in walk_commands(plancia) if has_receipt(command)} - {"verify"}


def test_every_command_with_receipts_is_tried() -> None:
    assert writing_commands() == {name for name, _ in STEPS}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of games; the last one of them is not over."""
    monkeypatch.chdir(tmp_path)
    text = samples()["monopoli-serata.rgn"].decode()
    for number in (1, 2, 3):
        (tmp_path / f"s{number}.rgn").write_text(text.replace("serata-1", f"serata-{number}"), "utf-8")
    (tmp_path / "more.csv").write_text("round,table,player,points\n3,A,Otto,7\n3,A,Ivo,5\n", "utf-8")
    return tmp_path


def run(*arguments: str, typed: str | None = None) -> Result:
    result = CliRunner().invoke(plancia, ["--lang", "en", "-a", "a.db", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def write_ahead() -> None:
    """An entry by a clock that is ahead; nothing is stored after it before the keeper states that."""
    archive = Archive.open("a.db")
    now = archive.log.clock()
    archive.log.clock = lambda: now + 3 * 86_400_000
    archive.people.find_or_make("Domani")
    archive.close()


def test_the_receipts_of_every_command_prove_its_entries(place: Path) -> None:
    assert run("import", "s2.rgn", "s3.rgn").exit_code == 0
    dispute = merged = ""
    for name, arguments in STEPS:
        archive = Archive.open("a.db")
        if name == "person merge":
            merged = archive.people.find(arguments[1]) or ""
        before = archive.last_index() + 1
        if name.startswith("dispute") and not dispute and name != "dispute open":
            dispute = archive.disputes.listed()[0].dispute
        archive.close()
        if name == "key create":
            Path("a.db.key").unlink()
        if name == "clock":
            write_ahead()
        Path("r.json").unlink(missing_ok=True)
        asked = [{"D": dispute, "Z": merged}.get(one, one) for one in arguments]
        done = run(*name.split(), *asked, "--receipt", "r.json", typed="")
        assert done.exit_code in (0, 3), (name, done.output)
        archive = Archive.open("a.db")
        after = archive.last_index() + 1
        found = [json.loads(line) for line in Path("r.json").read_text("utf-8").splitlines()]
        assert after > before and found, name
        assert {before, after - 1} & {one["index"] for one in found}, (name, before, after)
        for receipt in found:
            assert receipt["proof"] and receipt["checkpoint"], name
            result = verify_bundle(json.dumps(receipt).encode())
            assert result.problem is None, (name, result.problem)
        archive.close()
        assert run("verify", "a.db", "--receipt", "r.json").exit_code == 0, name
