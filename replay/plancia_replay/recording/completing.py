"""Completes what is said at the table into canonical lines: what follows is derived, what breaks a rule is kept.

The same function serves the prompt in a terminal, the pages and the files typed in haste. It is pure: a game and words
in, lines and findings out; nothing is stored.
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
from plancia_replay.recording.tokens import Said, read_said
from plancia_replay.recording.vocabulary import TURN_KINDS, meaning, verb_of
from plancia_replay.recording.writing import Line, Writing
from plancia_replay.rulesets.ruleset import RuleSet

Act = Callable[[Writing, Said], None]
TIMED = ("expired", "started", "paused", "resumed")
ACTS: dict[str, Act] = {
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
class SaidLine:
    """One thing said, and the lines that it became."""

    said: str
    lines: list[Line]


@dataclass
class Completed:
    """What was said, completed: the lines of each thing said, up to the first that is unclear.

    `unclear` is the error of `said[place]`, None where all was understood; `verdicts` are findings that the new lines
    add, `gone` those that they withdraw; `pending` are lines that follow unless something else is said.
    """

    play: Play
    said: list[SaidLine]
    place: int = -1
    unclear: Unclear | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    gone: list[Verdict] = field(default_factory=list)
    impossible: dict[str, Any] | None = None

    @property
    def lines(self) -> list[Line]:
        """All new lines, in order."""
        return [line for part in self.said for line in part.lines]

    @property
    def pending(self) -> list[Line]:
        """The armies that move in after a conquest, and who is out, unless something else is said."""
        return trial(self.play, occupy)

    def to_json(self, lang: str = "it") -> dict[str, Any]:
        """The JSON form, with its sentences in a language."""
        problem = None if self.unclear is None else {"said": self.place, **self.unclear.to_json(lang)}
        return {
            "said": [{"said": part.said, "lines": [line_json(line) for line in part.lines]} for part in self.said],
            "lines": [line.text for line in self.lines],
            "pending": [line_json(line) for line in self.pending],
            "unclear": problem,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible,
        }


def line_json(line: Line) -> dict[str, Any]:
    """A line as a JSON object."""
    return {"line": line.text, "derived": line.derived}


def trial(play: Play, act: Callable[[Writing], None]) -> list[Line]:
    """The lines that something would add, tried on a copy; none where it cannot be."""
    w = Writing(play.copy())
    try:
        act(w)
    except Unclear:
        return []
    return w.lines


def complete_said(
    game: Game, said: Sequence[str], lang: str = "it", judged: bool = True, rules: RuleSet | None = None
) -> Completed:
    """Completes what is said after a game so far: each thing said on top of the one before.

    `annulla` takes back the last thing said here. Stops at the first thing that is unclear. Raises RuleSetError where
    the header names rules that do not exist.
    """
    play = Play(game, rules)
    before = len(play.events)
    done = Completed(play, [])
    for place, line in enumerate(said):
        if not line.strip():
            continue
        try:
            say(done, line)
        except Unclear as problem:
            done.place, done.unclear = place, problem
            break
    if judged and len(play.events) > before:
        find_changes(done, game, lang)
    return done


def find_changes(done: Completed, game: Game, lang: str) -> None:
    """Compares the judgements before and after what was said."""
    before = judge(Game(game.headers, list(game.events)), done.play.rules, lang)
    after: Judgement = judge(done.play.game, done.play.rules, lang)
    done.verdicts = unmatched(after.verdicts, before.verdicts, verdict_key)
    done.gone = unmatched(before.verdicts, after.verdicts, verdict_key)
    done.impossible = after.impossible if not before.impossible else None


def verdict_key(verdict: Verdict) -> tuple[int, str, str]:
    """The identity of a verdict: its event, its rule and what it is."""
    return verdict.event, verdict.rule, verdict.verdict


def say(done: Completed, line: str) -> None:
    """Completes one thing said and adds its lines. Raises Unclear; then nothing has changed."""
    play = done.play
    count = len(play.events)
    w = Writing(play)
    try:
        if take_back(done, line):
            return
        write_said(w, line)
    except Unclear:
        if len(play.events) != count:
            play.cut(count)
        raise
    done.said.append(SaidLine(line.strip(), w.lines))


def take_back(done: Completed, line: str) -> bool:
    """Undoes the last thing said where the line says no more than that."""
    said = read_said(line)
    if len(said.tokens) != 1 or verb_of(said.tokens[0].text) != "undo":
        return False
    if not done.said:
        raise Unclear("nothing-to-undo", 1, line.strip())
    last = done.said.pop()
    done.play.cut(len(done.play.events) - len(last.lines))
    return True


def write_said(w: Writing, line: str) -> None:
    """Adds the lines of one thing said. Raises Unclear."""
    if is_notation(line):
        write_notation(w, line)
        return
    said = read_said(line)
    verb = verb_of(said.tokens[0].text) if said.tokens and said.tokens[0].kind == "word" else ""
    if verb in TIMED:
        said = read_said(line, timed=True)
    if not said.tokens:
        raise Unclear("unknown", 1, line.strip())
    w.suffix = (f" @{said.at}" if said.at else "") + (f" {{{said.note}}}" if said.note else "")
    said = with_colour(w, said)
    if not said.tokens:
        turn_acts.open_turn(w, said.colour, None)
        return
    first = said.tokens[0]
    verb = "end" if first.text == "." else verb_of(first.text) if first.kind == "word" else ""
    act_of(w, verb, said)(w, said.rest() if verb and verb != "note" else said)


def act_of(w: Writing, verb: str, said: Said) -> Act:
    """What a verb, or the shape of a line without one, means in this phase. Raises Unclear."""
    if verb in TIMED:
        return lambda w, said: table_acts.clock(w, said, verb)
    if verb == "turn":
        return turn
    if verb == "risiko":
        return lambda w, said: endings.claim(w, said, "risiko")
    if verb == "undo":
        return table_acts.void
    if verb == "put" or not verb:
        return placing(w, verb, said)
    if verb == "dice" and w.play.table.turns:
        return endings.closing_throw
    return ACTS[verb]


def placing(w: Writing, verb: str, said: Said) -> Act:
    """What a list of territories means: reinforcements, first armies, a deal, a pick, a draft; else an attack."""
    phase = setup_acts.phase(w.play)
    phase = setup_acts.land_phase(w.play) if phase == "order" else phase
    if verb == "put" and len(said.tokens) > 0 and not any(token.kind == "word" for token in said.tokens[1:]):
        return turn_acts.declare_income
    starts_signed = said.tokens[0].kind == "number" or verb == "put"
    if phase == "place" and (starts_signed or not has_dice(said)):
        return setup_acts.setup
    if starts_signed and phase in ("", "place"):
        return turn_acts.place if verb == "put" or said.tokens[0].text.startswith("+") else turn_acts.strike
    if phase == "pick":
        return setup_acts.pick
    if phase == "draft":
        return setup_acts.draft
    if phase == "deal":
        return setup_acts.deal
    if not any(token.kind in ("number", "losses", "counts") for token in said.tokens):
        raise Unclear("unknown", said.tokens[0].column, said.line.strip())
    return turn_acts.strike


def has_dice(said: Said) -> bool:
    """True for two territories with two numbers or more, or with losses, as of an attack."""
    return len(said.numbers) > 1 and not any(token.kind == "word" for token in after_number(said))


def after_number(said: Said) -> list[Any]:
    """The tokens after the first number."""
    place = next((k for k, token in enumerate(said.tokens) if token.kind == "number"), len(said.tokens))
    return said.tokens[place:]


def with_colour(w: Writing, said: Said) -> Said:
    """The line without the colour that it begins with, which it keeps apart."""
    first = said.tokens[0]
    letter = COLOUR_WORDS.get(normalize(first.text), "") if first.kind == "word" else ""
    if first.kind == "word" and len(first.text) == 1 and len(said.tokens) > 1 and said.tokens[1].text == ":":
        letter = first.text if first.text in w.play.players else ""
    letter = letter or named_player(w.play, first.text)
    if letter not in w.play.players:
        return said
    skip = 2 if len(said.tokens) > 1 and said.tokens[1].text in (":", ",") else 1
    rest = said.rest(skip)
    rest.colour = letter
    return rest


def named_player(play: Play, text: str) -> str:
    """The colour of the player whose first name this is; "" for none or several."""
    found = [letter for letter, name in play.game.players.items() if normalize(name.split()[0]) == normalize(text)]
    return found[0] if len(found) == 1 and not verb_of(text) else ""


def turn(w: Writing, said: Said) -> None:
    """A turn said as such: `turno rosso`, `giro 3 rosso`, `turno chance`."""
    letters = [COLOUR_WORDS.get(normalize(token.text), "") for token in said.words]
    known = [letter for letter in letters if letter in w.play.players]
    kind = next((found for token in said.words if (found := meaning(token.text, TURN_KINDS))), None)
    director = said.named["director"].text.partition("=")[2] if "director" in said.named else ""
    others = [token for token, letter in zip(said.words, letters, strict=True)
              if letter not in w.play.players and not meaning(token.text, TURN_KINDS)]  # fmt: skip
    if len(known) == 1 and len(others) == 1 and said.words[0] not in others:
        others = []  # the name of the player after his colour
    if others:
        raise Unclear("colour", others[0].column, others[0].text, colours="")
    turn_acts.open_turn(w, said.colour or (known[0] if known else ""), kind, director)


def is_notation(line: str) -> bool:
    """True for a line of the notation: a tag in capitals, and who acts."""
    words = line.split(maxsplit=2)
    return len(words) > 1 and words[0] in KIND_BY_TAG and words[1] in "RBGYNV-*A"


def write_notation(w: Writing, line: str) -> None:
    """A line of the notation, with what has to stand before it. Raises Unclear."""
    try:
        event = parse_event(line)
    except NotationError:
        event = None
    if event is not None and event.TAG == "TURN":
        close_turn(w)
    elif event is not None and event.TAG != "OCC":
        occupy(w)
    w.write(line if event is None else format_event(event))
