"""A whole synthetic game: opening, rounds, finale, result; legal under its rules and scored as declared."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plancia_events import Game, read
from plancia_events.kinds.ending import END_REASONS
from plancia_events.names import LANDS as CODES
from plancia_replay.judging.judgement import judge
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.rules.endings.announcements import NO_ROUND, AnnouncedAtTimeOut
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rules.endings.extra_turns import ExtraTurns, last_round_over
from plancia_replay.rules.scoring.strips import strip_of
from plancia_replay.rules.setup.opening import PlayersCount
from plancia_replay.rules.turn.out_of_play import FreezeDue
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet, load_ruleset
from plancia_replay.synthetic.opening import give_objectives, open_game
from plancia_replay.synthetic.scribe import DeadEnd, Scribe
from plancia_replay.synthetic.turns import play_turn

TURNS_AT_MOST = 400
NAMES = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "N": "Black", "V": "Violet"}
CLAIMS = ("objective", "target", "world", "elimination")


@dataclass(frozen=True)
class GameSpec:
    """What a game is to be: its variant with options, further header options, seed, and the ending to lead it to."""

    variant: str
    seed: int
    ending: str = ""
    options: tuple[tuple[str, str], ...] = ()


def generate(spec: GameSpec) -> Game:
    """A complete game of which its judge finds nothing to say.

    Raises RuleSetError for a variant that does not exist, DeadEnd where none was found.
    """
    rules = cached_ruleset(spec.variant, spec.options)
    last: DeadEnd | None = None
    for attempt in range(25):
        try:
            scribe = begun(rules, random.Random(f"{rules.id}/{spec.seed}/{spec.ending}/{attempt}"))
            made = finished(scribe, spec)
        except DeadEnd as problem:
            last = problem
            continue
        found = judge(made, rules)
        if found.verdicts:  # a duty that no event in hand shows: the whole game is thrown away
            last = DeadEnd(f"{found.verdicts[0].rule}: event {found.verdicts[0].event}")
        elif not spec.ending or found.end["reason"] == spec.ending:
            return made
    raise last or DeadEnd(f"no game of {spec.variant} came to the end {spec.ending!r}")


def begun(rules: RuleSet, chance: random.Random) -> Scribe:
    """The colours at the table, chosen within what the variant allows, and the opening."""
    count = next((rule for rule in rules.rules if isinstance(rule, PlayersCount)), None)
    allowed = [n for n in (count.counts if count else [4]) if 3 <= n <= 6]
    bound = {clause["rule"] for clause in rules.clauses}
    if "claim.target_points" in bound:
        allowed = [n for n in allowed if n <= 5]
    if "objective.unique" in bound and rules.content["goals"]:
        allowed = [n for n in allowed if n <= len(rules.content["goals"])]
    letters = "".join(sorted(chance.sample(COLOUR_LETTERS, chance.choice(allowed)), key=COLOUR_LETTERS.index))
    virtual = chance.choice(letters) if "dummy.named" in bound else ""
    teams = f"{letters[0]}{letters[2]} {letters[1]}{letters[3]}" if "team.opposite" in bound else ""
    if any(isinstance(rule, object) and getattr(rule, "partner_open", False) for rule in rules.rules):
        virtual = letters[2]
    scribe = Scribe(rules, letters, chance, virtual, teams)
    open_game(scribe)
    return scribe


def finished(scribe: Scribe, spec: GameSpec) -> Game:
    """Plays the game out and writes its result."""
    claims = spec.ending in CLAIMS
    scribe.aim = spec.ending
    if claims:
        scribe.favoured = scribe.random.choice([x for x in scribe.letters if x != scribe.virtual])
    rounds = 60 if claims else scribe.random.randint(3, 7)
    if scribe.objectives_late:
        rounds = max(rounds, 5)
    broken = spec.ending == "agreement"
    try:
        play_rounds(scribe, rounds, broken)
    except DeadEnd:
        if spec.ending not in ("", "agreement") or scribe.table.turns == 0:  # nobody breaks off what has not begun
            raise
        broken = True
    if scribe.table.stopped < 0:
        broken = True
    return written(scribe, spec, broken)


def play_rounds(scribe: Scribe, rounds: int, broken: bool) -> None:
    """Rounds until the time is over, then the finale that the variant has."""
    table = scribe.table
    leaving = bool(scribe.bound & {"withdrawal.garrison", "withdrawal.passive"}) and scribe.random.random() < 0.25
    for _ in range(TURNS_AT_MOST):
        if table.stopped >= 0:
            return
        letter = scribe.letter(int(table.next_player()))
        if table.next_player() < 0:
            return
        due_objectives(scribe)
        if leaving and table.round == 2 and letter != scribe.favoured and leaves(scribe, letter):
            leaving = False
            continue
        kind = ""
        rule = scribe.rule(ExtraTurns)
        if rule is not None and last_round_over(table):
            if rule.used(table, COLOUR_LETTERS.index(letter)) >= rule.count or scribe.random.random() < 0.6:
                scribe.must(f"PASS {letter}")
                continue
            kind = " chance"
        if not play_turn(scribe, letter, kind, bold=letter == scribe.favoured):
            return
        freeze(scribe, letter)
        if table.round >= rounds and table.expired_round < 0 and (broken or not time_out(scribe)):
            return
        closing_throw(scribe, letter)


def leaves(scribe: Scribe, letter: str) -> bool:
    """A player leaves the game before his turn, as the variant provides; False where too few would be left."""
    table = scribe.table
    if sum(bool(table.plays(COLOUR_LETTERS.index(x))) for x in scribe.letters) < 4:
        return False
    if "withdrawal.passive" in scribe.bound:
        scribe.must(f"STAT A {letter} passive")
        return True
    lands = scribe.own(letter)
    scribe.must(f"STAT A {letter} withdrawn")
    weak = [CODES[land] for land in lands if table.armies[land] < 5]
    if weak:
        scribe.must(f"FILL {letter} 5 {' '.join(weak)} why=withdrawal")
    return True


def time_out(scribe: Scribe) -> bool:
    """The clock runs out and the round is announced, before the round ends; False where the variant has no clock."""
    rule = scribe.rule(AnnouncedAtTimeOut)
    if rule is None or rule.kind == NO_ROUND:
        return False
    scribe.must("CLOCK * expired")
    scribe.must(f"ANN A {rule.round}")
    return True


def due_objectives(scribe: Scribe) -> None:
    """Objectives that come after some round."""
    if scribe.objectives_late and not any(line.startswith("OBJ ") for line in scribe.lines):
        first = scribe.letters[0]
        if not scribe.refused(f"OBJ {first} ???", strict=False):  # only to ask whether it is time
            give_objectives(scribe)


def freeze(scribe: Scribe, letter: str) -> None:
    """Freezes whoever has to be frozen."""
    rule = scribe.rule(FreezeDue)
    if rule is None or rule.missed(scribe.table) < 0:
        return
    loser = scribe.letter(int(rule.missed(scribe.table)))
    scribe.must(f"STAT A {loser} frozen")
    scribe.must(f"FILL {loser} 5 {' '.join(CODES[land] for land in scribe.own(loser))} why=freeze")


def closing_throw(scribe: Scribe, letter: str) -> None:
    """The throw that may end the game, where one is due."""
    if scribe.rule(ArbiterDie) is not None:
        scribe.write(f"EROLL A {scribe.random.randint(1, 6)} kind=arbiter")
        return
    if "end_roll.threshold" not in scribe.bound:
        return
    high, low = sorted((scribe.random.randint(1, 6), scribe.random.randint(1, 6)), reverse=True)
    if letter == scribe.virtual and scribe.table.director >= 0:
        director = scribe.letter(int(scribe.table.director))
        scribe.write(f"EROLL {director} {high}{low} for={letter}")
    else:
        scribe.write(f"EROLL {letter} {high}{low}")


def headers(scribe: Scribe, spec: GameSpec) -> list[str]:
    """The header lines."""
    made = ['[Notation "rgn 1"]', f'[Game "synthetic-{spec.seed}"]', f'[Variant "{scribe.rules.id}"]']
    made += [f'[{NAMES[letter]} "synthetic-{letter}"]' for letter in scribe.letters]
    if scribe.teams:
        made.append(f'[Team "{scribe.teams}"]')
    if scribe.virtual:
        made.append(f'[Virtual "{scribe.virtual}"]')
    for key, value in spec.options:
        name = {"board": "Board", "deck": "Deck", "objectives": "Objectives"}.get(key)
        made.append(f'[{name} "{value}"]' if name else f'[Option "{key}={value}"]')
    return [*made, '[Completeness "full"]', '[Provenance "synthetic"]']


def written(scribe: Scribe, spec: GameSpec, broken: bool) -> Game:
    """The game with its end, its strips and its scores, as the replay finds them."""
    lines = list(scribe.lines)
    if "strip.told" in scribe.bound:
        lines += strips(scribe)
    head = headers(scribe, spec)
    draft = read("\n".join([*head, "", *lines, "OVER * agreement" if broken else ""]).rstrip() + "\n").games[0]
    found = judge(draft, scribe.rules)
    winner = None if found.end.get("undecidable") else found.end["winner"]
    if not broken:
        lines.append(f"OVER * {found.end['reason'] if found.end['reason'] != 'unfinished' else reason_of(scribe)}"
                     + (f" winner={winner}" if winner else ""))  # fmt: skip
    else:
        lines.append("OVER * agreement" + (f" winner={winner}" if winner else ""))
    if found.scores:
        points = {x: "?" if found.undecided(x) else str(entry["points"]) for x, entry in found.scores.items()}
        lines += [f"SCORE {letter} {value}" for letter, value in points.items() if value != "?"]
        head.append('[Result "' + " ".join(f"{letter} {value}" for letter, value in points.items()) + '"]')
    return read("\n".join([*head, "", *lines]) + "\n").games[0]


def reason_of(scribe: Scribe) -> str:
    """The end reason that the table knows."""
    return END_REASONS[scribe.table.stop_reason]


def strips(scribe: Scribe) -> list[str]:
    """Each player's best strip."""
    made = []
    for letter in scribe.letters:
        marks = strip_of(scribe.table, COLOUR_LETTERS.index(letter), False)
        lands = [CODES[land] for land in range(42) if marks[land] == 1]
        if lands:
            made.append(f"STRIP {letter} {' '.join(lands)}")
    return made


def rules_of(spec: GameSpec) -> RuleSet:
    """The rule-set of a game specification. Raises RuleSetError."""
    return load_ruleset(spec.variant, dict(spec.options))
