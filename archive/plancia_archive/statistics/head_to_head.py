"""Players compared: head to head, streaks, records."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.odds import SCALE
from plancia_archive.facts.tables import OUTCOME_FLAGS
from plancia_archive.statistics.inference import add_shares, round_value
from plancia_archive.statistics.registry import (
    NEEDS_END,
    NEEDS_PLAYED_GAME,
    SHARE_INTERVAL,
    Chart,
    Rows,
    Scope,
    statistic,
)


@statistic(
    "head-to-head", "Scontri diretti", "Head to head", NEEDS_END,
    "Partite giocate da due giocatori allo stesso tavolo, non in squadra, chi le ha vinte (la quota è del primo), "
    "chi ha fatto più punti; le righe del giocatore del filtro stanno per prime, con lui per primo.",
    columns="player rival games wins rival_wins ahead behind share low high",
    chart=Chart(("player", "rival"), **SHARE_INTERVAL, count="games"),
)  # fmt: skip
def head_to_head(scope: Scope) -> Rows:
    """Games of two players at the same table, not as partners: wins of each (the share is the first one's), and how
    often each had more points. The rows of the filter's player come first, with that player first."""
    seat_condition = "1" if scope.seat is None else f"{scope.seat} IN (seat, rival_seat)"
    _, rows = scope.fetch_tuples(
        f"SELECT pair, outcome, count(*) FROM duel WHERE {{games}} AND {seat_condition} GROUP BY pair, outcome"
    )
    result_rows: Rows = []
    for pair, group in groupby(rows, itemgetter(0)):
        player, rival = pair.split()
        outcomes = [(outcome, games) for _, outcome, games in group]
        sums = [sum(games for outcome, games in outcomes if outcome & flag) for flag in OUTCOME_FLAGS]
        if rival == scope.player:  # the player asked for stands first
            player, rival = rival, player
            sums = [sums[1], sums[0], sums[3], sums[2]]
        result_rows.append({"player": player, "rival": rival, "games": sum(games for _, games in outcomes),
                      **dict(zip(("wins", "rival_wins", "ahead", "behind"), sums, strict=True))})  # fmt: skip
    result_rows.sort(key=lambda row: (row["player"] != scope.player, -row["games"], row["player"], row["rival"]))
    return add_shares(result_rows, "wins", "games")


@statistic(
    "streaks", "Serie di vittorie", "Winning streaks", NEEDS_END,
    "La serie più lunga di vittorie di ognuno nell'ordine del registro, quella in corso, e le più lunghe senza "
    "vincere.",
    columns="player longest current without current_without",
    chart=Chart(("player",), "longest"),
)  # fmt: skip
def streaks(scope: Scope) -> Rows:
    """Longest and current streak of wins of each player in log order, and the same without a win."""
    win_column, counted_column = ("wins", "first") if scope.seat is None else ("won", scope.seat_condition())
    _, rows = scope.fetch_tuples(
        f"SELECT player, group_concat({win_column}, '') FROM (SELECT player, {win_column} FROM player_game "
        f"WHERE {{games}} AND {counted_column} ORDER BY player, number, colour) GROUP BY player"
    )
    streak_rows: Rows = []
    for player, results in rows:
        streak_rows.append({
            "player": player, "longest": longest_run(results, "0"), "current": len(results) - len(results.rstrip("1")),
            "without": longest_run(results, "1"), "current_without": len(results) - len(results.rstrip("0")),
        })  # fmt: skip
    return sorted(streak_rows, key=lambda row: (-int(row["longest"]), row["player"]))


def longest_run(results: str, separator: str) -> int:
    """Returns the length of the longest run without the separator."""
    return max(map(len, results.split(separator)))


GAME_RECORDS = (
    ("rounds", "rounds", "most"), ("rounds", "rounds", "least"), ("turns", "turns", "most"),
    ("turns", "turns", "least"), ("attacks", "attacks", "most"), ("conquests", "conquests", "most"),
    ("sets", "sets", "most"), ("eliminations", "eliminations", "most"), ("end-rolls", "end_rolls", "most"),
    ("conquests-in-a-turn", "in_a_turn", "most"), ("margin", "margin", "most"), ("margin", "margin", "least"),
)  # fmt: skip
PLAYER_VALUES = {
    "score": "half_points",
    "winning-score": "CASE WHEN won THEN half_points END",
    "losing-score": "CASE WHEN NOT won THEN half_points END",
    "players-eliminated": "felled",
    "luck": f"CASE WHEN throws THEN gain * {SCALE} - due END",
}  # SQL values of a player's records in one game
PLAYER_RECORDS = (
    ("score", "best", "most"), ("winning-score", "winning", "least"), ("losing-score", "losing", "most"),
    ("players-eliminated", "most_felled", "most"), ("luck", "luckiest", "most"), ("luck", "unluckiest", "least"),
)  # fmt: skip
HALF_POINT_RECORDS = ("margin", "score", "winning-score", "losing-score")
PACKING_BASE = 2**32  # a value and its game's number are packed into one integer, so that one scan finds all records


@statistic(
    "records",
    "Primati",
    "Records",
    NEEDS_PLAYED_GAME,
    "La partita più lunga e la più corta, il punteggio più alto, il più basso di chi ha vinto, il distacco, la "
    "fortuna e altri primati: il valore, la prima partita che l'ha raggiunto e il giocatore.",
    columns="record kind value player game date",
)
def records(scope: Scope) -> Rows:
    """Records: the longest and the shortest game, the highest score, the lowest score of a winner, the largest margin,
    the best luck and others. Each has its value, the first game that reached it, and the player."""
    record_rows: Rows = []
    sources: list[tuple[str, tuple[tuple[str, str, str], ...]]] = [("game_facts", GAME_RECORDS + PLAYER_RECORDS)]
    if scope.seat is not None:  # extremes stored by game are over all its players
        seat_records = tuple((name, PLAYER_VALUES[name], kind) for name, _, kind in PLAYER_RECORDS)
        sources = [("game_facts", GAME_RECORDS), ("player_game", seat_records)]
    for table, records_of in sources:
        columns = [
            f"max(({value}) * {PACKING_BASE} + {PACKING_BASE - 1} - number)"
            if kind == "most"
            else f"min(({value}) * {PACKING_BASE} + number)"
            for _, value, kind in records_of
        ]
        seat_condition = scope.seat_condition() if table == "player_game" else "1"
        _, rows = scope.fetch_tuples(f"SELECT {', '.join(columns)} FROM {table} WHERE {{games}} AND {seat_condition}")
        for (name, _, kind), packed in zip(records_of, rows[0], strict=True):
            if packed is not None:
                record_rows.append(unpack_record(scope, name, kind, int(packed)))
    return record_rows


def unpack_record(scope: Scope, name: str, kind: str, packed: int) -> Row:
    """Unpacks a record and looks up its game and player; luck is in armies, scores in points."""
    value, number = packed // PACKING_BASE, packed % PACKING_BASE
    number = PACKING_BASE - 1 - number if kind == "most" else number
    game = scope.db.execute("SELECT game, date FROM game WHERE number = ?", [number]).fetchone()
    player = None
    if name in PLAYER_VALUES:
        statement = (
            f"SELECT player FROM player_game WHERE number = ? AND ({PLAYER_VALUES[name]}) = ? AND "
            f"{scope.seat_condition()} "
            "ORDER BY colour LIMIT 1"
        )
        player = scope.db.execute(statement, [number, value]).fetchone()[0]
    elif name == "conquests-in-a-turn":
        statement = (
            "SELECT player FROM player_game JOIN game_facts USING (number) WHERE number = ? AND colour = in_a_turn_by"
        )
        player = (scope.db.execute(statement, [number]).fetchone() or [None])[0]
    shown_value: float = value
    if name in HALF_POINT_RECORDS:
        shown_value = value / 2
    elif name == "luck":
        shown_value = round_value(value / SCALE)
    return {"record": name, "kind": kind, "value": shown_value, "player": player, "game": game[0], "date": game[1]}
