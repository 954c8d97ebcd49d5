"""Writes the canonical lines of one input line: its verb, or its form and the phase of the game, choose the act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plancia_events import NotationError, format_event, parse_event
from plancia_events.kinds import is_tag
from plancia_events.names import COLOUR_WORDS, normalize
from plancia_replay.recording import (
    attack_acts,
    card_acts,
    deal_acts,
    endings,
    objective_acts,
    order_acts,
    setup_acts,
    table_acts,
    turn_acts,
)
from plancia_replay.recording.derive import close_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import colour_error
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import possible_readings
from plancia_replay.recording.tokens import InputLine, parse_input_line
from plancia_replay.recording.vocabulary import TURN_KINDS, find_meaning, find_verb
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.combat.losses import CombatTable

Handler = Callable[[LineWriter, InputLine], None]
TIMED_VERBS = ("expired", "started", "paused", "resumed")
HANDLERS: dict[str, Handler] = {
    "end": endings.end, "draw": card_acts.draw, "none": endings.decline, "move": attack_acts.move,
    "set": card_acts.exchange, "pass": turn_acts.pass_turn, "occupy": attack_acts.advance,
    "attack": attack_acts.attack, "declare": attack_acts.declare, "throw": endings.closing_throw,
    "defer": endings.defer, "arbiter": endings.arbiter_die, "claim": endings.claim, "announce": table_acts.announce,
    "withdraw": table_acts.withdraw, "freeze": table_acts.freeze, "renounce": table_acts.renounce,
    "owe": table_acts.owe, "pay": table_acts.pay, "hand": table_acts.hand_over, "order": order_acts.order,
    "dice": order_acts.dice, "deal": deal_acts.deal, "neutral": deal_acts.neutral,
    "objective": objective_acts.objective, "capital": setup_acts.capital, "strip": endings.strip,
    "over": endings.over, "score": endings.score, "sign": endings.sign, "note": table_acts.note,
    "eliminate": table_acts.eliminate,
}  # fmt: skip


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
            turn_acts.place
            if verb == "put" or input_line.tokens[0].text.startswith("+")
            else attack_acts.attack_or_move
        )
    if phase == "pick":
        return deal_acts.pick
    if phase == "draft":
        return deal_acts.draft
    if phase == "deal":
        return deal_acts.deal
    is_attack_without_dice = w.play.binds(CombatTable.NAME) and possible_readings(input_line.words, 2)
    if not is_attack_without_dice and not any(
        token.kind in ("number", "losses", "counts") for token in input_line.tokens
    ):
        raise Unclear("unknown", input_line.tokens[0].column, input_line.line.strip())
    return attack_acts.attack_or_move


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
        raise colour_error(w.play.players, unknown_words[0].column, unknown_words[0].text)
    turn_acts.open_turn(w, input_line.colour or (colours[0] if colours else ""), kind, director)


def is_notation(line: str) -> bool:
    """True for a line of the notation: a tag in capitals and the letter of the actor; of the table also `clock *`."""
    words = line.split(maxsplit=2)
    return len(words) > 1 and words[1] in "RBGYNV-*A" and is_tag(words[0].upper() if words[1] == "*" else words[0])


def write_notation(w: LineWriter, line: str) -> None:
    """Writes a line of the notation, after the events that have to precede it. Raises Unclear."""
    tag, _, rest = line.strip().partition(" ")
    line = f"{tag.upper()} {rest}"
    try:
        event = parse_event(line)
    except NotationError:
        event = None
    if event is not None and event.TAG == "TURN":
        close_turn(w)
    elif event is not None and event.TAG != "OCC":
        occupy(w)
    w.write(line if event is None else format_event(event))
