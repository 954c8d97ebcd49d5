"""Writer for JSON Lines of the engine risiko-rl: tournament RisiKo! of at most four players, with dice and cards."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.base import CODE_BY_NAME, LETTERS
from plancia_archive.importers.risiko_rl import COLOURS, REASONS, sort_by_territory
from plancia_archive.writers.base import ORDER_FIELDS, Record, is_advance, to_json
from plancia_data import deck, objectives
from plancia_events import Game, replace_fields

NAMES = {code: name for name, code in CODE_BY_NAME.items()}
PLAYERS = {letter: name for name, letter in COLOURS.items()}
SYMBOLS = ("fante", "cavallo", "cannone")
END_WORDS = {reason: word for word, reason in REASONS.items()}
MAPS = {"eg": "official", "stock": "stock"}


def colours(game: Game) -> dict[str, str]:
    """The colours of the seats: the engine has four of them, which stand for others where they are free."""
    seats = [letter for letter in LETTERS if letter in game.players]
    free = [letter for letter in PLAYERS if letter not in seats]
    return {letter: letter if letter in PLAYERS or not free else free.pop(0) for letter in seats}


def write(record: Record, variant: str) -> str:
    """Writes a game as lines of JSON."""
    seats = set(colours(record.game).values())
    if record.board_id not in MAPS:
        record.lose("map", record.board_id, 0)
    if seats - set(PLAYERS):
        record.lose("players", str(len(seats)), 0)
        return ""
    writer = Writer(record)
    record.write(writer)
    if not writer.rows:
        record.lose("no-order", number=0)
    return "".join(to_json({"n": number, **row}) + "\n" for number, row in enumerate(writer.rows))


class Writer:
    """The lines so far."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rows: list[dict[str, Any]] = []
        self.symbols: list[int] = deck("risiko-rl")["symbols"]
        self.objectives = {entry["id"]: (entry["number"], entry["it"]) for entry in objectives("torneo16")}
        self.round = 0
        self.first = ""
        self.income: Any = None

    def add(self, kind: str, **fields: Any) -> None:
        """Adds a line."""
        self.rows.append({"ev": kind, **fields})

    def card(self, code: str) -> str:
        """A card with its symbol in the engine's deck."""
        if code == "JOL":
            return "jolly"
        return f"{NAMES[code]}/{SYMBOLS[self.symbols[list(NAMES).index(code)]]}"

    def on_order(self, event: Any) -> None:
        self.first = event.order[0]
        self.add("header", game=self.record.game.header("Game") or "game", engine="EdoMusu1991/risiko-rl",
                 map=MAPS.get(self.record.board_id, ""), order=[PLAYERS[letter] for letter in event.order],
                 army_cap=130, hand_cap=7)  # fmt: skip
        self.record.carry(self.record.trimmed(event, "detail", *ORDER_FIELDS))

    def on_deal(self, event: Any) -> None:
        self.add("deal", player=PLAYERS[event.actor], territories=[NAMES[code] for code in event.territories])
        self.record.carry(event)

    def on_obj(self, event: Any) -> None:
        known = self.objectives.get(event.objective)
        if known is None:
            self.record.lose("objective")
            return
        self.add("objective", player=PLAYERS[event.actor], id=known[0], name=known[1])
        self.record.carry(self.record.trimmed(event, "detail", "after"))

    def on_set(self, event: Any) -> None:
        for code, count in event.items:
            for _ in range(count):
                self.add("initial_place", player=PLAYERS[event.actor], territory=NAMES[code], armies=1)
        merged = replace_fields(event, items=sort_by_territory(dict(event.items)))
        self.record.carry(self.record.trimmed(merged, "detail", "by"))

    def on_turn(self, event: Any) -> None:
        self.round += event.actor == self.first or self.round == 0
        self.income = None
        self.add("turn", player=PLAYERS[event.actor], round=self.round)
        self.record.carry(self.record.trimmed(event, "detail", "turn", "director"))

    def on_tris(self, event: Any) -> None:
        if event.base is None:
            self.record.lose("no-value")
            return
        self.add("set_played", player=PLAYERS[event.actor], cards=[self.card(code) for code in event.cards],
                 base=event.base, owned_bonus=event.bonus or 0)  # fmt: skip
        self.record.carry(replace_fields(self.record.trimmed(event, "detail", "hand"), bonus=event.bonus or 0))

    def on_rein(self, event: Any) -> None:
        """The armies declared are one line with those placed, where the placing follows."""
        held = sum(owner == event.actor for owner in self.record.board.owner.values())
        self.add("income_territories", player=PLAYERS[event.actor], territories=held, armies=event.territories)
        if event.continents:
            self.add("income_continents", player=PLAYERS[event.actor], armies=event.continents)
        total = event.total if event.counted is None else event.counted
        self.add("reinforce", player=PLAYERS[event.actor], placed={}, total=total)
        self.income = self.rows[-1]
        self.record.carry(event)

    def on_put(self, event: Any) -> None:
        before = self.record.next_event(-1)
        if self.income is None or before is None or before.TAG != "REIN":
            self.record.lose("table", "PUT")
            return
        items = sort_by_territory(dict(event.items))
        self.income["placed"] = {NAMES[code]: count for code, count in items}
        self.record.carry(self.record.trimmed(replace_fields(event, items=items), "detail", "by"))

    def on_att(self, event: Any) -> None:
        if not event.attack_dice or not event.defence_dice:
            self.record.lose("no-dice")
            return
        board = self.record.board
        self.add("roll", player=PLAYERS[event.actor], src=NAMES[event.source], dst=NAMES[event.target],
                 defender=self.owner(event.target), att_armies=board.armies.get(event.source, 0),
                 def_armies=board.armies.get(event.target, 0), att_dice=event.attack_dice,
                 def_dice=event.defence_dice, att_loss=event.attack_losses,
                 def_loss=event.defence_losses)  # fmt: skip
        self.record.carry(self.record.trimmed(event, "detail", "by", "void"))

    def owner(self, code: str) -> str:
        """The owner of a territory."""
        return PLAYERS.get(self.record.board.owner.get(code, ""), "")

    def on_occ(self, event: Any) -> None:
        before = self.record.next_event(-1)
        least = len(before.attack_dice) if is_advance(before, event) else 1
        self.add("conquer", player=PLAYERS[event.actor], src=NAMES[event.source], dst=NAMES[event.target],
                 defender=self.owner(event.target), moved=event.armies, min_move=least)  # fmt: skip
        self.record.carry(event)

    def on_elim(self, event: Any) -> None:
        """An elimination with the cards that go to the player and, over the limit, to the pile."""
        if event.actor not in PLAYERS:
            self.record.lose("table", "ELIM")
            return
        given: dict[str, list[str]] = {"taken": [], "discarded": []}
        ahead = 1
        while (after := self.record.next_event(ahead)) is not None and after.TAG == "CARDS":
            given["discarded" if after.to == "pile" else "taken"] += [self.card(code) for code in after.cards]
            ahead += 1
        self.add("eliminated", player=PLAYERS[event.player], by=PLAYERS[event.actor],
                 cards=sum(map(len, given.values())), **given)  # fmt: skip
        self.record.carry(event)

    def on_cards(self, event: Any) -> None:
        self.record.carry(event)  # written with the elimination

    def on_move(self, event: Any) -> None:
        self.add("move", player=PLAYERS[event.actor], src=NAMES[event.source], dst=NAMES[event.target],
                 armies=event.armies)  # fmt: skip
        self.record.carry(self.record.trimmed(event, "detail", "replaces"))

    def on_draw(self, event: Any) -> None:
        trimmed = self.record.trimmed(event, "detail", "public")
        held = len(self.record.board.hands.get(event.actor, []))
        for hand, code in enumerate(event.cards, held + 1):
            self.record.carry(replace_fields(trimmed, cards=[code]))
            self.add("draw", player=PLAYERS[event.actor], card=self.card(code), hand=hand)

    def on_shuf(self, event: Any) -> None:
        self.add("reshuffle", cards=event.cards)
        self.record.carry(event)

    def on_end(self, event: Any) -> None:
        self.record.carry(event)  # read from what follows

    def on_eroll(self, event: Any) -> None:
        after = self.record.next_event()
        success = after is not None and after.TAG == "OVER" and after.reason == "end-roll"
        self.add("sdadata", player=PLAYERS.get(event.actor, ""), round=self.round, dice=event.dice, success=success)
        self.record.carry(self.record.trimmed(event, "detail", "player", "roll"))

    def on_check(self, event: Any) -> None:
        """A snapshot with the cards of the hands, whose numbers have to be those of the record."""
        board = self.record.board
        cells = {NAMES[code]: [self.owner(code)[:1], board.armies.get(code, 0)] for code in NAMES}
        hands = {PLAYERS[letter]: [self.card(code) for code in board.hands.get(letter, [])]
                 for letter, _ in event.hands if letter in PLAYERS}  # fmt: skip
        self.add("state", round=self.round, map=cells, hands=hands)
        self.record.carry(event)

    def on_claim(self, event: Any) -> None:
        after = self.record.next_event()
        ends = after is not None and after.TAG == "OVER" and (after.reason, after.winner) == ("objective", event.actor)
        if event.what == "objective" and ends:
            self.record.carry(event)  # read from the end
        else:
            self.record.lose("end")

    def on_over(self, event: Any) -> None:
        if event.reason not in END_WORDS or event.winner is None:
            self.record.lose("end")
            return
        result = {}
        ahead = 1
        while (after := self.record.next_event(ahead)) is not None and after.TAG == "SCORE":
            halves = after.half_points
            result[PLAYERS[after.actor]] = {"points_in_objective": halves / 2 if halves % 2 else halves // 2}
            ahead += 1
        self.add("end", reason=END_WORDS[event.reason], winner=PLAYERS[event.winner], round=self.round, result=result)
        self.record.carry(event)

    def on_score(self, event: Any) -> None:
        end = self.rows[-1] if self.rows and self.rows[-1]["ev"] == "end" else {"result": {}}
        if PLAYERS[event.actor] in end["result"]:
            self.record.carry(event)  # written with the end
        else:
            self.record.lose("kind", "SCORE")
