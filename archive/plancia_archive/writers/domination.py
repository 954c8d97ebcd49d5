"""Writer for command logs of the engine Domination, which has dice and cards and derives the rest itself."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.base import LETTERS
from plancia_archive.importers.domination import CARD_VARIANTS, IDS, MAPS, MODE_VARIANTS
from plancia_archive.writers.base import ORDER_FIELDS, Record, first_colours
from plancia_events import Game
from plancia_events.kinds import setup, turn

NUMBERS = {code: str(number) for number, code in enumerate(IDS, start=1)} | {"JOL": "wildcard"}
MAP_NAMES = {board: name for name, board in MAPS.items()}
MISSION = "mission-"


def colours(game: Game) -> dict[str, str]:
    """The colours of the seats: players are known by their place, from which on they play in turn.

    The places are those of the colours if these play in their order, from whichever on, else the order of play.
    """
    seats = [letter for letter in LETTERS if letter in game.players]
    order = next((event.order for event in game.events if event.TAG == "ORDER"), seats)
    is_rotated = any(order == seats[first:] + seats[:first] for first in range(len(seats)))
    return first_colours(seats if is_rotated else order)


def write(record: Record, variant: str) -> str:
    """Writes a game as commands."""
    writer = Writer(record, variant)
    record.write(writer)
    if not writer.order:
        record.lose("no-order", number=0)
    return "".join(f"{line}\n" for line in writer.lines)


class Writer:
    """The commands so far; `attack` is the attack that goes on, `card` what the end of the turn prints."""

    def __init__(self, record: Record, variant: str) -> None:
        self.record = record
        self.seats = list(colours(record.game).values())
        self.order: list[str] = []
        self.dealt: list[tuple[str, list[str]]] = []
        self.attack: tuple[str, str] | None = None
        self.cards: list[str] = []
        self.moved = False
        self.placed = False  # the armies of the setup
        board = MAP_NAMES.get(record.board_id, "")
        if not board:
            record.lose("map", record.board_id, 0)
        seats = [f"LOCAL newplayer human c{place} P{place}" for place in range(1, len(self.seats) + 1)]
        self.lines = [f"LOCAL choosemap {board}", *seats, f"LOCAL startgame {self.start(variant)}"]

    def start(self, variant: str) -> str:
        """The words of the start command, by the variant that is read back from them."""
        base = variant.partition(" ")[0]
        mode = next((word for word, name in MODE_VARIANTS.items() if name == base), "domination")
        cards = next((word for word, name in CARD_VARIANTS.items() if name == base), "italianlike")
        dealt = any(event.TAG == "DEAL" for _, event in self.record.events)
        return " ".join([mode, cards, *(["autoplaceall"] if dealt else []), "recycle"])

    def on_order(self, event: Any) -> None:
        self.order = event.order
        self.lines.append(f"PLAYER {self.seats.index(event.order[0]) if event.order[0] in self.seats else 0}")
        self.record.carry(self.record.trimmed(event, "detail", *ORDER_FIELDS))

    def on_obj(self, event: Any) -> None:
        """Missions are one command, with their places in the list of those that are left."""
        missions = [one for _, one in self.record.events if one.TAG == "OBJ"]
        numbers = [one.objective.removeprefix(MISSION) for one in missions]
        if len(missions) != len(self.seats) or not all(
            one.objective.startswith(MISSION) and number.isdigit()
            for one, number in zip(missions, numbers, strict=True)
        ):
            self.record.lose("objective")
            return
        if event is missions[0]:
            left = list(range(max(map(int, numbers)) + len(numbers) + 1))
            places = []
            for number in map(int, numbers):
                places.append(str(left.index(number) if number in left else 0))
                left.remove(int(number)) if number in left else None
            self.lines.append(f"MISSION {' '.join(places)}")
        self.record.carry(event)

    def on_deal(self, event: Any) -> None:
        """Territories are one command, one for each player in turn."""
        self.dealt.append((event.actor, event.territories))
        after = self.record.next_event()
        if after is None or after.TAG != "DEAL":
            most = max(len(codes) for _, codes in self.dealt)
            by_player = {actor: codes for actor, codes in self.dealt}
            turns = [by_player.get(actor, []) for actor in self.order]
            words = [NUMBERS[codes[at]] for at in range(most) for codes in turns if at < len(codes)]
            self.lines.append(f"PLACEALL {' '.join(words)}")
        self.record.carry(self.record.trimmed(event, "detail", "how") if event.how != "deal" else event)

    def on_pick(self, event: Any) -> None:
        self.lines += [f"LOCAL placearmies {NUMBERS[event.territory]} {event.armies}", "CARD "]
        self.record.carry(event)

    def on_set(self, event: Any) -> None:
        """All armies of the setup: the engine places one at a time, from the player after the last territory on."""
        if self.placed:
            return
        self.placed = True
        events = [one for _, one in self.record.events if one.TAG == "SET"]
        armies = [(one.actor, code) for one in events for code, count in one.items for _ in range(count)]
        in_turn = self.in_turn(armies)
        if in_turn != armies or any(one.by for one in events):
            self.record.lose("setup-order")
        for actor, code in in_turn:
            self.lines += [f"LOCAL placearmies {NUMBERS[code]} 1", "CARD "]
            self.record.carry(setup.Setup(actor=actor, items=[(code, 1)]))

    def in_turn(self, armies: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Armies of the setup in the order of the engine."""
        left = {actor: [code for player, code in armies if player == actor] for actor in self.order}
        first = len(self.record.board.owner) % max(len(self.order), 1)
        order = self.order[first:] + self.order[:first]
        most = max(map(len, left.values()), default=0)
        return [(actor, left[actor][at]) for at in range(most) for actor in order if at < len(left[actor])]

    def on_cap(self, event: Any) -> None:
        self.lines += [f"LOCAL capital {NUMBERS[event.territory]}", "CARD "]
        self.record.carry(event)

    def on_turn(self, event: Any) -> None:
        self.attack, self.cards, self.moved = None, [], False
        self.record.carry(self.record.trimmed(event, "detail", "turn", "director"))

    def on_tris(self, event: Any) -> None:
        """A set; the engine itself puts two armies on the first of its territories that the player owns."""
        self.lines.append("LOCAL trade " + " ".join(NUMBERS[card] for card in event.cards if card in NUMBERS))
        self.record.carry(self.record.trimmed(event, "set-value", "base", "bonus", "hand"))
        owned = next((card for card in event.cards if self.record.board.owner.get(card) == event.actor), None)
        if owned is not None:
            self.record.carry(turn.Placed(actor=event.actor, items=[(owned, 2)]))

    def on_put(self, event: Any) -> None:
        due = self.record.due[-1][1] if self.record.due else None
        before = self.record.next_event(-1)
        if before is not None and before.TAG == "TRIS" and (event.actor, event.items) == (
            getattr(due, "actor", ""), getattr(due, "items", None)
        ):  # fmt: skip
            return  # the engine's own
        for part in self.record.items_apart(self.record.trimmed(event, "detail", "by")):
            self.lines.append(f"LOCAL placearmies {NUMBERS[part.items[0][0]]} {part.items[0][1]}")
            self.record.carry(part)

    def on_att(self, event: Any) -> None:
        if not event.attack_dice or not event.defence_dice:
            self.record.lose("no-dice")
            return
        if self.attack != (event.source, event.target):
            self.leave_attack()
            self.attack = (event.source, event.target)
            self.lines.append(f"LOCAL attack {NUMBERS[event.source]} {NUMBERS[event.target]}")
        sizes = len(event.attack_dice), len(event.defence_dice)
        faces = " ".join(str(face - 1) for face in (*event.attack_dice, *event.defence_dice))
        self.lines += [f"LOCAL roll {sizes[0]}", f"LOCAL roll {sizes[1]}", f"DICE {sizes[0]} {sizes[1]} {faces} "]
        self.record.carry(self.record.trimmed(event, "detail", "by", "void"))

    def leave_attack(self) -> None:
        """Withdraws from the attack that goes on, where it could go on."""
        if self.attack is not None and self.record.board.armies.get(self.attack[0], 0) > 1:
            self.lines.append("LOCAL retreat")
        self.attack = None

    def on_occ(self, event: Any) -> None:
        self.attack = None
        self.lines.append(f"LOCAL move {event.armies}")
        self.record.carry(event)

    def on_elim(self, event: Any) -> None:
        self.record.carry(event)  # the engine finds it

    on_cards = on_elim

    def on_move(self, event: Any) -> None:
        self.end_attacks()
        self.moved = True
        self.lines.append(f"LOCAL movearmies {NUMBERS[event.source]} {NUMBERS[event.target]} {event.armies}")
        self.record.carry(self.record.trimmed(event, "detail", "replaces"))

    def end_attacks(self) -> None:
        """Ends the attacks of the turn."""
        self.leave_attack()
        self.lines.append("LOCAL endattack")

    def on_draw(self, event: Any) -> None:
        self.cards += event.cards
        self.record.carry(self.record.trimmed(event, "detail", "public"))

    def on_end(self, event: Any) -> None:
        if not self.moved:
            self.end_attacks()
            self.lines.append("LOCAL nomove")
        self.lines.append(f"CARD {' '.join(NUMBERS[card] for card in self.cards[:1] if card in NUMBERS)}")
        self.attack, self.cards, self.moved = None, [], False
        self.record.carry(event)

    def on_over(self, event: Any) -> None:
        """An end that the importer finds on the table, or where a log of missions stops."""
        mode = next(line for line in self.lines if line.startswith("LOCAL startgame")).split()[2]
        last = self.record.due[-1][1].TAG if self.record.due else ""
        owners = set(self.record.board.owner.values())
        found = event.reason == "world" and len(owners) == 1
        found = found or (event.reason == "objective" and mode in ("mission", "capital") and last != "END")
        if found and event.winner is not None:
            self.record.carry(event)
        else:
            self.record.lose("end")
