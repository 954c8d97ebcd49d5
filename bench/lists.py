"""Lists over large archives: `.venv/bin/python bench/lists.py` writes bench/lists.json for the page of performance.

A few real games stand at both ends of a log of a million; between them stand copies of their derived rows under fresh
names, spread over evenings, days and players. The last page of every list, by every filter, is measured against its
first, over HTTP and by its cursor, and against the same page of an archive of ten thousand games; CPU time.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive, Filters
from plancia_replay.synthetic import GameSpec, generate

ROOT = Path(__file__).resolve().parent.parent
SMALL, LARGE, ROUNDS = 10_000, 1_000_000, 9
EVENINGS, DAYS, PLAYERS = 20_000, 9_000, 500
ZERO = "zeroblob(32)"
GAMES: dict[str, dict[str, str]] = {
    "all": {}, "variant with edition": {"variant": "monopoli@1"}, "variant by its name": {"variant": "rcm"},
    "one evening": {"event": "evening 7"}, "one player": {"player": "p_00000007"},
    "one winner": {"winner": "p_00000007"}, "one day": {"since": "2010-05-05", "until": "2010-05-05"},
    "the later half of the days": {"since": "2012-06-01"}, "the first year": {"until": "2000-12-31"},
    "one player, the last year": {"player": "p_00000007", "since": "2024-01-01"},
    "a variant, the last year": {"variant": "monopoli@1", "since": "2024-01-01"}, "illegal": {"illegal": "true"},
    "without illegal": {"illegal": "false"}, "completeness, most": {"completeness": "full"},
    "completeness, few": {"completeness": "result-only"}, "provenance": {"provenance": "synthetic"},
    "player and variant": {"player": "p_00000007", "variant": "monopoli@1"},
    "variant and illegal": {"variant": "monopoli@1", "illegal": "true"},
}  # fmt: skip
FINDINGS: dict[str, dict[str, str]] = {
    "all": {}, "illegal": {"verdict": "illegal"}, "a number, common": {"rule_id": "MON-15"},
    "a number, rare": {"rule_id": "MON-10"}, "one evening": {"event": "evening 8"},
    "one player": {"player": "p_00000007"},
}  # fmt: skip


def real(archive: Archive, first: int) -> None:
    """Twenty games of two variants, some with findings."""
    for seed in range(first, first + 10):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
        archive.add_game(generate(GameSpec("rcm@1", seed)))


def filled(path: Path, games: int) -> Archive:
    """An archive of so many games: real ones at both ends, copies of their rows between."""
    archive = Archive.open(path, create=True)
    real(archive, 0)
    copied(archive, games)
    real(archive, 100)
    return archive


def copied(archive: Archive, games: int) -> None:
    """Copies the rows of the first games under fresh names, with entries of the log that hold their place."""
    db = archive.db
    first = int(db.execute("SELECT max(log_index) + 1 FROM entry").fetchone()[0])
    had = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    db.begin()
    db.execute("PRAGMA cache_size = -400000")
    db.execute("CREATE TEMP TABLE old AS SELECT game, row_number() OVER (ORDER BY number) - 1 AS at FROM game")
    db.execute("CREATE TEMP TABLE n AS WITH RECURSIVE c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c "
               f"WHERE k < {games - 1}) SELECT k, {first} + k AS number, printf('g_%018x', k) AS name, "
               f"k % {had} AS at FROM c")  # fmt: skip
    db.execute("CREATE UNIQUE INDEX temp.n_name ON n(name)")
    values = {
        "number": "n.number", "event": f"'evening ' || (k % {EVENINGS})", "provenance": "'synthetic'",
        "date": f"date('2000-01-01', '+' || (k * {DAYS} / {games}) || ' days')",
        "winner_ref": f"printf('p_%08d', k * 31 % {PLAYERS})", "illegal": "k % 10 = 0",
        "completeness": "iif(k % 1000 = 7, 'result-only', 'full')",
        "player_ref": f"printf('p_%08d', (k * 31 + unicode(colour)) % {PLAYERS})",
    }  # fmt: skip
    for table in ("game", "seat", "place"):
        columns = [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
        shown = ["n.name" if c == "game" else values.get(c, f"t.{c}") for c in columns]
        db.execute(f"INSERT INTO {table}({', '.join(columns)}) SELECT {', '.join(shown)} FROM n JOIN old USING (at) "
                   f"JOIN {table} t ON t.game = old.game ORDER BY n.name")  # fmt: skip
    kinds = "iif(k % 10000 = 8, 'MON-10', 'MON-15'), iif(k % 10 = 0, 'illegal', 'warning')"
    facts = '{"defender_dice": 3, "attacker_dice": 2, "source": "CIN", "target": "SIA"}'
    db.execute("INSERT INTO verdict(game, place, event, rule, rule_id, verdict, facts, cite) SELECT name, p, 20 + p, "
               f"'attack.dice_not_fewer', {kinds}, '{facts}', '004_2d02180a63ad5a95.txt:12' "
               "FROM n, (SELECT 0 AS p UNION ALL SELECT 1) WHERE k % 2 = 0 ORDER BY name, p")  # fmt: skip
    db.execute("INSERT INTO champion(player, number) SELECT winner_ref, number FROM game "
               f"WHERE winner_ref IS NOT NULL AND number >= {first}")  # fmt: skip
    db.execute("INSERT INTO person(player_ref, name) SELECT printf('p_%08d', k), 'Player ' || k "
               "FROM n WHERE k < 100000")  # fmt: skip
    db.execute("INSERT INTO entry(log_index, game, first, count, request_id, recorded_at, prev, body, leaf) "
               f"SELECT number, name, 0, 1, name, 0, {ZERO}, x'0a', {ZERO} FROM n ORDER BY number")  # fmt: skip
    db.commit()
    db.execute("ANALYZE")


def timed(act: Callable[[], object]) -> float:
    """The median of some runs, in milliseconds of CPU; the first, which warms, does not count."""
    found = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        act()
        found.append(time.process_time() - start)
    return statistics.median(found[1:]) * 1000


def asked(client: FlaskClient, path: str, query: dict[str, str]) -> dict[str, Any]:
    """A page over HTTP."""
    answer = client.get("/api/v1" + path + "?" + "&".join(f"{name}={quote(value)}" for name, value in query.items()))
    assert answer.status_code == 200, answer.get_data(as_text=True)
    found: dict[str, Any] = answer.get_json()
    return found


def late_cursor(archive: Archive, path: str, query: dict[str, str]) -> str | None:
    """A cursor some sixty rows before the end, None where all is one page."""
    beside = ("verdict", "rule_id", "position")
    given: dict[str, Any] = {name: value for name, value in query.items() if name not in beside}
    if "illegal" in given:
        given["illegal"] = given["illegal"] == "true"
    conditions, values = Filters(**given).clauses()
    if path == "/players":
        row = archive.db.execute("SELECT player_ref FROM person ORDER BY player_ref DESC LIMIT 1 OFFSET 60").fetchone()
        return str(row[0])
    if path == "/tournaments":
        return f"t{archive.tournaments.page(-1, 10**6)[-60][0]}"
    if path == "/verdicts":
        for name in ("rule_id", "verdict"):
            if name in query:
                conditions.append(f"game IN (SELECT game FROM verdict WHERE {name} = ?)")
                values.append(query[name])
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    statement = f"SELECT number FROM game NOT INDEXED {where} ORDER BY number DESC LIMIT 61"
    rows = archive.db.execute(statement, values).fetchall()
    if len(rows) < 61:
        return None
    return {"/verdicts": f"v{rows[-1][0]}-0", "/search": f"s{rows[19][0]}-0"}.get(path, f"g{rows[-1][0]}")


def measured(archive: Archive) -> list[dict[str, Any]]:
    """Every list by every filter: first and last page, in milliseconds."""
    client = create_app(archive, bulk_per_minute=10**9).test_client()
    lists = [("/games", name, query) for name, query in GAMES.items()]
    lists += [("/verdicts", name, query) for name, query in FINDINGS.items()]
    lists += [("/players", "all", {}), ("/tournaments", "all", {})]
    lists.append(("/search", "a position", {"position": "SIA=x>=3", "limit": "5"}))
    rows = []
    for path, name, query in lists:
        after = late_cursor(archive, path, {k: v for k, v in query.items() if k != "limit"})
        first = timed(lambda path=path, query=query: asked(client, path, query))  # type: ignore[misc]
        end = {**query, **({"after": after} if after else {})}
        last = timed(lambda path=path, end=end: asked(client, path, end))  # type: ignore[misc]
        rows.append({"list": path, "filter": name, "first_ms": first, "last_ms": last})
        print(f"{path:12} {name:22} {first:9.2f} {last:9.2f}", file=sys.stderr)
    return rows


def run(games: int) -> dict[str, Any]:
    """The lists of an archive of so many games, and the whole list as one stream."""
    with tempfile.TemporaryDirectory() as folder:
        archive = filled(Path(folder) / "a.db", games)
        for place in range(200):
            archive.tournaments.append(f"t-{place}", [{"kind": "opened", "title": "T", "system": "open"}])
        print(f"{archive.count()} games", file=sys.stderr)
        rows = measured(archive)
        client = create_app(archive).test_client()
        start, size = time.process_time(), 0
        for piece in client.get("/api/v1/games.ndjson", buffered=False).response:
            size += len(piece)
        spent = time.process_time() - start
        count = archive.count()
        found = {"games": count, "rows": rows, "stream_rows_s": count / spent, "stream_mb": size / 1e6}
        archive.close()
    return found


def table() -> list[str]:
    """The table for the page of performance, where this was run."""
    path = ROOT / "bench" / "lists.json"
    if not path.exists():
        return []
    found = json.loads(path.read_text())
    small, large = found["small"], found["large"]
    lines = [
        "",
        "## Lists",
        "",
        f"Made by `bench/lists.py`: pages of 50 over HTTP, CPU time, medians of {ROUNDS}; {large['games']} games",
        f"against {small['games']}, whose pages are less full where a filter leaves few. All games as NDJSON in one",
        f"answer: {large['stream_rows_s']:.0f} rows a second, {large['stream_mb']:.0f} MB.",
        "",
        "| list | filter | first page, ms | last page, ms | last / first | last / last of the small one |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    before = {(row["list"], row["filter"]): row for row in small["rows"]}
    for row in large["rows"]:
        first, last = row["first_ms"], row["last_ms"]
        against = last / before[row["list"], row["filter"]]["last_ms"]
        ratios = f"{last / first:.1f} | {against:.1f}"
        lines.append(f"| `{row['list']}` | {row['filter']} | {first:.2f} | {last:.2f} | {ratios} |")
    return lines


def main() -> None:
    """Measures and writes."""
    small = run(int(sys.argv[1]) if len(sys.argv) > 1 else SMALL)
    large = run(int(sys.argv[2]) if len(sys.argv) > 2 else LARGE)
    (ROOT / "bench" / "lists.json").write_text(json.dumps({"small": small, "large": large}, indent=1) + "\n")


if __name__ == "__main__":
    main()
