"""The recording of the engine syncs: losses without dice, cards in full."""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.importers.shape import Imported, ImportProblem
from plancia_events import Game, kinds
from plancia_events.headers import COLOUR_HEADERS, sort_key

LETTERS = "RBGYNV"
IDS = [
    "ALA",
    "ALB",
    "AMC",
    "SOR",
    "GRO",
    "TNO",
    "ONT",
    "QUE",
    "SOC",
    "GBR",
    "ISL",
    "ESE",
    "SCA",
    "EME",
    "UCR",
    "EOC",
    "AFG",
    "CIN",
    "IND",
    "CIT",
    "GIA",
    "KAM",
    "MEO",
    "MON",
    "SIA",
    "SIB",
    "URA",
    "JAC",
    "ARG",
    "BRA",
    "VEN",
    "PER",
    "CON",
    "AFO",
    "EGI",
    "MAD",
    "AFN",
    "AFS",
    "AOR",
    "NGU",
    "INS",
    "AOC",
]
SILENT = {
    "record_shuffled_cards", "move_attack_pass", "move_fortify_pass", "record_territory_conquered", "move_attack",
    "move_defend", "record_start_game",
}  # fmt: skip


def tells(data: bytes) -> bool:
    """A list of records with their types."""
    return data[:200].lstrip().startswith(b"[") and b'"record_type"' in data[:400]


class Conversion:
    """One game on its way; ids inside records are places in the list."""

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.records = records
        start = records[0]
        self.order = [LETTERS[player] for player in reversed(start["turn_order"])]
        self.turn = ""
        self.declared: tuple[int, int] | None = None
        self.cards: dict[int, str] = {}
        self.eliminations: list[Any] = []
        self.events: list[Any] = [kinds.OrderFixed(actor="*", order=self.order)]

    def take(self, place: int, row: dict[str, Any]) -> None:
        """Converts one record."""
        kind = row["record_type"]
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(place, row)
        elif kind not in SILENT:
            raise KeyError(kind)

    def end_turn(self) -> None:
        """Ends the open turn."""
        if self.turn:
            self.events.append(kinds.TurnEnded(actor=self.turn))
            self.turn = ""

    def learn(self, entry: dict[str, Any]) -> str:
        """The card of a record."""
        code = "JOL" if entry["territory_id"] is None else IDS[entry["territory_id"]]
        self.cards[entry["card_id"]] = code
        return code

    def on_move_claim_territory(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(kinds.Pick(actor=LETTERS[row["move_by_player"]], territory=IDS[row["territory"]]))

    def on_move_place_initial_troop(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(kinds.Setup(actor=LETTERS[row["move_by_player"]], items=[(IDS[row["territory"]], 1)]))

    def on_record_start_turn(self, place: int, row: dict[str, Any]) -> None:
        self.end_turn()
        self.turn = LETTERS[row["player"]]
        self.declared = (row["territory_bonus"], row["continent_bonus"])
        self.events.append(kinds.TurnStarted(actor=self.turn))

    def on_move_redeem_cards(self, place: int, row: dict[str, Any]) -> None:
        for one in row["sets"]:
            cards = [self.cards[number] for number in one]
            self.events.append(kinds.CardsExchanged(actor=LETTERS[row["move_by_player"]], cards=cards))

    def on_record_redeemed_cards(self, place: int, row: dict[str, Any]) -> None:
        if self.declared is not None:
            lands, continents = self.declared
            cards = row["total_set_bonus"] + row["matching_territory_bonus"]
            self.events.append(
                kinds.ReinforcementDeclared(
                    actor=self.turn, territories=lands, continents=continents, cards=cards,
                    total=lands + continents + cards,
                )
            )  # fmt: skip
            self.declared = None

    def on_move_distribute_troops(self, place: int, row: dict[str, Any]) -> None:
        items = [(IDS[int(number)], count) for number, count in row["distributions"].items() if count]
        if items:
            self.events.append(kinds.Placed(actor=LETTERS[row["move_by_player"]], items=items))

    def on_record_attack(self, place: int, row: dict[str, Any]) -> None:
        attack = self.records[row["move_attack_id"]]
        defence = self.records[row["move_defend_id"]]
        self.events.append(
            kinds.Attack(
                actor=LETTERS[attack["move_by_player"]], source=IDS[attack["attacking_territory"]],
                target=IDS[attack["defending_territory"]], attack_count=attack["attacking_troops"],
                defence_count=defence["defending_troops"], attack_losses=row["attacking_troops_lost"],
                defence_losses=row["defending_troops_lost"],
            )
        )  # fmt: skip

    def on_move_troops_after_attack(self, place: int, row: dict[str, Any]) -> None:
        attack = self.records[self.records[row["record_attack_id"]]["move_attack_id"]]
        self.events.append(
            kinds.Occupied(
                actor=LETTERS[row["move_by_player"]], source=IDS[attack["attacking_territory"]],
                target=IDS[attack["defending_territory"]], armies=row["troop_count"],
            )
        )  # fmt: skip
        self.events += self.eliminations  # recorded before the occupation, true after it
        self.eliminations = []

    def on_move_fortify(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(
            kinds.Moved(
                actor=LETTERS[row["move_by_player"]], source=IDS[row["source_territory"]],
                target=IDS[row["target_territory"]], armies=row["troop_count"],
            )
        )  # fmt: skip

    def on_record_drew_card(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(kinds.CardDrawn(actor=LETTERS[row["player"]], cards=[self.learn(row["card"])]))

    def on_record_player_eliminated(self, place: int, row: dict[str, Any]) -> None:
        gone = LETTERS[row["player"]]
        self.eliminations = [kinds.Eliminated(actor=self.turn, player=gone)]
        cards = [self.learn(entry) for entry in row["cards_surrendered"]]
        if cards:
            self.eliminations.append(
                kinds.CardsMoved(actor=self.turn, giver=gone, to=self.turn, reason="elimination", cards=cards)
            )

    def on_record_winner(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(kinds.GameEnded(actor="*", reason="world", winner=LETTERS[row["player"]]))

    def on_record_cancelled(self, place: int, row: dict[str, Any]) -> None:
        self.events.append(kinds.GameEnded(actor="*", reason="cancelled"))


def convert(data: bytes, name: str) -> list[Imported]:
    """The game of a recording. Raises ImportProblem with the number of the record as its line."""
    records = json.loads(data)
    if not isinstance(records, list) or not records:
        raise ImportProblem(name, 1, "empty")
    conversion = Conversion(records)
    for place, row in enumerate(records):
        try:
            conversion.take(place, row)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            what = f"{str(row)[:60]} ({type(error).__name__}: {error})"
            raise ImportProblem(name, place + 1, "command", what) from error
    by_letter = {letter: header for header, letter in COLOUR_HEADERS.items()}
    headers = [
        ("Notation", "rgn 1"), ("Game", name.rsplit("/", 1)[-1].split(".")[0] or "syncs"), ("Variant", "syncs@1"),
        *((by_letter[letter], f"syncs-{letter.lower()}") for letter in sorted(conversion.order, key=LETTERS.index)),
        ("Completeness", "no-dice"), ("Provenance", "imported:syncs"),
    ]  # fmt: skip
    game = Game(sorted(headers, key=sort_key), conversion.events, [0] * len(conversion.events))
    return [Imported(game, ["dice: only the losses are recorded", "the order of the deck", "teams"])]
