"""The course of games: territories and armies over time, continents held and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add

from plancia_archive.facts.packed_counters import summed
from plancia_archive.facts.timelines import UNSEATED, Shape
from plancia_archive.registers.people import REFERENCE
from plancia_archive.statistics.inference import figure, shares
from plancia_archive.statistics.registry import MOVES, SHARE, Chart, Rows, Scope, statistic


@statistic(
    "over-time",
    "Territori e armate nel tempo",
    "Territories and armies over time",
    MOVES,
    "Alla fine di ogni giro (0: la preparazione), per posto nell'ordine di gioco, per chi ha poi vinto e per il "
    "giocatore cercato: quante partite ci sono arrivate, territori e armate in media.",
    columns="round who games territories armies",
    chart=Chart(("round",), "territories", series="who", count="games"),
)
def over_time(scope: Scope) -> Rows:
    """At the end of each round (0: the set-up), by seat in the order of play, for who won in the end and for the
    player asked for: how many games came so far, mean territories and armies."""
    made: dict[tuple[int, str], list[int]] = {}  # games, players, territories, armies
    for text, numbers in scope.batches("SELECT shape, lanes FROM strength WHERE {games}"):
        shape = Shape.read(text)
        for at, seat, lands, armies in figures_of(shape, numbers):
            if seat not in UNSEATED and scope.seat in (None, int(seat)):
                count(made, (at, seat), len(numbers), len(numbers), lands, armies)
            if seat in shape.won and scope.seat is None:  # of partners both; their game is one
                games = len(numbers) if seat == shape.won[0] else 0
                count(made, (at, "w"), games, len(numbers), lands, armies)
    made.update(of_player(scope))
    return [
        {"round": at, "who": WHO.get(who, who), "games": games, "territories": figure(lands / players),
         "armies": figure(armies / players)}
        for (at, who), (games, players, lands, armies) in sorted(made.items())
    ]  # fmt: skip


WHO = {"w": "winner", "p": "player"}


def of_player(scope: Scope) -> dict[tuple[int, str], list[int]]:
    """By round games, players, territories and armies of the player whose games were asked for; nothing without one."""
    if scope.player is None or not REFERENCE.match(scope.player):  # nothing else is a player, or goes into a statement
        return {}
    made: dict[tuple[int, str], list[int]] = {}
    for text, numbers in scope.batches(
        "SELECT p.seat || ' ' || s.shape, s.lanes FROM part p JOIN strength s ON s.number = p.number WHERE {games:p} "
        f"AND p.player = '{scope.player}' AND p.seat IS NOT NULL AND {scope.seated('p.')}"
    ):
        own, _, rest = text.partition(" ")
        for at, seat, lands, armies in figures_of(Shape.read(rest), numbers):
            if seat == own:
                count(made, (at, "p"), len(numbers), len(numbers), lands, armies)
    return made


def figures_of(shape: Shape, numbers: list[bytes]) -> Iterator[tuple[int, str, int, int]]:
    """Round, seat (or a letter of `UNSEATED`), territories and armies summed over the games of one shape."""
    figures = iter(summed(numbers, shape.width))
    for at in range(shape.first, shape.first + shape.rounds):
        for seat in shape.who:
            yield at, seat, next(figures), next(figures)


def count(made: dict[tuple[int, str], list[int]], key: tuple[int, str], *more: int) -> None:
    """Adds games, players, territories and armies to those of a round and a seat."""
    made[key] = list(map(add, made.get(key, (0, 0, 0, 0)), more))


@statistic(
    "continents",
    "Continenti tenuti",
    "Continents held",
    MOVES,
    "In quante partite ogni continente è stato tenuto alla fine di un turno (con la quota), quante volte, per quanti "
    "turni del tavolo in media e al massimo, quanti rinforzi ha portato, e quanti di chi l'ha tenuto hanno vinto.",
    columns="continent games holders wins spells turns longest incomes mean_turns share low high wins_share "
    "wins_low wins_high",
    chart=Chart(("continent",), **SHARE, count="games"),
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
