"""A game read from its text lines with plain Python alone: a second reading, to compare statistics with."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

COLOURS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
CONTINENTS = {
    "nord_america": "ALA TNO GRO ALB ONT QUE SOC SOR AMC", "sud_america": "VEN PER BRA ARG",
    "europa": "ISL GBR SCA ESE EOC EME UCR", "africa": "AFN EGI AFO CON AFS MAD",
    "asia": "MEO AFG URA SIB JAC CIT KAM GIA MON CIN IND SIA", "oceania": "INS NGU AOC AOR",
}  # fmt: skip
ITEM = re.compile(r"([A-Z]{3})\+(\d+)")


@dataclass
class Plain:
    """What the lines of a game say, counted once."""

    headers: dict[str, str]
    players: dict[str, str]
    order: list[str] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    throws: list[tuple[str, str, str, str, int, int]] = field(default_factory=list)
    conquests: list[tuple[int, str, str, str]] = field(default_factory=list)
    assaults: list[list[int]] = field(default_factory=list)
    strengths: dict[int, dict[str, tuple[int, int]]] = field(default_factory=dict)
    spells: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    incomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    goals: dict[str, str] = field(default_factory=dict)
    felled: Counter[str] = field(default_factory=Counter)
    fallen: set[str] = field(default_factory=set)
    sets: list[tuple[int, int, bool]] = field(default_factory=list)
    points: dict[str, float] = field(default_factory=dict)
    reason: str = "unfinished"
    winner: str | None = None
    teams: list[str] = field(default_factory=list)
    rounds: int = 0
    cards: int = 0
    extra: Counter[str] = field(default_factory=Counter)

    @property
    def people(self) -> dict[str, str]:
        """The players without the dummy, which is nobody's."""
        return {colour: name for colour, name in self.players.items() if colour != self.headers.get("Virtual")}

    def side(self, colour: str) -> str:
        """The colours that play together with one, itself among them."""
        return next((team for team in self.teams if colour in team), colour)

    def won(self, colour: str) -> bool:
        """Has a colour, or its partner, won?"""
        return self.winner is not None and self.winner in self.side(colour)

    def seat(self, colour: str) -> int:
        """The place in the order of play, 0 where there is none."""
        return self.order.index(colour) + 1 if colour in self.order else 0


class Reader:
    """Follows the board line by line."""

    def __init__(self, text: str) -> None:
        head, _, body = text.partition("\n\n")
        headers = dict(re.findall(r'\[(\S+) "(.*)"\]', head))
        self.game = Plain(headers, {COLOURS[name]: value for name, value in headers.items() if name in COLOURS})
        self.game.teams = headers.get("Team", "").split()
        self.owner: dict[str, str] = {}
        self.armies: dict[str, int] = {}
        self.last = ""
        self.turn = 0
        self.in_extra = False
        self.assault: tuple[str, ...] = ()
        self.running: dict[tuple[str, str], int] = {}
        self.begun = False
        for line in body.splitlines():
            words = line.split()
            self.game.tags[words[0]] += 1
            read = getattr(self, "on_" + words[0].lower(), None)
            if read is not None:
                read(words[1], words[2:])
        self.end_of_turn()
        on_board = set(self.owner.values())
        if "OVER" in self.game.tags and on_board:
            self.game.fallen = set(self.game.players) - on_board

    def on_order(self, _: str, words: list[str]) -> None:
        self.game.order = [word for word in words if len(word) == 1]

    def on_deal(self, actor: str, words: list[str]) -> None:
        named = dict(word.split("=") for word in words if "=" in word)
        if named.get("how") not in ("redraw", "skipped"):
            for code in [word for word in words if "=" not in word]:
                self.owner[code], self.armies[code] = actor, int(named.get("armies", 1))

    def on_pick(self, actor: str, words: list[str]) -> None:
        self.on_deal(actor, [word for word in words if word != "strip"])

    def on_draft(self, actor: str, words: list[str]) -> None:
        given = next((word[4:] for word in words if word.startswith("for=")), actor)
        self.owner[words[2]], self.armies[words[2]] = given, 0

    def on_put(self, actor: str, words: list[str]) -> None:
        for code, count in ITEM.findall(" ".join(words)):
            self.owner.setdefault(code, actor)
            self.armies[code] = self.armies.get(code, 0) + int(count)

    on_set = on_put

    def on_move(self, _: str, words: list[str]) -> None:
        source, _, target = words[0].partition(">")
        self.armies[source] -= int(words[1])
        self.armies[target] += int(words[1])

    def on_fill(self, _: str, words: list[str]) -> None:
        for code in words[1:]:
            if "=" not in code:
                self.armies[code] = int(words[0])

    def on_stat(self, _: str, words: list[str]) -> None:
        if words[1] == "withdrawn":
            self.owner.update({code: "-" for code, colour in self.owner.items() if colour == words[0]})

    def on_turn(self, actor: str, words: list[str]) -> None:
        self.begins(actor)
        self.turn += 1
        self.in_extra = any(word in ("extra", "chance") for word in words)
        self.game.extra["played"] += self.in_extra
        for continent, colour in self.held():
            if colour == actor:
                self.game.incomes[continent, colour] += 1

    def on_pass(self, actor: str, _: list[str]) -> None:
        self.begins(actor)
        self.in_extra = False
        self.game.extra["passed"] += 1

    def begins(self, actor: str) -> None:
        """A turn begins or is passed: the one before is over, and maybe the round."""
        self.assault = ()
        if self.begun:
            self.end_of_turn()
        self.begun = True
        if not self.last or self.game.seat(actor) <= self.game.seat(self.last):
            self.keep()
            self.game.rounds += 1
        self.last = actor

    def held(self) -> set[tuple[str, str]]:
        """Continent and colour of every continent that one colour holds whole."""
        found = set()
        for name, codes in CONTINENTS.items():
            holders = {self.owner.get(code) for code in codes.split()}
            colour = next(iter(holders))
            if len(holders) == 1 and colour is not None and colour != "-":
                found.add((name, colour))
        return found

    def end_of_turn(self) -> None:
        held = self.held() if self.begun else set()
        for key in held:
            if key in self.running:
                self.game.spells[key][-1] += 1
            else:
                self.game.spells.setdefault(key, []).append(1)
        self.running = dict.fromkeys(held, 1)

    def keep(self) -> None:
        self.game.strengths.setdefault(self.game.rounds, {
            colour: (sum(owner == colour for owner in self.owner.values()),
                     sum(self.armies[code] for code, owner in self.owner.items() if owner == colour))
            for colour in self.game.players
        })  # fmt: skip

    def on_att(self, actor: str, words: list[str]) -> None:
        source, _, target = words[0].partition(">")
        mine, colon, yours = words[1].partition(":")
        lost, slain = (int(number) for number in re.findall(r"-(\d+)", words[2]))
        self.game.throws.append((actor, self.owner[target], mine if colon else "", yours, lost, slain))
        self.game.extra["attacks"] += self.in_extra
        key = (str(self.turn), actor, source, target)
        usable, defenders = self.armies[source] - 1, self.armies[target]
        runs = self.game.assaults
        if key != self.assault or (runs[-1][2], runs[-1][3]) != (usable, defenders):
            runs.append([usable, defenders, usable, defenders, 1])
        self.assault = key
        self.armies[source] -= lost
        self.armies[target] -= slain
        runs[-1][2] -= lost
        runs[-1][3] -= slain
        runs[-1][4] = int(bool(runs[-1][4] and colon))

    def on_occ(self, actor: str, words: list[str]) -> None:
        source, _, target = words[0].partition(">")
        if self.owner[target] != actor:
            self.game.conquests.append((self.turn, actor, source, target))
            self.game.extra["conquests"] += self.in_extra
        self.owner[target] = actor
        self.armies[source] -= int(words[1])
        self.armies[target] += int(words[1])

    def on_tris(self, _: str, words: list[str]) -> None:
        worth = next((word for word in words if word.startswith("=")), "=?")
        base, _, bonus = worth[1:].partition("+")
        self.game.sets.append((int(base) if base.isdigit() else -1, int(bonus or 0) if bonus.isdigit() else 0,
                               "JOL" in words))  # fmt: skip

    def on_draw(self, _: str, words: list[str]) -> None:
        self.game.cards += sum(word != "public" for word in words)

    def on_obj(self, actor: str, words: list[str]) -> None:
        if not words[0].startswith(("#", "?")):
            self.game.goals[actor] = words[0]

    def on_elim(self, actor: str, _: list[str]) -> None:
        self.game.felled[actor] += 1

    def on_score(self, actor: str, words: list[str]) -> None:
        self.game.points[actor] = float(words[0])

    def on_over(self, _: str, words: list[str]) -> None:
        self.keep()
        self.game.reason = words[0]
        self.game.winner = words[1][7:] if len(words) > 1 else None


def plain(text: str) -> Plain:
    """A game from its text."""
    return Reader(text).game
