"""The opening as it is said: dice for the order, territories, the draft, objectives, the first armies."""

from __future__ import annotations

from plancia_data import objective_list_of, objectives
from plancia_events.text.objective_names import ids_by_name
from plancia_replay.kernel.table import LANDS
from plancia_replay.recording.derive import occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    cards_in,
    colour_of,
    expect_colour,
    groups,
    hides,
    items_of,
    lands_of_items,
    written,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import resolve, spelt
from plancia_replay.recording.tokens import Said, Token
from plancia_replay.recording.vocabulary import simple
from plancia_replay.recording.writing import Writing
from plancia_replay.rules.objectives.targets import ObjectivesAfterRound
from plancia_replay.rules.setup.drafting import NeutralLeft
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS


def phase(play: Play) -> str:
    """The phase of the opening: order, deal, pick, draft, place, or "" once play may begin."""
    table = play.table
    if table.turns > 0:
        return ""
    if len(table.order) == 0 and table.assigned == 0:
        return "order"
    if table.assigned < LANDS:
        return land_phase(play)
    return "place" if any(armies_to_place(play, letter) > 0 for letter in play.players) else ""


def land_phase(play: Play) -> str:
    """How the territories come to the players: deal, pick or draft."""
    if play.binds("pick.from_last") or play.binds("pick.in_order"):
        return "pick"
    return "draft" if play.binds("draft.rotation") else "deal"


def armies_to_place(play: Play, letter: str) -> int:
    """The initial armies that a player has still to place; those of the deal beyond one on each territory count."""
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    if table.endowment < 0 or not play.is_active(letter):
        return 0
    dealt = int(table.army_total[colour] - table.lands[colour])
    return max(0, int(table.endowment) - max(dealt, int(table.setup_placed[colour])))


def levels(play: Play) -> list[list[str]]:
    """The colours that have thrown for the order, by their throws, highest first; those level stand together."""
    rolled: dict[int, list[str]] = {}
    for letter in play.players:
        colour = COLOUR_LETTERS.index(letter)
        if play.table.throws[colour]:
            rolled.setdefault(int(play.table.rolled[colour]), []).append(letter)
    return [rolled[value] for value in sorted(rolled, reverse=True)]


def tied(play: Play) -> list[str]:
    """The colours that have to throw again: the highest of those level."""
    return next((group for group in levels(play) if len(group) > 1), [])


def dice(w: Writing, said: Said) -> None:
    """Dice for the order: `dadi 6 5 3 2` in the order of the colours, or `dadi rosso 6 blu 5`; ties alike."""
    play = w.play
    tokens = said.of("word", "number")
    expected = throwers(play)
    pairs: list[tuple[str, int]] = []
    letter = ""
    values = [t for t in tokens if t.kind == "number"]
    joined = len(values) == 1 and len(values[0].text) > 1 and len(tokens) == 1
    faces = [int(face) for face in str(values[0].value)] if joined else []
    if joined:
        if len(faces) != len(expected):
            raise Unclear("dice-count", values[0].column, values[0].text, count=len(expected))
        pairs = list(zip(expected, faces, strict=True))
    for token in [] if joined else tokens:
        if token.kind == "word":
            letter = expect_colour(token, play, said.end)
        else:
            if not letter and len(pairs) >= len(expected):
                raise Unclear("surplus", token.column, token.text)
            pairs.append((letter or expected[len(pairs)], token.value))
            letter = ""
    if not pairs or any(not 1 <= value <= 6 for _, value in pairs):
        raise Unclear("dice", said.end, " ".join(str(value) for _, value in pairs))
    purpose, declared = purpose_of(play, [colour for colour, _ in pairs])
    w.write(f"ROLL * {purpose} {' '.join(f'{colour}{value}' for colour, value in pairs)}{declared}")
    order_by_dice(w)


def has_thrown(play: Play, purpose: str) -> bool:
    """True if a throw of a purpose is recorded."""
    return any(event.TAG == "ROLL" and event.purpose == purpose for event in play.events)


def throwers(play: Play) -> list[str]:
    """Who throws next."""
    if tied(play):
        return tied(play)
    if play.binds("order.dummy_dice") and not has_thrown(play, "dummy"):
        return [letter for letter in play.players if letter != (play.game.header("Virtual") or "")]
    return play.players


def purpose_of(play: Play, letters: list[str]) -> tuple[str, str]:
    """What a throw is for, and whether it was declared before."""
    if tied(play) or has_thrown(play, "order") or has_thrown(play, "dummy-order"):
        return "tie", ""
    if not play.binds("order.dummy_dice"):
        return "order", ""
    return ("dummy-order", " declared") if has_thrown(play, "dummy") else ("dummy", "")


def order_by_dice(w: Writing) -> None:
    """The order of play, where the dice alone fix it."""
    play = w.play
    if len(play.table.order) or tied(play) or play.binds("order.choose_slot") or play.binds("order.choose_seat"):
        return
    ranked = [group[0] for group in levels(play)]
    if len(ranked) == len(play.players) and play.binds("order.by_roll"):
        line = f"ORDER * {' '.join(ranked)}"
        if not play.objections(line):
            w.write(line, derived=True)


def order(w: Writing, said: Said) -> None:
    """The order of play: `ordine rosso blu verde nero`; places that were chosen follow from the dice."""
    play = w.play
    letters = [expect_colour(token, play, said.end) for token in said.words]
    if len(set(letters)) != len(letters) or not letters:
        raise Unclear("order", said.end)
    ranked = [letter for group in levels(play) for letter in group]
    beside = "".join(f" {token.text}" for token in said.named.values())
    if not beside and play.binds("order.choose_slot") and sorted(ranked) == sorted(letters):
        beside = " slots=" + ",".join(f"{letter}{letters.index(letter) + 1}" for letter in ranked)
    elif not beside and play.binds("order.choose_seat") and ranked and ranked[0] in letters:
        beside = f" seats={ranked[0]}{letters.index(ranked[0]) + 1}"
    w.write(f"ORDER * {' '.join(letters)}{beside}")


def dealt_next(play: Play) -> str:
    """The colour whose territories are said next: the first without any, in the order of play."""
    return next((letter for letter in play.order or play.players if not play.lands(letter)), "")


def deal(w: Writing, said: Said) -> None:
    """Territories of a player: `rosso: alaska 5 siam 4 cina`; the armies that are not said are one."""
    play = w.play
    tokens = said.tokens
    letter = said.colour
    if not letter and tokens and tokens[0].kind == "word":
        letter = colour_of(tokens[0].text, play.players) if len(tokens[0].text) > 1 else ""
        tokens = tokens[1:] if letter else tokens
    letter = letter or dealt_next(play)
    if not letter:
        raise Unclear("who")
    w.suffix = w.suffix if len(dealt_groups(play, tokens)) == 1 else ""
    for armies, codes in sorted(dealt_groups(play, tokens).items(), reverse=True):
        w.write(f"DEAL {letter} {' '.join(codes)}{f' armies={armies}' if armies != 1 else ''}")


def dealt_groups(play: Play, tokens: list[Token]) -> dict[int, list[str]]:
    """Territories by the armies said after them, in the order in which they were said."""
    found: dict[int, list[str]] = {}
    taken: set[str] = set()
    words: list[Token] = []

    def is_free(code: str) -> bool:
        return play.owner(code) == "" and code not in taken

    def keep(armies: int) -> None:
        codes = cards_in(words, is_free)
        ones, last = codes[:-1], codes[-1:]
        if len(codes) > 1:
            found.setdefault(1, []).extend(ones)
        found.setdefault(armies, []).extend(last)
        taken.update(codes)
        words.clear()

    for token in tokens:
        if token.kind == "number":
            if not words:
                raise Unclear("items", token.column, token.text)
            keep(token.value)
        elif token.kind == "word":
            words.append(token)
        elif words and token.text == ",":
            keep(1)
    if words:
        keep(1)
    if not found:
        raise Unclear("lands", 1, count=1)
    return found


def neutral(w: Writing, said: Said) -> None:
    """Territories that stay neutral: `neutrali siam cina 8`; `neutrali` alone for all that are left."""
    play = w.play
    codes = cards_in([token for token in said.tokens if token.kind != "number"], lambda code: play.owner(code) == "")
    codes = codes or play.lands("")
    if not codes:
        raise Unclear("lands", said.end, count=1)
    rule = play.rule(NeutralLeft)
    garrison = int(rule.garrison) if rule else 0
    armies = said.numbers[-1].value if said.numbers else garrison or 5
    if play.binds("neutral.card_first") and play.table.assigned == 0:
        how = "neutral-card"
    elif play.binds("draft.rotation"):
        how = "draft"
    else:
        how = "last-left" if play.binds("pick.from_last") or play.binds("pick.in_order") else "deal"
    w.write(f"DEAL - {' '.join(codes)} armies={armies}{f' how={how}' if how != 'deal' else ''}")


def pick(w: Writing, said: Said) -> None:
    """Territories chosen one after another, each by who is to choose: `cina`, `cina siam india`."""
    play = w.play
    codes = cards_in(said.tokens, lambda code: play.owner(code) == "")
    if not codes:
        raise Unclear("lands", said.end, count=1)
    for code in codes:
        marks = ("", " strip") if play.binds("pick.strip") else ("",)
        letters = [said.colour] if said.colour else play.order or play.players
        lines = [f"PICK {letter} {code}{mark}" for letter in letters for mark in marks]
        w.write(min(lines, key=lambda line: len(play.objections(line))))


def draft(w: Writing, said: Said) -> None:
    """Cards kept from the passing decks, each by who is next: `cina`, and `mazzo 2 cina` where the way is not known."""
    play = w.play
    deck = said.numbers[0].value if said.numbers else 0
    tokens = [token for token in said.tokens if token.kind != "number" and simple(token.text) not in ("mazzo", "deck")]
    hidden = [token for token in tokens if token.kind == "word" and hides(token)]
    codes = ["???"] * len(hidden) or cards_in(tokens, lambda code: play.owner(code) == "")
    if not codes:
        raise Unclear("lands", said.end, count=1)
    for code in codes:
        w.write(draft_line(play, said.colour, deck, code))


def draft_line(play: Play, colour: str, deck: int, card: str) -> str:
    """The line of one pick of the draft. Raises Unclear where the deck does not follow."""
    order_ = play.order or play.players
    virtual = play.game.header("Virtual") or ""
    kept = {letter: 0 for letter in order_}
    for event in play.events:
        if event.TAG == "DRAFT" and (event.partner or event.actor) in kept:
            kept[event.partner or event.actor] += 1
    seats = sorted(order_, key=lambda letter: letter == virtual)
    letter = colour or min(seats, key=lambda seat: (kept[seat], seats.index(seat)))
    number = kept[letter] + 1
    actor, mark = letter, ""
    if letter == virtual:
        team = next((team for team in (play.game.header("Team") or "").split() if letter in team), letter)
        partner = team.replace(letter, "")
        actor, mark = (partner, f" for={letter} public") if partner else (letter, "")
    lines = [f"DRAFT {actor} {number_} {number} {card}{mark}" for number_ in ([deck] if deck else range(1, 5))]
    fitting = [line for line in lines if not play.objections(line)]
    if number == 1 and not deck:
        own = f"DRAFT {actor} {order_.index(letter) + 1} 1 {card}{mark}"
        fitting = [own] if own in fitting else fitting
    if deck:
        return lines[0]
    if len(fitting) != 1:
        raise Unclear("deck", 1, card)
    return fitting[0]


def objective(w: Writing, said: Said) -> None:
    """Objectives: `obiettivo rosso elvis`, `obiettivi 13 1 7 8`, `obiettivi nascosti`; at the end, opened."""
    play = w.play
    tokens = said.tokens
    letter = said.colour
    words = [token for token in tokens if token.kind == "word"]
    if not letter and words and len(words[0].text) > 1:
        letter = colour_of(words[0].text, play.players)
        tokens = tokens[1:] if letter else tokens
    if letter:
        give_objective(w, letter, tokens)
        return
    parts: list[list[Token]] = [[token] for token in tokens if token.kind == "number"] or groups(tokens)
    if len(parts) == 1 and all(hides(token) for token in parts[0]):
        parts = parts * len(play.players)
    elif len(parts) == 1 and len(parts[0]) == len(play.players):
        parts = [[token] for token in parts[0]]
    if len(parts) != len(play.players):
        raise Unclear("objective-count", said.end, count=len(play.players), given=len(parts))
    for player, part in zip(play.players, parts, strict=True):
        give_objective(w, player, part)


def give_objective(w: Writing, letter: str, tokens: list[Token]) -> None:
    """Gives a player his objective, or opens the one that he was given hidden."""
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
    """The id of the objective that some words mean: a number of the list, a name or its beginning. Raises Unclear."""
    kept = [token for token in tokens if token.kind in ("word", "number")]
    if not kept:
        raise Unclear("objective", 1, "")
    if all(token.kind == "word" and hides(token) for token in kept):
        return "???"
    list_id = play.game.header("Objectives") or "?"
    list_id = objective_list_of(play.game.header("Variant") or "") if list_id == "?" else list_id
    ids = ids_by_name(list_id)
    name = "-".join(simple(token.text) for token in kept).replace(" ", "-")
    if name in ids:
        return ids[name]
    fits = {value for known, value in ids.items() if known.startswith(name)}
    if len(fits) == 1:
        return fits.pop()
    if not ids and kept[0].kind == "word":
        return name
    names = sorted(str(entry["it"]) for entry in objectives(list_id) if entry["id"] in fits) if fits else []
    raise Unclear("objective", kept[0].column, spelt(kept), tuple(names))


def setup(w: Writing, said: Said) -> None:
    """The first armies: `+2 alaska +1 siam`, of who holds these territories."""
    play = w.play
    items = items_of(said)
    lands = lands_of_items(items, lambda code: play.owner(code) in ((said.colour,) if said.colour else play.players))
    owners = {play.owner(code) for code, _ in lands}
    letter = said.colour or (owners.pop() if len(owners) == 1 else "")
    if not letter:
        raise Unclear("owners", items[0][0][0].column, spelt(items[0][0]))
    beside = "".join(f" {token.text}" for token in said.named.values())
    text = f"SET {letter} {written(lands)}{beside}"
    if not beside and play.game.header("Virtual") == letter and play.binds("setup.dummy_placer"):
        lines = [f"{text} by={other}" for other in play.players if other != letter]
        text = min(lines, key=lambda line: len(play.objections(line)))
    w.write(text)


def capital(w: Writing, said: Said) -> None:
    """A capital: `capitale rosso cina`."""
    words = said.words
    letter = said.colour or (colour_of(words[0].text, w.play.players) if len(words) > 1 else "")
    words = words if said.colour or not letter else words[1:]
    if not words:
        raise Unclear("lands", said.end, count=1)
    code = resolve(words, 1, lambda land: w.play.owner(land) == letter or not letter)[0]
    w.write(f"CAP {letter or w.play.owner(code)} {code}")
