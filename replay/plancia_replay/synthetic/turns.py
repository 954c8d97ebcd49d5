"""The turns of a synthetic game: cards, reinforcement, attacks, the move, the card drawn."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from plancia_events import pack
from plancia_events.names import LANDS as CODES
from plancia_events.packed.log import Log
from plancia_events.text.event_text import parse_event
from plancia_replay.kernel import engine
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import CARD_KINDS, LANDS, MAX_NEIGHBOURS, NEUTRAL
from plancia_replay.rules.cards.drawing import DrawsPerTurn
from plancia_replay.rules.combat.losses import CombatTable
from plancia_replay.rules.combat.superiority import MandatoryAttack
from plancia_replay.rules.combat.void_throws import ThrowerForAbandoned
from plancia_replay.rules.garrisons.end_of_turn import TwoNeighbourGarrison
from plancia_replay.rules.objectives.objective_list import ObjectivesAfterRound
from plancia_replay.rules.turn.dummy import director_of_turn
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

if TYPE_CHECKING:
    from plancia_replay.kernel.table import Table

RuleType = TypeVar("RuleType", bound=Rule)


class DeadEnd(Exception):
    """No legal way to go on was found; the game can still be broken off by agreement."""


class Scribe:
    """A synthetic game in progress: its lines, its table, its random generator.

    `favoured` is a colour letter whose dice are kind, so that a game can be led to a claim; "" for none.
    """

    def __init__(self, rules: RuleSet, letters: str, source: random.Random, virtual: str = "", teams: str = "") -> None:
        self.rules = rules
        self.letters = letters
        self.random = source
        self.virtual = virtual
        self.teams = teams
        self.favoured = ""
        self.aim = ""  # the end reason that the game is led to
        self.bound = {clause["rule"] for clause in rules.clauses}
        self.objectives_late = any(isinstance(rule, ObjectivesAfterRound) and rule.round > 0 for rule in rules.rules)
        self.log = Log()
        self.lines: list[str] = []
        players = [COLOUR_LETTERS.index(letter) for letter in letters]
        self.table: Table = rules.table(players, virtual, teams)
        self.deck: list[str] = [*CODES, *["JOL"] * int(rules.content["deck"]["jolly"])]
        self.random.shuffle(self.deck)

    def rule(self, kind: type[RuleType]) -> RuleType | None:
        """The bound rule of a class, or None."""
        return next((rule for rule in self.rules.rules if isinstance(rule, kind)), None)

    def load_line(self, line: str) -> None:
        """Makes an event the current one of the table, without applying it."""
        pack(parse_event(line), self.log)
        self.table.extra = self.log.extra
        self.table.words = self.log.words
        self.table.number = len(self.lines) + 1
        engine.load_event(self.table, self.log, self.log.count - 1)

    def refusing_rules(self, line: str, strict: bool = True) -> list[str]:
        """The rules that find the event illegal (with `strict` also those that warn, assume or cannot tell)."""
        self.load_line(line)
        refusals = (ILLEGAL, UNDECIDABLE, ASSUMED, WARNING) if strict else (ILLEGAL,)
        checks = self.rules.checks[self.table.op]
        return [self.rules.clauses[rule.index]["rule"] for rule in checks if rule.check(self.table) in refusals]

    def write(self, line: str, strict: bool = True) -> bool:
        """Writes the event if the rules allow it; False if they do not."""
        if self.refusing_rules(line, strict):
            return False
        finding_count = len(self.table.found)
        if engine.apply_event(self.table) != 0 or len(self.table.found) > finding_count:
            raise DeadEnd(line)
        for rule in self.rules.observers[self.table.op]:
            rule.observe(self.table)
        self.lines.append(line)
        return True

    def write_or_fail(self, line: str, strict: bool = True) -> None:
        """Writes an event that must be legal. Raises DeadEnd with the rules that refuse it."""
        if not self.write(line, strict):
            raise DeadEnd(f"{line}: {self.refusing_rules(line, strict)}")

    def letter(self, colour: int) -> str:
        """The letter of a colour."""
        return COLOUR_LETTERS[colour]

    def lands(self, letter: str) -> list[int]:
        """The territories of a colour."""
        colour = COLOUR_LETTERS.index(letter)
        return [land for land in range(LANDS) if self.table.owner[land] == colour]

    def neighbours(self, land: int) -> list[int]:
        """The neighbours of a territory on this board."""
        return [int(self.table.neighbours[land * MAX_NEIGHBOURS + k]) for k in range(self.table.degree[land])]

    def die(self, letter: str = "") -> int:
        """One die; a favoured colour throws high."""
        return self.random.choice((5, 6, 6)) if letter and letter == self.favoured else self.random.randint(1, 6)

    def draw(self) -> str | None:
        """The next card of the deck, or None where it is empty."""
        return self.deck.pop() if self.deck else None

    def hand(self, letter: str) -> list[str]:
        """The cards in a colour's hand."""
        base = COLOUR_LETTERS.index(letter) * CARD_KINDS
        cards = enumerate([*CODES, "JOL"])  # the kinds after these are cards that a record hides
        return [name for kind, name in cards for _ in range(self.table.hand[base + kind])]


MAX_ATTEMPTS = 12
THROWS_OWED = 20
GARRISON_RULES = {"garrison.all", "garrison.two_neighbours"}  # rules for which territories are not bared


def play_turn(scribe: Scribe, letter: str, kind: str = "", bold: bool = False) -> bool:
    """A whole turn up to END; False where the game ended in it. `bold` attacks as long as it can."""
    director_suffix = ""
    if letter == scribe.virtual and "dummy.director" in scribe.bound:
        colour = COLOUR_LETTERS.index(letter)
        director_suffix = (
            f" director={scribe.letter(int(director_of_turn(scribe.table, scribe.table.own_turns[colour])))}"
        )
    scribe.write_or_fail(f"TURN {letter}{kind}{director_suffix}")
    exchange_cards(scribe, letter)
    reinforce(scribe, letter)
    make_attacks(scribe, letter, bold)
    if scribe.table.stopped < 0 and not scribe.table.over:
        make_mandatory_attack(scribe, letter)
    if scribe.table.stopped >= 0:
        return False
    if claim_victory(scribe, letter):
        return False
    make_move(scribe, letter)
    draw_cards(scribe, letter)
    if claim_victory(scribe, letter):
        return False
    pay_debt(scribe, letter)
    scribe.write_or_fail(f"END {letter}")
    return True


def exchange_cards(scribe: Scribe, letter: str) -> None:
    """Exchanges sets with a probability of 80 per cent while the hand has one."""
    while scribe.random.random() < 0.8:
        hand = scribe.hand(letter)
        candidate_sets = [hand[:1], hand[:2]] if len(hand) < 3 else []
        for _ in range(10 if len(hand) >= 3 else 0):
            candidate_sets.append(scribe.random.sample(hand, 3))
        if not any(cards and try_exchange(scribe, letter, cards) for cards in candidate_sets):
            return
        if not scribe.random.random() < 0.5:
            return


def try_exchange(scribe: Scribe, letter: str, hand_cards: list[str]) -> bool:
    """Exchanges these cards; False if they bring no armies or the rules refuse them."""
    cards = " ".join(sorted(hand_cards, key=lambda card: [*CODES, "JOL"].index(card)))
    if scribe.refusing_rules(f"TRIS {letter} {cards} =?", strict=False):
        return False
    colour = COLOUR_LETTERS.index(letter)
    set_armies = scribe.table.total(scribe.table.set_terms, colour)
    bonus = scribe.table.total(scribe.table.bonus_terms, colour)
    bonus_text = f"+{bonus}" if bonus else ""
    if set_armies <= 0 or not scribe.write(f"TRIS {letter} {cards} ={set_armies}{bonus_text}"):
        return False
    scribe.deck[:0] = hand_cards
    return True


def reinforce(scribe: Scribe, letter: str) -> None:
    """Declares and places the armies due, on weak territories first."""
    table = scribe.table
    if scribe.bound & {"declaration.right", "declaration.made"}:
        income_parts = (table.from_territories, table.from_continents, table.from_cards)
        scribe.write_or_fail(f"REIN {letter} {income_parts[0]}+{income_parts[1]}+{income_parts[2]}={sum(income_parts)}")
    colour = COLOUR_LETTERS.index(letter)
    armies = int(table.armies_allowed())
    if table.cap[colour] >= 0:
        armies = min(armies, int(table.cap[colour] - table.army_total[colour]))
    if armies <= 0:
        return
    counts: dict[int, int] = {}
    for _ in range(armies):
        land = territory_to_reinforce(scribe, letter, counts)
        counts[land] = counts.get(land, 0) + 1
    scribe.write_or_fail(
        f"PUT {letter} " + " ".join(f"{CODES[land]}+{count}" for land, count in sorted(counts.items()))
    )


def territory_to_reinforce(scribe: Scribe, letter: str, counts: dict[int, int]) -> int:
    """Picks a territory with too few armies first, else one beside an enemy, the strongest more often."""
    own_lands = scribe.lands(letter)
    weak_lands = [
        land for land in own_lands if scribe.table.armies[land] + counts.get(land, 0) < armies_needed(scribe, land)
    ]
    if weak_lands:
        return weak_lands[0]
    colour = COLOUR_LETTERS.index(letter)
    border = [land for land in own_lands if scribe.table.borders_enemy(land, colour)]
    if border and scribe.random.random() < 0.6:
        return max(border, key=lambda land: scribe.table.armies[land] + counts.get(land, 0))
    return scribe.random.choice(border or own_lands)


def armies_needed(scribe: Scribe, land: int) -> int:
    """Armies that a territory should have at the end of a turn."""
    rule = scribe.rule(TwoNeighbourGarrison)
    return int(rule.armies) + 1 if rule is not None and rule.other_players(scribe.table, land) >= 2 else 2


def make_attacks(scribe: Scribe, letter: str, bold: bool) -> None:
    """Attacks as the rules allow, from strong territories only, so that garrisons can stay."""
    minimum = (
        (5 if GARRISON_RULES & scribe.bound else 3) if bold else 8 if "garrison.two_neighbours" in scribe.bound else 6
    )
    for _ in range(200 if bold else scribe.random.randint(0, MAX_ATTEMPTS)):
        pairs = [
            (source, target) for source in scribe.lands(letter) if scribe.table.armies[source] >= minimum
            for target in scribe.neighbours(source) if scribe.table.owner[target] != scribe.table.owner[source]
        ]  # fmt: skip
        if not pairs:
            return
        scribe.random.shuffle(pairs)
        if not any(attack_territory(scribe, letter, source, target) for source, target in pairs[:20]):
            return
        if scribe.table.stopped >= 0 or scribe.table.over:
            return
        if bold and claim_victory(scribe, letter):
            return


def make_mandatory_attack(scribe: Scribe, letter: str) -> None:
    """Makes the mandatory attack on a strong territory, if the turn lacks one.

    Raises DeadEnd where the turn owes one that other rules do not allow.
    """
    rule = scribe.rule(MandatoryAttack)
    if rule is None or rule.has_attacked(scribe.table) or rule.unattacked_target(scribe.table) < 0:
        return
    pairs = [
        (source, target) for target in range(LANDS) if rule.must_be_attacked(scribe.table, target)
        for source in scribe.neighbours(target) if rule.can_attack(scribe.table, source, target)
    ]  # fmt: skip
    scribe.random.shuffle(pairs)
    pairs.sort(key=lambda pair: -int(scribe.table.armies[pair[0]]))
    for _ in range(THROWS_OWED):  # a throw whose losses would bare the source is not written: another may spare it
        if any(attack_territory(scribe, letter, source, target) for source, target in pairs):
            return
    raise DeadEnd(f"{letter} owes an attack that the rules do not allow")


def attack_territory(scribe: Scribe, letter: str, source: int, target: int) -> bool:
    """Writes one throw, and the occupation if it conquers; False if the rules allow no throw."""
    table = scribe.table
    territories = f"{CODES[source]}>{CODES[target]}"
    attack_count = min(3, int(table.armies[source]) - 1)
    defence_count = min(3, int(table.armies[target]))
    victim = int(table.owner[target])
    throw, attacker_losses, defender_losses = throw_and_losses(scribe, letter, victim, attack_count, defence_count)
    movable_armies = table.armies[source] - attacker_losses - 1
    garrison = min(armies_needed(scribe, source), attack_count + 1) if GARRISON_RULES & scribe.bound else 1
    if defender_losses >= table.armies[target] and movable_armies + 1 - garrison < min(3, attack_count):
        return False
    if table.armies[source] - attacker_losses < garrison:
        return False
    if scribe.refusing_rules(f"DECL {letter} {territories}"):
        return False
    if not scribe.write(
        f"ATT {letter} {territories} {throw} -{attacker_losses}-{defender_losses}{thrower_option(scribe, victim)}"
    ):
        return False
    if table.emptied_land == target:
        counts = list(range(int(table.armies[source]) - 1, 0, -1))
        garrison_left = 3 if "garrison.two_neighbours" in scribe.bound else 2
        preferred_counts = [count for count in counts if table.armies[source] - count >= garrison_left and count >= 3]
        scribe.random.shuffle(preferred_counts)
        if not any(scribe.write(f"OCC {letter} {territories} {count}") for count in [*preferred_counts, *counts]):
            raise DeadEnd(f"no occupation of {territories}")
        settle_elimination(scribe, letter, victim)
    return True


def thrower_option(scribe: Scribe, victim: int) -> str:
    """The player who throws for an absent defender."""
    rule = scribe.rule(ThrowerForAbandoned)
    if rule is None or victim >= NEUTRAL or scribe.table.status[victim] != 2:
        return ""
    return f" by={scribe.letter(int(rule.expected_thrower(scribe.table)))}"


def throw_and_losses(
    scribe: Scribe, letter: str, victim: int, attack_count: int, defence_count: int
) -> tuple[str, int, int]:
    """A throw in the notation with its losses: dice, or numbers where combat is by a table."""
    table = scribe.rule(CombatTable)
    if table is not None:
        loss = attack_count * 1000 if attack_count < 3 else table.losses_by_defence[defence_count]
        return f"{attack_count}v{defence_count}", loss // 1000, loss % 1000
    attack = sorted((scribe.die(letter) for _ in range(attack_count)), reverse=True)
    defence = sorted((defence_die(scribe, letter, victim) for _ in range(defence_count)), reverse=True)
    attacker_losses = sum(a <= d for a, d in zip(attack, defence, strict=False))
    pair_count = min(attack_count, defence_count)
    return "".join(map(str, attack)) + ":" + "".join(map(str, defence)), attacker_losses, pair_count - attacker_losses


def defence_die(scribe: Scribe, letter: str, victim: int) -> int:
    """A die of the defence; against a favoured attacker it is low, and a favoured defender throws high."""
    if letter == scribe.favoured:
        return scribe.random.choice((1, 1, 2))
    return scribe.die(scribe.letter(victim) if victim < NEUTRAL else "")


def settle_elimination(scribe: Scribe, letter: str, victim: int) -> None:
    """Writes an elimination and the transfer of the cards."""
    table = scribe.table
    if victim >= NEUTRAL or table.lands[victim] > 0 or table.status[victim] != 0 or table.stopped >= 0:
        return
    loser = scribe.letter(victim)
    scribe.write_or_fail(f"ELIM {letter} {loser}")
    cards = scribe.hand(loser)
    if cards:
        goes_to_deck = "elimination.cards_to_deck" in scribe.bound
        scribe.write_or_fail(f"CARDS * {loser}>{'deck' if goes_to_deck else letter} elimination {' '.join(cards)}")
        if goes_to_deck:
            scribe.deck[:0] = cards


def claim_victory(scribe: Scribe, letter: str) -> bool:
    """Claims the victory if the claim is valid and the game aims at one; True if it ended the game."""
    if scribe.table.over or scribe.table.stopped >= 0:
        return scribe.table.stopped >= 0
    if letter == scribe.virtual:
        return False
    if letter != scribe.favoured and "claim.target_points" not in scribe.bound:
        return False
    for claim_word in ("world",) if scribe.aim in ("world", "elimination") else ("objective", "risiko"):
        if not scribe.refusing_rules(f"CLAIM {letter} {claim_word}") and claim_wins(scribe, letter, claim_word):
            scribe.write_or_fail(f"CLAIM {letter} {claim_word}")
            return scribe.table.stopped >= 0
    return False


def claim_wins(scribe: Scribe, letter: str, claim_word: str) -> bool:
    """True if the claim would end the game now."""
    colour = COLOUR_LETTERS.index(letter)
    if claim_word == "world":
        return bool(scribe.table.lands[colour] == LANDS)
    return any(term.amount(scribe.table, colour) > 0 for term in scribe.table.claim_terms)


def make_move(scribe: Scribe, letter: str) -> None:
    """Makes the move of the turn with a probability of one half."""
    if scribe.random.random() < 0.5:
        return
    own_lands = scribe.lands(letter)
    pairs = [(a, b) for a in own_lands if scribe.table.armies[a] > 3 for b in scribe.neighbours(a) if b in own_lands]
    rule = scribe.rule(MandatoryAttack)
    if rule is not None and not rule.has_attacked(
        scribe.table
    ):  # armies moved to a strong neighbour would owe an attack
        pairs = [
            (a, b)
            for a, b in pairs
            if not any(rule.must_be_attacked(scribe.table, land) for land in scribe.neighbours(b))
        ]
    scribe.random.shuffle(pairs)
    for source, target in pairs[:5]:
        limit = int(scribe.table.armies[source]) - 3
        if scribe.write(f"MOVE {letter} {CODES[source]}>{CODES[target]} {scribe.random.randint(1, limit)}"):
            return


def draw_cards(scribe: Scribe, letter: str) -> None:
    """Draws the cards of a turn with a conquest."""
    rule = scribe.rule(DrawsPerTurn)
    if scribe.table.conquests == 0 or rule is None:
        return
    for _ in range(int(rule.card_limit(scribe.table))):
        card = scribe.draw()
        if card is None:
            return
        public_suffix = " public" if letter == scribe.virtual and "cards.dummy_open" in scribe.bound else ""
        if not scribe.write(f"DRAW {letter} {card}{public_suffix}"):
            scribe.deck.append(card)
            return


def pay_debt(scribe: Scribe, letter: str) -> None:
    """Gives up the cards owed."""
    colour = COLOUR_LETTERS.index(letter)
    while scribe.table.debt[colour] > 0 and scribe.hand(letter):
        card = scribe.hand(letter)[0]
        scribe.write_or_fail(f"CARDS * {letter}>deck debt {card}")
        scribe.deck.insert(0, card)
