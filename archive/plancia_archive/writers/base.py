"""What writers share: the events that stand, what reading them back gives, what the format cannot carry."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from plancia_archive.importers.base import LETTERS
from plancia_data import messages
from plancia_events import Event, Game, format_event, replace_fields
from plancia_events.names import LANDS
from plancia_replay.judging.step_states import Steps, compute_steps
from plancia_replay.rulesets.ruleset import RuleSet

# Why a format does not carry something (words `lost.CODE`) where that cannot be dropped.
BLOCKING = frozenset(
    ("hidden", "table", "no-dice", "no-counts", "no-value", "map", "players", "no-order", "conquest", "impossible",
     "differs")
)  # fmt: skip
# Events that leave the board as it is: a format that lacks them can drop them.
HARMLESS = {
    "REIN": "income", "DRAW": "cards", "TRIS": "cards", "SHUF": "cards", "CARDS": "cards", "OBJ": "objective",
    "OVER": "end", "CLAIM": "end", "SCORE": "kind", "ROLL": "kind", "CLOCK": "kind", "ANN": "kind", "NOTE": "kind",
    "DISP": "kind", "CERT": "kind", "CHECK": "kind", "SHOW": "kind", "X-NAME": "kind", "ENOT": "kind",
    "ELATER": "kind", "EROLL": "kind", "DECL": "kind", "FOUL": "kind", "PEN": "kind", "STRIP": "kind",
}  # fmt: skip
EMPTY: dict[str, Any] = {"attack_dice": [], "defence_dice": [], "void": [], "public": False, "roll": "own"}  # else None
THROW_FIELDS = ("attack_dice", "defence_dice", "attack_count", "defence_count")
ORDER_FIELDS = ("slots", "seats", "colours", "facing")
COLOUR_FIELDS = ("actor", "player", "giver", "to", "winner", "by")


@dataclass(frozen=True)
class Loss:
    """Something that the format does not carry: number of the event (0 the headers), line, code, detail."""

    event: int
    line: int
    code: str
    what: str = ""

    @property
    def is_blocking(self) -> bool:
        """True where the rest of the record would be false without it."""
        return self.code in BLOCKING

    def says(self, lang: str = "it") -> str:
        """The reason in "it" or "en"."""
        return messages("conversion", lang)[f"lost.{self.code}"].format(what=self.what)


class Refused(ValueError):
    """Raised for a game that the format does not carry; has the losses."""

    def __init__(self, losses: list[Loss]) -> None:
        self.losses = losses
        super().__init__("; ".join(dict.fromkeys(loss.says("en") for loss in losses)))


class Board:
    """Owners, armies and hands before an event, as the replay has them, in the colours of the format."""

    def __init__(self, steps: Steps, colours: dict[str, str]) -> None:
        self.steps, self.colours = steps, colours
        self.number = 0
        self.owner: dict[str, str] = {}
        self.armies: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {}

    def advance(self, number: int) -> None:
        """Goes on to the state before the event with this number."""
        for step in self.steps.steps[self.number : number]:
            for territory, owner, armies in step.lands:
                self.owner[LANDS[territory]] = self.colours.get(owner, owner)
                self.armies[LANDS[territory]] = armies
            self.hands |= {self.colours.get(letter, letter): cards for letter, cards in step.hands.items()}
        self.number = number


class Record:
    """A game to be written: its events as they stand in the colours of the format, with `at` the present one.

    A writer calls `carry` with what reading gives back for an event, or `lose`; what it does neither for is a fault.
    """

    def __init__(self, game: Game, events: list[tuple[int, Event]], rules: RuleSet, colours: dict[str, str]) -> None:
        self.game, self.board_id = game, str(rules.content["board"]["id"])
        self.events: list[tuple[int, Any]] = [(number, recolour(event, colours)) for number, event in events]
        self.losses: list[Loss] = []
        self.due: list[tuple[int, Event]] = []  # what reading the written text has to give
        self.number = 0
        self.position = 0
        steps = compute_steps(game, rules)
        self.board = Board(steps, colours)
        if steps.stopped:
            self.lose("impossible", number=steps.stopped)

    def lose(self, code: str, what: str = "", number: int | None = None) -> None:
        """Notes that the present event, or another, is not carried or only in part."""
        at = self.number if number is None else number
        line = self.game.lines[at - 1] if 0 < at <= len(self.game.lines) else 0
        loss = Loss(at, line, code, what)
        if loss not in self.losses:
            self.losses.append(loss)

    def carry(self, *events: Any) -> None:
        """Notes what reading gives back for the present event."""
        self.due += [(self.number, plain(event)) for event in events]

    def next_event(self, ahead: int = 1) -> Any:
        """The event after the present one, or a later one; None after the last."""
        at = self.position + ahead
        return self.events[at][1] if at < len(self.events) else None

    def write(self, writer: Any) -> None:
        """Has each event written by the method of its kind, such as `on_att`; others are dropped or block."""
        for position, (number, event) in enumerate(self.events):
            self.position, self.number = position, number
            self.board.advance(number)
            handler: Callable[[Any], None] | None = getattr(writer, f"on_{event.TAG.lower()}", None)
            if handler is None:
                self.drop(event)
            elif any(word == "???" or word.startswith("#") for word in hidden_words(event)):
                self.lose("hidden")
            else:
                try:
                    handler(event)
                except (LookupError, ValueError):  # an actor such as the neutrals, whom no engine has
                    self.lose("table", event.TAG)

    def drop(self, event: Any) -> None:
        """Notes an event that the format lacks."""
        code = HARMLESS.get(event.TAG, "table")
        self.lose(code, event.TAG if code in ("kind", "table") else "")

    def trimmed(self, event: Any, code: str, *names: str) -> Any:
        """The event without some fields, which are lost where they had a value."""
        lost = {name: EMPTY.get(name) for name in names if getattr(event, name) != EMPTY.get(name)}
        if lost:
            self.lose(code, ", ".join(lost) if code == "detail" else "")
        return replace_fields(event, **lost) if lost else event

    def end_of_last_turn(self) -> None:
        """Notes that the last END is lost, in formats where a turn ends with the next one."""
        for at in range(len(self.due) - 1, -1, -1):
            tag = self.due[at][1].TAG
            if tag == "END":
                self.lose("last-end", number=self.due.pop(at)[0])
            if tag in ("END", "TURN"):
                return

    def items_apart(self, event: Any) -> list[Any]:
        """An event of armies as one for each territory."""
        if len(event.items) > 1:
            self.lose("one-by-one")
        return [replace_fields(event, items=[item]) for item in event.items]


def is_advance(attack: Any, event: Any) -> bool:
    """True for an advance into the territory that an attack has emptied."""
    return (
        attack is not None and attack.TAG == "ATT" and event is not None and event.TAG == "OCC"
        and (attack.source, attack.target) == (event.source, event.target)
    )  # fmt: skip


def plain(event: Any) -> Event:
    """An event without comment and time."""
    return replace_fields(event, note=None, at=None)


def recolour(event: Any, colours: dict[str, str]) -> Event:
    """An event with other letters for its players."""
    changes: dict[str, Any] = {
        name: colours[value]
        for name in COLOUR_FIELDS
        if isinstance(value := getattr(event, name, None), str) and colours.get(value, value) != value
    }
    if event.TAG == "ORDER":
        changes["order"] = [colours.get(letter, letter) for letter in event.order]
    return replace_fields(event, **changes) if changes else event


def hidden_words(event: Any) -> list[str]:
    """The words of the fields of an event that may be hidden."""
    words: list[str] = []
    for name in ("objective", "card", "cards", "territories"):
        value = getattr(event, name, None)
        words += [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return words


def first_colours(letters: Iterable[str]) -> dict[str, str]:
    """Letters by place: the first is Red, and so on, as engines without colours are read."""
    return dict(zip(letters, LETTERS, strict=False))


def describe(event: Event | None) -> str:
    """The canonical line of an event; a dash for none."""
    return "-" if event is None else format_event(event)


def to_json(value: Any) -> str:
    """A value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
