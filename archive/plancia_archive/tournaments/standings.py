"""Standings as of any round: totals, discards, ties with the reason that parted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plancia_archive.tournaments.systems import Result, System

Round = Sequence[Result]


@dataclass
class Standing:
    """One row. `per_round` holds None for an absence; `parted_by` the key that put the row below the one before."""

    player: str
    pos: int = 0
    total: Fraction = Fraction(0)
    discarded: Fraction = Fraction(0)
    plain: Fraction = Fraction(0)
    wins: int = 0
    per_round: list[Fraction | None] = field(default_factory=list)
    adjusted: Fraction = Fraction(0)
    parted_by: str = ""

    @property
    def best(self) -> Fraction:
        """The best round."""
        return max((points for points in self.per_round if points is not None), default=Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """The public form: exact decimals where there are such, else fractions as text."""
        return {
            "pos": self.pos, "player": self.player, "total": shown(self.total), "discarded": shown(self.discarded),
            "without_bonus": shown(self.plain), "wins": self.wins, "best": shown(self.best),
            "adjusted": shown(self.adjusted), "parted_by": self.parted_by,
            "per_round": [None if points is None else shown(points) for points in self.per_round],
        }  # fmt: skip


def shown(value: Fraction) -> str:
    """A fraction as a decimal where that is exact, else as numerator/denominator."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole = abs(value.numerator * 10**digits // value.denominator)
    text = str(whole).rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def standings(
    rules: System,
    rounds: Sequence[Round],
    players: Sequence[str] = (),
    adjustments: Sequence[tuple[str, Fraction]] = (),
) -> list[Standing]:
    """The standings after these rounds, adjustments included; entrants without a game stand at 0."""
    rows = {player: Standing(player) for player in players}
    for place, tables in enumerate(rounds):
        for result in tables:
            winners = rules.winners(result) if rules.given["points"] not in ("rows", "teams") else []
            for player, (points, bonus) in rules.points(result).items():
                row = rows.setdefault(player, Standing(player))
                row.per_round += [None] * (place + 1 - len(row.per_round))
                held = row.per_round[place]
                row.per_round[place] = points if held is None else held + points
                row.plain -= bonus
                row.wins += player in winners
    for row in rows.values():
        row.per_round += [None] * (len(rounds) - len(row.per_round))
        row.total = sum((points for points in row.per_round if points is not None), Fraction(0))
    for player, points in adjustments:
        rows.setdefault(player, Standing(player, per_round=[None] * len(rounds))).adjusted += points
    for row in rows.values():
        row.total += row.adjusted
        row.plain += row.total
        row.discarded = discarded(rules, row)
    return ranked(rules, list(rows.values()), rounds, players, adjustments)


def discarded(rules: System, row: Standing) -> Fraction:
    """The total without what may be discarded (an absence is 0)."""
    points = sorted((Fraction(0) if p is None else p for p in row.per_round), reverse=True)
    if "best" in rules.given:
        return sum(points[: rules.given["best"]], Fraction(0)) + row.adjusted
    if rules.given.get("discard") == "lowest" and len(points) > 1:
        return sum(points[:-1], Fraction(0)) + row.adjusted
    return row.total


def ranked(
    rules: System,
    rows: list[Standing],
    rounds: Sequence[Round],
    players: Sequence[str],
    adjustments: Sequence[tuple[str, Fraction]],
) -> list[Standing]:
    """Sorted and numbered 1, 2, 2, 4, each row with the key that parted it from the one above."""
    before: dict[str, int] = {}
    if "previous" in rules.given["ties"] and len(rounds) > 1:
        before = {row.player: row.pos for row in standings(rules, rounds[:-1], players)}
    keys = {row.player: sort_keys(rules, row, before) for row in rows}
    rows = sorted(rows, key=lambda row: [negated(value) for _, value in keys[row.player]] + [row.player])
    for place, row in enumerate(rows):
        row.pos = place + 1
        if place == 0:
            continue
        above = keys[rows[place - 1].player]
        here = keys[row.player]
        parted = next((name for (name, mine), (_, yours) in zip(here, above, strict=True) if mine != yours), "")
        row.parted_by = parted
        if not parted:
            row.pos = rows[place - 1].pos
    return rows


def negated(value: Any) -> Any:
    """A sort key the other way round."""
    return [-item for item in value] if isinstance(value, list) else -value


def sort_keys(rules: System, row: Standing, before: dict[str, int]) -> list[tuple[str, Any]]:
    """What a row is compared by, in order, the greater the better."""
    found: list[tuple[str, Any]] = [("total", row.total)]
    points = [Fraction(0) if p is None else p for p in row.per_round]
    for name in rules.given["ties"]:
        value: Any = {
            "wins": row.wins, "best": sorted(points, reverse=True), "plain": row.plain, "discarded": row.discarded,
            "rounds": points, "previous": -before.get(row.player, 0),
        }[name]  # fmt: skip
        found.append((name, value))
    return found
