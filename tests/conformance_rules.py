"""What the conformance files expect: the reading of a file, and for a readable game its judgement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plancia_events import read
from plancia_replay import judge


def expected(file: Path) -> dict[str, Any]:
    """Problems, games in JSON, canonical text; in the folders about rules also verdicts and where replay stops."""
    reading = read(file.read_bytes(), file.name)
    made: dict[str, Any] = {
        "problems": [{"line": p.line, "column": p.column, "code": p.code} for p in reading.problems],
        "games": [game.to_json() for game in reading.games],
        "canonical": [game.text() for game in reading.games],
    }
    if file.parent.name in ("impossible", "illegal", "undecidable"):
        found = judge(reading.games[0], lang="en")
        made["verdicts"] = [[v.event, v.rule_id, v.verdict] for v in found.verdicts]
        made["stopped"] = found.impossible["event"] if found.impossible else None
    return made
