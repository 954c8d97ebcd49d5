"""Questions over large archives: `.venv/bin/python bench/questions.py` writes bench/questions.json for the page.

A small archive of synthetic games is projected once; its derived rows are then copied under fresh numbers and names of
players until there are 100,000 games (statistics) and a million (paging). Ratios are against one scan of the table of
throws in the same run. Questions are also asked of one row an event, in the same SQLite, over copies of the recorded
games of tests/games/imported, which are as long as games are.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from event_rows import fill, measure

from plancia_archive import Archive, Filters
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate

ROOT = Path(__file__).resolve().parent.parent
SEEDS, COPIES, MILLION, CLUBS, RECORDED = 100, 1000, 1_000_000, 200, 500


def timed(act: Callable[[], object], rounds: int = 3) -> float:
    """The median of a few runs, in seconds of this process: the machine may be busy with others."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        act()
        found.append(time.process_time() - start)
    return statistics.median(found)


def copied(column: str, step: int) -> str:
    """A column as a copy has it: another game, another number, the players of another of many clubs."""
    if column == "game":
        return "game || '_' || k"
    if column == "number":
        return f"number + k * {step}"
    if column == "pair":
        return f"replace(pair, ' ', (k % {CLUBS}) || ' ') || (k % {CLUBS})"
    if column in ("player", "player_ref", "winner_ref"):
        return f"{column} || (k % {CLUBS})"
    if column == "date":
        return "CASE k % 2 WHEN 0 THEN '2020-01-01' ELSE '2024-01-01' END"
    return column


def multiply(archive: Archive, first: int, last: int, tables: tuple[str, ...]) -> None:
    """Copies the derived rows of every game under fresh numbers, the copies `first` to `last`."""
    db = archive.db
    db.execute("CREATE TEMP TABLE IF NOT EXISTS n(k INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM n")
    db.execute(f"INSERT INTO n WITH RECURSIVE c(k) AS (SELECT {first} UNION ALL SELECT k + 1 FROM c "
               f"WHERE k < {last}) SELECT k FROM c")  # fmt: skip
    step = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
    db.begin()
    for table in tables:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
        shown = ", ".join(copied(column, step) for column in columns)
        whose = "number" if "number" in columns else "game"
        base = f"{whose} IN (SELECT {whose} FROM game WHERE number < {step})"
        db.execute(f"INSERT INTO {table}({', '.join(columns)}) SELECT {shown} FROM {table}, n WHERE {base}")
    db.commit()
    db.execute("ANALYZE")


def page_ratio(archive: Archive) -> dict[str, float]:
    """The last page of a million games against the first."""
    db = archive.db
    have = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    multiply(archive, COPIES, COPIES * MILLION // have - 1, ("game",))
    last = int(db.execute("SELECT max(number) FROM game").fetchone()[0])
    games = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    first = timed(lambda: archive.games(Filters(), None, 50), 9)
    late = timed(lambda: archive.games(Filters(), f"g{last - 60}", 50), 9)
    return {"games": games, "first_ms": first * 1000, "last_ms": late * 1000, "ratio": late / first}


def against_events(path: Path) -> dict[str, object]:
    """Statistics from facts against one row an event, over copies of the recorded games."""
    archive = Archive.open(path, create=True)
    for file in sorted((ROOT / "tests" / "games" / "imported").glob("*.rgn")):
        archive.add_game(read(file.read_bytes(), file.name).games[0])
    events = fill(archive, RECORDED)
    multiply(archive, 1, RECORDED - 1, (*TABLES_BY_GAME, *BY_NUMBER))
    games = int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
    made = {"games": games, "events": events, "rows": measure(archive)}
    archive.close()
    return made


def against_scans(path: Path) -> dict[str, object]:
    """Every statistic over 100,000 games, and paging over a million, against one scan of the table of throws."""
    archive = Archive.open(path, create=True)
    for seed in range(SEEDS):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    multiply(archive, 1, COPIES - 1, (*TABLES_BY_GAME, *BY_NUMBER))
    games = int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
    throws = int(archive.db.execute("SELECT count(*) FROM throw").fetchone()[0])
    scan = timed(lambda: archive.db.execute("SELECT sum(length(attack_faces)) FROM throw").fetchone())
    rows = []
    for name in REGISTERED:
        spent = timed(lambda name=name: compute_statistic(archive.db, name, Filters(provenance="all")))
        wanted = Filters(provenance="all", variant="monopoli@1", since="2022-01-01")
        half = timed(lambda name=name, wanted=wanted: compute_statistic(archive.db, name, wanted))
        rows.append({"statistic": name, "ms": spent * 1000, "scans": spent / scan, "half": half / scan})
        print(f"{spent / scan:8.1f} {half / scan:8.1f} scans  {name}", file=sys.stderr)
    made = {"games": games, "throws": throws, "scan_ms": scan * 1000, "rows": rows, "paging": page_ratio(archive)}
    archive.close()
    return made


PARTS = {"scans": against_scans, "events": against_events}


def main() -> None:
    """Measures the parts asked for (all unless told) and writes."""
    asked = sys.argv[1:] or list(PARTS)
    path = ROOT / "bench" / "questions.json"
    result = json.loads(path.read_text()) if path.exists() else {}
    result = {part: found for part, found in result.items() if part in PARTS}
    with tempfile.TemporaryDirectory() as folder:
        for part in asked:
            result[part] = PARTS[part](Path(folder) / f"{part}.db")
    path.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
