"""What is measured on a stored archive, by one form of the kernel: prints JSON.

Audit against a plain read of the same rows, two processes against one, bytes an event, a position in a long game.
The archive holds the games of the corpus, added as any game is; the entries are then copied under fresh names.
"""

from __future__ import annotations

import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import corpus

from plancia_archive import Archive
from plancia_archive.exports.restored_log import ENTRY_COLUMNS
from plancia_events import pack_canonical, read
from plancia_replay import audit, kernel_form, load_ruleset
from plancia_replay.batch.audit import audit_context, seats
from plancia_replay.judging.table_json import state_at
from plancia_replay.kernel import engine
from plancia_replay.rulesets.ruleset import RuleSet

ROWS = "SELECT body FROM entry WHERE log_index BETWEEN ? AND ? AND game LIKE 'g%'"


@cache
def rules() -> RuleSet:
    """The rule-set of all games here."""
    return load_ruleset("torneo@1", {"deck": "risiko-rl"})


def make(path: Path, games: int) -> tuple[int, int, int]:
    """An archive of about so many games; its first and last entry and its events."""
    texts = [corpus.without_checkpoints(text) for text in corpus.texts(1)]
    archive = Archive.open(path, create=True)
    for text in texts:
        archive.add_game(read(text).games[0])
    archive.close()
    db = sqlite3.connect(path)
    low, high = db.execute("SELECT min(log_index), max(log_index) FROM entry WHERE game LIKE 'g%'").fetchone()
    step = high - low + 1
    copies = games // len(texts)
    db.execute(
        f"INSERT INTO entry({', '.join(ENTRY_COLUMNS)}) "
        "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < ?) SELECT log_index + k * ?, "
        "game || '_' || k, first, count, request_id || '_' || k, recorded_at, prev, body, leaf, header "
        "FROM entry, n WHERE log_index BETWEEN ? AND ?",
        [copies - 1, step, low, high],
    )
    db.commit()
    db.close()
    events = sum(text.partition(b"\n\n")[2].count(b"\n") + 1 for text in texts)
    return low, low + step * copies - 1, events * copies


def bodies(path: Path, low: int, high: int) -> list[bytes]:
    """The stored bytes of a range of entries."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    return [row[0] for row in db.execute(ROWS, (low, high))]


def audited(path: Path, low: int, high: int) -> int:
    """Events judged from a range of entries; only the count comes back."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    return sum(audit(row[0], rules()).events for row in db.execute(ROWS, (low, high)))


def spent(act: object, *given: object) -> float:
    """CPU seconds of a call, the least of three."""
    found = []
    for _ in range(3):
        start = time.process_time()
        act(*given)  # type: ignore[operator]
        found.append(time.process_time() - start)
    return min(found)


def share(path: Path, low: int, high: int) -> float:
    """CPU seconds of one process for a range of entries."""
    start = time.process_time()
    audited(path, low, high)
    return time.process_time() - start


def shared(pool: ProcessPoolExecutor, path: Path, parts: list[tuple[int, int]]) -> tuple[float, float]:
    """Seconds by the clock until all parts are audited, and CPU seconds of the longest."""
    start = time.perf_counter()
    jobs = [pool.submit(share, path, *part) for part in parts]
    longest = max(job.result() for job in jobs)
    return time.perf_counter() - start, longest


def processes(path: Path, low: int, high: int) -> tuple[float, float]:
    """One process's time over that of two, spawned and warm, by the clock and by CPU time; medians of five."""
    middle = (low + high) // 2
    halves = [(low, middle), (middle + 1, high)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        shared(pool, path, halves)
        pairs = [(shared(pool, path, [(low, high)]), shared(pool, path, halves)) for _ in range(5)]
    return statistics.median(a[0] / b[0] for a, b in pairs), statistics.median(a[1] / b[1] for a, b in pairs)


def sizes(path: Path, low: int, high: int, events: int) -> tuple[float, float]:
    """Bytes an event: the log with its indices; the same texts packed by zstd, level 19, a game at a time."""
    import backports.zstd as zstd

    db = sqlite3.connect(path)
    for (name,) in db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('entry')"
    ).fetchall():
        if not name.startswith("sqlite_"):
            db.execute(f'DROP TABLE IF EXISTS "{name}"')
    db.commit()
    db.execute("VACUUM")
    db.close()
    cold = sum(len(zstd.compress(body, 19)) for body in bodies(path, low, low + 2))
    return path.stat().st_size / events, cold / sum(body.count(b"\n") for body in bodies(path, low, low + 2))


def positions() -> tuple[float, float]:
    """Milliseconds to the table at any event of a game of 1,100: from its text; and `state_at`, from its objects."""
    text = corpus.without_checkpoints(corpus.texts(1)[0])
    chosen = rules()
    ready = audit_context(chosen)
    game = read(text).games[0]
    chance = random.Random(5)
    where = [chance.randrange(1, len(game.events)) for _ in range(60)]

    def reach() -> None:
        for place in where:
            log = pack_canonical(text)
            table = ready.table(*seats(text[: text.find(b"\n\n")]))
            engine.replay(table, log, chosen.checks, chosen.observers, [], 0, place)

    def show() -> None:
        for place in where:
            state_at(game, place, chosen)

    return spent(reach) / len(where) * 1000, spent(show) / len(where) * 1000


def main(games: int) -> None:
    """Measures and prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        low, high, events = make(path, games)
        plain, judged = spent(bodies, path, low, high), spent(audited, path, low, high)
        clock, cpu = processes(path, low, high)
        hot, cold = sizes(path, low, high, events)
    reached, shown = positions()
    print(json.dumps({
        "form": kernel_form(), "games": games, "events": events, "read_ns": plain / events * 1e9,
        "audit_ns": judged / events * 1e9, "audit_to_read": judged / plain, "two_processes": clock, "two_cpu": cpu,
        "hot": hot, "cold": cold, "position_ms": reached, "state_ms": shown,
    }))  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]))
