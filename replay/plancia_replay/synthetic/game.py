"""Generates complete synthetic games that are legal under their rules."""

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
from plancia_replay.rules.endings.extra_turns import ExtraTurns, is_last_round_over
from plancia_replay.rules.scoring.strips import strip_of
from plancia_replay.rules.setup.opening import PlayersCount
from plancia_replay.rules.setup.placement import InitialArmies
from plancia_replay.rules.turn.out_of_play import FreezeDue
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet, load_ruleset
from plancia_replay.synthetic.opening import give_objectives, open_game
from plancia_replay.synthetic.scribe import DeadEnd, Scribe
from plancia_replay.synthetic.turns import play_turn

MAX_TURNS = 400
COLOUR_NAMES = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "N": "Black", "V": "Violet"}
CLAIM_ENDINGS = ("objective", "target", "world", "elimination")


@dataclass(frozen=True)
class GameSpec:
    """Parameters of a synthetic game: variant with options, seed, end reason to aim at, further header options."""

    variant: str
    seed: int
    ending: str = ""
    options: tuple[tuple[str, str], ...] = ()


def generate(spec: GameSpec) -> Game:
    """Generates a complete game without findings.

    Raises RuleSetError for a variant that does not exist, DeadEnd where none was found.
    """
    rules = cached_ruleset(spec.variant, spec.options)
    last_error: DeadEnd | None = None
    for attempt in range(25):
        try:
            scribe = start_game(rules, random.Random(f"{rules.id}/{spec.seed}/{spec.ending}/{attempt}"))
            game = finish_game(scribe, spec)
        except DeadEnd as problem:
            last_error = problem
            continue
        judgement = judge(game, rules)
        if judgement.verdicts:  # a duty that no event in hand shows: the whole game is thrown away
            last_error = DeadEnd(f"{judgement.verdicts[0].rule}: event {judgement.verdicts[0].event}")
        elif not spec.ending or judgement.end["reason"] == spec.ending:
            return game
    raise last_error or DeadEnd(f"no game of {spec.variant} came to the end {spec.ending!r}")


def start_game(rules: RuleSet, chance: random.Random) -> Scribe:
    """Chooses the colours that the variant allows and writes the opening."""
    count_rule = next((rule for rule in rules.rules if isinstance(rule, PlayersCount)), None)
    allowed_counts = [n for n in (count_rule.counts if count_rule else [4]) if 3 <= n <= 6]
    armies = next((rule for rule in rules.rules if isinstance(rule, InitialArmies)), None)
    allowed_counts = [n for n in allowed_counts if armies is None or n in armies.table] or allowed_counts
    rule_names = {clause["rule"] for clause in rules.clauses}
    if "claim.target_points" in rule_names:
        allowed_counts = [n for n in allowed_counts if n <= 5]
    if "objective.unique" in rule_names and rules.content["goals"]:
        allowed_counts = [n for n in allowed_counts if n <= len(rules.content["goals"])]
    letters = "".join(sorted(chance.sample(COLOUR_LETTERS, chance.choice(allowed_counts)), key=COLOUR_LETTERS.index))
    virtual = chance.choice(letters) if "dummy.named" in rule_names else ""
    teams = f"{letters[0]}{letters[2]} {letters[1]}{letters[3]}" if "team.opposite" in rule_names else ""
    if any(isinstance(rule, object) and getattr(rule, "partner_open", False) for rule in rules.rules):
        virtual = letters[2]
    scribe = Scribe(rules, letters, chance, virtual, teams)
    open_game(scribe)
    return scribe


def finish_game(scribe: Scribe, spec: GameSpec) -> Game:
    """Plays the game out and writes its result."""
    aims_at_claim = spec.ending in CLAIM_ENDINGS
    scribe.aim = spec.ending
    if aims_at_claim:
        scribe.favoured = scribe.random.choice([x for x in scribe.letters if x != scribe.virtual])
    rounds = 60 if aims_at_claim else scribe.random.randint(3, 7)
    if scribe.objectives_late:
        rounds = max(rounds, 5)
    is_broken_off = spec.ending == "agreement"
    try:
        play_rounds(scribe, rounds, is_broken_off)
    except DeadEnd:
        if spec.ending not in ("", "agreement") or scribe.table.turns == 0:  # nobody breaks off what has not begun
            raise
        is_broken_off = True
    if scribe.table.stopped < 0:
        is_broken_off = True
    return write_game(scribe, spec, is_broken_off)


def play_rounds(scribe: Scribe, rounds: int, is_broken_off: bool) -> None:
    """Plays rounds until the time runs out, then the closing phase of the variant."""
    table = scribe.table
    is_leaving = bool(scribe.bound & {"withdrawal.garrison", "withdrawal.passive"}) and scribe.random.random() < 0.25
    for _ in range(MAX_TURNS):
        if table.stopped >= 0:
            return
        letter = scribe.letter(int(table.next_player()))
        if table.next_player() < 0:
            return
        give_late_objectives(scribe)
        if is_leaving and table.round == 2 and letter != scribe.favoured and leave_game(scribe, letter):
            is_leaving = False
            continue
        kind = ""
        rule = scribe.rule(ExtraTurns)
        if rule is not None and is_last_round_over(table):
            if rule.turns_used(table, COLOUR_LETTERS.index(letter)) >= rule.count or scribe.random.random() < 0.6:
                scribe.write_or_fail(f"PASS {letter}")
                continue
            kind = " chance"
        if not play_turn(scribe, letter, kind, bold=letter == scribe.favoured):
            return
        freeze_player(scribe, letter)
        if table.round >= rounds and table.expired_round < 0 and (is_broken_off or not write_time_out(scribe)):
            return
        write_closing_throw(scribe, letter)


def leave_game(scribe: Scribe, letter: str) -> bool:
    """Writes that a player leaves the game before his turn; False if too few would be left."""
    table = scribe.table
    if sum(bool(table.is_playing(COLOUR_LETTERS.index(x))) for x in scribe.letters) < 4:
        return False
    if "withdrawal.passive" in scribe.bound:
        scribe.write_or_fail(f"STAT A {letter} passive")
        return True
    lands = scribe.lands(letter)
    scribe.write_or_fail(f"STAT A {letter} withdrawn")
    weak_lands = [CODES[land] for land in lands if table.armies[land] < 5]
    if weak_lands:
        scribe.write_or_fail(f"FILL {letter} 5 {' '.join(weak_lands)} why=withdrawal")
    return True


def write_time_out(scribe: Scribe) -> bool:
    """Writes the expiry of the clock and the announcement; False if the variant has no clock."""
    rule = scribe.rule(AnnouncedAtTimeOut)
    if rule is None or rule.kind == NO_ROUND:
        return False
    scribe.write_or_fail("CLOCK * expired")
    scribe.write_or_fail(f"ANN A {rule.round}")
    return True


def give_late_objectives(scribe: Scribe) -> None:
    """Deals the objectives of variants that deal them after some round."""
    if scribe.objectives_late and not any(line.startswith("OBJ ") for line in scribe.lines):
        letter = scribe.letters[0]
        if not scribe.refusing_rules(f"OBJ {letter} ???", strict=False):  # only to ask whether it is time
            give_objectives(scribe)


def freeze_player(scribe: Scribe, letter: str) -> None:
    """Freezes the player who must be frozen, if any."""
    rule = scribe.rule(FreezeDue)
    if rule is None or rule.unfrozen_player(scribe.table) < 0:
        return
    loser = scribe.letter(int(rule.unfrozen_player(scribe.table)))
    scribe.write_or_fail(f"STAT A {loser} frozen")
    scribe.write_or_fail(f"FILL {loser} 5 {' '.join(CODES[land] for land in scribe.lands(loser))} why=freeze")


def write_closing_throw(scribe: Scribe, letter: str) -> None:
    """Writes the throw that may end the game, if one is due."""
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


def header_lines(scribe: Scribe, spec: GameSpec) -> list[str]:
    """The header lines."""
    lines = ['[Notation "rgn 1"]', f'[Game "synthetic-{spec.seed}"]', f'[Variant "{scribe.rules.id}"]']
    lines += [f'[{COLOUR_NAMES[letter]} "synthetic-{letter}"]' for letter in scribe.letters]
    if scribe.teams:
        lines.append(f'[Team "{scribe.teams}"]')
    if scribe.virtual:
        lines.append(f'[Virtual "{scribe.virtual}"]')
    for key, value in spec.options:
        name = {"board": "Board", "deck": "Deck", "objectives": "Objectives"}.get(key)
        lines.append(f'[{name} "{value}"]' if name else f'[Option "{key}={value}"]')
    return [*lines, '[Completeness "full"]', '[Provenance "synthetic"]']


def write_game(scribe: Scribe, spec: GameSpec, is_broken_off: bool) -> Game:
    """The game with its end, strips and scores as the replay computes them."""
    lines = list(scribe.lines)
    if "strip.told" in scribe.bound:
        lines += strip_lines(scribe)
    headers = header_lines(scribe, spec)
    draft_game = read(
        "\n".join([*headers, "", *lines, "OVER * agreement" if is_broken_off else ""]).rstrip() + "\n"
    ).games[0]
    judgement = judge(draft_game, scribe.rules)
    winner = None if judgement.end.get("undecidable") else judgement.end["winner"]
    reason = "agreement" if is_broken_off else judgement.end["reason"]
    if reason == "unfinished":
        reason = end_reason(scribe)
    lines.append(f"OVER * {reason}" + (f" winner={winner}" if winner else ""))
    if judgement.scores:
        points = {x: "?" if judgement.undecided(x) else str(entry["points"]) for x, entry in judgement.scores.items()}
        lines += [f"SCORE {letter} {value}" for letter, value in points.items() if value != "?"]
        headers.append('[Result "' + " ".join(f"{letter} {value}" for letter, value in points.items()) + '"]')
    return read("\n".join([*headers, "", *lines]) + "\n").games[0]


def end_reason(scribe: Scribe) -> str:
    """The end reason that the table knows."""
    return END_REASONS[scribe.table.stop_reason]


def strip_lines(scribe: Scribe) -> list[str]:
    """The STRIP lines with each player's best strip."""
    lines = []
    for letter in scribe.letters:
        marks = strip_of(scribe.table, COLOUR_LETTERS.index(letter), False)
        lands = [CODES[land] for land in range(42) if marks[land] == 1]
        if lands:
            lines.append(f"STRIP {letter} {' '.join(lands)}")
    return lines


def ruleset_of(spec: GameSpec) -> RuleSet:
    """The rule-set of a game specification. Raises RuleSetError."""
    return load_ruleset(spec.variant, dict(spec.options))
