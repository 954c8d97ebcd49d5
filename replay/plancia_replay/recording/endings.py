"""Writes the events of the end of a game from input lines: objectives, closing throws, claims, points, signatures."""

from __future__ import annotations

from plancia_data import objective_list_of, objectives
from plancia_events.kinds.ending import END_REASONS
from plancia_events.text.objective_names import ids_by_name
from plancia_replay.recording.derive import close_turn, ensure_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    colour_error,
    expect_colour,
    is_hidden_word,
    match_colour,
    parse_cards,
    split_at_commas,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import joined_text
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import CLAIMS, REASONS, WINNER, find_meaning, find_verb, normalize_word
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rules.objectives.objective_list import ObjectivesAfterRound
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


def objective(w: LineWriter, input_line: InputLine) -> None:
    """Writes or reveals objectives.

    Input such as `obiettivo rosso elvis`, `obiettivi 13 1 7 8`, `obiettivi nascosti`.
    """
    play = w.play
    tokens = input_line.tokens
    letter = input_line.colour
    words = [token for token in tokens if token.kind == "word"]
    if not letter and words and len(words[0].text) > 1:
        letter = match_colour(words[0].text, play.players)
        tokens = tokens[1:] if letter else tokens
    if letter:
        give_objective(w, letter, tokens)
        return
    parts: list[list[Token]] = [[token] for token in tokens if token.kind == "number"] or split_at_commas(tokens)
    if len(parts) == 1 and all(is_hidden_word(token) for token in parts[0]):
        parts = parts * len(play.players)
    elif len(parts) == 1 and len(parts[0]) == len(play.players):
        parts = [[token] for token in parts[0]]
    if len(parts) != len(play.players):
        raise Unclear("objective-count", input_line.end, count=len(play.players), given=len(parts))
    for player, part in zip(play.players, parts, strict=True):
        give_objective(w, player, part)


def give_objective(w: LineWriter, letter: str, tokens: list[Token]) -> None:
    """Writes a player's objective, or reveals the one that is recorded as hidden."""
    play = w.play
    value = objective_id(play, tokens)
    hidden = next(
        (n for n, event in reversed(list(enumerate(play.events, 1)))
         if event.TAG == "OBJ" and event.actor == letter and event.objective == "???"), 0,
    )  # fmt: skip
    if hidden and value != "???":
        occupy(w)
        w.write(f"SHOW {letter} {hidden} {value}")
        return
    rule = play.rule(ObjectivesAfterRound)
    after = f" after={int(rule.round)}" if rule is not None and rule.round > 0 else ""
    w.write(f"OBJ {letter} {value}{after}")


def objective_id(play: Play, tokens: list[Token]) -> str:
    """Returns the id of an objective by its number in the list, its name or the beginning of it. Raises Unclear."""
    relevant_tokens = [token for token in tokens if token.kind in ("word", "number")]
    if not relevant_tokens:
        raise Unclear("objective", 1, "")
    if all(token.kind == "word" and is_hidden_word(token) for token in relevant_tokens):
        return "???"
    list_id = play.game.header("Objectives") or "?"
    list_id = objective_list_of(play.game.header("Variant") or "") if list_id == "?" else list_id
    ids = ids_by_name(list_id)
    name = "-".join(normalize_word(token.text) for token in relevant_tokens).replace(" ", "-")
    if name in ids:
        return ids[name]
    fits = {value for known, value in ids.items() if known.startswith(name)}
    if len(fits) == 1:
        return fits.pop()
    if not ids and relevant_tokens[0].kind == "word":
        return name
    names = sorted(str(entry["it"]) for entry in objectives(list_id) if entry["id"] in fits) if fits else []
    raise Unclear("objective", relevant_tokens[0].column, joined_text(relevant_tokens), tuple(names))
