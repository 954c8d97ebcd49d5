"""Finds what the rules will report once play begins, so that it is told at the input that causes it.

Rules on the deal and on the first armies judge them at the first placement or turn, when they are complete. Here are
the faults that no further input of the opening can mend: too many territories, too few armies left for a garrison.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plancia_data import messages, wrap_number
from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.recording.play import Play
from plancia_replay.recording.setup_acts import armies_to_place
from plancia_replay.recording.territory_counts import NEUTRAL_LETTER, TerritoryCount, territory_counts
from plancia_replay.rules.setup.drafting import DraftComplete, NeutralLeft
from plancia_replay.rules.setup.opening import DealEven, MaxContinentShare, is_first_placement
from plancia_replay.rules.setup.placement import InitialArmies, SetupGarrison
from plancia_replay.rules.setup.placement_batches import is_reported_by_batch
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.sentences import NO_SEATS, continent_names, place_names, vocabulary


@dataclass(frozen=True)
class Foreseen:
    """A fault that `rule` will report once play begins. `letter` is the colour concerned, `-` the neutral one.

    `key` is the message in the word files `recording_LANG.toml`, `values` fill it.
    """

    rule: str
    letter: str
    key: str
    values: dict[str, Any]
    clause: dict[str, Any] = field(compare=False, repr=False)

    @property
    def rule_id(self) -> str:
        """The number of the clause that binds the rule."""
        return str(self.clause["rule_id"])

    @property
    def cite(self) -> str:
        """File and line of the document that the rule is cited to."""
        return cite(self.clause)

    def text(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> str:
        """Returns the sentence in a language; `seats` has the words for the player of a colour."""
        values = {name: self.words(name, value, lang) for name, value in self.values.items()}
        who = seats.get(self.letter) or str(vocabulary(lang).get(f"colour.{self.letter}", self.letter))
        text = messages("recording", lang)[f"foreseen.{self.key}"].format(who=who, **values)
        return text[:1].upper() + text[1:]

    def words(self, name: str, value: Any, lang: str) -> Any:
        """Returns a value as the sentence shows it."""
        if name == "continent":
            return continent_names(lang).get(value, value)
        if name == "territory":
            return place_names(lang).get(value, value)
        return wrap_number(value)

    def to_json(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> dict[str, Any]:
        """Returns the fault as a JSON object; `says` is the sentence."""
        return {
            "rule": self.rule, "rule_id": self.rule_id, "player": self.letter, "says": self.text(lang, seats),
            "cite": self.cite,
        }  # fmt: skip


def foreseen_faults(play: Play) -> list[Foreseen]:
    """Returns what the rules will report once play begins and no further input of the opening can mend."""
    table = play.table
    if table.turns > 0 or play.impossible:
        return []
    faults: list[Foreseen] = []
    if is_first_placement(table):
        counts = territory_counts(play)
        faults += [*wrong_territories(play, counts), *large_shares(play), *wrong_neutral_armies(play)]
    return [*faults, *wrong_armies(play, territory_counts(play))]


def fault(play: Play, rule: Rule, letter: str, key: str, **values: Any) -> Foreseen:
    """Returns a fault with the clause that binds its rule."""
    return Foreseen(rule.NAME, letter, key, values, play.rules.clauses[rule.index])


def wrong_territories(play: Play, counts: dict[str, TerritoryCount]) -> Iterator[Foreseen]:
    """Generates the colours, and the neutral one, with more territories than the rules give them.

    With fewer only where no territory is free, and nobody has too many under the same rule.
    """
    surplus = [letter for letter, count in counts.items() if count.held > count.most]
    is_dealt = play.table.assigned == LANDS
    short = [letter for letter, count in counts.items() if is_dealt and count.held < count.least]
    reported: set[str] = set()
    for letter in surplus + short:
        neutral_rule = play.rule(NeutralLeft) if letter == NEUTRAL_LETTER else None
        rule: Rule | None = neutral_rule or play.rule(DraftComplete) or play.rule(DealEven)
        if rule is None or (letter in short and rule.NAME in reported):
            continue
        reported.add(rule.NAME)
        key = "neutral" if letter == NEUTRAL_LETTER else "territories"
        yield fault(play, rule, letter, key, found=counts[letter].held, most=counts[letter].most)


def large_shares(play: Play) -> Iterator[Foreseen]:
    """Generates the shares of a continent that are larger than a player may start with."""
    rule, table = play.rule(MaxContinentShare), play.table
    if rule is None:
        return
    names = play.rules.content["board"]["continents"]
    for letter in play.players:
        for number, name in enumerate(names):
            held = int(table.continent_lands[COLOUR_LETTERS.index(letter) * 8 + number])
            most = int(table.board.continent_size[number] * rule.percent) // 100
            if held > most:
                yield fault(play, rule, letter, "share", found=held, most=most, continent=name)


def wrong_neutral_armies(play: Play) -> Iterator[Foreseen]:
    """Generates the first neutral territory with other armies than the rules give it."""
    rule = play.rule(NeutralLeft)
    land = int(rule.wrong_garrison(play.table)) if rule is not None else -1
    if rule is not None and land >= 0:
        armies = int(play.table.armies[land])
        code = LAND_CODES[land]
        key = "garrison" if armies else "garrison-empty"
        yield fault(play, rule, NEUTRAL_LETTER, key, territory=code, found=armies, needed=int(rule.garrison))


def wrong_armies(play: Play, counts: dict[str, TerritoryCount]) -> Iterator[Foreseen]:
    """Generates the colours whose first armies are too many, or too few for all their territories."""
    table = play.table
    endowment, garrison = play.rule(InitialArmies), play.rule(SetupGarrison)
    if endowment is None or table.endowment < 0:
        return
    for letter in play.players:
        colour = COLOUR_LETTERS.index(letter)
        placed, due = int(table.setup_placed[colour]), int(table.endowment)
        if not play.is_active(letter):
            continue
        count = counts.get(letter)
        missing = max(0, count.least - count.held) if count else 0
        is_known = is_reported_by_batch(table, colour)  # that the number is wrong; not that a garrison is
        if not is_known and placed + missing > due:
            yield fault(play, endowment, letter, "armies", found=placed + missing, needed=due)
        elif not is_known and count and not missing and placed < due and is_dealt_with_armies(table, colour):
            yield fault(play, endowment, letter, "armies", found=placed, needed=due)
        elif garrison is not None and count and not missing:
            least = int(garrison.least)
            lacking = sum(max(0, least - play.armies(code)) for code in play.territories(letter))
            if lacking > armies_to_place(play, letter):
                yield fault(play, garrison, letter, "weak", needed=least)


def is_dealt_with_armies(table: Table, colour: int) -> bool:
    """True if a colour's territories were dealt with the armies at the start of play, so that none are placed."""
    return is_first_placement(table) and int(table.army_total[colour]) > int(table.lands[colour])
