"""What is due at the table: who acts, his income with its account, sets, attacks, armies to move in, cards, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_events import Game
from plancia_replay.kernel.rule import UNDECIDABLE
from plancia_replay.kernel.table import LANDS
from plancia_replay.recording.derive import advance_limits, begin_turn, cards_due, pending
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.setup_acts import armies_to_place, dealt_next, draft_line, phase, throwers
from plancia_replay.recording.table_acts import announcement_due
from plancia_replay.recording.throws import MOST_DICE
from plancia_replay.recording.turn_acts import sets_in_hand
from plancia_replay.recording.writing import Writing
from plancia_replay.rules.combat.occupation import MoveOnce
from plancia_replay.rules.endings.announcements import AnnouncedAtTimeOut
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rules.objectives.targets import ObjectivesAfterRound
from plancia_replay.rules.turn.income import account_of
from plancia_replay.rules.turn.out_of_play import FreezeDue
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import LAND_CODES

CLAIMS = ("objective", "risiko", "world")


@dataclass
class Due:
    """What is due after a game so far. Members without a meaning in the phase are empty or None.

    `phase`: order, deal, pick, draft, place, turn, between (two turns) or over. `player` acts next. Of the income
    `account` has one line for each source (`territories:11/3=3`, `continent:asia=7`, `sets=8`). `attacks` are pairs
    that the board and the rules allow now, with the most dice of both sides; `advance` the least and the most armies
    that move in.
    """

    phase: str
    player: str = ""
    round: int = 0
    turn: str = ""  # the kind of the turn that is open or comes next: "", chance, extra
    next: str = ""
    income: dict[str, Any] | None = None
    sets: list[dict[str, Any]] = field(default_factory=list)
    attacks: list[dict[str, Any]] = field(default_factory=list)
    moves: int = 0
    advance: dict[str, Any] | None = None
    cards: int = 0
    end: dict[str, Any] | None = None
    throw: dict[str, Any] | None = None
    announcement: str = ""
    claims: list[dict[str, Any]] = field(default_factory=list)
    freeze: str = ""
    place: dict[str, int] = field(default_factory=dict)
    free: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    impossible: int = 0

    def to_json(self) -> dict[str, Any]:
        """The JSON form; every member is always there."""
        return dict(vars(self))


def due(game: Game, lang: str = "it", rules: RuleSet | None = None) -> Due:
    """What is due after a game so far. Raises RuleSetError where the header names rules that do not exist."""
    return due_of(Play(game, rules), lang)


def due_of(play: Play, lang: str = "it") -> Due:
    """What is due in a game in progress; the sentences in it are in a language."""
    if play.impossible:
        return Due("over", impossible=play.impossible[0])
    stage = phase(play)
    if play.is_stopped and not (play.turn and play.table.stopped >= 0 and not play.table.over and pending(play)):
        return Due("over", round=int(play.table.round), end={"recorded": bool(play.table.over), "why": []})
    if stage:
        return opening(play, stage)
    return in_turn(play, lang) if play.turn else between(play)


def opening(play: Play, stage: str) -> Due:
    """What is due before the first turn."""
    found = Due(stage, player=play.next, next=play.next, free=play.lands(""))
    if stage == "order":
        found.player = (throwers(play) or [""])[0]
    elif stage == "deal":
        found.player = dealt_next(play)
    elif stage == "pick":
        lines = [(letter, f"PICK {letter} {code}") for code in found.free[:1] for letter in play.order]
        found.player = min(lines, key=lambda pair: len(play.objections(pair[1])))[0] if lines else ""
    elif stage == "draft":
        found.player = drafter(play, found.free)
    elif stage == "place":
        found.place = {letter: count for letter in play.players if (count := armies_to_place(play, letter))}
        found.player = next(
            (letter for letter in play.order or play.players if letter in found.place and may_place(play, letter)), ""
        )
    return found


def drafter(play: Play, free: list[str]) -> str:
    """The colour that keeps a card next."""
    for code in free[:1]:
        try:
            words = draft_line(play, "", 0, code).split()
        except Unclear:
            words = draft_line(play, "", 1, code).split()
        return next((word[4:] for word in words if word.startswith("for=")), words[1])
    return ""


def may_place(play: Play, letter: str) -> bool:
    """True if the rules let a colour place one army of the set-up now, its number apart."""
    lands = play.lands(letter)
    refusals = play.objections(f"SET {letter} {lands[0]}+1") if lands else [None]
    return all(rule is not None and rule.NAME in ("setup.chunk", "setup.chunk_steps") for rule in refusals)


def in_turn(play: Play, lang: str) -> Due:
    """What is due in the open turn."""
    table = play.table
    found = Due("turn", play.turn, int(table.round), ("", "extra", "chance")[int(table.turn_kind)], play.next)
    places = pending(play)
    if places is not None:
        least, most = advance_limits(play)
        found.advance = {"source": places[0], "target": places[1], "least": least, "most": most}
    found.income = income_of(play)
    found.sets = [{"cards": cards, "value": value, "bonus": bonus} for cards, value, bonus in sets_in_hand(play)]
    if places is None:
        found.attacks = attacks_of(play)
    rule = play.rule(MoveOnce)
    found.moves = max(0, int(rule.most - table.moves)) if rule else 1
    found.cards = cards_due(play)
    found.end = {"recorded": False, "why": [] if places else ending_faults(play, lang)}
    found.claims = claims_of(play)
    found.announcement = announcement_now(play)
    return found


def income_of(play: Play) -> dict[str, Any]:
    """The armies due to the player whose turn is open, their account, those placed and those left."""
    table = play.table
    colour = COLOUR_LETTERS.index(play.turn)
    names = play.rules.content["board"]["continents"]
    account = [named_source(line, names) for line in account_of(at_start(play).table, colour)]
    if table.from_cards:
        account.append(f"sets={int(table.from_cards)}")
    return {
        "territories": int(table.from_territories), "continents": int(table.from_continents),
        "cards": int(table.from_cards), "lost": int(table.forfeit), "total": max(0, int(table.armies_allowed())),
        "placed": int(table.placed), "left": max(0, room(play)), "account": account,
    }  # fmt: skip


def at_start(play: Play) -> Play:
    """The game as it stood when the open turn began, which its account is about."""
    last = max((number for number, event in enumerate(play.events, 1) if event.TAG == "TURN"), default=0)
    if last == len(play.events):
        return play
    return Play(Game(play.game.headers, play.events[:last]), play.rules)


def named_source(line: str, continents: list[str]) -> str:
    """A line of an account with the id of its continent in the place of its number."""
    kind, colon, rest = line.partition(":")
    number, equals, count = rest.partition("=")
    return f"{kind}:{continents[int(number)]}{equals}{count}" if kind == "continent" and colon else line


def room(play: Play) -> int:
    """The armies that may still be placed: those due, up to the limit of armies on the board."""
    table = play.table
    left = int(table.armies_allowed() - table.placed)
    cap = int(table.cap[table.turn])
    return left if cap < 0 else min(left, cap - int(table.army_total[table.turn]))


def attacks_of(play: Play) -> list[dict[str, Any]]:
    """The attacks that the board and the rules allow now."""
    table, letter = play.table, play.turn
    found = []
    for source in play.lands(letter):
        if play.armies(source) < 2:
            continue
        for target in play.neighbours(source):
            if play.owner(target) in ("", letter) or is_barred(play, source, target):
                continue
            found.append(
                {"source": source, "target": target, "dice": min(MOST_DICE, play.armies(source) - 1),
                 "defence": min(MOST_DICE, int(table.armies[LAND_CODES.index(target)]))}
            )  # fmt: skip
    return found


def is_barred(play: Play, source: str, target: str) -> bool:
    """True if a rule forbids every throw of this attack."""
    places = LAND_CODES.index(source), LAND_CODES.index(target)
    if any(rule.bars_attack(play.table, *places) for rule in play.rules.rules):
        return True
    return bool(play.objections(f"DECL {play.turn} {source}>{target}"))


def ending_faults(play: Play, lang: str) -> list[str]:
    """What the rules would say if the turn ended now, the card that is drawn by itself left out."""
    return play.sentences(f"END {play.turn}", lang, without=("cards.drawn",))


def claims_of(play: Play) -> list[dict[str, Any]]:
    """The claims that would win now; `certain` is False where an objective that nobody knows decides."""
    found = []
    colour = COLOUR_LETTERS.index(play.turn)
    for what in CLAIMS:
        line = f"CLAIM {play.turn} {what}"
        if play.objections(line):
            continue
        table = play.table
        doubtful = bool(play.objections(line, (UNDECIDABLE,)))
        if what == "world":
            wins = table.lands[colour] == LANDS
        else:
            wins = table.total(table.claim_bars, colour) == 0 and any(
                term.amount(table, colour) > 0 for term in table.claim_terms
            )
        if wins or doubtful:
            found.append({"what": what, "certain": bool(wins)})
    return found


def announcement_now(play: Play) -> str:
    """The announcement that the rules ask for and that nobody has made."""
    rule, table = play.rule(AnnouncedAtTimeOut), play.table
    if rule is None or not rule.spoken or table.expired_round < 0 or table.announced >= 0:
        return ""
    return announcement_due(play)


def between(play: Play) -> Due:
    """What is due between two turns."""
    table = play.table
    found = Due("between", play.next, int(table.round), next=play.next, announcement=announcement_now(play))
    found.throw = throw_due(play)
    found.objectives = without_objective(play)
    rule = play.rule(FreezeDue)
    if rule is not None and table.turns > 0 and rule.unfrozen_player(table) >= 0:
        found.freeze = COLOUR_LETTERS[rule.unfrozen_player(table)]
    if play.next:
        ahead = play.copy()
        try:
            begin_turn(Writing(ahead), play.next)
        except Unclear:
            return found
        found.turn = ("", "extra", "chance")[int(ahead.table.turn_kind)]
        found.income = income_of(ahead)
    return found


def without_objective(play: Play) -> list[str]:
    """The colours that have no objective where the rules deal one by now; none once an objective was seen."""
    table = play.table
    after = play.rule(ObjectivesAfterRound)
    if not play.binds("objective.listed") or not play.rules.content["goals"]:
        return []
    if (after is not None and not after.is_round_over(table)) or (
        table.turns > 0 and (after is None or after.round == 0)
    ):
        return []
    return [letter for letter in play.players if table.goal_word[COLOUR_LETTERS.index(letter)] < 0]


def throw_due(play: Play) -> dict[str, Any] | None:
    """The throw that may end the game now: who throws, with how many dice, up to which sum it ends the game."""
    table = play.table
    if table.last_turn < 0:
        return None
    die = play.rule(ArbiterDie)
    if die is not None:
        if play.objections("EROLL A 6 kind=arbiter", (UNDECIDABLE,)):
            return None
        return {"player": "A", "dice": 1, "most": max(die.faces), "bonus": False}
    last = COLOUR_LETTERS[table.last_turn]
    thrower = COLOUR_LETTERS[table.director] if table.last_turn == table.virtual and table.director >= 0 else last
    target = f" for={last}" if thrower != last else ""
    for bonus in ("", " kind=bonus"):
        line = f"EROLL {thrower} 66{'' if bonus else target}{bonus}"
        if play.rules.checks and play.binds("end_roll.due") and not play.objections(line, (UNDECIDABLE,)):
            most = int(table.total(table.threshold_terms, table.last_turn))
            return {"player": thrower, "dice": 2, "most": most, "bonus": bool(bonus)}
    return None
