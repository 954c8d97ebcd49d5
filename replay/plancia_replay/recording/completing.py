"""Completes short input lines (`cina siam 654 32`) into canonical lines of the notation.

Events that follow from others (losses, occupations, ends of turns) are derived; events that break a rule are kept with
their findings. Nothing is stored. The prompt of `plancia record`, `plancia complete` and the API use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plancia_events import Game, NotationError, format_event, parse_event
from plancia_events.kinds import KIND_BY_TAG
from plancia_events.names import COLOUR_WORDS, normalize
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.recording import endings, setup_acts, table_acts, turn_acts
from plancia_replay.recording.derive import close_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import InputLine, parse_input_line
from plancia_replay.recording.vocabulary import TURN_KINDS, find_meaning, find_verb
from plancia_replay.recording.writing import Line, LineWriter
from plancia_replay.rulesets.ruleset import RuleSet

Handler = Callable[[LineWriter, InputLine], None]
TIMED_VERBS = ("expired", "started", "paused", "resumed")
HANDLERS: dict[str, Handler] = {
    "end": endings.end, "draw": turn_acts.draw, "none": endings.decline, "move": turn_acts.move,
    "set": turn_acts.exchange, "pass": turn_acts.pass_turn, "occupy": turn_acts.advance, "attack": turn_acts.attack,
    "declare": turn_acts.declare, "throw": endings.closing_throw, "defer": endings.defer,
    "arbiter": endings.arbiter_die, "claim": endings.claim, "announce": table_acts.announce,
    "withdraw": table_acts.withdraw, "freeze": table_acts.freeze, "renounce": table_acts.renounce,
    "owe": table_acts.owe, "pay": table_acts.pay, "hand": table_acts.hand_over, "order": setup_acts.order,
    "dice": setup_acts.dice, "deal": setup_acts.deal, "neutral": setup_acts.neutral,
    "objective": setup_acts.objective, "capital": setup_acts.capital, "strip": endings.strip,
    "over": endings.over, "score": endings.score, "sign": endings.sign, "note": table_acts.note,
    "eliminate": table_acts.eliminate,
}  # fmt: skip


@dataclass
class CompletedInput:
    """An input line and the canonical lines that it became."""

    text: str
    lines: list[Line]


@dataclass
class Completion:
    """Input lines completed into canonical lines, up to the first that is unclear.

    `unclear` is the error of input line `place` (from 0), None if all were understood; `verdicts` are findings
    that the new lines add, `gone` those that they remove; `pending` are lines that the next input will add by default.
    """

    play: Play
    inputs: list[CompletedInput]
    place: int = -1
    unclear: Unclear | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    gone: list[Verdict] = field(default_factory=list)
    impossible: dict[str, Any] | None = None

    @property
    def lines(self) -> list[Line]:
        """All new lines, in order of the game."""
        return [line for part in self.inputs for line in part.lines]

    @property
    def pending(self) -> list[Line]:
        """The lines that the next input adds by default: occupation after a conquest, elimination."""
        return try_lines(self.play, occupy)

    def to_json(self, lang: str = "it") -> dict[str, Any]:
        """The JSON form, with its sentences in a language."""
        problem = None if self.unclear is None else {"said": self.place, **self.unclear.to_json(lang)}
        return {
            "said": [{"said": part.text, "lines": [line_json(line) for line in part.lines]} for part in self.inputs],
            "lines": [line.text for line in self.lines],
            "pending": [line_json(line) for line in self.pending],
            "unclear": problem,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible,
        }


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
    """Completes input lines after a game so far, each after the one before.

    `annulla` undoes the previous input line. Stops at the first line that is unclear. With `judged` the findings before
    and after are compared. Raises RuleSetError if the header names rules that do not exist.
    """
    play = Play(game, rules)
    before = len(play.events)
    completion = Completion(play, [])
    for index, line in enumerate(input_lines):
        if not line.strip():
            continue
        try:
            add_input(completion, line)
        except Unclear as error:
            completion.place, completion.unclear = index, error
            break
    if judged and len(play.events) > before:
        compare_before_and_after(completion, game, lang)
    return completion


def compare_before_and_after(completion: Completion, game: Game, lang: str) -> None:
    """Sets the findings that the new lines add and remove."""
    before = judge(Game(game.headers, list(game.events)), completion.play.rules, lang)
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
    count = len(play.events)
    w = LineWriter(play)
    try:
        if undo_last(completion, line):
            return
        write_input(w, line)
    except Unclear:
        if len(play.events) != count:
            play.truncate(count)
        raise
    completion.inputs.append(CompletedInput(line.strip(), w.lines))


def undo_last(completion: Completion, line: str) -> bool:
    """Undoes the previous input line if this line is `annulla` only; returns whether it was."""
    input_line = parse_input_line(line)
    if len(input_line.tokens) != 1 or find_verb(input_line.tokens[0].text) != "undo":
        return False
    if not completion.inputs:
        raise Unclear("nothing-to-undo", 1, line.strip())
    last = completion.inputs.pop()
    completion.play.truncate(len(completion.play.events) - len(last.lines))
    return True


def write_input(w: LineWriter, line: str) -> None:
    """Writes the canonical lines of an input line. Raises Unclear."""
    if is_notation(line):
        write_notation(w, line)
        return
    input_line = parse_input_line(line)
    verb = find_verb(input_line.tokens[0].text) if input_line.tokens and input_line.tokens[0].kind == "word" else ""
    if verb in TIMED_VERBS:
        input_line = parse_input_line(line, timed=True)
    if not input_line.tokens:
        raise Unclear("unknown", 1, line.strip())
    w.suffix = (f" @{input_line.at}" if input_line.at else "") + (f" {{{input_line.note}}}" if input_line.note else "")
    input_line = split_colour(w, input_line)
    if not input_line.tokens:
        turn_acts.open_turn(w, input_line.colour, None)
        return
    first = input_line.tokens[0]
    verb = "end" if first.text == "." else find_verb(first.text) if first.kind == "word" else ""
    handler_for(w, verb, input_line)(w, input_line.without_first() if verb and verb != "note" else input_line)


def handler_for(w: LineWriter, verb: str, input_line: InputLine) -> Handler:
    """Returns the function for a verb, or for the form of a line without a verb, in this phase. Raises Unclear."""
    if verb in TIMED_VERBS:
        return lambda w, input_line: table_acts.clock(w, input_line, verb)
    if verb == "turn":
        return turn
    if verb == "risiko":
        return lambda w, input_line: endings.claim(w, input_line, "risiko")
    if verb == "undo":
        return table_acts.void
    if verb == "put" or not verb:
        return handler_for_territories(w, verb, input_line)
    if verb == "dice" and w.play.table.turns:
        return endings.closing_throw
    return HANDLERS[verb]


def handler_for_territories(w: LineWriter, verb: str, input_line: InputLine) -> Handler:
    """Returns the function for a list of territories: reinforcements, set-up, deal, pick, draft or attack."""
    phase = setup_acts.phase(w.play)
    phase = setup_acts.territory_phase(w.play) if phase == "order" else phase
    if (
        verb == "put"
        and len(input_line.tokens) > 0
        and not any(token.kind == "word" for token in input_line.tokens[1:])
    ):
        return turn_acts.declare_income
    starts_signed = input_line.tokens[0].kind == "number" or verb == "put"
    if phase == "place" and (starts_signed or not has_dice(input_line)):
        return setup_acts.setup
    if starts_signed and phase in ("", "place"):
        return (
            turn_acts.place if verb == "put" or input_line.tokens[0].text.startswith("+") else turn_acts.attack_or_move
        )
    if phase == "pick":
        return setup_acts.pick
    if phase == "draft":
        return setup_acts.draft
    if phase == "deal":
        return setup_acts.deal
    if not any(token.kind in ("number", "losses", "counts") for token in input_line.tokens):
        raise Unclear("unknown", input_line.tokens[0].column, input_line.line.strip())
    return turn_acts.attack_or_move


def has_dice(input_line: InputLine) -> bool:
    """True for two territories with two numbers or more, or with losses, as of an attack."""
    return len(input_line.numbers) > 1 and not any(token.kind == "word" for token in after_number(input_line))


def after_number(input_line: InputLine) -> list[Any]:
    """Returns the tokens from the first number on."""
    place = next((k for k, token in enumerate(input_line.tokens) if token.kind == "number"), len(input_line.tokens))
    return input_line.tokens[place:]


def split_colour(w: LineWriter, input_line: InputLine) -> InputLine:
    """Returns the line without its first word if that is a colour or a player's name, with `colour` set."""
    first = input_line.tokens[0]
    letter = COLOUR_WORDS.get(normalize(first.text), "") if first.kind == "word" else ""
    if (
        first.kind == "word"
        and len(first.text) == 1
        and len(input_line.tokens) > 1
        and input_line.tokens[1].text == ":"
    ):
        letter = first.text if first.text in w.play.players else ""
    letter = letter or colour_of_player_name(w.play, first.text)
    if letter not in w.play.players:
        return input_line
    skip = 2 if len(input_line.tokens) > 1 and input_line.tokens[1].text in (":", ",") else 1
    rest = input_line.without_first(skip)
    rest.colour = letter
    return rest


def colour_of_player_name(play: Play, text: str) -> str:
    """Returns the colour of the player with this first name; "" for none or several."""
    letters = [letter for letter, name in play.game.players.items() if normalize(name.split()[0]) == normalize(text)]
    return letters[0] if len(letters) == 1 and not find_verb(text) else ""


def turn(w: LineWriter, input_line: InputLine) -> None:
    """Begins a turn explicitly: `turno rosso`, `giro 3 rosso`, `turno chance`."""
    letters = [COLOUR_WORDS.get(normalize(token.text), "") for token in input_line.words]
    colours = [letter for letter in letters if letter in w.play.players]
    kind = next((found for token in input_line.words if (found := find_meaning(token.text, TURN_KINDS))), None)
    director = input_line.named["director"].text.partition("=")[2] if "director" in input_line.named else ""
    unknown_words = [token for token, letter in zip(input_line.words, letters, strict=True)
              if letter not in w.play.players and not find_meaning(token.text, TURN_KINDS)]  # fmt: skip
    if len(colours) == 1 and len(unknown_words) == 1 and input_line.words[0] not in unknown_words:
        unknown_words = []  # the name of the player after his colour
    if unknown_words:
        raise Unclear("colour", unknown_words[0].column, unknown_words[0].text, colours="")
    turn_acts.open_turn(w, input_line.colour or (colours[0] if colours else ""), kind, director)


def is_notation(line: str) -> bool:
    """True for a line of the notation: a tag in capitals and the letter of the actor."""
    words = line.split(maxsplit=2)
    return len(words) > 1 and words[0] in KIND_BY_TAG and words[1] in "RBGYNV-*A"


def write_notation(w: LineWriter, line: str) -> None:
    """Writes a line of the notation, after the events that have to precede it. Raises Unclear."""
    try:
        event = parse_event(line)
    except NotationError:
        event = None
    if event is not None and event.TAG == "TURN":
        close_turn(w)
    elif event is not None and event.TAG != "OCC":
        occupy(w)
    w.write(line if event is None else format_event(event))
