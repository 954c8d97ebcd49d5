"""Importer for JSON Lines of the engine risiko-rl (tournament RisiKo!, four players, all dice)."""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.importers.base import (
    CODE_BY_NAME,
    Imported,
    ImportProblem,
    Record,
    build_game,
    error_reason,
    unique_fields,
)
from plancia_data import objectives
from plancia_events import Game
from plancia_events.kinds import arbiter, ending, setup, turn

COLOURS = {"ROSSO": "R", "BLU": "B", "VERDE": "G", "GIALLO": "Y"}
INITIALS = {name[0]: letter for name, letter in COLOURS.items()}
REASONS = {"obiettivo_completato": "objective", "sdadata": "end-roll", "cap_sicurezza": "hard-stop"}
VARIANTS = {"official": "risiko-rl@1", "stock": "risiko-rl-stock@1"}
IN_TURN = ("set_played", "income_territories", "income_continents", "reinforce", "roll", "conquer", "move", "draw")
IGNORED_RECORDS = ("header", "deck", "reshuffle", "state")


def sniff(data: bytes) -> bool:
    """Returns True if the first line is the engine's header."""
    return data[:400].lstrip().startswith(b'{"n":0,"ev":"header"')


def card_code(text: str) -> str:
    """Returns the card code: the territory, or JOL."""
    return "JOL" if text.startswith("jolly") else CODE_BY_NAME[text.split("/")[0]]


class Conversion:
    """Converts one game: events so far, and the parts of the current turn that are not yet written."""

    def __init__(self, header: Record) -> None:
        self.header = header
        self.variant = VARIANTS[header["map"]]
        self.colours = {name: COLOURS[name] for name in header["order"]}
        self.objectives = {entry["number"]: entry["id"] for entry in objectives("torneo16")}
        self.events: list[Any] = []
        self.placing: tuple[str, dict[str, int]] | None = None
        self.placed_count = 0
        self.territories = 0
        self.continents = 0
        self.sets = 0
        self.player = "*"
        self.open = False
        self.rolls: list[Any] = []
        self.result: Record = {}

    def convert_line(self, row: Record) -> None:
        """Converts one line."""
        kind = row["ev"]
        if kind != "initial_place":
            self.flush_placing()
        if kind in IN_TURN and "player" in row and self.colours[row["player"]] != self.player:
            raise ValueError(f"{kind}: {row['player']}")
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(row)
        elif kind not in IGNORED_RECORDS:
            raise KeyError(f"ev {kind}")

    def flush_placing(self) -> None:
        """Writes a player's initial armies of one turn as one event."""
        if self.placing:
            player, items = self.placing
            self.events.append(setup.Setup(actor=player, items=sort_by_territory(items)))
            self.placing = None
            self.placed_count = 0

    def on_header(self, row: Record) -> None:
        self.events.append(setup.OrderFixed(actor="*", order=list(self.colours.values())))

    def on_deal(self, row: Record) -> None:
        lands = [CODE_BY_NAME[name] for name in row["territories"]]
        self.events.append(setup.Deal(actor=self.colours[row["player"]], territories=lands))

    def on_objective(self, row: Record) -> None:
        objective = self.objectives[int(row["id"])]
        self.events.append(setup.ObjectiveAssigned(actor=self.colours[row["player"]], objective=objective))

    def on_initial_place(self, row: Record) -> None:
        player = self.colours[row["player"]]
        if self.placing and (self.placing[0] != player or self.placed_count == 3):
            self.flush_placing()
        if self.placing is None:
            self.placing = (player, {})
        items = self.placing[1]
        code = CODE_BY_NAME[row["territory"]]
        items[code] = items.get(code, 0) + row["armies"]
        self.placed_count += row["armies"]

    def on_turn(self, row: Record) -> None:
        self.close_turn()
        self.player = self.colours[row["player"]]
        self.open = True
        self.territories = self.continents = self.sets = 0
        self.events.append(turn.TurnStarted(actor=self.player))

    def close_turn(self) -> None:
        """Ends the open turn; the end roll follows it."""
        if self.open:
            self.events.append(turn.TurnEnded(actor=self.player))
            self.open = False
        self.events += self.rolls
        self.rolls = []

    def on_set_played(self, row: Record) -> None:
        cards = [card_code(name) for name in row["cards"]]
        self.sets += row["base"] + row["owned_bonus"]
        self.events.append(
            turn.CardsExchanged(actor=self.player, cards=cards, base=row["base"], bonus=row["owned_bonus"])
        )

    def on_income_territories(self, row: Record) -> None:
        self.territories = row["armies"]

    def on_income_continents(self, row: Record) -> None:
        self.continents = row["armies"]

    def on_reinforce(self, row: Record) -> None:
        total = self.territories + self.continents + self.sets
        counted = row["total"] if row["total"] != total else None
        self.events.append(
            turn.ReinforcementDeclared(
                actor=self.player, territories=self.territories, continents=self.continents, cards=self.sets,
                total=total, counted=counted,
            )
        )  # fmt: skip
        items = {CODE_BY_NAME[name]: count for name, count in row["placed"].items() if count}
        if items:
            self.events.append(turn.Placed(actor=self.player, items=sort_by_territory(items)))

    def on_roll(self, row: Record) -> None:
        self.events.append(
            turn.Attack(
                actor=self.player, source=CODE_BY_NAME[row["src"]], target=CODE_BY_NAME[row["dst"]],
                attack_dice=row["att_dice"], defence_dice=row["def_dice"],
                attack_count=len(row["att_dice"]), defence_count=len(row["def_dice"]),
                attack_losses=row["att_loss"], defence_losses=row["def_loss"],
            )
        )  # fmt: skip

    def on_conquer(self, row: Record) -> None:
        self.events.append(
            turn.Occupied(
                actor=self.player, source=CODE_BY_NAME[row["src"]], target=CODE_BY_NAME[row["dst"]], armies=row["moved"]
            )
        )

    def on_eliminated(self, row: Record) -> None:
        player, eliminated_by = self.colours[row["player"]], self.colours[row["by"]]
        self.events.append(ending.Eliminated(actor=eliminated_by, player=player))
        for key, conqueror in (("taken", eliminated_by), ("discarded", "pile")):
            cards = [card_code(name) for name in row.get(key) or []]
            if cards:
                self.events.append(
                    turn.CardsMoved(actor=eliminated_by, giver=player, to=conqueror, reason="elimination", cards=cards)
                )

    def on_move(self, row: Record) -> None:
        self.events.append(
            turn.Moved(
                actor=self.player,
                source=CODE_BY_NAME[row["src"]],
                target=CODE_BY_NAME[row["dst"]],
                armies=row["armies"],
            )
        )

    def on_draw(self, row: Record) -> None:
        self.events.append(turn.CardDrawn(actor=self.player, cards=[card_code(row["card"])]))

    def on_reshuffle(self, row: Record) -> None:
        self.events.append(turn.DeckReshuffled(actor="*", cards=row["cards"]))

    def on_sdadata(self, row: Record) -> None:
        dice = sorted(row["dice"], reverse=True)
        self.rolls.append(ending.EndRoll(actor=self.colours[row["player"]], dice=dice))

    def on_state(self, row: Record) -> None:
        self.close_turn()
        order = {name: (INITIALS[pair[0]], pair[1]) for name, pair in row["map"].items()}
        board = "".join(f"{order[name][0]}{order[name][1]}" for name in CODE_BY_NAME)
        hands = [(self.colours[name], len(cards)) for name, cards in row["hands"].items()]
        self.events.append(arbiter.Checkpoint(actor="*", board=board, hands=hands))

    def on_end(self, row: Record) -> None:
        self.close_turn()
        self.result = {self.colours[name]: entry["points_in_objective"] for name, entry in row["result"].items()}
        winner = self.colours[row["winner"]]
        reason = REASONS[row["reason"]]
        if reason == "objective":
            self.events.append(ending.Claim(actor=winner, what="objective"))
        self.events.append(ending.GameEnded(actor="*", reason=reason, winner=winner))
        for letter, points in self.result.items():
            self.events.append(ending.ScoreDeclared(actor=letter, half_points=2 * points))

    def game(self) -> Game:
        """Builds the game."""
        result = " ".join(f"{letter} {points}" for letter, points in sorted(self.result.items(), key=colour_order))
        players = {letter: f"rl-{name.lower()}" for name, letter in COLOURS.items() if name in self.colours}
        extra_headers = [("Deck", "risiko-rl"), ("Result", result or "?")]
        return build_game(
            str(self.header["game"]), self.variant, players, "full", "risiko-rl", self.events, extra_headers
        )


def colour_order(pair: tuple[str, Any]) -> int:
    """Returns the sort key for the canonical order of colours."""
    return "RBGYNV".index(pair[0])


def sort_by_territory(items: dict[str, int]) -> list[tuple[str, int]]:
    """Sorts armies by territory, in the standard order."""
    order = list(CODE_BY_NAME.values())
    return sorted(items.items(), key=lambda item: order.index(item[0]))


def convert(data: bytes, name: str) -> list[Imported]:
    """Converts a file. Raises ImportProblem with the line."""
    conversion: Conversion | None = None
    records = 0
    lines = data.decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, object_pairs_hook=unique_fields)
            if conversion is not None and row["ev"] == "header":
                raise ImportProblem(name, number, "second-game")
            if row["n"] != records:
                raise ImportProblem(name, number, "gap", str(row["n"]))
            records += 1
            conversion = conversion or Conversion(row)
            conversion.convert_line(row)
        except ImportProblem:
            raise
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            is_cut = isinstance(error, json.JSONDecodeError) and number == len(lines) and not data.endswith(b"\n")
            code, what = ("cut", line[-60:]) if is_cut else ("content", error_reason(error))
            raise ImportProblem(name, number, code, what) from error
    if conversion is None:
        raise ImportProblem(name, 1, "empty")
    conversion.flush_placing()
    conversion.close_turn()
    omissions = ["the order of the cards still in the deck", "the computer players and their settings"]
    if not conversion.result:
        omissions.append("the log stops before the game is over")
    return [Imported(conversion.game(), omissions)]
