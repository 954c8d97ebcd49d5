"""The corrections of a game (FIX, VOID) with what each one changes: findings, scores, and later events in conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_events import Game, format_event
from plancia_replay.batch.compare_judgements import impossible_event, only_in_first
from plancia_replay.judging.corrections import corrected_events, correction_numbers, is_valid_correction
from plancia_replay.judging.forms import ImpossibleEvent
from plancia_replay.judging.judgement import Judgement, judge_game
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

MAX_CORRECTIONS = 100  # corrections whose effect is computed at once: each costs a replay


@dataclass(frozen=True)
class Conflict:
    """A later event that was legal before a correction and is illegal, or impossible, after it."""

    event: int
    text: str
    rule: str
    rule_id: str
    cite: str
    says: str
    impossible: bool = False

    def to_json(self) -> dict[str, Any]:
        """The public form; `rule`, `rule_id` and `cite` are null for an impossible event."""
        return {**vars(self), **{key: getattr(self, key) or None for key in ("rule", "rule_id", "cite")}}


@dataclass
class Effect:
    """What replacing one judgement of a game by another changes; pairs are (before, after).

    `gone` and `appeared` are findings on events that both replays reached. A score is None where the record does not
    decide it or the replay stopped before the end.
    """

    gone: list[Verdict]
    appeared: list[Verdict]
    conflicts: list[Conflict]
    scores: dict[str, tuple[float | None, float | None]]
    rankings: dict[str, tuple[float | None, float | None]]
    winners: tuple[list[str], list[str]]
    impossible: tuple[ImpossibleEvent | None, ImpossibleEvent | None]

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return {
            "gone": [verdict.to_json() for verdict in self.gone],
            "appeared": [verdict.to_json() for verdict in self.appeared],
            "conflicts": [conflict.to_json() for conflict in self.conflicts],
            "scores": {letter: list(pair) for letter, pair in self.scores.items()},
            "rankings": {letter: list(pair) for letter, pair in self.rankings.items()},
            "winners": list(self.winners),
            "impossible": list(self.impossible),
        }


@dataclass
class Correction:
    """A line FIX or VOID: the event that it is about, the line before and after it, and what it changes.

    `target` is the number of the event that it names and `original` its line as recorded, None where there is no such
    event. `before` and `after` are None for a void event. A correction of a correction is not `valid` and changes
    nothing. `superseded_by` is the next valid correction of the same event, None for the one that stands.
    """

    event: int
    text: str
    kind: str
    why: str
    target: int
    original: str | None
    before: str | None
    after: str | None
    valid: bool
    superseded_by: int | None
    effect: Effect

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        values = {key: value for key, value in vars(self).items() if key != "effect"}
        return {**values, **self.effect.to_json()}


@dataclass
class Corrections:
    """Corrections of a game in their order, and what all of its corrections change together.

    `count` is how many the game has, of which these may be a part. `next` is the number of the last one listed where
    more follow, else None.
    """

    game: str
    variant: str
    count: int
    items: list[Correction]
    together: Effect
    next: int | None

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return {
            "game": self.game, "variant": self.variant, "count": self.count,
            "items": [item.to_json() for item in self.items], "together": self.together.to_json(), "next": self.next,
        }  # fmt: skip


def list_corrections(
    game: Game, rules: RuleSet, lang: str = "it", after: int = 0, limit: int = MAX_CORRECTIONS
) -> Corrections:
    """The corrections of a game after event `after`, at most `limit`, with the effect of each.

    The effect of one is the difference between the game as corrected before it and as corrected up to it; that of all
    together is the difference between the game as recorded and as corrected. Later events stay in the record: those
    that no longer agree with it are conflicts.
    """
    numbers = correction_numbers(game)
    remaining_numbers = [number for number in numbers if number > after]
    page = remaining_numbers[:limit]
    recorded, final = judgement_up_to(game, rules, lang, 0), judgement_up_to(game, rules, lang, len(game.events))
    judgement = recorded if numbers[:1] == page[:1] else judgement_up_to(game, rules, lang, after)
    items = []
    for number in page:
        previous_judgement = judgement
        if is_valid_correction(game, number):
            judgement = final if number == numbers[-1] else judgement_up_to(game, rules, lang, number)
        items.append(build_correction(game, number, previous_judgement, judgement))
    first = min((game.events[number - 1].event for number in numbers if is_valid_correction(game, number)), default=0)
    total_effect = effect_between(game, recorded, final, first)
    next_number = page[-1] if len(remaining_numbers) > len(page) and page else None
    return Corrections(final.game, final.variant, len(numbers), items, total_effect, next_number)


def judgement_up_to(game: Game, rules: RuleSet, lang: str, until: int) -> Judgement:
    """The judgement of the whole game with its corrections up to an event; 0: as recorded."""
    return judge_game(game, rules, until=until).judgement(lang)


def build_correction(game: Game, number: int, before: Judgement, after: Judgement) -> Correction:
    """A correction with its effect, from the judgements without and with it."""
    event: Any = game.events[number - 1]
    target = int(event.event)
    exists, valid = 0 < target < number, is_valid_correction(game, number)
    following = (later for later in correction_numbers(game) if later > number and is_valid_correction(game, later))
    return Correction(
        event=number,
        text=format_event(event),
        kind=event.kind,
        why=event.note or "",
        target=target,
        original=format_event(game.events[target - 1]) if exists else None,
        before=line_as_corrected(game, target, number - 1) if exists else None,
        after=line_as_corrected(game, target, number) if exists else None,
        valid=valid,
        superseded_by=next((later for later in following if valid and game.events[later - 1].event == target), None),
        effect=effect_between(game, before, after, target),
    )


def line_as_corrected(game: Game, number: int, until: int) -> str | None:
    """The line of an event as corrected up to event `until`; None where it is void."""
    void, replacements = corrected_events(game, until)
    return None if number in void else format_event(replacements.get(number, game.events[number - 1]))


def effect_between(game: Game, before: Judgement, after: Judgement, target: int) -> Effect:
    """The difference of two judgements of a game; conflicts are looked for behind event `target`."""
    last_events = [impossible_event(judgement) or len(game.events) + 1 for judgement in (before, after)]
    gone, appeared = (
        [verdict for verdict in only_in_first(these.verdicts, those.verdicts) if verdict.event < min(last_events)]
        for these, those in ((before, after), (after, before))
    )
    illegal_before = {verdict.event for verdict in before.verdicts if verdict.verdict == "illegal"}
    conflicts = [
        Conflict(verdict.event, verdict.text, verdict.rule, verdict.rule_id, verdict.cite, verdict.says)
        for verdict in appeared
        if verdict.verdict == "illegal" and verdict.event > target and verdict.event not in illegal_before
    ]
    if after.impossible is not None and target < last_events[1] < last_events[0]:
        impossible = after.impossible
        conflicts.append(
            Conflict(int(impossible["event"]), str(impossible["text"]), "", "", "", str(impossible["says"]), True)
        )
    letters = [letter for letter in COLOUR_LETTERS if letter in before.scores or letter in after.scores]
    return Effect(
        gone,
        appeared,
        conflicts,
        {letter: (figure(before, letter, "points"), figure(after, letter, "points")) for letter in letters},
        {
            letter: (figure(before, letter, "ranking"), figure(after, letter, "ranking"))
            for letter in letters
            if "ranking" in before.scores.get(letter, {}) or "ranking" in after.scores.get(letter, {})
        },
        (list(before.end["winners"]), list(after.end["winners"])),
        (before.impossible, after.impossible),
    )


def figure(judgement: Judgement, letter: str, key: str) -> float | None:
    """The "points" or "ranking" of a seat; None where they are not known."""
    if judgement.impossible is not None:
        return None
    value: float | None = judgement.told_scores.get(letter, {}).get(key)  # whole or a half
    return value
