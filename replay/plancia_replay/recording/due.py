"""Computes what is due at the table: who acts, income with its account, sets, attacks, occupation, cards, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypedDict

from plancia_events import Game
from plancia_replay.kernel.rule import UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS
from plancia_replay.recording.card_acts import exchangeable_sets
from plancia_replay.recording.deal_acts import draft_line, next_dealt_colour
from plancia_replay.recording.derive import advance_limits, begin_turn, cards_due, pending_conquest
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.order_acts import missing_throwers, next_throwers
from plancia_replay.recording.play import Play
from plancia_replay.recording.setup_acts import Phase, armies_to_place, phase
from plancia_replay.recording.table_acts import announcement_due
from plancia_replay.recording.territory_counts import (
    NEUTRAL_LETTER,
    TerritoryCount,
    colour_of_the_rest,
    territory_counts,
)
from plancia_replay.recording.throws import MAX_DICE
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.combat.occupation import MoveOnce
from plancia_replay.rules.endings.announcements import AnnouncedAtTimeOut
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rules.objectives.objective_list import ObjectivesAfterRound
from plancia_replay.rules.turn.income import account_of
from plancia_replay.rules.turn.out_of_play import FreezeDue
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import LAND_CODES

HIDDEN_VALUE = "???"  # an objective that nobody knows
MAX_CHUNK = 6  # armies; no variant has more placed at a time, unless all at once
TurnKind = Literal["", "extra", "chance"]
TURN_KINDS: tuple[TurnKind, ...] = ("", "extra", "chance")  # by `turn_kind` of the table
CHUNK_RULES = ("setup.chunk", "setup.chunk_steps")  # on the number of armies placed at a time
CLAIMS: tuple[Literal["objective", "risiko", "world"], ...] = ("objective", "risiko", "world")


class Income(TypedDict):
    territories: int
    continents: int
    cards: int
    lost: int
    total: int
    placed: int
    left: int
    account: list[str]


class CardSet(TypedDict):
    cards: list[str]
    value: int
    bonus: int


class PossibleAttack(TypedDict):
    source: str
    target: str
    dice: int
    defence: int


class Advance(TypedDict):
    source: str
    target: str
    least: int
    most: int


class Ending(TypedDict):
    recorded: bool
    why: list[str]


class ClosingThrow(TypedDict):
    player: str
    dice: int
    most: int
    bonus: bool


class PossibleClaim(TypedDict):
    what: Literal["objective", "risiko", "world"]
    certain: bool


@dataclass
class Due:
    """What is due after the last event of a game. Members without a meaning in the phase are empty or None.

    `phase`: order, deal, pick, draft, place, turn, between (two turns) or over. `player` acts next. Of the income
    `account` has one line for each source (`territories:11/3=3`, `continent:asia=7`, `sets=8`). `attacks` are pairs
    that the board and the rules allow now, with the most dice of both sides; `advance` the least and the most armies
    that move in. From the first turn on `order` are the colours that take turns, in order. `throwers` are the colours
    whose dice for the order are missing, `chunk` the initial armies that the rules want placed at a time. `territories`
    has by colour (`-`: the neutral ones) those that it holds, the least and the most that the rules give it, and `rest`
    is the colour that must get exactly the free ones. Of a game that is over `unopened` are the colours whose objective
    is still hidden, `signed` those that confirmed the result, `unsigned` those that did not yet.
    """

    phase: Phase
    player: str = ""
    round: int = 0
    turn: TurnKind = ""  # the kind of the turn that is open or comes next: "", chance, extra
    next: str = ""
    order: list[str] = field(default_factory=list)
    income: Income | None = None
    sets: list[CardSet] = field(default_factory=list)
    attacks: list[PossibleAttack] = field(default_factory=list)
    moves: int = 0
    advance: Advance | None = None
    cards: int = 0
    end: Ending | None = None
    throw: ClosingThrow | None = None
    announcement: str = ""
    claims: list[PossibleClaim] = field(default_factory=list)
    freeze: str = ""
    place: dict[str, int] = field(default_factory=dict)
    free: list[str] = field(default_factory=list)
    territories: dict[str, TerritoryCount] = field(default_factory=dict)
    rest: str = ""
    objectives: list[str] = field(default_factory=list)
    throwers: list[str] = field(default_factory=list)
    chunk: int = 0
    unopened: list[str] = field(default_factory=list)
    signed: list[str] = field(default_factory=list)
    unsigned: list[str] = field(default_factory=list)
    impossible: int = 0


def due_for_game(game: Game, lang: str = "it", rules: RuleSet | None = None) -> Due:
    """Returns what is due after the last event. Raises RuleSetError if the header names rules that do not exist."""
    return due_in_play(Play(game, rules), lang)


def due_in_play(play: Play, lang: str = "it") -> Due:
    """Returns what is due in a game in progress, with sentences in a language."""
    if play.impossible:
        return Due("over", impossible=play.impossible[0])
    is_ended_by_rules = play.turn and play.table.stopped >= 0 and not play.table.over
    if play.is_stopped and not (is_ended_by_rules and pending_conquest(play)):  # armies still move in
        return due_after_end(play)
    if stage := phase(play):
        return due_in_opening(play, stage)
    return due_in_turn(play, lang) if play.turn else due_between_turns(play)


def due_after_end(play: Play) -> Due:
    """Returns what is due once the rules ended the game: its end, objectives to open, signatures."""
    hidden = {event.actor for event in play.events if event.TAG == "OBJ" and event.objective == HIDDEN_VALUE}
    opened = {event.actor for event in play.events if event.TAG == "SHOW"}
    signers = {letter for event in play.events if event.TAG == "CERT" for letter in event.by}
    return Due(
        "over", round=int(play.table.round), end={"recorded": bool(play.table.over), "why": []},
        unopened=[letter for letter in play.players if letter in hidden - opened],
        signed=[letter for letter in play.players if letter in signers],
        unsigned=[
            letter for letter in play.players if letter not in signers and letter != play.game.header("Virtual")
        ],
    )  # fmt: skip


def due_in_opening(play: Play, stage: Phase) -> Due:
    """Returns what is due before the first turn."""
    state = Due(stage, player=play.next, next=play.next, free=play.territories(""))
    if stage in ("deal", "pick", "draft"):
        state.territories = territory_counts(play)
        state.rest = colour_of_the_rest(play)
    if stage == "order":
        state.player = (next_throwers(play) or [""])[0]
        state.throwers = missing_throwers(play)
    elif stage == "deal":
        state.player = next_dealt_colour(play)
    elif stage == "pick":
        state.player = "" if state.rest == NEUTRAL_LETTER else next_picker(play, state.free)
    elif stage == "draft":
        state.player = "" if state.rest == NEUTRAL_LETTER else next_drafter(play, state.free)
    elif stage == "place":
        state.place = {letter: count for letter in play.players if (count := armies_to_place(play, letter))}
        state.player = next(
            (letter for letter in play.order or play.players if letter in state.place and may_place(play, letter)), ""
        )
        state.objectives = colours_without_objective(play)
        state.chunk = initial_chunk(play, state.player, state.place.get(state.player, 0))
    return state


def initial_chunk(play: Play, letter: str, left: int) -> int:
    """Returns the most initial armies, at most `left`, that a colour may place at a time; `left` where no rule says."""
    codes = play.territories(letter) if letter else []
    counts = (left, *range(min(left, MAX_CHUNK), 0, -1)) if codes else ()
    return next(
        (count for count in counts if count and not play.violated_rules(f"SET {letter} {codes[0]}+{count}")), left
    )


def next_picker(play: Play, free: list[str]) -> str:
    """Returns the colour whose pick of a free territory violates fewest rules now; "" if none is free."""
    if not free:
        return ""
    return min(play.order, key=lambda letter: len(play.violated_rules(f"PICK {letter} {free[0]}")), default="")


def next_drafter(play: Play, free: list[str]) -> str:
    """Returns the colour that keeps a card next in the draft; "" if no territory is free."""
    if not free:
        return ""
    try:
        words = draft_line(play, "", 0, free[0]).split()
    except Unclear:
        words = draft_line(play, "", 1, free[0]).split()
    return next((word.removeprefix("for=") for word in words if word.startswith("for=")), words[1])


def may_place(play: Play, letter: str) -> bool:
    """True if the rules let a colour place initial armies now; rules on their number are ignored."""
    codes = play.territories(letter)
    violated = play.violated_rules(f"SET {letter} {codes[0]}+1") if codes else []
    return bool(codes) and all(rule is not None and rule.NAME in CHUNK_RULES for rule in violated)


def due_in_turn(play: Play, lang: str) -> Due:
    """Returns what is due in the current turn."""
    table = play.table
    state = Due("turn", play.turn, int(table.round), TURN_KINDS[int(table.turn_kind)], play.next)
    state.order = colours_in_turns(play)
    places = pending_conquest(play)
    if places is not None:
        least, most = advance_limits(play)
        state.advance = {"source": places[0], "target": places[1], "least": least, "most": most}
    state.income = income_json(play)
    state.sets = [{"cards": cards, "value": value, "bonus": bonus} for cards, value, bonus in exchangeable_sets(play)]
    if places is None:
        state.attacks = possible_attacks(play)
    rule = play.rule(MoveOnce)
    state.moves = max(0, int(rule.most - table.moves)) if rule else 1
    state.cards = cards_due(play)
    state.end = {"recorded": False, "why": [] if places else turn_end_violations(play, lang)}
    state.claims = winning_claims(play)
    state.announcement = missing_announcement(play)
    return state


def colours_in_turns(play: Play) -> list[str]:
    """Returns the colours in the order of play, without those who are out of the game or out of the turns."""
    out_of_turns = play.table.out_of_turns
    return [
        letter for letter in play.order if play.is_active(letter) and not out_of_turns[COLOUR_LETTERS.index(letter)]
    ]


def income_json(play: Play) -> Income:
    """Returns the armies due to the current player, their account, those placed and those left."""
    table = play.table
    colour = COLOUR_LETTERS.index(play.turn)
    names = play.rules.content["board"]["continents"]
    account = [named_source(line, names) for line in account_of(play.turn_table, colour)]
    if table.from_cards:
        account.append(f"sets={int(table.from_cards)}")
    return {
        "territories": int(table.from_territories), "continents": int(table.from_continents),
        "cards": int(table.from_cards), "lost": int(table.forfeit), "total": max(0, int(table.armies_allowed())),
        "placed": int(table.placed), "left": max(0, armies_left(play)), "account": account,
    }  # fmt: skip


def named_source(line: str, continents: list[str]) -> str:
    """Returns a line of an account with the id of the continent instead of its number."""
    kind, colon, rest = line.partition(":")
    number, equals, count = rest.partition("=")
    return f"{kind}:{continents[int(number)]}{equals}{count}" if kind == "continent" and colon else line


def armies_left(play: Play) -> int:
    """Returns the armies that may still be placed: those due, up to the limit of armies on the board."""
    table = play.table
    left = int(table.armies_allowed() - table.placed)
    limit = int(table.cap[table.turn])
    return left if limit < 0 else min(left, limit - int(table.army_total[table.turn]))


def possible_attacks(play: Play) -> list[PossibleAttack]:
    """Returns the attacks that the board and the rules allow now."""
    table = play.table
    pairs = [
        (source, target)
        for source in range(LANDS) if table.owner[source] == table.turn and table.armies[source] > 1
        for target in range(LANDS) if table.adjacent[source * LANDS + target]
        and table.owner[target] >= 0 and table.owner[target] != table.turn
    ]  # fmt: skip
    if not pairs:
        return []
    barring = [rule for rule in play.rules.rules if type(rule).bars_attack is not Rule.bars_attack]
    play.load_line(f"DECL {play.turn} {LAND_CODES[pairs[0][0]]}>{LAND_CODES[pairs[0][1]]}")
    attacks: list[PossibleAttack] = []
    for source, target in pairs:
        table.a, table.b = source, target
        if not any(rule.bars_attack(table, source, target) for rule in barring) and not play.violated_in_hand():
            attacks.append(
                {"source": LAND_CODES[source], "target": LAND_CODES[target],
                 "dice": min(MAX_DICE, int(table.armies[source]) - 1),
                 "defence": min(MAX_DICE, int(table.armies[target]))}
            )  # fmt: skip
    return attacks


def turn_end_violations(play: Play, lang: str) -> list[str]:
    """Returns the violations, as sentences, if the turn ended now; the card is drawn automatically and not counted."""
    return play.violation_sentences(f"END {play.turn}", lang, without=("cards.drawn",))


def winning_claims(play: Play) -> list[PossibleClaim]:
    """Returns the claims that would win now; `certain` is False if that depends on an unknown objective."""
    claims: list[PossibleClaim] = []
    colour = COLOUR_LETTERS.index(play.turn)
    for what in CLAIMS:
        line = f"CLAIM {play.turn} {what}"
        if play.violated_rules(line):
            continue
        table = play.table
        is_doubtful = bool(play.violated_rules(line, (UNDECIDABLE,)))
        if what == "world":
            is_winning = table.lands[colour] == LANDS
        else:
            is_winning = table.total(table.claim_bars, colour) == 0 and any(
                term.amount(table, colour) > 0 for term in table.claim_terms
            )
        if is_winning or is_doubtful:
            claims.append({"what": what, "certain": bool(is_winning)})
    return claims


def missing_announcement(play: Play) -> str:
    """Returns the announcement that the rules require and that is not recorded yet; "" for none."""
    rule, table = play.rule(AnnouncedAtTimeOut), play.table
    if rule is None or not rule.spoken or table.expired_round < 0 or table.announced >= 0:
        return ""
    return announcement_due(play)


def due_between_turns(play: Play) -> Due:
    """Returns what is due between two turns."""
    table = play.table
    state = Due(
        "between", play.next, int(table.round), next=play.next, order=colours_in_turns(play),
        announcement=missing_announcement(play),
    )  # fmt: skip
    state.throw = closing_throw_due(play)
    state.objectives = colours_without_objective(play)
    rule = play.rule(FreezeDue)
    if rule is not None and table.turns > 0 and rule.unfrozen_player(table) >= 0:
        state.freeze = COLOUR_LETTERS[rule.unfrozen_player(table)]
    if play.next:
        next_play = play.copy()
        try:
            begin_turn(LineWriter(next_play), play.next)
        except Unclear:
            return state
        state.turn = TURN_KINDS[int(next_play.table.turn_kind)]
        state.income = income_json(next_play)
    return state


def colours_without_objective(play: Play) -> list[str]:
    """Returns the colours without an objective if the rules deal objectives now, else an empty list."""
    table = play.table
    after = play.rule(ObjectivesAfterRound)
    if not play.binds("objective.listed") or not play.rules.content["goals"]:
        return []
    if (after is not None and not after.is_round_over(table)) or (
        table.turns > 0 and (after is None or after.round == 0)
    ):
        return []
    return [letter for letter in play.players if table.goal_word[COLOUR_LETTERS.index(letter)] < 0]


def closing_throw_due(play: Play) -> ClosingThrow | None:
    """Returns the closing throw that is due: player, number of dice, greatest sum that ends the game; else None."""
    table = play.table
    if table.last_turn < 0:
        return None
    die = play.rule(ArbiterDie)
    if die is not None:
        if play.violated_rules("EROLL A 6 kind=arbiter", (UNDECIDABLE,)):
            return None
        return {"player": "A", "dice": 1, "most": max(die.faces), "bonus": False}
    last = COLOUR_LETTERS[table.last_turn]
    thrower = COLOUR_LETTERS[table.director] if table.last_turn == table.virtual and table.director >= 0 else last
    target = f" for={last}" if thrower != last else ""
    for bonus in ("", " kind=bonus"):
        line = f"EROLL {thrower} 66{'' if bonus else target}{bonus}"
        if play.rules.checks and play.binds("end_roll.due") and not play.violated_rules(line, (UNDECIDABLE,)):
            most = int(table.total(table.threshold_terms, table.last_turn))
            return {"player": thrower, "dice": 2, "most": most, "bonus": bool(bonus)}
    return None
