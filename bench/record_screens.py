"""What is done on the page that records before its picture is taken: territories painted, an attack with its dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from showcase import LIVE, live_game

from plancia_archive import Archive
from plancia_events import Game

PAINTED = 7  # territories of the first player that are painted in the picture
DICE = (6, 5)  # of the attacker, that are tapped in the picture
SEED, NAMES, _ = LIVE["A"]


@dataclass
class Recordings:
    """The games of the pictures by name, the territories that are painted, the source and target of the attack."""

    games: dict[str, str]
    painted: list[str]
    attack: tuple[str, str]


def add_recordings(archive: Archive) -> Recordings:
    """Adds a game whose territories are being dealt, and one in the middle of a turn."""
    whole = live_game(SEED, NAMES, 1, "D")
    events: list[Any] = list(whole.events)
    deal = next(place for place, event in enumerate(events) if event.TAG == "DEAL")
    attack = attack_place(events)
    parts = {"record-deal": deal, "record-attack": attack}
    games = {
        name: archive.add_game(Game(renamed(whole, name), events[:count])).game_id for name, count in parts.items()
    }
    return Recordings(games, events[deal].territories[:PAINTED], (events[attack].source, events[attack].target))


def renamed(game: Game, name: str) -> list[tuple[str, str]]:
    """The headers with another name, so that both are games of their own."""
    return [("Game", name), *(header for header in game.headers if header[0] not in ("Game", "Result"))]


def attack_place(events: list[Any]) -> int:
    """The first attack with three dice on two that follows the armies placed in its turn."""
    return next(
        place for place, event in enumerate(events)
        if event.TAG == "ATT" and events[place - 1].TAG == "PUT"
        and (event.attack_count, event.defence_count) == (3, 2)
    )  # fmt: skip


def tap_land(page: Any, code: str) -> None:
    """Taps a territory in the list of names beside the board."""
    page.evaluate("code => document.querySelector(`button[data-land=${code}]`).click()", code)


def paint(page: Any, made: Recordings) -> None:
    """Paints territories of the first player."""
    page.wait_for_selector("#act [data-widget=deal]")
    for code in made.painted:
        tap_land(page, code)


def attack(page: Any, made: Recordings) -> None:
    """Chooses an attack, and taps dice of the attacker."""
    page.wait_for_selector("#act .panel")
    for code in made.attack:
        tap_land(page, code)
    for face in DICE:
        page.wait_for_selector(f'#act [data-face="{face}"]')
        page.evaluate("face => document.querySelector(`#act [data-face='${face}']`).click()", face)


ACTIONS: dict[str, Callable[[Any, Recordings], None]] = {"record-deal": paint, "record-attack": attack}
