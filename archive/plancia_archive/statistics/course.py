"""The course of games: territories and armies over time, continents held and for how long."""

from __future__ import annotations

from plancia_archive.fact_tables import SEATS
from plancia_archive.people import REFERENCE
from plancia_archive.statistics.measures import figure, shares
from plancia_archive.statistics.registry import MOVES, Rows, Scope, statistic


@statistic(
    "over-time", "Territori e armate nel tempo", "Territories and armies over time", MOVES,
    "Alla fine di ogni giro (0: la preparazione), per posto nell'ordine di gioco, per chi ha poi vinto e per il "
    "giocatore cercato: quante partite ci sono arrivate, territori e armate in media.",
)
def over_time(scope: Scope) -> Rows:
    """At the end of each round (0: the set-up), by seat in the order of play, for who won in the end and for the
    player asked for: how many games came so far, mean territories and armies."""
    shown = [str(seat) for seat in SEATS if scope.seat in (None, seat)] + (["w"] if scope.seat is None else [])
    sums = ", ".join(f"sum(l{who}) AS l{who}, sum(a{who}) AS a{who}" for who in shown)
    rows = scope.table(
        f"SELECT round, seats, count(*) AS games, count(lw) AS won, {sums} FROM strength WHERE {{games}} "
        "GROUP BY round, seats ORDER BY round, seats"
    )
    made: dict[tuple[int, str], list[int]] = {}
    for row in rows:
        for who in shown:
            games = row["won"] if who == "w" else row["games"] * (int(who) <= row["seats"])
            if games:
                entry = made.setdefault((row["round"], who), [0, 0, 0])
                for place, more in enumerate((games, row[f"l{who}"], row[f"a{who}"])):
                    entry[place] += more
    made.update(of_player(scope))
    return [
        {"round": at, "who": WHO.get(who, who), "games": games, "territories": figure(lands / games),
         "armies": figure(armies / games)}
        for (at, who), (games, lands, armies) in sorted(made.items())
    ]  # fmt: skip


WHO = {"w": "winner", "p": "player"}


def of_player(scope: Scope) -> dict[tuple[int, str], list[int]]:
    """By round the games, territories and armies of the player whose games were asked for; nothing without one."""
    if scope.player is None or not REFERENCE.match(scope.player):  # nothing else is a player, or goes into a statement
        return {}
    lands, armies = (
        "CASE p.seat " + " ".join(f"WHEN {seat} THEN s.{kind}{seat}" for seat in SEATS) + " END" for kind in "la"
    )
    rows = scope.table(
        f"SELECT s.round, count({lands}) AS games, sum({lands}) AS lands, sum({armies}) AS armies FROM part p JOIN "
        f"strength s ON s.number = p.number WHERE {{games:p}} AND p.player = '{scope.player}' AND {scope.seated('p.')} "
        "GROUP BY s.round ORDER BY s.round"
    )
    return {(row["round"], "p"): [row["games"], row["lands"], row["armies"]] for row in rows if row["games"]}


@statistic(
    "continents", "Continenti tenuti", "Continents held", MOVES,
    "In quante partite ogni continente è stato tenuto alla fine di un turno (con la quota), quante volte, per quanti "
    "turni del tavolo in media e al massimo, quanti rinforzi ha portato, e quanti di chi l'ha tenuto hanno vinto.",
)
def continents(scope: Scope) -> Rows:
    """In how many games each continent was held at the end of a turn (with their share), how often, for how many turns
    of the table on average and at most, how many incomes it brought, and how many of its holders won."""
    games = "sum(first)" if scope.seat is None else "count(*)"  # a seat has one row of a continent in a game
    rows = scope.table(
        f"SELECT continent, {games} AS games, count(*) AS holders, sum(won) AS wins, sum(spells) AS spells, sum(turns) "
        "AS turns, max(longest) AS longest, sum(incomes) AS incomes FROM holding WHERE {games} AND spells > 0 "
        f"AND {scope.seated()} GROUP BY continent ORDER BY continent"
    )
    for row in rows:
        row["mean_turns"] = figure(row["turns"] / row["spells"])
    return shares(shares(rows, "games", "games", of=scope.count), "wins", "holders", "wins")
