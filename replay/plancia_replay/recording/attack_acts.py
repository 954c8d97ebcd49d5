"""Writes attacks, moves and occupations from input lines: two territories with dice, losses or armies."""

from __future__ import annotations

from plancia_events.kinds.turn import Attack
from plancia_replay.recording.derive import advance_limits, ensure_turn, occupy, pending_conquest
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import candidates, joined_text, possible_readings, resolve, territory_error
from plancia_replay.recording.throws import Throw, attack_line, parse_throw
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.turn_acts import place
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.combat.losses import CombatTable

MAX_DICE_DIGITS = 7  # two throws of three dice and a sign between them


def attack_or_move(w: LineWriter, input_line: InputLine) -> None:
    """Writes an attack, a move or an occupation: two territories with dice, losses or armies."""
    head, tail = split_at_number(input_line)
    if any(token.kind == "word" for token in tail):
        place(w, input_line)
        return
    if not head:
        write_bare_numbers(w, input_line, tail)
        return
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    words = [token for token in head if token.kind == "word"]
    if len(tail) == 1 and arrow is None and not possible_readings(words, 2) and possible_readings(words, 1):
        place(w, input_line)
        return
    number = tail[0] if len(tail) == 1 and tail[0].kind == "number" else None
    if number is not None and is_conquest(w.play, head, arrow):
        occupy(w, number.value)
        return
    letter = acting_colour(w, words, input_line.colour)
    ensure_turn(w, letter)
    occupy(w)
    source, target = resolve_pair(head, arrow, lambda a, b: is_plausible(w.play, letter, a, b, number))
    is_own = w.play.owner(target) == letter
    if is_own and number is None:
        raise Unclear("number", input_line.end)
    if number is not None and (is_own or (number.value < 11 and not w.play.binds(CombatTable.NAME))):
        if not is_own:
            raise Unclear("dice-missing", number.column)
        w.write(f"MOVE {letter} {source}>{target} {number.value}{input_line.arguments}")
    else:
        throw(w, source, target, parse_throw(w.play, source, target, tail), input_line.arguments)


def split_at_number(input_line: InputLine) -> tuple[list[Token], list[Token]]:
    """Returns the words and arrows before the first number, and all tokens from it on."""
    for place_, token in enumerate(input_line.tokens):
        if token.kind in ("number", "counts", "losses"):
            head = input_line.tokens[:place_]
            return [t for t in head if t.kind in ("word", "arrow")], input_line.tokens[place_:]
    return [token for token in input_line.tokens if token.kind in ("word", "arrow")], []


def resolve_pair(head: list[Token], arrow: int | None, fits: object) -> tuple[str, str]:
    """Returns the codes of source and target. Raises Unclear for words that mean none or several."""
    words = [token for token in head if token.kind == "word"]
    if not words:
        raise Unclear("lands", head[0].column if head else 1, count=2)
    if arrow is None:
        source, target = resolve(words, 2, fits)  # type: ignore[arg-type]
        return source, target
    source_words = [token for token in head[:arrow] if token.kind == "word"]
    target_words = [token for token in head[arrow:] if token.kind == "word"]
    if not source_words or not target_words:
        raise Unclear("lands", head[arrow].column, count=2)
    pairs = [(a, b) for a in candidates(joined_text(source_words)) for b in candidates(joined_text(target_words))]
    fitting = pairs if len(pairs) == 1 else [pair for pair in pairs if fits(*pair)]  # type: ignore[operator]
    if len(fitting) != 1:
        if not pairs:
            unknown_words = source_words if not candidates(joined_text(source_words)) else target_words
            raise territory_error(unknown_words, 1, [], [])
        raise territory_error(words, 2, pairs, fitting)
    return fitting[0]


def is_plausible(play: Play, letter: str, source: str, target: str, number: Token | None) -> bool:
    """True if the board allows this attack, or this move of so many armies."""
    if play.owner(source) != letter or not play.are_adjacent(source, target):
        return False
    if play.owner(target) == letter:
        return number is not None and number.value < play.armies(source)
    if play.owner(target) == "" or play.armies(source) < 2:
        return False
    least = 1 if play.binds(CombatTable.NAME) else 11  # armies that attack, or dice of both
    return number is None or least <= number.value < 10**MAX_DICE_DIGITS


def is_conquest(play: Play, head: list[Token], arrow: int | None) -> bool:
    """True if the words may mean the conquered territory that is not occupied yet, and the source of its attack."""
    places = pending_conquest(play)
    words = [token for token in head if token.kind == "word"]
    if places is None or (arrow is None and len(words) < 2):
        return False
    return places in possible_readings(words, 2)


def acting_colour(w: LineWriter, words: list[Token], colour: str) -> str:
    """Returns the colour that attacks or moves: the current player, or the next one if only he owns the source."""
    play = w.play
    if colour:
        return colour
    current, following = play.turn, play.next
    if not current or not following or current == following:
        return current or following
    pairs = possible_readings(words, 2)
    table = play.table
    has_finished = table.placed >= table.armies_allowed() and (table.attacks > 0 or table.placed > 0)
    owners = {play.owner(source) for source, _ in pairs}
    return following if has_finished and owners == {following} and len({s for s, _ in pairs}) == 1 else current


def write_bare_numbers(w: LineWriter, input_line: InputLine, tail: list[Token]) -> None:
    """Writes numbers without territories: armies that move in, or dice that repeat the last attack."""
    play = w.play
    numbers = [token for token in tail if token.kind == "number"]
    if pending_conquest(play) is not None:
        if len(tail) == 1 and numbers:
            occupy(w, numbers[0].value)
            return
        raise Unclear("advance", tail[0].column, input_line.line.strip(), least=advance_limits(play)[0],
                      most=advance_limits(play)[1])  # fmt: skip
    last = next((event for event in reversed(play.events) if event.TAG in ("ATT", "TURN", "OCC", "MOVE")), None)
    if not isinstance(last, Attack) or not play.turn:
        raise Unclear("nothing-to-repeat", tail[0].column, tail[0].text)
    throw(w, last.source, last.target, parse_throw(play, last.source, last.target, tail), input_line.arguments)


def throw(w: LineWriter, source: str, target: str, attack_throw: Throw, arguments: str) -> None:
    """Writes an attack and the armies that move in. Raises Unclear for armies if the target was not conquered."""
    w.write(attack_line(w.play, source, target, attack_throw, arguments))
    if attack_throw.advance is None:
        return
    if pending_conquest(w.play) is None:
        raise Unclear("no-conquest", 1, str(attack_throw.advance))
    occupy(w, attack_throw.advance)


def attack(w: LineWriter, input_line: InputLine) -> None:
    """Writes an attack that begins with the verb.

    Input such as `attacca cina siam 654 32`; it may break the rules.
    """
    head, tail = split_at_number(input_line)
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, input_line.colour)
    occupy(w)
    source, target = resolve_pair(head, arrow, lambda a, b: is_plausible(w.play, letter, a, b, None))
    throw(w, source, target, parse_throw(w.play, source, target, tail), input_line.arguments)


def move(w: LineWriter, input_line: InputLine) -> None:
    """Writes the move from input such as `sposta 2 argentina perù`, `sposta argentina perù 2`."""
    numbers = input_line.numbers
    if len(numbers) != 1:
        raise Unclear("number", input_line.end, numbers[1].text if numbers else "")
    head = input_line.of_kind("word", "arrow")
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, input_line.colour)
    occupy(w)
    source, target = resolve_pair(head, arrow, lambda a, b: is_plausible(w.play, letter, a, b, numbers[0])
                             and w.play.owner(b) == letter)  # fmt: skip
    w.write(f"MOVE {letter} {source}>{target} {numbers[0].value}{input_line.arguments}")


def advance(w: LineWriter, input_line: InputLine) -> None:
    """Writes the armies that move into a conquered territory.

    Input such as `passano 5`; by default the fewest allowed.
    """
    if pending_conquest(w.play) is None:
        raise Unclear("no-conquest", 1, input_line.line.strip())
    numbers = input_line.numbers
    occupy(w, numbers[-1].value if numbers else None)


def declare(w: LineWriter, input_line: InputLine) -> None:
    """Writes the announcement of an attack from input such as `dichiara cina siam 3`."""
    head, tail = split_at_number(input_line)
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, input_line.colour)
    occupy(w)
    source, target = resolve_pair(head, arrow, lambda a, b: is_plausible(w.play, letter, a, b, None))
    w.write(f"DECL {letter} {source}>{target}{f' {tail[0].value}' if tail else ''}")
