"""Course of games: territories and armies over time, continents held and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add

from plancia_archive.facts.packed_counters import sum_packed
from plancia_archive.facts.timelines import UNSEATED_LETTERS, Shape
from plancia_archive.people.register import REFERENCE
from plancia_archive.statistics.inference import add_shares, round_value
from plancia_archive.statistics.registry import NEEDS_MOVES, SHARE_INTERVAL, Chart, Rows, Scope, statistic


@statistic(
    "over-time",
    "Territori e armate nel tempo",
    "Territories and armies over time",
    NEEDS_MOVES,
    "Alla fine di ogni giro (0: la preparazione), per posto nell'ordine di gioco, per chi ha poi vinto e per il "
    "giocatore cercato: quante partite ci sono arrivate, territori e armate in media.",
    columns="round who games territories armies",
    chart=Chart(("round",), "territories", series="who", count="games"),
)
def over_time(scope: Scope) -> Rows:
    """At the end of each round (0: the set-up), by seat in the order of play, for the eventual winner and for the
    player of the filter: number of games that reached the round, mean territories and armies."""
    sums: dict[tuple[int, str], list[int]] = {}  # games, players, territories, armies
    for text, numbers in scope.packed_batches("SELECT shape, lanes FROM strength WHERE {games}"):
        shape = Shape.parse(text)
        for round_number, seat, lands, armies in unpack_figures(shape, numbers):
            if seat not in UNSEATED_LETTERS and scope.seat in (None, int(seat)):
                add_to_sums(sums, (round_number, seat), len(numbers), len(numbers), lands, armies)
            if seat in shape.won and scope.seat is None:  # both partners count, their game once
                games = len(numbers) if seat == shape.won[0] else 0
                add_to_sums(sums, (round_number, "w"), games, len(numbers), lands, armies)
    sums.update(sum_filtered_player(scope))
    return [
        {"round": round_number, "who": WHO_NAMES.get(who, who), "games": games,
         "territories": round_value(lands / players),
         "armies": round_value(armies / players)}
        for (round_number, who), (games, players, lands, armies) in sorted(sums.items())
    ]  # fmt: skip


WHO_NAMES = {"w": "winner", "p": "player"}


def sum_filtered_player(scope: Scope) -> dict[tuple[int, str], list[int]]:
    """Sums games, players, territories and armies by round of the filter's player; empty without one."""
    if scope.player is None or not REFERENCE.match(scope.player):  # only a reference may be interpolated into SQL
        return {}
    sums: dict[tuple[int, str], list[int]] = {}
    for text, numbers in scope.packed_batches(
        "SELECT p.seat || ' ' || s.shape, s.lanes FROM player_game p JOIN strength s ON s.number = p.number "
        f"WHERE {{games:p}} AND p.player = '{scope.player}' AND p.seat IS NOT NULL AND {scope.seat_condition('p.')}"
    ):
        own, _, rest = text.partition(" ")
        for round_number, seat, lands, armies in unpack_figures(Shape.parse(rest), numbers):
            if seat == own:
                add_to_sums(sums, (round_number, "p"), len(numbers), len(numbers), lands, armies)
    return sums


def unpack_figures(shape: Shape, numbers: list[bytes]) -> Iterator[tuple[int, str, int, int]]:
    """Yields round, seat (or a letter of `UNSEATED`), territories and armies, summed over the games of one shape."""
    figures = iter(sum_packed(numbers, shape.width))
    for round_number in range(shape.first, shape.first + shape.rounds):
        for seat in shape.who:
            yield round_number, seat, next(figures), next(figures)


def add_to_sums(sums: dict[tuple[int, str], list[int]], key: tuple[int, str], *amounts: int) -> None:
    """Adds games, players, territories and armies to the sums of a round and seat."""
    sums[key] = list(map(add, sums.get(key, (0, 0, 0, 0)), amounts))


@statistic(
    "continents",
    "Continenti tenuti",
    "Continents held",
    NEEDS_MOVES,
    "In quante partite ogni continente è stato tenuto alla fine di un turno (con la quota), quante volte, per quanti "
    "turni del tavolo in media e al massimo, quanti rinforzi ha portato, e quanti di chi l'ha tenuto hanno vinto.",
    columns="continent games holders wins spells turns longest incomes mean_turns share low high wins_share "
    "wins_low wins_high",
    chart=Chart(("continent",), **SHARE_INTERVAL, count="games"),
)
def continents(scope: Scope) -> Rows:
    """Number of games in which each continent was held at the end of a turn (with their share), how often, for how many
    turns of the table on average and at most, how many incomes it brought, and how many of its holders won."""
    games = "sum(first)" if scope.seat is None else "count(*)"  # a seat has one row per continent and game
    rows = scope.fetch_dicts(
        f"SELECT continent, {games} AS games, count(*) AS holders, sum(won) AS wins, sum(spells) AS spells, sum(turns) "
        "AS turns, max(longest) AS longest, sum(incomes) AS incomes FROM holding WHERE {games} AND spells > 0 "
        f"AND {scope.seat_condition()} GROUP BY continent ORDER BY continent"
    )
    for row in rows:
        row["mean_turns"] = round_value(row["turns"] / row["spells"])
    return add_shares(add_shares(rows, "games", "games", total=scope.count), "wins", "holders", "wins")
