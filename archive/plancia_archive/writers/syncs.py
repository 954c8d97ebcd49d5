"""Writer for recordings of the engine syncs: losses without dice, all cards; ids are places in the list of records."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.base import LETTERS
from plancia_archive.importers.syncs import DECK, IDS
from plancia_archive.writers.base import ORDER_FIELDS, Record, first_colours, is_advance, to_json
from plancia_events import Game, replace_fields

NUMBERS = {code: number for number, code in enumerate(IDS)}
JOLLIES = [number for number, card in enumerate(DECK) if card == "JOL"]


def colours(game: Game) -> dict[str, str]:
    """The colours of the seats: players are known by their number."""
    return first_colours(letter for letter in LETTERS if letter in game.players)


def write(record: Record, variant: str) -> str:
    """Writes a game as a list of records."""
    writer = Writer(record)
    if record.board_id != "classic":
        record.lose("map", record.board_id, 0)
    record.write(writer)
    record.end_of_last_turn()
    if not writer.records:
        record.lose("no-order", number=0)
    return "[" + ", ".join(map(to_json, writer.records)) + "]\n"


class Writer:
    """The records so far."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.records: list[dict[str, Any]] = []
        self.sets: list[Any] = []  # events whose sets are not redeemed yet
        self.jollies: list[int] = []  # of the deck, drawn so far and not yet redeemed

    def add(self, kind: str, **fields: Any) -> int:
        """Adds a record and returns its id."""
        self.records.append({"record_type": kind, **fields})
        return len(self.records) - 1

    def on_order(self, event: Any) -> None:
        order = [LETTERS.index(letter) for letter in event.order]
        players = [{"player_id": number, "team_id": number, "alive": True, "cards": []} for number in sorted(order)]
        self.add("record_start_game", turn_order=order[::-1], players=players)
        self.add("record_shuffled_cards")
        self.record.carry(self.record.trimmed(event, "detail", *ORDER_FIELDS))

    def on_pick(self, event: Any) -> None:
        self.add("move_claim_territory", move_by_player=number_of(event), territory=NUMBERS[event.territory])
        self.record.carry(event)

    def on_set(self, event: Any) -> None:
        """One army a record."""
        if len(event.items) > 1 or event.items[0][1] > 1:
            self.record.lose("one-by-one")
        for code, count in event.items:
            for _ in range(count):
                self.add("move_place_initial_troop", move_by_player=number_of(event), territory=NUMBERS[code])
                self.record.carry(replace_fields(event, items=[(code, 1)]))

    def on_turn(self, event: Any) -> None:
        income = self.income_of_turn()
        territories = [code for code, owner in self.record.board.owner.items() if owner == event.actor]
        self.add("record_start_turn", player=number_of(event), territories_held=len(territories),
                 continent_bonus=income[1], territory_bonus=income[0])  # fmt: skip
        self.record.carry(self.record.trimmed(event, "detail", "turn", "director"))

    def income_of_turn(self) -> tuple[int, int]:
        """Armies for territories and continents that the turn declares."""
        ahead = 1
        while (event := self.record.next_event(ahead)) is not None and event.TAG not in ("TURN", "END"):
            if event.TAG == "REIN":
                return event.territories, event.continents
            ahead += 1
        return 0, 0

    def on_tris(self, event: Any) -> None:
        self.sets.append(event)
        after = self.record.next_event()
        if after is None or after.TAG not in ("TRIS", "REIN"):
            self.redeem(event, None)

    def on_rein(self, event: Any) -> None:
        self.redeem(event, event)

    def redeem(self, event: Any, income: Any) -> None:
        """Redeems the sets that wait together; the value of one is written, of several only their sum."""
        sets, self.sets = self.sets, []
        one = len(sets) == 1 and sets[0].base is not None
        value, bonus = (sets[0].base, sets[0].bonus or 0) if one else (income.cards if income else 0, 0)
        cause = "turn_started" if income is not None else "player_eliminated"
        numbers = [[self.card_number(card, redeemed=True) for card in exchange.cards] for exchange in sets]
        move = self.add("move_redeem_cards", move_by_player=number_of(event), sets=numbers, cause=cause)
        self.add("record_redeemed_cards", move_redeem_cards_id=move, total_set_bonus=value,
                 matching_territory_bonus=bonus)  # fmt: skip
        for exchange in sets:
            trimmed = self.record.trimmed(exchange, "detail", "hand")
            self.record.carry(replace_fields(trimmed, bonus=bonus) if one else
                              self.record.trimmed(trimmed, "set-value", "base", "bonus"))  # fmt: skip
        if income is not None:
            self.record.carry(self.record.trimmed(income, "detail", "counted"))

    def card_number(self, card: str, redeemed: bool = False) -> int:
        """The number of a card; the two jollies one after the other."""
        if card != "JOL":
            return NUMBERS.get(card, 0)
        if redeemed:
            return self.jollies.pop(0) if self.jollies else JOLLIES[0]
        number = next((jolly for jolly in JOLLIES if jolly not in self.jollies), JOLLIES[0])
        self.jollies.append(number)
        return number

    def on_put(self, event: Any) -> None:
        items = {str(NUMBERS[code]): count for code, count in event.items}
        before = self.record.next_event(-1)
        cause = "turn_started" if before is None or before.TAG in ("TURN", "REIN") else "player_eliminated"
        self.add("move_distribute_troops", move_by_player=number_of(event), cause=cause, distributions=items)
        self.record.carry(self.record.trimmed(event, "detail", "by"))

    def on_att(self, event: Any) -> None:
        counts = event.attack_count or len(event.attack_dice), event.defence_count or len(event.defence_dice)
        if not all(counts):
            self.record.lose("no-counts")
        trimmed = self.record.trimmed(event, "dice", "attack_dice", "defence_dice")
        trimmed = self.record.trimmed(trimmed, "detail", "by", "void")
        source, target = NUMBERS[event.source], NUMBERS[event.target]
        defender = LETTERS.find(self.record.board.owner.get(event.target, "R"))
        attack = self.add("move_attack", move_by_player=number_of(event), attacking_territory=source,
                          defending_territory=target, attacking_troops=counts[0])  # fmt: skip
        defence = self.add("move_defend", move_by_player=defender, move_attack_id=attack, defending_troops=counts[1])
        after = self.record.next_event()
        conquest = is_advance(event, after)
        throw = self.add(
            "record_attack", move_attack_id=attack, move_defend_id=defence, attacking_troops_lost=event.attack_losses,
            defending_troops_lost=event.defence_losses, territory_conquered=conquest,
        )  # fmt: skip
        self.record.carry(replace_fields(trimmed, attack_count=counts[0], defence_count=counts[1]))
        if conquest:
            self.add("record_territory_conquered", record_attack_id=throw)
            self.eliminate(throw)
            self.add("move_troops_after_attack", move_by_player=number_of(event), record_attack_id=throw,
                     troop_count=after.armies)  # fmt: skip

    def eliminate(self, throw: int) -> None:
        """Records the elimination by the conquest that the advance completes: the engine has it before the advance."""
        loser, moved = self.record.next_event(2), self.record.next_event(3)
        if loser is None or loser.TAG != "ELIM":
            return
        given = moved.cards if moved is not None and moved.TAG == "CARDS" and moved.reason == "elimination" else []
        held = list(self.jollies)
        cards = [{"card_id": held.pop(0) if card == "JOL" and held else self.number_in_hand(card)} for card in given]
        self.add("record_player_eliminated", player=LETTERS.index(loser.player), record_attack_id=throw,
                 cards_surrendered=cards)  # fmt: skip

    def number_in_hand(self, card: str) -> int:
        """The number of a card that is not drawn again."""
        return JOLLIES[0] if card == "JOL" else NUMBERS.get(card, 0)

    def on_occ(self, event: Any) -> None:
        if not is_advance(self.record.next_event(-1), event):
            self.record.lose("conquest")
        self.record.carry(event)

    def on_elim(self, event: Any) -> None:
        self.record.carry(event)  # written with its conquest

    on_cards = on_elim

    def on_move(self, event: Any) -> None:
        self.add("move_fortify", move_by_player=number_of(event), source_territory=NUMBERS[event.source],
                 target_territory=NUMBERS[event.target], troop_count=event.armies)  # fmt: skip
        self.record.carry(self.record.trimmed(event, "detail", "replaces"))

    def on_draw(self, event: Any) -> None:
        trimmed = self.record.trimmed(event, "detail", "public")
        for card in event.cards:
            number = self.card_number(card)
            self.add("record_drew_card", player=number_of(event), card={"card_id": number})
            self.record.carry(replace_fields(trimmed, cards=[card]))

    def on_shuf(self, event: Any) -> None:
        self.add("record_shuffled_cards")
        self.record.carry(event)

    def on_end(self, event: Any) -> None:
        self.record.carry(event)  # read from the next turn

    def on_over(self, event: Any) -> None:
        if event.reason == "world" and event.winner is not None:
            self.add("record_winner", player=LETTERS.index(event.winner))
        elif event.reason == "cancelled":
            self.add("record_cancelled", reason="cancelled")
        else:
            self.record.lose("end")
            return
        self.record.carry(event)


def number_of(event: Any) -> int:
    """The number of the player of an event."""
    return LETTERS.index(event.actor)
