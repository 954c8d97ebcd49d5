"""The opening of a synthetic game: dice for the order, distribution, objectives, placement."""

from __future__ import annotations

from plancia_events.names import LANDS as CODES
from plancia_replay.rules.setup.drafting import NeutralLeft
from plancia_replay.rules.setup.opening import DealEven, MaxContinentShare
from plancia_replay.rules.setup.placement import SetupGarrison
from plancia_replay.rules.setup.placement_batches import BatchSize, SteppedBatchSize
from plancia_replay.rules.turn.dummy import director_of_turn
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.synthetic.scribe import DeadEnd, Scribe


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
    for place in range(42 - neutral_count):
        free_lands = [land for land in range(42) if scribe.table.owner[land] < 0]
        scribe.random.shuffle(free_lands)
        suffix = " strip" if "pick.strip" in scribe.bound and place < len(order) else ""
        if not any(scribe.write(f"PICK {letter} {CODES[land]}{suffix}") for land in free_lands for letter in order):
            raise DeadEnd("nobody may pick")
    remaining_codes = [CODES[land] for land in range(42) if scribe.table.owner[land] < 0]
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
        cards = list(range(42))
        scribe.random.shuffle(cards)
        hands: dict[str, list[int]] = {}
        for place, letter in enumerate(order):
            count = (
                int(even_rule.expected_territories(scribe.table, COLOUR_LETTERS.index(letter)))
                if even_rule
                else 42 // len(order) + (place < 42 % len(order))
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
