"""The turns of a synthetic game: cards, reinforcement, attacks, the move, the card drawn."""

from __future__ import annotations

from plancia_events.names import LANDS as CODES
from plancia_replay.kernel.table import NEUTRAL
from plancia_replay.rules.cards.drawing import OneATurn
from plancia_replay.rules.combat.diceless import CombatTable
from plancia_replay.rules.combat.superiority import MandatoryAttack
from plancia_replay.rules.combat.void_throws import PassiveRoller
from plancia_replay.rules.garrisons.end_of_turn import TwoNeighbours
from plancia_replay.rules.turn.dummy import real_by_turn
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.synthetic.scribe import DeadEnd, Scribe

ATTEMPTS = 12
THROWS_OWED = 20
SPARE = {"garrison.all", "garrison.two_neighbours"}  # rules for which territories are not bared


def play_turn(scribe: Scribe, letter: str, kind: str = "", bold: bool = False) -> bool:
    """A whole turn up to END; False where the game ended in it. `bold` attacks as long as it can."""
    director = ""
    if letter == scribe.virtual and "dummy.director" in scribe.bound:
        colour = COLOUR_LETTERS.index(letter)
        director = f" director={scribe.letter(int(real_by_turn(scribe.table, scribe.table.own_turns[colour])))}"
    scribe.must(f"TURN {letter}{kind}{director}")
    exchange_cards(scribe, letter)
    reinforce(scribe, letter)
    attack_some(scribe, letter, bold)
    if scribe.table.stopped < 0 and not scribe.table.over:
        attack_owed(scribe, letter)
    if scribe.table.stopped >= 0:
        return False
    if claim(scribe, letter):
        return False
    move_some(scribe, letter)
    draw_cards(scribe, letter)
    if claim(scribe, letter):
        return False
    pay_debt(scribe, letter)
    scribe.must(f"END {letter}")
    return True


def exchange_cards(scribe: Scribe, letter: str) -> None:
    """Exchanges what can be exchanged, most of the time."""
    while scribe.random.random() < 0.8:
        hand = scribe.hand(letter)
        tried = [hand[:1], hand[:2]] if len(hand) < 3 else []
        for _ in range(10 if len(hand) >= 3 else 0):
            tried.append(scribe.random.sample(hand, 3))
        if not any(given and try_exchange(scribe, letter, given) for given in tried):
            return
        if not scribe.random.random() < 0.5:
            return


def try_exchange(scribe: Scribe, letter: str, given: list[str]) -> bool:
    """Plays these cards; False if they are worth nothing."""
    cards = " ".join(sorted(given, key=lambda card: [*CODES, "JOL"].index(card)))
    if scribe.refused(f"TRIS {letter} {cards} =?", strict=False):
        return False
    colour = COLOUR_LETTERS.index(letter)
    worth = scribe.table.total(scribe.table.set_terms, colour)
    bonus = scribe.table.total(scribe.table.bonus_terms, colour)
    more = f"+{bonus}" if bonus else ""
    if worth <= 0 or not scribe.write(f"TRIS {letter} {cards} ={worth}{more}"):
        return False
    scribe.deck[:0] = given
    return True


def reinforce(scribe: Scribe, letter: str) -> None:
    """Declares and places what is due, weak territories first."""
    table = scribe.table
    if scribe.bound & {"declaration.right", "declaration.made"}:
        parts = (table.from_territories, table.from_continents, table.from_cards)
        scribe.must(f"REIN {letter} {parts[0]}+{parts[1]}+{parts[2]}={sum(parts)}")
    colour = COLOUR_LETTERS.index(letter)
    due = int(table.allowed())
    if table.cap[colour] >= 0:
        due = min(due, int(table.cap[colour] - table.army_total[colour]))
    if due <= 0:
        return
    counts: dict[int, int] = {}
    for _ in range(due):
        land = territory_to_reinforce(scribe, letter, counts)
        counts[land] = counts.get(land, 0) + 1
    scribe.must(f"PUT {letter} " + " ".join(f"{CODES[land]}+{count}" for land, count in sorted(counts.items())))


def territory_to_reinforce(scribe: Scribe, letter: str, counts: dict[int, int]) -> int:
    """Picks a territory with too few armies first, else one beside an enemy, the strongest more often."""
    own = scribe.own(letter)
    weak = [land for land in own if scribe.table.armies[land] + counts.get(land, 0) < armies_needed(scribe, land)]
    if weak:
        return weak[0]
    colour = COLOUR_LETTERS.index(letter)
    border = [land for land in own if scribe.table.borders_enemy(land, colour)]
    if border and scribe.random.random() < 0.6:
        return max(border, key=lambda land: scribe.table.armies[land] + counts.get(land, 0))
    return scribe.random.choice(border or own)


def armies_needed(scribe: Scribe, land: int) -> int:
    """Armies that a territory should have at the end of a turn."""
    rule = scribe.rule(TwoNeighbours)
    return int(rule.armies) + 1 if rule is not None and rule.others(scribe.table, land) >= 2 else 2


def attack_some(scribe: Scribe, letter: str, bold: bool) -> None:
    """Attacks that the rules allow, from strong territories only, so that garrisons can stay."""
    least = (5 if SPARE & scribe.bound else 3) if bold else 8 if "garrison.two_neighbours" in scribe.bound else 6
    for _ in range(200 if bold else scribe.random.randint(0, ATTEMPTS)):
        pairs = [
            (source, target) for source in scribe.own(letter) if scribe.table.armies[source] >= least
            for target in scribe.near(source) if scribe.table.owner[target] != scribe.table.owner[source]
        ]  # fmt: skip
        if not pairs:
            return
        scribe.random.shuffle(pairs)
        if not any(assault(scribe, letter, source, target) for source, target in pairs[:20]):
            return
        if scribe.table.stopped >= 0 or scribe.table.over:
            return
        if bold and claim(scribe, letter):
            return


def attack_owed(scribe: Scribe, letter: str) -> None:
    """The attack on a strong territory that the rules make a duty, if the turn has seen none.

    Raises DeadEnd where the turn owes one that other rules do not allow.
    """
    rule = scribe.rule(MandatoryAttack)
    if rule is None or rule.done(scribe.table) or rule.unattacked_target(scribe.table) < 0:
        return
    pairs = [
        (source, target) for target in range(42) if rule.binds(scribe.table, target)
        for source in scribe.near(target) if rule.reaches(scribe.table, source, target)
    ]  # fmt: skip
    scribe.random.shuffle(pairs)
    pairs.sort(key=lambda pair: -int(scribe.table.armies[pair[0]]))
    for _ in range(THROWS_OWED):  # a throw whose losses would bare the source is not written: another may spare it
        if any(assault(scribe, letter, source, target) for source, target in pairs):
            return
    raise DeadEnd(f"{letter} owes an attack that the rules do not allow")


def assault(scribe: Scribe, letter: str, source: int, target: int) -> bool:
    """One throw, and the occupation where it conquers; False where the rules allow none."""
    table = scribe.table
    places = f"{CODES[source]}>{CODES[target]}"
    mine = min(3, int(table.armies[source]) - 1)
    yours = min(3, int(table.armies[target]))
    victim = int(table.owner[target])
    throw, lost, slain = throw_and_losses(scribe, letter, victim, mine, yours)
    room = table.armies[source] - lost - 1
    kept = min(armies_needed(scribe, source), mine + 1) if SPARE & scribe.bound else 1
    if slain >= table.armies[target] and room + 1 - kept < min(3, mine):
        return False
    if table.armies[source] - lost < kept:
        return False
    if scribe.refused(f"DECL {letter} {places}"):
        return False
    if not scribe.write(f"ATT {letter} {places} {throw} -{lost}-{slain}{thrower(scribe, victim)}"):
        return False
    if table.emptied_land == target:
        counts = list(range(int(table.armies[source]) - 1, 0, -1))
        spare = 3 if "garrison.two_neighbours" in scribe.bound else 2
        middle = [count for count in counts if table.armies[source] - count >= spare and count >= 3]
        scribe.random.shuffle(middle)
        if not any(scribe.write(f"OCC {letter} {places} {count}") for count in [*middle, *counts]):
            raise DeadEnd(f"no occupation of {places}")
        settle_elimination(scribe, letter, victim)
    return True


def thrower(scribe: Scribe, victim: int) -> str:
    """The player who throws for an absent defender."""
    rule = scribe.rule(PassiveRoller)
    if rule is None or victim >= NEUTRAL or scribe.table.status[victim] != 2:
        return ""
    return f" by={scribe.letter(int(rule.due(scribe.table)))}"


def throw_and_losses(scribe: Scribe, letter: str, victim: int, mine: int, yours: int) -> tuple[str, int, int]:
    """A throw as it is written, and what it costs: dice, or numbers where combat is by a table."""
    table = scribe.rule(CombatTable)
    if table is not None:
        loss = mine * 1000 if mine < 3 else table.due_by[yours]
        return f"{mine}v{yours}", loss // 1000, loss % 1000
    attack = sorted((scribe.die(letter) for _ in range(mine)), reverse=True)
    defence = sorted((defending(scribe, letter, victim) for _ in range(yours)), reverse=True)
    lost = sum(a <= d for a, d in zip(attack, defence, strict=False))
    pairs = min(mine, yours)
    return "".join(map(str, attack)) + ":" + "".join(map(str, defence)), lost, pairs - lost


def defending(scribe: Scribe, letter: str, victim: int) -> int:
    """A die of the defence; against a favoured attacker it is low, and a favoured defender throws high."""
    if letter == scribe.favoured:
        return scribe.random.choice((1, 1, 2))
    return scribe.die(scribe.letter(victim) if victim < NEUTRAL else "")


def settle_elimination(scribe: Scribe, letter: str, victim: int) -> None:
    """Records an elimination and what becomes of the cards."""
    table = scribe.table
    if victim >= NEUTRAL or table.lands[victim] > 0 or table.status[victim] != 0 or table.stopped >= 0:
        return
    loser = scribe.letter(victim)
    scribe.must(f"ELIM {letter} {loser}")
    cards = scribe.hand(loser)
    if cards:
        to_deck = "elimination.cards_to_deck" in scribe.bound
        scribe.must(f"CARDS * {loser}>{'deck' if to_deck else letter} elimination {' '.join(cards)}")
        if to_deck:
            scribe.deck[:0] = cards


def claim(scribe: Scribe, letter: str) -> bool:
    """Claims to have won, where the claim holds and the game is to be led to one; True where it ended the game."""
    if scribe.table.over or scribe.table.stopped >= 0:
        return scribe.table.stopped >= 0
    if letter == scribe.virtual:
        return False
    if letter != scribe.favoured and "claim.target_points" not in scribe.bound:
        return False
    for what in ("world",) if scribe.aim in ("world", "elimination") else ("objective", "risiko"):
        if not scribe.refused(f"CLAIM {letter} {what}") and claim_wins(scribe, letter, what):
            scribe.must(f"CLAIM {letter} {what}")
            return scribe.table.stopped >= 0
    return False


def claim_wins(scribe: Scribe, letter: str, what: str) -> bool:
    """True if the claim would end the game now."""
    colour = COLOUR_LETTERS.index(letter)
    if what == "world":
        return bool(scribe.table.lands[colour] == 42)
    return any(term.amount(scribe.table, colour) > 0 for term in scribe.table.claim_terms)


def move_some(scribe: Scribe, letter: str) -> None:
    """The move of the turn, half of the time."""
    if scribe.random.random() < 0.5:
        return
    own = scribe.own(letter)
    pairs = [(a, b) for a in own if scribe.table.armies[a] > 3 for b in scribe.near(a) if b in own]
    rule = scribe.rule(MandatoryAttack)
    if rule is not None and not rule.done(scribe.table):  # armies moved to a strong neighbour would owe an attack
        pairs = [(a, b) for a, b in pairs if not any(rule.binds(scribe.table, land) for land in scribe.near(b))]
    scribe.random.shuffle(pairs)
    for source, target in pairs[:5]:
        most = int(scribe.table.armies[source]) - 3
        if scribe.write(f"MOVE {letter} {CODES[source]}>{CODES[target]} {scribe.random.randint(1, most)}"):
            return


def draw_cards(scribe: Scribe, letter: str) -> None:
    """The card, or the cards, of a turn with a conquest."""
    rule = scribe.rule(OneATurn)
    if scribe.table.conquests == 0 or rule is None:
        return
    for _ in range(int(rule.due(scribe.table))):
        card = scribe.draw()
        if card is None:
            return
        public = " public" if letter == scribe.virtual and "cards.dummy_open" in scribe.bound else ""
        if not scribe.write(f"DRAW {letter} {card}{public}"):
            scribe.deck.append(card)
            return


def pay_debt(scribe: Scribe, letter: str) -> None:
    """Gives up the cards owed."""
    colour = COLOUR_LETTERS.index(letter)
    while scribe.table.debt[colour] > 0 and scribe.hand(letter):
        card = scribe.hand(letter)[0]
        scribe.must(f"CARDS * {letter}>deck debt {card}")
        scribe.deck.insert(0, card)
