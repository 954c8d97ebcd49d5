"""The archive that pictures of the pages are made of: a club's championship with games, typed results, live tables.

The season of docs/season.md is its past; on the fifth evening two tables are being played and one has not begun.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from plancia_archive import Archive
from plancia_events import Game, read
from plancia_replay.synthetic import GameSpec, generate

SEASON = Path(__file__).resolve().parent.parent / "docs" / "season"
NAME, TITLE, CLUB = "campionato-2026", "Campionato sociale 2026", "Circolo Arci di Monopoli"
PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gaia", "Ivo", "Luca", "Marta")
FILES = {(1, "A"): "serata-1a", (2, "A"): "serata-2a", (3, "A"): "serata-3a", (3, "B"): "serata-3b",
         (4, "A"): "serata-4a"}  # fmt: skip
TYPED = {  # tables whose result stands on the club's sheet
    (1, "B"): {"Fabio": 18, "Gaia": 27, "Ivo": 12, "Luca": 22, "Marta": 15},
    (2, "B"): {"Anna": 23, "Carla": 21, "Gaia": 14, "Ivo": 19, "Luca": 17},
    (4, "B"): {"Anna": 9, "Dino": 18, "Fabio": 24, "Luca": 20},
}
LIVE = {"A": (9, ("Anna", "Dino", "Gaia", "Luca"), 0.5), "B": (8, ("Bruno", "Carla", "Fabio", "Marta"), 0.75)}
# table: seed of a generated game of four, its players, how much of it is played
EVENING = datetime(2026, 11, 5, 19, 30, tzinfo=UTC)
DAY = 86_400_000  # milliseconds


@dataclass
class Showcase:
    """An archive with the ids of what its pages show."""

    archive: Archive
    games: dict[tuple[int, str], str] = field(default_factory=dict)
    dispute: str = ""
    token: str = ""


def make_showcase(folder: Path) -> Showcase:
    """Writes the archive into a folder; its clock shows the evenings at which things were recorded."""
    archive = Archive.open(folder / "showcase.db", create=True)
    made = Showcase(archive)
    play_season(made)
    game = made.games[1, "A"]
    seat = list(archive.game(game).players)[1]
    made.dispute = archive.disputes.open(
        "Con tre armate ne ha usate tre per attaccare: una doveva restare.", seat, game=game, event=60
    ).id
    archive.disputes.add_evidence(made.dispute, b"a photo of the sheet", "foglio", seat)
    play_last_evening(made)
    made.token = archive.tokens.grant("Direzione", "arbiter")[1]
    return made


def play_season(made: Showcase) -> None:
    """Four evenings: entries, tables with their seats, games that were recorded and results that were typed."""
    archive = made.archive
    archive.log.clock = lambda: int(EVENING.timestamp() * 1000)
    opening = {"kind": "opened", "title": TITLE, "system": "open", "club": CLUB}
    archive.tournaments.append(NAME, [opening, *({"kind": "entered", "player": player} for player in PLAYERS)])
    for evening in range(1, 5):
        archive.log.clock = partial(int, EVENING.timestamp() * 1000 + (evening - 1) * 7 * DAY)
        for (number, table), name in FILES.items():
            if number == evening:
                game = archive.add_game(read((SEASON / f"{name}.rgn").read_bytes()).games[0]).game_id
                made.games[number, table] = game
                seats = list(archive.game(game).players.values())
                key = {"round": number, "table": table}
                archive.tournaments.append(
                    NAME, [{"kind": "table", **key, "seats": seats}, {"kind": "linked", **key, "game": game}]
                )
        for (number, table), points in TYPED.items():
            if number == evening:
                key = {"round": number, "table": table}
                result = {"kind": "result", **key, "points": {name: str(value) for name, value in points.items()}}
                archive.tournaments.append(NAME, [{"kind": "table", **key, "seats": list(points)}, result])


def play_last_evening(made: Showcase) -> None:
    """A fifth evening: two tables being played, one drawn."""
    archive = made.archive
    archive.log.clock = lambda: int(EVENING.timestamp() * 1000) + 28 * DAY
    for table, (seed, names, part) in LIVE.items():
        game = archive.add_game(live_game(seed, names, part, table)).game_id
        made.games[5, table] = game
        key = {"round": 5, "table": table}
        archive.tournaments.append(
            NAME, [{"kind": "table", **key, "seats": list(names)}, {"kind": "linked", **key, "game": game}]
        )
    archive.tournaments.append(NAME, [{"kind": "table", "round": 5, "table": "C", "seats": ["Elena", "Ivo"]}])


def live_game(seed: int, names: tuple[str, ...], part: float, table: str) -> Game:
    """A part of a generated game of four, with names, in the middle of its evening."""
    made = generate(GameSpec("monopoli@1", seed))
    colours = ("Red", "Blue", "Green", "Yellow", "Black", "Violet")
    given = iter(names)
    headers = [("Event", TITLE), ("Place", CLUB), ("Date", "2026-12-03"), ("Round", "5"), ("Table", table)]
    for key, value in made.headers:
        if key in colours:
            headers.append((key, next(given)))
        elif key not in ("Game", "Result", "Event", "Place", "Date", "Round", "Table", "Provenance"):
            headers.append((key, value))
    headers.append(("Provenance", "live"))
    text = Game(headers, made.events[: int(len(made.events) * part)]).text()
    return read(text).games[0]
