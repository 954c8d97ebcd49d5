"""A file typed in words of the table, completed: the paper game, marks, what is not understood, two games."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from plancia_cli.main import plancia
from plancia_events import format_event, read, replace_fields
from plancia_replay.recording.completion import complete

HERE = Path(__file__).parent
GAME = read((HERE / "game.rgn").read_text("utf-8")).games[0]
LINES = [format_event(event) for event in GAME.events]
KEYS = (HERE / "keystrokes.txt").read_text("utf-8")


def bare(text: str) -> list[list[str]]:
    """The lines of each game, without the comments."""
    return [[format_event(replace_fields(event, note=None)) for event in game.events] for game in read(text).games]


def test_a_game_typed_in_words_is_completed() -> None:
    completion = complete(GAME.head() + KEYS)
    assert bare(completion.text) == [LINES]
    marks = {what for line in completion.filled for what in line.what}
    assert {"follows", "losses"} <= marks and completion.text.count("filled: losses") == LINES_OF["ATT"]
    assert completion.text.count("END R {filled: follows}") == sum(line == "END R" for line in LINES)


LINES_OF = {tag: sum(line.startswith(tag) for line in LINES) for tag in ("ATT", "END")}


def test_lines_of_the_notation_may_stand_between_the_words() -> None:
    typed = KEYS.splitlines()
    opening = [line for line in LINES if line.split()[0] in ("ROLL", "ORDER", "DEAL", "OBJ", "CLOCK")][:-1]
    mixed = [*opening, "TURN R", "PUT ALA+2 SCA+1", *typed[8:20]]
    text = complete(GAME.head() + "\n".join(mixed) + "\n").text
    assert bare(text)[0] == LINES[: len(bare(text)[0])] and len(bare(text)[0]) > 40


def test_an_event_of_the_users_own_may_stand_between_the_words() -> None:
    typed = KEYS.splitlines()
    text = complete(GAME.head() + "\n".join([*typed[:8], "X-CUP A Nuova Guinea", *typed[8:]]) + "\n").text
    assert "\nX-CUP A Nuova Guinea\n" in text and bare(text.replace("X-CUP A Nuova Guinea\n", "")) == [LINES]


def test_two_games_of_a_file_do_not_touch_each_other() -> None:
    text = GAME.head() + "\n".join(KEYS.splitlines()[:11]) + "\n\n" + GAME.head() + KEYS
    first, second = bare(complete(text).text)
    assert second == LINES and first == LINES[: len(first)] and first[-1].startswith("OCC"), (
        "the last conquest is closed"
    )


def test_what_is_not_understood_stays_as_it_was_typed() -> None:
    typed = KEYS.splitlines()
    text = complete(GAME.head() + "\n".join([*typed[:8], "+3 a", "blah blah", *typed[8:]]) + "\n").text
    assert "\n+3 a\n" in text and "\nblah blah\n" in text
    kept = [line for line in text.splitlines() if line not in ("+3 a", "blah blah")]
    assert bare("\n".join(kept) + "\n") == [LINES]


def test_the_command_writes_the_notation_and_counts_what_followed(tmp_path: Path) -> None:
    (tmp_path / "typed.txt").write_text(GAME.head() + KEYS, encoding="utf-8")
    command = ["--lang", "en", "complete", str(tmp_path / "typed.txt"), "-o", str(tmp_path / "g.rgn")]
    done = CliRunner().invoke(plancia, command)
    assert done.exit_code == 0 and f"losses: {LINES_OF['ATT']}" in done.output
    assert bare((tmp_path / "g.rgn").read_text("utf-8")) == [LINES]
