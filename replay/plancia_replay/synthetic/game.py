"""Generates complete synthetic games that are legal under their rules."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plancia_events import Game, read
from plancia_events.kinds.ending import END_REASONS
from plancia_events.names import LANDS as CODES
from plancia_replay.judging.judgement import judge
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.kernel.table import LANDS
from plancia_replay.rules.endings.announcements import NO_ROUND, AnnouncedAtTimeOut
from plancia_replay.rules.endings.arbiter_die import ArbiterDie
from plancia_replay.rules.endings.extra_turns import ExtraTurns, is_last_round_over
from plancia_replay.rules.scoring.strips import strip_of
from plancia_replay.rules.setup.drafting import NeutralLeft
from plancia_replay.rules.setup.opening import DealEven, MaxContinentShare, PlayersCount
from plancia_replay.rules.setup.placement import InitialArmies, SetupGarrison
from plancia_replay.rules.setup.placement_batches import BatchSize, SteppedBatchSize
from plancia_replay.rules.turn.dummy import director_of_turn
from plancia_replay.rules.turn.out_of_play import FreezeDue
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet, load_ruleset
from plancia_replay.synthetic.turns import DeadEnd, Scribe, play_turn

MAX_TURNS = 400
COLOUR_NAMES = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "N": "Black", "V": "Violet"}
CLAIM_ENDINGS = ("objective", "target", "world", "elimination")
RULED_ENDINGS = ("target", "arbiter-die", "extra-turns", "hard-stop")  # which only a rule of the variant establishes


def open_game(scribe: Scribe) -> None:
    """Writes everything before the first turn. Raises DeadEnd."""
    order = fix_order(scribe)
    if scribe.bound & {"pick.from_last", "pick.in_order"}:
        pick_lands(scribe, order)
    elif "draft.rotation" in scribe.bound:
        draft_lands(scribe, order)
    else:
        deal_lands(scribe, order)
    if not scribe.objectives_late:
        give_objectives(scribe)
    place_armies(scribe, order)
    scribe.write_or_fail("CLOCK * started")


def throw_dice(scribe: Scribe, purpose: str, letters: list[str], declared: bool = False) -> dict[str, list[int]]:
    """Throws one die for each colour until all differ; the throws by colour, in order."""
    throws: dict[str, list[int]] = {letter: [] for letter in letters}
    tied_groups = [letters]
    is_first = True
    while tied_groups:
        group = tied_groups.pop(0)
        for letter in group:
            throws[letter].append(scribe.random.randint(1, 6))
        dice = " ".join(f"{letter}{throws[letter][-1]}" for letter in group)
        scribe.write_or_fail(
            f"ROLL * {purpose if is_first else 'tie'} {dice}" + (" declared" if declared and is_first else "")
        )
        is_first = False
        for value in range(6, 0, -1):
            tied_letters = [letter for letter in group if throws[letter][-1] == value]
            if len(tied_letters) > 1:
                tied_groups.append(tied_letters)
    return throws


def fix_order(scribe: Scribe) -> list[str]:
    """Throws for the order and writes it as the variant requires."""
    letters = list(scribe.letters)
    if "order.dummy_dice" in scribe.bound:
        scribe.write_or_fail(
            "ROLL * dummy " + " ".join(f"{x}{n}" for x, n in zip(real_players(scribe), (5, 3), strict=True))
        )
        throws = throw_dice(scribe, "dummy-order", letters, declared=True)
    else:
        throws = throw_dice(scribe, "order", letters)
    ranking = sorted(letters, key=lambda letter: throws[letter], reverse=True)
    order, suffix = ranking, ""
    if "order.choose_slot" in scribe.bound:
        slots = list(range(1, len(ranking) + 1))
        scribe.random.shuffle(slots)
        order = [letter for _, letter in sorted(zip(slots, ranking, strict=True))]
        suffix = " slots=" + ",".join(f"{letter}{slot}" for letter, slot in zip(ranking, slots, strict=True))
    elif "order.choose_seat" in scribe.bound:
        order = opposite_seats(scribe, ranking[0])
        suffix = f" seats={ranking[0]}1"
    scribe.write_or_fail("ORDER * " + " ".join(order) + suffix)
    return order


def real_players(scribe: Scribe) -> list[str]:
    """The letters of the players at the table."""
    return [letter for letter in scribe.letters if letter != scribe.virtual]


def opposite_seats(scribe: Scribe, first_letter: str) -> list[str]:
    """Two teams around the table, partners opposite, beginning with a colour."""
    own_team, other_team = sorted(scribe.teams.split(), key=lambda team: first_letter not in team)
    partner = own_team.replace(first_letter, "")
    return [first_letter, other_team[0], partner, other_team[1]]


def pick_lands(scribe: Scribe, order: list[str]) -> None:
    """Picks territories one by one in the order that the variant requires; the last ones stay neutral."""
    rule = scribe.rule(NeutralLeft)
    neutral_count = int(rule.count) if rule else 0
    garrison = int(rule.garrison) or 5 if rule else 1
    neutral_cards = 0
    if "neutral.card_first" in scribe.bound:
        scribe.write_or_fail(f"DEAL - {scribe.random.choice(CODES)} armies={garrison} how=neutral-card")
        neutral_cards = 1
    for place in range(LANDS - neutral_count):
        free_lands = [land for land in range(LANDS) if scribe.table.owner[land] < 0]
        scribe.random.shuffle(free_lands)
        suffix = " strip" if "pick.strip" in scribe.bound and place < len(order) else ""
        if not any(scribe.write(f"PICK {letter} {CODES[land]}{suffix}") for land in free_lands for letter in order):
            raise DeadEnd("nobody may pick")
    remaining_codes = [CODES[land] for land in range(LANDS) if scribe.table.owner[land] < 0]
    if remaining_codes and neutral_count > neutral_cards:
        scribe.write_or_fail(f"DEAL - {' '.join(remaining_codes)} armies={garrison} how=last-left")


def draft_lands(scribe: Scribe, order: list[str]) -> None:
    """Drafts from four passing decks; a virtual partner's picks come last, face up."""
    cards = list(CODES)
    scribe.random.shuffle(cards)
    decks = [cards[0:10], cards[10:20], cards[20:31], cards[31:42]]
    direction = scribe.random.choice((1, -1))
    for number in range(1, 11):
        seats = sorted(range(4), key=lambda seat: order[seat] == scribe.virtual)
        for seat in seats:
            deck = (seat + direction * (number - 1)) % 4
            card = decks[deck].pop(scribe.random.randrange(len(decks[deck])))
            if order[seat] == scribe.virtual:
                scribe.write_or_fail(
                    f"DRAFT {order[(seat + 2) % 4]} {deck + 1} {number} {card} for={order[seat]} public"
                )
            else:
                scribe.write_or_fail(f"DRAFT {order[seat]} {deck + 1} {number} {card}")
    remaining_cards = [card for deck in decks for card in deck]
    rule = scribe.rule(NeutralLeft)
    scribe.write_or_fail(
        f"DEAL - {' '.join(remaining_cards)} armies={int(rule.garrison) or 5 if rule else 5} how=draft"
    )


def deal_lands(scribe: Scribe, order: list[str]) -> None:
    """Deals the territories evenly; repeats the deal while a player has too large a share of a continent."""
    even_rule = scribe.rule(DealEven)
    share_rule = scribe.rule(MaxContinentShare)
    for _ in range(2000):
        cards = list(range(LANDS))
        scribe.random.shuffle(cards)
        hands: dict[str, list[int]] = {}
        for place, letter in enumerate(order):
            count = (
                int(even_rule.expected_territories(scribe.table, COLOUR_LETTERS.index(letter)))
                if even_rule
                else LANDS // len(order) + (place < LANDS % len(order))
            )
            hands[letter] = [cards.pop() for _ in range(count)]
        if share_rule is None or is_fair(scribe, hands, int(share_rule.percent)):
            for letter in order:
                scribe.write_or_fail(f"DEAL {letter} " + " ".join(CODES[land] for land in sorted(hands[letter])))
            return
    raise DeadEnd("no fair deal found")


def is_fair(scribe: Scribe, hands: dict[str, list[int]], percent: int) -> bool:
    """True if no player has more than this share of a continent."""
    of, sizes = scribe.table.continent_of, scribe.table.board.continent_size
    for lands in hands.values():
        for continent in range(len(sizes)):
            if sum(of[land] == continent for land in lands) * 100 > sizes[continent] * percent:
                return False
    return True


def give_objectives(scribe: Scribe) -> None:
    """Deals an objective of the list to each player that the rules accept; none if the list is empty."""
    if "objective.listed" not in scribe.bound:
        return
    objectives = list(scribe.rules.content["goals"])
    scribe.random.shuffle(objectives)
    round_suffix = " after=4" if scribe.objectives_late else ""
    for letter in scribe.letters:
        any(scribe.write(f"OBJ {letter} {objective}{round_suffix}") for objective in objectives)


def place_armies(scribe: Scribe, order: list[str]) -> None:
    """Places the initial armies in turn, on weak territories first."""
    garrison_rule = scribe.rule(SetupGarrison)
    minimum = int(garrison_rule.least) if garrison_rule else 1
    if "garrison.two_neighbours" in scribe.bound:
        minimum = 3
    while True:
        unfinished_letters = [
            x for x in order if scribe.table.setup_placed[COLOUR_LETTERS.index(x)] < scribe.table.endowment
        ]
        if not unfinished_letters:
            return
        if not any(place_batch(scribe, letter, minimum) for letter in unfinished_letters):
            raise DeadEnd("nobody may place")


def place_batch(scribe: Scribe, letter: str, minimum: int) -> bool:
    """Places the player's next batch; False if the rules do not allow it now."""
    scribe.table.actor = COLOUR_LETTERS.index(letter)
    rule = scribe.rule(SteppedBatchSize) or scribe.rule(BatchSize)
    batch_size = int(rule.batch_size(scribe.table)) if rule else 3
    counts: dict[int, int] = {}
    for _ in range(batch_size):
        land = land_to_fill(scribe, letter, counts, minimum)
        counts[land] = counts.get(land, 0) + 1
    items = " ".join(f"{CODES[land]}+{count}" for land, count in sorted(counts.items()))
    by = ""
    if letter == scribe.virtual and "setup.dummy_placer" in scribe.bound:
        colour = COLOUR_LETTERS.index(letter)
        by = f" by={scribe.letter(int(director_of_turn(scribe.table, scribe.table.setup_turns[colour])))}"
    return scribe.write(f"SET {letter} {items}{by}")


def land_to_fill(scribe: Scribe, letter: str, counts: dict[int, int], minimum: int) -> int:
    """A territory below the minimum first, else any on a border."""
    own_lands = scribe.lands(letter)
    weak_lands = [land for land in own_lands if scribe.table.armies[land] + counts.get(land, 0) < minimum]
    if weak_lands:
        return scribe.random.choice(weak_lands)
    border = [
        land
        for land in own_lands
        if any(scribe.table.owner[n] != scribe.table.owner[land] for n in scribe.neighbours(land))
    ]
    return scribe.random.choice(border or own_lands)


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
    reasons = {END_REASONS[reason] for rule in rules.rules for reason in rule.end_reasons()}
    for attempt in range(25 if spec.ending in reasons or spec.ending not in RULED_ENDINGS else 0):
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
        reason = END_REASONS[scribe.table.stop_reason]
    lines.append(f"OVER * {reason}" + (f" winner={winner}" if winner else ""))
    if judgement.scores:
        points = {x: "?" if judgement.undecided(x) else str(entry["points"]) for x, entry in judgement.scores.items()}
        lines += [f"SCORE {letter} {value}" for letter, value in points.items() if value != "?"]
        headers.append('[Result "' + " ".join(f"{letter} {value}" for letter, value in points.items()) + '"]')
    return read("\n".join([*headers, "", *lines]) + "\n").games[0]


def strip_lines(scribe: Scribe) -> list[str]:
    """The STRIP lines with each player's best strip."""
    lines = []
    for letter in scribe.letters:
        marks = strip_of(scribe.table, COLOUR_LETTERS.index(letter), False)
        lands = [CODES[land] for land in range(LANDS) if marks[land] == 1]
        if lands:
            lines.append(f"STRIP {letter} {' '.join(lands)}")
    return lines


def ruleset_of(spec: GameSpec) -> RuleSet:
    """The rule-set of a game specification. Raises RuleSetError."""
    return load_ruleset(spec.variant, dict(spec.options))
