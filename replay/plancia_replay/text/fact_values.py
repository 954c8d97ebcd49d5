"""Facts as data: what a rule states by types, with codes, letters and points in the place of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from plancia_data import board
from plancia_data.forms import Setting
from plancia_replay.kernel import facts as types

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

Facts = dict[str, Any]  # what decides a finding, by name, as JSON; FACT_TYPES says what is no plain value
FaultKind = Literal["record", "play"]
Assumed = dict[str, "Setting | dict[str, Setting]"]  # by parameter (`RULE.OPTION`, `RULE`, "board"): what is supposed
LAND_CODES: tuple[str, ...] = tuple(board("eg").codes)
CARD_CODES: tuple[str, ...] = (*LAND_CODES, "JOL", "???", "#")
ACTOR_LETTERS = "RBGYNV-*A"
FIGURES = ("infantry", "cavalry", "cannon", "jolly", "hidden")  # the last for any number below 0
LAND_CODE, CARD_CODE, LETTER = (
    dict(enumerate(codes)) for codes in (LAND_CODES, CARD_CODES, ACTOR_LETTERS)
)  # None beyond

# The types of facts by name, for facts that are read back from JSON, where a type is no more to be seen. A test holds
# it to the types that the rules state.
FACT_TYPES: dict[str, type] = {
    "account": types.Account, "by": types.Colour, "card": types.Card, "cards": types.Cards, "closed": types.Ending,
    "continent": types.Continent, "continents": types.Continents, "expected": types.Colour, "figures": types.Figures,
    "instead": types.Ending, "lands": types.Lands, "level": types.Colours,
    "objective": types.Objective, "order": types.Colours, "owner": types.Colour, "player": types.Colour,
    "source": types.Land, "target": types.Land, "territory": types.Land,
}  # fmt: skip
LIST_FACTS = frozenset(
    name
    for name, kind in FACT_TYPES.items()
    if kind in (types.Account, types.Cards, types.Colours, types.Continents, types.Figures, types.Lands)
)  # written as lists


def facts_to_json(facts: dict[str, object], rules: RuleSet) -> Facts:
    """A rule's facts as JSON: territories and cards as codes, colours as letters, points whole or halves.

    A plain negative number is not known, None.
    """
    values: Facts = {}
    for name, value in facts.items():
        writer = WRITERS.get(type(value))
        is_unknown = isinstance(value, int) and not isinstance(value, bool) and value < 0
        values[name] = writer(value, rules) if writer is not None else None if is_unknown else value
    return values


def points(half: int) -> int | float:
    """Half units as points: exact, since a half is exact in binary."""
    return half // 2 if half % 2 == 0 else half / 2


def account_line(line: str, rules: RuleSet) -> str:
    """A line of the account of armies due, with the continent by its name."""
    source, _, count = line.rpartition("=")
    kind, _, number = source.partition(":")
    return f"{continent(int(number), rules)}={count}" if kind == "continent" else line


def continent(number: int, rules: RuleSet) -> str:
    """The id of a continent of the board in play."""
    return str(rules.content["board"]["continents"][number])


WRITERS: dict[type, Callable[[Any, RuleSet], Any]] = {
    types.Land: lambda value, _: LAND_CODE.get(value.number),
    types.Lands: lambda value, _: [LAND_CODES[number] for number in value.numbers],
    types.Colour: lambda value, _: LETTER.get(value.number),
    types.Colours: lambda value, _: [ACTOR_LETTERS[number] for number in value.numbers],
    types.Card: lambda value, _: CARD_CODE.get(value.number),
    types.Cards: lambda value, _: [CARD_CODES[number] for number in value.numbers],
    types.Figures: lambda value, _: [FIGURES[number] for number in value.numbers],
    types.Continent: lambda value, rules: continent(value.number, rules),
    types.Continents: lambda value, rules: [continent(number, rules) for number in value.numbers],
    types.Half: lambda value, _: points(value.halves),
    types.Account: lambda value, rules: [account_line(line, rules) for line in value.lines],
    types.Ending: lambda value, _: value.reason,
    types.Objective: lambda value, _: value.word,
}
