"""Completes short input lines (`cina siam 654 32`) into canonical lines of the notation.

Events that follow from others (losses, occupations, ends of turns) are derived; events that break a rule are kept with
their findings. Nothing is stored. The prompt of `plancia record`, `plancia complete` and the API use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plancia_events import Game
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.recording.derive import occupy
from plancia_replay.recording.dispatch import is_notation, write_input
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.foreseen import Foreseen, foreseen_faults
from plancia_replay.recording.occupation_faults import occupation_faults
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import parse_input_line
from plancia_replay.recording.vocabulary import find_verb
from plancia_replay.recording.writing import Line, LineWriter
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.sentences import NO_SEATS


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
    impossible: dict[str, Any] | None = None
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
    ) -> list[dict[str, Any]]:
        """Returns what a person is asked about, as event and sentence: was it a slip, or was it played so?

        These are the faults foreseen, those of the occupation after a conquest of these inputs, and the `verdicts` that
        break a rule of play, or on an attack whose losses are not those of its rules, unless they were foreseen before.
        `seats` has the words for the player of a colour, where there are any.
        """
        illegal = [
            {"event": verdict.event, "says": verdict.sentence(seats)}
            for verdict in verdicts
            if verdict.verdict == "illegal" and self.is_asked(verdict) and not self.was_foretold(verdict)
        ]
        illegal += [
            {"event": fault.event, "says": fault.text(lang, seats)}
            for fault in occupation_faults(self.play)
            if fault.event >= self.first
        ]
        return [*({"event": event, "says": fault.text(lang, seats)} for event, fault in self.foreseen), *illegal]

    def is_asked(self, verdict: Verdict) -> bool:
        """Returns whether a finding may be a slip of the hand: not one of a line that is still to come."""
        is_attack = 0 < verdict.event <= len(self.play.events) and self.play.events[verdict.event - 1].TAG == "ATT"
        return verdict.kind == "play" or is_attack

    def was_foretold(self, verdict: Verdict) -> bool:
        """Returns whether a person was asked about a finding before these inputs."""
        is_occupation = verdict.event == self.first and verdict.rule in self.foretold_occupation
        return is_occupation or verdict.rule in self.foretold

    def to_json(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> dict[str, Any]:
        """The JSON form, with its sentences in a language; `seats` has the words for the player of a colour."""
        problem = None if self.unclear is None else {"said": self.place, **self.unclear.to_json(lang)}
        return {
            "said": [{"said": part.text, "lines": [line_json(line) for line in part.lines]} for part in self.inputs],
            "lines": [line.text for line in self.lines],
            "pending": [line_json(line) for line in self.pending],
            "unclear": problem,
            "verdicts": [seated_verdict(verdict, seats) for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible,
            "foreseen": [{"event": event, **fault.to_json(lang, seats)} for event, fault in self.foreseen],
            "asks": self.asks(self.verdicts, lang, seats),
        }


def seated_verdict(verdict: Verdict, seats: Mapping[str, str]) -> dict[str, Any]:
    """Returns a verdict as a JSON object, with words for the players of colours in its sentence."""
    return {**verdict.to_json(), "says": verdict.sentence(seats)}


def line_json(line: Line) -> dict[str, Any]:
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
