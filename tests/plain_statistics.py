"""Every statistic computed once more from plain readings, with nothing of this project: counts, means, odds,
intervals."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.plain_reading import Plain

Table = dict[Any, dict[str, Any]]
FACES = "123456"
Compute = Callable[[list[Plain]], Table]
QUESTIONS: dict[str, tuple[tuple[str, ...], Compute]] = {}  # by statistic: the columns that identify a row, the rows


def question(statistic: str, columns: str) -> Callable[[Compute], Compute]:
    """Registers the second computation of a statistic, whose rows these columns identify."""

    def register(compute: Compute) -> Compute:
        QUESTIONS[statistic] = (tuple(columns.split()), compute)
        return compute

    return register


@cache
def odds(mine: int, yours: int) -> dict[tuple[int, int], Fraction]:
    """Chance of each pair of losses, by trying every throw."""
    counts: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=mine + yours):
        pairs = list(zip(sorted(faces[:mine])[::-1], sorted(faces[mine:])[::-1], strict=False))
        slain = sum(a > d for a, d in pairs)
        counts[len(pairs) - slain, slain] += 1
    return {key: Fraction(count, 6 ** (mine + yours)) for key, count in counts.items()}


@cache
def moments(mine: int, yours: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of the defender's losses less the attacker's."""
    chances = odds(mine, yours)
    mean = sum((chance * (slain - lost) for (lost, slain), chance in chances.items()), Fraction(0))
    square = sum((chance * (slain - lost) ** 2 for (lost, slain), chance in chances.items()), Fraction(0))
    return mean, square - mean**2


@cache
def conquest(usable: int, defenders: int) -> float:
    """Chance to conquer going on to the end, with up to three dice on either side."""
    if defenders <= 0 or usable <= 0:
        return float(defenders <= 0)
    chances = odds(min(3, usable), min(3, defenders))
    return sum(float(p) * conquest(usable - lost, defenders - slain) for (lost, slain), p in chances.items())


def interval(hits: int, trials: int) -> dict[str, Any]:
    """The share and its 95 % interval: the roots of (p - share)^2 = z^2 p (1 - p) / n (Wilson)."""
    if not trials:
        return {"share": None, "low": 0.0, "high": 1.0}
    z2, share = 1.959963984540054**2, hits / trials
    a, b, c = 1 + z2 / trials, -(2 * share + z2 / trials), share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return {"share": share, "low": max(0.0, (-b - root) / (2 * a)), "high": min(1.0, (root - b) / (2 * a))}


def chi_square(counts: list[int], chances: list[float]) -> float:
    """Pearson's statistic."""
    total = sum(counts)
    return sum((n - total * p) ** 2 / (total * p) for n, p in zip(counts, chances, strict=True))


@question("throws", "dice attack_losses defence_losses")
def by_throw(games: list[Plain]) -> Table:
    """Outcomes by pair of dice."""
    counts: Counter[tuple[str, int, int]] = Counter()
    for game in games:
        counts.update(
            (f"{len(mine)}v{len(yours)}", lost, slain) for _, _, mine, yours, lost, slain in game.throws if mine
        )
    found = {}
    for dice in {key[0] for key in counts}:
        exact = odds(int(dice[0]), int(dice[2]))
        total = sum(counts[dice, lost, slain] for lost, slain in exact)
        value = chi_square([counts[(dice, *key)] for key in exact], [float(p) for p in exact.values()])
        for (lost, slain), p in exact.items():
            found[dice, lost, slain] = {
                "throws": counts[dice, lost, slain], "exact": float(p), "fraction": str(p), "chi_square": value,
                **interval(counts[dice, lost, slain], total),
            }  # fmt: skip
    return found


def faces_by(games: list[Plain], group: Callable[[Plain, str], str | None]) -> Table:
    """Faces by group of who threw them, None for nobody; an attacker throws for a neutral territory."""
    counts: dict[str | None, Counter[str]] = defaultdict(Counter)
    for game in games:
        for attacker, defender, mine, yours, _, _ in game.throws:
            if mine:
                counts[group(game, attacker)].update(mine)
                counts[group(game, attacker if defender == "-" else defender)].update(yours)
    return {key: {"dice": sum(n.values()), "chi_square": chi_square([n[f] for f in FACES], [1 / 6] * 6),
                  **{f"n{f}": n[f] for f in FACES}} for key, n in counts.items() if key is not None}  # fmt: skip


def fortunes(games: list[Plain]) -> dict[tuple[int, str], list[Fraction]]:
    """By game and colour: throws, gain, mean, variance."""
    sums: dict[tuple[int, str], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 4)
    for place, game in enumerate(games):
        for attacker, defender, mine, yours, lost, slain in game.throws:
            if not mine:
                continue
            mean, spread = moments(len(mine), len(yours))
            for colour, sign in ((attacker, 1), (defender, -1)):
                if colour != "-":
                    more = (Fraction(1), Fraction(sign * (slain - lost)), sign * mean, spread)
                    sums[place, colour] = [a + b for a, b in zip(sums[place, colour], more, strict=True)]
    return sums


def luck_row(sums: list[Fraction]) -> dict[str, Any]:
    """The row of sums of throws, gain, mean and variance."""
    throws, gain, mean, spread = sums
    return {"throws": int(throws), "gain": int(gain), "expected": float(mean), "luck": float(gain - mean),
            "z": float(gain - mean) / math.sqrt(spread)}  # fmt: skip


@question("luck", "player")
def luck(games: list[Plain]) -> Table:
    """Luck by player."""
    whole: dict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 4)
    for (place, colour), sums in fortunes(games).items():
        name = games[place].people.get(colour)
        if name is None:
            continue
        whole[name] = [a + b for a, b in zip(whole[name], sums, strict=True)]
    return {name: luck_row(sums) for name, sums in whole.items()}


@question("assaults", "usable defenders")
def assaults(games: list[Plain]) -> Table:
    """Assaults by armies usable and defenders."""
    rows: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0, 0, 0.0])
    for game in games:
        for usable, defenders, left, standing, diced in game.assaults:
            if diced and usable > 0:
                row = rows[usable, defenders]
                row[0] += 1
                row[1] += standing <= 0
                row[2] += standing > 0 >= left
                row[3] += conquest(left, standing)
    return {
        key: {"assaults": n, "conquered": won, "spent": spent, "broken_off": n - won - spent, "exact": conquest(*key),
              "worth": worth / n, **interval(int(won), int(n))}
        for key, (n, won, spent, worth) in rows.items()
    }  # fmt: skip


def results(games: list[Plain], key: Callable[[Plain, str], Any]) -> Table:
    """Games and wins by a property of a colour in a game; None leaves it out. Two colours of one player are one game
    of his."""
    sums: dict[Any, list[Any]] = defaultdict(lambda: [0, 0, 0, 0, []])
    for game in games:
        counted = set()
        for colour in game.people:
            group = key(game, colour)
            if group is not None:
                row = sums[group]
                if (group, game.people[colour]) not in counted:
                    row[0] += 1
                    row[1] += any(game.won(c) for c, name in game.people.items() if name == game.people[colour]
                                  and key(game, c) == group)  # fmt: skip
                counted.add((group, game.people[colour]))
                row[2] += colour in game.fallen
                row[3] += game.felled[colour]
                row[4] += [game.points[colour]] if colour in game.points else []
    return {
        group: {"games": n, "wins": won, "eliminated": out, "felled": felled, "best_points": max(points, default=None),
                "mean_points": sum(points) / len(points) if points else None, **interval(won, n)}
        for group, (n, won, out, felled, points) in sums.items()
    }  # fmt: skip


@question("head-to-head", "player rival")
def duels(games: list[Plain]) -> Table:
    """Head to head, by the two names in order."""
    rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for game in games:
        for one, two in product(game.people, repeat=2):
            if game.people[one] < game.people[two] and two not in game.side(one):
                mine, yours = game.points.get(one), game.points.get(two)
                both = mine is not None and yours is not None
                rows[game.people[one], game.people[two]].update(
                    games=1, wins=game.won(one), rival_wins=game.won(two),
                    ahead=bool(both and mine > yours), behind=bool(both and mine < yours),  # type: ignore[operator]
                )  # fmt: skip
    names = ("games", "wins", "rival_wins", "ahead", "behind")
    return {
        key: {**{name: row[name] for name in names}, **interval(row["wins"], row["games"])} for key, row in rows.items()
    }


@question("streaks", "player")
def streaks(games: list[Plain]) -> Table:
    """The longest runs, counted game by game."""
    found: Table = {}
    for game in games:
        for colour, name in game.people.items():
            row = found.setdefault(name, {"longest": 0, "current": 0, "without": 0, "current_without": 0})
            won = game.won(colour)
            row["current"] = row["current"] + 1 if won else 0
            row["current_without"] = 0 if won else row["current_without"] + 1
            row["longest"] = max(row["longest"], row["current"])
            row["without"] = max(row["without"], row["current_without"])
    return found


@question("over-time", "round who")
def over_time(games: list[Plain]) -> Table:
    """Territories and armies by round and seat, and of the winner."""
    sums: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    winners: Counter[int] = Counter()
    for game in games:
        for at, board in game.strengths.items():
            winners[at] += game.winner in game.players
            for colour, (lands, armies) in board.items():
                groups = [str(game.seat(colour))] if game.seat(colour) else []
                for who in groups + (["winner"] if game.won(colour) else []):
                    sums[at, who] = [a + b for a, b in zip(sums[at, who], (1, lands, armies), strict=True)]
    return {
        (at, who): {"games": winners[at] if who == "winner" else n, "territories": lands / n, "armies": armies / n}
        for (at, who), (n, lands, armies) in sums.items()
    }


@question("continents", "continent")
def continents(games: list[Plain]) -> Table:
    """Continents held."""
    found: Table = {}
    for name in {key[0] for game in games for key in game.spells}:
        lists = [(game, colour, runs) for game in games for (held, colour), runs in game.spells.items() if held == name]
        runs = [run for _, _, more in lists for run in more]
        held_in = len({id(game) for game, _, _ in lists})
        found[name] = {
            "games": held_in, "holders": len(lists), "wins": sum(game.won(colour) for game, colour, _ in lists),
            "spells": len(runs), "turns": sum(runs), "longest": max(runs), "mean_turns": sum(runs) / len(runs),
            "incomes": sum(game.incomes[name, colour] for game, colour, _ in lists), **interval(held_in, len(games)),
        }  # fmt: skip
    return found


@question("conquests", "territory")
def conquests(games: list[Plain]) -> Table:
    """Territories conquered."""
    times: Counter[str] = Counter(row[3] for game in games for row in game.conquests)
    within: Counter[str] = Counter(code for game in games for code in {row[3] for row in game.conquests})
    pairs: Counter[tuple[str, str]] = Counter((row[3], row[2]) for game in games for row in game.conquests)
    return {code: {"conquests": times[code], "games": within[code], **interval(within[code], len(games)),
                   "times_from": max(n for (target, _), n in pairs.items() if target == code)}
            for code in times}  # fmt: skip


@question("lengths", "what")
def lengths(games: list[Plain]) -> Table:
    """Least, mean, median, greatest."""
    figures = {
        "rounds": [game.rounds for game in games], "turns": [game.tags["TURN"] for game in games],
        "attacks": [game.tags["ATT"] for game in games], "conquests": [len(game.conquests) for game in games],
        "sets": [len(game.sets) for game in games], "draws": [game.cards for game in games],
        "end_rolls": [game.tags["EROLL"] for game in games], "extra_turns": [game.extra["played"] for game in games],
    }  # fmt: skip
    found: Table = {}
    for name, values in figures.items():
        values.sort()
        middle = (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2
        found[name] = {"games": len(values), "least": values[0], "most": values[-1], "median": middle,
                       "mean": sum(values) / len(values)}  # fmt: skip
    return found
