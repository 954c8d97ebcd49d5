"""Tells what a ruling would change before it is stored: lines, score, findings, conflicts, the last position."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from plancia_archive.disputes.game_sections import PRINTED_BOARD, Section, describe_changes, figure
from plancia_archive.disputes.judged_effect import first_events
from plancia_archive.disputes.readings import player_names, seat_names
from plancia_archive.disputes.revocation import ruled_event_numbers
from plancia_archive.disputes.ruling_texts import RulingText, corrected_events, describe_line, ruling_texts, sentence_of
from plancia_archive.disputes.states import Dispute, RulingEffect, State
from plancia_data import messages
from plancia_events import Game
from plancia_replay import judge_game, state_at
from plancia_replay.batch.correction_effects import Effect, effect_between
from plancia_replay.drawing import BoardOptions
from plancia_replay.judging.forms import Board, CorrectionEffect

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader


class BoardsBeforeAndAfter(TypedDict):
    before: Board
    after: Board


class RulingPreviewAnswer(TypedDict):
    """The stored effect, the changes of the judgement, both positions, what the ruling says."""

    dispute: str
    state: State
    dry_run: bool
    effect: RulingEffect
    changes: CorrectionEffect | None
    board: BoardsBeforeAndAfter | None
    says: list[str]


@dataclass(frozen=True)
class RulingPreview:
    """The dispute and its ruling as they would be stored.

    `effect` is what the lines of the ruling change in the judgement of the game, `boards` the last position before and
    after them, on the board `board_id`; None and empty where the ruling adds no line to a game. `told` has the
    sentences of the events in conflict by number.
    """

    dispute: Dispute
    ruling: RulingText
    effect: Effect | None = None
    boards: tuple[Board, ...] = ()
    board_id: str = ""
    told: dict[int, str] = field(default_factory=dict)

    def to_json(self) -> RulingPreviewAnswer:
        """Returns the public form."""
        return {
            "dispute": self.dispute.id, "state": self.dispute.state, "dry_run": True,
            "effect": self.ruling.line["effect"], "changes": self.effect.to_json() if self.effect else None,
            "board": {"before": self.boards[0], "after": self.boards[1]} if self.boards else None,
            "says": self.ruling.effects,
        }  # fmt: skip


class DryRun(Exception):
    """Raised inside a transaction to roll back a dry run."""


def preview_ruling(
    archive: Archive, dispute_id: str, outcome: str, text: str, lang: str, to_names: Callable[[str], str],
    reader: Reader | None = None, **options: Any,
) -> RulingPreview:  # fmt: skip
    """Rules as `Disputes.rule` with these `options` does, in a transaction that is rolled back.

    Raises the errors of `Disputes.rule`.
    """
    with suppress(DryRun), archive.writing():
        dispute = archive.disputes.rule(dispute_id, outcome, text, **options)
        ruling = ruling_texts(archive, dispute, lang, to_names, reader)[-1]
        found = RulingPreview(dispute, ruling)
        if "first" in ruling.line["effect"]:
            found = with_changes_of_game(archive, found, lang, to_names, reader)
        raise DryRun
    return found


def with_changes_of_game(
    archive: Archive, preview: RulingPreview, lang: str, to_names: Callable[[str], str], reader: Reader | None
) -> RulingPreview:
    """Returns the preview with the changes of the judgement and the last position before and after the ruling."""
    dispute, first = preview.dispute, preview.ruling.line["effect"]["first"]
    after = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
    before, rules = first_events(after, first - 1), archive.rules_of(after)
    targets = [*corrected_events(preview.ruling.line), *ruled_event_numbers(dispute)[-1:]]
    effect = effect_between(
        after, judge_game(before, rules).judgement(lang), judge_game(after, rules).judgement(lang), min(targets)
    )
    boards = tuple(state_at(game, len(game.events), rules)["board"] for game in (before, after))
    names = player_names(after, to_names)
    told = {
        conflict["event"]: to_names(sentence_of(after.events[conflict["event"] - 1], lang, rules=rules, names=names))
        for conflict in effect.conflicts
    }
    return replace(preview, effect=effect, boards=boards, board_id=str(rules.content["board"]["id"]), told=told)


def preview_sections(preview: RulingPreview, lang: str, board: BoardOptions = PRINTED_BOARD) -> list[Section]:
    """Returns the sections of a preview: what is added and changed, findings, conflicts, the last position."""
    words = messages("disputes", lang)
    added = [describe_line(line, words, with_code=False) for line in preview.ruling.added]
    nothing = [f"{words['effect']}: {words['nothing']}"]
    sections: list[Section] = [(str(words["preview-lines"]), [*added, *preview.ruling.effects] or nothing, "", [])]
    if preview.effect is None:
        return sections
    columns = messages("columns", lang)
    findings = [
        f"{words[key]}: {words['event']} {verdict.event}, {columns['verdict=' + verdict.verdict]} "
        f"{verdict.rule_id}: {verdict.says}"
        for key, verdicts in (("gone", preview.effect.gone), ("appeared", preview.effect.appeared))
        for verdict in verdicts
    ]
    conflicts = [
        f"{words['event']} {one['event']}, {preview.told[one['event']]}: {one['says']} {one['rule_id'] or ''}".rstrip()
        for one in preview.effect.conflicts
    ]
    return [
        *sections,
        (str(words["preview-findings"]), findings or [str(words["findings-same"])], "", []),
        (str(words["preview-conflicts"]), conflicts or [str(words["no-conflicts"])], "", []),
        position_section(preview, words, lang, board),
    ]


def position_section(preview: RulingPreview, words: dict[str, str], lang: str, board: BoardOptions) -> Section:
    """Returns the section on the last position: the territories that differ, and both boards where any does."""
    before, after = preview.boards
    changed = {code for code in {*before, *after} if before.get(code) != after.get(code)}
    items = describe_changes(before, after, seat_names(Game([], []), str, lang), lang)
    drawings = list[str]()
    for place, (name, position) in enumerate((("before", before), ("after", after)) if changed else ()):
        options = replace(
            board, board_id=preview.board_id, lang=lang, prefix=f"preview-{name}", title=str(words[f"preview-{name}"]),
            legend=False,
        )  # fmt: skip
        options = replace(options, shapes=False, style=False) if place else options
        drawings.append(figure(position, options, None, changed))
    return str(words["preview-position"]), items or [str(words["unchanged"])], "", drawings
