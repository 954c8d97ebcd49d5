"""The corrections of a game (FIX, VOID) with what each one changes: findings, scores, and later events in conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_events import Game, format_event
from plancia_replay.batch.compare_judgements import impossible_event, only_in_first
from plancia_replay.judging.corrections import corrected_events, correction_numbers, is_valid_correction
from plancia_replay.judging.forms import Conflict, CorrectionEffect, CorrectionForm, CorrectionsForm, ImpossibleEvent
from plancia_replay.judging.judgement import Judgement, judge_game
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

MAX_CORRECTIONS = 100  # corrections whose effect is computed at once: each costs a replay


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

    def to_json(self) -> CorrectionEffect:
        """The public form."""
        return {
            "gone": [verdict.to_json() for verdict in self.gone],
            "appeared": [verdict.to_json() for verdict in self.appeared],
            "conflicts": self.conflicts,
            "scores": self.scores,
            "rankings": self.rankings,
            "winners": self.winners,
            "impossible": self.impossible,
        }


def list_corrections(
    game: Game, rules: RuleSet, lang: str = "it", after: int = 0, limit: int = MAX_CORRECTIONS
) -> CorrectionsForm:
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
    return {
        "game": final.game, "variant": final.variant, "count": len(numbers), "items": items,
        "together": total_effect.to_json(), "next": next_number,
    }  # fmt: skip


def judgement_up_to(game: Game, rules: RuleSet, lang: str, until: int) -> Judgement:
    """The judgement of the whole game with its corrections up to an event; 0: as recorded."""
    return judge_game(game, rules, until=until).judgement(lang)


def build_correction(game: Game, number: int, before: Judgement, after: Judgement) -> CorrectionForm:
    """A correction with its effect, from the judgements without and with it."""
    event: Any = game.events[number - 1]
    target = int(event.event)
    exists, valid = 0 < target < number, is_valid_correction(game, number)
    following = (later for later in correction_numbers(game) if later > number and is_valid_correction(game, later))
    return CorrectionForm(
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
        **effect_between(game, before, after, target).to_json(),
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
        Conflict(
            event=verdict.event,
            text=verdict.text,
            rule=verdict.rule,
            rule_id=verdict.rule_id,
            cite=verdict.cite,
            says=verdict.says,
            impossible=False,
        )
        for verdict in appeared
        if verdict.verdict == "illegal" and verdict.event > target and verdict.event not in illegal_before
    ]
    if after.impossible is not None and target < last_events[1] < last_events[0]:
        impossible = after.impossible
        event, text, says = impossible["event"], impossible["text"], impossible["says"]
        conflicts.append(
            Conflict(event=event, text=text, rule=None, rule_id=None, cite=None, says=says, impossible=True)
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
    score = judgement.told_scores.get(letter)
    return None if score is None else score["points"] if key == "points" else score.get("ranking")
