"""Flow of games: lengths, cards and sets, closing throws, extra turns, conquests."""

from __future__ import annotations

from collections import Counter
from operator import add

from plancia_archive.facts.packed_counters import sum_packed
from plancia_archive.facts.tables import EDGES
from plancia_archive.statistics.inference import add_shares, round_value
from plancia_archive.statistics.outcomes import add_group_shares
from plancia_archive.statistics.registry import (
    NEEDS_MOVES,
    NEEDS_PLAYED_GAME,
    SHARE_INTERVAL,
    Chart,
    Rows,
    Scope,
    statistic,
)
from plancia_events.names import LANDS

LENGTH_COLUMNS = ("rounds", "turns", "attacks", "conquests", "sets", "draws", "end_rolls", "extra_turns")


@statistic(
    "lengths", "Durata delle partite", "Length of games", NEEDS_PLAYED_GAME,
    "Minimo, media, mediana e massimo di giri, turni, attacchi, conquiste, tris, carte, tiri di chiusura e turni "
    "extra.",
    columns="what games least median mean most",
    chart=Chart(("what",), "mean", "least", "most", count="games"),
)  # fmt: skip
def lengths(scope: Scope) -> Rows:
    """Minimum, mean, median and maximum of rounds, turns, attacks, conquests, sets, cards, closing throws and extra
    turns."""
    rows: Rows = []
    columns = scope.count_values(f"SELECT {', '.join(LENGTH_COLUMNS)} FROM game_facts WHERE {{games}}")
    for name, counts in zip(LENGTH_COLUMNS, columns, strict=True):
        values = sorted(counts)
        games, total = counts.total(), sum(value * times for value, times in counts.items())
        if games:
            median = (value_at(counts, values, (games - 1) // 2) + value_at(counts, values, games // 2)) / 2
            rows.append({"what": name, "games": games, "least": values[0], "median": median,
                          "mean": round_value(total / games), "most": values[-1]})  # fmt: skip
    return rows


def value_at(counts: Counter[int], sorted_values: list[int], index: int) -> int:
    """Returns the value at an index of the sorted sample, given the count of each value."""
    for value in sorted_values:
        index -= counts[value]
        if index < 0:
            return value
    raise IndexError(index)


@statistic(
    "conquests",
    "Territori conquistati",
    "Territories conquered",
    NEEDS_MOVES,
    "Quante volte ogni territorio è stato conquistato, in quante partite (con la quota), e da dove più spesso.",
    columns="territory conquests games from times_from share low high",
    chart=Chart(("territory",), "conquests", count="games"),
)
def conquered(scope: Scope) -> Rows:
    """Number of conquests of each territory, of games with one (and their share), and the most frequent source."""
    by_edge: Counter[int] = Counter()
    games = [0] * len(LANDS)
    for width, numbers in scope.packed_batches("SELECT width, lanes FROM conquest_counts WHERE {games}"):
        lane_sums = sum_packed(numbers, width)
        by_edge.update(dict(zip(EDGES, lane_sums[: len(EDGES)], strict=True)))
        games = list(map(add, games, lane_sums[len(EDGES) :]))
    for (strays,) in scope.fetch_tuples("SELECT strays FROM conquest_counts WHERE {games} AND strays IS NOT NULL")[1]:
        by_edge.update(map(int, strays.split()))
    rows: Rows = []
    for target, land in enumerate(LANDS):
        sources = {source: by_edge[len(LANDS) * target + source] for source in range(len(LANDS))}
        main_source = max(sources, key=lambda source: sources[source])  # in a tie the first in the standard order
        if games[target]:
            rows.append({"territory": land, "conquests": sum(sources.values()), "games": games[target],
                          "from": LANDS[main_source], "times_from": sources[main_source]})  # fmt: skip
    rows.sort(key=lambda row: (-row["conquests"], row["territory"]))
    return add_shares(rows, "games", "games", total=scope.count)


@statistic(
    "cards",
    "Carte e tris",
    "Cards and sets",
    NEEDS_PLAYED_GAME,
    "Carte pescate e tris giocati per variante, in tutto e a partita.",
    columns="variant games cards sets cards_a_game sets_a_game",
    chart=Chart(("variant",), "cards_a_game", count="games"),
)
def cards(scope: Scope) -> Rows:
    """Cards drawn and sets played by variant, in total and per game."""
    return scope.fetch_dicts(
        "SELECT variant, count(*) AS games, sum(draws) AS cards, sum(sets) AS sets, "
        "round(avg(draws), 6) AS cards_a_game, round(avg(sets), 6) AS sets_a_game "
        "FROM game_facts WHERE {games} GROUP BY 1 ORDER BY 1"
    )


@statistic(
    "sets", "Tris per valore", "Sets by worth", NEEDS_MOVES,
    "Tris per armate ottenute (vuoto dove non sono scritte), la loro quota, quanti con un jolly, le armate in più in "
    "media.",
    columns="armies sets games with_jolly mean_bonus share low high",
    chart=Chart(("armies",), **SHARE_INTERVAL, count="sets"),
)  # fmt: skip
def sets(scope: Scope) -> Rows:
    """Sets by their value in armies (empty if not recorded): share, number with a jolly, mean bonus armies."""
    rows = scope.fetch_dicts(
        "SELECT base AS armies, sum(sets) AS sets, count(*) AS games, sum(jolly) AS with_jolly, "
        "round(1.0 * sum(bonus) / sum(sets), 6) AS mean_bonus FROM tris WHERE {games} GROUP BY base ORDER BY base"
    )
    total = sum(int(row["sets"]) for row in rows)
    for row in rows:
        row["armies"] = None if row["armies"] < 0 else row["armies"]
    return add_shares(rows, "sets", "sets", total=total)


@statistic(
    "closing-throws", "Sdadate", "Closing throws", NEEDS_PLAYED_GAME,
    "Quanti tiri di chiusura sono serviti alle partite finite con la sdadata, per variante.",
    columns="variant end_rolls games share low high",
    chart=Chart(("variant", "end_rolls"), "games", count="games"),
)  # fmt: skip
def closing(scope: Scope) -> Rows:
    """Number of closing throws of the games that ended by one, by variant."""
    return add_group_shares(scope.fetch_dicts(
        "SELECT variant, end_rolls, count(*) AS games FROM game_facts WHERE {games} AND "
        "reason IN ('end-roll', 'arbiter-die') GROUP BY 1, 2 ORDER BY 1, 2"
    ), "variant")  # fmt: skip


@statistic(
    "extra-turns", "Turni extra", "Extra turns", NEEDS_PLAYED_GAME,
    "Turni extra giocati e passati per variante, in tutto e a partita; la quota è dei giocati; attacchi e conquiste "
    "in essi.",
    columns="variant games played passed least mean most attacks conquests share low high",
    chart=Chart(("variant",), "mean", "least", "most", count="games"),
)  # fmt: skip
def extra(scope: Scope) -> Rows:
    """Extra turns played and passed by variant, in total and per game (the share is that of turns played), and the
    attacks and conquests in them."""
    rows = scope.fetch_dicts(
        "SELECT variant, count(*) AS games, sum(extra_turns) AS played, sum(passes) AS passed, "
        "min(extra_turns) AS least, round(avg(extra_turns), 6) AS mean, max(extra_turns) AS most, "
        "sum(extra_attacks) AS attacks, sum(extra_conquests) AS conquests FROM game_facts WHERE {games} AND "
        " extra_turns + passes > 0 GROUP BY 1 ORDER BY 1"
    )
    for row in rows:
        add_shares([row], "played", "played", total=row["played"] + row["passed"])
    return rows
