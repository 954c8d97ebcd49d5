"""Standings as of any round: totals, discards, ties with the reason that parted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from plancia_archive.tournaments.ranking_systems import Result, System

Round = Sequence[Result]


@dataclass
class Standing:
    """One row. `per_round` holds None for an absence; `parted_by` the key that put the row below the one before.

    `total` has every round and adjustment, `discarded` is without what may be discarded, `plain` without winners'
    bonuses; `table` are the points made at the tables, before any formula.
    """

    player: str
    pos: int = 0
    total: Fraction = Fraction(0)
    discarded: Fraction = Fraction(0)
    plain: Fraction = Fraction(0)
    wins: int = 0
    per_round: list[Fraction | None] = field(default_factory=list)
    adjusted: Fraction = Fraction(0)
    parted_by: str = ""
    table: Fraction = Fraction(0)
    best_win: Fraction = Fraction(0)
    parted: tuple[str, str] = ("", "")

    @property
    def best(self) -> Fraction:
        """The best round."""
        return max((points for points in self.per_round if points is not None), default=Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """The public form: exact decimals where there are such, else fractions as text.

        `parted` are the values of the parting key of the row above and of this one.
        """
        return {
            "pos": self.pos, "player": self.player, "total": shown(self.total), "discarded": shown(self.discarded),
            "without_bonus": shown(self.plain), "wins": self.wins, "best": shown(self.best),
            "adjusted": shown(self.adjusted), "parted_by": self.parted_by,
            "per_round": [None if points is None else shown(points) for points in self.per_round],
            "table_points": shown(self.table), "parted": list(self.parted),
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
    lots: Sequence[Sequence[str]] = (),
) -> list[Standing]:
    """The standings after these rounds, adjustments included; entrants without a game stand at 0.

    `lots` are orders in which players were drawn: they part only who is level in everything else.
    """
    rows = {player: Standing(player) for player in players}
    for place, tables in enumerate(rounds):
        for result in tables:
            count(rules, rows, place, result)
    for row in rows.values():
        row.per_round += [None] * (len(rounds) - len(row.per_round))
        row.total = sum((points for points in row.per_round if points is not None), Fraction(0))
    for player, points in adjustments:
        rows.setdefault(player, Standing(player, per_round=[None] * len(rounds))).adjusted += points
    for row in rows.values():
        row.total += row.adjusted
        row.plain += row.total
        row.discarded = discarded(rules, row)
    keys = {row.player: sort_keys(rules, row) for row in rows.values()}
    return numbered(list(rows.values()), keys, lots)


def count(rules: System, rows: dict[str, Standing], place: int, result: Result) -> None:
    """Adds one table's result to the rows."""
    winners = rules.winners(result)
    for player, (points, bonus) in rules.points(result).items():
        row = rows.setdefault(player, Standing(player))
        row.per_round += [None] * (place + 1 - len(row.per_round))
        held = row.per_round[place]
        row.per_round[place] = points if held is None else held + points
        row.plain -= bonus
        row.table += result.points.get(player, Fraction(0))
        if player in winners:
            row.wins += 1
            row.best_win = max(row.best_win, points)


def discarded(rules: System, row: Standing) -> Fraction:
    """The total without what may be discarded; an absence is 0. Nothing is discarded up to `discard_after` rounds."""
    points = sorted((Fraction(0) if p is None else p for p in row.per_round), reverse=True)
    if "best" in rules.given:
        return sum(points[: rules.given["best"]], Fraction(0)) + row.adjusted
    if rules.given.get("discard") == "lowest" and len(points) > rules.given.get("discard_after", 0):
        return sum(points[:-1], Fraction(0)) + row.adjusted
    return row.total


def numbered(
    rows: list[Standing], keys: dict[str, list[tuple[str, Any]]], lots: Sequence[Sequence[str]]
) -> list[Standing]:
    """Rows sorted by their keys and numbered 1, 2, 2, 4, each with the key that parted it from the one above.

    Who is level in all keys is parted by a lot, where one was drawn among them; else they stay in the order given.
    """
    rows = sorted(rows, key=lambda row: [negated(value) for _, value in keys[row.player]])
    groups: list[list[Standing]] = []
    for row in rows:
        if groups and keys[groups[-1][0].player] == keys[row.player]:
            groups[-1].append(row)
        else:
            groups.append([row])
    made: list[Standing] = []
    for group in groups:
        names = {row.player for row in group}
        lot = next((list(one) for one in reversed(lots) if names <= set(one)), None) if len(group) > 1 else None
        for row in sorted(group, key=lambda row: lot.index(row.player)) if lot else group:
            part(row, made, keys, lot)
    return made


def part(row: Standing, made: list[Standing], keys: dict[str, list[tuple[str, Any]]], lot: list[str] | None) -> None:
    """Gives a row its place below those already placed, with what parted it from the last of them."""
    row.pos = len(made) + 1
    if made:
        pairs = zip(keys[made[-1].player], keys[row.player], strict=True)
        parting = next(((name, above, here) for (name, above), (_, here) in pairs if above != here), None)
        if parting:
            row.parted_by, row.parted = parting[0], (told(parting[1], parting[2]), told(parting[2], parting[1]))
        elif lot:
            row.parted_by, row.parted = "lot", (str(lot.index(made[-1].player) + 1), str(lot.index(row.player) + 1))
        else:
            row.pos = made[-1].pos
    made.append(row)


def told(value: Any, other: Any) -> str:
    """A key's value as text; of a list, the first item that differs from the other's."""
    if isinstance(value, list):
        value = next(mine for mine, yours in zip(value, other, strict=True) if mine != yours)
    return shown(Fraction(value))


def negated(value: Any) -> Any:
    """A sort key the other way round."""
    return [-item for item in value] if isinstance(value, list) else -value


def sort_keys(rules: System, row: Standing) -> list[tuple[str, Any]]:
    """What a row is compared by, in order, the greater the better; "previous" are the totals of earlier rounds."""
    counts = rules.given.get("counts", "total")
    found: list[tuple[str, Any]] = [(counts, row.discarded if counts == "discarded" else row.total)]
    points = [Fraction(0) if p is None else p for p in row.per_round]
    for name in rules.given["ties"]:
        value: Any = {
            "wins": row.wins, "best": sorted(points, reverse=True), "plain": row.plain, "discarded": row.discarded,
            "rounds": points, "previous": list(accumulate(points))[-2::-1], "highest": row.best, "table": row.table,
            "best_win": row.best_win, "total": row.total,
        }[name]  # fmt: skip
        found.append((name, value))
    return found
