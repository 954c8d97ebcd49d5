"""The command log of the engine Domination: setup, cards and dice are in it, the rest follows from them."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.base import LETTERS, Imported, ImportProblem, nth, opened
from plancia_events import Game
from plancia_events.kinds import ending, setup, turn

CODES = (
    "ALA TNO ALB SOC AMC GRO ONT QUE SOR VEN PER BRA ARG ISL SCA UCR GBR ESE EOC EME AFN EGI CON AFO AFS MAD SIB URA "
    "CIN AFG MEO IND SIA JAC CIT MON GIA KAM INS NGU AOC AOR"
)
IDS = CODES.split()
MODES = {"mission": "domination-mission@1", "capital": "domination-capital@1"}
CARDS = {"fixed": "domination-fixed@1", "increasing": "domination-increasing@1"}
MAPS = {"risk.map": "risk", "risiko.map": "eg"}
SILENT = {
    "endtrade", "endgo", "autodefend", "autoendgo", "retreat", "endattack", "nomove", "choosecards", "roll",
    "showarmies", "showcards", "showmission", "info",
}  # fmt: skip
DECISIVE = {"placearmies", "move", "movearmies", "dice"}  # the commands after which the engine looks for a winner


def tells(data: bytes) -> bool:
    """The log opens with the choice of a map or of players."""
    return data.startswith((b"LOCAL choosemap", b"LOCAL newplayer"))


def land(text: str) -> str:
    """Our code of the engine's territory number."""
    return nth(IDS, int(text) - 1)


def card(text: str) -> str:
    """A card of ours."""
    return "JOL" if text == "wildcard" else land(text)


class Conversion:
    """One game: the events so far and the small table needed to know what the log leaves unsaid."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.seats: list[str] = []
        self.order: list[str] = []
        self.variant = "domination-italian@1"
        self.mode = "domination"
        self.map = "risk"
        self.owner: dict[str, str] = {}
        self.armies: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {}
        self.left: dict[str, int] = {}
        self.capitals: dict[str, str] = {}
        self.player = 0
        self.set_up = True
        self.turn_open = False
        self.attack: tuple[str, str] = ("", "")
        self.waiting = False
        self.last = ""

    @property
    def actor(self) -> str:
        """The colour to move."""
        return self.order[self.player]

    def take(self, line: str) -> None:
        """Converts one command."""
        words = line.split()
        if words and words[0] == "LOCAL":
            words = words[1:]
        if not words:
            return
        verb, rest = words[0].lower(), words[1:]
        if self.waiting and verb != "move":
            self.occupy(self.armies[self.attack[0]] - 1)
        self.last = verb
        if verb in SILENT:
            return
        handler = getattr(self, f"on_{verb}", None)
        if handler is None:
            raise KeyError(verb)
        handler(rest)

    def begin(self) -> None:
        """Opens the turn of the player to move, where it is not open yet."""
        if not self.turn_open:
            self.turn_open = True
            self.events.append(turn.TurnStarted(actor=self.actor))

    def on_choosemap(self, rest: list[str]) -> None:
        self.map = MAPS[" ".join(rest)]

    def on_newplayer(self, rest: list[str]) -> None:
        self.seats.append(nth(LETTERS, len(self.seats)))
        self.hands[self.seats[-1]] = []

    def on_startgame(self, rest: list[str]) -> None:
        self.mode = rest[0]
        self.left = dict.fromkeys(self.seats, (10 - len(self.seats)) * 5)
        cards = next((CARDS[word] for word in rest if word in CARDS), None)
        self.variant = cards or MODES.get(self.mode, self.variant)

    def on_player(self, rest: list[str]) -> None:
        first = self.seats.index(nth(self.seats, int(rest[0])))
        self.order = self.seats[first:] + self.seats[:first]
        self.events.append(setup.OrderFixed(actor="*", order=self.order))

    def on_mission(self, rest: list[str]) -> None:
        numbers = [int(text) for text in rest]
        left = list(range(len(numbers) + max(numbers)))  # a number is a place in the list of the missions left
        for seat, number in zip(self.seats, numbers, strict=True):
            mission = left.pop(left.index(nth(left, number)))
            self.events.append(setup.ObjectiveAssigned(actor=seat, objective=f"mission-{mission}"))

    def on_placeall(self, rest: list[str]) -> None:
        size = len(self.order)
        for place, colour in enumerate(self.order):
            lands = [land(text) for text in rest[place::size]]
            self.events.append(setup.Deal(actor=colour, territories=lands))
            for code in lands:
                self.owner[code] = colour
                self.armies[code] = 1
                self.left[colour] -= 1
        self.player = len(rest) % size  # the set-up goes on with who would have had the next territory

    def on_capital(self, rest: list[str]) -> None:
        self.capitals[self.actor] = land(rest[0])
        self.events.append(setup.CapitalChosen(actor=self.actor, territory=land(rest[0])))

    def on_place(self, rest: list[str]) -> None:
        self.on_placearmies([rest[0], "1"])

    def on_placearmies(self, rest: list[str]) -> None:
        code, count = land(rest[0]), int(rest[1])
        if self.set_up:
            self.left[self.actor] -= count
            if code not in self.owner:
                self.owner[code] = self.actor
                self.armies[code] = count
                self.events.append(setup.Pick(actor=self.actor, territory=code, armies=count))
                return
            self.events.append(setup.Setup(actor=self.actor, items=[(code, count)]))
        else:
            self.begin()
            self.events.append(turn.Placed(actor=self.actor, items=[(code, count)]))
        self.armies[code] += count

    def on_trade(self, rest: list[str]) -> None:
        """The value is not in the log; two armies go onto the first territory of the cards that is held."""
        self.begin()
        cards = [card(text) for text in rest]
        for one in cards:
            self.hands[self.actor].remove(one)
        self.events.append(turn.CardsExchanged(actor=self.actor, cards=cards))
        held = next((one for one in cards if self.owner.get(one) == self.actor), None)
        if held is not None:
            self.events.append(turn.Placed(actor=self.actor, items=[(held, 2)]))
            self.armies[held] += 2

    def on_attack(self, rest: list[str]) -> None:
        self.begin()
        self.attack = (land(rest[0]), land(rest[1]))

    def on_dice(self, rest: list[str]) -> None:
        count, other = int(rest[0]), int(rest[1])
        faces = [int(text) + 1 for text in rest[2:]]
        if len(faces) != count + other:
            raise ValueError("dice")
        mine, yours = sorted(faces[:count], reverse=True), sorted(faces[count:], reverse=True)
        lost = sum(1 for one, two in zip(mine, yours, strict=False) if one <= two)
        killed = min(count, other) - lost
        source, target = self.attack
        self.armies[source] -= lost
        self.armies[target] -= killed
        self.events.append(
            turn.Attack(
                actor=self.actor, source=source, target=target, attack_dice=mine, defence_dice=yours,
                attack_count=count, defence_count=other, attack_losses=lost, defence_losses=killed,
            )
        )  # fmt: skip
        self.waiting = self.armies[target] == 0

    def on_move(self, rest: list[str]) -> None:
        self.occupy(self.armies[self.attack[0]] - 1 if rest[0] == "all" else int(rest[0]))

    def occupy(self, count: int) -> None:
        """Moves into the conquered territory; a player left with none is out and his cards change hands."""
        source, target = self.attack
        loser = self.owner[target]
        self.waiting = False
        self.armies[source] -= count
        self.armies[target] = count
        self.owner[target] = self.actor
        self.events.append(turn.Occupied(actor=self.actor, source=source, target=target, armies=count))
        if loser in self.owner.values():
            return
        self.events.append(ending.Eliminated(actor=self.actor, player=loser))
        cards = self.hands[loser]
        if cards:
            self.events.append(
                turn.CardsMoved(actor=self.actor, giver=loser, to=self.actor, reason="elimination", cards=cards)
            )
            self.hands[self.actor] += cards
            self.hands[loser] = []

    def on_movearmies(self, rest: list[str]) -> None:
        self.begin()
        source, target, count = land(rest[0]), land(rest[1]), int(rest[2])
        self.armies[source] -= count
        self.armies[target] += count
        self.events.append(turn.Moved(actor=self.actor, source=source, target=target, armies=count))

    def on_card(self, rest: list[str]) -> None:
        """The turn passes, in the set-up as in the game, with a card for who conquered."""
        if self.set_up:
            chosen = self.mode != "capital" or len(self.capitals) == len(self.seats)
            self.set_up = any(self.left.values()) or not chosen
        else:
            self.begin()
            if rest:
                self.hands[self.actor].append(card(rest[0]))
                self.events.append(turn.CardDrawn(actor=self.actor, cards=[card(rest[0])]))
            self.events.append(turn.TurnEnded(actor=self.actor))
            self.turn_open = False
        living = set(self.owner.values())
        for _ in self.order:
            self.player = (self.player + 1) % len(self.order)
            if self.set_up or self.actor in living:
                break

    def ended(self) -> tuple[str, str] | None:
        """Reason and winner, None where the log stops before the end.

        The whole board and the capitals are seen on the table; a mission's text is not in the log, which stops at the
        command that fulfils it, in the middle of a turn.
        """
        owners = set(self.owner.values())
        if len(owners) == 1 and len(self.owner) == len(IDS):
            return "world", owners.pop()
        if not self.turn_open or self.last not in DECISIVE:
            return None
        if self.mode == "capital" and all(self.owner[code] == self.actor for code in self.capitals.values()):
            return "objective", self.actor
        return ("objective", self.actor) if self.mode == "mission" else None

    def game(self, name: str) -> Game:
        """The finished game."""
        if self.waiting:
            self.occupy(self.armies[self.attack[0]] - 1)
        end = self.ended()
        if end:
            self.events.append(ending.GameEnded(actor="*", reason=end[0], winner=end[1]))
        players = {seat: f"dom-p{place}" for place, seat in enumerate(self.seats, start=1)}
        usual = "risk" if self.variant in CARDS.values() else "eg"
        more = [] if self.map == usual else [("Board", self.map)]
        return opened(name, self.variant, players, "full", "domination", self.events, more)


def convert(data: bytes, name: str) -> list[Imported]:
    """The game of a log. Raises ImportProblem with the line."""
    conversion = Conversion()
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        try:
            conversion.take(line)
        except (LookupError, ValueError, TypeError) as error:
            code = "map" if conversion.last == "choosemap" else "command"
            raise ImportProblem(name, number, code, f"{line[:60]} ({type(error).__name__}: {error})"[:200]) from error
    if not conversion.order:
        raise ImportProblem(name, 1, "empty")
    left_out = [
        "the computer players and their settings", "the names of the players", "attacks announced and withdrawn",
        "when the deck was shuffled again",
    ]  # fmt: skip
    if conversion.mode == "mission":
        left_out.append("the text of the missions: the end is where the log stops")
    game = conversion.game(name)
    if conversion.ended() is None:
        left_out.append("the log stops before the game is over")
    return [Imported(game, left_out)]
