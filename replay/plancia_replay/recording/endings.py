"""Writes the events of the end of a game from input lines: closing throws, claims, the end, points, signatures."""

from __future__ import annotations

from plancia_events.kinds.ending import END_REASONS
from plancia_replay.recording.derive import close_turn, ensure_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    colour_error,
    expect_colour,
    match_colour,
    parse_cards,
)
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import CLAIMS, REASONS, WINNER, find_meaning, find_verb
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

BONUS = "bonus"
IN_MID_TURN = ("objective", "target", "world", "elimination", "agreement", "abandoned", "cancelled", "time")


def parse_dice(tokens: list[Token], most: int) -> str:
    """Returns up to `most` dice, typed together or apart, in descending order. Raises Unclear."""
    text = "".join(token.text.lstrip("+=-") for token in tokens if token.kind == "number")
    if not 1 <= len(text) <= most or any(face not in "123456" for face in text):
        raise Unclear("dice", tokens[0].column if tokens else 1, text)
    return "".join(sorted(text, reverse=True))


def closing_throw(w: LineWriter, input_line: InputLine) -> None:
    """Writes the closing throw of the player whose turn ended.

    Input such as `sdadata 41`; `arbiter_die` has that of the arbiter.
    """
    play = w.play
    if not input_line.numbers:
        raise Unclear("dice-missing", input_line.end)
    bonus = any(token.text.startswith(BONUS) for token in input_line.words)
    if (
        not bonus
        and play.rule(ArbiterDie) is not None
        and len(input_line.numbers) == 1
        and input_line.numbers[0].value < 7
    ):
        arbiter_die(w, input_line)
        return
    dice = parse_dice(input_line.numbers, 2)
    close_turn(w)
    thrower, extra = closing_thrower(w, input_line.colour)
    w.write(f"EROLL {thrower} {dice}{extra}{' kind=bonus' if bonus else ''}")


def closing_thrower(w: LineWriter, colour: str) -> tuple[str, str]:
    """Returns who makes the closing throw after the last turn, and ` for=COLOUR` if for a dummy that he led."""
    table = w.play.table
    if table.last_turn < 0:
        raise Unclear("who")
    last = COLOUR_LETTERS[table.last_turn]
    if table.last_turn == table.virtual and table.director >= 0 and colour in ("", last):
        return COLOUR_LETTERS[table.director], f" for={last}"
    return colour or last, ""


def arbiter_die(w: LineWriter, input_line: InputLine) -> None:
    """Writes the arbiter's die at the end of a round from input such as `arbitro 3`."""
    die = parse_dice(input_line.numbers, 1) if input_line.numbers else ""
    if not die:
        raise Unclear("dice-missing", input_line.end)
    close_turn(w)
    w.write(f"EROLL A {die} kind=arbiter")


def decline(w: LineWriter, input_line: InputLine) -> None:
    """What a player declines: `niente carta` ends the turn without a card, `niente sdadata` the closing throw."""
    what = find_verb(input_line.words[0].text) if input_line.words else ""
    if what == "draw":
        if not w.play.turn:
            raise Unclear("nothing-to-end", 1, input_line.line.strip())
        close_turn(w, with_card=False)
    elif what == "throw":
        close_turn(w)
        w.write(f"ENOT {closing_thrower(w, input_line.colour)[0]}")
    else:
        raise Unclear(
            "unknown", input_line.words[0].column if input_line.words else input_line.end, input_line.line.strip()
        )


def defer(w: LineWriter, input_line: InputLine) -> None:
    """Writes closing throws deferred to a later turn from input such as `rimanda 2`."""
    close_turn(w)
    w.write(
        f"ELATER {closing_thrower(w, input_line.colour)[0]} {input_line.numbers[0].value if input_line.numbers else 1}"
    )


def claim(w: LineWriter, input_line: InputLine, what: str = "") -> None:
    """Writes a claim from input such as `rivendica obiettivo`, `risiko`, `rivendica mondo`."""
    occupy(w)
    word = what or next(
        (found for token in input_line.words if (found := find_meaning(token.text, CLAIMS))), "objective"
    )
    letter = input_line.colour or next(
        (found for token in input_line.words if (found := match_colour(token.text, w.play.players))), ""
    )
    w.write(f"CLAIM {letter or ensure_turn(w)} {word}")


def end(w: LineWriter, input_line: InputLine) -> None:
    """Ends the turn, or the game if the rules have ended it."""
    if w.play.table.stopped >= 0 and not w.play.table.over:
        over(w, input_line)
    elif not w.play.turn:
        raise Unclear("nothing-to-end", 1, input_line.line.strip())
    else:
        close_turn(w)


def over(w: LineWriter, input_line: InputLine) -> None:
    """Ends the game, for the reason entered (`finita accordo vince nero`) or the one that follows from the rules."""
    play = w.play
    table = play.table
    if table.over:
        raise Unclear("already-over", 1, input_line.line.strip())
    occupy(w)
    words = input_line.words
    wins = next((k for k, token in enumerate(words) if find_meaning(token.text, WINNER)), None)
    winner = (
        "" if wins is None else expect_colour(words[wins + 1] if wins + 1 < len(words) else None, play, input_line.end)
    )
    reason = next((found for token in words[:wins] if (found := find_meaning(token.text, REASONS))), "")
    if not reason and table.stopped >= 0:
        reason = END_REASONS[table.stop_reason]
    if not reason:
        raise Unclear("reason-of-end", input_line.end)
    if reason not in IN_MID_TURN and table.stopped < 0:
        close_turn(w)
    w.write(f"OVER * {reason}{f' winner={winner}' if winner else ''}", derived=False)


def score(w: LineWriter, input_line: InputLine) -> None:
    """Writes declared points.

    Input such as `punti rosso 21 blu 17`, or `punti 21 17 18 46` in the order of the colours.
    """
    players = w.play.players
    tokens = input_line.of_kind("word", "number", "sign")
    pairs: list[tuple[str, str]] = []
    letter = ""
    for k, token in enumerate(tokens):
        if token.kind == "word":
            letter = expect_colour(token, w.play, input_line.end)
        elif token.kind == "number" and not is_fraction(tokens, k):
            colour = letter or (players[len(pairs)] if len(pairs) < len(players) else "")
            if not colour:
                raise Unclear("surplus", token.column, token.text)
            half = ".5" if k + 2 < len(tokens) and is_fraction(tokens, k + 2) else ""
            pairs.append((colour, f"{token.text}{half}"))
            letter = ""
    if not pairs:
        raise Unclear("number", input_line.end, "")
    for colour, points in pairs:
        w.write(f"SCORE {colour} {points}")


def is_fraction(tokens: list[Token], place: int) -> bool:
    """True for the 5 of `31,5` or `31.5`: a sign without blanks stands before it."""
    if place < 2 or tokens[place].text != "5" or tokens[place - 1].text not in (".", ","):
        return False
    return (
        tokens[place - 2].kind == "number"
        and tokens[place - 1].column + 1 == tokens[place].column
        and tokens[place - 2].column + len(tokens[place - 2].text) == tokens[place - 1].column
    )


def strip(w: LineWriter, input_line: InputLine) -> None:
    """Writes the strip that a player counts from input such as `striscia rosso alaska kamchatka cina`."""
    words = input_line.words
    letter = input_line.colour or (match_colour(words[0].text, w.play.players) if words else "")
    if not letter:
        raise colour_error(w.play.players, input_line.end)
    tokens = input_line.tokens if input_line.colour else input_line.tokens[1:]
    codes = parse_cards(tokens, lambda code: w.play.owner(code) == letter)
    if not codes:
        raise Unclear("lands", input_line.end, count=1)
    w.write(f"STRIP {letter} {' '.join(codes)}")


def sign(w: LineWriter, input_line: InputLine) -> None:
    """Writes who signed the result from input such as `firmano rosso blu`; without names all players."""
    letters = [expect_colour(token, w.play, input_line.end) for token in input_line.words] or w.play.players
    w.write(f"CERT * {' '.join(letters)}")
