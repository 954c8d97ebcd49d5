"""The whole text of a game: headers, setup, a paragraph for each turn, what was found, objectives and points."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plancia_data import Counted, messages
from plancia_events import Event, Game
from plancia_events.text.headers import sort_key
from plancia_replay.judging.corrections import correction_numbers, is_valid_correction
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.judging.step_states import Steps, compute_steps
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.comments import comment_in_words
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.narrator import HIDDEN, Narrator, Situation, half_points
from plancia_replay.text.spoken_sources import spoken_citation
from plancia_replay.text.telling.turn import void_throws

WIDTH = 80
VERSION = "1"
NOT_SHOWN = ("Notation", "Rules")  # of the notation that this text is not, and a hash
MARKS = {"illegal": "??", "assumed": "?!"}
REFERENCE = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z")
RESULT_PART = re.compile(r"([RBGYNV]) (\S+)")
STARTS = ("TURN", "PASS")
OPENING = ("REIN", "TRIS", "PUT")
OPEN = "*"  # the end of the text of a game that is not over, as in PGN


@dataclass
class Paragraph:
    """A turn, or a part of the game outside of turns: its head and its lines, each of moves in their order."""

    head: str
    lines: list[list[str]] = field(default_factory=list)
    pair: tuple[str, str] | None = None  # of the attacks of the last line
    is_closed: bool = True
    has_opening: bool = False  # its first line has reinforcements, which stand beside the head

    def add(self, tag: str, text: str, pair: tuple[str, str] | None, is_same_attack: bool) -> None:
        """Adds a move: reinforcements beside each other, throws of one attack too, others on a line of their own."""
        opens = tag in OPENING and (not self.lines or (len(self.lines) == 1 and self.has_opening))
        if self.lines and (opens or is_same_attack):
            self.lines[-1].append(text)
        else:
            self.lines.append([text])
        self.has_opening = opens or (self.has_opening and bool(self.lines))
        self.pair = pair

    def wrapped(self, number: str) -> Iterator[str]:
        """The lines of at most WIDTH characters, the first after the number of the round."""
        texts = ["; ".join(moves) for moves in self.lines]
        head = f"{self.head}: {texts.pop(0)}" if self.has_opening else self.head
        *first, last = [f"{number:<4}{head}", *("      " + text for text in texts)]
        for at, text in enumerate((*first, last if self.is_closed else f"{last} ...")):
            yield from wrap(text, 8 if at or self.has_opening else 4)


def wrap(text: str, indent: int) -> list[str]:
    """A text in lines, those after the first indented."""
    lead = text[: max(4, len(text) - len(text.lstrip(" ")))]
    return textwrap.wrap(
        text[len(lead) :], WIDTH, initial_indent=lead, subsequent_indent=" " * indent, break_on_hyphens=False
    ) or [lead.rstrip()]  # fmt: skip


def movetext(
    game: Game, lang: str = "it", rules: RuleSet | None = None, judgement: Judgement | None = None,
    as_corrected: bool = True,
) -> str:  # fmt: skip
    """A game as text for people in "it" or "en"; it cannot be read back. Raises RuleSetError as `judge` does.

    `judgement` is that of the game in the same language, where it is known. Seats are told by colour; a header that is
    not a reference is the name of its seat. Without `as_corrected` corrections change nothing.
    """
    rules = rules or ruleset_for_game(game)
    judgement = judgement or judge(game, rules, lang, as_corrected=as_corrected)
    return Document(game, lang, rules, judgement, as_corrected).text()


def seat_names(game: Game) -> dict[str, str]:
    """The names in the headers by colour letter, without references and unknown ones."""
    return {
        letter: name for letter, name in game.players.items() if name not in ("?", "-") and not REFERENCE.match(name)
    }


class Document:
    """The text of one game, built part by part."""

    def __init__(self, game: Game, lang: str, rules: RuleSet, judgement: Judgement, as_corrected: bool) -> None:
        self.game, self.lang, self.names, self.judgement = game, lang, seat_names(game), judgement
        self.steps: Steps = compute_steps(game, rules, as_corrected)
        self.narrator = Narrator.of_rules(lang, {}, rules)
        self.teller = MoveTeller(self.narrator)
        self.findings: dict[int, list[Verdict]] = {}
        for verdict in self.judgement.verdicts:
            self.findings.setdefault(verdict.event, []).append(verdict)
        self.corrections = {
            game.events[number - 1].event: number
            for number in correction_numbers(game)
            if as_corrected and is_valid_correction(game, number)
        }
        self.referred = {
            number
            for event in game.events
            for number in (getattr(event, name, None) for name in ("event", "about", "replaces"))
            if isinstance(number, int)
        }

    def text(self) -> str:
        """The whole text."""
        lines = [*self.headers(), ""]
        if header_findings := self.finding_marks(0):
            lines += [*wrap(f"    {self.teller.say('headers')} {header_findings}", 4), ""]
        last_round = 0
        for round_number, paragraph in self.paragraphs():
            begins = round_number != last_round
            if begins:
                lines.append("")
            number = self.teller.say("round", round=str(round_number)) if begins and round_number else ""
            lines += paragraph.wrapped(number) if paragraph.head or paragraph.lines else []
            last_round = round_number or last_round
        lines += ["", *self.summary()]
        return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"

    def headers(self) -> list[str]:
        """The headers as PGN writes them, the result in words. A header is never wrapped."""
        shown = [(key, value) for key, value in sorted(self.game.headers, key=sort_key) if key not in NOT_SHOWN]
        pairs = [("Movetext", VERSION), *shown]
        return [f'[{key} "{escape(self.result(value) if key == "Result" else value)}"]' for key, value in pairs]

    def result(self, value: str) -> str:
        """The value of the header Result with colours by name."""
        mark = "," if half_points(self.narrator, 1) == "0,5" else "."
        parts = [
            f"{self.narrator.player(letter)} {number.replace('.', mark)}"
            for letter, number in RESULT_PART.findall(value)
        ]
        return ", ".join(parts) or value

    def paragraphs(self) -> Iterator[tuple[int, Paragraph]]:
        """The paragraphs of the game, each with its round, 0 for setup and end."""
        owners: dict[str, str] = {}
        current, round_number = Paragraph(self.teller.say("setup")), 0
        for number, recorded in enumerate(self.game.events, start=1):
            step = self.steps.steps[number]
            situation = Situation(owners, step.income)
            event = self.steps.played[number]
            if recorded.TAG in (*STARTS, "OVER"):
                yield round_number, current
                over = recorded.TAG == "OVER"
                current = Paragraph(self.teller.say("after") if over else "", is_closed=over or recorded.TAG == "PASS")
                round_number = 0 if over else step.round
            self.add_event(current, number, recorded, event, situation)
            owners.update((LAND_CODES[change.territory], change.owner) for change in step.lands)
        yield round_number, current

    def add_event(self, paragraph: Paragraph, number: int, recorded: Any, event: Any, situation: Situation) -> None:
        """Adds an event to its paragraph: as its head, on its last line, or on a line of its own."""
        shown = event or recorded
        annotations = self.annotations(number, recorded, situation)
        if recorded.TAG in STARTS:
            paragraph.head = " ".join([self.turn_head(shown, situation), *annotations])
            return
        if shown.TAG == "END":
            paragraph.is_closed = True
            if not annotations:
                return
        move = self.teller.move(shown, situation, paragraph.pair)
        pair = (shown.source, shown.target) if shown.TAG == "ATT" else None
        same = shown.TAG in ("ATT", "OCC") and (shown.source, shown.target) == paragraph.pair
        paragraph.add(shown.TAG, " ".join([move, *annotations]), pair, same)

    def turn_head(self, event: Any, situation: Situation) -> str:
        """The player of a turn with the name; for a pass, and a turn that is not an ordinary one, its sentence."""
        colour = self.narrator.player(event.actor)
        if event.TAG == "PASS" or event.turn or event.director:
            return self.teller.move(event, Situation(situation.owners), None)
        name = self.names.get(event.actor)
        return self.teller.say("name", colour=colour, name=name) if name else colour

    def annotations(self, number: int, recorded: Event, situation: Situation) -> list[str]:
        """What stands in braces after a move: its number where others refer to it, correction, comment, findings."""
        parts = []
        if number in self.referred:
            parts.append(self.teller.say("event", event=str(number)))
        correction = self.corrections.get(number)
        if correction is not None:
            key = "corrected" if self.steps.played[number] else "void"
            before = self.teller.move(recorded, situation, None)
            parts.append(self.teller.say(key, correction=str(correction), recorded=before))
        if recorded.at:
            parts.append(recorded.at)
        if recorded.note:
            parts.append(comment_in_words(recorded.note, self.lang))
        marks = self.finding_marks(number)
        return [*(["{" + "; ".join(parts) + "}"] if parts else []), *([marks] if marks else [])]

    def finding_marks(self, number: int) -> str:
        """The marks of an event: ?? for what is illegal, ?! for what is assumed to be, each with its article."""
        marks = []
        impossible = self.judgement.impossible
        if impossible and impossible["event"] == number:
            marks.append("?? {" + self.teller.say("impossible", says=impossible["says"]) + "}")
        for verdict in self.findings.get(number, []):
            if verdict.verdict in MARKS:
                article = f"{verdict.rule_id}, {spoken_citation(verdict.cite, self.lang)}"
                marks.append(f"{MARKS[verdict.verdict]} {{{verdict.says} ({article})}}")
        return " ".join(marks)

    def summary(self) -> list[str]:
        """Objectives, points as they are counted, the winner if no event names one, and what is found besides."""
        say, player = self.teller.say, self.narrator.player
        texts = []
        played: list[Any] = [event for event in self.steps.played if event is not None]
        dealt = {event.actor: event.objective for event in played if event.TAG == "OBJ"}
        if dealt:
            told = [f"{player(letter)} {self.objective(word)}" for letter, word in dealt.items()]
            texts.append(say("objectives", objectives=", ".join(told)))
        over = self.judgement.end["reason"] != "unfinished"
        if over and self.judgement.scores:
            texts.append(say("points", points=", ".join(self.points())))
        told_winner = any(event.TAG == "OVER" and event.winner for event in self.game.events)
        winner = self.judgement.end.get("winner")
        if over and winner and not told_winner:
            texts.append(say("winner", winner=player(winner)))
        counts = {kind: sum(v.verdict == kind for v in self.judgement.verdicts) for kind in ("undecidable", "warning")}
        if others := [say(kind, count=count) for kind, count in counts.items() if count]:
            texts.append("{" + say("others", others=", ".join(others)) + "}")
        if not over:
            texts.append(OPEN)
        return [line for text in texts for line in wrap("    " + text, 8)]

    def points(self) -> Iterator[str]:
        """The points of each seat, ? where the record leaves them open."""
        for letter, entry in self.judgement.scores.items():
            values = {"player": self.narrator.player(letter)}
            if self.judgement.undecided(letter):
                yield self.teller.say("points.open", **values)
            else:
                points = half_points(self.narrator, round(2 * entry["points"]))
                yield self.teller.say("points.of", **values, points=points)

    def objective(self, word: str) -> str:
        """An objective by its name, or that it is hidden."""
        hidden = word == "???" or word.startswith("#")
        return self.narrator.objective(word) if hidden else self.narrator.objective_name(word)


def escape(value: str) -> str:
    """A value of a header with backslashes before quotation marks and backslashes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


@dataclass(frozen=True)
class MoveTeller:
    """Tells moves in the language of its narrator."""

    narrator: Narrator

    def say(self, key: str, **values: Any) -> str:
        """A template of the catalogue `movetext`; whole numbers choose singular or plural."""
        counted = {name: Counted(value) if type(value) is int else value for name, value in values.items()}
        return messages("movetext", self.narrator.lang)[key].format(**counted)

    def move(self, event: Event, situation: Situation, pair: tuple[str, str] | None) -> str:
        """The text of an event; `pair` is source and target of an attack that stands before it on the same line."""
        short = SHORT.get(event.TAG)
        text = short(self, event, situation, pair) if short else ""
        return text or tell_event(self.narrator, event, situation)

    def places(self, event: Any) -> dict[str, str]:
        """Source and target of an event by name."""
        return {"source": str(self.narrator.place(event.source)), "target": str(self.narrator.place(event.target))}


Pair = tuple[str, str] | None


def tell_income(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    parts = {name: getattr(event, name) for name in ("territories", "continents", "cards", "total")}
    plain = event.territories == event.total and not event.continents and not event.cards
    income = t.say("income" if plain else "income.parts", **parts)
    return income if event.counted is None else t.say("income.counted", income=income, counted=event.counted)


def tell_placed(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.by:
        return ""
    return ", ".join(t.say("placed", place=str(t.narrator.place(code)), count=count) for code, count in event.items)


def tell_setup(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    placed = tell_placed(t, event, situation, pair)
    return t.say("setup.of", player=t.narrator.player(event.actor), placed=placed) if placed else ""


def tell_set(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.hand is not None:
        return ""
    cards = ", ".join(map(t.narrator.card, event.cards))
    return t.say("set", cards=cards) if event.base is None else t.say(
        "set.worth", cards=cards, armies=event.base + (event.bonus or 0)
    )  # fmt: skip


def tell_attack(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    losses = t.say("losses", attack=event.attack_losses, defence=event.defence_losses)
    losses = t.say("thrower", losses=losses, by=t.narrator.player(event.by)) if event.by else losses
    if event.void:
        losses = t.narrator.say("attack.void", sentence=losses, throws=void_throws(t.narrator, event.void))
    if pair == (event.source, event.target):
        return tell_dice(t, event) + losses
    owner = situation.owners.get(event.target, "?")
    if owner in ("?", event.actor):
        return t.say("attack.plain", **t.places(event)) + tell_dice(t, event) + losses
    return t.say("attack", **t.places(event), defender=t.narrator.player(owner)) + tell_dice(t, event) + losses


def tell_dice(t: MoveTeller, event: Any) -> str:
    """The dice of both sides as 6-5-4:3-2, their numbers where the record has no more, or nothing."""
    if event.attack_dice:
        sides = ["-".join(map(str, faces)) for faces in (event.attack_dice, event.defence_dice)]
        return t.say("dice", attack=sides[0], defence=sides[1])
    if event.attack_count is None or event.defence_count is None:
        return ""
    key = "dice.counted" if t.narrator.has_dice else "armies.counted"
    return t.say(key, attack=event.attack_count, defence=event.defence_count)


def tell_conquest(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    if situation.owners.get(event.target, "?") == event.actor or pair != (event.source, event.target):
        return ""
    return t.say("conquest", **t.places(event), armies=event.armies)


def tell_move(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    return "" if event.replaces is not None else t.say("move", **t.places(event), armies=event.armies)


def tell_card(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.public:
        return ""
    if all(card == HIDDEN for card in event.cards):
        return t.say("card.hidden", count=len(event.cards))
    return t.say("card", cards=", ".join(map(t.narrator.card, event.cards)))


def tell_objective(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    """Without the objective, which stands at the end."""
    return "" if event.after is not None else t.say("objective", actor=t.narrator.player(event.actor))


SHORT: dict[str, Callable[[MoveTeller, Any, Situation, Pair], str]] = {
    "SET": tell_setup, "REIN": tell_income, "PUT": tell_placed, "TRIS": tell_set, "ATT": tell_attack,
    "OCC": tell_conquest, "MOVE": tell_move, "DRAW": tell_card, "OBJ": tell_objective,
}  # fmt: skip
