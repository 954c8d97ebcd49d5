"""Importer for command logs of the engine Domination, which have set-up, cards and dice; other facts are derived."""

from __future__ import annotations

from typing import Any

from plancia_archive.importers.base import LETTERS, Imported, ImportProblem, build_game, error_reason, item_at
from plancia_events import Game
from plancia_events.kinds import ending, setup, turn

TERRITORY_CODES = (
    "ALA TNO ALB SOC AMC GRO ONT QUE SOR VEN PER BRA ARG ISL SCA UCR GBR ESE EOC EME AFN EGI CON AFO AFS MAD SIB URA "
    "CIN AFG MEO IND SIA JAC CIT MON GIA KAM INS NGU AOC AOR"
)
IDS = TERRITORY_CODES.split()
MODE_VARIANTS = {"mission": "domination-mission@1", "capital": "domination-capital@1"}
CARD_VARIANTS = {"fixed": "domination-fixed@1", "increasing": "domination-increasing@1"}
MAPS = {"risk.map": "risk", "risiko.map": "eg"}
IGNORED_COMMANDS = {
    "endtrade", "endgo", "autodefend", "autoendgo", "retreat", "endattack", "nomove", "choosecards", "roll",
    "showarmies", "showcards", "showmission", "info",
}  # fmt: skip
WINNING_COMMANDS = {"placearmies", "move", "movearmies", "dice"}  # commands after which the engine checks for a winner


def sniff(data: bytes) -> bool:
    """Returns True if the log starts by choosing a map or players."""
    return data.startswith((b"LOCAL choosemap", b"LOCAL newplayer"))


def territory_code(text: str) -> str:
    """Returns the territory code for the engine's number."""
    return item_at(IDS, int(text) - 1)


def card_code(text: str) -> str:
    """Returns the card code."""
    return "JOL" if text == "wildcard" else territory_code(text)


class Conversion:
    """Converts one game: events so far, and the table state needed to derive what the log omits."""

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
        self.to_occupy = False
        self.last = ""

    @property
    def actor(self) -> str:
        """The colour to move."""
        return self.order[self.player]

    def convert_command(self, line: str) -> None:
        """Converts one command."""
        words = line.split()
        if words and words[0] == "LOCAL":
            words = words[1:]
        if not words:
            return
        verb, arguments = words[0].lower(), words[1:]
        if self.to_occupy and verb != "move":
            self.occupy(self.armies[self.attack[0]] - 1)
        self.last = verb
        if verb in IGNORED_COMMANDS:
            return
        handler = getattr(self, f"on_{verb}", None)
        if handler is None:
            raise KeyError(verb)
        handler(arguments)

    def begin(self) -> None:
        """Starts the turn of the player to move unless it has started."""
        if not self.turn_open:
            self.turn_open = True
            self.events.append(turn.TurnStarted(actor=self.actor))

    def on_choosemap(self, arguments: list[str]) -> None:
        self.map = MAPS[" ".join(arguments)]

    def on_newplayer(self, arguments: list[str]) -> None:
        self.seats.append(item_at(LETTERS, len(self.seats)))
        self.hands[self.seats[-1]] = []

    def on_startgame(self, arguments: list[str]) -> None:
        self.mode = arguments[0]
        self.left = dict.fromkeys(self.seats, (10 - len(self.seats)) * 5)
        cards = next((CARD_VARIANTS[word] for word in arguments if word in CARD_VARIANTS), None)
        self.variant = cards or MODE_VARIANTS.get(self.mode, self.variant)

    def on_player(self, arguments: list[str]) -> None:
        first = self.seats.index(item_at(self.seats, int(arguments[0])))
        self.order = self.seats[first:] + self.seats[:first]
        self.events.append(setup.OrderFixed(actor="*", order=self.order))

    def on_mission(self, arguments: list[str]) -> None:
        numbers = [int(text) for text in arguments]
        remaining = list(range(len(numbers) + max(numbers)))  # a number is an index into the remaining missions
        for seat, number in zip(self.seats, numbers, strict=True):
            mission = remaining.pop(remaining.index(item_at(remaining, number)))
            self.events.append(setup.ObjectiveAssigned(actor=seat, objective=f"mission-{mission}"))

    def on_placeall(self, arguments: list[str]) -> None:
        size = len(self.order)
        for place, colour in enumerate(self.order):
            lands = [territory_code(text) for text in arguments[place::size]]
            self.events.append(setup.Deal(actor=colour, territories=lands))
            for code in lands:
                self.owner[code] = colour
                self.armies[code] = 1
                self.left[colour] -= 1
        self.player = len(arguments) % size  # the set-up continues with the player due the next territory

    def on_capital(self, arguments: list[str]) -> None:
        self.capitals[self.actor] = territory_code(arguments[0])
        self.events.append(setup.CapitalChosen(actor=self.actor, territory=territory_code(arguments[0])))

    def on_place(self, arguments: list[str]) -> None:
        self.on_placearmies([arguments[0], "1"])

    def on_placearmies(self, arguments: list[str]) -> None:
        code, count = territory_code(arguments[0]), int(arguments[1])
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

    def on_trade(self, arguments: list[str]) -> None:
        """Converts a trade of cards.

        Two armies go onto the first owned territory among the cards; the log has no value.
        """
        self.begin()
        cards = [card_code(text) for text in arguments]
        for card in cards:
            self.hands[self.actor].remove(card)
        self.events.append(turn.CardsExchanged(actor=self.actor, cards=cards))
        owned = next((card for card in cards if self.owner.get(card) == self.actor), None)
        if owned is not None:
            self.events.append(turn.Placed(actor=self.actor, items=[(owned, 2)]))
            self.armies[owned] += 2

    def on_attack(self, arguments: list[str]) -> None:
        self.begin()
        self.attack = (territory_code(arguments[0]), territory_code(arguments[1]))

    def on_dice(self, arguments: list[str]) -> None:
        attack_count, defence_count = int(arguments[0]), int(arguments[1])
        faces = [int(text) + 1 for text in arguments[2:]]
        if len(faces) != attack_count + defence_count:
            raise ValueError("dice")
        attack_dice = sorted(faces[:attack_count], reverse=True)
        defence_dice = sorted(faces[attack_count:], reverse=True)
        attack_losses = sum(attack <= defence for attack, defence in zip(attack_dice, defence_dice, strict=False))
        defence_losses = min(attack_count, defence_count) - attack_losses
        source, target = self.attack
        self.armies[source] -= attack_losses
        self.armies[target] -= defence_losses
        self.events.append(
            turn.Attack(
                actor=self.actor, source=source, target=target, attack_dice=attack_dice, defence_dice=defence_dice,
                attack_count=attack_count, defence_count=defence_count,
                attack_losses=attack_losses, defence_losses=defence_losses,
            )
        )  # fmt: skip
        self.to_occupy = self.armies[target] == 0

    def on_move(self, arguments: list[str]) -> None:
        self.occupy(self.armies[self.attack[0]] - 1 if arguments[0] == "all" else int(arguments[0]))

    def occupy(self, count: int) -> None:
        """Converts the move into a conquered territory, and the elimination of a player who has no territories left."""
        source, target = self.attack
        loser = self.owner[target]
        self.to_occupy = False
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

    def on_movearmies(self, arguments: list[str]) -> None:
        self.begin()
        source, target, count = territory_code(arguments[0]), territory_code(arguments[1]), int(arguments[2])
        self.armies[source] -= count
        self.armies[target] += count
        self.events.append(turn.Moved(actor=self.actor, source=source, target=target, armies=count))

    def on_card(self, arguments: list[str]) -> None:
        """Ends the turn, during set-up and later; a player who conquered a territory draws a card."""
        if self.set_up:
            chosen = self.mode != "capital" or len(self.capitals) == len(self.seats)
            self.set_up = any(self.left.values()) or not chosen
        else:
            self.begin()
            if arguments:
                self.hands[self.actor].append(card_code(arguments[0]))
                self.events.append(turn.CardDrawn(actor=self.actor, cards=[card_code(arguments[0])]))
            self.events.append(turn.TurnEnded(actor=self.actor))
            self.turn_open = False
        living = set(self.owner.values())
        for _ in self.order:
            self.player = (self.player + 1) % len(self.order)
            if self.set_up or self.actor in living:
                break

    def result(self) -> tuple[str, str] | None:
        """Returns reason and winner; None if the log stops before the end.

        World and capital wins are checked on the table. Missions are not in the log: it stops, in the middle of a
        turn, at the command that fulfils one.
        """
        owners = set(self.owner.values())
        if len(owners) == 1 and len(self.owner) == len(IDS):
            return "world", owners.pop()
        if not self.turn_open or self.last not in WINNING_COMMANDS:
            return None
        if self.mode == "capital" and all(self.owner[code] == self.actor for code in self.capitals.values()):
            return "objective", self.actor
        return ("objective", self.actor) if self.mode == "mission" else None

    def game(self, name: str) -> Game:
        """Builds the game."""
        if self.to_occupy:
            self.occupy(self.armies[self.attack[0]] - 1)
        end = self.result()
        if end:
            self.events.append(ending.GameEnded(actor="*", reason=end[0], winner=end[1]))
        players = {seat: f"dom-p{place}" for place, seat in enumerate(self.seats, start=1)}
        default_map = "risk" if self.variant in CARD_VARIANTS.values() else "eg"
        extra_headers = [] if self.map == default_map else [("Board", self.map)]
        return build_game(name, self.variant, players, "full", "domination", self.events, extra_headers)


def convert(data: bytes, name: str) -> list[Imported]:
    """Converts a log. Raises ImportProblem with the line."""
    conversion = Conversion()
    lines = data.decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        if conversion.order and line.split()[1:2] in (["choosemap"], ["newplayer"], ["startgame"]):
            raise ImportProblem(name, number, "second-game")
        try:
            conversion.convert_command(line)
        except (LookupError, ValueError, TypeError) as error:
            code = "map" if conversion.last == "choosemap" else "command"
            if number == len(lines) and not data.endswith(b"\n"):
                code = "cut"
            raise ImportProblem(name, number, code, f"{line[:60]}: {error_reason(error)}") from error
    if not conversion.order:
        raise ImportProblem(name, 1, "empty")
    omissions = [
        "the computer players and their settings", "the names of the players", "attacks announced and withdrawn",
        "when the deck was shuffled again",
    ]  # fmt: skip
    if conversion.mode == "mission":
        omissions.append("the text of the missions: the end is where the log stops")
    game = conversion.game(name)
    if conversion.result() is None:
        omissions.append("the log stops before the game is over")
    return [Imported(game, omissions)]
