"""The rival of the fact tables: one row an event in the same SQLite, asked the same questions in plain SQL."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from plancia_archive import Archive, Filters
from plancia_archive.facts import odds
from plancia_archive.statistics import compute_statistic

TABLE = """CREATE TABLE event(game INTEGER NOT NULL, n INTEGER NOT NULL, tag TEXT NOT NULL, actor TEXT NOT NULL,
  source TEXT, target TEXT, attack TEXT, defence TEXT, attack_losses INTEGER, defence_losses INTEGER, armies INTEGER,
  words TEXT, rival TEXT, PRIMARY KEY(game, n)) STRICT, WITHOUT ROWID"""
WHO = "CREATE TABLE who(game INTEGER, colour TEXT, player TEXT, PRIMARY KEY(game, colour)) STRICT, WITHOUT ROWID"
EXACT = "CASE length(attack) * 10 + length(defence) " + " ".join(
    f"WHEN {mine}{yours} THEN {odds.scaled_moments(mine, yours)[0]}" for mine in (1, 2, 3) for yours in (1, 2, 3)
) + " END"  # fmt: skip
FACES = " UNION ALL ".join(f"SELECT {place} AS k" for place in range(1, 7))
QUESTIONS = {
    "dice": "SELECT player, substr(d, k, 1) AS face, count(*) FROM (SELECT game, actor AS colour, attack AS d FROM "
    "event "
    "WHERE tag = 'ATT' UNION ALL SELECT game, CASE rival WHEN '-' THEN actor ELSE rival END, defence FROM event "
    f"WHERE tag = 'ATT') JOIN ({FACES}) ON k <= length(d) JOIN who USING (game, colour) GROUP BY 1, 2",
    "throws": "SELECT length(attack), length(defence), attack_losses, defence_losses, count(*) FROM event "
    "WHERE tag = 'ATT' GROUP BY 1, 2, 3, 4",
    "luck": "SELECT player, count(*), sum(gain), sum(due) FROM (SELECT game, actor AS colour, defence_losses - "
    f"attack_losses AS gain, {EXACT} AS due FROM event WHERE tag = 'ATT' UNION ALL SELECT game, rival, attack_losses - "
    f"defence_losses, -{EXACT} FROM event WHERE tag = 'ATT') JOIN who USING (game, colour) GROUP BY 1",
    "lengths": "SELECT sum(tag = 'TURN'), sum(tag = 'ATT'), sum(tag = 'OCC'), sum(tag = 'TRIS'), sum(tag = 'DRAW'), "
    "sum(tag = 'EROLL'), sum(tag = 'PASS') FROM event GROUP BY game",
    "conquests": "SELECT target, source, count(*), 0 FROM event WHERE tag = 'OCC' GROUP BY 1, 2 UNION ALL "
    "SELECT target, '', 0, count(DISTINCT game) FROM event WHERE tag = 'OCC' GROUP BY 1",
    "sets": "SELECT substr(words, instr(words, '=') + 1), count(*) FROM event WHERE tag = 'TRIS' GROUP BY 1",
    "eliminations": "SELECT e, count(*) FROM (SELECT game, sum(tag = 'ELIM') AS e FROM event GROUP BY game) GROUP BY 1",
    "closing-throws": "SELECT e, count(*) FROM (SELECT game, sum(tag = 'EROLL') AS e FROM event GROUP BY game) GROUP "
    "BY 1",
    "results-by-seat": "SELECT (instr(o.words, w.actor) + 1) / 2, count(*) FROM event o JOIN (SELECT game, "
    "substr(words, -1) AS actor FROM event WHERE tag = 'OVER') w USING (game) WHERE o.tag = 'ORDER' GROUP BY 1",
}


def fill(archive: Archive, copies: int) -> int:
    """Writes the events of all games as rows, so many copies of each; how many rows."""
    db = archive.db
    db.execute(TABLE)
    db.execute(WHO)
    ids = archive.game_ids()
    db.begin()
    for place, game_id in enumerate(ids):
        game = archive.game(game_id)
        rivals = dict(db.execute("SELECT event, defender FROM throw WHERE game = ?", [game_id]).fetchall())
        rows = [(*columns(n, event), rivals.get(n)) for n, event in enumerate(game.events, start=1)]
        for copy in range(copies):
            at = place + copy * len(ids)
            db.conn.executemany(f"INSERT INTO event VALUES ({', '.join('?' * 13)})", [(at, *row) for row in rows])
            db.conn.executemany("INSERT INTO who VALUES (?, ?, ?)", [(at, *seat) for seat in game.players.items()])
    db.commit()
    return int(db.execute("SELECT count(*) FROM event").fetchone()[0])


def columns(number: int, event: Any) -> tuple[Any, ...]:
    """An event as the columns of its row, without the rival."""
    source, target = getattr(event, "source", None), getattr(event, "target", None)
    lost, slain, dice, words = None, None, ("", ""), None
    if event.TAG == "ATT":
        lost, slain = event.attack_losses, event.defence_losses
        dice = "".join(map(str, event.attack_dice)), "".join(map(str, event.defence_dice))
    elif event.TAG == "ORDER":
        words = " ".join(event.order)
    elif event.TAG == "TRIS":
        words = f"={event.base}+{event.bonus}"
    elif event.TAG == "OVER":
        words = f"{event.reason} {event.winner or '-'}"
    return (number, event.TAG, event.actor, source, target, *dice, lost, slain, getattr(event, "armies", None), words)


def spent(act: Callable[[], object], rounds: int) -> float:
    """The median of some runs, in seconds of this process."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        act()
        found.append(time.process_time() - start)
    return statistics.median(found)


def measure(archive: Archive) -> list[dict[str, Any]]:
    """Each question of one row an event against the registered statistic over as many games."""
    archive.db.execute("ANALYZE")
    made = []
    for name, statement in QUESTIONS.items():
        events = spent(lambda statement=statement: archive.db.execute(statement).fetchall(), 3)
        facts = spent(lambda name=name: compute_statistic(archive.db, name, Filters(provenance="all")), 15)
        made.append({"statistic": name, "events_ms": events * 1000, "facts_ms": facts * 1000, "ratio": events / facts})
        print(f"{events / facts:8.1f} times  {name}", file=sys.stderr)
    return made
