"""Statistics against an independent computation on generated games: python -m tests.check_statistics --games 1000.

The games are generated, dealt to named players, clubs and dates, kept in an archive and asked; the same texts are read
line by line by `tests.plain_reading`, which uses nothing of this project. Every figure of every row must be the same.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from plancia_archive import Archive, Filters
from plancia_archive.queries.filters import ALL_PROVENANCES
from plancia_archive.statistics import compute_statistic
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests import plain_statistics as second
from tests.case_files import newest
from tests.plain_reading import Plain, plain

VARIANTS = ("eg", "torneo", "firk", "monopoli", "rcm", "stucchi", "firenze", "uno-contro-uno")
NAMES = [f"Giocatore {number:02d}" for number in range(40)]
PLACES = ("Milano", "Modena", "Firenze", "Bari", "")


def dressed(text: str, chance: random.Random) -> str:
    """A generated game with players, place, event, date and dice of its own."""
    for letter, name in zip("RBGYNV", chance.sample(NAMES, 6), strict=True):
        text = text.replace(f'"synthetic-{letter}"', f'"{name}"')
    place = chance.choice(PLACES)
    more = [f'[Date "20{chance.randint(20, 25)}-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}"]']
    more += [f'[Place "{place}"]', f'[Event "Torneo di {place}"]'] if place else []
    more += [f'[X-Dice "dadi {chance.choice("ABC")}"]'] if chance.random() < 0.5 else []
    return read(text.replace("[Completeness", "\n".join(more) + "\n[Completeness", 1)).games[0].text()


def filled(archive: Archive, variant: str, games: int) -> list[Plain]:
    """Keeps so many generated games of a variant; their plain readings, with references in place of names."""
    archive.db.execute("PRAGMA synchronous = OFF")  # an archive that is thrown away need not outlive a power cut
    found = []
    for seed in range(games):
        text = dressed(generate(GameSpec(newest(variant), seed)).text(), random.Random(f"{variant}/{seed}"))
        archive.add_game(read(text).games[0])
        game = plain(text)
        references = {colour: archive.people.find(name) or "?" for colour, name in game.players.items()}
        game.players = references
        found.append(game)
    return found


def variant_of(game: Plain) -> str:
    """The header Variant."""
    return game.headers["Variant"]


def counted(games: list[Plain], keys: Callable[[Plain], Iterable[Any]]) -> second.Table:
    """How many games by what they are; the first part of a key is the group within which they have a share."""
    counts = Counter(key for game in games for key in keys(game))
    totals: Counter[Any] = Counter()
    for key, count in counts.items():
        totals[key[0]] += count
    return {key: {"games": count, **second.interval(count, totals[key[0]])} for key, count in counts.items()}


@second.question("results-by-club", "club")
def clubs(games: list[Plain]) -> second.Table:
    """Games by place, those won by an objective, and the most wins of one player."""
    found: second.Table = {}
    for place in {game.headers.get("Place", "?") for game in games}:
        mine = [game for game in games if game.headers.get("Place", "?") == place]
        wins = Counter(name for game in mine for colour, name in game.people.items() if game.won(colour))
        goals = sum(game.reason == "objective" for game in mine)
        found[place] = {
            "games": len(mine), "objectives": goals, "wins": max(wins.values(), default=0),
            "first": min(game.headers["Date"] for game in mine), **second.interval(goals, len(mine)),
        }  # fmt: skip
    return found


@second.question("sets", "armies")
def sets(games: list[Plain]) -> second.Table:
    """Sets by worth."""
    rows = [row for game in games for row in game.sets]
    return {
        worth if worth >= 0 else None: {
            "sets": len(mine), "with_jolly": sum(row[2] for row in mine),
            "games": sum(any(row[0] == worth for row in game.sets) for game in games),
            "mean_bonus": sum(row[1] for row in mine) / len(mine), **second.interval(len(mine), len(rows)),
        }
        for worth in {row[0] for row in rows} if (mine := [row for row in rows if row[0] == worth])
    }  # fmt: skip


@second.question("extra-turns", "variant")
def extra(games: list[Plain]) -> second.Table:
    """Extra turns."""
    mine = [game.extra for game in games if game.extra["played"] + game.extra["passed"]]
    if not mine:
        return {}
    names = ("played", "passed", "attacks", "conquests")
    sums = {name: sum(one[name] for one in mine) for name in names}
    played = [one["played"] for one in mine]
    return {variant_of(games[0]): {
        **sums, "games": len(mine), "least": min(played), "most": max(played), "mean": sum(played) / len(mine),
        **second.interval(sums["played"], sums["played"] + sums["passed"]),
    }}  # fmt: skip


def margin(game: Plain) -> float:
    """The points of the winner and his partner beyond those of the best other side."""
    totals: Counter[str] = Counter()
    for colour, points in game.points.items():
        totals[game.side(colour)] += points  # type: ignore[assignment]
    mine = totals.pop(game.side(str(game.winner)))
    return mine - max(totals.values())


@second.question("records", "record kind")
def records(games: list[Plain]) -> second.Table:
    """Records of games and players."""
    turns = [Counter(row[:2] for row in game.conquests).most_common(1) for game in games]
    margins = [margin(game) for game in games if game.winner in game.points]
    lucks = [float(sums[1] - sums[2]) for (place, colour), sums in second.fortunes(games).items()
             if colour in games[place].people]  # fmt: skip
    found: dict[tuple[str, str], list[float]] = {
        ("rounds", "most"): [game.rounds for game in games], ("rounds", "least"): [game.rounds for game in games],
        ("turns", "most"): [game.tags["TURN"] for game in games], ("sets", "most"): [len(game.sets) for game in games],
        ("turns", "least"): [game.tags["TURN"] for game in games],
        ("attacks", "most"): [game.tags["ATT"] for game in games],
        ("conquests", "most"): [len(game.conquests) for game in games],
        ("eliminations", "most"): [game.tags["ELIM"] for game in games],
        ("end-rolls", "most"): [game.tags["EROLL"] for game in games],
        ("conquests-in-a-turn", "most"): [most[0][1] if most else 0 for most in turns],
        ("margin", "most"): margins, ("margin", "least"): margins,
        ("score", "most"): [points for game in games for c, points in game.points.items() if c in game.people],
        ("winning-score", "least"): [p for game in games for c, p in game.points.items() if game.won(c)],
        ("losing-score", "most"): [p for game in games for c, p in game.points.items()
                                      if not game.won(c) and c in game.people],
        ("players-eliminated", "most"): [game.felled[colour] for game in games for colour in game.people],
        ("luck", "most"): lucks, ("luck", "least"): lucks,
    }  # fmt: skip
    return {key: {"value": max(values) if key[1] == "most" else min(values)} for key, values in found.items() if values}


@second.question("cards", "variant")
def cards(games: list[Plain]) -> second.Table:
    """Cards and sets."""
    drawn, played = sum(game.cards for game in games), sum(len(game.sets) for game in games)
    return {variant_of(games[0]): {"games": len(games), "cards": drawn, "sets": played,
                                   "cards_a_game": drawn / len(games), "sets_a_game": played / len(games)}}  # fmt: skip


@second.question("dice", "player")
def faces_by_player(games: list[Plain]) -> second.Table:
    """Faces thrown by each player."""
    return second.faces_by(games, lambda game, colour: game.people.get(colour))


@second.question("dice-by-source", "source")
def faces_by_source(games: list[Plain]) -> second.Table:
    """Faces thrown with each set of dice."""
    return second.faces_by(games, lambda game, _: game.headers.get("X-Dice", "synthetic"))


@second.question("results-by-player", "player")
def results_by_player(games: list[Plain]) -> second.Table:
    """Results of each player."""
    return second.results(games, lambda game, colour: game.people[colour])


@second.question("results-by-seat", "players seat")
def results_by_seat(games: list[Plain]) -> second.Table:
    """Results of each seat at tables of each size."""
    return second.results(
        games, lambda game, colour: (len(game.people), game.seat(colour)) if game.seat(colour) else None
    )


@second.question("results-by-objective", "objective")
def results_by_objective(games: list[Plain]) -> second.Table:
    """Results with each objective."""
    return second.results(games, lambda game, colour: game.goals.get(colour))


@second.question("results-by-variant", "variant reason")
def results_by_variant(games: list[Plain]) -> second.Table:
    """Games of each variant by how they ended."""
    return counted(games, lambda game: [(variant_of(game), game.reason)])


@second.question("eliminations", "variant eliminations")
def eliminations(games: list[Plain]) -> second.Table:
    """Games of each variant by number of eliminations."""
    return counted(games, lambda game: [(variant_of(game), game.tags["ELIM"])])


@second.question("closing-throws", "variant end_rolls")
def closing_throws(games: list[Plain]) -> second.Table:
    """Games ended by dice, by number of closing throws."""
    ended = [game for game in games if game.reason in ("end-roll", "arbiter-die")]
    return counted(ended, lambda game: [(variant_of(game), game.tags["EROLL"])])


QUESTIONS = second.QUESTIONS


def compare(archive: Archive, games: list[Plain], filters: Filters, name: str) -> tuple[int, list[str]]:
    """Rows compared and what differs between a statistic and its second computation."""
    heads, compute = QUESTIONS[name]
    answer = compute_statistic(archive.db, name, replace(filters, provenance=filters.provenance or ALL_PROVENANCES))
    found = {tuple(row[head] for head in heads): row for row in answer["rows"]}
    due = {key if isinstance(key, tuple) else (key,): row for key, row in compute(games).items()}
    if answer["games"] != len(games):
        return 0, [f"{name}: {answer['games']} games, not {len(games)}"]
    wrong = [f"{name} {key}: only on one side" for key in found.keys() ^ due.keys()]
    for key in found.keys() & due.keys():
        for head, value in due[key].items():
            if head in found[key] and not same(found[key][head], value):
                wrong.append(f"{name} {key} {head}: {found[key][head]} and not {value}")
    return len(due), wrong


def same(one: Any, other: Any) -> bool:
    """Equal, or numbers that are so in six decimals."""
    if one is None or other is None or isinstance(one, str):
        return bool(one == other)
    return abs(float(one) - float(other)) < 2e-6 * max(1.0, abs(float(other)))


def checked(archive: Archive, variant: str, games: list[Plain]) -> tuple[int, list[str]]:
    """All statistics over the games of a variant."""
    rows, wrong = 0, list[str]()
    for name in QUESTIONS:
        more, differing = compare(archive, games, Filters(variant=newest(variant)), name)
        rows, wrong = rows + more, wrong + differing
    return rows, wrong


def main() -> None:
    """Checks every variant and prints a table for docs/quality/synthetic.md."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=1000)
    number = arguments.parse_args().games
    print("| variant | games | statistics | rows | rows that differ |\n| --- | --- | --- | --- | --- |")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for variant in VARIANTS:
            start = time.perf_counter()
            archive = Archive.open(Path(folder) / f"{variant}.db", create=True)
            games = filled(archive, variant, number)
            rows, wrong = checked(archive, variant, games)
            archive.close()
            print(f"| {variant} | {number} | {len(QUESTIONS)} | {rows} | {len(wrong)} |", flush=True)
            print(f"{time.perf_counter() - start:6.1f} s", *wrong[:10], sep="\n", file=sys.stderr)
            failed = failed or bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
