"""The command log of the engine Domination: setup, cards and dice are in it, the rest follows from them."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.shape import Imported, ImportProblem
from plancia_events import Game, kinds
from plancia_events.headers import COLOUR_HEADERS, sort_key

LETTERS = "RBGYNV"
IDS = [
    "ALA",
    "TNO",
    "ALB",
    "SOC",
    "AMC",
    "GRO",
    "ONT",
    "QUE",
    "SOR",
    "VEN",
    "PER",
    "BRA",
    "ARG",
    "ISL",
    "SCA",
    "UCR",
    "GBR",
    "ESE",
    "EOC",
    "EME",
    "AFN",
    "EGI",
    "CON",
    "AFO",
    "AFS",
    "MAD",
    "SIB",
    "URA",
    "CIN",
    "AFG",
    "MEO",
    "IND",
    "SIA",
    "JAC",
    "CIT",
    "MON",
    "GIA",
    "KAM",
    "INS",
    "NGU",
    "AOC",
    "AOR",
]
MODES = {"mission": "domination-mission@1", "capital": "domination-capital@1"}
SILENT = {"endtrade", "endgo", "autodefend", "autoendgo", "retreat", "endattack", "nomove", "choosemap"}


def tells(data: bytes) -> bool:
    """The log opens with the choice of a map or of players."""
    return data.startswith((b"LOCAL choosemap", b"LOCAL newplayer"))


def land(text: str) -> str:
    """Our code of the engine's territory number."""
    return IDS[int(text) - 1]


def card(text: str) -> str:
    """A card of ours."""
    return "JOL" if text == "wildcard" else land(text)


class Conversion:
    """One game: the events so far and the small table needed to know what the log leaves unsaid."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: list[Any] = []
        self.seats: list[str] = []
        self.order: list[str] = []
        self.variant = "domination-italian@1"
        self.owner: dict[str, str] = {}
        self.armies: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {}
        self.left: dict[str, int] = {}
        self.player = 0
        self.turn_open = False
        self.attack: tuple[str, str] = ("", "")
        self.waiting = False
        self.mode = "domination"

    @property
    def to_place(self) -> int:
        """Armies of the set-up still in hand, of all players."""
        return sum(self.left.values())

    @property
    def actor(self) -> str:
        """The colour to move."""
        return self.order[self.player]

    def take(self, line: str) -> None:
        """Converts one command."""
        words = line.split()
        if not words:
            return
        if words[0] == "LOCAL":
            words = words[1:]
        verb, rest = words[0], words[1:]
        if self.waiting and verb != "move":
            self.occupy(self.armies[self.attack[0]] - 1)
        if verb in SILENT or verb == "roll":
            self.begin(verb)
            return
        handler = getattr(self, f"on_{verb.lower()}", None)
        if handler is None:
            raise KeyError(verb)
        handler(rest)

    def begin(self, verb: str) -> None:
        """Opens the turn of the player to move once the set-up is over."""
        if self.order and self.to_place == 0 and not self.turn_open and verb != "choosemap":
            self.turn_open = True
            self.events.append(kinds.TurnStarted(actor=self.actor))

    def on_newplayer(self, rest: list[str]) -> None:
        self.seats.append(LETTERS[len(self.seats)])
        self.hands[self.seats[-1]] = []

    def on_startgame(self, rest: list[str]) -> None:
        self.mode = rest[0]
        self.left = dict.fromkeys(self.seats, (10 - len(self.seats)) * 5)
        if "fixed" in rest:
            self.variant = "domination-fixed@1"
        elif "increasing" in rest:
            self.variant = "domination-increasing@1"
        else:
            self.variant = MODES.get(self.mode, self.variant)

    def on_player(self, rest: list[str]) -> None:
        first = int(rest[0])
        self.order = self.seats[first:] + self.seats[:first]
        self.events.append(kinds.OrderFixed(actor="*", order=self.order))

    def on_mission(self, rest: list[str]) -> None:
        for seat, number in zip(self.seats, rest, strict=True):
            self.events.append(kinds.ObjectiveAssigned(actor=seat, objective=f"mission-{number}"))

    def on_placeall(self, rest: list[str]) -> None:
        size = len(self.order)
        for place, colour in enumerate(self.order):
            lands = [land(text) for text in rest[place::size]]
            self.events.append(kinds.Deal(actor=colour, territories=lands))
            for code in lands:
                self.owner[code] = colour
                self.armies[code] = 1
                self.left[colour] -= 1
        self.player = len(rest) % size  # the set-up goes on with who would have had the next territory

    def on_capital(self, rest: list[str]) -> None:
        self.begin("capital") if self.to_place == 0 else None
        self.events.append(kinds.CapitalChosen(actor=self.actor, territory=land(rest[0])))

    def on_placearmies(self, rest: list[str]) -> None:
        code, count = land(rest[0]), int(rest[1])
        if self.to_place > 0:
            self.left[self.actor] -= count
            if code not in self.owner:
                self.owner[code] = self.actor
                self.armies[code] = count
                self.events.append(kinds.Pick(actor=self.actor, territory=code, armies=count))
                return
            self.events.append(kinds.Setup(actor=self.actor, items=[(code, count)]))
        else:
            self.begin("placearmies")
            self.events.append(kinds.Placed(actor=self.actor, items=[(code, count)]))
        self.armies[code] += count

    def on_trade(self, rest: list[str]) -> None:
        self.begin("trade")
        cards = [card(text) for text in rest]
        for one in cards:
            self.hands[self.actor].remove(one)
        self.events.append(kinds.CardsExchanged(actor=self.actor, cards=cards))
        for one in cards:
            if one != "JOL" and self.owner[one] == self.actor:
                self.events.append(kinds.Placed(actor=self.actor, items=[(one, 2)]))
                self.armies[one] += 2
                return

    def on_attack(self, rest: list[str]) -> None:
        self.begin("attack")
        self.attack = (land(rest[0]), land(rest[1]))

    def on_dice(self, rest: list[str]) -> None:
        count, other = int(rest[0]), int(rest[1])
        faces = [int(text) + 1 for text in rest[2:]]
        mine, yours = sorted(faces[:count], reverse=True), sorted(faces[count : count + other], reverse=True)
        lost = sum(1 for one, two in zip(mine, yours, strict=False) if one <= two)
        slain = min(count, other) - lost
        source, target = self.attack
        self.armies[source] -= lost
        self.armies[target] -= slain
        self.events.append(
            kinds.Attack(
                actor=self.actor, source=source, target=target, attack_dice=mine, defence_dice=yours,
                attack_count=count, defence_count=other, attack_losses=lost, defence_losses=slain,
            )
        )  # fmt: skip
        self.waiting = self.armies[target] == 0

    def on_move(self, rest: list[str]) -> None:
        count = self.armies[self.attack[0]] - 1 if rest[0] == "all" else int(rest[0])
        self.occupy(count)

    def occupy(self, count: int) -> None:
        """Moves into the conquered territory; a player left with none is out and his cards change hands."""
        source, target = self.attack
        loser = self.owner[target]
        self.waiting = False
        self.armies[source] -= count
        self.armies[target] = count
        self.owner[target] = self.actor
        self.events.append(kinds.Occupied(actor=self.actor, source=source, target=target, armies=count))
        if loser not in self.owner.values():
            self.events.append(kinds.Eliminated(actor=self.actor, player=loser))
            if self.hands[loser]:
                self.events.append(
                    kinds.CardsMoved(
                        actor=self.actor, giver=loser, to=self.actor, reason="elimination", cards=self.hands[loser]
                    )
                )
                self.hands[self.actor] += self.hands[loser]
                self.hands[loser] = []

    def on_movearmies(self, rest: list[str]) -> None:
        self.begin("movearmies")
        source, target, count = land(rest[0]), land(rest[1]), int(rest[2])
        self.armies[source] -= count
        self.armies[target] += count
        self.events.append(kinds.Moved(actor=self.actor, source=source, target=target, armies=count))

    def on_card(self, rest: list[str]) -> None:
        if self.turn_open:
            if rest:
                self.hands[self.actor].append(card(rest[0]))
                self.events.append(kinds.CardDrawn(actor=self.actor, cards=[card(rest[0])]))
            self.events.append(kinds.TurnEnded(actor=self.actor))
            self.turn_open = False
        self.player = (self.player + 1) % len(self.order)
        while self.idle():
            self.player = (self.player + 1) % len(self.order)

    def idle(self) -> bool:
        """True where the player to move has nothing to do: no army left in the set-up, or out of the game."""
        if self.to_place > 0:
            return self.left[self.actor] == 0
        return bool(self.owner) and self.actor not in self.owner.values()

    def game(self) -> Game:
        """The finished game; the player to move at the end has won."""
        if self.waiting:
            self.occupy(self.armies[self.attack[0]] - 1)
        reason = {"mission": "objective", "capital": "target"}.get(self.mode, "world")
        if len(set(self.owner.values())) == 1:
            reason = "world"
        self.events.append(kinds.GameEnded(actor="*", reason=reason, winner=self.actor))
        by_letter = {letter: header for header, letter in COLOUR_HEADERS.items()}
        headers = [
            ("Notation", "rgn 1"), ("Game", self.name), ("Variant", self.variant),
            *((by_letter[seat], f"dom-p{place}") for place, seat in enumerate(self.seats, start=1)),
            ("Completeness", "full"), ("Provenance", "imported:domination"),
        ]  # fmt: skip
        return Game(sorted(headers, key=sort_key), self.events, [0] * len(self.events))


def convert(data: bytes, name: str) -> list[Imported]:
    """The game of a log. Raises ImportProblem with the line."""
    conversion = Conversion(name.rsplit("/", 1)[-1].split(".")[0] or "domination")
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        try:
            conversion.take(line)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ImportProblem(name, number, "command", f"{line[:60]} ({type(error).__name__}: {error})") from error
    if not conversion.order:
        raise ImportProblem(name, 1, "empty")
    left_out = ["the computer players", "attacks announced and withdrawn (retreat)", "the text of the missions"]
    return [Imported(conversion.game(), left_out)]
