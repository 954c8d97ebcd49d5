"""plancia record: a whole evening from standard input, undo, resumption after a kill, and a terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_events import format_event, read

HERE = Path(__file__).parents[1] / "recording"
PAPER = read((HERE / "game.rgn").read_text("utf-8")).games[0]
LINES = [format_event(event) for event in PAPER.events]
OPENING = "mon\nros Anna, blu Bruno, ver Gino, ner Nadia\n\n27/11/2026\nf\n"
SAID = (HERE / "keystrokes.txt").read_text("utf-8")
NEW = ("--variant", "monopoli", "--player", "rosso=Anna", "--player", "blu=Bruno", "--player", "verde=Gino",
       "--player", "nero=Nadia", "--date", "2026-11-27")  # fmt: skip
DEALT = "".join(SAID.splitlines(keepends=True)[:7])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def record(said: str, *words: str, lang: str = "en") -> tuple[int, str]:
    done = CliRunner().invoke(plancia, ["--lang", lang, "-a", "a.db", "record", "g.rgn", *words], input=said)
    return done.exit_code, done.output


def lines() -> list[str]:
    game = read(Path("g.rgn").read_text("utf-8")).games[0]
    return [format_event(event) for event in game.events]


def test_a_whole_evening_from_the_first_question_to_the_receipt() -> None:
    """1,600 keystrokes at most, the opening among them; the game is stored with its receipt."""
    said = OPENING + SAID
    assert len(said) <= 1600
    code, output = record(said, "--store", "--receipt", "r.json")
    assert code == 0 and lines() == LINES
    headers = dict(read(Path("g.rgn").read_text("utf-8")).games[0].headers)
    wanted = {name: value for name, value in PAPER.headers if name != "Game"}
    assert headers == wanted and Path("r.json").is_file()
    archive = Archive.open("a.db")
    (game,) = archive.game_ids()
    assert game in output and [format_event(event) for event in archive.game(game).events] == LINES


def test_a_file_is_continued_where_it_was_left() -> None:
    said = SAID.splitlines(keepends=True)
    assert record("".join(said[:60]), *NEW)[0] == 0
    assert 0 < len(lines()) < len(LINES)
    assert record("".join(said[60:]))[0] == 0 and lines() == LINES


def test_illegal_is_kept_with_its_sentence_and_a_slip_is_undone() -> None:
    code, output = record(DEALT + "+3 cina\n", *NEW)
    assert code == 3 and lines()[-1] == "PUT R CIN+3" and "Red" in output and "China" in output
    code, output = record("annulla\n+3 alaska\n")
    assert lines()[-1] == "PUT R ALA+3" and code == 0


def test_what_is_unclear_is_told_and_the_rest_is_kept() -> None:
    code, output = record(DEALT + "+3 a\nwhat is this\n+3 alaska\n", *NEW, lang="it")
    assert code == 1 and "Alaska" in output and "Afghanistan" in output and lines()[-1] == "PUT R ALA+3"


def test_answers_that_are_missing_or_wrong() -> None:
    assert record("")[0] == 1 and not Path("g.rgn").exists()
    for opening in ("nope\n", "mon\nrosso\n", "mon\nrosso Anna, rosso Bruno\n", "mon\nrosso Anna, blu Bruno\n"):
        code, output = record(opening)
        assert code == 1 and "Traceback" not in output, opening
    Path("g.rgn").write_text("nothing")
    assert record("")[0] == 1


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "plancia_cli", "--lang", "it", "record", "g.rgn", *words]


def test_nothing_said_is_lost_when_the_program_is_killed() -> None:
    with subprocess.Popen(command(*NEW), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        assert running.stdin is not None
        running.stdin.write(DEALT + "+3 alaska\nalaska tno 654 32\n")
        running.stdin.flush()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (
            Path("g.rgn").exists() and lines()[-1:] == ["ATT R ALA>TNO 654:32 -0-2"]
        ):
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGKILL)
    assert lines()[-2:] == ["PUT R ALA+3", "ATT R ALA>TNO 654:32 -0-2"]
    assert record("5\n")[0] == 0 and lines()[-1] == "OCC R ALA>TNO 5", "armies that move in are still asked for"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_it_asks_shows_what_is_due_and_what_breaks_a_rule() -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, command())
    shown = ""

    def until(text: str) -> None:
        nonlocal shown
        deadline = time.monotonic() + 20
        while text not in shown and time.monotonic() < deadline:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                shown += os.read(terminal, 65536).decode("utf-8", errors="replace")
            except OSError:
                break
        assert text in shown, shown[-2000:]
        shown = shown.partition(text)[2]

    def say(text: str) -> None:
        os.write(terminal, text.encode() + b"\n")

    for question, answer in (
        ("Con quali regole", "mon"), ("Chi gioca", "rosso Anna, blu Bruno, verde Gino, nero Nadia"), ("serata?", ""),
        ("giorno?", ""), ("foglio?", "f"), ("Ordine di gioco", "dadi 6532"), ("Territori di Rosso", ""),
    ):  # fmt: skip
        until(question)
        say(answer)
    for line in DEALT.splitlines()[1:5]:
        say(line)
    until("Obiettivi da dare")
    say("+3 cina")
    until("ILLEGALE")
    until("uno sbaglio: annulla")
    say("annulla")
    until("- PUT R CIN+3")
    say("+3 alas")
    until("PUT R ALA+3")
    say("esci")
    until("g.rgn: ")
    assert os.waitpid(pid, 0)[1] == 0
    os.close(terminal)
    assert lines()[-1] == "PUT R ALA+3"
