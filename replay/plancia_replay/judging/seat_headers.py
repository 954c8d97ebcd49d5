"""Seats in the headers: one person on two seats, and the second game of a match compared with the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_events import Game
from plancia_events.kinds.setup import OrderFixed
from plancia_replay.judging.prepare import effective_events
from plancia_replay.kernel.rule import ILLEGAL, UNDECIDABLE
from plancia_replay.text.fact_values import Facts

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

UNKNOWN_PERSONS = ("?", "-")
Finding = tuple[int, str, int, Facts]  # event, rule, code, facts


def colours_of_repeated_persons(game: Game) -> list[str]:
    """The second and further colours of one person; the dummy's colour belongs to nobody."""
    seen: set[str] = set()
    repeated_colours = []
    for colour, person in game.players.items():
        name = person.casefold()
        if colour == game.header("Virtual") or person in UNKNOWN_PERSONS:
            continue
        if name in seen:
            repeated_colours.append(colour)
        seen.add(name)
    return repeated_colours


def is_second_leg(game: Game) -> bool:
    """True for the second game of a match."""
    return game.header("Leg") == "2"


def fixed_order(game: Game) -> tuple[int, list[str]]:
    """The number of the event that fixed the order (0: none) and the colours in it, corrections made."""
    orders = ((number, list(event.order)) for number, event in effective_events(game) if isinstance(event, OrderFixed))
    return next(orders, (0, []))


def persons_in_order(game: Game) -> tuple[int, list[str]]:
    """The number of the event that fixed the order, and the persons in that order; "" for the dummy."""
    number, order = fixed_order(game)
    virtual = game.header("Virtual")
    return number, ["" if colour == virtual else game.players.get(colour, "?").casefold() for colour in order]


def swap_players(seats: list[str]) -> list[str]:
    """The seats with the real players in the opposite order and the dummy where it was."""
    players = [person for person in seats if person]
    return [players.pop() if person else "" for person in seats]


def seat_findings(rules: RuleSet, game: Game, first_leg: Game | None) -> list[Finding]:
    """The findings of the rules on seats."""
    findings: list[Finding] = []
    if rules.binds("players.distinct"):
        findings += [
            (0, "players.distinct", ILLEGAL, {"player": colour}) for colour in colours_of_repeated_persons(game)
        ]
    if rules.binds("match.seats_swapped") and first_leg is not None and is_second_leg(game):
        first_seats, (number, second_seats) = persons_in_order(first_leg)[1], persons_in_order(game)
        has_unknown_person = (
            any(person in UNKNOWN_PERSONS for person in [*first_seats, *second_seats])
            or not first_seats
            or not second_seats
        )
        if has_unknown_person or swap_players(first_seats) != second_seats:
            order = fixed_order(game)[1]
            findings.append(
                (number, "match.seats_swapped", UNDECIDABLE if has_unknown_person else ILLEGAL, {"order": order})
            )
    return findings


def first_legs(games: list[Game]) -> dict[int, Game]:
    """For each second game of a match among these (its place in the list), the first one."""
    first_games = {
        (game.header("Event"), game.header("Match")): game
        for game in games if game.header("Match") and game.header("Leg") == "1"
    }  # fmt: skip
    pairs = {}
    for place, game in enumerate(games):
        first_game = first_games.get((game.header("Event"), game.header("Match")))
        if first_game is not None and is_second_leg(game):
            pairs[place] = first_game
    return pairs
