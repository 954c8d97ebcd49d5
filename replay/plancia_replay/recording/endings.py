"""The end of a game as it is said: closing throws, claims, the end, points, signatures."""

from __future__ import annotations

from plancia_events.kinds.ending import END_REASONS
from plancia_replay.recording.derive import close_turn, ensure_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import cards_in, colour_of, expect_colour
from plancia_replay.recording.tokens import Said, Token
from plancia_replay.recording.vocabulary import CLAIMS, REASONS, WINNER, meaning, verb_of
from plancia_replay.recording.writing import Writing
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

BONUS = "bonus"
IN_MID_TURN = ("objective", "target", "world", "elimination", "agreement", "abandoned", "cancelled", "time")


def digits(tokens: list[Token], most: int) -> str:
    """Dice written together, apart, or with a sign between. Raises Unclear."""
    text = "".join(token.text.lstrip("+=-") for token in tokens if token.kind == "number")
    if not 1 <= len(text) <= most or any(face not in "123456" for face in text):
        raise Unclear("dice", tokens[0].column if tokens else 1, text)
    return "".join(sorted(text, reverse=True))


def closing_throw(w: Writing, said: Said) -> None:
    """A closing throw of who has just played: `sdadata 41`; for the arbiter's die see `arbiter_die`."""
    play = w.play
    if not said.numbers:
        raise Unclear("dice-missing", said.end)
    bonus = any(token.text.startswith(BONUS) for token in said.words)
    if not bonus and play.rule(ArbiterDie) is not None and len(said.numbers) == 1 and said.numbers[0].value < 7:
        arbiter_die(w, said)
        return
    dice = digits(said.numbers, 2)
    close_turn(w)
    thrower, extra = thrower_of(w, said.colour)
    w.write(f"EROLL {thrower} {dice}{extra}{' kind=bonus' if bonus else ''}")


def thrower_of(w: Writing, colour: str) -> tuple[str, str]:
    """Who throws after the last turn, and for whom: who led the dummy throws for it."""
    table = w.play.table
    if table.last_turn < 0:
        raise Unclear("who")
    last = COLOUR_LETTERS[table.last_turn]
    if table.last_turn == table.virtual and table.director >= 0 and colour in ("", last):
        return COLOUR_LETTERS[table.director], f" for={last}"
    return colour or last, ""


def arbiter_die(w: Writing, said: Said) -> None:
    """The arbiter's die at the end of a round: `arbitro 3`."""
    die = digits(said.numbers, 1) if said.numbers else ""
    if not die:
        raise Unclear("dice-missing", said.end)
    close_turn(w)
    w.write(f"EROLL A {die} kind=arbiter")


def decline(w: Writing, said: Said) -> None:
    """What is not done: `niente carta` ends the turn without one, `niente sdadata` renounces the throw."""
    what = verb_of(said.words[0].text) if said.words else ""
    if what == "draw":
        if not w.play.turn:
            raise Unclear("nothing-to-end", 1, said.line.strip())
        close_turn(w, with_card=False)
    elif what == "throw":
        close_turn(w)
        w.write(f"ENOT {thrower_of(w, said.colour)[0]}")
    else:
        raise Unclear("unknown", said.words[0].column if said.words else said.end, said.line.strip())


def defer(w: Writing, said: Said) -> None:
    """Throws kept for a later turn: `rimanda 2`."""
    close_turn(w)
    w.write(f"ELATER {thrower_of(w, said.colour)[0]} {said.numbers[0].value if said.numbers else 1}")


def claim(w: Writing, said: Said, what: str = "") -> None:
    """A claim: `rivendica obiettivo`, `risiko`, `rivendica mondo`."""
    occupy(w)
    word = what or next((found for token in said.words if (found := meaning(token.text, CLAIMS))), "objective")
    letter = said.colour or next(
        (found for token in said.words if (found := colour_of(token.text, w.play.players))), ""
    )
    w.write(f"CLAIM {letter or ensure_turn(w)} {word}")


def end(w: Writing, said: Said) -> None:
    """The turn ends; where the rules have ended the game, the game."""
    if w.play.table.stopped >= 0 and not w.play.table.over:
        over(w, said)
    elif not w.play.turn:
        raise Unclear("nothing-to-end", 1, said.line.strip())
    else:
        close_turn(w)


def over(w: Writing, said: Said) -> None:
    """The end of the game: as the rules found it, or for the reason said (`finita accordo vince nero`)."""
    play = w.play
    table = play.table
    if table.over:
        raise Unclear("already-over", 1, said.line.strip())
    occupy(w)
    words = said.words
    wins = next((k for k, token in enumerate(words) if meaning(token.text, WINNER)), None)
    winner = "" if wins is None else expect_colour(words[wins + 1] if wins + 1 < len(words) else None, play, said.end)
    reason = next((found for token in words[:wins] if (found := meaning(token.text, REASONS))), "")
    if not reason and table.stopped >= 0:
        reason = END_REASONS[table.stop_reason]
    if not reason:
        raise Unclear("reason-of-end", said.end)
    if reason not in IN_MID_TURN and table.stopped < 0:
        close_turn(w)
    w.write(f"OVER * {reason}{f' winner={winner}' if winner else ''}", derived=False)


def score(w: Writing, said: Said) -> None:
    """Points declared: `punti rosso 21 blu 17`, or `punti 21 17 18 46` in the order of the colours."""
    players = w.play.players
    tokens = said.of("word", "number", "sign")
    pairs: list[tuple[str, str]] = []
    letter = ""
    for k, token in enumerate(tokens):
        if token.kind == "word":
            letter = expect_colour(token, w.play, said.end)
        elif token.kind == "number" and not is_fraction(tokens, k):
            colour = letter or (players[len(pairs)] if len(pairs) < len(players) else "")
            if not colour:
                raise Unclear("surplus", token.column, token.text)
            half = ".5" if k + 2 < len(tokens) and is_fraction(tokens, k + 2) else ""
            pairs.append((colour, f"{token.text}{half}"))
            letter = ""
    if not pairs:
        raise Unclear("number", said.end, "")
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


def strip(w: Writing, said: Said) -> None:
    """The strip that a player counts: `striscia rosso alaska kamchatka cina`."""
    words = said.words
    letter = said.colour or (colour_of(words[0].text, w.play.players) if words else "")
    if not letter:
        raise Unclear("colour", said.end, colours="")
    tokens = said.tokens if said.colour else said.tokens[1:]
    lands = cards_in(tokens, lambda code: w.play.owner(code) == letter)
    if not lands:
        raise Unclear("lands", said.end, count=1)
    w.write(f"STRIP {letter} {' '.join(lands)}")


def sign(w: Writing, said: Said) -> None:
    """Who signed the result: `firmano rosso blu`; alone, all players."""
    letters = [expect_colour(token, w.play, said.end) for token in said.words] or w.play.players
    w.write(f"CERT * {' '.join(letters)}")
