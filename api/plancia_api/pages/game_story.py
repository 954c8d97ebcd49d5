"""The story of a game for its page: turns with their events as sentences, each with its correction and its verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from plancia_events import Event, Game
from plancia_replay import Judgement, Verdict
from plancia_replay.judging.corrections import correction_numbers, is_valid_correction
from plancia_replay.judging.explanations import Explanation, explain
from plancia_replay.judging.step_states import Step, Steps
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.narrator import Narrator, Situation

DICE = {"attack-die": "at", "defence-die": "df", "die": "nd"}
QUIET = ("TURN", "END", "REIN", "DRAW", "CLOCK", "SCORE", "CERT")  # lines of less interest than moves


@dataclass(frozen=True)
class Finding:
    """A verdict as the page shows it: what was due and what follows, and the reading that it supposes."""

    verdict: Verdict
    explained: Explanation
    assumes: str


@dataclass(frozen=True)
class Mended:
    """The correction that stands of an event: the number of its line, the reason, whether it voids the event."""

    number: int
    why: str
    is_void: bool


@dataclass(frozen=True)
class Line:
    """An event of the story. Texts `html` and `recorded` (the sentence before its correction) are HTML.

    `move` has the codes of source and target, for events that have both.
    """

    number: int
    tag: str
    html: str
    recorded: str
    note: str
    at: str
    mended: Mended | None
    findings: list[Finding]
    move: str

    @property
    def is_quiet(self) -> bool:
        """True for a line that is shown with less weight."""
        return self.tag in QUIET and not self.findings and not self.mended


@dataclass
class Turn:
    """The events from a TURN to the next one; `letter` is empty for those before the first turn and after the end.

    `force` has territories and armies of the player before and after the turn.
    """

    number: int
    stage: str
    letter: str
    round: int
    lines: list[Line] = field(default_factory=list)
    force: tuple[tuple[int, int], tuple[int, int]] | None = None

    @property
    def findings(self) -> int:
        """The number of findings on events of the turn."""
        return sum(len(line.findings) for line in self.lines)


def html_mark(part: str, text: str, detail: str) -> str:
    """A part of a sentence in HTML: dice with pips, players with their colour."""
    if part in DICE:
        return f'<i class="d{detail} {DICE[part]}">{text}</i>'
    if part == "player":
        return f'<b class="p{detail}">{escape(text)}</b>'
    return escape(text)


def build_story(
    game: Game, steps: Steps, judgement: Judgement, narrator: Narrator, as_corrected: bool, seats: Mapping[str, str]
) -> list[Turn]:
    """The turns of a game. `game` and `judgement` may be shared: names in free text are those of the caller.

    `seats` has the words for the player of a colour, for the explanations of findings.
    """
    findings: dict[int, list[Finding]] = {}
    for verdict in judgement.verdicts:
        findings.setdefault(verdict.event, []).append(build_finding(verdict, seats))
    mended = standing_corrections(game) if as_corrected else {}
    turns: list[Turn] = []
    for number, event, situation in situations(game, steps):
        stage = stage_begun(event)
        step = steps.steps[number]
        if stage or not turns:
            close_turn(turns, steps, number)
            letter = event.actor if stage == "turn" else ""
            turns.append(Turn(number, stage or "setup", letter, step.round))
        turns[-1].lines.append(
            build_line(game, number, event, situation, narrator, mended.get(number), findings.get(number, []))
        )
    close_turn(turns, steps, len(game.events) + 1)
    return turns


def situations(game: Game, steps: Steps) -> Iterator[tuple[int, Event, Situation]]:
    """Each event as it stands (as recorded where it is void), with the table that it met."""
    owners: dict[str, str] = {}
    for number, recorded in enumerate(game.events, start=1):
        step = steps.steps[number]
        yield number, steps.played[number] or recorded, Situation(owners, step.income)
        owners.update((LAND_CODES[change.territory], change.owner) for change in step.lands)


def stage_begun(event: Event) -> str:
    """The stage of the game that an event begins: "turn", "end" or none."""
    return {"TURN": "turn", "PASS": "turn", "OVER": "end"}.get(event.TAG, "")


def close_turn(turns: list[Turn], steps: Steps, end: int) -> None:
    """Fills in what the last turn, whose events end before `end`, changed for its player."""
    if turns and turns[-1].letter in steps.colours and turns[-1].letter:
        seat = steps.colours.index(turns[-1].letter)
        before, after = steps.steps[turns[-1].number - 1], steps.steps[end - 1]
        turns[-1].force = (before.force[seat], after.force[seat])


def build_line(
    game: Game, number: int, event: Event, situation: Situation, narrator: Narrator, mended: Mended | None,
    findings: list[Finding],
) -> Line:  # fmt: skip
    """The line of an event; where a correction stands, with the sentence of what was recorded."""
    recorded = game.events[number - 1]
    sentence = tell_event(narrator, event, situation)
    before = tell_event(narrator, recorded, situation) if mended else ""
    return Line(
        number, event.TAG, "" if mended and mended.is_void else sentence, before, recorded.note or "",
        recorded.at or "", mended, findings, move_codes(event),
    )  # fmt: skip


def move_codes(event: Any) -> str:
    """The codes of source and target of an attack, an occupation or a move; empty for other events."""
    return f"{event.source} {event.target}" if hasattr(event, "source") else ""


def standing_corrections(game: Game) -> dict[int, Mended]:
    """By event the correction that stands, the last one that is valid."""
    corrections = {}
    for number in correction_numbers(game):
        if is_valid_correction(game, number):
            event: Any = game.events[number - 1]
            corrections[event.event] = Mended(number, event.note or "", event.TAG == "VOID")
    return corrections


def build_finding(verdict: Verdict, seats: Mapping[str, str]) -> Finding:
    """A verdict with its explanation; `seats` has the words for the player of a colour."""
    return Finding(verdict, explain(verdict, seats), verdict.assumes)


def packed_steps(steps: Steps) -> dict[str, object]:
    """The steps as compact data for the page's script.

    `lands` has one text for each event, separated by `;`: the changes as number of the territory, owner, armies,
    separated by commas. `turns` and `hands` have the events at which they changed.
    """
    turns: list[list[Any]] = []
    hands: list[list[Any]] = []
    last: Step | None = None
    for number, step in enumerate(steps.steps):
        if last is None or (step.round, step.turn) != (last.round, last.turn):
            turns.append([number, step.round, step.turn])
        hands += [[number, letter, " ".join(cards)] for letter, cards in step.hands.items()]
        last = step
    lands = ";".join(",".join(f"{land}{owner}{armies}" for land, owner, armies in step.lands) for step in steps.steps)
    return {"colours": steps.colours, "codes": " ".join(LAND_CODES), "lands": lands, "turns": turns, "hands": hands}
