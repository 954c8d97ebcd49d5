"""Players against each other and against time: head to head, streaks, records."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any

from plancia_archive.statistics.measures import figure, shares
from plancia_archive.statistics.odds import SCALE
from plancia_archive.statistics.registry import ENDED, PLAYED, Rows, Scope, statistic


@statistic(
    "head-to-head", "Scontri diretti", "Head to head", ENDED,
    "Partite giocate da due giocatori allo stesso tavolo, chi le ha vinte (la quota è del primo), chi ha fatto più "
    "punti.",
)  # fmt: skip
def head_to_head(scope: Scope) -> Rows:
    """Games that two players shared, who won them (the share is the first one's), and who had more points."""
    seated = "1" if scope.seat is None else f"{scope.seat} IN (seat, rival_seat)"
    return shares(scope.table(
        "SELECT player, rival, count(*) AS games, sum(won) AS wins, sum(rival_won) AS rival_wins, sum(ahead) AS ahead, "
        f"sum(behind) AS behind FROM duel WHERE {{games}} AND {seated} GROUP BY player, rival ORDER BY 3 DESC, 1, 2"
    ), "wins", "games")  # fmt: skip


@statistic(
    "streaks", "Serie di vittorie", "Winning streaks", ENDED,
    "La serie più lunga di vittorie di ognuno nell'ordine del registro, quella in corso, e le più lunghe senza "
    "vincere.",
)  # fmt: skip
def streaks(scope: Scope) -> Rows:
    """The longest run of wins of each player in the order of the log, the run he is on, and the longest without one."""
    _, rows = scope.tuples(
        f"SELECT player, won FROM part WHERE {{games}} AND {scope.seated()} ORDER BY player, number, colour"
    )
    found: Rows = []
    for player, group in groupby(rows, itemgetter(0)):
        whole = "".join("1" if won else "0" for _, won in group)
        found.append({
            "player": player, "longest": longest(whole, "0"), "current": len(whole) - len(whole.rstrip("1")),
            "without": longest(whole, "1"), "current_without": len(whole) - len(whole.rstrip("0")),
        })  # fmt: skip
    return sorted(found, key=lambda row: (-int(row["longest"]), row["player"]))


def longest(letters: str, parting: str) -> int:
    """The longest run between two of the parting letters."""
    return max(map(len, letters.split(parting)))


GAME_RECORDS = (
    ("rounds", "rounds", "most"), ("rounds", "rounds", "least"), ("turns", "turns", "most"),
    ("turns", "turns", "least"), ("attacks", "attacks", "most"), ("conquests", "conquests", "most"),
    ("sets", "sets", "most"), ("eliminations", "eliminations", "most"), ("end-rolls", "end_rolls", "most"),
    ("conquests-in-a-turn", "in_a_turn", "most"), ("margin", "margin", "most"), ("margin", "margin", "least"),
)  # fmt: skip
PLAYER_RECORDS = (
    ("score", "half_points", "most"), ("winning-score", "CASE WHEN won THEN half_points END", "least"),
    ("losing-score", "CASE WHEN NOT won THEN half_points END", "most"), ("players-eliminated", "felled", "most"),
    ("luck", f"CASE WHEN throws THEN gain * {SCALE} - due END", "most"),
    ("luck", f"CASE WHEN throws THEN gain * {SCALE} - due END", "least"),
)  # fmt: skip
HALVES = ("margin", "score", "winning-score", "losing-score")
WORD = 2**32  # a figure and the number of its game are packed into one integer, so that one scan finds all records


@statistic(
    "records", "Primati", "Records", PLAYED,
    "La partita più lunga e la più corta, il punteggio più alto, il più basso di chi ha vinto, il distacco, la "
    "fortuna e altri primati: il valore, la prima partita che l'ha raggiunto e il giocatore.",
)
def records(scope: Scope) -> Rows:
    """The longest and the shortest game, the highest score, the lowest of a winner, the margin, luck and other
    records: the figure, the first game that reached it, and the player."""
    found: Rows = []
    for table, wanted in (("facts", GAME_RECORDS), ("part", PLAYER_RECORDS)):
        columns = [
            f"max(({value}) * {WORD} + {WORD - 1} - number)" if kind == "most" else f"min(({value}) * {WORD} + number)"
            for _, value, kind in wanted
        ]
        seated = scope.seated() if table == "part" else "1"
        named = ", ".join(f"{column} AS c{place}" for place, column in enumerate(columns))
        row = scope.table(f"SELECT {named} FROM {table} WHERE {{games}} AND {seated}")[0]
        for place, (name, value, kind) in enumerate(wanted):
            if row[f"c{place}"] is not None:
                found.append(record(scope, table, (name, value, kind), int(row[f"c{place}"])))
    return found


def record(scope: Scope, table: str, wanted: tuple[str, str, str], packed: int) -> dict[str, Any]:
    """One record in words: luck in armies, scores in points."""
    name, value, kind = wanted
    reached, number = packed // WORD, packed % WORD
    number = WORD - 1 - number if kind == "most" else number
    game = scope.db.execute("SELECT game, date FROM game WHERE number = ?", [number]).fetchone()
    player = None
    if table == "part":
        which = f"SELECT player FROM part WHERE number = ? AND ({value}) = ? ORDER BY colour LIMIT 1"
        player = scope.db.execute(which, [number, reached]).fetchone()[0]
    elif name == "conquests-in-a-turn":
        which = "SELECT player FROM part JOIN facts USING (number) WHERE number = ? AND colour = in_a_turn_by"
        player = (scope.db.execute(which, [number]).fetchone() or [None])[0]
    shown: float = reached
    if name in HALVES:
        shown = reached / 2
    elif name == "luck":
        shown = figure(reached / SCALE)
    return {"record": name, "kind": kind, "value": shown, "player": player, "game": game[0], "date": game[1]}
