"""Importer for recordings of the engine syncs: losses without dice, all cards."""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.importers.base import (
    LETTERS,
    Imported,
    ImportProblem,
    Record,
    build_game,
    error_reason,
    item_at,
    unique_fields,
)
from plancia_events.kinds import ending, setup, turn

TERRITORY_CODES = (
    "ALA ALB AMC SOR GRO TNO ONT QUE SOC GBR ISL ESE SCA EME UCR EOC AFG CIN IND CIT GIA KAM MEO MON SIA SIB URA JAC "
    "ARG BRA VEN PER CON AFO EGI MAD AFN AFS AOR NGU INS AOC"
)
IDS = TERRITORY_CODES.split()
DECK = [*IDS, "JOL", "JOL"]
IGNORED_RECORDS = {"move_attack_pass", "move_fortify_pass", "move_attack", "move_defend", "record_start_game"}


def sniff(data: bytes) -> bool:
    """Returns True for a JSON list of records with `record_type`."""
    return data[:200].lstrip().startswith(b"[") and b'"record_type"' in data[:400]


def territory_code(number: Any) -> str:
    """Returns the territory code for the engine's number. Raises IndexError or TypeError."""
    return item_at(IDS, number)


def player_colour(number: Any) -> str:
    """Returns the colour letter for a player's number. Raises IndexError or TypeError."""
    return item_at(LETTERS, number)


class Conversion:
    """Converts one game; ids inside records are indexes into the list."""

    def __init__(self, records: list[Record]) -> None:
        self.records = records
        order = [player_colour(number) for number in reversed(records[0]["turn_order"])]  # stored last to first
        self.order = order
        self.turn = ""
        self.over = False
        self.income: tuple[int, int] | None = None
        self.discards = len(DECK)
        self.redeemed: list[list[str]] = []
        self.eliminations: list[Any] = []
        self.conquest: Any = None  # the attack that emptied a territory, until armies enter it
        self.occupation_inferred = False
        self.events: list[Any] = [setup.OrderFixed(actor="*", order=order)]

    def convert_record(self, row: Record) -> None:
        """Converts one record."""
        kind = row["record_type"]
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(row)
        elif kind not in IGNORED_RECORDS:
            raise KeyError(kind)

    def on_move_claim_territory(self, row: Record) -> None:
        self.events.append(
            setup.Pick(actor=player_colour(row["move_by_player"]), territory=territory_code(row["territory"]))
        )

    def on_move_place_initial_troop(self, row: Record) -> None:
        self.events.append(
            setup.Setup(actor=player_colour(row["move_by_player"]), items=[(territory_code(row["territory"]), 1)])
        )

    def on_record_start_turn(self, row: Record) -> None:
        if self.turn:
            self.events.append(turn.TurnEnded(actor=self.turn))
        self.turn = player_colour(row["player"])
        self.income = (row["territory_bonus"], row["continent_bonus"])
        self.events.append(turn.TurnStarted(actor=self.turn))

    def on_move_redeem_cards(self, row: Record) -> None:
        self.redeemed = [[item_at(DECK, number) for number in cards] for cards in row["sets"]]
        self.discards += sum(len(cards) for cards in self.redeemed)

    def on_record_redeemed_cards(self, row: Record) -> None:
        """Records the value of a set only if it was the only one, then declares the turn's reinforcements."""
        value, bonus = row["total_set_bonus"], row["matching_territory_bonus"]
        value_fields = {"base": value, "bonus": bonus} if len(self.redeemed) == 1 else {}
        self.events += [turn.CardsExchanged(actor=self.turn, cards=cards, **value_fields) for cards in self.redeemed]
        self.redeemed = []
        if self.income is not None:
            lands, continents = self.income
            total = lands + continents + value + bonus
            self.events.append(
                turn.ReinforcementDeclared(
                    actor=self.turn, territories=lands, continents=continents, cards=value + bonus, total=total
                )
            )
            self.income = None

    def on_move_distribute_troops(self, row: Record) -> None:
        items = [(territory_code(int(number)), count) for number, count in row["distributions"].items() if count]
        if items:
            self.events.append(turn.Placed(actor=player_colour(row["move_by_player"]), items=items))

    def on_record_attack(self, row: Record) -> None:
        attack = item_at(self.records, row["move_attack_id"])
        defence = item_at(self.records, row["move_defend_id"])
        event = turn.Attack(
            actor=player_colour(attack["move_by_player"]), source=territory_code(attack["attacking_territory"]),
            target=territory_code(attack["defending_territory"]), attack_count=attack["attacking_troops"],
            defence_count=defence["defending_troops"], attack_losses=row["attacking_troops_lost"],
            defence_losses=row["defending_troops_lost"],
        )  # fmt: skip
        self.events.append(event)
        if row.get("territory_conquered"):
            self.conquest = event

    def on_record_territory_conquered(self, row: Record) -> None:
        """Marks the conquest of a territory, which older recordings have in this record only."""
        if self.conquest is None and isinstance(self.events[-1], turn.Attack):
            self.conquest = self.events[-1]

    def on_move_troops_after_attack(self, row: Record) -> None:
        attack = item_at(self.records, item_at(self.records, row["record_attack_id"])["move_attack_id"])
        self.events.append(
            turn.Occupied(
                actor=player_colour(row["move_by_player"]), source=territory_code(attack["attacking_territory"]),
                target=territory_code(attack["defending_territory"]), armies=row["troop_count"],
            )
        )  # fmt: skip
        self.conquest = None
        self.events += self.eliminations  # recorded before the occupation, in effect after it
        self.eliminations = []

    def on_move_fortify(self, row: Record) -> None:
        """Converts the move of the turn; some players pass with a move of no armies."""
        source, target, count = (
            territory_code(row["source_territory"]),
            territory_code(row["target_territory"]),
            row["troop_count"],
        )
        if count and source != target:
            self.events.append(
                turn.Moved(actor=player_colour(row["move_by_player"]), source=source, target=target, armies=count)
            )

    def on_record_drew_card(self, row: Record) -> None:
        self.events.append(
            turn.CardDrawn(actor=player_colour(row["player"]), cards=[item_at(DECK, row["card"]["card_id"])])
        )

    def on_record_shuffled_cards(self, row: Record) -> None:
        if self.turn:
            self.events.append(turn.DeckReshuffled(actor="*", cards=self.discards))
        self.discards = 0

    def on_record_player_eliminated(self, row: Record) -> None:
        loser = player_colour(row["player"])
        self.eliminations = [ending.Eliminated(actor=self.turn, player=loser)]
        cards = [item_at(DECK, entry["card_id"]) for entry in row["cards_surrendered"]]
        if cards:
            self.eliminations.append(
                turn.CardsMoved(actor=self.turn, giver=loser, to=self.turn, reason="elimination", cards=cards)
            )

    def on_record_winner(self, row: Record) -> None:
        self.finish(ending.GameEnded(actor="*", reason="world", winner=player_colour(row["player"])))

    def on_record_cancelled(self, row: Record) -> None:
        self.finish(ending.GameEnded(actor="*", reason="cancelled"))

    def on_record_banned(self, row: Record) -> None:
        note = f"{player_colour(row['player'])} banned by the engine"
        self.finish(ending.GameEnded(actor="*", reason="abandoned", note=note))

    def finish(self, event: ending.GameEnded) -> None:
        """Ends the game, after an occupation and eliminations still pending.

        The engine does not record how many armies enter the last conquest: the surviving attack dice, the minimum.
        """
        if self.conquest is not None:
            last_conquest = self.conquest
            self.events.append(
                turn.Occupied(
                    actor=last_conquest.actor, source=last_conquest.source, target=last_conquest.target,
                    armies=last_conquest.attack_count - last_conquest.attack_losses,
                    note="not recorded: the least that has to enter",
                )
            )  # fmt: skip
            self.conquest, self.occupation_inferred = None, True
        self.events += [*self.eliminations, event]
        self.eliminations = []
        self.over = True


def convert(data: bytes, name: str) -> list[Imported]:
    """Converts a recording. Raises ImportProblem with the number of the record as line."""
    try:
        records = json.loads(data, object_pairs_hook=unique_fields)
    except json.JSONDecodeError as error:
        is_cut = data.lstrip().startswith(b"[") and not data.rstrip().endswith(b"]")
        code, what = (
            ("cut", " ".join(data[-60:].decode("utf-8", "replace").split()))
            if is_cut
            else ("content", error_reason(error))
        )
        raise ImportProblem(name, error.lineno, code if data.strip() else "empty", what) from error
    if not isinstance(records, list) or not records:
        raise ImportProblem(name, 1, "empty")
    conversion = Conversion(records)
    seats = [player["player_id"] for player in records[0].get("players", [])]
    if seats and sorted(records[0]["turn_order"]) != sorted(seats):
        raise ImportProblem(name, 1, "content", "turn_order")
    for record_number, row in enumerate(records, start=1):
        if record_number > 1 and isinstance(row, dict) and row.get("record_type") == "record_start_game":
            raise ImportProblem(name, record_number, "second-game")
        try:
            conversion.convert_record(row)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            problem = f"{str(row)[:60]}: {error_reason(error)}"
            raise ImportProblem(name, record_number, "command", problem) from error
    references = {letter: f"syncs-{letter.lower()}" for letter in sorted(conversion.order, key=LETTERS.index)}
    game = build_game(name, "syncs@1", references, "no-dice", "syncs", conversion.events)
    omissions = [
        "the dice: only the losses are recorded", "the order of the cards still in the deck", "moves of no armies",
        "the names of the players",
    ]  # fmt: skip
    if conversion.occupation_inferred:
        omissions.append("how many armies enter the last conquest: the least that have to")
    if not conversion.over:
        omissions.append("the log stops before the game is over")
    return [Imported(game, omissions)]
