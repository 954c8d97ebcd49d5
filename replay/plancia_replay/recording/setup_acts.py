"""Writes the events before the first turn from input lines: order, territories, draft, objectives, first armies."""

from __future__ import annotations

from plancia_data import objective_list_of, objectives
from plancia_events.text.objective_names import ids_by_name
from plancia_replay.kernel.table import LANDS
from plancia_replay.recording.derive import occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    expect_colour,
    format_items,
    is_hidden_word,
    match_colour,
    parse_cards,
    parse_items,
    resolve_items,
    split_at_commas,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import joined_text, resolve
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import normalize_word
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.objectives.targets import ObjectivesAfterRound
from plancia_replay.rules.setup.drafting import NeutralLeft
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS


def phase(play: Play) -> str:
    """Returns the phase before the first turn: order, deal, pick, draft, place, or "" when play may begin."""
    table = play.table
    if table.turns > 0:
        return ""
    if len(table.order) == 0 and table.assigned == 0:
        return "order"
    if table.assigned < LANDS:
        return territory_phase(play)
    return "place" if any(armies_to_place(play, letter) > 0 for letter in play.players) else ""


def territory_phase(play: Play) -> str:
    """Returns how the variant assigns territories: deal, pick or draft."""
    if play.binds("pick.from_last") or play.binds("pick.in_order"):
        return "pick"
    return "draft" if play.binds("draft.rotation") else "deal"


def armies_to_place(play: Play, letter: str) -> int:
    """Returns the initial armies that a player still has to place; dealt ones beyond one a territory count."""
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    if table.endowment < 0 or not play.is_active(letter):
        return 0
    extra_armies = int(table.army_total[colour] - table.lands[colour])
    return max(0, int(table.endowment) - max(extra_armies, int(table.setup_placed[colour])))


def throw_ranking(play: Play) -> list[list[str]]:
    """Returns the colours that threw for the order, the highest throw first; tied colours are in one group."""
    colours_by_roll: dict[int, list[str]] = {}
    for letter in play.players:
        colour = COLOUR_LETTERS.index(letter)
        if play.table.throws[colour]:
            colours_by_roll.setdefault(int(play.table.rolled[colour]), []).append(letter)
    return [colours_by_roll[value] for value in sorted(colours_by_roll, reverse=True)]


def tied_colours(play: Play) -> list[str]:
    """Returns the colours that have to throw again: the highest tied group."""
    return next((group for group in throw_ranking(play) if len(group) > 1), [])


def dice(w: LineWriter, input_line: InputLine) -> None:
    """Writes throws for the order or for a tie.

    Input such as `dadi 6 5 3 2` in the order of colours, or `dadi rosso 6 blu 5`.
    """
    play = w.play
    tokens = input_line.of_kind("word", "number")
    expected = next_throwers(play)
    pairs: list[tuple[str, int]] = []
    letter = ""
    values = [t for t in tokens if t.kind == "number"]
    is_joined = len(values) == 1 and len(values[0].text) > 1 and len(tokens) == 1
    faces = [int(face) for face in str(values[0].value)] if is_joined else []
    if is_joined:
        if len(faces) != len(expected):
            raise Unclear("dice-count", values[0].column, values[0].text, count=len(expected))
        pairs = list(zip(expected, faces, strict=True))
    for token in [] if is_joined else tokens:
        if token.kind == "word":
            letter = expect_colour(token, play, input_line.end)
        else:
            if not letter and len(pairs) >= len(expected):
                raise Unclear("surplus", token.column, token.text)
            pairs.append((letter or expected[len(pairs)], token.value))
            letter = ""
    if not pairs or any(not 1 <= value <= 6 for _, value in pairs):
        raise Unclear("dice", input_line.end, " ".join(str(value) for _, value in pairs))
    purpose, declared = throw_purpose(play, [colour for colour, _ in pairs])
    w.write(f"ROLL * {purpose} {' '.join(f'{colour}{value}' for colour, value in pairs)}{declared}")
    order_by_dice(w)


def has_thrown(play: Play, purpose: str) -> bool:
    """True if a throw of a purpose is recorded."""
    return any(event.TAG == "ROLL" and event.purpose == purpose for event in play.events)


def next_throwers(play: Play) -> list[str]:
    """Returns the colours that throw next."""
    if tied_colours(play):
        return tied_colours(play)
    if play.binds("order.dummy_dice") and not has_thrown(play, "dummy"):
        return [letter for letter in play.players if letter != (play.game.header("Virtual") or "")]
    return play.players


def throw_purpose(play: Play, letters: list[str]) -> tuple[str, str]:
    """Returns the purpose of a throw in the notation, and its word ` declared` or ""."""
    if tied_colours(play) or has_thrown(play, "order") or has_thrown(play, "dummy-order"):
        return "tie", ""
    if not play.binds("order.dummy_dice"):
        return "order", ""
    return ("dummy-order", " declared") if has_thrown(play, "dummy") else ("dummy", "")


def order_by_dice(w: LineWriter) -> None:
    """Writes the order of play if it follows from the dice alone."""
    play = w.play
    if (
        len(play.table.order)
        or tied_colours(play)
        or play.binds("order.choose_slot")
        or play.binds("order.choose_seat")
    ):
        return
    ranked = [group[0] for group in throw_ranking(play)]
    if len(ranked) == len(play.players) and play.binds("order.by_roll"):
        line = f"ORDER * {' '.join(ranked)}"
        if not play.violated_rules(line):
            w.write(line, derived=True)


def order(w: LineWriter, input_line: InputLine) -> None:
    """Writes the order of play.

    Input such as `ordine rosso blu verde nero`; the chosen places are derived from the dice.
    """
    play = w.play
    letters = [expect_colour(token, play, input_line.end) for token in input_line.words]
    if len(set(letters)) != len(letters) or not letters:
        raise Unclear("order", input_line.end)
    ranked = [letter for group in throw_ranking(play) for letter in group]
    arguments = "".join(f" {token.text}" for token in input_line.named.values())
    if not arguments and play.binds("order.choose_slot") and sorted(ranked) == sorted(letters):
        arguments = " slots=" + ",".join(f"{letter}{letters.index(letter) + 1}" for letter in ranked)
    elif not arguments and play.binds("order.choose_seat") and ranked and ranked[0] in letters:
        arguments = f" seats={ranked[0]}{letters.index(ranked[0]) + 1}"
    w.write(f"ORDER * {' '.join(letters)}{arguments}")


def next_dealt_colour(play: Play) -> str:
    """Returns the colour whose territories are entered next: the first without any, in the order of play."""
    return next((letter for letter in play.order or play.players if not play.territories(letter)), "")


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


def setup(w: LineWriter, input_line: InputLine) -> None:
    """Writes initial armies, placed by the owner of the territories from input such as `+2 alaska +1 siam`."""
    play = w.play
    items = parse_items(input_line)
    placements = resolve_items(
        items, lambda code: play.owner(code) in ((input_line.colour,) if input_line.colour else play.players)
    )
    owners = {play.owner(code) for code, _ in placements}
    letter = input_line.colour or (owners.pop() if len(owners) == 1 else "")
    if not letter:
        raise Unclear("owners", items[0][0][0].column, joined_text(items[0][0]))
    arguments = "".join(f" {token.text}" for token in input_line.named.values())
    text = f"SET {letter} {format_items(placements)}{arguments}"
    if not arguments and play.game.header("Virtual") == letter and play.binds("setup.dummy_placer"):
        lines = [f"{text} by={other}" for other in play.players if other != letter]
        text = min(lines, key=lambda line: len(play.violated_rules(line)))
    w.write(text)


def capital(w: LineWriter, input_line: InputLine) -> None:
    """Writes a capital from input such as `capitale rosso cina`."""
    words = input_line.words
    letter = input_line.colour or (match_colour(words[0].text, w.play.players) if len(words) > 1 else "")
    words = words if input_line.colour or not letter else words[1:]
    if not words:
        raise Unclear("lands", input_line.end, count=1)
    code = resolve(words, 1, lambda land: w.play.owner(land) == letter or not letter)[0]
    w.write(f"CAP {letter or w.play.owner(code)} {code}")
