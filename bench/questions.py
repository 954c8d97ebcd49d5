"""Questions over large archives: `.venv/bin/python bench/questions.py` writes bench/questions.json for the page.

A small archive of synthetic games is projected once; its derived rows are then copied under fresh names until there are
100,000 games (statistics) and a million (paging). Ratios are against one scan of the table of throws in the same run.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from plancia_archive import Archive, Filters
from plancia_archive.statistics import REGISTERED, ask
from plancia_replay.synthetic import Wish, generate

ROOT = Path(__file__).resolve().parent.parent
SEEDS, COPIES, MILLION = 100, 1000, 1_000_000


def timed(act: Callable[[], object], rounds: int = 3) -> float:
    """The median of a few runs, in seconds."""
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def multiply(archive: Archive, copies: int) -> None:
    """Copies the derived rows of every game under fresh names."""
    db = archive.db
    db.execute("CREATE TEMP TABLE n AS WITH RECURSIVE c(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM c "
               f"WHERE k < {copies - 1}) SELECT k FROM c")  # fmt: skip
    total = int(db.execute("SELECT max(number) + 1 FROM game").fetchone()[0])
    db.begin()
    for table in ("game", "seat", "verdict", "score", "facts", "place", "throw", "face", "pair", "conquest"):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
        shown = [
            "game || '_' || k" if c == "game" else f"number + k * {total}" if c == "number" else c for c in columns
        ]
        db.execute(f"INSERT INTO {table}({', '.join(columns)}) SELECT {', '.join(shown)} FROM {table}, n")
    db.commit()
    db.execute("ANALYZE")


def page_ratio(archive: Archive) -> dict[str, float]:
    """The last page of a million games against the first."""
    db = archive.db
    have = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    columns = [row[1] for row in db.execute("PRAGMA table_info(game)").fetchall()]
    total = int(db.execute("SELECT max(number) + 1 FROM game").fetchone()[0])
    shown = ["game || 'x' || k" if c == "game" else f"number + k * {total}" if c == "number" else c for c in columns]
    db.begin()
    db.execute(f"INSERT INTO game({', '.join(columns)}) SELECT {', '.join(shown)} FROM game, n "
               f"WHERE k < {MILLION // have}")  # fmt: skip
    db.commit()
    last = int(db.execute("SELECT max(number) FROM game").fetchone()[0])
    games = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    first = timed(lambda: archive.games(Filters(), None, 50), 9)
    late = timed(lambda: archive.games(Filters(), f"g{last - 60}", 50), 9)
    return {"games": games, "first_ms": first * 1000, "last_ms": late * 1000, "ratio": late / first}


def main() -> None:
    """Measures and writes."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "a.db", create=True)
        for seed in range(SEEDS):
            archive.add_game(generate(Wish("monopoli@1", seed)))
        multiply(archive, COPIES)
        games = int(archive.db.execute("SELECT count(*) FROM game").fetchone()[0])
        throws = int(archive.db.execute("SELECT count(*) FROM throw").fetchone()[0])
        scan = timed(lambda: archive.db.execute("SELECT sum(length(attack_faces)) FROM throw").fetchone())
        rows = []
        for name in REGISTERED:
            spent = timed(lambda name=name: ask(archive.db, name, Filters()), 1)
            rows.append({"statistic": name, "ms": spent * 1000, "scans": spent / scan})
            print(f"{spent / scan:8.1f} scans  {name}", file=sys.stderr)
        result = {"games": games, "throws": throws, "scan_ms": scan * 1000, "rows": rows, "paging": page_ratio(archive)}
        archive.close()
    (ROOT / "bench" / "questions.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result["paging"]), file=sys.stderr)


if __name__ == "__main__":
    main()
