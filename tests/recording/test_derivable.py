"""What a page derives without network: the next turn of every game as the module on the page computes it, by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from plancia_events import Game, read
from plancia_replay.judging.table_json import board_json
from plancia_replay.recording.derivable import derivable
from plancia_replay.recording.due import due_in_play
from plancia_replay.recording.play import Play

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "api/plancia_api/static/record"
GAMES = sorted(path for path in (ROOT / "tests/games").glob("*/*.rgn") if path.parent.name != "imported")
TURNS = 6  # of each game
SCRIPT = """
import { ending } from "./ahead.mjs";
import { readFileSync } from "node:fs";
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(({ view, rates }) => {
  const { next, income } = ending(rates)(view).due;
  return [next, income.territories, income.continents, income.left];
})));
"""


def ends_of_turns(path: Path) -> list[tuple[dict[str, Any], list[Any]]]:
    """Some ends of turns: what the page knows before, and who plays with which armies after."""
    game = read(path.read_bytes()).games[0]
    ends = [place for place, event in enumerate(game.events) if event.TAG == "END"]
    found: list[tuple[dict[str, Any], list[Any]]] = []
    for end in ends[:: max(1, len(ends) // TURNS)]:
        before, after = (Play(Game(game.headers, list(game.events[:count]))) for count in (end, end + 1))
        due = due_in_play(after)
        if before.impossible or due.phase != "between" or due.income is None or due.turn == "chance":
            continue
        view = {"board": board_json(before.table), "due": due_in_play(before), "says": []}
        income = [due.income[name] for name in ("territories", "continents", "left")]
        found.append(({"view": view, "rates": derivable(before)["income"]}, [due.next, *income]))
    return found


def test_who_plays_next_with_which_armies_follows_from_the_board(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node")
    for name in ("ahead", "derive"):
        text = (STATIC / f"{name}.js").read_text("utf-8").replace("./derive.js", "./derive.mjs")
        (tmp_path / f"{name}.mjs").write_text(text, "utf-8")
    (tmp_path / "run.mjs").write_text(SCRIPT, "utf-8")
    expected = [one for path in GAMES for one in ends_of_turns(path)]
    said = json.dumps([case for case, _ in expected], default=vars)
    done = subprocess.run([node, str(tmp_path / "run.mjs")], input=said, capture_output=True, text=True, check=True)
    assert len(expected) > 150
    assert json.loads(done.stdout) == [answer for _, answer in expected]
