"""Writes the events of a turn from input lines: reinforcements, attacks, the move, cards."""

from __future__ import annotations

from plancia_events.kinds.turn import Attack
from plancia_replay.recording.derive import (
    advance_limits,
    begin_turn,
    cards_due,
    close_turn,
    draw_line,
    ensure_turn,
    occupy,
    pending_conquest,
)
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    card_triples,
    format_items,
    parse_cards,
    parse_items,
    resolve_items,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import candidates, joined_text, possible_readings, resolve, territory_error
from plancia_replay.recording.throws import Throw, attack_line, parse_throw
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import OPEN, find_meaning
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

MAX_DICE_DIGITS = 7  # two throws of three dice and a sign between them


def named_arguments(input_line: InputLine) -> str:
    """Returns the named arguments of a line as they were typed, each after a space."""
    return "".join(f" {token.text}" for token in input_line.named.values())


def place(w: LineWriter, input_line: InputLine) -> None:
    """Writes reinforcements from input such as `+2 alaska +1 siam`."""
    items = parse_items(input_line)
    letter = placing_colour(w, items, input_line.colour)
    ensure_turn(w, letter)
    occupy(w)
    placements = resolve_items(items, lambda code: w.play.owner(code) == letter)
    w.write(f"PUT {letter} {format_items(placements)}{named_arguments(input_line)}")


def placing_colour(w: LineWriter, items: list[tuple[list[Token], int]], colour: str) -> str:
    """Returns the colour that places armies: the current player while armies are due, else the next one."""
    play = w.play
    if colour:
        return colour
    current, following = play.turn, play.next
    table = play.table

    def fits(letter: str) -> bool:
        return all(any(play.owner(code) == letter for code in candidates(joined_text(words))) for words, _ in items)

    armies = sum(count for _, count in items)
    if current and table.placed + armies <= table.armies_allowed() and fits(current):
        return current
    has_finished = not current or table.placed > 0 or table.armies_allowed() <= 0 or table.attacks > 0
    if following and following != current and has_finished and fits(following):
        return following
    return current or following


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
    if number is not None and (w.play.owner(target) == letter or number.value < 11):
        if w.play.owner(target) != letter:
            raise Unclear("dice-missing", number.column)
        w.write(f"MOVE {letter} {source}>{target} {number.value}{named_arguments(input_line)}")
    else:
        throw(w, source, target, parse_throw(w.play, source, target, tail), named_arguments(input_line))


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
    return number is None or 11 <= number.value < 10**MAX_DICE_DIGITS


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
    throw(w, last.source, last.target, parse_throw(play, last.source, last.target, tail), named_arguments(input_line))


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
    throw(w, source, target, parse_throw(w.play, source, target, tail), named_arguments(input_line))


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
    w.write(f"MOVE {letter} {source}>{target} {numbers[0].value}{named_arguments(input_line)}")


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


def draw(w: LineWriter, input_line: InputLine) -> None:
    """Writes a card drawn from input such as `carta`, or `carta brasile` for a card that is seen."""
    ensure_turn(w, input_line.colour)
    occupy(w)
    play = w.play
    tokens = [token for token in input_line.tokens if not (token.kind == "word" and find_meaning(token.text, OPEN))]
    hands = {card for letter in play.players for card in play.hand(letter)}
    cards = parse_cards(tokens, lambda code: code not in hands) or ["???"] * max(1, cards_due(play))
    for card in cards:
        w.write(draw_line(play, [card], public=len(tokens) != len(input_line.tokens)))


def declare_income(w: LineWriter, input_line: InputLine) -> None:
    """Writes the income declared.

    Input such as `rinforzi` for the armies due, `rinforzi 3+5+10` for other numbers.
    """
    table = w.play.table
    is_second = w.play.turn and table.declared >= 0 and table.declared_sets == table.sets
    letter = ensure_turn(w, input_line.colour or (w.play.next if is_second else ""))  # nobody declares twice
    table = w.play.table
    due = [int(table.from_territories), int(table.from_continents), int(table.from_cards)]
    numbers = [token.value for token in input_line.numbers if not token.text.startswith("=")]
    total = next((token.value for token in input_line.numbers if token.text.startswith("=")), None)
    if len(numbers) == 1 and total is None:
        parts = due
        total = numbers[0]
    elif len(numbers) > 3:
        raise Unclear("surplus", input_line.numbers[3].column, input_line.numbers[3].text)
    else:
        parts = [*numbers, 0, 0][:3] if numbers else due
    income_text = f"{parts[0]}+{parts[1]}+{parts[2]}={sum(parts) if total is None else total}"
    w.write(f"REIN {letter} {income_text}{named_arguments(input_line)}")


def exchange(w: LineWriter, input_line: InputLine) -> None:
    """Writes a set of cards.

    Input such as `tris cina siam jolly`, `tris` for the best one in hand, `tris 8` for unknown cards.
    """
    play = w.play
    values = input_line.numbers
    letter = ensure_turn(w, input_line.colour or find_card_holder(play, input_line))
    occupy(w)
    hand = play.hand(letter)
    cards = parse_cards(input_line.tokens, lambda code: code in hand)
    if not cards and values:
        cards = ["???"] * 3
    if not cards:
        proposals = exchangeable_sets(play)
        if not proposals:
            raise Unclear("no-set", input_line.end)
        cards = proposals[0][0]
    if values:
        value = f"={values[0].value}+{values[1].value if len(values) > 1 else 0}"
    else:
        set_armies, bonus = set_value(play, letter, cards)
        value = "=?" if "???" in cards else f"={set_armies}+{bonus}"
    w.write(f"TRIS {letter} {' '.join(cards)} {value}{named_arguments(input_line)}")


def find_card_holder(play: Play, input_line: InputLine) -> str:
    """Returns the next player's colour if he holds all cards named, the current player does not, and the current turn
    has reinforcements placed or declared; else "".
    """
    table = play.table
    if not play.turn or not play.next or not input_line.words or (table.placed == 0 and table.declared < 0):
        return ""
    current_hand, next_hand = play.hand(play.turn), play.hand(play.next)
    cards = parse_cards(input_line.tokens, lambda code: code in current_hand or code in next_hand)
    return play.next if not set(cards) <= set(current_hand) and set(cards) <= set(next_hand) else ""


def set_value(play: Play, letter: str, cards: list[str]) -> tuple[int, int]:
    """Returns the armies that the rules give for a set, and those for cards of territories that the player owns."""
    play.load_line(f"TRIS {letter} {' '.join(cards)} =?")
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    return int(table.total(table.set_terms, colour)), int(table.total(table.bonus_terms, colour))


def exchangeable_sets(play: Play) -> list[tuple[list[str], int, int]]:
    """Returns the sets that the current player may exchange as (cards, value, bonus), the most armies first."""
    letter = play.turn
    if not letter:
        return []
    visible_cards = [card for card in play.hand(letter) if card != "???"]
    choices = [*card_triples(visible_cards), *([tuple(visible_cards)] if 0 < len(visible_cards) < 3 else [])]
    sets = []
    for cards in choices:
        set_armies, bonus = set_value(play, letter, list(cards))
        if set_armies > 0 and not play.violated_rules(f"TRIS {letter} {' '.join(cards)} ={set_armies}+{bonus}"):
            sets.append((list(cards), set_armies, bonus))
    return sorted(sets, key=lambda choice: -(choice[1] + choice[2]))


def pass_turn(w: LineWriter, input_line: InputLine) -> None:
    """Writes that the next player passes an extra turn."""
    close_turn(w)
    letter = input_line.colour or w.play.next
    if not letter:
        raise Unclear("who")
    w.write(f"PASS {letter}")


def open_turn(w: LineWriter, letter: str, kind: str | None, director: str = "") -> None:
    """Begins a turn that was entered explicitly. Raises Unclear if the next player is not known."""
    following = letter or w.play.next
    if not following:
        raise Unclear("who")
    begin_turn(w, following, kind, derived=False, director=director)
