"""Completes short input lines (`cina siam 654 32`) into canonical lines of the notation.

Events that follow from others (losses, occupations, ends of turns) are derived; events that break a rule are kept with
their findings. Nothing is stored. The prompt of `plancia record`, `plancia complete` and the API use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from plancia_data import messages, wrap_number
from plancia_events import Game
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.judging.forms import ImpossibleEvent
from plancia_replay.judging.forms import Verdict as VerdictForm
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.slips import finding_kind
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, MAX_CONTINENTS, Table
from plancia_replay.recording.derive import advance_limits, occupy, pending_conquest
from plancia_replay.recording.dispatch import is_notation, write_input
from plancia_replay.recording.errors import Unclear, UnclearAnswer
from plancia_replay.recording.play import Play
from plancia_replay.recording.setup_acts import armies_to_place
from plancia_replay.recording.territory_counts import NEUTRAL_LETTER, TerritoryCount, territory_counts
from plancia_replay.recording.tokens import parse_input_line
from plancia_replay.recording.vocabulary import find_verb
from plancia_replay.recording.writing import Line, LineWriter
from plancia_replay.rules.setup.drafting import DraftComplete, NeutralLeft
from plancia_replay.rules.setup.opening import DealEven, MaxContinentShare, is_first_placement
from plancia_replay.rules.setup.placement import InitialArmies, SetupGarrison
from plancia_replay.rules.setup.placement_batches import is_reported_by_batch
from plancia_replay.rulesets.clauses import ResolvedClause
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import LAND_CODES, Facts, facts_to_json
from plancia_replay.text.sentences import NO_SEATS, continent_names, place_names, verdict_sentence, vocabulary


class CompletedLine(TypedDict):
    line: str
    derived: bool


class CompletedInputForm(TypedDict):
    said: str
    lines: list[CompletedLine]


class UnclearInput(UnclearAnswer):
    said: int


class ForeseenFault(TypedDict):
    event: int
    rule: str
    rule_id: str
    cite: str
    player: str
    says: str


class AskedFault(TypedDict):
    event: int
    says: str


class CompletionForm(TypedDict):
    """What was said, completed: the lines, what is unclear, findings, and what a person is asked about."""

    said: list[CompletedInputForm]
    lines: list[str]
    pending: list[CompletedLine]
    unclear: UnclearInput | None
    verdicts: list[VerdictForm]
    gone: list[VerdictForm]
    impossible: ImpossibleEvent | None
    foreseen: list[ForeseenFault]
    asks: list[AskedFault]


@dataclass
class CompletedInput:
    """An input line and the canonical lines that it became."""

    text: str
    lines: list[Line]


@dataclass
class Completion:
    """Input lines completed into canonical lines, up to the first that is unclear; `start` is the game before them.

    `unclear` is the error of input line `place` (from 0), None if all were understood; `verdicts` are findings
    that the new lines add, `gone` those that they remove; `pending` are lines that the next input will add by default.
    `foreseen` are faults of the opening that the new lines cause and that the rules report only once play begins, with
    the event that causes them; `foretold` are the rules whose faults were foreseen before these inputs, and
    `foretold_occupation` those of the occupation that a conquest before them makes wrong. `first` is the number of the
    first new event.
    """

    play: Play
    inputs: list[CompletedInput]
    start: Play
    place: int = -1
    unclear: Unclear | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    gone: list[Verdict] = field(default_factory=list)
    impossible: ImpossibleEvent | None = None
    foreseen: list[tuple[int, Foreseen]] = field(default_factory=list)
    foretold: list[str] = field(default_factory=list)
    foretold_occupation: list[str] = field(default_factory=list)
    first: int = 1

    @property
    def lines(self) -> list[Line]:
        """All new lines, in order of the game."""
        return [line for part in self.inputs for line in part.lines]

    @property
    def pending(self) -> list[Line]:
        """The lines that the next input adds by default: occupation after a conquest, elimination."""
        return try_lines(self.play, occupy)

    def asks(
        self, verdicts: Sequence[Verdict], lang: str = "it", seats: Mapping[str, str] = NO_SEATS
    ) -> list[AskedFault]:
        """Returns what a person is asked about, as event and sentence: was it a slip, or was it played so?

        These are the faults foreseen, those of the occupation after a conquest of these inputs, and the `verdicts` that
        break a rule of play, or on an attack whose losses are not those of its rules, unless they were foreseen before.
        `seats` has the words for the player of a colour, where there are any.
        """
        illegal: list[AskedFault] = [
            {"event": verdict.event, "says": verdict.sentence(seats)}
            for verdict in verdicts
            if verdict.verdict == "illegal" and self.is_asked(verdict) and not self.was_foretold(verdict)
        ]
        illegal += [
            {"event": fault.event, "says": fault.text(lang, seats)}
            for fault in occupation_faults(self.play)
            if fault.event >= self.first
        ]
        return [*[AskedFault(event=event, says=fault.text(lang, seats)) for event, fault in self.foreseen], *illegal]

    def is_asked(self, verdict: Verdict) -> bool:
        """Returns whether a finding may be a slip of the hand: not one of a line that is still to come."""
        is_attack = 0 < verdict.event <= len(self.play.events) and self.play.events[verdict.event - 1].TAG == "ATT"
        return verdict.kind == "play" or is_attack

    def was_foretold(self, verdict: Verdict) -> bool:
        """Returns whether a person was asked about a finding before these inputs."""
        is_occupation = verdict.event == self.first and verdict.rule in self.foretold_occupation
        return is_occupation or verdict.rule in self.foretold

    def to_json(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> CompletionForm:
        """The JSON form, with its sentences in a language; `seats` has the words for the player of a colour."""
        problem: UnclearInput | None = (
            None if self.unclear is None else {"said": self.place, **self.unclear.to_json(lang)}
        )
        return {
            "said": [{"said": part.text, "lines": [line_json(line) for line in part.lines]} for part in self.inputs],
            "lines": [line.text for line in self.lines],
            "pending": [line_json(line) for line in self.pending],
            "unclear": problem,
            "verdicts": [seated_verdict(verdict, seats) for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible,
            "foreseen": [fault.to_json(event, lang, seats) for event, fault in self.foreseen],
            "asks": self.asks(self.verdicts, lang, seats),
        }


def seated_verdict(verdict: Verdict, seats: Mapping[str, str]) -> VerdictForm:
    """Returns a verdict as a JSON object, with words for the players of colours in its sentence."""
    return {**verdict.to_json(), "says": verdict.sentence(seats)}


def line_json(line: Line) -> CompletedLine:
    """Returns a line as a JSON object."""
    return {"line": line.text, "derived": line.derived}


def try_lines(play: Play, act: Callable[[LineWriter], None]) -> list[Line]:
    """Returns the lines that a function adds to a copy of the game; none if it raises Unclear."""
    w = LineWriter(play.copy())
    try:
        act(w)
    except Unclear:
        return []
    return w.lines


def complete_lines(
    game: Game, input_lines: Sequence[str], lang: str = "it", judged: bool = True, rules: RuleSet | None = None
) -> Completion:
    """Completes input lines after a game so far, as `complete_in_play`, under `rules` or those of its header.

    Raises RuleSetError if the header names rules that do not exist.
    """
    return complete_in_play(Play(game, rules), input_lines, lang, judged)


def complete_in_play(start: Play, input_lines: Sequence[str], lang: str = "it", judged: bool = True) -> Completion:
    """Completes input lines after a game in progress, which stays as it is, each after the one before.

    `annulla` undoes the previous input line. Stops at the first line that is unclear. With `judged` the findings before
    and after are compared.
    """
    play = start.copy()
    before = len(play.events)
    known = foreseen_faults(play)
    completion = Completion(
        play, [], start, foretold=sorted({fault.rule for fault in known}), first=before + 1,
        foretold_occupation=[fault.rule for fault in occupation_faults(play)],
    )  # fmt: skip
    for index, line in enumerate(input_lines):
        if not line.strip():
            continue
        try:
            add_input(completion, line)
        except Unclear as error:
            completion.place, completion.unclear = index, error
            break
        note_foreseen(completion, known)
    if judged and len(play.events) > before:
        compare_before_and_after(completion, lang)
    return completion


def note_foreseen(completion: Completion, known: list[Foreseen]) -> None:
    """Adds the faults that the last input causes, and drops those that are no longer foreseen."""
    faults = foreseen_faults(completion.play)
    completion.foreseen = [(event, fault) for event, fault in completion.foreseen if fault in faults]
    noted = [*known, *(fault for _, fault in completion.foreseen)]
    completion.foreseen += [(len(completion.play.events), fault) for fault in faults if fault not in noted]


def compare_before_and_after(completion: Completion, lang: str) -> None:
    """Sets the findings that the new lines add and remove."""
    before = judge(completion.start.game, completion.play.rules, lang)
    after: Judgement = judge(completion.play.game, completion.play.rules, lang)
    completion.verdicts = unmatched(after.verdicts, before.verdicts, verdict_key)
    completion.gone = unmatched(before.verdicts, after.verdicts, verdict_key)
    completion.impossible = after.impossible if not before.impossible else None


def verdict_key(verdict: Verdict) -> tuple[int, str, str]:
    """Returns what identifies a verdict: event, rule and kind."""
    return verdict.event, verdict.rule, verdict.verdict


def add_input(completion: Completion, line: str) -> None:
    """Completes an input line and adds its lines. Raises Unclear; then nothing has changed."""
    play = completion.play
    before = play.copy()
    w = LineWriter(play)
    try:
        if undo_last(completion, line):
            return
        write_input(w, line)
    except Unclear:
        if len(play.events) != len(before.events):
            play.restore(before)
        raise
    completion.inputs.append(CompletedInput(line.strip(), w.lines))


def undo_last(completion: Completion, line: str) -> bool:
    """Undoes the previous input line if this line is `annulla` only; returns whether it was."""
    if is_notation(line):
        return False
    input_line = parse_input_line(line)
    if len(input_line.tokens) != 1 or find_verb(input_line.tokens[0].text) != "undo":
        return False
    if not completion.inputs:
        raise Unclear("nothing-to-undo", 1, line.strip())
    last = completion.inputs.pop()
    completion.play.truncate(len(completion.play.events) - len(last.lines))
    return True


@dataclass(frozen=True)
class Foreseen:
    """A fault that `rule` will report once play begins. `letter` is the colour concerned, `-` the neutral one.

    `key` is the message in the word files `recording_LANG.toml`, `values` fill it.
    """

    rule: str
    letter: str
    key: str
    values: Facts
    clause: ResolvedClause = field(compare=False, repr=False)

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

    def to_json(self, event: int, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> ForeseenFault:
        """Returns the fault that an event causes as a JSON object; `says` is the sentence."""
        return {
            "event": event, "rule": self.rule, "rule_id": self.rule_id, "player": self.letter,
            "says": self.text(lang, seats), "cite": self.cite,
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
    surplus = [letter for letter, count in counts.items() if count["held"] > count["most"]]
    is_dealt = play.table.assigned == LANDS
    short = [letter for letter, count in counts.items() if is_dealt and count["held"] < count["least"]]
    reported: set[str] = set()
    for letter in surplus + short:
        neutral_rule = play.rule(NeutralLeft) if letter == NEUTRAL_LETTER else None
        rule: Rule | None = neutral_rule or play.rule(DraftComplete) or play.rule(DealEven)
        if rule is None or (letter in short and rule.NAME in reported):
            continue
        reported.add(rule.NAME)
        key = "neutral" if letter == NEUTRAL_LETTER else "territories"
        yield fault(play, rule, letter, key, found=counts[letter]["held"], most=counts[letter]["most"])


def large_shares(play: Play) -> Iterator[Foreseen]:
    """Generates the shares of a continent that are larger than a player may start with."""
    rule, table = play.rule(MaxContinentShare), play.table
    if rule is None:
        return
    names = play.rules.content["board"]["continents"]
    for letter in play.players:
        for number, name in enumerate(names):
            held = int(table.continent_lands[COLOUR_LETTERS.index(letter) * MAX_CONTINENTS + number])
            most = int(table.board.continent_size[number] * rule.percent) // 100
            if held > most:
                yield fault(play, rule, letter, "share", found=held, most=most, continent=name)


def wrong_neutral_armies(play: Play) -> Iterator[Foreseen]:
    """Generates the neutral territories with other armies than the rules give them; where some have none, these."""
    rule = play.rule(NeutralLeft)
    if rule is None:
        return
    for land in rule.wrong_garrisons(play.table):
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
        missing = max(0, count["least"] - count["held"]) if count else 0
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


@dataclass(frozen=True)
class OccupationFault:
    """A fault that `rule` will report of the occupation after the attack number `event`."""

    event: int
    rule: str
    facts: Facts
    clause: ResolvedClause

    def text(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> str:
        """Returns the sentence in a language; `seats` has the words for the player of a colour."""
        return verdict_sentence(self.clause, self.facts, "illegal", lang, seats)


def occupation_faults(play: Play) -> list[OccupationFault]:
    """Returns the faults of play that the conquest not occupied yet makes certain; none without one."""
    places = pending_conquest(play)
    if places is None:
        return []
    attack = max(play.game.numbers_of("ATT"), default=len(play.events))
    faults = []
    for rule in play.violated_rules(f"OCC {play.turn} {places[0]}>{places[1]} {advance_limits(play)[0]}"):
        facts = facts_to_json(rule.facts(play.table), play.rules)
        if finding_kind(rule.NAME, facts) == "play":
            faults.append(OccupationFault(attack, rule.NAME, facts, play.rules.clauses[rule.index]))
    return faults
