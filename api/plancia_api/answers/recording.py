"""JSON answers about recording: what is due, and what was said completed into lines."""

from __future__ import annotations

from typing import TypedDict

from plancia_api.answers.common import DeviceKind, Time
from plancia_api.told_lines import ToldEvent
from plancia_archive.evidence.receipts import Receipt
from plancia_replay.judging.forms import Board
from plancia_replay.recording.completing import CompletionForm
from plancia_replay.recording.due import Due
from plancia_replay.recording.errors import UnclearAnswer
from plancia_replay.recording.opening import Question


class DueForm(TypedDict):
    due: Due
    says: list[str]


class DueAnswer(DueForm):
    game: str
    version: int


class Writer(TypedDict):
    device: str
    kind: DeviceKind
    since: Time
    seen: Time


class WriterAnswer(TypedDict):
    game: str
    version: int
    writer: Writer | None


class ToldLine(ToldEvent):
    derived: bool


class AnswerChoice(TypedDict):
    answer: str
    meaning: str


class OpeningAnswer(TypedDict):
    question: Question
    asks: str
    choices: list[AnswerChoice]
    answers: dict[str, str]
    unclear: UnclearAnswer | None
    headers: list[list[str]] | None
    text: str | None


class CompletedAnswer(CompletionForm, DueForm):
    told: list[ToldLine]
    board: Board


class CompletionAnswer(CompletedAnswer):
    game: str
    version: int


class RecordedAnswer(CompletionAnswer):
    duplicate: bool
    clean: bool
    receipt: Receipt
