"""Acts of a turn as they are said: reinforcements, attacks, the move, cards."""

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
    pending,
)
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    cards_in,
    combinations_of,
    items_of,
    lands_of_items,
    written,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import candidates, readings, resolve, spelt, unclear
from plancia_replay.recording.throws import Throw, attack_line, read_throw
from plancia_replay.recording.tokens import Said, Token
from plancia_replay.recording.vocabulary import OPEN, meaning
from plancia_replay.recording.writing import Writing
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

MOST_SPARE = 7  # digits of two throws of three dice and the sign between them


def named_arguments(said: Said) -> str:
    """The named arguments of a line, as they were typed."""
    return "".join(f" {token.text}" for token in said.named.values())


def place(w: Writing, said: Said) -> None:
    """Reinforcements: `+2 alaska +1 siam`."""
    items = items_of(said)
    letter = who_places(w, items, said.colour)
    ensure_turn(w, letter)
    occupy(w)
    lands = lands_of_items(items, lambda code: w.play.owner(code) == letter)
    w.write(f"PUT {letter} {written(lands)}{named_arguments(said)}")


def who_places(w: Writing, items: list[tuple[list[Token], int]], colour: str) -> str:
    """The colour that places these armies: who has the turn while armies are due to him, else who comes next."""
    play = w.play
    if colour:
        return colour
    here, following = play.turn, play.next
    table = play.table

    def fits(letter: str) -> bool:
        return all(any(play.owner(code) == letter for code in candidates(spelt(words))) for words, _ in items)

    total = sum(count for _, count in items)
    if here and table.placed + total <= table.armies_allowed() and fits(here):
        return here
    done = not here or table.placed > 0 or table.armies_allowed() <= 0 or table.attacks > 0
    if following and following != here and done and fits(following):
        return following
    return here or following


def strike(w: Writing, said: Said) -> None:
    """Two territories with dice, losses or armies: an attack, a move, or armies that move in."""
    head, tail = parted(said)
    if any(token.kind == "word" for token in tail):
        place(w, said)
        return
    if not head:
        numbers_alone(w, said, tail)
        return
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    words = [token for token in head if token.kind == "word"]
    if len(tail) == 1 and arrow is None and not readings(words, 2) and readings(words, 1):
        place(w, said)
        return
    number = tail[0] if len(tail) == 1 and tail[0].kind == "number" else None
    if number is not None and is_conquest(w.play, head, arrow):
        occupy(w, number.value)
        return
    letter = who_strikes(w, words, said.colour)
    ensure_turn(w, letter)
    occupy(w)
    source, target = pair_of(head, arrow, lambda a, b: makes_sense(w.play, letter, a, b, number))
    if number is not None and (w.play.owner(target) == letter or number.value < 11):
        if w.play.owner(target) != letter:
            raise Unclear("dice-missing", number.column)
        w.write(f"MOVE {letter} {source}>{target} {number.value}{named_arguments(said)}")
    else:
        throw(w, source, target, read_throw(w.play, source, target, tail), named_arguments(said))


def parted(said: Said) -> tuple[list[Token], list[Token]]:
    """The tokens before the first number, and the others."""
    for place_, token in enumerate(said.tokens):
        if token.kind in ("number", "counts", "losses"):
            head = said.tokens[:place_]
            return [t for t in head if t.kind in ("word", "arrow")], said.tokens[place_:]
    return [token for token in said.tokens if token.kind in ("word", "arrow")], []


def pair_of(head: list[Token], arrow: int | None, fits: object) -> tuple[str, str]:
    """Source and target that the words mean. Raises Unclear."""
    words = [token for token in head if token.kind == "word"]
    if not words:
        raise Unclear("lands", head[0].column if head else 1, count=2)
    if arrow is None:
        source, target = resolve(words, 2, fits)  # type: ignore[arg-type]
        return source, target
    first = [token for token in head[:arrow] if token.kind == "word"]
    second = [token for token in head[arrow:] if token.kind == "word"]
    if not first or not second:
        raise Unclear("lands", head[arrow].column, count=2)
    pairs = [(a, b) for a in candidates(spelt(first)) for b in candidates(spelt(second))]
    fitting = pairs if len(pairs) == 1 else [pair for pair in pairs if fits(*pair)]  # type: ignore[operator]
    if len(fitting) != 1:
        if not pairs:
            unknown = first if not candidates(spelt(first)) else second
            raise unclear(unknown, 1, [], [])
        raise unclear(words, 2, pairs, fitting)
    return fitting[0]


def makes_sense(play: Play, letter: str, source: str, target: str, number: Token | None) -> bool:
    """True if the board allows this attack, or this move of so many armies."""
    if play.owner(source) != letter or not play.are_adjacent(source, target):
        return False
    if play.owner(target) == letter:
        return number is not None and number.value < play.armies(source)
    if play.owner(target) == "" or play.armies(source) < 2:
        return False
    return number is None or 11 <= number.value < 10**MOST_SPARE


def is_conquest(play: Play, head: list[Token], arrow: int | None) -> bool:
    """True if the words may mean the conquest whose armies have not moved in yet."""
    places = pending(play)
    words = [token for token in head if token.kind == "word"]
    if places is None or (arrow is None and len(words) < 2):
        return False
    return places in readings(words, 2)


def who_strikes(w: Writing, words: list[Token], colour: str) -> str:
    """The colour that attacks or moves: who has the turn, else who comes next and holds the source that was named."""
    play = w.play
    if colour:
        return colour
    here, following = play.turn, play.next
    if not here or not following or here == following:
        return here or following
    pairs = readings(words, 2)
    table = play.table
    is_done = table.placed >= table.armies_allowed() and (table.attacks > 0 or table.placed > 0)
    owners = {play.owner(source) for source, _ in pairs}
    return following if is_done and owners == {following} and len({s for s, _ in pairs}) == 1 else here


def numbers_alone(w: Writing, said: Said, tail: list[Token]) -> None:
    """Numbers without territories: armies that move in, or dice of the attack made last once more."""
    play = w.play
    numbers = [token for token in tail if token.kind == "number"]
    if pending(play) is not None:
        if len(tail) == 1 and numbers:
            occupy(w, numbers[0].value)
            return
        raise Unclear("advance", tail[0].column, said.line.strip(), least=advance_limits(play)[0],
                      most=advance_limits(play)[1])  # fmt: skip
    last = next((event for event in reversed(play.events) if event.TAG in ("ATT", "TURN", "OCC", "MOVE")), None)
    if not isinstance(last, Attack) or not play.turn:
        raise Unclear("nothing-to-repeat", tail[0].column, tail[0].text)
    throw(w, last.source, last.target, read_throw(play, last.source, last.target, tail), named_arguments(said))


def throw(w: Writing, source: str, target: str, said: Throw, named: str) -> None:
    """Writes an attack, and the armies said to move in. Raises Unclear for these where nothing was conquered."""
    w.write(attack_line(w.play, source, target, said, named))
    if said.advance is None:
        return
    if pending(w.play) is None:
        raise Unclear("no-conquest", 1, str(said.advance))
    occupy(w, said.advance)


def attack(w: Writing, said: Said) -> None:
    """An attack said as such: `attacca cina siam 654 32`, whatever the board says of it."""
    head, tail = parted(said)
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, said.colour)
    occupy(w)
    source, target = pair_of(head, arrow, lambda a, b: makes_sense(w.play, letter, a, b, None))
    throw(w, source, target, read_throw(w.play, source, target, tail), named_arguments(said))


def move(w: Writing, said: Said) -> None:
    """The move: `sposta 2 argentina perù`, `sposta argentina perù 2`."""
    numbers = said.numbers
    if len(numbers) != 1:
        raise Unclear("number", said.end, numbers[1].text if numbers else "")
    head = said.of("word", "arrow")
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, said.colour)
    occupy(w)
    source, target = pair_of(head, arrow, lambda a, b: makes_sense(w.play, letter, a, b, numbers[0])
                             and w.play.owner(b) == letter)  # fmt: skip
    w.write(f"MOVE {letter} {source}>{target} {numbers[0].value}{named_arguments(said)}")


def advance(w: Writing, said: Said) -> None:
    """Armies that move in: `passano 5`; without a number the least."""
    if pending(w.play) is None:
        raise Unclear("no-conquest", 1, said.line.strip())
    numbers = said.numbers
    occupy(w, numbers[-1].value if numbers else None)


def declare(w: Writing, said: Said) -> None:
    """An attack announced: `dichiara cina siam 3`."""
    head, tail = parted(said)
    arrow = next((k for k, token in enumerate(head) if token.kind == "arrow"), None)
    letter = ensure_turn(w, said.colour)
    occupy(w)
    source, target = pair_of(head, arrow, lambda a, b: makes_sense(w.play, letter, a, b, None))
    w.write(f"DECL {letter} {source}>{target}{f' {tail[0].value}' if tail else ''}")


def draw(w: Writing, said: Said) -> None:
    """A card drawn: `carta`, or `carta brasile` where it is seen."""
    ensure_turn(w, said.colour)
    occupy(w)
    play = w.play
    tokens = [token for token in said.tokens if not (token.kind == "word" and meaning(token.text, OPEN))]
    hands = {card for letter in play.players for card in play.hand(letter)}
    cards = cards_in(tokens, lambda code: code not in hands) or ["???"] * max(1, cards_due(play))
    for card in cards:
        w.write(draw_line(play, [card], public=len(tokens) != len(said.tokens)))


def declare_income(w: Writing, said: Said) -> None:
    """The armies declared: `rinforzi`, as they are due; `rinforzi 3+5+10` as they were said."""
    table = w.play.table
    is_second = w.play.turn and table.declared >= 0 and table.declared_sets == table.sets
    letter = ensure_turn(w, said.colour or (w.play.next if is_second else ""))  # nobody declares twice
    table = w.play.table
    due = [int(table.from_territories), int(table.from_continents), int(table.from_cards)]
    numbers = [token.value for token in said.numbers if not token.text.startswith("=")]
    total = next((token.value for token in said.numbers if token.text.startswith("=")), None)
    if len(numbers) == 1 and total is None:
        parts = due
        total = numbers[0]
    elif len(numbers) > 3:
        raise Unclear("surplus", said.numbers[3].column, said.numbers[3].text)
    else:
        parts = [*numbers, 0, 0][:3] if numbers else due
    shown = f"{parts[0]}+{parts[1]}+{parts[2]}={sum(parts) if total is None else total}"
    w.write(f"REIN {letter} {shown}{named_arguments(said)}")


def exchange(w: Writing, said: Said) -> None:
    """A set of cards: `tris cina siam jolly`; `tris` alone for the best one in hand; `tris 8` where nobody saw it."""
    play = w.play
    values = said.numbers
    letter = ensure_turn(w, said.colour or holder(play, said))
    occupy(w)
    hand = play.hand(letter)
    cards = cards_in(said.tokens, lambda code: code in hand)
    if not cards and values:
        cards = ["???"] * 3
    if not cards:
        proposals = sets_in_hand(play)
        if not proposals:
            raise Unclear("no-set", said.end)
        cards = proposals[0][0]
    if values:
        value = f"={values[0].value}+{values[1].value if len(values) > 1 else 0}"
    else:
        worth, bonus = set_value(play, letter, cards)
        value = "=?" if "???" in cards else f"={worth}+{bonus}"
    w.write(f"TRIS {letter} {' '.join(cards)} {value}{named_arguments(said)}")


def holder(play: Play, said: Said) -> str:
    """Who comes next, where only he holds the cards named and the open turn has begun in earnest; else ""."""
    table = play.table
    if not play.turn or not play.next or not said.words or (table.placed == 0 and table.declared < 0):
        return ""
    here, following = play.hand(play.turn), play.hand(play.next)
    cards = cards_in(said.tokens, lambda code: code in here or code in following)
    return play.next if not set(cards) <= set(here) and set(cards) <= set(following) else ""


def set_value(play: Play, letter: str, cards: list[str]) -> tuple[int, int]:
    """The armies that an exchange brings under the rules: for the set, and for territories held."""
    play.held(f"TRIS {letter} {' '.join(cards)} =?")
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    return int(table.total(table.set_terms, colour)), int(table.total(table.bonus_terms, colour))


def sets_in_hand(play: Play) -> list[tuple[list[str], int, int]]:
    """The sets that the player whose turn is open may exchange: cards, value, bonus; the most armies first."""
    letter = play.turn
    if not letter:
        return []
    known = [card for card in play.hand(letter) if card != "???"]
    choices = [*combinations_of(known), *([tuple(known)] if 0 < len(known) < 3 else [])]
    found = []
    for cards in choices:
        worth, bonus = set_value(play, letter, list(cards))
        if worth > 0 and not play.objections(f"TRIS {letter} {' '.join(cards)} ={worth}+{bonus}"):
            found.append((list(cards), worth, bonus))
    return sorted(found, key=lambda choice: -(choice[1] + choice[2]))


def pass_turn(w: Writing, said: Said) -> None:
    """The next player passes an extra turn."""
    close_turn(w)
    letter = said.colour or w.play.next
    if not letter:
        raise Unclear("who")
    w.write(f"PASS {letter}")


def open_turn(w: Writing, letter: str, kind: str | None, director: str = "") -> None:
    """A turn said as such. Raises Unclear where nobody knows whose it is."""
    following = letter or w.play.next
    if not following:
        raise Unclear("who")
    begin_turn(w, following, kind, derived=False, director=director)
