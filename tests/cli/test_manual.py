"""The pages of the manual, in Italian and English: every command runs and prints what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_data import demonstration
from plancia_events import read
from plancia_replay.recording.completion import complete
from tests.make_walkthroughs import PAGES, outputs
from tests.season import ROOT, plain

MANUAL = {name: lang for name, lang in PAGES.items() if not name.startswith("season")}


@pytest.mark.parametrize(  # the Italian pages have the same commands
    ("name", "lang"),
    [pytest.param(name, lang, marks=[pytest.mark.soak] if lang == "it" else []) for name, lang in MANUAL.items()],
)
def test_every_command_of_the_page_runs(name: str, lang: str) -> None:
    printed = outputs((ROOT / "docs" / name).read_text("utf-8"), lang)
    for command, shown, told in printed:
        assert not shown or plain(told) == plain("\n".join(shown)), command
        assert not any(word in told for word in ("Usage:", "Uso:", "Traceback", "plancia: ")), (command, told)
    judged = [told for command, _, told in printed if command.startswith("plancia judge") and "--under" not in command]
    assert "MON-15" in judged[0] and "004_2d02180a63ad5a95.txt:12" in judged[0]
    assert ("MON-15" in judged[-1]) == name.startswith("arbiter")  # the first evening ends with its correction


def test_the_notes_are_the_game_of_the_demonstration() -> None:
    notes = Path(ROOT / "docs" / "first-evening" / "appunti.txt").read_text("utf-8")
    game = read(complete(notes).text).games[0]
    whole = read(demonstration()["monopoli.rgn"]).games[0]
    told, known = ([event.TAG for event in one.events if event.TAG != "END"] for one in (game, whole))
    assert told == known and len(game.events) == len(whole.events)
