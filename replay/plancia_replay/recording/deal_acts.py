"""Writes the territories that players get, from input lines: dealt, picked or drafted, and those left neutral."""

from __future__ import annotations

from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import is_hidden_word, match_colour, parse_cards
from plancia_replay.recording.play import Play
from plancia_replay.recording.territory_counts import territory_counts
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import normalize_word
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.setup.drafting import NeutralLeft


def next_dealt_colour(play: Play) -> str:
    """Returns the colour whose territories are entered next: the first that lacks some, in the order of play.

    Where no rule says how many it gets, the first without any.
    """
    counts = territory_counts(play)

    def is_missing(letter: str) -> bool:
        return counts[letter]["held"] < counts[letter]["least"] if letter in counts else not play.territories(letter)

    return next((letter for letter in play.order or play.players if is_missing(letter)), "")


def deal(w: LineWriter, input_line: InputLine) -> None:
    """Writes the territories dealt to a player.

    Input such as `rosso: alaska 5 siam 4 cina`; without a number one army.
    """
    play = w.play
    tokens = input_line.tokens
    letter = input_line.colour
    if not letter and tokens and tokens[0].kind == "word":
        letter = match_colour(tokens[0].text, play.players) if len(tokens[0].text) > 1 else ""
        tokens = tokens[1:] if letter else tokens
    letter = letter or next_dealt_colour(play)
    if not letter:
        raise Unclear("who")
    w.suffix = w.suffix if len(territories_by_armies(play, tokens)) == 1 else ""
    for armies, codes in sorted(territories_by_armies(play, tokens).items(), reverse=True):
        w.write(f"DEAL {letter} {' '.join(codes)}{f' armies={armies}' if armies != 1 else ''}")


def territories_by_armies(play: Play, tokens: list[Token]) -> dict[int, list[str]]:
    """Returns codes of territories by the number of armies that follows them, in the order of the input."""
    codes_by_armies: dict[int, list[str]] = {}
    assigned_codes: set[str] = set()
    words: list[Token] = []

    def is_free(code: str) -> bool:
        return play.owner(code) == "" and code not in assigned_codes

    def add_group(armies: int) -> None:
        codes = parse_cards(words, is_free)
        single_army_codes, last_code = codes[:-1], codes[-1:]
        if len(codes) > 1:
            codes_by_armies.setdefault(1, []).extend(single_army_codes)
        codes_by_armies.setdefault(armies, []).extend(last_code)
        assigned_codes.update(codes)
        words.clear()

    for token in tokens:
        if token.kind == "number":
            if not words:
                raise Unclear("items", token.column, token.text)
            add_group(token.value)
        elif token.kind == "word":
            words.append(token)
        elif words and token.text == ",":
            add_group(1)
    if words:
        add_group(1)
    if not codes_by_armies:
        raise Unclear("lands", 1, count=1)
    return codes_by_armies


def neutral(w: LineWriter, input_line: InputLine) -> None:
    """Writes neutral territories from input such as `neutrali siam cina 8`; `neutrali` for all that are left."""
    play = w.play
    codes = parse_cards(
        [token for token in input_line.tokens if token.kind != "number"], lambda code: play.owner(code) == ""
    )
    codes = codes or play.territories("")
    if not codes:
        raise Unclear("lands", input_line.end, count=1)
    rule = play.rule(NeutralLeft)
    garrison = int(rule.garrison) if rule else 0
    armies = input_line.numbers[-1].value if input_line.numbers else garrison or 5
    if play.binds("neutral.card_first") and play.table.assigned == 0:
        how = "neutral-card"
    elif play.binds("draft.rotation"):
        how = "draft"
    else:
        how = "last-left" if play.binds("pick.from_last") or play.binds("pick.in_order") else "deal"
    w.write(f"DEAL - {' '.join(codes)} armies={armies}{f' how={how}' if how != 'deal' else ''}")


def pick(w: LineWriter, input_line: InputLine) -> None:
    """Writes territories picked one after another, each by the next player to pick.

    Input such as `cina`, `cina siam india`.
    """
    play = w.play
    codes = parse_cards(input_line.tokens, lambda code: play.owner(code) == "")
    if not codes:
        raise Unclear("lands", input_line.end, count=1)
    for code in codes:
        marks = ("", " strip") if play.binds("pick.strip") else ("",)
        letters = [input_line.colour] if input_line.colour else play.order or play.players
        lines = [f"PICK {letter} {code}{mark}" for letter in letters for mark in marks]
        w.write(min(lines, key=lambda line: len(play.violated_rules(line))))


def draft(w: LineWriter, input_line: InputLine) -> None:
    """Writes cards kept in the draft, each by the next player.

    Input such as `cina`, or `mazzo 2 cina` if the deck is not known.
    """
    play = w.play
    deck = input_line.numbers[0].value if input_line.numbers else 0
    tokens = [
        token
        for token in input_line.tokens
        if token.kind != "number" and normalize_word(token.text) not in ("mazzo", "deck")
    ]
    hidden = [token for token in tokens if token.kind == "word" and is_hidden_word(token)]
    codes = ["???"] * len(hidden) or parse_cards(tokens, lambda code: play.owner(code) == "")
    if not codes:
        raise Unclear("lands", input_line.end, count=1)
    for code in codes:
        w.write(draft_line(play, input_line.colour, deck, code))


def draft_line(play: Play, colour: str, deck: int, card: str) -> str:
    """Returns the line of one pick of the draft. Raises Unclear if the deck cannot be derived."""
    seats_order = play.order or play.players
    virtual = play.game.header("Virtual") or ""
    picks_by_colour = {letter: 0 for letter in seats_order}
    for event in play.events:
        if event.TAG == "DRAFT" and (event.partner or event.actor) in picks_by_colour:
            picks_by_colour[event.partner or event.actor] += 1
    seats = sorted(seats_order, key=lambda letter: letter == virtual)
    letter = colour or min(seats, key=lambda seat: (picks_by_colour[seat], seats.index(seat)))
    number = picks_by_colour[letter] + 1
    actor, mark = letter, ""
    if letter == virtual:
        team = next((team for team in (play.game.header("Team") or "").split() if letter in team), letter)
        partner = team.replace(letter, "")
        actor, mark = (partner, f" for={letter} public") if partner else (letter, "")
    lines = [f"DRAFT {actor} {number_} {number} {card}{mark}" for number_ in ([deck] if deck else range(1, 5))]
    fitting = [line for line in lines if not play.violated_rules(line)]
    if number == 1 and not deck:
        own_deck_line = f"DRAFT {actor} {seats_order.index(letter) + 1} 1 {card}{mark}"
        fitting = [own_deck_line] if own_deck_line in fitting else fitting
    if deck:
        return lines[0]
    if len(fitting) != 1:
        raise Unclear("deck", 1, card)
    return fitting[0]
